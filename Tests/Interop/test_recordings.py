"""Exchanges with a real server, in a HAR file by `harfile` or through `hypermock record`: they replay without the server
and without secrets. nginx as a proxy of the same server shows which fields a proxy forwards."""

import base64
import contextlib
import datetime
import gzip
import hashlib
import pathlib
import re
import shutil
import signal
import subprocess
import threading

import harfile
import pytest
import requests
from conftest import BINARY
from replicas import free_port, nginx_with
from restnavigator import Navigator
from serving import started
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

SECRETS = ["hunter2-SECRET", "T0KEN.SECRET", "COOKIE-SECRET", "SIG-SECRET", "Y2xpZW50"]
HAL = "application/hal+json"


@Request.application
def upstream(request):
    """A small API: HAL, a log-in, cookies, conditions, redirects, codings, binary and broken content."""
    root = request.host_url.rstrip("/")
    match request.method, request.path:
        case "GET", "/":
            links = f'"self":{{"href":"{root}/"}},"item":{{"href":"/items{{/id}}","templated":true}},"x:y":{{"href":"/x"}}'
            return Response(f'{{"name":"root","price":2.890,"_links":{{{links}}}}}', content_type=HAL)
        case "GET", "/items/7":
            if request.if_none_match.contains("v1"):
                return Response(status=304, headers={"ETag": '"v1"'})
            body = '{ "id": 7,\n  "_links": { "up": { "href": "/" } } }\n'
            return Response(body, content_type=HAL, headers={"ETag": '"v1"', "Connection": "X-Hop", "X-Hop": "1"})
        case "POST", "/token":
            return Response('{"access_token":"T0KEN.SECRET","token_type":"Bearer"}', content_type="application/json")
        case "GET", "/me":
            if request.headers.get("Authorization") != "Bearer T0KEN.SECRET":
                return Response(status=401, headers={"WWW-Authenticate": 'Bearer realm="api"'})
            response = Response('{"token":"T0KEN.SECRET"}', content_type="application/json")
            response.set_cookie("sid", "COOKIE-SECRET", httponly=True)
            return response
        case "GET", "/cookies":
            return Response(f"sid is {request.cookies.get('sid')}", content_type="text/plain")
        case "GET", "/gzip":
            return Response(gzip.compress(b"zipped"), content_type="text/plain", headers={"Content-Encoding": "gzip"})
        case "GET", "/bytes":
            return Response(bytes(range(256)), content_type="application/octet-stream")
        case "GET", "/large":
            return Response("x" * 100_000, content_type="text/plain; charset=utf-8")
        case "GET", "/old":
            return Response(status=301, headers={"Location": root + "/items/7"})
        case "GET", "/busy":
            now = datetime.datetime.now(datetime.timezone.utc)
            later = (now + datetime.timedelta(seconds=90)).strftime("%a, %d %b %Y %H:%M:%S GMT")
            return Response(status=503, headers={"Retry-After": later})
    return Response('{"title":"none"}', status=404, content_type="application/problem+json")


def session(base):
    """The requests of a client, and the facts that a replay must repeat."""
    client = requests.Session()
    basic = base64.b64encode(b"client:s3cret").decode()
    form = {"grant_type": "password", "username": "ada", "password": "hunter2-SECRET"}
    calls = [
        ("GET", "/", {"Accept": HAL}, None),
        ("GET", "/items/7", {"Accept": HAL}, None),
        ("GET", "/items/7", {"If-None-Match": '"v1"'}, None),
        ("GET", "/me", {}, None),
        ("POST", "/token", {"Authorization": f"Basic {basic}"}, form),
        ("GET", "/me", {"Authorization": "Bearer {token}"}, None),
        ("GET", "/cookies", {}, None),
        ("GET", "/gzip", {}, None),
        ("GET", "/bytes", {}, None),
        ("GET", "/large", {}, None),
        ("GET", "/old", {}, None),
        ("GET", "/busy", {}, None),
        ("GET", "/missing?sig=SIG-SECRET", {}, None),
    ]
    token = "unknown"
    for method, path, headers, data in calls:
        headers = {name: value.replace("{token}", token) for name, value in headers.items()}
        response = client.request(method, base + path, headers=headers, data=data, timeout=10)
        # The origin closes the connection without saying so, which a client may notice too late.
        client.close()
        if path == "/token":
            token = response.json()["access_token"]
        for hop in [*response.history, response]:
            yield hop


def facts(responses, hides):
    return [(r.request.method, r.status_code, hashlib.sha256(hides(r.content)).hexdigest()) for r in responses]


def records(headers):
    return [harfile.Record(name=name, value=value) for name, value in headers.items()]


