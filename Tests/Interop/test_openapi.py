"""Generated calls of the admin API, by what it says of itself: right ones and wrong ones (schemathesis)."""

import json
import os
import pathlib
import re
import subprocess
import sys

import jsonschema_rs
import pytest
import requests
from differential import servers
from differential.admin import RECEIVED
from differential.case import Request, get
from differential.exchange import Peer

CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")
MAPPING = {"request": {"url": "/a"}, "response": {"body": "b"}, "scenarioName": "s", "newScenarioState": "t"}
OPTIONS = ["--seed", "20261121", "--max-examples", "20", "--no-shrink", "--warnings", "off", "--no-color"]
# They are about the generator: how long it takes and how many of its drafts it drops, which is luck.
OPTIONS += ["--suppress-health-check", "all"]
ENDLESS = "/requests/stream"
# A sandbox says 403.
OF_THE_SERVER = "/metrics"
OPTIONS += ["--exclude-path", ENDLESS]
CHECKS = ["--checks", "all", "--exclude-checks", "positive_data_acceptance"]


@pytest.fixture
def port(tmp_path):
    """A server of its own, which has seen some requests, and a certificate authority."""
    folder = servers.root_folder(tmp_path / "root")
    with servers.hypermock(folder, "--https") as port:
        yield port


def run(port, prefix, *arguments):
    """What schemathesis prints; its exit status says whether all is as described."""
    peer = Peer(port)
    requests.post(f"http://127.0.0.1:{port}{prefix}/__admin/mappings", json=MAPPING).raise_for_status()
    for target in ["/a", "/nowhere?x=1"]:
        peer.send(get(prefix + target))
    origin = f"http://127.0.0.1:{port}"
    command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file", str(CONFIGURATION), "run"]
    command += [f"{origin}/__admin/docs/openapi.json", "--url", f"{origin}{prefix}/__admin", *OPTIONS, *CHECKS]
    finished = subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=os.environ.get("TMPDIR", "/tmp"))
    assert finished.returncode == 0, finished.stdout[-20000:] + finished.stderr[-2000:]
    generated = int(re.search(r"(\d+) generated", finished.stdout).group(1))
    print(f"\nschemathesis at {prefix or '/'}: {generated} calls")
    return generated


def repeating(document):
    """Paths with a body that a path before has: what coverage tries is the same, thousands of calls each."""
    seen = set()
    for path, operations in document["paths"].items():
        bodies = {json.dumps(operation["requestBody"]["content"]) for operation in operations.values() if "requestBody" in operation}
        if bodies and bodies <= seen:
            yield path
        seen |= bodies


def test_the_root_is_as_described(port):
    """Without shutdown, which would end it."""
    document = requests.get(f"http://127.0.0.1:{port}/__admin/docs/openapi.json").json()
    excluded = [option for path in ["/shutdown", *repeating(document)] for option in ["--exclude-path", path]]
    assert run(port, "", *excluded) > 1000
    assert requests.get(f"http://127.0.0.1:{port}/__admin/health").status_code == 200


def test_a_sandbox_is_as_described(port):
    """All paths, with shutdown, which drops it; what coverage tries, value by value, the root has seen."""
    assert run(port, "/@generated", "--phases", "fuzzing,stateful") > 500


@pytest.mark.parametrize("prefix", ["", "/@t"])
def test_answers_that_show_something_are_as_described(port, prefix):
    """The generated calls empty the journal sooner than they read it."""
    admin = f"http://127.0.0.1:{port}{prefix}/__admin"
    requests.post(admin + "/mappings", json=MAPPING).raise_for_status()
    for request in [*RECEIVED, get("/a")]:
        Peer(port).send(Request(request.method, prefix + request.target, request.headers, request.body))
    document = requests.get(admin + "/docs/openapi.json").json()
    paths = [path for path in document["paths"] if "{" not in path and path != ENDLESS]
    calls = [("get", path, None) for path in paths if "get" in document["paths"][path]]
    calls += [("post", f"/requests/{verb}", {}) for verb in ["count", "find", "remove"]]
    calls += [("post", "/near-misses/request", {"url": "/b"}), ("post", "/near-misses/request-pattern", {"url": "/b"})]
    for method, path, body in calls:
        answer = requests.request(method, admin + path, json=body, timeout=60)
        content = document["paths"][path][method]["responses"][str(answer.status_code)]["content"]
        media_type = answer.headers["Content-Type"].partition(";")[0]
        schema = {**content[media_type]["schema"], "components": document["components"]}
        jsonschema_rs.validate(schema, answer.json() if media_type.endswith("json") else answer.text)
        status = 403 if prefix and path == OF_THE_SERVER else 200
        assert answer.status_code == status and answer.text != "{}", path


def test_the_description_is_the_same_everywhere(port):
    documents = [requests.get(f"http://127.0.0.1:{port}{p}/__admin/docs/openapi.json").json() for p in ["", "/@t"]]
    assert documents[0] == documents[1]


def test_shutdown_ends_the_server(tmp_path):
    with servers.hypermock(servers.root_folder(tmp_path)) as port:
        answer = requests.post(f"http://127.0.0.1:{port}/__admin/shutdown")
        assert (answer.status_code, answer.json()) == (200, {})
