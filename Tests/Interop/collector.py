"""An OTLP receiver: OpenTelemetry's own messages, decoded from JSON as a collector does."""

import base64
import contextlib
import http.server
import json
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

KINDS = {"/v1/traces": ExportTraceServiceRequest, "/v1/metrics": ExportMetricsServiceRequest}


class Collector(http.server.BaseHTTPRequestHandler):
    """Keeps what it gets; `server.statuses` are those of the next responses."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if status == 200:
            message = json_format.Parse(as_protobuf_reads(json.loads(body)), KINDS[self.path]())
            self.server.received.append((self.path, dict(self.headers), message))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def as_protobuf_reads(value):
    """The text for protobuf's JSON, where bytes are Base64; OTLP has identifiers in hexadecimal instead."""

    def changed(part):
        if isinstance(part, list):
            return [changed(each) for each in part]
        if not isinstance(part, dict):
            return part
        identifiers = {"traceId", "spanId", "parentSpanId"}
        return {k: base64.b64encode(bytes.fromhex(v)).decode() if k in identifiers else changed(v) for k, v in part.items()}

    return json.dumps(changed(value))


@contextlib.contextmanager
def collecting(*statuses, port=0):
    """A collector that first responds with these statuses."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Collector)
    server.received, server.statuses = [], list(statuses)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def spans(server):
    """The spans that have arrived, oldest first."""
    messages = [message for path, _, message in server.received if path == "/v1/traces"]
    return [span for message in messages for each in message.resource_spans for scope in each.scope_spans for span in scope.spans]


def metrics(server):
    """The metrics of the last document, by name."""
    message = [message for path, _, message in server.received if path == "/v1/metrics"][-1]
    return {metric.name: metric for each in message.resource_metrics for scope in each.scope_metrics for metric in scope.metrics}


def attributes(part):
    return {each.key: each.value.string_value or each.value.int_value for each in part.attributes}
