#!/usr/bin/env python3
"""A driver for `hypermock verify`: a HAL client of Python's standard library alone, and the loop that lets it be judged.

    hypermock verify Scenarios --driver "python3 Tests/Drivers/hal_driver.py"

To have your own client judged, copy `main` and `Driver` at the end and let `Driver.answer` call your client: a line of
JSON comes in for each call, a line with the outcomes that your client has reported goes out. The protocol is described
in Sources/Contracts/Contracts.docc/DriversInAnyLanguage.md.

`--fault NAME` breaks the client in one way, to see that it is found out; `--fault list` lists the ways.
"""

import argparse
import base64
import calendar
import email.utils
import functools
import http.client
import json
import math
import os
import re
import select
import socket
import ssl
import sys
import threading
import time
from urllib.parse import quote, urldefrag, urljoin, urlsplit

import hal_forms

FAULTS = {
    "conflict-as-client-error": "takes 409 for any other client error",
    "unavailable-as-server-error": "takes 503 for any other server error",
    "retry-after-dates-ignored": "reads Retry-After only when it is a number of seconds",
    "second-challenge-dropped": "reports the first challenge alone",
    "temporary-redirect-followed": "follows 307 as if it were 302",
    "notice-lost": "does not tell of permanent redirects",
    "called-twice": "reports every outcome twice",
    "never-called": "reports no outcome of a redirection",
    "link-arrays-cut": "keeps the first link of a relation alone",
    "relative-links": "does not resolve the targets of links",
    "created-location-ignored": "resolves the links of a 201 against the address of the request",
    "interim-as-final": "takes an interim response for the response",
    "fragment-sent": "sends the fragment of an address",
    "templates-not-expanded": "follows a template as it is written",
    "empty-success": "takes a body that cannot be read for a success without one",
    "refused-as-reset": "tells a refused connection from a broken one by luck",
    "forms-not-validated": "submits values without checking the rules of the template",
    "form-method-ignored": "submits every template with POST",
    "form-defaults-lost": "leaves out the values that a template has",
    "form-credentials-leaked": "sends credentials to a template at another origin",
    "first-page-only": "stops after the first page of a series",
    "pages-in-circles": "requests pages again that it has visited",
    "deadline-ignored": "lets a call take longer than its deadline",
    "changes-repeated": "sends a POST again when a reused connection has ended",
    "reads-not-repeated": "does not send a GET again when a reused connection has ended",
    "silent": "stops answering at the first conflict",
    "chatty": "writes a line for people where the runner reads",
    "crash": "ends at the first conflict",
}
JSON_TYPE = re.compile(r"application/json|[^/;]+/[^/;]+\+json")
TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"


class Failure(Exception):
    """No complete, well-formed answer came."""

    def __init__(self, kind, detail, reason=None):
        super().__init__(detail)
        self.kind = kind
        self.reason = reason


class Answer:
    """A complete response to one request."""

    def __init__(self, url, status, fields, body):
        self.url, self.status, self.fields, self.body = url, status, fields, body

    def all(self, name):
        return [value for field, value in self.fields if field.lower() == name.lower()]

    def first(self, name):
        return next(iter(self.all(name)), None)

    @property
    def location(self):
        return resolved(self.url, self.first("Location"))

    @property
    def is_json(self):
        media_type = (self.first("Content-Type") or "").split(";")[0].strip().lower()
        return not media_type or JSON_TYPE.fullmatch(media_type) is not None

    @property
    def text(self):
        """The body as text: UTF-8 with or without a mark, or what the parameter charset says."""
        charset = re.search(r';\s*charset="?([^\s";]+)', self.first("Content-Type") or "", re.IGNORECASE)
        name = charset.group(1).lower() if charset else "utf-8"
        return self.body.decode("utf-8-sig" if name == "utf-8" else name)


def resolved(base, reference):
    """The absolute form of a reference; None if there is none, or it is malformed."""
    if reference is None:
        return None
    try:
        target = urljoin(base, reference.strip())
        return target if urlsplit(target).port != -1 else None
    except ValueError:
        return None


def is_address(url):
    """Whether a request can be sent there."""
    parts = urlsplit(url or "")
    return parts.scheme in ("http", "https") and bool(parts.hostname)


# One hop


