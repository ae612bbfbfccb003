"""What four clients report for each fault of HTTPS, literally."""

import json
import os
import shutil
import ssl
import subprocess
from pathlib import Path

import httpx
import pytest
from serving import serving

CLIENTS = Path(__file__).parent / "clients"
VERIFY = "ConnectError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: "
PATH = "SSLHandshakeException: PKIX path "
BUILDING = PATH + "building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid"
VALIDATION = PATH + "validation failed: java.security.cert.CertPathValidatorException: validity check failed"
ALERT = "SSLHandshakeException: Received fatal alert: "
END = "SSLHandshakeException: Remote host terminated the handshake"

# Fault; curl's exit code; the start of what httpx, Node's fetch and Java's HttpClient report.
FAULTS = [
    ("expired", 60, VERIFY + "certificate has expired", "CERT_HAS_EXPIRED", VALIDATION),
    ("notYetValid", 60, VERIFY + "certificate is not yet valid", "CERT_NOT_YET_VALID", VALIDATION),
    (
        "wrongHost",
        60,
        VERIFY + "Hostname mismatch",
        "ERR_TLS_CERT_ALTNAME_INVALID",
        "SSLHandshakeException: No subject alternative DNS name matching localhost found",
    ),
    ("selfSigned", 60, VERIFY + "self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT", BUILDING),
    ("untrustedCA", 60, VERIFY + "unable to get local issuer", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", BUILDING),
    (
        "oldProtocol",
        35,
        "ConnectError: [SSL: TLSV1_ALERT_PROTOCOL_VERSION]",
        "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
        ALERT + "protocol_version",
    ),
    (
        "clientCertificateRequired",
        56,
        "ReadError: [SSL: TLSV13_ALERT_CERTIFICATE_REQUIRED]",
        "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
        ALERT + "handshake_failure",
    ),
    ("stall", 28, "ConnectTimeout", "TimeoutError", "HttpConnectTimeoutException: HTTP connect timed out"),
    ("reset", 35, "ConnectError: [Errno 104] Connection reset by peer", "ECONNRESET", END),
    ("close", 35, "ConnectError: [SSL: UNEXPECTED_EOF_WHILE_READING]", "ECONNRESET", END),
    (
        "handshake_failure",
        35,
        "ConnectError: [SSL: SSLV3_ALERT_HANDSHAKE_FAILURE]",
        "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
        ALERT + "handshake_failure",
    ),
    (
        "unrecognized_name",
        35,
        "ConnectError: [SSL: TLSV1_UNRECOGNIZED_NAME]",
        "ERR_SSL_TLSV1_UNRECOGNIZED_NAME",
        ALERT + "unrecognized_name",
    ),
    (
        "plain",
        35,
        "ConnectError: [SSL: WRONG_VERSION_NUMBER]",
        "ERR_SSL_WRONG_VERSION_NUMBER",
        "SSLException: Unrecognized SSL message, plaintext connection?",
    ),
    (
        "garbage",
        35,
        "ConnectError: [SSL: WRONG_VERSION_NUMBER]",
        "ERR_SSL_WRONG_VERSION_NUMBER",
        "SSLException: Unrecognized SSL message, plaintext connection?",
    ),
    (
        "truncated",
        18,
        "RemoteProtocolError: peer closed connection without sending complete message body",
        # fetch resolves: the error comes with the content.
        "200, then UND_ERR_SOCKET",
        "IOException: fixed content-length: ",
    ),
]
NAMES = [row[0] for row in FAULTS]
# The server asks for a certificate and accepts none: clients without one do not fail.
HARMLESS = "clientCertificateRequested"
# In TLS 1.2 the server refuses in the handshake, in TLS 1.3 after it: Node and Java then report either the alert or the
# end of the connection, so they use TLS 1.2.
TLS12 = {"clientCertificateRequired": 35}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a port for each fault."""
    with serving(tmp_path_factory.mktemp("https"), https=True, faults=[*NAMES, HARMLESS]) as address:
        yield address


@pytest.fixture(scope="module")
def java(server, java_program):
    """What Java's client reports on each port."""

    def call(names, *options):
        urls = [word for name in names for word in (name, f"https://localhost:{server.faults[name]}/__admin/health")]
        return reports([*java_program, *options, CLIENTS / "Calls.java", server.authority, *urls])

    return call(NAMES) | call(TLS12, "-Djdk.tls.client.protocols=TLSv1.2")


@pytest.fixture(scope="module")
def node(server, node_program):
    """What Node's `fetch` reports on each port."""
    environment = {**os.environ, "NODE_EXTRA_CA_CERTS": server.authority}

    def call(names, *options):
        ports = json.dumps({name: server.faults[name] for name in names})
        return reports([node_program, *options, CLIENTS / "tls_faults.mjs", ports], env=environment)

    return call(NAMES) | call(TLS12, "--tls-max-v1.2")


def reports(command, **options):
    lines = subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout.splitlines()
    return dict(line.split(" ", 1) for line in lines)


def curl(authority, url, *arguments):
    command = ["curl", "-sS", "--http1.1", "-m", "1", "-o", os.devnull, "--cacert", authority, *arguments, url]
    return subprocess.run(command, capture_output=True).returncode


@pytest.mark.parametrize("tls", ["1.2", "1.3"])
@pytest.mark.parametrize("fault, code", [row[:2] for row in FAULTS], ids=NAMES)
def test_curl_on_a_port_with_the_fault(server, fault, code, tls):
    url = f"https://localhost:{server.faults[fault]}/__admin/health"
    assert curl(server.authority, url, "--tls-max", tls) == (TLS12.get(fault, code) if tls == "1.2" else code)


@pytest.mark.parametrize("fault, code", [row[:2] for row in FAULTS], ids=NAMES)
def test_curl_over_http2(server, fault, code):
    assert curl(server.authority, f"https://localhost:{server.faults[fault]}/__admin/health", "--http2") == code


@pytest.mark.parametrize("fault, code", [row[:2] for row in FAULTS], ids=NAMES)
def test_curl_with_a_server_name_with_the_fault(server, fault, code):
    host, port = fault.replace("_", "-") + ".localhost", server.https_port
    route = ["--connect-to", f"{host}:{port}:127.0.0.1:{port}"]
    assert curl(server.authority, f"https://{host}:{port}/__admin/health", *route) == code


@pytest.mark.parametrize("fault, report", [(row[0], row[2]) for row in FAULTS], ids=NAMES)
def test_httpx(server, fault, report):
    trust = ssl.create_default_context(cafile=server.authority)
    with httpx.Client(verify=trust, timeout=1) as client, pytest.raises(httpx.TransportError) as error:
        client.get(f"https://localhost:{server.faults[fault]}/__admin/health")
    assert f"{type(error.value).__name__}: {error.value}".startswith(report)


@pytest.mark.parametrize("fault, report", [(row[0], row[3]) for row in FAULTS], ids=NAMES)
def test_node(node, fault, report):
    assert node[fault] == report


@pytest.mark.parametrize("fault, report", [(row[0], row[4]) for row in FAULTS], ids=NAMES)
def test_java(java, fault, report):
    assert java[fault].startswith(report)


@pytest.mark.parametrize("tls", ["1.2", "1.3"])
def test_curl_without_a_certificate_that_is_only_requested(server, tls):
    assert curl(server.authority, f"https://localhost:{server.faults[HARMLESS]}/__admin/health", "--tls-max", tls) == 0


def test_every_fault_of_the_page_is_here():
    page = (Path(__file__).parents[2] / "Sources/CLI/CLI.docc/HTTPS.md").read_text()
    table = page.partition("| Fault |")[2].partition("\n\n")[0]
    names = [line.split("`")[1] for line in table.splitlines()[2:]]
    assert HARMLESS in names
    assert [name for name in names if name != HARMLESS] == NAMES
