"""Live resources, judged by foreign clients and by a model of a few lines."""

import gzip
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading

import pytest
import restnavigator
from serving import BINARY, started

SCENARIO = """
scenario: Logs
root: true
resources:
  logs:
    path: /logs
    ids: sequence
    unique: [receipt]
    page: { size: 7, max: 50 }
    items: [%s]
  counters: { path: /counters, ids: client, requireIfMatch: true, items: [%s] }
"""
ITEMS = ", ".join(f"{{ id: {n}, litres: {n}.50, receipt: r{n} }}" for n in range(1, 31))
COUNTERS = ", ".join(f"{{ id: c{n}, value: 0 }}" for n in range(8))


@pytest.fixture(scope="module")
def origin(tmp_path_factory):
    """A server with 30 logs and 8 counters."""
    file = tmp_path_factory.mktemp("living") / "logs.yaml"
    file.write_text(SCENARIO % (ITEMS, COUNTERS))
    with started([BINARY, "serve", file, "--port", "0", "--quiet"]) as (urls, _):
        yield urls.group(1)


class Client:
    """One connection to one address."""

    def __init__(self, origin, prefix=""):
        self.connection = http.client.HTTPConnection(origin.split("//")[1], timeout=30)
        self.prefix = prefix

    def send(self, method, path, body=None, **fields):
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        if body is not None and "Content-Type" not in headers:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, self.prefix + path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        text = response.read()
        return response.status, json.loads(text) if text else None, response.headers


def test_a_client_walks_all_pages(origin):
    page = restnavigator.Navigator.hal(f"{origin}/logs")
    seen = []
    while True:
        page()
        seen += [item.state["id"] for item in page.embedded()["logs"]]
        if "next" not in page.links():
            break
        page = page["next"]
    assert seen == list(range(1, 31))


class Model:
    """What the collection is: a dictionary of items with their versions."""

    def __init__(self):
        self.items = {n: {"id": n, "litres": n + 0.5, "receipt": f"r{n}"} for n in range(1, 31)}
        self.versions = {n: 1 for n in self.items}
        self.revision = 1
        self.next = 31

    def conflict(self, item, own=None):
        receipt = item.get("receipt")
        others = (n for n, other in self.items.items() if n != own and other.get("receipt") == receipt)
        return next(others, None) if receipt is not None else None

    def write(self, number, item, status):
        self.revision += 1
        self.items[number] = item
        self.versions[number] = self.revision
        return status, item

    def create(self, item):
        number = item.get("id", self.next)
        if number in self.items:
            return 409, self.items[number]
        other = self.conflict(item)
        if other is not None:
            return 409, self.items[other]
        self.next = max(self.next, number + 1)
        return self.write(number, {"id": number} | item, 201)

    def change(self, number, version, change):
        if number not in self.items:
            return 404, None
        if version is not None and version != self.versions[number]:
            return 412, None
        item = change(self.items[number])
        if item.get("id", number) != number:
            return 409, None
        other = self.conflict(item, number)
        if other is not None:
            return 409, self.items[other]
        return self.write(number, {"id": number} | item, 200)

    def delete(self, number, version):
        if number not in self.items:
            return 404, None
        if version is not None and version != self.versions[number]:
            return 412, None
        self.revision += 1
        del self.items[number], self.versions[number]
        return 204, None

    def page(self, number, size):
        items = list(self.items.values())
        return 200, items[number * size : (number + 1) * size]


def merged(old, patch):
    return {name: value for name, value in (old | patch).items() if value is not None}


