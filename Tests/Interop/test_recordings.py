"""Exchanges of a real server in a HAR file by `harfile`: imported, they replay without the server and without secrets."""

import base64
import contextlib
import datetime
import gzip
import hashlib
import pathlib
import re
import subprocess
import threading

import harfile
import pytest
import requests
from conftest import BINARY
from restnavigator import Navigator
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
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    ready = re.match(r"hypermock ready (http://\S+)", process.stdout.readline())
    assert ready, "it did not start"
    yield ready.group(1)
    process.terminate()
    assert process.wait(timeout=10) == 0


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """The folder with the imported scenario, and the recorded facts; the server is stopped."""
    folder = tmp_path_factory.mktemp("recording")
    server = make_server("127.0.0.1", 0, upstream)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    origin = f"http://127.0.0.1:{server.server_port}"
    try:
        responses = list(session(origin))
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
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
    runs = [hypermock("import", "traffic.har", "--out", f"{name}/", folder=folder) for name in ["one", "two"]]
    assert [run.returncode for run in runs] == [0, 0]
    assert (folder / "one" / "traffic.yaml").read_bytes() == (folder / "two" / "traffic.yaml").read_bytes()
