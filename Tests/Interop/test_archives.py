"""HAR files that Hypermock writes, read by haralyzer and imported again; and data of json-server as live resources."""

import json
import subprocess

import pytest
import requests
from conftest import BINARY
from haralyzer import HarParser
from serving import started

SCENARIO = """
scenario: Orders
root: true
interactions:
  - request: { method: POST, urlPath: /orders }
    response: { status: 201, headers: { Location: /orders/7 }, jsonBody: { price: 2.890, _links: { self: { href: /orders/7 } } } }
  - request: { urlPath: /image }
    response: { headers: { Content-Type: image/png }, base64Body: iVBORw0KGgo= }
  - request: { urlPath: /broken }
    response: { fault: reset }
contract:
  - step: create
    request: { method: POST, url: /orders, jsonBody: { password: SECRET-1 }, authorization: { bearer: SECRET-2 } }
    expect: { outcome: success, status: 201, model: { price: 2.890 } }
  - step: an image
    request: { url: /image }
    expect: { outcome: undecodable, status: 200 }
  - step: it breaks
    request: { url: /broken }
    expect: { outcome: connectionFailure, kind: reset }
"""
REQUEST = ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"]
RESPONSE = ["status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize", "bodySize"]


def hypermock(*arguments, folder):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=folder)


def entries(text):
    """The entries, with all members that HAR 1.2 requires."""
    archive = HarParser(json.loads(text)).har_data
    assert archive["version"] == "1.2" and archive["creator"]["name"] == "Hypermock"
    for entry in archive["entries"]:
        assert all(name in entry["request"] for name in REQUEST)
        assert all(name in entry["response"] for name in RESPONSE)
        assert all(name in entry["response"]["content"] for name in ["size", "mimeType"])
        assert entry["time"] == sum(max(entry["timings"][name], 0) for name in ["send", "wait", "receive"])
        assert entry["cache"] == {} and entry["startedDateTime"].endswith("Z")
    return archive["entries"]


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    folder = tmp_path_factory.mktemp("orders")
    (folder / "orders.yaml").write_text(SCENARIO)
    return folder


def imported(folder, archive):
    run = hypermock("import", archive, "--out", f"{archive}.yaml", "--force", folder=folder)
    assert run.returncode == 0, run.stderr
    assert hypermock("lint", "--strict", f"{archive}.yaml", folder=folder).returncode == 0
    verified = hypermock("verify", f"{archive}.yaml", "--no-state", folder=folder)
    assert verified.returncode == 0, verified.stdout


def test_a_journal_is_archived_and_imported_again(orders):
    command = [BINARY, "serve", "orders.yaml", "--port", "0", "--quiet"]
    with started(command, cwd=orders) as (urls, _):
        url = urls.group(1)
        secret = {"Authorization": "Bearer SECRET-2"}
        requests.post(url + "/orders?token=SECRET-3", json={"password": "SECRET-1"}, headers=secret, timeout=10)
        requests.get(url + "/image", timeout=10)
        with pytest.raises(requests.ConnectionError):
            requests.get(url + "/broken", timeout=10)
        requests.post(url + "/none", data=b"\xff\x00", timeout=10)
        text = requests.get(url + "/__admin/requests?format=har", timeout=10).text
        assert "SECRET-2" in requests.get(url + "/__admin/requests?format=har&credentials=true", timeout=10).text
    found = entries(text)
    assert [entry["response"]["status"] for entry in found] == [201, 200, 0, 404]
    assert "2.890" in found[0]["response"]["content"]["text"]
    assert found[1]["response"]["content"]["encoding"] == "base64"
    assert found[2]["response"]["_error"] == "net::ERR_CONNECTION_RESET"
    assert found[3]["request"]["postData"]["_encoding"] == "base64"
    assert "SECRET" not in text
    (orders / "journal.har").write_text(text)
    imported(orders, "journal.har")


