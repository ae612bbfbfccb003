"""HTTP/2 as foreign clients see it: curl, httpx, Node and Java."""

import shutil
import subprocess
from pathlib import Path

import h2.exceptions
import httpx
import pytest
import requests
from serving import serving

CLIENTS = Path(__file__).parent / "clients"
# The first half of a content arrives before the fault; otherwise a client sees both at once, or in the wrong order.
HALF = {"bodyBytes": 5}
RESET_HALF = {"effect": "reset", "after": HALF}
SLOWLY = {"chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 100}}
LATER = {"fixedDelayMilliseconds": 50}
STREAM = "ERR_HTTP2_STREAM_ERROR"
RESET = "RemoteProtocolError: <StreamReset stream_id:1, error_code:{}, remote_reset:True>"
AWAY = "RemoteProtocolError: <ConnectionTerminated error_code:0, last_stream_id:{}, additional_data:None>"
ON_ZERO = "ProtocolError: Received frame with invalid header: Stream ID must be non-zero for DataFrame"
PADDING = "ProtocolError: Received frame with invalid padding."

# Fault, and what else the response has; curl's exit code; what httpx and Node's http2 report.
FAULTS = [
    ("reset", {"effect": "reset"}, {}, 92, RESET.format(2), STREAM),
    ("reset after the head", {"effect": "reset", "after": "head"}, {}, 92, RESET.format(2), f"200 {STREAM}"),
    ("reset in the body", RESET_HALF, SLOWLY, 92, RESET.format(2), f"200 half {STREAM}"),
    # curl sends the request five times more, then gives up; httpx and Node do not send it again.
    ("REFUSED_STREAM", {"effect": "reset", "code": "REFUSED_STREAM"}, {}, 56, RESET.format(7), STREAM),
    # Node takes what it has got for the whole.
    ("CANCEL in the body", {**RESET_HALF, "code": "CANCEL"}, SLOWLY, 92, RESET.format(8), "200 half complete"),
    ("NO_ERROR in the body", {**RESET_HALF, "code": "NO_ERROR"}, SLOWLY, 18, RESET.format(0), "200 half complete"),
    ("ENHANCE_YOUR_CALM", {"effect": "reset", "code": "ENHANCE_YOUR_CALM"}, {}, 92, RESET.format(11), STREAM),
    # curl would go on with HTTP/1.1, but it was told to use HTTP/2.
    ("HTTP_1_1_REQUIRED", {"effect": "reset", "code": "HTTP_1_1_REQUIRED"}, {}, 56, RESET.format(13), STREAM),
    (
        "reset of the connection",
        {"effect": "reset", "scope": "connection"},
        LATER,
        56,
        "ReadError: [Errno 104] Connection reset by peer",
        "ECONNRESET",
    ),
    ("close", {"effect": "close"}, {}, 18, AWAY.format(1), "complete"),
    ("close in the body", {"effect": "close", "after": HALF}, SLOWLY, 18, AWAY.format(1), "200 half complete"),
    ("goAway", {"effect": "goAway"}, {}, 16, AWAY.format(0), STREAM),
    ("goAway in the body", {"effect": "goAway", "after": HALF}, SLOWLY, 18, AWAY.format(1), "200 half complete"),
    # Node neither ends nor fails.
    ("garbage", {"effect": "garbage"}, {}, 52, ON_ZERO, "no end"),
    ("garbage in the body", {"effect": "garbage", "after": HALF}, SLOWLY, 18, ON_ZERO, "200 half no end"),
    # Without Content-Length, curl takes the end of the connection for the end of the body.
    ("badChunk", {"effect": "badChunk"}, {}, 0, PADDING, "200 no end"),
    ("badChunk in the body", {"effect": "badChunk", "after": HALF}, SLOWLY, 0, PADDING, "200 half no end"),
    ("stall", {"effect": "stall"}, {}, 28, "ReadTimeout: timed out", "no end"),
    ("stall in the body", {"effect": "stall", "after": HALF}, {}, 28, "ReadTimeout: timed out", "200 half no end"),
]
NAMES = [row[0] for row in FAULTS]


def path(name):
    return "/" + name.replace(" ", "-")


def curl(url, *options):
    command = ["curl", "--silent", "--show-error", "--http2-prior-knowledge", "--max-time", "1", *options, url]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(autouse=True, scope="module")
def needs_http2():
    program = shutil.which("curl")
    if program is None or "HTTP2" not in subprocess.run([program, "--version"], capture_output=True, text=True).stdout:
        pytest.skip("NOT CHECKED: HTTP/2 of curl, which is not there or does not speak it")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a mapping for each fault."""
    with serving(tmp_path_factory.mktemp("http2"), https=True) as address:
        for name, fault, others, *_ in FAULTS:
            add(address.http, path(name), {"body": "half and half", "fault": fault, **others})
        yield address


@pytest.fixture(scope="module")
def node(server, node_program):
    """What Node's http2 client reports for each fault."""
    command = [node_program, CLIENTS / "http2_faults.mjs", server.http, *map(path, NAMES)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    reports = [line.split(" ", 1)[1].replace("  ", " ") for line in lines]
    return dict(zip(NAMES, reports, strict=True))


def add(address, url, response, request=None):
    mapping = {"request": {"url": url, **(request or {})}, "response": response}
    assert requests.post(address + "/__admin/mappings", json=mapping).status_code == 201


def count(address, url):
    return requests.post(address + "/__admin/requests/count", json={"url": url}).json()["count"]


def test_it_speaks_http2(address):
    add(address, "/hello", {"body": "Hi"}, {"protocol": "HTTP/2"})
    result = curl(address + "/hello", "--write-out", " %{http_version} %{http_code}")
    assert (result.returncode, result.stdout) == (0, "Hi 2 200")
    assert requests.get(address + "/hello").status_code == 404
    journal = requests.get(address + "/__admin/requests").json()["requests"]
    assert {entry["request"]["protocol"] for entry in journal} == {"HTTP/1.1", "HTTP/2"}


def test_it_reads_uploads_and_sends_large_bodies(address, tmp_path):
    upload = tmp_path / "upload"
    upload.write_text("x" * 1_000_000)
    add(address, "/echo", {"body": "y" * 500_000}, {"bodyPatterns": [{"equalTo": upload.read_text()}]})
    result = curl(address + "/echo", "--data-binary", f"@{upload}", "--max-time", "5")
    assert (result.returncode, len(result.stdout)) == (0, 500_000)


@pytest.mark.parametrize("name, code", [(row[0], row[3]) for row in FAULTS], ids=NAMES)
def test_curl(server, name, code):
    assert curl(server.http + path(name)).returncode == code


@pytest.mark.parametrize("name, report", [(row[0], row[4]) for row in FAULTS], ids=NAMES)
def test_httpx(server, name, report):
    # Errors of h2 reach the caller as they are once the head has arrived, before that as errors of httpx. Which of
    # the two, only the kernel decides: it may deliver head and fault together or one after the other.
    errors = (httpx.TransportError, h2.exceptions.ProtocolError)
    with httpx.Client(http1=False, http2=True, timeout=1) as client, pytest.raises(errors) as error:
        client.get(server.http + path(name))
    assert f"{type(error.value).__name__.removeprefix('Local')}: {error.value}" == report


@pytest.mark.parametrize("name, report", [(row[0], row[5]) for row in FAULTS], ids=NAMES)
def test_node(node, name, report):
    assert node[name] == report


@pytest.mark.parametrize("name, times", [("REFUSED_STREAM", 6), ("goAway", 1), ("reset", 1)])
def test_curl_sends_only_a_refused_request_again(address, name, times):
    row = next(row for row in FAULTS if row[0] == name)
    add(address, path(name), {"fault": row[1]})
    curl(address + path(name))
    assert count(address, path(name)) == times


def test_java_chooses_http2_over_tls(server, java_program):
    add(server.http, "/hello", {"body": "Hi"})
    urls = ["secure", f"{server.https}/hello", "plain", f"{server.http}/hello"]
    command = [*java_program, CLIENTS / "Calls.java", server.authority, *urls]
    # In the clear, Java asks for an upgrade, which the server ignores (RFC 9113 §3.1).
    expected = "secure HTTP_2 200\nplain HTTP_1_1 200\n"
    assert subprocess.run(command, capture_output=True, text=True).stdout == expected
