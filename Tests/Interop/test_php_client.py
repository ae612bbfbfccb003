"""The integration suite of WireMock's PHP client, https://github.com/rowanhill/wiremock-php."""

import collections
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import BINARY, not_checked
from fetching import fetched

SOURCE = os.environ.get("HYPERMOCK_WIREMOCK_PHP", "https://github.com/rowanhill/wiremock-php.git")
COMMIT = "f3dcb2415a25f3c64762cf64a3b4f6cd5378e3ba"
BOOTSTRAP = pathlib.Path(__file__).parent / "clients" / "php_suite.php"

#: The number of tests of the suite.
TESTS = 155

#: In place of WireMock's: starts a server, as soon as the one before has left the port.
START = """#!{python}
import pathlib, subprocess, sys
name, port = sys.argv[1:] or ["1", "{port}"]
folder = pathlib.Path("../wiremock")
(folder / name).mkdir(exist_ok=True)
command = ["{binary}", "serve", "--root-dir", folder / name, "--port", port, "--quiet", "--proxy"]
with open(folder / "servers.log", "a") as log:
    for _ in range(100):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        if process.stdout.readline():
            break
(folder / f"wiremock.{{name}}.pid").write_text(str(process.pid))
"""


def free_ports(count):
    servers = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [server.getsockname()[1] for server in servers]
    for server in servers:
        server.close()
    return ports


@pytest.fixture
def suite(tmp_path):
    """A copy of the suite that starts Hypermock, and uses free ports instead of 8080 and 8082."""
    for program, package in [("php", "php-cli php-curl"), ("phpunit", "phpunit"), (None, "php-hamcrest")]:
        there = shutil.which(program) if program else pathlib.Path("/usr/share/php/Hamcrest/autoload.php").exists()
        if not there:
            not_checked(f"WireMock's PHP client, since a package is missing (apt-get install {package})")
    folder = tmp_path / "suite"
    shutil.copytree(fetched(SOURCE, COMMIT, "wiremock-php", "test/WireMock"), folder, ignore=shutil.ignore_patterns(".git"))
    first, second = free_ports(2)
    for file in folder.rglob("*.php"):
        text = file.read_text()
        # Commands are started in the background: the next test would use the server of the one before.
        for old, new in [("8080", str(first)), ("8082", str(second)), (' 2>&1 &"', ' 2>&1"')]:
            text = text.replace(old, new)
        file.write_text(text)
    start = folder / "wiremock" / "start.sh"
    start.write_text(START.format(python=sys.executable, port=first, binary=BINARY))
    yield folder
    for pid in (folder / "wiremock").glob("*.pid"):
        subprocess.run(["kill", pid.read_text().strip()], capture_output=True)


def test_each_test_of_the_suite_passes(suite):
    report = suite / "report.xml"
    command = ["phpunit", "--no-configuration", "--bootstrap", BOOTSTRAP, "--log-junit", report, "WireMock/Integration"]
    run = subprocess.run(command, cwd=suite / "test", capture_output=True, text=True, timeout=300)
    assert report.exists(), run.stdout + run.stderr
    tests = ElementTree.parse(report).iter("testcase")
    outcomes = collections.defaultdict(list)
    for test in tests:
        failed = any(test.find(name) is not None for name in ["error", "failure", "skipped", "warning"])
        outcomes[failed].append(f"{test.get('class').split(chr(92))[-1]}.{test.get('name')}")
    assert not outcomes[True], run.stdout
    assert len(outcomes[False]) == TESTS
