"""RFC 9113, sentence by sentence: the frames of a client, and the server's reaction."""

import struct

import pytest
from frames import (
    ACK,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    PADDED,
    PING,
    PREFACE,
    PRIORITIZED,
    PRIORITY,
    PUSH_PROMISE,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    Connection,
    block,
    data,
    frame,
    head,
    setting,
)
from serving import serving

MAPPING = '{"request": {"urlPath": "/any"}, "response": {"body": "ok"}}'
OPEN = head(method="POST", flags=END_HEADERS)
MANY = b"".join(head(1 + 2 * number, path="/slow") for number in range(129))
WORD = struct.pack(">I", 1)


def violation(code):
    """The end of the connection, with the code in GOAWAY."""
    return [f"GOAWAY {code}", "closed"]


def malformed(*fields, **pseudo):
    return head(fields=fields, **pseudo)


SERVED = ["200"]
IGNORED = []
MALFORMED = ["RST_STREAM PROTOCOL_ERROR"]
PROTOCOL = violation("PROTOCOL_ERROR")
SIZE = violation("FRAME_SIZE_ERROR")
FLOW = violation("FLOW_CONTROL_ERROR")
COMPRESSION = violation("COMPRESSION_ERROR")
TOO_LARGE = ["413", "RST_STREAM NO_ERROR"]
REFUSED = ["RST_STREAM REFUSED_STREAM on 257"]
CALM = violation("ENHANCE_YOUR_CALM")
CLOSED = violation("STREAM_CLOSED")

