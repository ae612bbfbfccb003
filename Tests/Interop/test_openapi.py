"""Generated calls of the admin API, by what it says of itself: right ones and wrong ones (schemathesis)."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
import requests
from differential import servers
from differential.case import get
from differential.exchange import Peer

CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")
MAPPING = {"request": {"url": "/a"}, "response": {"body": "b"}, "scenarioName": "s", "newScenarioState": "t"}
OPTIONS = ["--seed", "20261121", "--max-examples", "20", "--no-shrink", "--warnings", "off", "--no-color"]
CHECKS = ["--checks", "all", "--exclude-checks", "positive_data_acceptance"]


@pytest.fixture
def port(tmp_path):
    """A server of its own, which has seen some requests."""
    folder = servers.root_folder(tmp_path / "root")
    with servers.hypermock(folder) as port:
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


def test_the_root_is_as_described(port):
    """Without shutdown, which would end it."""
    assert run(port, "", "--exclude-path", "/shutdown") > 1000
    assert requests.get(f"http://127.0.0.1:{port}/__admin/health").status_code == 200


def test_a_sandbox_is_as_described(port):
    """With shutdown, which drops it; what coverage tries, value by value, the root has seen."""
    assert run(port, "/@generated", "--phases", "fuzzing,stateful") > 500


def test_the_description_is_the_same_everywhere(port):
    documents = [requests.get(f"http://127.0.0.1:{port}{p}/__admin/docs/openapi.json").json() for p in ["", "/@t"]]
    assert documents[0] == documents[1]


def test_shutdown_ends_the_server(tmp_path):
    with servers.hypermock(servers.root_folder(tmp_path)) as port:
        answer = requests.post(f"http://127.0.0.1:{port}/__admin/shutdown")
        assert (answer.status_code, answer.json()) == (200, {})