class Connections:
    """The connections to servers that stay open, one for each address."""

    IDEMPOTENT = ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE")

    def __init__(self, fault=None):
        self.fault = fault
        self.idle = {}

    def exchange(self, method, url, fields, body, deadline):
        """Sends one request and reads the whole answer, or raises Failure.

        A request of an idempotent method is sent again on a new connection when a reused one has ended without a byte of
        the answer, RFC 9112 section 9.3.1.
        """
        parts = urlsplit(url)
        if not is_address(url):
            raise Failure("other", f"{url} is no address of a server")
        address = parts[:2]
        reused = self.idle.pop(address, None)
        if reused and (reused.sock is None or select.select([reused.sock], [], [], 0)[0]):
            # The server has closed it, or has sent something unasked.
            reused.close()
            reused = None
        try:
            return self.send(reused or self.connect(parts), address, method, url, fields, body, deadline)
        except Failure as failure:
            is_repeated = method in self.IDEMPOTENT or self.fault == "changes-repeated"
            if not reused or failure.kind != "reset" or not is_repeated or self.fault == "reads-not-repeated":
                raise
            return self.send(self.connect(parts), address, method, url, fields, body, deadline)

    def connect(self, parts):
        if parts.scheme == "https":
            connection = http.client.HTTPSConnection(parts.hostname, parts.port, context=tls())
        else:
            connection = http.client.HTTPConnection(parts.hostname, parts.port)
        if self.fault != "interim-as-final":
            connection.response_class = FinalResponse
        return connection

    def send(self, connection, address, method, url, fields, body, deadline):
        answer, stays_open = exchange(connection, method, url, fields, body, deadline)
        if stays_open:
            self.idle[address] = connection
        return answer


class FinalResponse(http.client.HTTPResponse):
    """A response without the interim ones before it, of which http.client skips 100 alone."""

    def _read_status(self):
        while True:
            version, status, reason = super()._read_status()
            if status == 101:
                raise http.client.HTTPException("the server switches to a protocol that nobody asked for")
            if not 100 < status < 200:
                return version, status, reason
            http.client.parse_headers(self.fp)


def exchange(connection, method, url, fields, body, deadline):
    """Sends one request and reads the whole answer, or raises Failure; and whether the connection stays open."""
    parts = urlsplit(url)
    connection.timeout = max(deadline - time.monotonic(), 0.001)
    is_late, has_head, stays_open = threading.Event(), False, False

    def end():
        is_late.set()
        try:
            stream.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    timer = None
    try:
        if connection.sock is None:
            connection.connect()
        stream = connection.sock
        stream.settimeout(connection.timeout)
        # The time-out of a socket starts anew with each byte; this one is for the whole.
        timer = threading.Timer(deadline - time.monotonic(), end)
        timer.start()
        connection.putrequest(method, parts._replace(scheme="", netloc="", fragment="").geturl() or "/")
        for name, value in {**fields, **length(method, body)}.items():
            for line in as_list(value):
                connection.putheader(name, line)
        connection.endheaders(body)
        response = connection.getresponse()
        check_head(response)
        has_head = True
        answer = Answer(url, response.status, response.getheaders(), response.read())
        timer.cancel()
        stays_open = not response.will_close and not is_late.is_set()
        return answer, stays_open
    except Exception as error:  # pylint: disable=broad-except
        is_over = is_late.is_set() or time.monotonic() >= deadline
        kind = "timedOut" if is_over else failure_kind(error, has_head)
        raise Failure(kind, repr(error), tls_reason(error) if kind == "tls" else None) from error
    finally:
        if timer:
            timer.cancel()
        if not stays_open:
            connection.close()


@functools.cache
def tls():
    """What is trusted: the authorities of the run, if it says which, or those of the system."""
    return ssl.create_default_context(cafile=os.environ.get("HYPERMOCK_CA_FILE"))


def check_head(response):
    """Refuses what http.client lets pass: a line that is no field, and a length that is none, or several."""
    lengths = set(response.headers.get_all("Content-Length", []))
    if response.headers.defects or len(lengths) > 1 or not all(length.strip().isdigit() for length in lengths):
        raise http.client.HTTPException("the head is malformed")


