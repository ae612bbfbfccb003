"""Foreign clients under `hypermock verify`, each with a driver, a profile and a baseline of its known failures."""

import os
import pathlib
import subprocess
import sys

import pytest
from conftest import BINARY, not_checked

HERE = pathlib.Path(__file__).parent
SCENARIOS = HERE.parents[1] / "Scenarios"
CONFLICTS = SCENARIOS / "response-classes" / "conflicts.yaml"
#: Every shipped scenario but the matrices of the other statuses, forms and sessions, which none of the clients has.
OMITTED = {SCENARIOS / name for name in ["README.md", "response-classes", "forms", "sessions"]}
JUDGED = [*sorted(set(SCENARIOS.iterdir()) - OMITTED), CONFLICTS]

PYTHON = ["requests", "halchemy", "restnavigator", "haleasy", "pyhalboy"]
#: Another import map for Ketting, for machines without the registry of npm.
IMPORT_MAP = os.environ.get("HYPERMOCK_KETTING", str(HERE / "drivers" / "ketting.json"))


@pytest.fixture(params=[*PYTHON, "fetch", "ketting"])
def client(request):
    """The name of a client, and the command of its driver."""
    name = request.param
    driver = HERE / "drivers" / f"{name}_driver"
    if name in PYTHON:
        return name, f"'{sys.executable}' '{driver}.py'"
    if name == "fetch":
        node = request.getfixturevalue("node_program")
        return name, f"NODE_EXTRA_CA_CERTS=$HYPERMOCK_CA_FILE '{node}' '{driver}.mjs'"
    deno = pathlib.Path(sys.executable).with_name("deno")
    options = ["--quiet", "--no-check", "--import-map", IMPORT_MAP]
    cached = subprocess.run([deno, "cache", *options, f"{driver}.mjs"], capture_output=True, text=True, timeout=120)
    if cached.returncode != 0:
        not_checked(f"Ketting, since its packages cannot be had: {cached.stderr.strip().splitlines()[0]}")
    return name, f"'{deno}' run --allow-all {' '.join(options)} '{driver}.mjs'"


def verify(client, *arguments, fault=""):
    name, driver = client
    command = [BINARY, "verify", *arguments, "--driver", driver, "--profile", "rfc", "--quiet"]
    command += ["--baseline", HERE / "baselines" / f"{name}.yaml"]
    environment = os.environ | {"HYPERMOCK_DRIVER_FAULT": fault}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, cwd=HERE)


def test_a_client_fails_where_its_baseline_says(client):
    run = verify(client, *JUDGED)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "fixed" not in run.stdout, run.stdout


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("conflict-as-client-error", "outcome   expected  conflict\n              actual    clientError"),
        ("sent-twice", "once\n              actual    2 requests"),
    ],
)
def test_a_fault_is_detected(client, fault, message):
    broken = verify(client, CONFLICTS, fault=fault)
    assert broken.returncode == 1 and message in broken.stdout, broken.stdout + broken.stderr