def write(path, responses):
    with harfile.HarFile.open(str(path)) as har:
        start = datetime.datetime.now(datetime.timezone.utc)
        for number, response in enumerate(responses):
            sent = response.request
            posted = sent.body and harfile.PostData(mimeType=sent.headers["Content-Type"], text=sent.body)
            content = harfile.Content(
                size=len(response.content),
                mimeType=response.headers.get("Content-Type", ""),
                text=base64.b64encode(response.content).decode(),
                encoding="base64",
            )
            har.add_entry(
                startedDateTime=start + datetime.timedelta(milliseconds=number),
                time=3,
                request=harfile.Request(
                    sent.method, sent.url, "HTTP/1.1", headers=records(sent.headers), postData=posted
                ),
                response=harfile.Response(
                    response.status_code,
                    response.reason,
                    "HTTP/1.1",
                    headers=records(response.headers),
                    content=content,
                ),
                timings=harfile.Timings(send=1, wait=1, receive=1),
            )


def hypermock(*arguments, folder):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=120, cwd=folder)


@contextlib.contextmanager
def replaying(folder):
    command = [BINARY, "serve", "Scenarios", "--port", "0", "--quiet"]
    with started(command, cwd=folder) as (urls, _):
        yield urls.group(1)


@contextlib.contextmanager
def running(application, threaded=False):
    """The origin of the application; with threads, connections stay open."""
    server = make_server("127.0.0.1", 0, application, threaded=threaded)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def proxying(origin, folder, *options):
    """The address of `hypermock record`, and at the end, what it says of the file."""
    command = [BINARY, "record", "--to", origin, "--port", "0", "--quiet", "--out", "Scenarios/traffic.yaml", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder
    )
    ready = re.match(r"hypermock ready (http://\S+)", process.stdout.readline())
    assert ready, process.stderr.read()
    errors = []
    yield ready.group(1), errors
    process.send_signal(signal.SIGINT)
    _, text = process.communicate(timeout=60)
    errors.append(text)
    assert process.returncode == 0, text


@pytest.fixture(scope="module", params=["import", "record"])
def recording(tmp_path_factory, request):
    """The folder with the scenario, the responses and the address that they came from; the server is stopped."""
    folder = tmp_path_factory.mktemp("recording")
    with running(upstream) as origin:
        if request.param == "record":
            with proxying(origin, folder) as (base, _):
                return folder, list(session(base)), base
        responses = list(session(origin))
    write(folder / "traffic.har", responses)
    run = hypermock("import", "traffic.har", folder=folder)
    assert run.returncode == 0, run.stderr
    return folder, responses, origin


def without_secrets(text, secrets):
    for secret, placeholder in secrets.items():
        text = text.replace(secret.encode(), placeholder.encode())
    return text


def test_a_replay_repeats_each_response(recording):
    folder, responses, origin = recording
    text = (folder / "Scenarios" / "traffic.yaml").read_text()
    placeholders = {
        "T0KEN.SECRET": re.search(r"access_token: (REDACTED-\d+)", text).group(1),
        "COOKIE-SECRET": re.search(r"sid=(REDACTED-\d+)", text).group(1),
    }
    with replaying(folder) as base:
        # The mock server is at another address; the secrets are placeholders.
        expected = facts(responses, lambda body: without_secrets(body, placeholders | {origin: base}))
        assert facts(session(base), lambda body: body) == expected


def test_no_file_contains_a_secret(recording):
    folder, _, _ = recording
    for path in pathlib.Path(folder / "Scenarios").rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not [secret for secret in SECRETS if secret.encode() in content], path


def test_the_file_is_clean_and_its_contract_holds(recording):
    folder, _, _ = recording
    lint = hypermock("lint", "--strict", "Scenarios", folder=folder)
    assert lint.returncode == 0, lint.stdout
    run = hypermock("verify", "Scenarios", "--no-state", folder=folder)
    assert run.returncode == 0, run.stdout
    assert "all detected" in hypermock("verify", "Scenarios", "--mutants", folder=folder).stdout


def test_a_foreign_client_follows_the_links(recording):
    folder, _, _ = recording
    with replaying(folder) as base:
        root = Navigator.hal(base + "/")
        assert root()["name"] == "root"
        item = root["item"](id=7)
        assert item()["id"] == 7
        assert item["up"]()["price"] == 2.89


def test_the_same_file_gives_the_same_bytes(recording):
    folder, _, _ = recording
    if not (folder / "traffic.har").exists():
        pytest.skip("a recording has no file to import")
    runs = [hypermock("import", "traffic.har", "--out", f"{name}/", folder=folder) for name in ["one", "two"]]
    assert [run.returncode for run in runs] == [0, 0]
    assert (folder / "one" / "traffic.yaml").read_bytes() == (folder / "two" / "traffic.yaml").read_bytes()


