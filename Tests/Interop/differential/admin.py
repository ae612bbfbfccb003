"""Calls of the admin API: their status, and what WireMock's answer has in it and ours has not."""

import json

from .case import Request, get, post

ID = "5c8d1a52-4e76-4e52-8f0e-6c1a3c1c7a01"
OTHER = "5c8d1a52-4e76-4e52-8f0e-6c1a3c1c7a02"
MAPPING = {
    "id": ID,
    "name": "station",
    "request": {"method": "GET", "url": "/station", "headers": {"Accept": {"contains": "json"}}},
    "response": {"status": 200, "body": "Elm", "headers": {"X-A": "1"}},
    "scenarioName": "visit",
    "newScenarioState": "been",
    "metadata": {"suite": "fuel"},
}
SECOND = {"id": OTHER, "priority": 2, "request": {"url": "/other"}, "response": {"status": 204}}
BY_METADATA = {"matchesJsonPath": "$.suite"}

#: What each server has received before the first call.
RECEIVED = [
    get("/station", ("Accept", "application/json")),
    get("/statoin?x=1&x=2", ("Cookie", "a=b")),
    post("a=1", "application/x-www-form-urlencoded", target="/other"),
]

#: One after the other, so that a call sees what those before it have done.
CALLS = [
    ("GET", "", None),
    ("GET", "/", None),
    ("GET", "/mappings", None),
    ("GET", "/mappings?limit=1", None),
    ("GET", "/mappings?limit=1&offset=1", None),
    ("GET", f"/mappings/{ID}", None),
    ("GET", "/mappings/5c8d1a52-4e76-4e52-8f0e-6c1a3c1c7aff", None),
    ("GET", "/mappings/no-uuid", None),
    ("GET", "/mappings?offset=x", None),
    ("POST", "/mappings", "{"),
    ("POST", "/mappings", {"request": {"urll": "/a"}}),
    ("POST", "/mappings", {"request": {"headers": {"A": {"equals": "b"}}}}),
    ("POST", "/mappings", []),
    ("POST", "/mappings", SECOND),
    ("PUT", f"/mappings/{OTHER}", SECOND | {"priority": 3}),
    ("PUT", "/mappings/5c8d1a52-4e76-4e52-8f0e-6c1a3c1c7aff", SECOND),
    ("POST", "/mappings/find-by-metadata", BY_METADATA),
    ("POST", "/mappings/edit", SECOND),
    ("GET", "/requests", None),
    ("GET", "/requests?limit=2", None),
    ("GET", "/requests?unmatched=true", None),
    ("GET", f"/requests?matchingStub={ID}", None),
    ("GET", "/requests?since=2020-01-01T00:00:00Z", None),
    ("GET", "/requests?since=yesterday", None),
    ("GET", "/requests/5c8d1a52-4e76-4e52-8f0e-6c1a3c1c7aff", None),
    ("POST", "/requests/count", {"method": "GET", "urlPattern": "/sta.*"}),
    ("POST", "/requests/find", {"url": "/station"}),
    ("POST", "/requests/find", {"url": 3, "x": 1}),
    ("GET", "/requests/unmatched", None),
    ("GET", "/requests/unmatched/near-misses", None),
    ("POST", "/near-misses/request", {"url": "/statoin", "method": "GET", "headers": {"Accept": "x"}}),
    ("POST", "/near-misses/request", {"url": "/statoin", "method": "GET"}),
    ("POST", "/near-misses/request-pattern", {"url": "/stations", "method": "GET"}),
    ("POST", "/requests/remove", {"url": "/station"}),
    ("POST", "/requests/remove-by-metadata", BY_METADATA),
    ("GET", "/scenarios", None),
    ("PUT", "/scenarios/visit/state", {"state": "been"}),
    ("PUT", "/scenarios/visit/state", {"state": "nowhere"}),
    ("PUT", "/scenarios/visit/state", None),
    ("PUT", "/scenarios/none/state", {"state": "been"}),
    ("POST", "/scenarios/reset", None),
    ("GET", "/settings", None),
    ("POST", "/settings", {"fixedDelay": 0}),
    ("PUT", "/settings", {"fixedDelay": 0}),
    ("PATCH", "/settings/extended", {"extended": {"a": 1}}),
    ("GET", "/files", None),
    ("PUT", "/files/new.txt", "text"),
    ("GET", "/files/new.txt", None),
    ("GET", "/files/none.txt", None),
    ("DELETE", "/files/new.txt", None),
    ("POST", "/mappings/import", {"mappings": [SECOND], "importOptions": {"duplicatePolicy": "IGNORE"}}),
    ("POST", "/mappings/import", {"mappings": [SECOND], "importOptions": {"duplicatePolicy": "MAYBE"}}),
    ("POST", "/mappings/remove", SECOND),
    ("POST", "/mappings/remove-by-metadata", BY_METADATA),
    ("DELETE", f"/mappings/{ID}", None),
    ("POST", "/mappings/reset", None),
    ("POST", "/requests/reset", None),
    ("DELETE", "/requests", None),
    ("DELETE", "/mappings", None),
    ("POST", "/reset", None),
    ("DELETE", "/requests/5c8d1a52-4e76-4e52-8f0e-6c1a3c1c7aff", None),
    ("GET", "/nothing", None),
]


def compare(comparison):
    for peer in comparison.peers:
        assert peer.admin("POST", "/reset").status == 200
        assert peer.admin("POST", "/mappings", MAPPING).status == 201
        for request in RECEIVED:
            peer.send(request)
    for number, (method, path, document) in enumerate(CALLS):
        wiremock, hypermock = (peer.admin(method, path, document) for peer in comparison.peers)
        name = f"admin {number} {method} {path}"
        missing = shape(wiremock.body) - shape(hypermock.body) if wiremock.status == hypermock.status else set()
        comparison.note(
            name,
            {"status": wiremock.status, "shape": []},
            {"status": hypermock.status, "shape": sorted(missing)},
        )


def shape(body):
    """Where something stands in a document, and of which kind it is."""
    try:
        return set(places(json.loads(body), ""))
    except ValueError:
        return {"no JSON"} if body else set()


def places(value, path):
    if isinstance(value, dict):
        yield path + " object"
        for name, member in value.items():
            # The names of fields, parameters and cookies are as they were sent.
            yield from places(member, f"{path}.{name}")
    elif isinstance(value, list):
        yield path + " list"
        for item in value:
            yield from places(item, path + "[]")
    else:
        yield f"{path} {'number' if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__}"
