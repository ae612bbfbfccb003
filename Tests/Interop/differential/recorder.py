"""WireMock's recorder: both servers record the same requests to one origin, which the mappings then stand in for."""

import contextlib
import gzip
import http.server
import json
import re
import threading

from .case import Request

HAL = "application/hal+json"
TEXT = {"Content-Type": "text/plain"}
JSON = {"Content-Type": "application/json"}


class Origin(http.server.BaseHTTPRequestHandler):
    """Answers by path; `/count` with the number of requests that the client's own header has seen."""

    protocol_version = "HTTP/1.1"
    counts: dict = {}

    def respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        key = (self.headers.get("X-Peer"), self.path)
        Origin.counts[key] = Origin.counts.get(key, 0) + 1
        status, fields, content = self.response(Origin.counts[key], body)
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def response(self, number, body):
        origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        match self.path.split("?")[0]:
            case "/hal":
                links = {"self": {"href": origin + "/hal"}}
                return 200, [("Content-Type", HAL), ("ETag", '"a"')], json.dumps({"p": 2.890, "_links": links}).encode()
            case "/gzip":
                fields = [("Content-Type", "text/plain"), ("Content-Encoding", "gzip")]
                return 200, fields, gzip.compress(b"zipped", mtime=0)
            case "/bytes":
                return 200, [("Content-Type", "application/octet-stream")], bytes(range(256))
            case "/untyped":
                return 200, [], b"untyped"
            case "/large":
                return 200, [("Content-Type", "text/plain")], b"x" * 5000
            case "/moved":
                return 302, [("Location", origin + "/hal")], b""
            case "/gone":
                return 204, [], b""
            case "/two":
                return 200, [("X-A", "1"), ("X-A", "2"), ("Content-Type", "text/plain")], b"two"
            case "/login":
                fields = [("Content-Type", "application/json"), ("Set-Cookie", "sid=COOKIE-SECRET; Path=/")]
                return 200, fields, b'{"access_token": "T0KEN.SECRET"}'
            case "/missing":
                return 404, [("Content-Type", "text/plain")], b"none"
        return 200, [("Content-Type", "text/plain")], f"{number} {body.decode('latin-1')}".encode()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = respond

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A client may close a connection that it keeps."""


@contextlib.contextmanager
def origin():
    server = Server(("127.0.0.1", 0), Origin)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def call(method, target, body=None, **headers):
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return method, target, body, fields


#: Record specs with the requests that are recorded.
SESSIONS = {
    "reads": (
        {},
        [
            call("GET", "/hal", Accept=HAL),
            call("GET", "/text?a=1&b=%20x"),
            call("GET", "/gzip", Accept_Encoding="gzip"),
            call("GET", "/bytes"),
            call("GET", "/untyped"),
            call("HEAD", "/hal"),
            call("GET", "/moved"),
            call("DELETE", "/gone"),
            call("GET", "/missing"),
            call("GET", "/two"),
            call("GET", "/"),
        ],
    ),
    "bodies": (
        {},
        [
            call("POST", "/p", b'{ "a": 1.0 }', **JSON),
            call("POST", "/p", b'{"a":2}', Content_Type="application/vnd.x+json"),
            call("POST", "/p", b"<a><b/></a>", Content_Type="application/xml"),
            call("POST", "/p", b"a=1&b=2", Content_Type="application/x-www-form-urlencoded"),
            call("POST", "/p", b"plain", **TEXT),
            call("POST", "/p", b"untyped"),
            call("PUT", "/p", bytes([0, 255]), Content_Type="application/octet-stream"),
            call("PUT", "/p", b"ascii", Content_Type="application/pdf"),
            call("PATCH", "/p", b"--x--", Content_Type="multipart/form-data; boundary=x"),
        ],
    ),
    "repeats": (
        {},
        [call("GET", "/n/a"), call("GET", "/n/a"), call("GET", "/m"), call("GET", "/n/a"), call("POST", "/n/a", b"x")]
        + [call("POST", "/n/a", b"x"), call("GET", "/m?q=1"), call("GET", "/A-b/c.d%20e/"), call("GET", "/A-b/c.d%20e/")],
    ),
    "no-scenarios": ({"repeatsAsScenarios": False}, [call("GET", "/n"), call("GET", "/n"), call("GET", "/m")]),
    "headers": (
        {"captureHeaders": {"Accept": {}, "X-Case": {"caseInsensitive": True}, "X-None": {}}},
        [call("GET", "/n", Accept="text/plain", X_Case="Q"), call("GET", "/n", Accept=HAL), call("GET", "/n")],
    ),
    "equal-to-json": (
        {"requestBodyPattern": {"matcher": "equalToJson", "ignoreArrayOrder": False}},
        [call("POST", "/n", b'[1]'), call("POST", "/n", b"{}", **TEXT)],
    ),
    "equal-to": (
        {"requestBodyPattern": {"matcher": "equalTo", "caseInsensitive": True}},
        [call("POST", "/n", b'{"a":1}', **JSON), call("POST", "/n", b"<a/>", Content_Type="text/xml")],
    ),
    "defaults-of-equal-to": (
        {"requestBodyPattern": {"matcher": "equalTo"}, "transformers": None},
        [call("POST", "/n", b"{}", **JSON)],
    ),
    "options-of-auto": (
        {"requestBodyPattern": {"matcher": "auto", "ignoreExtraElements": False, "caseInsensitive": True}},
        [call("POST", "/n", b"[1]", **JSON), call("POST", "/n", b"x", **TEXT)],
    ),
    "equal-to-xml": ({"requestBodyPattern": {"matcher": "equalToXml"}}, [call("POST", "/n", b"<a/>")]),
    "filters": (
        {"filters": {"method": "GET", "urlPathPattern": "/[k-n].*"}},
        [call("GET", "/n"), call("POST", "/n", b"x"), call("GET", "/two"), call("GET", "/k?x=1")],
    ),
    "files": (
        {"extractBodyCriteria": {"textSizeThreshold": "2 kb", "binarySizeThreshold": "0"}, "persist": True},
        [call("GET", "/large"), call("GET", "/text"), call("GET", "/bytes"), call("GET", "/untyped")],
    ),
    "criteria": (
        {"extractBodyCriteria": {"textSizeThreshold": "4.8KB"}},
        [call("GET", "/large"), call("GET", "/bytes")],
    ),
    "secrets": (
        {"captureHeaders": {"Authorization": {}}},
        [call("POST", "/login", b'{"password": "hunter2-SECRET"}', **JSON)]
        + [call("GET", "/n?sig=SIG-SECRET", Authorization="Bearer T0KEN.SECRET")],
    ),
    "malformed": ({}, [call("POST", "/n", b"{bad", **JSON), call("GET", "/n")]),
}

#: Calls without a session: their status, and the shape of the answer.
CALLS = [
    ("POST", "/stop", None),
    ("POST", "/start", ""),
    ("POST", "/start", {}),
    ("POST", "/start", []),
    ("POST", "/start", "{"),
    ("POST", "/start", {"targetBaseUrl": "http://127.0.0.1:9", "nope": 1}),
    ("POST", "/start", {"targetBaseUrl": "http://127.0.0.1:9", "filters": {"ids": ["x"]}}),
    ("POST", "/start", {"targetBaseUrl": "nonsense"}),
    ("POST", "/stop", None),
    ("POST", "/snapshot", None),
    ("POST", "/snapshot", {"outputFormat": "ids"}),
    ("POST", "/snapshot", {"outputFormat": "NOPE"}),
    ("POST", "/snapshot", {"captureHeaders": ["A"]}),
    ("POST", "/snapshot", {"captureHeaders": {"A": {"x": 1}}}),
    ("POST", "/snapshot", {"requestBodyPattern": {"matcher": "equalTo", "x": 1}}),
    ("POST", "/snapshot", {"requestBodyPattern": {"matcher": "nope"}}),
    ("POST", "/snapshot", {"extractBodyCriteria": {"textSizeThreshold": "2 zb"}}),
    ("POST", "/snapshot", {"extractBodyCriteria": {"textSizeThreshold": -1}}),
    ("POST", "/snapshot", {"filters": {"nope": True}}),
    ("POST", "/snapshot", {"transformers": ["nope"], "transformerParameters": {"a": 1}}),
    ("GET", "/status", None),
]


def compare(comparison):
    with origin() as url:
        for peer in comparison.peers:
            assert peer.admin("POST", "/reset").status == 200
            assert json.loads(peer.admin("GET", "/recordings/status").body) == {"status": "NeverStarted"}
        for number, (method, path, document) in enumerate(CALLS):
            answers = [peer.admin(method, "/recordings" + path, document) for peer in comparison.peers]
            facts = [{"status": answer.status, "errors": errors(answer)} for answer in answers]
            comparison.note(f"recorder {number} {method} {path}", *facts)
        for name, (specification, calls) in SESSIONS.items():
            recorded = [record(peer, url, specification, calls) for peer in comparison.peers]
            for aspects in zip(*recorded):
                comparison.pairs += 1
                comparison.note(f"recorder {name}", *aspects)
            for peer in comparison.peers:
                assert peer.admin("DELETE", "/mappings").status == 200


def errors(answer):
    """The codes of errors."""
    content = json.loads(answer.body)
    return [error["code"] for error in content["errors"]] if "errors" in content else sorted(content)


def record(peer, url, specification, calls):
    """What each mapping of a recording has, and the same requests get from them."""
    start = {"persist": False, "targetBaseUrl": url} | specification
    assert peer.admin("POST", "/recordings/start", start).status == 200
    assert json.loads(peer.admin("GET", "/recordings/status").body) == {"status": "Recording"}
    first = [send(peer, each) for each in calls]
    answer = peer.admin("POST", "/recordings/stop")
    if answer.status != 200:
        return [{"status": answer.status, "count": 0, "replay": []}]
    mappings = [facts(mapping) for mapping in json.loads(answer.body)["mappings"]]
    again = [send(peer, each) for each in calls]
    missing = [index for index, pair in enumerate(zip(first, again)) if pair[0] != pair[1]]
    return [{"status": 200, "count": len(mappings), "replay": missing}, *mappings]


def send(peer, each):
    method, target, body, headers = each
    fields = tuple(headers.items()) + (("X-Peer", str(peer.port)), ("Connection", "close"))
    answer = peer.send(Request(method, target, fields, body))
    return answer.status, answer.body


def facts(mapping):
    response = mapping["response"]
    headers = {name.lower(): value for name, value in response.pop("headers", {}).items()}
    #: What a recording of this machine has and others have not.
    added = sorted(headers.keys() & {"date", "server"})
    for name in added:
        del headers[name]
    file = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", response.pop("bodyFileName", ""))
    request = mapping["request"]
    return {
        "scenario": {key: value for key, value in mapping.items() if "cenario" in key},
        "keys": sorted(mapping.keys()),
        "name": mapping["name"],
        "request": {"method": request.pop("method"), "url": request.pop("url", None)},
        "patterns": request,
        "body": response,
        "file": file,
        "headers": headers,
        "added": added,
    }