def test_random_operations_agree_with_a_model(origin):
    randomness = random.Random(20)
    client, model = Client(origin, "/@model"), Model()
    for step in range(1000):
        number = randomness.randint(1, 40)
        body = {"litres": randomness.randint(1, 9)}
        if randomness.random() < 0.5:
            body["receipt"] = f"r{randomness.randint(1, 60)}"
        version = randomness.choice([None, model.versions.get(number), randomness.randint(1, step + 1)])
        fields = {} if version is None else {"If_Match": f'"{version}"'}
        kind = randomness.choice(["create", "create with id", "put", "merge", "delete", "read", "page"])
        path = f"/logs/{number}"
        if kind == "create":
            expected, answer = model.create(body), client.send("POST", "/logs", body)
        elif kind == "create with id":
            body = {"id": randomness.randint(1, 80)} | body
            expected, answer = model.create(body), client.send("POST", "/logs", body)
        elif kind == "put":
            body = body if randomness.random() < 0.8 else {"id": number + randomness.randint(0, 1)} | body
            expected = model.change(number, version, lambda old: body)
            answer = client.send("PUT", path, body, **fields)
        elif kind == "merge":
            patch = body | randomness.choice([{}, {"receipt": None}, {"note": {"step": step}}])
            expected = model.change(number, version, lambda old: merged(old, patch))
            answer = client.send("PATCH", path, patch, Content_Type="application/merge-patch+json", **fields)
        elif kind == "delete":
            expected, answer = model.delete(number, version), client.send("DELETE", path, **fields)
        elif kind == "read":
            item = model.items.get(number)
            expected, answer = (404 if item is None else 200, item), client.send("GET", path)
        else:
            size, page = randomness.randint(1, 12), randomness.randint(0, 6)
            expected, answer = model.page(page, size), client.send("GET", f"/logs?page={page}&size={size}")
        status, document, _ = answer
        assert status == expected[0], (step, kind, path, body, document)
        if kind == "page":
            document = document["_embedded"]["logs"]
            assert [plain(item) for item in document] == expected[1], (step, kind)
        elif expected[1] is not None:
            assert plain(document) == expected[1], (step, kind)


def plain(item):
    return {name: value for name, value in item.items() if name != "_links"}


def test_no_update_is_lost(origin):
    """8 clients send 1000 conditional changes each: each version of the counter has exactly one winner."""
    wins = []
    lock = threading.Lock()

    def compete(number):
        client = Client(origin)
        won = []
        for attempt in range(1000):
            _, item, headers = client.send("GET", "/counters/c0")
            status, _, _ = client.send(
                "PUT", "/counters/c0", {"value": item["value"] + 1}, If_Match=headers["ETag"]
            )
            assert status in (200, 412), status
            if status == 200:
                won.append(headers["ETag"])
        with lock:
            wins.extend(won)

    threads = [threading.Thread(target=compete, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wins) == len(set(wins)) > 0
    assert Client(origin).send("GET", "/counters/c0")[1]["value"] == len(wins)


def raw(origin, request, body=b""):
    """Sends a request as it is; returns the status, the fields and the content."""
    connection = http.client.HTTPConnection(origin.split("//")[1], timeout=30)
    method, path, fields = request
    connection.request(method, path, body, fields)
    response = connection.getresponse()
    return response.status, response.headers, response.read()


def test_a_reset_makes_no_tag_name_other_content(origin):
    client = Client(origin, "/@reset")
    _, _, headers = client.send("PUT", "/logs/1", {"litres": 2})
    old = headers["ETag"]
    assert client.send("POST", "/__admin/reset", {})[0] == 200
    assert client.send("GET", "/logs/1")[2]["ETag"] == '"1"'
    assert client.send("PUT", "/logs/1", {"litres": 3}, If_Match='"1"')[0] == 200
    assert client.send("GET", "/logs/1", If_None_Match=old)[0] == 200
    assert client.send("PUT", "/logs/1", {"litres": 4}, If_Match=old)[0] == 412


def test_equivalent_texts_are_ids_of_two_items(origin):
    client = Client(origin, "/@texts")
    for number, name in enumerate(["\u00e9", "e\u0301"]):
        assert client.send("POST", "/counters", {"id": name, "value": number})[0] == 201
    assert client.send("GET", "/counters/%C3%A9")[1]["value"] == 0
    assert client.send("GET", "/counters/e%CC%81")[1]["value"] == 1


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "fields, body, status, expected",
    [
        (JSON | {"Content-Encoding": "br"}, b"{}", 415, {"Accept-Encoding": "gzip, identity"}),
        (JSON | {"Content-Encoding": "gzip"}, gzip.compress(b'{"litres": 5}'), 200, {}),
        (JSON | {"Content-Range": "bytes 0-1/2"}, b"{}", 400, {}),
        ({"Content-Type": "application/merge-patch+json"}, b"{}", 415, {"Accept": "application/json"}),
        (JSON | {"Accept": "application/json; charset=utf-8"}, b"{}", 200, {"Content-Type": "application/json"}),
    ],
)
def test_fields_about_content_are_obeyed(origin, fields, body, status, expected):
    answer, headers, text = raw(origin, ("PUT", "/@content/logs/2", fields), body)
    assert answer == status, text
    assert {name: headers[name] for name in expected} == expected


