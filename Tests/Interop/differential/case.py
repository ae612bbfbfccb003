"""What is compared: mappings, and requests that are sent to both servers one after the other."""

import uuid
from dataclasses import dataclass, field

NAMESPACE = uuid.UUID("5f1c3f62-2f43-4d08-9c3b-0a4c53f0b3b1")


@dataclass(frozen=True)
class Request:
    method: str = "GET"
    target: str = "/fuel"
    headers: tuple = ()
    body: bytes | None = None
    #: The answer comes no earlier than this.
    milliseconds: int = 0


@dataclass(frozen=True)
class Case:
    """One set of mappings and what is asked of it; each request is one pair."""

    name: str
    stubs: list = field(hash=False)
    requests: list = field(hash=False)
    #: What of the body is chance: a regular expression; only what is left of it is compared.
    chance: str | None = None

    def mappings(self):
        """The mappings, each with an identifier that follows from its place; one that is text stays as it is written."""
        for place, stub in enumerate(self.stubs):
            name = str(uuid.uuid5(NAMESPACE, f"{self.name} {place}"))
            yield f'{{"id": "{name}", {stub[1:]}' if isinstance(stub, str) else {"id": name, **stub}

    def pairs(self):
        return [f"{self.name} {place}" for place in range(len(self.requests))]


def stub(request=None, body="matched", **response):
    return {"request": request or {}, "response": {"body": body, **response}}


def get(target="/fuel", *headers, **others):
    return Request("GET", target, headers, **others)


def post(body, content_type="application/json", target="/fuel", method="POST"):
    data = body if isinstance(body, bytes) or body is None else body.encode()
    return Request(method, target, (("Content-Type", content_type),), data)