@pytest.mark.parametrize("reads", [1, 3])
def test_reads_depend_on_the_writes_before_them(tmp_path, reads):
    items = {}

    @Request.application
    def living(request):
        path, method = request.path, request.method
        if method == "POST":
            items[f"/items/{len(items) + 1}"] = request.get_data(as_text=True)
            return Response(status=201, headers={"Location": f"/items/{len(items)}"})
        if path == "/items":
            return Response("".join(items.values()), content_type="text/plain")
        if path not in items:
            return Response(status=404)
        if method == "PUT":
            items[path] = request.get_data(as_text=True)
        if method == "DELETE":
            items.pop(path)
        return Response(items.get(path, ""), status=204 if method == "DELETE" else 200, content_type="text/plain")

    def calls(base, reads):
        writes = [
            ("POST", "/items", "a"), ("POST", "/items", "a"), ("PUT", "/items/1", "b"), ("DELETE", "/items/2", None),
            ("DELETE", "/items/2", None),
        ]
        for method, path, body in writes:
            for address in ["/items", "/items/1", "/items/2"]:
                same = [requests.get(base + address, timeout=10) for _ in range(reads)]
                assert len({r.content for r in same}) == 1
                yield same[-1]
            headers = {"Content-Type": "text/plain"}
            yield requests.request(method, base + path, data=body, headers=headers, timeout=10)
        yield requests.get(base + "/items", timeout=10)

    def answers(base, reads):
        return [(r.status_code, r.content) for r in calls(base, reads)]

    with running(living) as origin, proxying(origin, tmp_path, "--stateful") as (base, _):
        recorded = answers(base, 1)
    with replaying(tmp_path) as base:
        assert answers(base, reads) == recorded
    for command in [["lint", "--strict", "Scenarios"], ["verify", "Scenarios", "--no-state"]]:
        run = hypermock(*command, folder=tmp_path)
        assert run.returncode == 0, run.stdout
    assert "all detected" in hypermock("verify", "Scenarios", "--mutants", "--no-state", folder=tmp_path).stdout


SENT = {
    "Accept": HAL, "Authorization": "Bearer a", "Cookie": "a=b", "X-End": "1", "Connection": "close, X-Hop", "X-Hop": "2",
    "Keep-Alive": "timeout=5", "TE": "trailers", "Upgrade": "h2c", "Proxy-Connection": "close", "If-None-Match": '"a"',
}


@pytest.mark.skipif(not (shutil.which("nginx") or shutil.os.path.exists("/usr/sbin/nginx")), reason="there is no nginx")
def test_the_fields_that_nginx_forwards_are_forwarded(tmp_path):
    seen = []

    @Request.application
    def echo(request):
        seen.append({name.title(): value for name, value in request.headers.items()})
        fields = {"Connection": "X-Gone", "X-Gone": "1", "X-Kept": "2", "Keep-Alive": "timeout=5", "Server": "origin"}
        return Response(request.data, status=207, content_type="text/plain", headers=fields)

    with running(echo) as origin:
        port = free_port()
        server = f"server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass {origin}; proxy_http_version 1.1; }} }}"
        with nginx_with(tmp_path, server, port):
            other = requests.post(f"http://127.0.0.1:{port}/a?b=%7e", headers=SENT, data=b"body", timeout=10)
        with proxying(origin, tmp_path) as (base, _):
            ours = requests.post(f"{base}/a?b=%7e", headers=SENT, data=b"body", timeout=10)
    by_nginx, by_hypermock = seen
    assert by_hypermock.pop("Via").startswith("1.1 hypermock-")
    assert by_hypermock.pop("Accept-Encoding") == "identity"
    for fields in [by_nginx, by_hypermock]:
        # Those of the connection, each with its own value.
        for name in ["Connection", "Accept-Encoding", "Upgrade", "Host"]:
            fields.pop(name, None)
    # nginx forwards these two, which RFC 9110 §7.6.1 forbids.
    forbidden = {"X-Hop", "Keep-Alive", "Te", "Proxy-Connection"}
    assert by_hypermock == {name: value for name, value in by_nginx.items() if name not in forbidden}
    assert not forbidden & set(by_hypermock)
    assert (ours.status_code, ours.content) == (other.status_code, other.content) == (207, b"body")
    assert ours.headers["X-Kept"] == other.headers["X-Kept"] == "2"
    assert "X-Gone" not in ours.headers and "Keep-Alive" not in ours.headers
    text = (tmp_path / "Scenarios" / "traffic.yaml").read_text()
    assert "X-Kept" in text and not re.search("X-Gone|X-Hop|Keep-Alive|Server", text)


def test_each_of_many_concurrent_responses_is_in_the_file(tmp_path):
    lock, given = threading.Lock(), []

    @Request.application
    def counter(request):
        with lock:
            given.append(str(len(given)))
            return Response(given[-1], content_type="text/plain")

    with running(counter, threaded=True) as origin, proxying(origin, tmp_path) as (base, _):

        def run():
            with requests.Session() as client:
                for _ in range(200):
                    assert client.get(f"{base}/next", timeout=30).status_code == 200

        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    text = (tmp_path / "Scenarios" / "traffic.yaml").read_text()
    recorded = re.findall(r'^ +body: "?(\d+)"?$', text, re.MULTILINE)
    assert sorted(recorded, key=int) == given
    assert len(given) == 1600
    lint = hypermock("lint", "--strict", "Scenarios", folder=tmp_path)
    assert lint.returncode == 0, lint.stdout