def length(method, body):
    """A method that usually has a body says so when it has none."""
    if body is None:
        return {"Content-Length": "0"} if method in ("POST", "PUT", "PATCH") else {}
    return {"Content-Length": str(len(body))}


# By the code of OpenSSL's verification (x509_vfy.h).
CERTIFICATE_REASONS = {9: "notYetValid", 10: "expired", 18: "selfSigned", 62: "wrongHost", 64: "wrongHost"}


def tls_reason(error):
    """The reason for a failure of the kind `tls`; the page on drivers has the list."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return CERTIFICATE_REASONS.get(error.verify_code, "untrusted")
    if re.search("UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|WRONG_VERSION", error.reason or ""):
        return "unsupportedProtocol"
    return "clientCertificateRequired" if "CERTIFICATE_REQUIRED" in (error.reason or "") else "handshake"


def failure_kind(error, has_head):
    """The kind of a connection failure; outcomes.md has the list."""
    if isinstance(error, socket.gaierror):
        return "dns"
    if isinstance(error, ConnectionRefusedError):
        return "refused"
    if isinstance(error, TimeoutError):
        return "timedOut"
    if isinstance(error, http.client.IncompleteRead):
        return "protocolViolation" if is_bad_chunk(error) else "truncated"
    if isinstance(error, ssl.SSLError) and not isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
        return "tls"
    if isinstance(error, (ConnectionError, http.client.RemoteDisconnected, ssl.SSLError)):
        return "truncated" if has_head else "reset"
    if isinstance(error, http.client.HTTPException):
        return "protocolViolation"
    return "other"


def is_bad_chunk(error):
    """http.client hides a chunk size that is no number in the causes of an incomplete read; an empty one is an end."""
    while error is not None:
        if isinstance(error, ValueError):
            return not str(error).endswith("b''")
        error = error.__cause__ or error.__context__
    return False


# What fields say


def http_date(text):
    """Seconds since 1970 of an HTTP-date in any of its three forms, or None."""
    if text is None or not re.match(r"\s*[A-Za-z]{3,9},?\s", text):
        return None
    parsed = email.utils.parsedate(text)
    return calendar.timegm(parsed) if parsed else None


def retry_after(answer, fault):
    """What the first valid Retry-After says, as members of an outcome."""
    for text in answer.all("Retry-After"):
        if re.fullmatch(r"[0-9]+", text.strip()):
            return {"retryAfterSeconds": min(int(text), 2**31)}
        date = http_date(text)
        if date is not None and fault != "retry-after-dates-ignored":
            left = max(math.ceil(date - time.time()), 0)
            return {"retryAfterSeconds": left, "retryAfterDate": email.utils.formatdate(date, usegmt=True)}
    return {}


def challenges(answer):
    """All challenges of all WWW-Authenticate lines, RFC 9110 section 11."""
    found, text, place = [], ", ".join(answer.all("WWW-Authenticate")), 0
    parameter = re.compile(rf"\s*({TOKEN})\s*=\s*(\"(?:[^\"\\]|\\.)*\"?|{TOKEN})\s*(?=,|$)", re.DOTALL)
    beginning = re.compile(rf"\s*({TOKEN})(?:\s+|(?=,|$))")
    token68 = re.compile(r"([A-Za-z0-9\-._~+/]+=*)\s*(?=,|$)")
    while place < len(text):
        if match := re.compile(r"[\s,]+").match(text, place):
            place = match.end()
        elif found and (match := parameter.match(text, place)):
            value = match.group(2)
            if value.startswith('"'):
                value = re.sub(r"\\(.)", r"\1", value[1:].removesuffix('"'))
            found[-1].setdefault("parameters", {}).setdefault(match.group(1).lower(), value)
            place = match.end()
        elif match := beginning.match(text, place):
            found.append({"scheme": match.group(1)})
            place = match.end()
            if not parameter.match(text, place) and (match := token68.match(text, place)):
                found[-1]["token68"] = match.group(1)
                place = match.end()
        else:
            place += 1
    return found


def authorization(credentials):
    """The value of Authorization."""
    if "bearer" in credentials:
        return f"Bearer {credentials['bearer']}"
    if "basic" in credentials:
        pair = f"{credentials['basic']['username']}:{credentials['basic']['password']}"
        return "Basic " + base64.b64encode(pair.encode()).decode()
    escaped = {name: re.sub(r'(["\\])', r"\\\1", value) for name, value in credentials.get("parameters", {}).items()}
    values = ", ".join(f'{name}="{escaped[name]}"' for name in sorted(escaped))
    return f"{credentials['scheme']} {values}".strip()


# HAL


class Resource:
    """A HAL resource: its state, its links by relation, and what it embeds."""

    def __init__(self, document, base, fault):
        self.document = document
        self.state = {name: value for name, value in document.items() if name not in ("_links", "_embedded")}
        self.links, self.embedded, self.base = {}, {}, base
        links = document.get("_links")
        for relation, value in (links if isinstance(links, dict) else {}).items():
            entries = [link for link in as_list(value) if isinstance(link, dict) and isinstance(link.get("href"), str)]
            self.links[relation] = entries[:1] if fault == "link-arrays-cut" else entries
        embedded = document.get("_embedded")
        if isinstance(embedded, dict):
            for relation, value in embedded.items():
                self.embedded[relation] = [Resource(item, base, fault) for item in as_list(value) if isinstance(item, dict)]
        elif isinstance(embedded, list):
            for entry in embedded:
                if isinstance(entry, dict) and isinstance(entry.get("payload"), dict):
                    place = resolved(base, entry.get("location")) or base
                    resource = Resource(entry["payload"], place, fault)
                    self.embedded.setdefault(entry.get("media-type", ""), []).append(resource)

    def target(self, link, fault):
        """Where a link leads; a template stays as it is written."""
        if link.get("templated") in (True, "true") or fault == "relative-links":
            return link["href"]
        return resolved(self.base, link["href"]) or link["href"]

    def find(self, relation, name=None):
        """The first link of a relation, or the first one with that name; by the URI of a CURIE too."""
        named = [links for key, links in self.links.items() if relation in (key, self.documentation(key))]
        return next((link for links in named for link in links if name in (None, link.get("name"))), None)

    def documentation(self, relation):
        """The URI that documents a relation whose name is a CURIE, or None."""
        prefix, _, reference = relation.partition(":")
        curie = next((link for link in self.links.get("curies", []) if link.get("name") == prefix), None)
        return curie and reference and expanded(curie["href"], {"rel": reference})


def as_list(value):
    return value if isinstance(value, list) else [value]


def expanded(template, variables):
    """A URI template with its variables, RFC 6570."""
    operators = {
        "": ("", ",", False, ""), "+": ("", ",", False, ""), "#": ("#", ",", False, ""), ".": (".", ".", False, ""),
        "/": ("/", "/", False, ""), ";": (";", ";", True, ""), "?": ("?", "&", True, "="), "&": ("&", "&", True, "="),
    }

    def expression(match):
        operator = match.group(1) if match.group(1) in operators else ""
        first, separator, is_named, if_empty = operators[operator]
        safe = "!#$&'()*+,/:;=?@[]~" if operator in ("+", "#") else "~"

        def encoded(value):
            text = value if isinstance(value, str) else json.dumps(value)
            # Reserved expansion keeps what is percent-encoded already.
            pieces = re.split(r"(%[0-9A-Fa-f]{2})", text) if operator in ("+", "#") else [text]
            return "".join(piece if index % 2 else quote(piece, safe=safe) for index, piece in enumerate(pieces))

        def named(name, text):
            return f"{name}{'=' if text else if_empty}{text}" if is_named else text

        parts = []
        for name, length, explodes in re.findall(r"([^,:*]+)(?::(\d+))?(\*)?", match.group(2)):
            value = variables.get(name)
            if value is None or value in ([], {}):
                continue
            if isinstance(value, dict) and explodes:
                parts += [f"{encoded(key)}={encoded(item)}" for key, item in value.items()]
            elif isinstance(value, list) and explodes:
                parts += [named(name, encoded(item)) for item in value]
            elif isinstance(value, dict):
                parts.append(named(name, ",".join(f"{encoded(key)},{encoded(item)}" for key, item in value.items())))
            elif isinstance(value, list):
                parts.append(named(name, ",".join(map(encoded, value))))
            else:
                parts.append(named(name, encoded(value[: int(length)] if length and isinstance(value, str) else value)))
        return first + separator.join(parts) if parts else ""

    return re.sub(r"\{([+#./;?&]?)([^}]*)\}", expression, template)


# The client


def without_credentials(fields):
    return {name: value for name, value in fields.items() if name not in ("Authorization", "Cookie")}


class Client:
    """Makes calls, follows 301 to 303, and tells each outcome once."""

    MOST_HOPS = 20

    def __init__(self, fault=None):
        self.fault = fault
        self.connections = Connections(fault)

    def perform(self, method, url, fields, body, timeout):
        """The outcome of a call, and the resource that it has got, or None."""
        deadline, notices, seen = time.monotonic() + timeout, [], set()
        followed = (301, 302, 303) + ((307,) if self.fault == "temporary-redirect-followed" else ())
        try:
            while True:
                url = url.replace("#", "%23") if self.fault == "fragment-sent" else urldefrag(url).url
                seen.add((method, url))
                answer = self.connections.exchange(method, url, fields, body, deadline)
                target = answer.location
                hop = (self.method_after(answer.status, method), target and urldefrag(target).url)
                if answer.status not in followed or not is_address(target) or hop in seen or len(seen) > self.MOST_HOPS:
                    break
                if answer.status == 301 and self.fault != "notice-lost":
                    notices.append({"from": url, "to": target})
                if hop[0] != method:
                    method, body = hop[0], None
                    fields = {name: value for name, value in fields.items() if name != "Content-Type"}
                if urlsplit(target)[:2] != urlsplit(url)[:2]:
                    fields = without_credentials(fields)
                url = target
        except Failure as failure:
            kind = "reset" if (self.fault, failure.kind) == ("refused-as-reset", "refused") else failure.kind
            reason = {"reason": failure.reason} if failure.reason else {}
            outcome = {"outcome": "connectionFailure", "kind": kind, **reason, "notices": notices}
            return {**outcome, "detail": str(failure)}, None
        outcome, resource = self.outcome(method, answer)
        return {**common(answer), "notices": notices, **outcome}, resource

    def pages(self, walk, url, fields, home, timeout):
        """The outcome of the last page of a series, with what all its pages embed, and the last page."""
        deadline, embedded, seen = time.monotonic() + timeout, {}, set()
        for _ in range(walk["limit"]):
            seen.add(urldefrag(url).url)
            sent = fields if urlsplit(url)[:2] == home else without_credentials(fields)
            outcome, page = self.perform("GET", url, sent, None, max(deadline - time.monotonic(), 0.001))
            for relation, models in outcome.get("embedded", {}).items():
                embedded.setdefault(relation, []).extend(models)
            link = page and page.find(walk["relation"])
            if not link or self.fault == "first-page-only":
                return {**outcome, "embedded": embedded} if page else outcome, page
            url = page.target(link, self.fault)
            if urldefrag(url).url in seen and self.fault != "pages-in-circles":
                return {"outcome": "undecodable", "detail": "the next page has been visited before"}, None
        return {"outcome": "undecodable", "detail": "there are more pages than the limit"}, None

    def submit(self, resource, form, fields, home, timeout):
        """The outcome of submitting a template, and the resource that it has got; nothing is sent with an invalid value."""
        template = hal_forms.find(resource.document, form["template"])
        if template is None:
            return {"outcome": "undecodable", "detail": "the resource has no such template"}, None
        values, choices, deadline = form["values"], {}, time.monotonic() + timeout

        def sendable(url):
            is_home = urlsplit(url)[:2] == home or self.fault == "form-credentials-leaked"
            return fields if is_home else without_credentials(fields)

        if self.fault != "forms-not-validated":
            for name, link in template.option_links(values).items():
                entry, url = template.properties[name], resolved(resource.base, link["href"])
                sent = {**sendable(url), "Accept": link.get("type", "application/json")}
                outcome, choices[name] = self.choices(entry, url, sent, timeout)
                if choices[name] is None:
                    return outcome, None
        submitted = values if self.fault == "form-defaults-lost" else template.submission(values, expanded)
        violation = template.violation(values, submitted, choices)
        if violation and self.fault != "forms-not-validated":
            return {"outcome": "connectionFailure", "kind": "other", "detail": violation}, None
        query, content, content_type = template.request(submitted)
        url = resolved(resource.base, template.target) or template.target
        if query is not None:
            url = urlsplit(url)._replace(query=query).geturl()
        sent = dict(sendable(url))
        if content_type is not None:
            sent["Content-Type"] = content_type
            content = (content if isinstance(content, str) else json.dumps(content, separators=(",", ":"))).encode()
        method = "POST" if self.fault == "form-method-ignored" else template.method
        return self.perform(method, url, sent, content, max(deadline - time.monotonic(), 0.001))

    def choices(self, entry, url, fields, timeout):
        """The outcome of a request for options, and the options, or None."""
        outcome, _ = self.perform("GET", url, fields, None, timeout)
        status, types = outcome.get("status", 0), outcome.get("headers", {}).get("Content-Type", [])
        if not 200 <= status < 300:
            return outcome, None
        media_type = "".join(types).split(";")[0].strip().lower()
        if media_type == "text/csv":
            return outcome, hal_forms.csv_choices(entry, outcome["body"])
        try:
            elements = json.loads(outcome["body"])
        except ValueError:
            elements = None
        if not isinstance(elements, list):
            return {**outcome, "outcome": "undecodable"}, None
        return outcome, hal_forms.values_of(entry, elements)

    @staticmethod
    def method_after(status, method):
        if status == 303:
            return "HEAD" if method == "HEAD" else "GET"
        return "GET" if method == "POST" and status in (301, 302) else method

    def outcome(self, method, answer):
        """The class of an answer and what it carries."""
        status = answer.status
        if status == 401:
            found = challenges(answer)
            return {
                "outcome": "authenticationRequired",
                "challenges": found[:1] if self.fault == "second-challenge-dropped" else found,
            }, None
        if 200 <= status < 300 or (status == 409 and self.fault != "conflict-as-client-error"):
            return self.representation(method, answer)
        if 300 <= status < 400:
            flags = {"notModified": status == 304, "permanent": status in (301, 308)}
            return {"outcome": "redirection", **flags, **retry_after(answer, self.fault)}, None
        if status == 503 and self.fault != "unavailable-as-server-error":
            return {"outcome": "serverUnavailable", **retry_after(answer, self.fault)}, None
        if 400 <= status < 500:
            return {"outcome": "clientError", **retry_after(answer, self.fault)}, None
        return {"outcome": "serverError"}, None

    def representation(self, method, answer):
        """A success or a conflict, with the resource if there is one."""
        name = "conflict" if answer.status == 409 else "success"
        if method == "HEAD" or not answer.body or answer.status in (204, 205):
            return {"outcome": name}, None
        try:
            if not answer.is_json:
                raise ValueError(f"{answer.first('Content-Type')} is no JSON")
            document = json.loads(answer.text, parse_constant=refuse)
            if not isinstance(document, dict):
                raise ValueError("the document is no object")
        except (ValueError, LookupError, RecursionError) as error:
            if name == "conflict" or self.fault == "empty-success":
                return {"outcome": name}, None
            return {"outcome": "undecodable", "detail": str(error)}, None
        is_created = answer.status == 201 and self.fault != "created-location-ignored"
        base = (answer.location if is_created else None) or answer.url
        resource = Resource(document, base, self.fault)
        return {
            "outcome": name,
            "model": resource.state,
            "relations": {
                relation: [resource.target(link, self.fault) for link in links]
                for relation, links in resource.links.items()
            },
            "embedded": {
                relation: [item.state for item in items] for relation, items in resource.embedded.items()
            },
        }, resource


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def common(answer):
    """What every answer carries."""
    headers = {}
    for name, value in answer.fields:
        headers.setdefault(name, []).append(value)
    modified = http_date(answer.first("Last-Modified"))
    return {
        "status": answer.status,
        "headers": headers,
        "body": answer.body.decode("utf-8", "replace"),
        "location": answer.location,
        "lastModified": None if modified is None else email.utils.formatdate(modified, usegmt=True),
    }


# The driver


class Driver:
    """Turns the runner's lines into calls of the client, and their outcomes into lines."""

    CAPABILITIES = [
        "outcome", "challenges", "retryAfter", "relations", "model", "embedded", "location", "lastModified", "notices",
        "kind", "reason", "follow", "submit", "pages", "deadline", "reuse", "headers", "body",
        "https",
    ]
    CONDITIONS = {
        "ifMatch": "If-Match", "ifNoneMatch": "If-None-Match",
        "ifModifiedSince": "If-Modified-Since", "ifUnmodifiedSince": "If-Unmodified-Since",
    }

    def __init__(self, fault=None):
        self.fault = fault
        self.client = Client(fault)
        self.resources = {}
        self.homes = {}  # by call: the origin at which its chain began, which the credentials are for

    def hello(self):
        return {"hypermockDriver": 1, "name": "python", "capabilities": self.CAPABILITIES}

    def answer(self, call):
        """What the client has made of a call: a list with every outcome that it has reported."""
        outcome, resource = self.perform(call)
        self.resources[call["id"]] = resource
        calls = [outcome, outcome] if self.fault == "called-twice" else [outcome]
        if self.fault == "never-called" and outcome["outcome"] == "redirection":
            calls = []
        return {"id": call["id"], "calls": calls}

    def perform(self, call):
        """The outcome of a call, and the resource that it has got, or None."""
        timeout = call["timeoutMilliseconds"]
        if self.fault != "deadline-ignored":
            timeout = min(timeout, call.get("deadlineMilliseconds", timeout))
        timeout /= 1000
        source = (call.get("follow") or call.get("submit") or {}).get("fromCall")
        fields, body = self.request(call)
        if "submit" in call:
            home = self.homes[call["id"]] = self.homes[source]
            return self.client.submit(self.resources[source], call["submit"], fields, home, timeout)
        url = self.address(call)
        if url is None:
            return {"outcome": "undecodable", "detail": "there is no such link"}, None
        origin = urlsplit(url)[:2]
        home = self.homes[call["id"]] = origin if source is None else self.homes[source]
        if "pages" in call:
            return self.client.pages(call["pages"], url, fields, home, timeout)
        if origin != home:
            fields = without_credentials(fields)
        return self.client.perform(call["method"], url, fields, body, timeout)

    def address(self, call):
        """The URI, or where the link leads that is followed; None if there is no such link."""
        if "follow" not in call:
            return call["url"]
        follow = call["follow"]
        resource = self.resources.get(follow["fromCall"])
        link = resource and resource.find(follow["relation"], follow.get("name"))
        if not link:
            return None
        href = link["href"]
        if link.get("templated") in (True, "true") and self.fault != "templates-not-expanded":
            href = expanded(href, follow.get("variables", {}))
        return href if self.fault == "relative-links" else resolved(resource.base, href)

    def request(self, call):
        """The fields and the body of a call."""
        fields = {"Accept": call.get("accept", "application/hal+json, application/json;q=0.9, application/*+json;q=0.8")}
        for key, name in {"acceptLanguage": "Accept-Language", **self.CONDITIONS}.items():
            if key in call:
                fields[name] = call[key]
        if "authorization" in call:
            fields["Authorization"] = authorization(call["authorization"])
        for name, value in call.get("headers", {}).items():
            fields[name] = value
        body = None
        if "jsonBody" in call:
            body = json.dumps(call["jsonBody"], separators=(",", ":")).encode()
            fields["Content-Type"] = call.get("contentType", "application/json")
        elif "body" in call:
            body = call["body"].encode()
            fields["Content-Type"] = call.get("contentType", "text/plain; charset=utf-8")
        elif "contentType" in call:
            fields["Content-Type"] = call["contentType"]
        return fields, body


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fault", choices=["list", *FAULTS], metavar="NAME", help="break the client in one way")
    fault = parser.parse_args().fault
    if fault == "list":
        print("\n".join(f"{name:30}{what}" for name, what in FAULTS.items()))
        return
    driver = Driver(fault)

    def say(message):
        # Without the flush the runner would wait for a line that waits in a buffer.
        print(json.dumps(message), flush=True)

    say(driver.hello())
    for line in sys.stdin:
        answer = driver.answer(json.loads(line))
        if any(call["outcome"] == "conflict" for call in answer.get("calls", [])):
            if fault == "crash":
                sys.exit(70)
            if fault == "silent":
                continue
        if fault == "chatty":
            print(f"call {answer['id']} is done")
        say(answer)


if __name__ == "__main__":
    main()
