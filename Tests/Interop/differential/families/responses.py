"""What a response says: status, reason, fields, body."""

import base64
import json

from ..case import Case, Request, get, stub


def only(response, name=None):
    return [{"request": {"url": "/fuel"}, "response": response} | ({"name": name} if name else {})]


def cases(random):
    for status in [200, 201, 202, 203, 206, 207, 226, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 406, 409,
                   410, 412, 413, 415, 418, 420, 421, 422, 423, 425, 428, 429, 451, 500, 501, 502, 503, 504, 506, 507, 511,
                   299, 599, 600, 999, 0, -1]:  # fmt: skip
        yield Case(f"status-{status}", only({"status": status, "body": "x"}), [get()])
    for status in [204, 304]:
        yield Case(f"status-{status}", only({"status": status}), [get()])
    for message in ["Fine", "Two words", "", "a: b"]:
        yield Case(f"message-{message}", only({"status": 200, "statusMessage": message}), [get()])
    yield Case("empty", only({}), [get(), Request("POST"), get("/other")])
    yield Case("absent", [{"request": {"url": "/fuel"}}], [get()])
    for name in ["the station", "Tankstelle f\u00fcr 1 \u20ac"]:
        yield Case(f"named-{name}", only({"body": "a"}, name), [get()])
    fields = {
        "one": {"X-A": "b"},
        "several": {"X-A": ["b", "c"], "X-B": "d"},
        "content-type": {"Content-Type": "application/json"},
        "content-type-charset": {"Content-Type": "text/plain; charset=iso-8859-1"},
        "cookies": {"Set-Cookie": ["a=1; Path=/", "b=2"]},
        "location": {"Location": "/there?x=1"},
        "cache": {"ETag": '"1"', "Cache-Control": "no-store", "Last-Modified": "Tue, 03 Nov 2026 10:00:00 GMT"},
        "empty-value": {"X-A": ""},
        "challenge": {"WWW-Authenticate": ['Basic realm="a"', "Bearer"]},
        "lower-case": {"x-lower": "a"},
        "link": {"Link": '</b>; rel="next"'},
        "retry": {"Retry-After": "120"},
        "latin-1": {"X-A": "max-age=1\u00a0; gr\u00fcn", "X-B": "1 \u20ac, \U0001f600"},
    }
    for name, headers in fields.items():
        yield Case(f"fields-{name}", only({"headers": headers, "body": "x"}), [get()])
    for name, text in {"umlauts": "grün €", "lines": "a\r\nb\n", "quotes": '"\\', "empty": "", "nul": "a\u0000b"}.items():
        yield Case(f"body-{name}", only({"body": text}), [get()])
        as_bytes = base64.b64encode(text.encode()).decode()
        yield Case(f"base64-{name}", only({"base64Body": as_bytes}), [get()])
    yield Case("base64-bytes", only({"base64Body": base64.b64encode(bytes(range(256))).decode()}), [get()])
    documents = [{"a": [1, 2, {"b": None}]}, [], {}, "text", 3, True, None, {"price": 1.50, "large": 10**20}, "ü", {"": 0}]
    json_type = {"headers": {"Content-Type": "application/json"}}
    for number, document in enumerate(documents):
        yield Case(f"jsonBody-{number}", only({"jsonBody": document, **json_type}), [get()])
    digits = ["1.0", "9.90", "-15.00", "-0.0", "-0", "1e5", "1.5E+2", "1e-7", "100.0", "0.10", "12345678901234567890.1250"]
    for number in digits:
        mapping = f'{{"request": {{"url": "/fuel"}}, "response": {{"jsonBody": {{"a": [{number}]}}}}}}'
        yield Case(f"jsonBody-digits-{number}", [mapping], [get()])
    yield Case("jsonBody-emoji", only({"jsonBody": {"a": "ü€😀"}}), [get()])
    yield Case("jsonBody-without-type", only({"jsonBody": {"a": 1}}), [get()])
    typed = {"jsonBody": {"a": 1}, "headers": {"Content-Type": "application/hal+json"}}
    yield Case("jsonBody-with-type", only(typed), [get()])
    for name in ["station.json", "deep/page.html", "bytes.bin"]:
        yield Case(f"file-{name}", only({"bodyFileName": name}), [get(), get("/other")])
    yield Case("static-files", [], [get(f"/{name}") for name in ["station.json", "deep/page.html", "none.json", "deep/"]])
    yield Case("static-file-after-stub", [stub({"url": "/station.json"}, body="stub")], [get("/station.json")])
    yield Case("static-file-not-posted", [], [Request("POST", "/station.json")])
    for number in range(15):
        response = {
            "status": random.choice([200, 201, 404, 500]),
            "headers": {f"X-{letter}": random.choice(["1", ["1", "2"]]) for letter in random.sample("ABC", 2)}
            | {"Content-Type": "application/json"},
        } | random.choice([{"body": "b"}, {"jsonBody": {"n": number}}, {"base64Body": "AAEC"}])
        yield Case(f"mixed-{number}", only(response), [get()])
    yield Case("json-as-text", only({"body": json.dumps(documents[0], indent=2)}), [get()])
