"""WireMock's Go client, https://github.com/wiremock/go-wiremock: its own suite, and the effect of each of its calls."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import not_checked
from differential import servers
from fetching import fetched
from serving import serving

SOURCE = os.environ.get("HYPERMOCK_GO_WIREMOCK", "https://github.com/wiremock/go-wiremock.git")
COMMIT = "2dba73b88352246ed33808f1f4132aff26504216"
PROGRAMS = pathlib.Path(__file__).parent / "clients" / "go"
#: Where the package golang-github-google-uuid-dev has the only module that the client needs.
PACKAGES = pathlib.Path("/usr/share/gocode")

#: The matchers and conditions of which a request is matched (250) and another one is not.
MATCHED = re.compile(r"(250( 404)*|404)")

#: The effects of the other calls.
EFFECTS = """
WillReturn: 201 a "b" false
WillReturnBinary: 202 a "\\x00\\xff" false
WillReturnFileContent: 203 a "{\\"price\\": 2.890, \\"name\\": \\"7-Eleven\\"}" false
WillReturnJSON: 200 a "{\\"b\\":[1]}" false
OK: 200 b "c" false
WithHeaders: 299 a "\\"c\\"" false
WithBinaryBody: 200  "d" false
WithBodyFile: 200  "{\\"price\\": 2.890, \\"name\\": \\"7-Eleven\\"}" false
WithTransformerParameter: 200  "1 2 3" false
WithTransformerParameters: 200  "1 4 " false
AtPriority: <nil> <nil>
AtPriority, served: first
StubFor: <nil> 36
DeleteStub: <nil> true
Clear: <nil> 404
EMPTY_RESPONSE: no response
MALFORMED_RESPONSE_CHUNK: 200  "" true
RANDOM_DATA_THEN_CLOSE: no response
CONNECTION_RESET_BY_PEER: no response
WithFixedDelay: <nil> 200 true
WithUniformRandomDelay: <nil> 200 true
WithLogNormalRandomDelay: <nil> 200 true
WithDelay: <nil> 200 true
WithChunkedDribbleDelay: <nil> 200 true
WithFixedDelayMilliseconds: <nil> 200 true
InScenario: <nil> <nil>
WillSetStateTo: 1 2 <nil> 1
GetAllRequests: <nil> 3 3 false
an event: true /a?q=1 GET 1 <redacted> [1] x 200 2 x true http true true
GetRequestByID: <nil> /a?q=1
GetRequestByID, unknown: true
FindRequestsByCriteria: <nil> 1 /a?q=1
FindUnmatchedRequests: <nil> 2
GetCountRequests: <nil> 1
Verify: <nil> true
Verify, another count: <nil> false
DeleteRequestsByCriteria: <nil> 1 /b
DeleteRequestByID: <nil>
the rest: 1
DeleteAllRequests: <nil>
none: 0 0
WithPostServeAction: <nil> 200 POST /hook 1 fixed
WithPostServeAction: <nil> 200 POST /hook 1 uniform
WithPostServeAction: <nil> 200 POST /hook 1 lognormal
WithPostServeAction: <nil> 200 POST /hook 1 delay
StartRecording: <nil>
StopRecording: <nil>
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A workspace without modules: the client, and stand-ins for the modules of Testcontainers."""
    if shutil.which("go") is None or not (PACKAGES / "src/github.com/google/uuid").is_dir():
        not_checked("WireMock's Go client (apt-get install golang-go golang-github-google-uuid-dev)")
    root = tmp_path_factory.mktemp("go")
    hosted = root / "src" / "github.com"
    client = hosted / "wiremock" / "go-wiremock"
    shutil.copytree(fetched(SOURCE, COMMIT, "go-wiremock", "client.go"), client, ignore=shutil.ignore_patterns(".git", "grpc"))
    containers = hosted / "testcontainers" / "testcontainers-go"
    (containers / "wait").mkdir(parents=True)
    shutil.copy(PROGRAMS / "testcontainers.go", containers)
    shutil.copy(PROGRAMS / "wait.go", containers / "wait")
    environment = {"GO111MODULE": "off", "GOFLAGS": "", "GOPATH": f"{root}:{PACKAGES}", "GOCACHE": str(root / "cache")}
    return client, os.environ | environment


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("root") / "files"
    servers.root_folder(folder)
    with serving(folder, "--webhooks", "--proxy") as address:
        yield address.http


def run(workspace, url, *command):
    folder, environment = workspace
    return subprocess.run(
        command, cwd=folder, env=environment | {"HYPERMOCK_URL": url}, capture_output=True, text=True, timeout=300
    )


def test_its_own_suite(workspace, url):
    suite = run(workspace, url, "go", "test", "-v", ".")
    assert suite.returncode == 0, suite.stdout + suite.stderr
    assert len(re.findall(r"--- PASS: TestClient_\w+ ", suite.stdout)) == 7


def test_the_effect_of_each_call(workspace, url):
    calls = run(workspace, url, "go", "run", PROGRAMS / "calls.go", url)
    assert calls.returncode == 0, calls.stderr
    lines = calls.stdout.splitlines()
    matchers = [line for line in lines if MATCHED.fullmatch(line.split(": ", 1)[1])]
    assert len(matchers) == 73
    assert sorted(set(lines) - set(matchers)) == sorted(EFFECTS.strip().splitlines())
