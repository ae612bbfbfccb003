"""Spans and metrics as OTLP/JSON, decoded with OpenTelemetry's own messages."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from collector import attributes, collecting, metrics, spans
from serving import serving

SCENARIO = """
scenario: Orders
root: true
interactions:
  - name: an order
    request: { urlPathTemplate: "/orders/{id}" }
    response: { body: order, fixedDelayMilliseconds: 30 }
  - name: a broken server
    request: { urlPath: /broken }
    response: { status: 500 }
  - name: a broken connection
    request: { urlPath: /reset }
    response: { fault: reset }
"""
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "orders.yaml").write_text(SCENARIO)
    return tmp_path


def get(url, **headers):
    request = urllib.request.Request(url, headers=headers)
    try:
        return urllib.request.urlopen(request).read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()
    except OSError:
        return ""


def exporting(monkeypatch, port, **variables):
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    for name, value in {"OTEL_BSP_SCHEDULE_DELAY": "100", **variables}.items():
        monkeypatch.setenv(name, value)


def eventually(found):
    """The result of a function, as soon as it is true."""
    for _ in range(400):
        if result := found():
            return result
        time.sleep(0.05)
    raise AssertionError("it did not happen within 20 s")


def value(url, name):
    lines = get(url + "/__admin/metrics").splitlines()
    return sum(int(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))


def test_a_span_has_the_right_parent(monkeypatch, folder):
    with collecting() as collector:
        exporting(monkeypatch, collector.server_port, OTEL_SERVICE_NAME="orders mock", OTEL_EXPORTER_OTLP_HEADERS="x-api-key=s%20t")
        with serving(folder, str(folder / "orders.yaml")) as server:
            get(server.http + "/orders/7?page=2&access_token=secret", traceparent=f"00-{TRACE}-{PARENT}-01", tracestate="a=b")
            span = eventually(lambda: spans(collector))[0]
        assert (span.trace_id.hex(), span.parent_span_id.hex(), span.trace_state) == (TRACE, PARENT, "a=b")
        assert (span.name, span.kind, span.status.code) == ("GET /orders/{id}", 2, 0)
        assert span.end_time_unix_nano - span.start_time_unix_nano == 30_000_000
        assert abs(span.start_time_unix_nano / 1e9 - time.time()) < 60
        found = attributes(span)
        assert found["http.route"] == "/orders/{id}" and found["http.response.status_code"] == 200
        assert (found["url.path"], found["url.query"]) == ("/orders/7", "page=2&access_token=<redacted>")
        assert (found["hypermock.interaction"], found["hypermock.outcome"]) == ("an order", "matched")
        _, headers, message = collector.received[0]
        assert headers["x-api-key"] == "s t"
        assert attributes(message.resource_spans[0].resource)["service.name"] == "orders mock"


def test_errors_are_those_of_the_server(monkeypatch, folder):
    with collecting() as collector:
        exporting(monkeypatch, collector.server_port)
        with serving(folder, str(folder / "orders.yaml")) as server:
            for path in ["/broken", "/reset", "/nowhere", "/@t/orders/1"]:
                get(server.http + path)
            eventually(lambda: len(spans(collector)) == 4)
        found = [(span.name, span.status.code, attributes(span).get("error.type")) for span in spans(collector)]
        assert found == [("GET /broken", 2, "500"), ("GET /reset", 2, "reset"), ("GET", 0, None), ("GET /orders/{id}", 0, None)]
        assert len({span.trace_id for span in spans(collector)}) == 4
        assert all(not span.parent_span_id for span in spans(collector))


@pytest.mark.parametrize(
    "parent",
    ["", "00", f"00-{TRACE}-{PARENT}", f"00-{TRACE.upper()}-{PARENT}-01", f"ff-{TRACE}-{PARENT}-01", f"00-{'0' * 32}-{PARENT}-01",
     f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE}-{PARENT}-01-x", f"00-{TRACE}-{PARENT}-0g", "00-" + "é" * 26, "x" * 9000],
)
def test_an_invalid_parent_begins_a_new_trace(monkeypatch, folder, parent):
    with collecting() as collector:
        exporting(monkeypatch, collector.server_port)
        with serving(folder, str(folder / "orders.yaml")) as server:
            get(server.http + "/orders/7", traceparent=parent.encode().decode("latin-1"))
            span = eventually(lambda: spans(collector))[0]
        assert not span.parent_span_id and span.trace_id.hex() != TRACE


def test_a_trace_that_its_caller_does_not_record_is_not_sent(monkeypatch, folder):
    with collecting() as collector:
        exporting(monkeypatch, collector.server_port)
        with serving(folder, str(folder / "orders.yaml")) as server:
            get(server.http + "/orders/1", traceparent=f"00-{TRACE}-{PARENT}-00")
            get(server.http + "/orders/2", traceparent=f"cc-{TRACE}-{PARENT}-03-of-a-later-version")
            eventually(lambda: spans(collector))
        assert [attributes(span)["url.path"] for span in spans(collector)] == ["/orders/2"]


def test_a_collector_that_is_away_costs_counted_drops(monkeypatch, folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    exporting(monkeypatch, port, OTEL_BSP_MAX_QUEUE_SIZE="10")
    with serving(folder, str(folder / "orders.yaml")) as server:
        for number in range(30):
            get(f"{server.http}/orders/{number}")
        eventually(lambda: value(server.http, "hypermock_spans_dropped_total") == 20)
        assert value(server.http, "hypermock_spans_exported_total") == 0
        with collecting(503, port=port) as collector:
            eventually(lambda: len(spans(collector)) == 10)
            eventually(lambda: value(server.http, "hypermock_spans_exported_total") == 10)
        assert [attributes(span)["url.path"] for span in spans(collector)] == [f"/orders/{number}" for number in range(10)]


def test_the_end_sends_what_is_left(monkeypatch, folder):
    with collecting() as collector:
        exporting(monkeypatch, collector.server_port, OTEL_BSP_SCHEDULE_DELAY="60000")
        with serving(folder, str(folder / "orders.yaml")) as server:
            for _ in range(7):
                get(server.http + "/orders/7")
            get(server.http + "/nowhere")
        assert len(spans(collector)) == 8
        found = metrics(collector)
        durations = found["http.server.request.duration"].histogram
        assert found["http.server.request.duration"].unit == "s" and durations.aggregation_temporality == 2
        counts = {attributes(point).get("http.route"): (point.count, point.sum, list(point.bucket_counts)) for point in durations.data_points}
        assert counts["/orders/{id}"] == (7, pytest.approx(0.21), [0, 0, 0, 7] + 11 * [0])
        requests = {attributes(point)["outcome"]: point.as_int for point in found["hypermock.requests"].sum.data_points}
        assert requests == {"matched": 7, "unmatched": 1}


@pytest.mark.parametrize(
    "name, text",
    [("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://u:s3cret@127.0.0.1:1"),
     ("OTEL_EXPORTER_OTLP_HEADERS", "s3cret"), ("OTEL_EXPORTER_OTLP_HEADERS", "a b=s3cret"),
     ("OTEL_EXPORTER_OTLP_TIMEOUT", "-1"), ("OTEL_BSP_MAX_QUEUE_SIZE", "9" * 30)],
)
def test_an_invalid_variable_is_an_error_without_its_secret(monkeypatch, folder, name, text):
    exporting(monkeypatch, 1)
    monkeypatch.setenv(name, text)
    command = [os.environ["HYPERMOCK_BINARY"], "serve", str(folder), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert ended.returncode == 2 and name in ended.stderr and "s3cret" not in ended.stderr
