"""equalToJson: values, flags, placeholders."""

import json

from ..case import Case, post, stub

#: Expected JSON, flags, and bodies.
TABLE = {
    "object": ('{"a": 1, "b": [1, 2]}', {}, ['{"b": [1, 2], "a": 1}', '{"a": 1, "b": [2, 1]}', '{"a": 1}', "{}", "x", ""]),
    "extra-member": ('{"a": 1}', {}, ['{"a": 1, "b": 2}', '{"a": 1}', '{"a": "1"}', '{"a": null}']),
    "numbers": ('{"a": 1.2}', {}, ['{"a": 1.2000}', '{"a": 12e-1}', '{"a": 1.21}', '{"a": "1.2"}']),
    "integers": ('{"a": 1}', {}, ['{"a": 1.0}', '{"a": 1e0}', '{"a": 1}', '{"a": 10e-1}']),
    "large": ('{"a": 12345678901234567890}', {}, ['{"a": 12345678901234567890}', '{"a": 12345678901234567891}']),
    "null": ('{"a": null}', {}, ['{"a": null}', "{}", '{"a": 0}', '{"a": "null"}']),
    "booleans": ("[true, false]", {}, ["[true, false]", "[false, true]", '["true", false]']),
    "top-number": ("3", {}, ["3", "3.0", "4", '"3"']),
    "top-string": ('"a"', {}, ['"a"', '"b"', "a"]),
    "top-array": ("[1, [2, {}]]", {}, ["[1, [2, {}]]", "[1, [2]]", "[[2, {}], 1]"]),
    "empty-object": ("{}", {}, ["{}", '{"a": 1}', "[]", "null"]),
    "empty-array": ("[]", {}, ["[]", "[1]", "{}"]),
    "order": ("[1, 2, 3]", {"ignoreArrayOrder": True}, ["[3, 1, 2]", "[1, 2]", "[1, 2, 3, 4]", "[1, 1, 2]"]),
    "order-deep": (
        '{"a": [{"b": [1, 2]}, {"c": 1}]}',
        {"ignoreArrayOrder": True},
        ['{"a": [{"c": 1}, {"b": [2, 1]}]}', '{"a": [{"c": 1}, {"b": [2]}]}', '{"a": [{"c": 1}]}'],
    ),
    "order-equal-items": ("[1, 1, 2]", {"ignoreArrayOrder": True}, ["[1, 2, 1]", "[1, 2, 2]", "[2, 1, 1]"]),
    "extra": ('{"a": {"b": 1}}', {"ignoreExtraElements": True}, ['{"a": {"b": 1, "c": 2}, "d": 3}', '{"a": {"c": 2}}', "[]"]),
    "extra-items": ("[1, 2]", {"ignoreExtraElements": True}, ["[1, 2, 3]", "[1, 3, 2]", "[0, 1, 2]", "[1]"]),
    "both": (
        "[1, {}]",
        {"ignoreArrayOrder": True, "ignoreExtraElements": True},
        ['[{"a": 1}, 2, 1]', "[2, {}]", "[1]", "[{}, 1]", "[1, 1, 1]"],
    ),
    "single-quotes": ("{'a': 1}", {}, ['{"a": 1}', '{"a": 2}']),
    "comment": ('// a\n{"a": 1 /* b */}', {}, ['{"a": 1}', '{"a": 2}']),
    "trailing": ('{"a": 1} b', {}, ['{"a": 1}', '{"a": 2}']),
    "trailing-comma": ('{"a": 1,}', {}, ['{"a": 1}']),
    "flags-off": ("[1]", {"ignoreArrayOrder": False, "ignoreExtraElements": False}, ["[1]", "[1, 2]"]),
    "nested-extra": (
        '{"a": [{"b": 1}]}',
        {"ignoreExtraElements": True},
        ['{"a": [{"b": 1, "c": 1}]}', '{"a": [{"b": 1}, {"d": 1}]}', '{"a": [{"c": 1}]}'],
    ),
    "ignore": ('{"a": "${json-unit.ignore}"}', {}, ['{"a": 1}', '{"a": {"b": []}}', '{"a": null}', "{}", '{"b": 1}']),
    "ignore-element": ('{"a": "${json-unit.ignore-element}", "b": 1}', {}, ['{"b": 1}', '{"a": 2, "b": 1}', '{"a": 2}']),
    "any-string": ('{"a": "${json-unit.any-string}"}', {}, ['{"a": "x"}', '{"a": ""}', '{"a": 1}', '{"a": null}', "{}"]),
    "any-number": ('{"a": "${json-unit.any-number}"}', {}, ['{"a": 1.5}', '{"a": "1"}', '{"a": true}', "{}"]),
    "any-boolean": ('{"a": "${json-unit.any-boolean}"}', {}, ['{"a": true}', '{"a": "true"}', '{"a": 1}']),
    "regex": ('{"a": "${json-unit.regex}[A-Z]+"}', {}, ['{"a": "ABC"}', '{"a": "ABCd"}', '{"a": "abc"}', '{"a": 1}']),
    "regex-number": ('{"a": "${json-unit.regex}[0-9]+"}', {}, ['{"a": "12"}', '{"a": 12}', '{"a": "1x"}']),
    "hash": ('{"a": "#{json-unit.any-string}"}', {}, ['{"a": "x"}', '{"a": 1}']),
    "in-array": ('["${json-unit.any-number}", 2]', {}, ["[1, 2]", "[2, 1]", "[1]"]),
    "in-array-any-order": (
        '["${json-unit.any-string}", 2]',
        {"ignoreArrayOrder": True},
        ['[2, "a"]', '["a", 2]', "[2, 2]"],
    ),
    "whole": ('"${json-unit.ignore}"', {}, ["1", "{}", "x"]),
    "escapes": ('{"a": "\\u00fc\\n\\"/"}', {}, ['{"a": "ü\\n\\"\\/"}', '{"a": "u\\n\\"/"}']),
    "keys": ('{"a b": 1, "": 2}', {}, ['{"": 2, "a b": 1}', '{"": 2}']),
    "dotted-keys": ('{"a.b": 1}', {}, ['{"a.b": 1}', '{"a": {"b": 1}}']),
}


