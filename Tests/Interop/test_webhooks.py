"""Webhooks, as the documentation of WireMock 3 has them: the jar of 2.35.1 does not contain the extension."""

import contextlib
import http.server
import json
import queue
import re
import subprocess
import threading

import pytest
from differential import servers
from differential.exchange import Peer

ID = "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7"


@contextlib.contextmanager
def target():
    """A server that keeps the requests that it gets, and gives its port."""
    received = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            received.put((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = 302 if "redirect" in self.path else 500 if "failure" in self.path else 200
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_PUT = do_DELETE = do_PATCH = do_POST

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, received
    server.shutdown()


@pytest.fixture
def running(tmp_path):
    """A target, a server with webhooks, and the lines of its standard error."""
    folder = servers.root_folder(tmp_path / "root")
    command = [servers.binary(), "serve", "--root-dir", folder, "--port", "0", "--quiet", "--webhooks"]
    with target() as (port, received):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ours = int(re.match(servers.READY, process.stdout.readline()).group(1))
        yield Peer(ours), port, received, process
        process.terminate()
        assert process.wait(timeout=10) == 0


def add(peer, parameters, key="serveEventListeners", url="/thing", legacy=False):
    listeners = {"webhook": parameters} if legacy else [{"name": "webhook", "parameters": parameters}]
    mapping = {"id": ID, "request": {"url": url}, "response": {"status": 202}, key: listeners}
    peer.admin("DELETE", "/mappings")
    assert peer.admin("POST", "/mappings", mapping).status == 201
    shown = json.loads(peer.admin("GET", f"/mappings/{ID}").body)
    assert shown[key] == listeners


def ask(peer, target="/thing", body=b'{"transactionId": "12345"}', method="POST"):
    from differential.case import Request

    answer = peer.send(Request(method, target, (("X-B", "b"),), body))
    assert answer.status == 202


FORMS = [("serveEventListeners", False), ("postServeActions", False), ("postServeActions", True)]


@pytest.mark.parametrize("key, legacy", FORMS)
def test_the_examples_of_the_documentation(running, key, legacy):
    peer, port, received, _ = running
    parameters = {
        "method": "{{jsonPath originalRequest.body '$.method'}}",
        "url": f"http://localhost:{port}/callbacks/{{{{jsonPath originalRequest.body '$.transactionId'}}}}",
        "headers": {"Content-Type": "application/json", "X-Many": ["{{originalRequest.headers.X-B}}", "2"]},
        "body": '{ "message": "{{parameters.MESSAGE}}", "transactionId": "{{jsonPath originalRequest.body \'$.transactionId\'}}" }',
        "MESSAGE": "success",
        "delay": {"type": "uniform", "lower": 1, "upper": 5},
    }
    add(peer, parameters, key, legacy=legacy)
    ask(peer, body=b'{"transactionId": "12345", "method": "PUT"}')
    method, path, headers, body = received.get(timeout=10)
    assert (method, path) == ("PUT", "/callbacks/12345")
    assert json.loads(body) == {"message": "success", "transactionId": "12345"}
    assert headers["content-type"] == "application/json" and headers["via"] == "1.1 hypermock"
    assert headers["host"] == f"localhost:{port}"


def test_only_methods_with_content_have_a_body(running):
    peer, port, received, _ = running
    for method, expected in [("GET", b""), ("DELETE", b""), ("POST", b"\x00\x01"), ("PATCH", b"\x00\x01")]:
        add(peer, {"method": method, "url": f"http://127.0.0.1:{port}/", "base64Body": "AAE="})
        ask(peer)
        assert received.get(timeout=10)[3] == expected


def test_a_body_file(running, tmp_path):
    peer, port, received, _ = running
    add(peer, {"method": "POST", "url": f"http://127.0.0.1:{port}/", "bodyFileName": "station.json"})
    ask(peer)
    assert received.get(timeout=10)[3] == servers.FILES["station.json"]


def test_failures_and_forbidden_targets_are_reported_without_secrets(running):
    peer, port, received, process = running
    for url, reason in [
        (f"http://127.0.0.1:{port}/failure?secret", "its response has the status 500"),
        (f"http://127.0.0.1:{peer.port}/secret", "is this server"),
        ("http://169.254.169.254/secret", "is neither on a loopback address nor in --webhook-hosts"),
        ("http://127.0.0.1:1/secret", "the connection is refused"),
        ("/secret", "is not an absolute http or https URL"),
    ]:
        add(peer, {"method": "POST", "url": url})
        ask(peer)
        line = process.stderr.readline()
        assert reason in line and "secret" not in line
    assert received.get(timeout=10)[1].startswith("/failure")
    assert received.empty()


def test_a_redirect_is_not_followed_and_two_servers_make_no_loop(running, tmp_path):
    peer, port, received, _ = running
    add(peer, {"method": "POST", "url": f"http://127.0.0.1:{port}/redirect"})
    ask(peer)
    assert received.get(timeout=10)[1] == "/redirect"
    folder = servers.root_folder(tmp_path / "other")
    with servers.hypermock(folder, "--webhooks") as other:
        add(peer, {"method": "POST", "url": f"http://127.0.0.1:{other}/thing"})
        add(Peer(other), {"method": "POST", "url": f"http://127.0.0.1:{port}/looped"})
        ask(peer)
        ask(Peer(other))
        assert received.get(timeout=10)[1] == "/looped"
        count = json.loads(Peer(other).admin("POST", "/requests/count", {"url": "/thing"}).body)["count"]
        assert count in [1, 2]
    assert received.empty()


def test_without_the_option_each_mapping_is_a_warning(tmp_path):
    folder = tmp_path / "root"
    servers.root_folder(folder)
    mapping = {
        "request": {"url": "/a"},
        "serveEventListeners": [{"name": "webhook", "parameters": {"method": "GET", "url": "http://localhost:1/"}}],
    }
    (folder / "mappings" / "a.json").write_text(json.dumps(mapping))
    command = [servers.binary(), "serve", "--root-dir", str(folder), "--port", "0", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("hypermock ready")
    process.terminate()
    warnings = process.communicate(timeout=10)[1]
    assert "this webhook is not sent" in warnings and "start the server with --webhooks" in warnings
    assert subprocess.run([*command, "--strict"], capture_output=True).returncode == 4
