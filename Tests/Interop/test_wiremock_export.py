"""Scenarios as mappings of WireMock: WireMock 2.35.1 and Hypermock serve them like the scenario files, and imported again
they pass the contracts."""

import json
import pathlib
import subprocess

import pytest
import yaml
from conftest import BINARY, not_checked
from differential import servers
from differential.case import Request
from differential.exchange import Peer

SCENARIOS = pathlib.Path(__file__).parents[2] / "Scenarios"

SCENARIO = """
scenario: Fuel
origin: https://fuel.example.com
interactions:
  - request: { method: GET, url: /stations }
    response:
      headers: { Link: <https://fuel.example.com/stations?page=2>; rel=next }
      jsonBody: { price: 2.890, _links: { self: { href: 'https://fuel.example.com/stations' }, x: { href: /x } } }
  - request: { method: GET, urlPathTemplate: '/stations/{id}' }
    response: { status: 302, headers: { Location: 'https://fuel.example.com/stations' } }
  - request: { method: GET, url: /stations/first }
    priority: 1
    response: { body: the first, headers: { Content-Type: text/plain } }
  - request: { method: GET, url: /same }
    response: { body: earlier, headers: { Content-Type: text/plain } }
  - request: { method: GET, urlPath: /same }
    response: { body: later, headers: { Content-Type: text/plain } }
  - request: { method: GET, url: /busy }
    responses:
      - { status: 503, retryAfter: 7, times: 2 }
      - { status: 429 }
      - { status: 204 }
  - request: { method: GET, url: /once }
    responses: [{ status: 200 }, { status: 204 }]
    afterLast: noMatch
  - request: { method: GET, url: /again }
    responses: [{ status: 201 }, { status: 202 }]
    afterLast: loop
  - request: { method: [PUT, PATCH], url: /either }
    response: { base64Body: AAEC, headers: { Content-Type: application/octet-stream } }
  - request: { method: POST, url: /state }
    newScenarioState: posted
    response: { status: 201 }
  - request: { method: GET, url: /state }
    requiredScenarioState: posted
    response: { status: 200, body: posted, headers: { Content-Type: text/plain } }
  - request: { method: GET, url: /file }
    response: { bodyFileName: file.json }
  - request: { method: GET, url: /tag }
    response: { etag: auto, jsonBody: [1, 2.0] }
  - request: { method: GET, url: /reset }
    response: { fault: reset }
  - request: { method: GET, url: /stall }
    response: { fault: stall }
  - request: { method: GET, url: /raw }
    response: { raw: "HTTP/1.1 200 OK\\n\\n" }
"""

CALLS = [
    ("GET", "/stations"), ("GET", "/stations/7"), ("GET", "/stations/first"), ("GET", "/same"), ("GET", "/same?x"),
    *[("GET", "/busy")] * 5, *[("GET", "/once")] * 3, *[("GET", "/again")] * 4, ("PUT", "/either"), ("PATCH", "/either"),
    ("GET", "/either"), ("GET", "/state"), ("POST", "/state"), ("GET", "/state"), ("GET", "/file"), ("GET", "/tag"),
    ("GET", "/reset"),
]  # fmt: skip


def run(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def exported(path, folder, code=0):
    result = run("export", "wiremock", path, "--out", folder)
    assert result.returncode == code, result.stderr
    return result.stderr


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The folder with the scenario, and that with its mappings."""
    root = tmp_path_factory.mktemp("export")
    (root / "fuel").mkdir()
    (root / "fuel" / "fuel.yaml").write_text(SCENARIO)
    (root / "fuel" / "file.json").write_text('{ "a": 1.50,\n "self": "https://fuel.example.com/file" }\n')
    report = exported(root / "fuel", root / "wiremock")
    assert [line for line in report.splitlines() if "skipped" in line] == [
        "  skipped: 1 fault that WireMock does not have",
        "  skipped: 1 raw response",
    ]
    return root / "fuel", root / "wiremock"


def facts(peer):
    """What clients see of the responses; links of Hypermock lead to itself."""
    base = f"http://127.0.0.1:{peer.port}".encode()
    answers = [peer.send(Request(method, target, (("Host", f"127.0.0.1:{peer.port}"),), None)) for method, target in CALLS]
    names = ["content-type", "etag", "link", "location", "retry-after"]
    for answer in answers:
        fields = {name.lower(): value.replace(base.decode(), "") for name, value in answer.headers}
        body = None if answer.status == 404 else answer.body.replace(base, b"")
        yield answer.fault, answer.status, body, [fields.get(name) for name in names if answer.status != 404]


def test_the_mappings_are_served_like_the_scenario(folders):
    scenario, mappings = folders
    with servers.running([BINARY, "serve", scenario, "--port", "0", "--quiet"], servers.READY) as port:
        expected = list(facts(Peer(port)))
    assert [status for _, status, *_ in expected].count(404) == 3
    with servers.hypermock(mappings) as port:
        assert list(facts(Peer(port))) == expected
    if servers.java() is None:
        not_checked("that WireMock serves exported mappings, since there is no Java")
    with servers.wiremock(mappings) as port:
        assert list(facts(Peer(port))) == expected


#: Shipped scenarios, each with a contract that does not depend on what only Hypermock has.
SHIPPED = ["links", "forms", "failures", "conflicts", "successes", "redirects", "unavailability"]


@pytest.mark.parametrize("name", SHIPPED)
def test_imported_again_they_pass_the_contracts(tmp_path, name):
    """The contracts are those of the shipped files; counts of requests belong to the interactions, and are gone."""
    files = [path for path in sorted((SCENARIOS / name).rglob("*.yaml")) if "matrix:" not in path.read_text()]
    checked = 0
    for path in files:
        original = yaml.safe_load(path.read_text())
        if "contract" not in original:
            continue
        folder = tmp_path / path.stem
        report = run("export", "wiremock", path, "--out", folder)
        if report.returncode == 5 or "skipped" in report.stderr:
            continue
        back = tmp_path / "back" / path.name
        result = run("import", folder / "mappings" / f"{path.stem}.json", "--out", back)
        assert result.returncode == 0, result.stderr
        imported = yaml.safe_load(back.read_text())
        imported |= {key: original[key] for key in original if key in ["contract", "origin", "allowUnmatched", "because"]}
        back.write_text(json.dumps(imported))
        verified = run("verify", back)
        assert verified.returncode == 0, f"{path}\n{verified.stdout}\n{verified.stderr}"
        checked += 1
    assert checked or not files


def test_the_same_scenarios_give_the_same_bytes(folders, tmp_path):
    scenario, mappings = folders
    exported(scenario, tmp_path / "again")
    for path in [path for path in mappings.rglob("*") if path.is_file()]:
        assert path.read_bytes() == (tmp_path / "again" / path.relative_to(mappings)).read_bytes()
    assert "exists already" in exported(scenario, tmp_path / "again", code=2)