def test_the_administrator_keeps_the_rules(origin):
    client = Client(origin, "/@rules")
    path = "/__admin/resources/logs"
    twice = [{"id": 1, "receipt": "a"}, {"id": 2, "receipt": "a"}]
    status, document, _ = client.send("PUT", path, {"items": twice})
    assert status == 422 and document["errors"][0]["source"]["pointer"] == "/items/1/receipt"
    assert client.send("PUT", path, {"items": [{"id": 1, "_links": {"self": {"href": "x"}}}]})[0] == 200
    _, _, text = raw(origin, ("GET", "/@rules/logs/1", {}))
    names = json.loads(text, object_pairs_hook=lambda pairs: [name for name, _ in pairs])
    assert names == ["id", "_links"]


REDBOT = pathlib.Path(sys.executable).with_name("redbot")


@pytest.mark.parametrize("path", ["/logs/1", "/logs?page=1"])
def test_redbot_finds_nothing_bad(origin, path):
    command = [REDBOT, "--output-format", "har", origin + path]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    entries = json.loads(run.stdout)["log"]["entries"]
    notes = [note for entry in entries for note in entry["_red_messages"]]
    assert "If-None-Match conditional requests are supported." in {note["summary"] for note in notes}, notes
    assert not [note for note in notes if note["level"] == "bad"], notes


ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 60}}
LOG = {
    "type": "object",
    "properties": {"litres": {"type": "number"}, "receipt": {"type": "string", "maxLength": 8}},
    "additionalProperties": False,
}


def described():
    """An OpenAPI document of the logs: a created log leads to what can be done with it."""
    problem = {"content": {"application/problem+json": {}}, "description": "problem"}
    refused = {str(status): problem for status in (400, 404, 405, 409, 412, 413, 415, 422)}
    found = {"200": {"content": {"application/hal+json": {}}, "description": "a log"}}
    refused["409"] = {"content": problem["content"] | found["200"]["content"], "description": "the other log"}
    links = {
        name: {"operationId": name, "parameters": {"path.id": "$response.body#/id"}}
        for name in ("read", "replace", "change", "delete")
    }
    body = {"required": True, "content": {"application/json": {"schema": LOG}}}
    patch = {"required": True, "content": {"application/merge-patch+json": {"schema": LOG}}}
    created = {"201": found["200"] | {"links": links}}
    page = [{"name": name, "in": "query", "schema": {"type": "integer"}} for name in ("page", "size")]
    page += [{"name": "sort", "in": "query", "schema": {"type": "string"}}]
    return {
        "openapi": "3.1.0",
        "info": {"title": "logs", "version": "1"},
        "paths": {
            "/logs": {
                "get": {"operationId": "list", "parameters": page, "responses": found | refused},
                "post": {"operationId": "create", "requestBody": body, "responses": created | refused},
            },
            "/logs/{id}": {
                "parameters": [ID],
                "get": {"operationId": "read", "responses": found | refused},
                "put": {"operationId": "replace", "requestBody": body, "responses": found | refused},
                "patch": {"operationId": "change", "requestBody": patch, "responses": found | refused},
                "delete": {"operationId": "delete", "responses": {"204": {"description": "gone"}} | refused},
            },
        },
    }


def test_generated_sequences_meet_no_server_error(origin, tmp_path):
    """schemathesis: a log that was created is there, one that was deleted is not, and a wrong method gets 405 with Allow."""
    document = tmp_path / "logs.json"
    document.write_text(json.dumps(described()))
    command = [pathlib.Path(sys.executable).with_name("schemathesis"), "run", document, "--url", f"{origin}/@generated"]
    command += ["--phases", "coverage,fuzzing,stateful", "--seed", "20261126", "--max-examples", "30", "--no-color"]
    command += ["--checks", "not_a_server_error,status_code_conformance,content_type_conformance,unsupported_method"]
    command += ["--checks", "use_after_free,ensure_resource_availability", "--suppress-health-check", "all"]
    folder = os.environ.get("TMPDIR", "/tmp")
    finished = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
    assert finished.returncode == 0, finished.stdout[-20000:] + finished.stderr[-2000:]
    assert int(re.search(r"(\d+) generated", finished.stdout).group(1)) > 100
