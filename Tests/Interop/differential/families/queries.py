"""Query parameters."""

from urllib.parse import quote

from ..case import Case, get, stub
from .values import MATCHERS, MULTI_VALUE_MATCHERS, generated_texts


def query(values, name="kind"):
    text = "&".join(f"{name}={quote(value)}" for value in values)
    return get("/fuel" + ("?" + text if text else ""))


def cases(random):
    for name, (matcher, values) in MATCHERS.items():
        requests = [query([] if value is None else [value]) for value in values]
        yield Case(name, [stub({"queryParameters": {"kind": matcher}})], requests)
    for name, (matcher, lists) in MULTI_VALUE_MATCHERS.items():
        yield Case(name, [stub({"queryParameters": {"kind": matcher}})], [query(values) for values in lists])
    yield Case("without-value", [stub({"queryParameters": {"a": {"equalTo": ""}}})], [get("/fuel?a"), get("/fuel?a="), get()])
    yield Case("plus", [stub({"queryParameters": {"a": {"equalTo": "b c"}}})], [get("/fuel?a=b+c"), get("/fuel?a=b%20c")])
    yield Case("encoded-name", [stub({"queryParameters": {"a b": {"equalTo": "1"}}})], [get("/fuel?a%20b=1"), get("/fuel?a+b=1")])
    yield Case("case", [stub({"queryParameters": {"A": {"equalTo": "1"}}})], [get("/fuel?A=1"), get("/fuel?a=1")])
    yield Case("equals-in-value", [stub({"queryParameters": {"a": {"equalTo": "b=c"}}})], [get("/fuel?a=b=c"), get("/fuel?a=b%3Dc")])
    yield Case("umlaut", [stub({"queryParameters": {"a": {"equalTo": "ü"}}})], [get("/fuel?a=%C3%BC"), get("/fuel?a=u")])
    yield Case("brackets", [stub({"queryParameters": {"a[]": {"equalTo": "1"}}})], [get("/fuel?a%5B%5D=1"), get("/fuel?a[]=1")])
    yield Case("array", [stub({"queryParameters": {"a": {"equalTo": "1"}}})], [get("/fuel?a[]=1"), get("/fuel?a=0&a=1")])
    names = ["a", "b", "c"]
    for number in range(10):
        pattern = {name: {"equalTo": random.choice("01")} for name in random.sample(names, 2)}
        targets = ["/fuel?" + "&".join(f"{n}={random.choice('01')}" for n in random.sample(names, 3)) for _ in range(3)]
        yield Case(f"several-{number}", [stub({"queryParameters": pattern})], [get(target) for target in targets])
    for number, text in enumerate(generated_texts(random, 8)):
        matcher = random.choice([{"contains": "fu"}, {"matches": "[fu].*"}, {"equalTo": text}])
        yield Case(f"text-{number}", [stub({"queryParameters": {"kind": matcher}})], [query([text]), query([text, "fu"])])
