"""Cookies."""

from ..case import Case, get, stub
from .values import MATCHERS


def cookie(value):
    return get("/fuel", *([] if value is None else [("Cookie", f"other=1; kind={value}")]))


def cases(random):
    for name, (matcher, values) in MATCHERS.items():
        yield Case(name, [stub({"cookies": {"kind": matcher}})], [cookie(value) for value in values])
    lines = [["a=1; b=2"], ["b=2;a=1"], ["a=1", "b=2"], ["a=1"], ["a=1; a=3; b=2"], ['a="1"; b=2'], ["A=1; b=2"]]
    pattern = {"cookies": {"a": {"equalTo": "1"}, "b": {"contains": "2"}}}
    yield Case("several", [stub(pattern)], [get("/fuel", *[("Cookie", line) for line in each]) for each in lines])
