"""OpenAPI descriptions that `hypermock import` has made scenarios of, judged by tools that read the descriptions: the test
runner Specmatic, and schemathesis. Both generate requests and compare the responses with the schemas."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
import requests
from conftest import BINARY, not_checked
from serving import started

SPECMATIC = "2.55.3"
STATIONS = pathlib.Path(__file__).with_name("descriptions") / "stations.yaml"
JAR = "specmatic/core/specmatic.jar"


def hypermock(*arguments, folder):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=300, cwd=folder)


@contextlib.contextmanager
def serving(folder):
    with started([BINARY, "serve", "Scenarios", "--port", "0", "--quiet"], cwd=folder) as (urls, _):
        yield urls.group(1)


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """The folder of a scenario, its description and the path before those of the operations."""
    folder = tmp_path_factory.mktemp("stations")
    description = folder / STATIONS.name
    description.write_bytes(STATIONS.read_bytes())
    run = hypermock("import", description.name, folder=folder)
    assert run.returncode == 0, run.stderr
    return folder, description, "/api/v1"


@pytest.fixture(scope="module")
def specmatic():
    """The jar in the package of PyPI, without the packages that only its Python interface needs."""
    if not shutil.which("java"):
        not_checked("OpenAPI imports with Specmatic, since there is no Java")
    # Kept with the program.
    folder = pathlib.Path(BINARY).resolve().parents[2] / f"specmatic-{SPECMATIC}"
    if not (folder / JAR).exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
        run = subprocess.run([*command, f"specmatic=={SPECMATIC}"], capture_output=True, text=True, timeout=300)
        wheels = list(folder.glob("*.whl"))
        if run.returncode != 0 or not wheels:
            not_checked(f"OpenAPI imports with Specmatic, since it cannot be downloaded: {run.stderr[-300:]}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            wheel.extract(JAR, folder)
        wheels[0].unlink()
    return folder / JAR


def test_the_file_is_clean_and_its_contract_holds(imported):
    folder, _, _ = imported
    lint = hypermock("lint", "--strict", "Scenarios", folder=folder)
    assert lint.returncode == 0, lint.stdout
    run = hypermock("verify", "Scenarios", "--no-state", folder=folder)
    assert run.returncode == 0, run.stdout


def test_each_changed_expectation_is_detected(imported):
    folder, _, _ = imported
    assert "all detected" in hypermock("verify", "Scenarios", "--mutants", folder=folder).stdout


def test_the_same_file_gives_the_same_bytes(imported):
    folder, description, _ = imported
    for name in ["one", "two"]:
        run = hypermock("import", description.name, "--out", f"{name}/", folder=folder)
        assert run.returncode == 0, run.stderr
    name = f"{description.stem}.yaml"
    assert (folder / "one" / name).read_bytes() == (folder / "two" / name).read_bytes()


def test_specmatic_accepts_each_response(imported, specmatic):
    folder, description, base = imported
    with serving(folder) as url:
        command = ["java", "-jar", specmatic, "test", description, f"--testBaseURL={url}{base}"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)
    counts = re.search(r"Tests run: (\d+), Successes: (\d+), Failures: (\d+)", run.stdout)
    assert counts, run.stdout[-5000:] + run.stderr[-2000:]
    total, passed, failed = map(int, counts.groups())
    assert failed == 0 and total == passed, run.stdout[-20000:]
    assert total > 20
    print(f"\nSpecmatic: {total} tests")


def test_schemathesis_accepts_each_response(imported):
    folder, description, base = imported
    checks = "response_schema_conformance,content_type_conformance,response_headers_conformance"
    with serving(folder) as url:
        command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", description, "--url", url + base]
        command += ["--checks", checks, "--seed", "20261127", "--max-examples", "10", "--no-shrink", "--mode", "positive"]
        command += ["--suppress-health-check", "all", "--warnings", "off", "--no-color", "--phases", "examples,fuzzing"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=folder)
    assert run.returncode == 0, run.stdout[-20000:] + run.stderr[-2000:]
    assert int(re.search(r"(\d+) generated", run.stdout).group(1)) > 20


PREFERENCES = [
    ("/stations/fs1", None, 200, "KIE-01", None),
    ("/stations/fs404", None, 404, "gone", None),
    ("/stations/any", None, 200, "KIE-01", None),
    ("/stations/any", "code=404", 404, "gone", "code=404"),
    ("/stations/any", 'foo; wait=1, code="404"', 404, "gone", "code=404"),
    ("/stations/any", "example=GONE", 404, "gone", "code=404"),
    ("/stations/any", "code=4040", 200, "KIE-01", None),
    ("/stations/nearest", None, 200, "AAA-00", None),
    ("/stations/x/logs?page=2", None, 200, "2", None),
]


@pytest.mark.parametrize("target, prefer, status, text, applied", PREFERENCES)
def test_requests_and_preferences_choose_the_example(imported, target, prefer, status, text, applied):
    folder, _, base = imported
    with serving(folder) as url:
        response = requests.get(url + base + target, headers={"Prefer": prefer} if prefer else {}, timeout=10)
    assert response.status_code == status and text in response.text
    assert response.headers.get("Preference-Applied") == applied


def test_invalid_content_gets_the_response_that_describes_it(imported):
    folder, _, base = imported
    with serving(folder) as url:
        logs = url + base + "/stations/fs1/logs"
        valid = requests.post(logs, json={"litres": 30.5, "at": "2026-01-01T00:00:00Z"}, timeout=10)
        invalid = requests.post(logs, json={"litres": "30.5"}, timeout=10)
    assert (valid.status_code, invalid.status_code) == (201, 422)


def test_links_become_links_of_hal(imported):
    folder, description, _ = imported
    run = hypermock("import", description.name, "--hal", "--out", "hal/stations.yaml", "--force", folder=folder)
    assert run.returncode == 0, run.stderr
    text = (folder / "hal" / "stations.yaml").read_text()
    assert "logs: { href: /api/v1/stations/fs1/logs }" in text
    assert re.search(r"follow: \{ relation: logs, from: ", text)
    assert hypermock("lint", "--strict", "hal", folder=folder).returncode == 0
    assert hypermock("verify", "hal", "--no-state", folder=folder).returncode == 0
