"""What the drivers of all Python clients share: the lines, the classes of statuses, the time limits, and the faults.

HYPERMOCK_DRIVER_FAULT breaks a client on purpose: `conflict-as-client-error` reports the wrong outcome for 409, and
`sent-twice` makes each call twice.
"""

import base64
import json
import os
import sys
import threading
from urllib.parse import urlsplit

import requests

FAULT = os.environ.get("HYPERMOCK_DRIVER_FAULT")
SPECIAL = {401: "authenticationRequired", 409: "conflict", 503: "serverUnavailable"}
CLASSES = {2: "success", 3: "redirection", 4: "clientError"}
#: The time limit of calls without one of their own, in milliseconds.
DEFAULT_LIMIT = 5000
CONDITIONS = {
    "ifMatch": "If-Match",
    "ifNoneMatch": "If-None-Match",
    "ifModifiedSince": "If-Modified-Since",
    "ifUnmodifiedSince": "If-Unmodified-Since",
}


class Unsupported(Exception):
    """The client has no way to make the call."""


def outcome(status, **values):
    """The outcome of a response, by its status; the two flags of redirections belong to it."""
    name = SPECIAL.get(status, CLASSES.get(status // 100, "serverError"))
    if name == "conflict" and FAULT == "conflict-as-client-error":
        name = "clientError"
    if name == "redirection":
        values |= {"notModified": status == 304, "permanent": status in (301, 308)}
    return {"outcome": name, "status": status, **values}


def failure(error):
    """The outcome of an exception that the client lets through."""
    is_network = isinstance(error, (requests.RequestException, OSError)) and not isinstance(error, requests.JSONDecodeError)
    return {"outcome": "connectionFailure" if is_network else "undecodable", "detail": repr(error)[:300]}


def needs_no_limit(call):
    """Refuses calls with a time limit of their own, for clients that wait for ever."""
    if call["timeoutMilliseconds"] < DEFAULT_LIMIT:
        raise Unsupported("the client has no time limits")


def missing(relation):
    return {"outcome": "undecodable", "detail": f"the resource has no link {relation!r}"}


def lines(response):
    """The lines of the fields of a response of requests."""
    fields = {}
    for name, value in response.raw.headers.items():
        fields.setdefault(name, []).append(value)
    return fields


def fields(call):
    """The fields that the caller gives."""
    given = {name: ", ".join(value) if isinstance(value, list) else value for name, value in call.get("headers", {}).items()}
    for key, name in {"accept": "Accept", "acceptLanguage": "Accept-Language", "contentType": "Content-Type", **CONDITIONS}.items():
        if key in call:
            given[name] = call[key]
    credentials = call.get("authorization", {})
    if "bearer" in credentials:
        given["Authorization"] = f"Bearer {credentials['bearer']}"
    elif "basic" in credentials:
        pair = f"{credentials['basic']['username']}:{credentials['basic']['password']}"
        given["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
    elif credentials:
        raise Unsupported(f"the client has no scheme {credentials['scheme']}")
    return given


def content(call):
    """The body as bytes, or None, with its type in the fields of the second value."""
    if "jsonBody" in call:
        return json.dumps(call["jsonBody"]).encode(), {"Content-Type": "application/json"}
    if "body" in call:
        return call["body"].encode(), {"Content-Type": "text/plain; charset=utf-8"}
    return None, {}


def origin(url):
    return urlsplit(url)[:2]


def drive(name, capabilities, perform):
    """Says hello, and answers each call by `perform(call)`: the outcome, or Unsupported."""
    print(json.dumps({"hypermockDriver": 1, "name": name, "capabilities": capabilities}), flush=True)
    for line in sys.stdin:
        call = json.loads(line)
        reported = {"id": call["id"], **answer(call, perform)}
        try:
            text = json.dumps(reported, allow_nan=False)
        except ValueError:
            # The client has read a model that is not JSON.
            for values in reported["calls"]:
                values.pop("model")
            text = json.dumps(reported)
        print(text, flush=True)


def answer(call, perform):
    """What the client reports within the time limit: these clients may wait for ever."""
    reported = {"calls": []}

    def work():
        try:
            if FAULT == "sent-twice":
                perform(call)
            reported["calls"] = [perform(call)]
        except Unsupported as reason:
            reported.clear()
            reported["unsupported"] = str(reason)
        except Exception as error:  # pylint: disable=broad-except
            reported["calls"] = [failure(error)]

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    # Longer than the limit, so that a client that has one can report it.
    thread.join(call["timeoutMilliseconds"] / 1000 + 1)
    return dict(reported)
