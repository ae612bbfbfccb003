"""State machines: requests in an order."""

from ..case import Case, Request, get, stub


def step(url, body, required=None, following=None, machine="visit", method="GET"):
    mapping = stub({"method": method, "url": url}, body=body) | {"scenarioName": machine}
    if required:
        mapping["requiredScenarioState"] = required
    if following:
        mapping["newScenarioState"] = following
    return mapping


def cases(random):
    three = [step("/a", "1", "Started", "two"), step("/a", "2", "two", "three"), step("/a", "3", "three", "Started")]
    yield Case("three-in-a-circle", three, [get("/a")] * 7)
    once = [step("/a", "once", "Started", "over")]
    yield Case("once", once, [get("/a"), get("/a")])
    list_and_add = [
        step("/list", "empty", "Started"),
        step("/list", "one", "added"),
        step("/list", "added", "Started", "added", method="POST"),
    ]
    requests = [get("/list"), Request("POST", "/list"), get("/list"), get("/list"), Request("POST", "/list")]
    yield Case("list-and-add", list_and_add, requests)
    two = [
        step("/a", "a1", "Started", "x", "one"), step("/a", "a2", "x", None, "one"),
        step("/b", "b1", "Started", "x", "two"), step("/b", "b2", "x", "Started", "two"),
    ]  # fmt: skip
    yield Case("two-machines", two, [get(target) for target in ["/a", "/b", "/a", "/b", "/b", "/a"]])
    any_state = [step("/a", "any", None, "x"), step("/b", "only x", "x")]
    yield Case("any-state", any_state, [get(target) for target in ["/b", "/a", "/b", "/a"]])
    to_itself = [step("/a", "start", "Started", "Started"), stub({"url": "/a"}, body="other") | {"priority": 9}]
    yield Case("to-itself", to_itself, [get("/a"), get("/a")])
    names = ["Started", "x", "y"]
    for number in range(12):
        stubs = [
            step(random.choice(["/a", "/b"]), f"stub {place}", random.choice(names), random.choice([*names, None]))
            for place in range(5)
        ]
        yield Case(f"mixed-{number}", stubs, [get(random.choice(["/a", "/b"])) for _ in range(6)])