def test_a_run_is_archived_and_imported_again(orders):
    run = hypermock("verify", "orders.yaml", "--no-state", "--report", "har=run.har", folder=orders)
    assert run.returncode == 0, run.stdout
    text = (orders / "run.har").read_text()
    found = entries(text)
    # A client may repeat the request whose connection breaks.
    assert len(found) >= 6 and "SECRET" not in text
    assert {entry["_hypermock"]["step"] for entry in found} == {"create", "an image", "it breaks"}
    imported(orders, "run.har")


DATA = """{
  "posts": [{ "id": 1, "title": "a", "views": 100.50, "authorId": "u1" }, { "id": 2, "title": "b", "authorId": "u2" }],
  "authors": [{ "id": "u1", "name": "Ada", "password": "SECRET-1" }, { "id": "u2", "name": "Bob" }],
  "profile": { "name": "typicode" }, "tags": ["a"], "version": 3, "empty": []
}"""


def test_the_data_of_json_server_becomes_live_resources(tmp_path):
    (tmp_path / "db.json").write_text(DATA)
    run = hypermock("import", "db.json", folder=tmp_path)
    assert run.returncode == 0 and "3 live resources" in run.stderr and run.stderr.count("skipped: 1 entry") == 2, run.stderr
    assert "SECRET" not in (tmp_path / "Scenarios/db.yaml").read_text()
    assert hypermock("lint", "--strict", "Scenarios", folder=tmp_path).returncode == 0
    assert hypermock("verify", "Scenarios", "--no-state", folder=tmp_path).returncode == 0
    assert "all detected" in hypermock("verify", "Scenarios", "--mutants", "--no-state", folder=tmp_path).stdout.splitlines()[-1]
    with started([BINARY, "serve", "Scenarios", "--port", "0", "--quiet"], cwd=tmp_path) as (urls, _):
        url = urls.group(1)
        made = requests.post(url + "/posts", json={"title": "c", "authorId": "u2"}, timeout=10)
        assert made.status_code == 201 and made.headers["Location"].endswith("/posts/3")
        post = requests.get(url + "/posts/1", timeout=10)
        assert "100.50" in post.text and post.json()["_links"]["author"]["href"].endswith("/authors/u1")
        assert requests.post(url + "/posts", json={"authorId": "none"}, timeout=10).status_code == 422
        assert requests.get(url + "/profile", timeout=10).json() == {"name": "typicode"}


HOSTILE = {
    "truncated": ('{"posts":[{"id":1', 4),
    "not a number": ('{"posts":[{"id":NaN}]}', 4),
    "deep": ('{"posts":[{"id":1,"a":' + "[" * 100_000, 4),
    "too deep for an item": ('{"posts":[{"id":1,"a":' + "[" * 150 + "]" * 150 + "}]}", 0),
    "duplicate ids": ('{"posts":[{"id":1},{"id":1},{"id":"1"}]}', 0),
    "duplicate keys": ('{"posts":[{"id":1,"id":2}],"posts":[]}', 0),
    "enormous ids": ('{"posts":[{"id":1e400},{"id":99999999999999999999999},{"id":9007199254740993}]}', 0),
    "names": ('{"":[{"id":1}],"a/b":[{"id":1}],"..":[{"id":1}],"_x":[{"id":1}],"é ?#":[{"id":1}]}', 0),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_data_is_an_error_or_counted(name, tmp_path):
    text, code = HOSTILE[name]
    (tmp_path / "db.json").write_text(text)
    run = hypermock("import", "--as", "json-server", "db.json", "--out", "out.yaml", folder=tmp_path)
    assert run.returncode == code, run.stderr
    assert (tmp_path / "out.yaml").exists() == (code == 0)
    if code == 0:
        assert hypermock("lint", "--strict", "out.yaml", folder=tmp_path).returncode == 0
        assert hypermock("verify", "out.yaml", "--no-state", folder=tmp_path).returncode == 0
