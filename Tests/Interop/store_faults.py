"""A network and a store that misbehave: a proxy before a real store, and a store with canned replies."""

import contextlib
import hashlib
import random
import socket
import threading


@contextlib.contextmanager
def closing_all(*things):
    try:
        yield things
    finally:
        for each in things:
            each.close()


class StoreProxy:
    """Passes bytes between servers and a store, as long as it is not stalled.

    `change` gets the bytes of the store, and returns those for the server; None: the connection ends.
    """

    def __init__(self, port, change=lambda data: data):
        self.target, self.change = port, change
        self.passes = threading.Event()
        self.passes.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.streams = []
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    near.close()
                    continue
                self.streams += [near, far]
                for source, sink, change in [(near, far, lambda data: data), (far, near, self.change)]:
                    threading.Thread(target=self.move, args=[source, sink, change], daemon=True).start()

    def move(self, source, sink, change):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.passes.wait()
                data = change(data)
                if data is None:
                    break
                sink.sendall(data)
        for stream in [source, sink]:
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)

    def stall(self):
        self.passes.clear()

    def heal(self):
        self.passes.set()

    def close(self):
        self.heal()
        for stream in [self.listener, *self.streams]:
            stream.close()


class Mangling:
    """Changes replies at random: other bytes, fewer bytes, bytes twice, or the end of the connection."""

    def __init__(self, seed, rarity=20):
        self.random, self.rarity = random.Random(seed), rarity

    def __call__(self, data):
        if self.random.randrange(self.rarity):
            return data
        data = bytearray(data)
        kind = self.random.randrange(6)
        place = self.random.randrange(len(data))
        if kind == 0:
            return None
        if kind == 1:
            return bytes(data[:place]) or None
        if kind == 2:
            return bytes(data[:place] + data)
        for _ in range(self.random.randint(1, 3)):
            place = self.random.randrange(len(data))
            digits = [number for number, byte in enumerate(data) if 0x30 <= byte <= 0x39]
            if kind == 3 and digits:
                data[self.random.choice(digits)] = self.random.choice(b"0123456789")
            elif kind == 4:
                data[place:place] = self.random.choice([b"9" * 18, b"-", b"*3\r\n", b"$-1\r\n", b":7\r\n", b"-MOVED 1 x\r\n"])
            else:
                data[place] = self.random.randrange(256)
        return bytes(data)


#: Words of the scripts by which `CannedStore` tells them apart.
SCRIPTS = {"join": "':0:0'", "respond": "HSETNX", "change": "last-generated-id", "state": "HGETALL', KEYS[1])",
           "sweep": "ZRANGEBYSCORE", "merge": "MINID"}


class CannedStore:
    """A store that replies to a word or to the name of a script with the bytes of `replies`.

    With `farewell`, it sends that to each client and closes the connection.
    """

    def __init__(self, farewell=None, **replies):
        self.replies, self.scripts, self.farewell = replies, {}, farewell
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                stream, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=[stream], daemon=True).start()

    def serve(self, stream):
        with contextlib.suppress(OSError), stream, stream.makefile("rb") as lines:
            if self.farewell:
                stream.sendall(self.farewell)
                stream.shutdown(socket.SHUT_WR)
                lines.read()
                return
            while line := lines.readline():
                words = []
                for _ in range(int(line[1:])):
                    length = int(lines.readline()[1:])
                    words.append(lines.read(length + 2)[:-2].decode(errors="replace"))
                stream.sendall(self.reply(words))

    def reply(self, words):
        name = words[0]
        if words[:2] == ["SCRIPT", "LOAD"]:
            digest = hashlib.sha1(words[2].encode()).hexdigest()
            self.scripts[digest] = next((name for name, text in SCRIPTS.items() if text in words[2]), "announce")
            return bulk(digest)
        if name == "EVALSHA":
            name = self.scripts[words[1]]
        canned = {"INFO": bulk("redis_version:7.2.4"), "join": bulk("epoch:0:0"), "respond": verdict(0, 0),
                  "sweep": b":0\r\n", "announce": b"*0\r\n", "state": b"*0\r\n", "merge": b":1\r\n"} | self.replies
        return canned.get(name, b"+OK\r\n")

    def close(self):
        self.listener.close()


def bulk(text):
    data = text.encode()
    return b"$%d\r\n%s\r\n" % (len(data), data)


def verdict(candidate, position, fields=b"*0\r\n", *more):
    values = b"".join(bulk(text) for text in more)
    return b"*%d\r\n:1\r\n:%d\r\n:%d\r\n%s%s" % (4 + len(more), candidate, position, fields, values)


def fetched(version, merged=b"$-1\r\n", changes=b"*0\r\n", journal=b"*0\r\n"):
    """The reply to EXEC when a server asks for what is new; a version without a third number is needed for all requests."""
    version += version[version.index(":"):] if version.count(":") == 1 else ""
    return b"*4\r\n" + bulk(version) + merged + changes + journal


def entry(id, **fields):
    """A stream with one entry."""
    values = b"".join(bulk(word) for pair in fields.items() for word in pair)
    return b"*1\r\n*2\r\n" + bulk(id) + b"*%d\r\n" % (2 * len(fields)) + values
