"""`hypermock verify` against several servers behind a balancer, in parts: the matrix in ContinuousIntegration.md."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
import yaml
from conftest import not_checked
from replicas import BALANCERS, haproxy, replicas
from serving import BINARY

PACKAGE = pathlib.Path(__file__).parents[2]
PAGE = PACKAGE / "Sources/CLI/CLI.docc/ContinuousIntegration.md"
#: Folders of scenarios; "." has all that need no TLS.
SCENARIOS = os.environ.get("HYPERMOCK_SHARED_VERIFY", "failures conflicts sessions").split()


@pytest.fixture
def scenarios(tmp_path):
    """A folder `Scenarios` without those whose port has a fault of TLS: a balancer has one port."""
    for folder in SCENARIOS:
        for file in (PACKAGE / "Scenarios" / folder).rglob("*"):
            place = tmp_path / "Scenarios" / file.relative_to(PACKAGE / "Scenarios")
            if file.is_file() and "tls:" not in file.read_text(errors="replace"):
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, place)
    return tmp_path


def commands(job):
    """The commands of a job on the page, one for each shard."""
    jobs = yaml.safe_load(re.search(r"```yaml\n(jobs:.*?)```", PAGE.read_text(), re.DOTALL).group(1))["jobs"]
    (command,) = [step["run"] for step in jobs[job]["steps"] if "run" in step]
    shards = jobs[job].get("strategy", {}).get("matrix", {}).get("shard", [0])
    return [command.replace("${{ matrix.shard }}", str(shard)).split()[1:] for shard in shards]


def test_the_shards_of_a_matrix_use_one_set_of_servers(scenarios, own_store):
    if "haproxy" not in BALANCERS:
        not_checked("shards against a balancer, since there is no haproxy")
    store = own_store()
    with contextlib.ExitStack() as stack:
        running = stack.enter_context(replicas(scenarios / "Scenarios", store.url))
        port = stack.enter_context(haproxy(scenarios, [each.port for each in running], "tcp"))
        parts = commands("verify")
        for part in parts:
            part[part.index("http://mocks:8080")] = f"http://127.0.0.1:{port}"
        # The shards, the servers, the balancer and the store are on one machine here.
        shards = [
            subprocess.Popen([BINARY, *part, "--no-state", "--jobs", "4"], cwd=scenarios, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for part in parts
        ]
        for shard in shards:
            output, _ = shard.communicate(timeout=600)
            assert shard.returncode == 0, output
        (merge,) = commands("report")
        merged = subprocess.run([BINARY, *merge, "--no-state", "--report", "json=all.json"], cwd=scenarios, capture_output=True, text=True)
        assert merged.returncode == 0, merged.stdout + merged.stderr
        whole = json.loads((scenarios / "all.json").read_text())
        cases = [json.loads((scenarios / f"{number}.json").read_text())["counts"]["cases"]["passed"] for number in (1, 2, 3)]
        assert whole["counts"]["cases"]["passed"] == sum(cases) and min(cases) > 0
        assert (scenarios / "report.xml").exists()
