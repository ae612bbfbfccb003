"""The body as text and as bytes."""

import base64

from ..case import Case, Request, post, stub
from .values import MATCHERS, generated_texts


def text(value):
    return post(value, "text/plain; charset=utf-8") if value else Request("POST")


def cases(random):
    for name, (matcher, values) in MATCHERS.items():
        yield Case(name, [stub({"bodyPatterns": [matcher]})], [text(value) for value in values])
    several = [{"contains": "fu"}, {"matches": ".*l"}, {"doesNotContain": "x"}]
    yield Case("several", [stub({"bodyPatterns": several})], [text(value) for value in ["fuel", "fu", "fuxl", "fu\nl"]])
    yield Case("lines", [stub({"bodyPatterns": [{"matches": "a.*b"}]})], [text("a\nb"), text("a\r\n\r\nb"), text("ab\n")])
    yield Case("umlauts", [stub({"bodyPatterns": [{"equalTo": "grün"}]})], [text("grün"), post("grün", "text/plain")])
    data = bytes(random.randrange(256) for _ in range(40))
    matcher = {"binaryEqualTo": base64.b64encode(data).decode()}
    sent = [data, data[:-1], data + b"\0"]
    yield Case("binary", [stub({"bodyPatterns": [matcher]})], [post(each, "application/octet-stream") for each in sent])
    part = {"multipartPatterns": [{"bodyPatterns": [{"equalTo": "x"}]}]}
    heads = ['form-data; name="a"', 'form-data; name="b"; filename="c"', 'name="a"', 'form-data; filename="a"', "form-data"]
    parts = [f"--b\r\nContent-Disposition: {head}\r\n\r\nx\r\n--b--\r\n" for head in heads]
    yield Case("parts", [stub({**part})], [post(each, "multipart/form-data; boundary=b") for each in parts])
    for number, value in enumerate(generated_texts(random, 12)):
        matcher = random.choice([{"contains": "fu"}, {"matches": "[^f]*f.*"}, {"equalTo": value}])
        yield Case(f"text-{number}", [stub({"bodyPatterns": [matcher]})], [text(value), text(value + "fu")])
