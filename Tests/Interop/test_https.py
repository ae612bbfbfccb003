"""What curl reports over HTTP/1.1 for each fault of HTTPS: its exit codes, literally."""

import os
import re
import subprocess

import pytest
import requests

BINARY = os.environ["HYPERMOCK_BINARY"]

FAULTS = {
    "expired": {60},
    "notYetValid": {60},
    "wrongHost": {60},
    "selfSigned": {60},
    "untrustedCA": {60},
    "oldProtocol": {35},
    "clientCertificateRequired": {55, 56},
    "stall": {28},
    "reset": {35},
    "close": {35},
    "handshake_failure": {35},
    "unrecognized_name": {35},
    "plain": {35},
    "garbage": {35},
    "truncated": {18},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a port for each fault, and the file of its authority."""
    folder = tmp_path_factory.mktemp("https")
    authority = str(folder / "ca.pem")
    command = [BINARY, "serve", "--root-dir", str(folder), "--port", "0", "--https", "--quiet"]
    command += ["--https-ca-file", authority]
    for fault in FAULTS:
        command += ["--https-fault", f"{fault}=0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    match = re.match(r"hypermock ready \S+ and (https://\S+) \(CA: ", process.stdout.readline())
    assert match
    ports = {}
    for _ in FAULTS:
        fault, port = re.match(r"  fault (\S+) on port (\d+)", process.stdout.readline()).groups()
        ports[fault] = port
    yield match.group(1), authority, ports
    process.terminate()
    assert process.wait(timeout=10) == 0


def curl(authority, url, *arguments):
    command = ["curl", "-sS", "--http1.1", "-m", "2", "-o", os.devnull, "--cacert", authority, *arguments, url]
    return subprocess.run(command, capture_output=True).returncode


@pytest.mark.parametrize("fault", FAULTS)
def test_a_port_has_the_fault(server, fault):
    _, authority, ports = server
    assert curl(authority, f"https://localhost:{ports[fault]}/__admin/health") in FAULTS[fault]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_name_has_the_fault(server, fault):
    url, authority, _ = server
    port = url.rsplit(":", 1)[1]
    host = fault.replace("_", "-") + ".localhost"
    address = ["--connect-to", f"{host}:{port}:127.0.0.1:{port}"]
    assert curl(authority, f"https://{host}:{port}/__admin/health", *address) in FAULTS[fault]


def test_without_a_fault_the_call_succeeds(server):
    url, authority, _ = server
    assert curl(authority, f"{url}/__admin/health") == 0
    assert requests.get(f"{url}/__admin/health", verify=authority).json()["status"] == "healthy"
