"""HTTP/2 frame by frame, sent by a client that may break any rule (RFC 9113)."""

import contextlib
import socket
import struct

from hpack import Decoder, Encoder
from hyperframe.frame import (
    DataFrame,
    Frame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
CODES = (
    "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR "
    "REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM INADEQUATE_SECURITY HTTP_1_1_REQUIRED"
).split()
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED, PRIORITIZED = 1, 1, 4, 8, 32
PROBE = 1001


def frame(kind, stream=0, payload=b"", flags=0, length=None):
    """A frame with any type, flags, stream and payload; `length` may differ from the payload's."""
    length = len(payload) if length is None else length
    return struct.pack(">I", length)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def block(*fields, method="GET", path="/any", scheme="http", authority="mock"):
    """A field block; a pseudo-header field that is None is left out."""
    pseudo = [(":method", method), (":scheme", scheme), (":path", path), (":authority", authority)]
    return Encoder().encode([pair for pair in pseudo if pair[1] is not None] + list(fields), huffman=False)


def head(stream=1, fields=(), flags=END_HEADERS | END_STREAM, **pseudo):
    return frame(HEADERS, stream, block(*fields, **pseudo), flags)


def data(stream=1, content=b"", flags=END_STREAM):
    return frame(DATA, stream, content, flags)


def setting(identifier, value):
    return frame(SETTINGS, 0, struct.pack(">HI", identifier, value))


class Connection:
    """One connection; `reaction` sends bytes and returns what they cause."""

    def __init__(self, port, start=PREFACE + frame(SETTINGS)):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.decoder, self.buffer, self.seen = Decoder(), b"", []
        self.send(start)

    def send(self, sent):
        with contextlib.suppress(OSError):  # the server may have closed the connection
            self.socket.sendall(sent)

    def frames(self):
        """The frames that arrive, until the server closes the connection."""
        while True:
            while len(self.buffer) >= 9:
                received, length = Frame.parse_frame_header(memoryview(self.buffer[:9]))
                if len(self.buffer) < 9 + length:
                    break
                received.parse_body(memoryview(self.buffer[9 : 9 + length]))
                self.buffer = self.buffer[9 + length :]
                yield received
            try:
                piece = self.socket.recv(65536)
            except ConnectionResetError:
                return
            if not piece:
                return
            self.buffer += piece

    def reaction(self, sent):
        """What the server does, in order, until it has served one more request or has closed the connection.

        Responses are their status, with `+` if their content is not complete; streams are named if they are not 1.
        """
        self.send(sent + head(PROBE))
        seen, open_responses = [], {}
        for received in self.frames():
            if received.stream_id == PROBE:
                if isinstance(received, HeadersFrame):
                    assert dict(self.decoder.decode(received.data))[":status"] == "200"
                if "END_STREAM" in received.flags:
                    self.send(frame(PING, 0, b"finished", 0))
            elif isinstance(received, PingFrame) and received.opaque_data == b"finished":
                return self.summary(seen, open_responses)
            else:
                self.note(received, seen, open_responses)
        return self.summary(seen, open_responses) + ["closed"]

    def note(self, received, seen, responses):
        where = "" if received.stream_id in (0, 1) else f" on {received.stream_id}"
        match received:
            case GoAwayFrame():
                seen.append(f"GOAWAY {CODES[received.error_code]}")
            case RstStreamFrame():
                seen.append(f"RST_STREAM {CODES[received.error_code]}{where}")
            case PingFrame():
                seen.append(f"PING {received.opaque_data.decode()}")
            case HeadersFrame():
                seen.append(dict(self.decoder.decode(received.data))[":status"] + where)
                responses[received.stream_id] = "END_STREAM" in received.flags
            case DataFrame():
                responses[received.stream_id] = "END_STREAM" in received.flags
            case SettingsFrame() | WindowUpdateFrame():
                pass
            case _:
                seen.append(type(received).__name__)

    @staticmethod
    def summary(seen, responses):
        return seen + [f"incomplete on {stream}" for stream, is_complete in responses.items() if not is_complete]

    def close(self):
        """Resets the connection: a server completes its responses to a client that has only closed its side."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
