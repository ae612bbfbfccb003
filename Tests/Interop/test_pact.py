"""Pacts: those that `hypermock export pact` writes, verified by Pact's verifier at a server; those that `pact-python` writes,
imported and judged by their contracts."""

import contextlib
import json
import os
import pathlib
import re
import subprocess

import pytest
import requests
from conftest import BINARY
from serving import started

SCENARIOS = pathlib.Path(__file__).parents[2] / "Scenarios"
# Each kind of response and of state; all of the scenarios take minutes.
SAMPLE = [
    "authentication/challenge-forms.yaml", "caching", "conflicts", "fuel-stations", "links", "living", "purchase-logs",
    "unavailability/no-hint.yaml", "unavailability/unavailable-then-back.yaml",
]
CONSUMER = ["--consumer", "app", "--provider", "stations"]


def hypermock(*arguments, folder):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=folder)


def sample():
    return [SCENARIOS / name for name in SAMPLE if (SCENARIOS / name).exists()]


def export(folder, *options):
    run = hypermock("export", "pact", *CONSUMER, "--force", *options, folder=folder)
    assert run.returncode == 0, run.stderr
    return folder / "app-stations.json", run.stderr


@contextlib.contextmanager
def serving(*paths):
    with started([BINARY, "serve", *map(str, paths), "--port", "0", "--quiet"]) as (urls, _):
        yield urls.group(1)


def verify(pact, url, address="/@pact"):
    """The exit code, the number of verified interactions, and the output of Pact's verifier."""
    state = f"{url}{address}/__admin/pact-state"
    command = ["pact", "verifier", "-f", pact, "-h", "127.0.0.1", "-p", url.rsplit(":", 1)[1], "--base-path", address]
    program = pathlib.Path(os.sys.executable).with_name("pact")
    run = subprocess.run(
        [program, *command[1:], "-s", state, "--state-change-teardown", "--no-colour"],
        capture_output=True, text=True, timeout=300, env={**os.environ, "PACT_DO_NOT_TRACK": "true"},
    )
    return run.returncode, run.stdout.count("returns a response which"), run.stdout + run.stderr


def interactions(pact):
    return json.loads(pact.read_text())["interactions"]


@pytest.fixture(scope="module")
def server():
    with serving(*sample()) as url:
        yield url


@pytest.mark.parametrize("version", [2, 3, 4])
def test_the_verifier_verifies_each_exported_interaction(version, server, tmp_path):
    pact, summary = export(tmp_path, "--spec", version, *sample())
    code, verified, output = verify(pact, server)
    assert code == 0, output[output.find("Failures:"):][:4000]
    assert verified == len(interactions(pact)) > 50
    assert "skipped:" in summary


def test_the_export_is_the_same_each_time(tmp_path):
    first = export(tmp_path, SCENARIOS / "purchase-logs")[0].read_bytes()
    assert export(tmp_path, SCENARIOS / "purchase-logs")[0].read_bytes() == first


def test_an_existing_file_is_kept(tmp_path):
    pact, _ = export(tmp_path, SCENARIOS / "purchase-logs")
    before = pact.read_bytes()
    run = hypermock("export", "pact", *CONSUMER, SCENARIOS / "links", folder=tmp_path)
    assert run.returncode == 2 and "--force" in run.stderr
    assert pact.read_bytes() == before
    assert os.listdir(tmp_path) == [pact.name]


def flip_status(one):
    one["response"]["status"] = 418


def flip_body(one):
    one["response"]["body"]["content"] = {"flipped": True}


def flip_link(one):
    for rule in one["response"]["matchingRules"]["body"].values():
        for matcher in rule["matchers"]:
            if matcher["match"] == "regex":
                matcher["regex"] = matcher["regex"][:-1] + "x$"


def flip_header(one):
    one["response"]["headers"]["Content-Type"] = ["text/flipped"]