def generated(random, depth=0):
    kind = random.randrange(3 if depth > 2 else 5)
    if kind == 0:
        return random.choice([0, 1, 1.5, -2, 1e3])
    if kind == 1:
        return random.choice(["", "a", "ü", "1"])
    if kind == 2:
        return random.choice([True, False, None])
    if kind == 3:
        return [generated(random, depth + 1) for _ in range(random.randrange(3))]
    return {name: generated(random, depth + 1) for name in random.sample("abc", random.randrange(1, 3))}


def changed(random, value):
    """The same value, or one that differs in one place."""
    if isinstance(value, list) and value and random.random() < 0.7:
        place = random.randrange(len(value))
        return value[:place] + [changed(random, value[place])] + value[place + 1 :]
    if isinstance(value, dict) and value and random.random() < 0.7:
        name = random.choice(sorted(value))
        return {**value, name: changed(random, value[name])}
    if isinstance(value, list):
        return random.choice([value[::-1], value + [1], value])
    if isinstance(value, dict):
        return random.choice([{**value, "z": 1}, value])
    return random.choice([value, value, generated(random, 3)])


def cases(random):
    for name, (expected, flags, bodies) in TABLE.items():
        matcher = {"equalToJson": expected, **flags}
        yield Case(name, [stub({"bodyPatterns": [matcher]})], [post(body) for body in bodies])
    for number in range(40):
        value = generated(random)
        flags = {name: True for name in ["ignoreArrayOrder", "ignoreExtraElements"] if random.random() < 0.5}
        # As text: WireMock takes a value that is no object or list for something else.
        matcher = {"equalToJson": json.dumps(value), **flags}
        bodies = [changed(random, value) for _ in range(3)]
        yield Case(f"value-{number}", [stub({"bodyPatterns": [matcher]})], [post(json.dumps(body)) for body in bodies])
    for name in ["object", "extra"]:
        expected, flags, bodies = TABLE[name]
        matcher = {"equalToJson": json.loads(expected), **flags}
        yield Case(f"{name}-as-value", [stub({"bodyPatterns": [matcher]})], [post(body) for body in bodies])
    leak = {"equalToJson": {"a": {"ignoreExtraElements": True}}}
    bodies = ['{"a": {"ignoreExtraElements": true}}', '{"a": {"ignoreExtraElements": true, "b": 1}}']
    yield Case("flag-in-the-expected", [stub({"bodyPatterns": [leak]})], [post(body) for body in bodies])
