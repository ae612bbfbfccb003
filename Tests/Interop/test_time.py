"""Clocks, outages and rate limits, judged by libraries that others have written."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import resource
import select
import socket
import time
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime

import http_sf
import pytest
import tenacity
import urllib3
from serving import BINARY, started

SCENARIO = """
scenario: time
root: true
interactions:
  - request: { urlPath: /limited }
    rateLimit: { name: permin, quota: 50, window: 60, fields: both }
    response: { body: ok, headers: { Content-Type: text/plain } }
  - request: { urlPath: /many }
    rateLimit: { name: many, quota: 500, window: 3600, kind: %s }
    response: { status: 204 }
  - request: { urlPath: /soon }
    responses: [{ status: 503, retryAfter: 1 }, { status: 204 }]
    afterLast: loop
  - request: { urlPathTemplate: "/hour/{number}" }
    response: { body: "{{request.path.number}}", transformers: [response-template], fixedDelayMilliseconds: 3600000, headers: { Content-Type: text/plain } }
"""


@contextlib.contextmanager
def serving(folder, *options, kind="fixed"):
    """Runs `hypermock serve` with the scenario; yields its URL and its process."""
    (folder / "time.yaml").write_text(SCENARIO % kind)
    with started([BINARY, "serve", str(folder), "--port", "0", "--quiet", *options]) as (urls, process):
        yield urls.group(1), process


@pytest.fixture
def origin(tmp_path):
    with serving(tmp_path) as (url, _):
        yield url


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data=data)) as response:
        return json.load(response)


def retries(origin, address):
    """What the journal says of the clients' waits, the oldest first."""
    events = call(f"{origin}/{address}/__admin/requests?hypermock=true")["requests"]
    return [event["retry"] for event in reversed(events) if "retry" in event]


def test_the_fields_are_structured_lists(origin):
    for used in range(1, 53):
        try:
            response = urllib.request.urlopen(origin + "/limited")
        except urllib.error.HTTPError as error:
            response = error
        with response:
            fields = response.headers
        policies = http_sf.parse(fields["RateLimit-Policy"].encode(), tltype="list")
        assert policies == [("permin", {"q": 50, "w": 60})]
        ((name, parameters),) = http_sf.parse(fields["RateLimit"].encode(), tltype="list")
        assert name == "permin" and set(parameters) == {"r", "t"}
        assert parameters["r"] == max(0, 50 - used) and 0 < parameters["t"] <= 60
        assert fields["X-RateLimit-Remaining"] == str(parameters["r"])
        assert response.status == (200 if used <= 50 else 429)
        if response.status == 429:
            assert int(fields["Retry-After"]) >= parameters["t"]


@pytest.mark.parametrize("kind", ["fixed", "sliding", "tokenBucket"])
def test_exactly_the_quota_passes(tmp_path, kind):
    with serving(tmp_path, "--threads", "2", kind=kind) as (origin, _):
        # Frozen, so that no bucket is refilled meanwhile.
        call(origin + "/__admin/clock", {"freeze": True})
        host = origin.removeprefix("http://")

        def ask(count):
            connection = http.client.HTTPConnection(host)
            statuses = []
            for _ in range(count):
                connection.request("GET", "/many")
                response = connection.getresponse()
                response.read()
                statuses.append(response.status)
            connection.close()
            return statuses

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            statuses = [status for part in pool.map(ask, [1250] * 8) for status in part]
    assert len(statuses) == 10_000
    assert (statuses.count(204), statuses.count(429)) == (500, 9_500)


def test_obedient_clients_are_told_from_others(origin):
    with urllib3.PoolManager(retries=urllib3.Retry(3, status_forcelist=[503])) as pool:
        assert pool.request("GET", origin + "/@urllib3/soon").status == 204

    @tenacity.retry(
        retry=tenacity.retry_if_exception_type(urllib.error.HTTPError),
        wait=lambda state: float(state.outcome.exception().headers["Retry-After"]),
        stop=tenacity.stop_after_attempt(3),
    )
    def ask():
        urllib.request.urlopen(origin + "/@tenacity/soon").close()

    ask()
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.urlopen(origin + "/@loop/soon")
    urllib.request.urlopen(origin + "/@loop/soon").close()

    for client, is_obeyed in [("urllib3", True), ("tenacity", True), ("loop", False)]:
        (retry,) = retries(origin, "@" + client)
        assert (retry["advised"], retry["obeyed"]) == (1, is_obeyed), client
        assert (retry["waited"] >= 1) == is_obeyed


def test_an_advance_moves_one_sandbox(origin):
    call(origin + "/@a/__admin/clock", {"advance": 3600})
    assert call(origin + "/@a/__admin/clock")["state"] == "moved"
    assert call(origin + "/@b/__admin/clock")["state"] == call(origin + "/__admin/clock")["state"] == "real"


def cpu(process):
    """The processor time of a process, in seconds."""
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_ten_thousand_hours_pass_at_once_and_in_order(tmp_path):
    count = 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < count + 1_000:
        pytest.skip(f"{hard} open files are too few for {count} connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 1_000, hard))
    try:
        with serving(tmp_path, "--max-connections", str(count + 100)) as (origin, process):
            port = int(origin.rsplit(":", 1)[1])
            # Edge-triggered readiness is reported in the order in which responses arrive.
            poll = select.epoll()
            clients = {}
            for number in range(count):
                client = socket.create_connection(("127.0.0.1", port))
                client.sendall(f"GET /hour/{number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                poll.register(client, select.EPOLLIN | select.EPOLLET)
                clients[client.fileno()] = client
            deadline = time.monotonic() + 60
            while call(origin + "/__admin/requests?limit=0")["meta"]["total"] < count:
                assert time.monotonic() < deadline
            before = cpu(process)
            call(origin + "/__admin/clock", {"advance": 3601})
            spent = cpu(process) - before
            arrived = []
            while len(arrived) < count:
                events = poll.poll(10, maxevents=count)
                assert events, f"{count - len(arrived)} responses are missing"
                for descriptor, _ in events:
                    arrived.append(int(clients[descriptor].recv(4096).rpartition(b"\r\n\r\n")[2]))
            for client in clients.values():
                client.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert arrived == sorted(arrived)
    assert spent < 1, f"{spent} s of processor time"


def test_no_change_is_later_than_its_response(tmp_path):
    """A clock that was moved back: Last-Modified is at most Date (RFC 9110 section 8.8.2.1), also at the beginning of time."""
    (tmp_path / "r.yaml").write_text("scenario: R\nroot: true\nresources: { l: { path: /l, items: [{ id: a }] } }\n")
    with started([BINARY, "serve", str(tmp_path), "--port", "0", "--quiet"]) as (urls, _):
        origin = urls.group(1) + "/@clock"
        for instant in ["2026-12-24T10:00:00Z", "2026-12-01T10:00:00Z", "1970-01-01T00:00:00Z"]:
            call(f"{origin}/__admin/clock", {"freeze": instant})
            for method in ["GET", "PUT", "GET"]:
                data = b"{}" if method == "PUT" else None
                request = urllib.request.Request(f"{origin}/l/a", data=data, method=method)
                request.add_header("Content-Type", "application/json")
                with urllib.request.urlopen(request) as response:
                    dates = [parsedate_to_datetime(response.headers[name]) for name in ("Last-Modified", "Date")]
                assert dates[0] <= dates[1]
                if method == "PUT":
                    assert dates[0] == dates[1]
