"""WireMock's own Java client, which rejects what it does not know in a response."""

import pathlib
import shutil
import subprocess

import pytest
from differential import servers

CLIENTS = pathlib.Path(__file__).parent / "clients"
#: Each program with the steps that fail with WireMock, too.
PROGRAMS = {
    "WireMockCalls": ["verify fails"],
    "WireMockPatterns": ["moreThan fails"],
    "WireMockInstance": ["verifyThat fails", "setSingleScenarioState of none"],
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory, java_program):
    """The command that runs one of the programs."""
    folder = tmp_path_factory.mktemp("classes")
    sources = [CLIENTS / f"{name}.java" for name in ["Steps", *PROGRAMS]]
    options = ["-J-XX:TieredStopAtLevel=1", "-proc:none", "-cp", servers.wiremock_jar(), "-d", folder]
    compiled = subprocess.run([shutil.which("javac"), *options, *sources], capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stderr
    return [*java_program, "-cp", f"{servers.wiremock_jar()}:{folder}"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_call_has_the_effect_that_it_has_with_wiremock(tmp_path, programs, name):
    def effects(serving, folder):
        with serving(servers.root_folder(tmp_path / folder)) as port:
            run = subprocess.run([*programs, name, str(port)], capture_output=True, text=True, timeout=120)
            assert run.returncode == 0, run.stderr
            return run.stdout.splitlines()

    oracle, ours = effects(servers.wiremock, "wiremock"), effects(servers.hypermock, "hypermock")
    assert ours == oracle
    assert [line.split(":")[0] for line in ours if ": FAILED" in line] == PROGRAMS[name]