@pytest.mark.parametrize("flip", [flip_status, flip_body, flip_link, flip_header])
def test_the_verifier_fails_for_a_flipped_value(flip, tmp_path):
    paths = [SCENARIOS / "fuel-stations"]
    pact, _ = export(tmp_path, *paths)
    document = json.loads(pact.read_text())
    linked = [one for one in document["interactions"] if "regex" in json.dumps(one["response"].get("matchingRules", {}))]
    linked = [one for one in linked if "href" in json.dumps(one["response"]["matchingRules"].get("body", {}))]
    document["interactions"] = linked[:1]
    pact.write_text(json.dumps(document))
    with serving(*paths) as url:
        assert verify(pact, url)[0] == 0
        flip(linked[0])
        pact.write_text(json.dumps(document))
        assert verify(pact, url)[0] == 1


def test_an_address_of_one_scenario_verifies_its_interactions(tmp_path):
    paths = [SCENARIOS / "living" / "fuel-world.yaml"]
    pact, _ = export(tmp_path, *paths)
    with serving(*paths) as url:
        code, verified, output = verify(pact, url, "/~fuel-world@pact")
    assert code == 0 and verified == len(interactions(pact)), output[-3000:]


def change(url, body, address="/@t"):
    return requests.post(f"{url}{address}/__admin/pact-state", json=body, timeout=10)


def test_unknown_states_are_refused(server):
    answer = change(server, {"action": "setup", "state": "no such state", "params": {}})
    assert answer.status_code == 404 and "states:" in answer.text
    assert change(server, {"action": "setup", "state": "x", "params": {"address": "/~none"}}).status_code == 404
    assert change(server, {"action": "setup", "state": "", "params": None}).status_code == 200
    assert change(server, {"action": "start", "state": ""}).status_code == 422
    many = {"address": "/~fuel-world", "requests": [{}] * 1001}
    assert change(server, {"action": "setup", "state": "x", "params": many}).status_code == 422
    assert change(server, {"action": "setup", "state": ""}, address="").status_code == 403


WRITER = """
import sys
from pact import Pact, match

version = sys.argv[1]
has_rules = version != "V2"
pact = Pact("app", "stations").with_specification(version)
station = {"name": "7-Eleven", "price": 2.5, "logs": match.each_like({"litres": 30}, min=1),
           "_links": {"self": {"href": match.regex("/stations/fs1", regex=r"^/stations/[a-z0-9]+$")}}}
(pact.upon_receiving("a station").given("station exists").with_request("GET", "/stations/fs1")
    .with_header("Accept", "application/hal+json").will_respond_with(200)
    .with_header("Content-Type", "application/hal+json").with_body(match.like(station)))
(pact.upon_receiving("a page").with_request("GET", "/stations").with_query_parameters({"page": "2"})
    .will_respond_with(200).with_body({"page": 2}, "application/json"))
one = pact.upon_receiving("a new log").given("station exists")
if has_rules:
    one = one.given("logged in", user="ada")
log = {"litres": match.integer(30), "station": match.regex("fs1", regex=r"^fs\\\\d+$")} if has_rules else {"litres": 30}
(one.with_request("POST", "/logs").with_header("Authorization", "Bearer SECRET-TOKEN").with_body(match.like(log), "application/json")
    .will_respond_with(201).with_header("Location", "/logs/1"))
(pact.upon_receiving("no station").given("no station").with_request("GET", "/stations/fs1")
    .will_respond_with(404).with_body({"title": "Not found"}, "application/problem+json"))
(pact.upon_receiving("a text").with_request("PUT", "/note").with_body("hello", "text/plain")
    .will_respond_with(200).with_body("ok", "text/plain"))
if version == "V4":
    (pact.upon_receiving("an image").with_request("GET", "/image").will_respond_with(200)
        .with_binary_body(b"\\\\x89PNG\\\\x00", "image/png"))
    pact.upon_receiving("a message", "Async").with_body("{}", "application/json")
pact.write_file(sys.argv[2], overwrite=True)
"""


