"""Header fields."""

from ..case import Case, Request, get, stub
from .values import MATCHERS, MULTI_VALUE_MATCHERS, generated_texts


def field(value, name="X-Kind"):
    return get("/fuel", *([] if value is None else [(name, value)]))


def cases(random):
    for name, (matcher, values) in MATCHERS.items():
        yield Case(name, [stub({"headers": {"X-Kind": matcher}})], [field(value) for value in values])
    for name, (matcher, lists) in MULTI_VALUE_MATCHERS.items():
        requests = [get("/fuel", *[("X-Kind", value) for value in values]) for values in lists]
        yield Case(name, [stub({"headers": {"X-Kind": matcher}})], requests)
    for name in ["x-kind", "X-KIND"]:
        yield Case(f"name-{name}", [stub({"headers": {name: {"equalTo": "a"}}})], [field("a"), field("b")])
    pattern = {"headers": {"Accept": {"contains": "json"}, "X-Kind": {"matches": "[ab]"}, "X-No": {"absent": True}}}
    fields = [("Accept", "application/json"), ("X-Kind", "a"), ("X-No", "1")]
    yield Case("several", [stub(pattern)], [get("/fuel", *random.sample(fields, n)) for n in [1, 2, 2, 2, 3]])
    yield Case("several-all", [stub(pattern)], [get("/fuel", fields[0], fields[1])])
    yield Case("spaces", [stub({"headers": {"X-Kind": {"equalTo": "a b"}}})], [field("  a b  "), field("a  b")])
    for number, text in enumerate(generated_texts(random, 12)):
        matcher = random.choice([{"contains": "fu"}, {"matches": "[fu].*"}, {"equalTo": text}, {"doesNotMatch": ".*u.*"}])
        yield Case(f"text-{number}", [stub({"headers": {"X-Kind": matcher}})], [field(text), field(text + "f")])
    # Jetty gives known media types their usual form.
    for name, matcher, texts in [
        ("case", {"equalTo": "application/json"}, ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"]),
        ("known", {"equalTo": "text/plain;charset=UTF-8"}, ["Text/Plain;Charset=utf-8", "text/plain; charset=UTF-8"]),
        ("other", {"equalTo": "application/xml"}, ["application/xml", "Application/xml"]),
        ("long", {"equalTo": "text/xml;charset=us-ascii"}, ["TEXT/XML;charset=us-ascii", "text/xml;charset=US-ASCII"]),
        ("contains", {"contains": "text/html"}, ["Text/HTML; level=1", "text/htmlx", "x", None]),
        ("matches", {"matches": "application/json.*"}, ["application/JSON", "Application/json; charset=utf-16", "json"]),
        ("absent", {"absent": True}, ["TEXT/PLAIN", None]),
        ("charset", {"equalTo": "application/json; charset=utf-8"}, ["application/json; charset=utf-8", "application/json"]),
    ]:
        stubs = [stub({"headers": {"Content-Type": matcher}})]
        yield Case(f"media-type-{name}", stubs, [field(text, "Content-Type") for text in texts])
    credentials = {"basicAuth": {"username": "ann", "password": "se:cret"}}
    sent = ["Basic YW5uOnNlOmNyZXQ=", "basic YW5uOnNlOmNyZXQ=", "Basic YW5uOnNlY3JldA==", "Bearer YW5uOnNlOmNyZXQ=", None]
    yield Case("basicAuth", [stub(credentials)], [field(value, "Authorization") for value in sent])
    same = {"basicAuthCredentials": {"username": "ann", "password": "se:cret"}}
    yield Case("basicAuthCredentials", [stub(same)], [field(value, "Authorization") for value in sent])
    for host in ["fuel.test", "other.test"]:
        yield Case(f"host-{host}", [stub({"host": {"equalTo": "fuel.test"}})], [Request(headers=(("Host", host),))])
    yield Case("port", [stub({"port": 8080})], [Request(headers=(("Host", h),)) for h in ["a:8080", "a:81", "a"]])
    yield Case("scheme", [stub({"scheme": "http"}), stub({"scheme": "https"}, "other")], [get()])
    # Read leniently, but never so that more requests match than with WireMock.
    for value in ["true", " true ", "TRUE", "True", "false", 1, 0, 2, 1.0, -1]:
        matcher = {"equalTo": "Ab", "caseInsensitive": value}
        yield Case(f"caseInsensitive-{value!r}", [stub({"headers": {"X-Kind": matcher}})], [field("Ab"), field("aB")])
    yield Case("absent-false", [stub({"headers": {"X-Kind": {"absent": False}}})], [field("a"), field(None)])
