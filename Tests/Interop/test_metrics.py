"""The metrics, read by Prometheus' own parsers and, where it is installed, by promtool and Prometheus itself."""

import json
import re
import shutil
import socket
import subprocess
import time
import urllib.parse
import urllib.request

import pytest
from conftest import not_checked
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as prometheus

OPEN = "application/openmetrics-text; version=1.0.0"


def read(url, accept="*/*"):
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": accept})) as response:
        return response.headers["Content-Type"], response.read().decode()


@pytest.fixture
def requested(one_server):
    """A server that has seen some requests of its root and of a sandbox."""
    mapping = {"request": {"urlPathTemplate": "/orders/{id}"}, "response": {"body": "a"}, "name": 'with "quotes" and \\'}
    data = json.dumps(mapping).encode()
    urllib.request.urlopen(urllib.request.Request(one_server + "/__admin/mappings", data=data)).read()
    for number in range(30):
        try:
            urllib.request.urlopen(f"{one_server}/{'orders' if number % 3 else 'nowhere'}/{number}").read()
        except urllib.error.HTTPError as error:
            error.read()
    yield one_server
    urllib.request.urlopen(urllib.request.Request(one_server + "/__admin/mappings", method="DELETE")).read()


def samples(families):
    """The samples by name and labels, without those that each request changes."""
    families = [each for each in families if not each.name.startswith(("process_", "hypermock_connections"))]
    return {(each.name, *sorted(each.labels.items())): each.value for family in families for each in family.samples}


def test_both_parsers_read_the_same(requested):
    url = requested + "/__admin/metrics"
    (plain_type, plain), (open_type, modern) = read(url), read(url, OPEN)
    assert plain_type.startswith("text/plain; version=0.0.4") and open_type.startswith(OPEN)
    first, second = samples(prometheus(plain)), samples(openmetrics(modern))
    assert first == second
    counted = sum(value for key, value in first.items() if key[0] == "hypermock_requests_total")
    timed = sum(value for key, value in first.items() if key[0] == "http_server_request_duration_seconds_count")
    assert counted == timed >= 30


def test_open_files_are_counted(requested):
    def count():
        return int(re.search(r"^process_open_fds (\d+)$", read(requested + "/__admin/metrics")[1], re.M).group(1))

    before = count()
    address = urllib.parse.urlsplit(requested)
    sockets = [socket.create_connection((address.hostname, address.port)) for _ in range(20)]
    try:
        # Each of them sends a request, so that all are accepted.
        for each in sockets:
            each.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert each.recv(5) == b"HTTP/"
        assert count() >= before + 15
    finally:
        for each in sockets:
            each.close()


def test_promtool_finds_nothing(requested):
    promtool = shutil.which("promtool") or not_checked("the metrics by promtool (apt-get install prometheus)")
    _, text = read(requested + "/__admin/metrics")
    checked = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


def test_prometheus_scrapes(requested, tmp_path):
    program = shutil.which("prometheus") or not_checked("a scrape by Prometheus (apt-get install prometheus)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    job = {"job_name": "hypermock", "scrape_interval": "1s", "scrape_timeout": "1s", "metrics_path": "/__admin/metrics"}
    job["static_configs"] = [{"targets": [requested.split("//")[1]]}]
    (tmp_path / "prometheus.yml").write_text(json.dumps({"scrape_configs": [job]}))
    command = [program, f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data"]
    with subprocess.Popen([*command, f"--web.listen-address=127.0.0.1:{port}"], stderr=subprocess.DEVNULL) as process:
        try:
            assert query(port, "up") == ["1"]
            assert sum(float(value) for value in query(port, "hypermock_requests_total")) >= 30
        finally:
            process.terminate()


def query(port, expression):
    """The values of an expression, as soon as there are any."""
    for _ in range(120):
        try:
            _, text = read(f"http://127.0.0.1:{port}/api/v1/query?query={expression}")
            if values := [each["value"][1] for each in json.loads(text)["data"]["result"]]:
                return values
        except OSError:
            pass
        time.sleep(0.25)
    raise AssertionError(f"Prometheus has no value of {expression}")