@pytest.mark.parametrize("version", ["V2", "V3", "V4"])
def test_a_pact_of_pact_python_becomes_a_scenario_with_a_contract(version, tmp_path):
    environment = {**os.environ, "PACT_DO_NOT_TRACK": "true"}
    writer = [os.sys.executable, "-c", WRITER.replace("\\\\", "\\"), version, str(tmp_path)]
    subprocess.run(writer, check=True, capture_output=True, timeout=60, env=environment)
    pact = tmp_path / "app-stations.json"
    run = hypermock("import", pact, folder=tmp_path)
    assert run.returncode == 0, run.stderr
    count = len([one for one in interactions(pact) if "Messages" not in one.get("type", "")])
    # Each state is entered by an interaction of its own.
    states = 2 + (version != "V2")
    assert f"{count + states} interactions" in run.stderr and "1 secret replaced" in run.stderr
    assert ("a message" in run.stderr) == (version == "V4")
    scenario = tmp_path / "Scenarios" / "app-stations.yaml"
    assert "SECRET" not in scenario.read_text()
    assert hypermock("lint", "--strict", "Scenarios", folder=tmp_path).returncode == 0
    verified = hypermock("verify", "Scenarios", "--no-state", folder=tmp_path)
    assert verified.returncode == 0, verified.stdout
    if version == "V4":
        mutants = hypermock("verify", "Scenarios", "--mutants", "--no-state", folder=tmp_path)
        assert "all detected" in mutants.stdout.splitlines()[-1], mutants.stdout
    # The verifier enters the states of the imported scenario.
    with serving(tmp_path / "Scenarios") as url:
        code, number, output = verify(pact, url, "/~app-stations@pact")
    links = re.findall(r"\d+\.\d+\) .*", output)
    # The server completes the targets of links, which this pact requires as they are; it sends no messages.
    assert number == count and all(re.search("Location|body|metadata", link) for link in links), output[-3000:]
    if version == "V4":
        assert hypermock("import", pact, "--out", "again/", folder=tmp_path).returncode == 0
        assert (tmp_path / "again" / scenario.name).read_text() == scenario.read_text()


def test_an_exported_pact_can_be_imported_and_exported_again(tmp_path):
    pact, _ = export(tmp_path, SCENARIOS / "purchase-logs")
    assert hypermock("import", pact, "--out", "one.yaml", "--keep-secrets", folder=tmp_path).returncode == 0
    assert hypermock("lint", "--strict", "one.yaml", folder=tmp_path).returncode == 0
    assert hypermock("verify", "one.yaml", "--no-state", folder=tmp_path).returncode == 0
    again, _ = export(tmp_path, "one.yaml")
    assert len(interactions(again)) > 0


HOSTILE = {
    "truncated": b'{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{"request":{"method"',
    "deep": b'{"consumer":{},"provider":{},"interactions":' + b"[" * 100_000,
    "not a list": b'{"consumer":{},"provider":{},"interactions":{}}',
    "no request": b'{"consumer":{},"provider":{},"interactions":[{"response":{}}]}',
    "an invalid path": b'{"consumer":{},"provider":{},"interactions":[{"request":{"path":[]},"response":{}}]}',
    "an invalid status": b'{"consumer":{},"provider":{},"interactions":[{"request":{},"response":{"status":1e999}}]}',
    "not a number": b'{"consumer":{},"provider":{},"interactions":[{"request":{},"response":{"body":NaN}}]}',
    "version 9": b'{"consumer":{},"provider":{},"interactions":[],"metadata":{"pactSpecification":{"version":"9"}}}',
    "nothing": b'{"consumer":{},"provider":{},"interactions":[]}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_pact_is_an_error_with_its_place(name, tmp_path):
    (tmp_path / "a.json").write_bytes(HOSTILE[name])
    run = hypermock("import", "--as", "pact", "a.json", folder=tmp_path)
    assert run.returncode == (5 if name == "nothing" else 4), run.stderr
    assert name == "nothing" or re.match(r"a\.json:\d+:\d+: error: ", run.stderr), run.stderr
    assert os.listdir(tmp_path) == ["a.json"]
