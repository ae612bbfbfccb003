"""Tests that know of one server, unchanged against three that share their state, behind a balancer."""

import os
import pathlib
import subprocess
import sys

import pytest
from conftest import not_checked
from replicas import BALANCERS, STORES

HERE = pathlib.Path(__file__).parent
#: Files of tests, each with an expression of the tests that are for one process.
FILES = {
    "test_java_client.py": "",
    "test_resources.py": "not generated and not redbot",
    "test_time.py": "not ten_thousand",
}


@pytest.mark.parametrize("file", os.environ.get("HYPERMOCK_BALANCED_FILES", " ".join(FILES)).split())
def test_a_file_of_tests_passes_unchanged(file):
    if "haproxy" not in BALANCERS or not STORES:
        not_checked("tests against a balancer, since there is no haproxy or no store")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", HERE / file, "-k", FILES.get(file, "")]
    environment = os.environ | {"HYPERMOCK_INTEROP_REPLICAS": "3"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
