"""Sends one request, and says what came back."""

import contextlib
import http.client
import json
import time
from dataclasses import dataclass

from .case import Request


@dataclass
class Answer:
    status: int
    reason: str
    headers: list
    body: bytes
    milliseconds: float
    #: How the connection broke, where there is no answer.
    fault: str | None = None


class Peer:
    """One server.

    Each request has a connection of its own: on one that is kept, WireMock's Jetty takes a field for one that came before
    when only upper and lower case differ.
    """

    def __init__(self, port):
        self.port = port

    def send(self, request):
        start = time.monotonic()
        try:
            return self.attempt(request, start)
        except http.client.IncompleteRead:
            fault = "bad chunk"
        # This one is a kind of the next.
        except http.client.RemoteDisconnected:
            fault = "closed"
        except ConnectionResetError:
            fault = "reset"
        except http.client.HTTPException:
            fault = "no HTTP"
        return Answer(0, "", [], b"", (time.monotonic() - start) * 1000, fault)

    def admin(self, method, path, document=None):
        """The answer to a call of the admin API; the document may be text that is no JSON."""
        data = document if isinstance(document, (str, type(None))) else json.dumps(document)
        body = None if data is None else data.encode()
        headers = () if body is None else (("Content-Type", "application/json"),)
        return self.send(Request(method, "/__admin" + path, headers, body))

    def attempt(self, request, start):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with contextlib.closing(connection):
            connection.putrequest(request.method, request.target, skip_host=True, skip_accept_encoding=True)
            for name, value in fields(request):
                connection.putheader(name, value.encode())
            connection.endheaders(request.body)
            answer = connection.getresponse()
            body = answer.read()
            elapsed = (time.monotonic() - start) * 1000
            return Answer(answer.status, answer.reason, answer.getheaders(), body, elapsed)


def fields(request):
    if not any(name.lower() == "host" for name, _ in request.headers):
        # The admin API is for those who name this machine.
        yield ("Host", "127.0.0.1" if request.target.startswith("/__admin") else "fuel.test:8080")
    yield from request.headers
    if request.body is not None:
        yield ("Content-Length", str(len(request.body)))
