"""WireMock's own Java client, which rejects what it does not know in a response."""

import pathlib
import subprocess

import pytest
from conftest import not_checked
from differential import servers

PROGRAM = pathlib.Path(__file__).parent / "clients" / "WireMockCalls.java"


@pytest.fixture(scope="module")
def effects(tmp_path_factory, java_program):
    """What each call prints, with WireMock and with Hypermock as the server."""

    def calls(serving, name):
        folder = servers.root_folder(tmp_path_factory.mktemp(name))
        with serving(folder) as port:
            command = [*java_program, "-cp", servers.wiremock_jar(), PROGRAM, str(port)]
            run = subprocess.run(command, capture_output=True, text=True, timeout=120)
            assert run.returncode == 0, run.stderr
            return run.stdout.splitlines()

    if servers.java() is None:
        not_checked("WireMock's Java client, since there is no Java")
    return calls(servers.wiremock, "wiremock"), calls(servers.hypermock, "hypermock")


def test_each_call_has_the_effect_that_it_has_with_wiremock(effects):
    oracle, ours = effects
    assert ours == oracle
    failed = [line for line in ours if "FAILED" in line]
    assert [line.split(":")[0] for line in failed] == ["verify fails"], failed