# A stream error may be treated as one of the connection (§5.4), which nghttp2 does where the list says so.
ROWS = [
    ("4.1 a frame of an unknown type is ignored", frame(0xBB, 0, b"?" * 8), IGNORED),
    ("4.1 flags without a meaning are ignored", frame(PING, 0, b"flagged!", 0xFE), ["PING flagged!"]),
    ("4.1 the reserved bit of a stream is ignored", frame(PING, 1 << 31, b"reserved"), ["PING reserved"]),
    ("4.2 a frame of 16 384 bytes", OPEN + data(content=b"x" * 16_384), SERVED),
    ("4.2 a longer one", OPEN + data(content=b"x" * 16_385), SIZE),
    ("4.3 a block that HPACK cannot decode", frame(HEADERS, 1, b"\xff\xff\xff\xff\xff\xff", 5), COMPRESSION),
    ("4.3 a table size above the announced one", frame(HEADERS, 1, b"\x3f\xe2\x1f" + block(), 5), COMPRESSION),
    ("5.1 DATA on an idle stream", data(), PROTOCOL),
    ("5.1 RST_STREAM on an idle stream", frame(RST_STREAM, 1, WORD), PROTOCOL),
    ("5.1 WINDOW_UPDATE on an idle stream", frame(WINDOW_UPDATE, 1, WORD), PROTOCOL),
    ("5.1 PRIORITY on an idle stream", frame(PRIORITY, 3, WORD + b"\x10") + head(), SERVED),
    ("5.1 DATA after END_STREAM", head(path="/slow") + data(), CLOSED),  # §5.4
    ("5.1 HEADERS after END_STREAM", head(path="/slow") + head(), CLOSED),
    ("5.1 HEADERS after RST_STREAM", OPEN + frame(RST_STREAM, 1, WORD) + head(), CLOSED),
    ("5.1 WINDOW_UPDATE after END_STREAM", head() + frame(WINDOW_UPDATE, 1, WORD), SERVED),
    ("5.1.1 an even stream", head(2), PROTOCOL),
    # nghttp2 cannot tell it from a stream that has just been closed, whose frames may be ignored.
    ("5.1.1 a stream below an earlier one", head(3) + head(1), ["200 on 3"]),
    ("5.1.2 more streams than allowed", MANY + frame(RST_STREAM, 3, WORD), REFUSED),
    # RFC 7540 §5.3.1; RFC 9113 has no rule for it.
    ("5.3 a stream that depends on itself", frame(HEADERS, 1, WORD + b"\x10" + block(), 37), PROTOCOL),
    ("5.5 a frame of an unknown type in a block", frame(HEADERS, 1, block(), 1) + frame(0xBB, 1), PROTOCOL),
    ("6.1 DATA on stream 0", data(0, b"x"), PROTOCOL),
    ("6.1 padding", OPEN + frame(DATA, 1, b"\x02hi\0\0", PADDED | END_STREAM), SERVED),
    ("6.1 padding longer than the frame", OPEN + frame(DATA, 1, b"\x09hi", PADDED | END_STREAM), PROTOCOL),
    ("6.2 HEADERS on stream 0", frame(HEADERS, 0, block(), 5), PROTOCOL),
    ("6.2 padding longer than the frame", frame(HEADERS, 1, b"\xff" + block(), 5 | PADDED), PROTOCOL),
    ("6.2 a priority, which is ignored", frame(HEADERS, 1, b"\0\0\0\0\x10" + block(), 5 | PRIORITIZED), SERVED),
    ("6.2 another stream inside of a block", frame(HEADERS, 1, block(), 1) + head(3), PROTOCOL),
    ("6.3 PRIORITY on stream 0", frame(PRIORITY, 0, WORD + b"\x10"), PROTOCOL),
    ("6.3 PRIORITY of 4 bytes", OPEN + frame(PRIORITY, 1, WORD), SIZE),
    ("6.4 RST_STREAM on stream 0", frame(RST_STREAM, 0, WORD), PROTOCOL),
    ("6.4 RST_STREAM of 3 bytes", OPEN + frame(RST_STREAM, 1, b"\0\0\0"), SIZE),
    ("6.5 SETTINGS on a stream", frame(SETTINGS, 1), PROTOCOL),
    ("6.5 SETTINGS with ACK and content", frame(SETTINGS, 0, b"\0" * 6, ACK), SIZE),
    ("6.5 SETTINGS of 5 bytes", frame(SETTINGS, 0, b"\0" * 5), SIZE),
    ("6.5.2 ENABLE_PUSH 2", setting(2, 2), PROTOCOL),
    ("6.5.2 INITIAL_WINDOW_SIZE above 2³¹−1", setting(4, 1 << 31), FLOW),
    ("6.5.2 MAX_FRAME_SIZE below 16 384", setting(5, 16_383), PROTOCOL),
    ("6.5.2 MAX_FRAME_SIZE above 2²⁴−1", setting(5, 1 << 24), PROTOCOL),
    ("6.5.2 an unknown setting", setting(0xBB, 7), IGNORED),
    ("6.6 PUSH_PROMISE by a client", frame(PUSH_PROMISE, 1, struct.pack(">I", 2) + block(), 4), PROTOCOL),
    ("6.7 PING", frame(PING, 0, b"12345678"), ["PING 12345678"]),
    ("6.7 PING with ACK", frame(PING, 0, b"12345678", ACK), IGNORED),
    ("6.7 PING on a stream", frame(PING, 1, b"12345678"), PROTOCOL),
    ("6.7 PING of 7 bytes", frame(PING, 0, b"1234567"), SIZE),
    ("6.8 GOAWAY on a stream", frame(GOAWAY, 1, b"\0" * 8), PROTOCOL),
    ("6.8 GOAWAY, and requests after it", frame(GOAWAY, 0, b"\0" * 8) + head(), [*SERVED, "closed"]),
    ("6.9 WINDOW_UPDATE by 0 on the connection", frame(WINDOW_UPDATE, 0, b"\0" * 4), PROTOCOL),
    ("6.9 WINDOW_UPDATE by 0 on a stream", OPEN + frame(WINDOW_UPDATE, 1, b"\0" * 4), PROTOCOL),  # §5.4
    ("6.9 WINDOW_UPDATE of 3 bytes", frame(WINDOW_UPDATE, 0, b"\0" * 3), SIZE),
    ("6.9.1 a window of the connection above 2³¹−1", frame(WINDOW_UPDATE, 0, b"\x7f" + b"\xff" * 3), FLOW),
    (
        "6.9.1 a window of a stream above 2³¹−1",
        OPEN + frame(WINDOW_UPDATE, 1, b"\x7f" + b"\xff" * 3),
        ["RST_STREAM FLOW_CONTROL_ERROR"],
    ),
    ("6.9.2 a window of 0 that grows", setting(4, 0) + head() + setting(4, 100), SERVED),
    ("6.10 CONTINUATION", frame(HEADERS, 1, block()[:9], 1) + frame(CONTINUATION, 1, block()[9:], 4), SERVED),
    ("6.10 CONTINUATION without HEADERS", frame(CONTINUATION, 1, block(), 4), PROTOCOL),
    ("6.10 CONTINUATION after END_HEADERS", OPEN + frame(CONTINUATION, 1, block(), 4), PROTOCOL),
    ("6.10 CONTINUATION on stream 0", frame(HEADERS, 1, block(), 1) + frame(CONTINUATION, 0, b"", 4), PROTOCOL),
    ("8.1 trailers", OPEN + data(content=b"x", flags=0) + frame(HEADERS, 1, b"\0\1a\1b", 5), SERVED),
    ("8.1 trailers without END_STREAM", OPEN + frame(HEADERS, 1, b"\0\1a\1b", END_HEADERS), MALFORMED),
    ("8.1 a pseudo-header field in trailers", OPEN + frame(HEADERS, 1, b"\x84", 5), MALFORMED),
    ("8.1 a content that is too large", OPEN + data(content=b"x" * 16_384, flags=0) * 3, TOO_LARGE),
    ("8.1 100-continue", head(fields=[("expect", "100-continue")], method="POST", flags=4) + data(), ["100", "200"]),
    ("8.1.1 Content-Length above the content", malformed(("content-length", "1")), MALFORMED),
    (
        "8.1.1 Content-Length below the content",
        head(fields=[("content-length", "1")], method="POST", flags=END_HEADERS) + data(content=b"xx"),
        MALFORMED,
    ),
    ("8.1.1 two values of Content-Length", malformed(("content-length", "0"), ("content-length", "1")), MALFORMED),
    ("8.2 a name in upper case", malformed(("X-Key", "1")), MALFORMED),
    ("8.2.1 a name with a space", malformed(("a b", "1")), MALFORMED),
    ("8.2.1 a value with a line feed", malformed(("a", "b\nc")), MALFORMED),
    ("8.2.1 a value with NUL", malformed(("a", "b\0c")), MALFORMED),
    ("8.2.1 a value that begins with a space", malformed(("a", " b")), MALFORMED),
    ("8.2.2 Connection", malformed(("connection", "keep-alive")), MALFORMED),
    ("8.2.2 Transfer-Encoding", malformed(("transfer-encoding", "chunked")), MALFORMED),
    ("8.2.2 TE: trailers", malformed(("te", "trailers")), SERVED),
    ("8.2.2 TE: gzip", malformed(("te", "gzip")), MALFORMED),
    ("8.3 an unknown pseudo-header field", malformed((":unknown", "1")), MALFORMED),
    ("8.3 :status in a request", malformed((":status", "200")), MALFORMED),
    ("8.3 a pseudo-header field after others", malformed(("a", "b"), (":authority", "c"), authority=None), MALFORMED),
    ("8.3 a pseudo-header field twice", malformed((":path", "/any")), MALFORMED),
    ("8.3.1 no :method", malformed(method=None), MALFORMED),
    ("8.3.1 no :scheme", malformed(scheme=None), MALFORMED),
    ("8.3.1 no :path", malformed(path=None), MALFORMED),
    ("8.3.1 an empty :path", malformed(path=""), MALFORMED),
    ("8.3.1 Host instead of :authority", malformed(("host", "mock"), authority=None), SERVED),
    ("8.3.1 Host beside another :authority", malformed(("host", "other")), MALFORMED),
    ("10.5.1 a head that is too large", malformed(("a", "b" * 9000)), ["431"]),
    ("10.5 many frames of unknown types", frame(0x77, 0, b"?") * 10_001, CALM),
    ("10.5 many ALTSVC", frame(0x0A, 0, b"\0\1ah2") * 10_001, CALM),
    ("10.5 many ORIGIN", frame(0x0C, 0) * 10_001, CALM),
    ("10.5 many PRIORITY_UPDATE", frame(0x10, 0, WORD + b"u=1") * 10_001, CALM),
    ("10.5 many PRIORITY", frame(PRIORITY, 3, WORD + b"\x10") * 10_001, CALM),
    ("10.5 much DATA of padding only", OPEN + frame(DATA, 1, b"\1\0", PADDED) * 10_001, CALM),
    ("10.5 unknown types, and a request between them", frame(0x77, 0) * 9_000 + head() + frame(0x77, 0) * 9_000, SERVED),
    ("8.5 CONNECT with :path", malformed(method="CONNECT"), MALFORMED),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frames")
    (folder / "mappings").mkdir()
    (folder / "mappings/any.json").write_text(MAPPING)
    slow = '{"request": {"urlPath": "/slow"}, "response": {"fixedDelayMilliseconds": 60000}}'
    (folder / "mappings/slow.json").write_text(slow)
    with serving(folder, "--max-body-bytes", "40000", "--max-header-bytes", "8192") as address:
        yield address


@pytest.mark.parametrize("sent, reaction", [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_frame_has_the_reaction_of_its_section(server, sent, reaction):
    connection = Connection(server.port)
    assert connection.reaction(sent) == reaction
    connection.close()


@pytest.mark.parametrize(
    "start, reaction",
    [(b"PRI * HTTP/2.0\r\n\r\nMS\r\n\r\n", ["closed"]), (PREFACE + frame(PING, 0, b"12345678"), PROTOCOL)],
    ids=["an invalid preface", "a first frame other than SETTINGS"],
)
def test_a_connection_begins_with_the_preface(server, start, reaction):
    connection = Connection(server.port, start)
    assert connection.reaction(b"") == reaction
    connection.close()
