"""Several conditions at once, and several mappings."""

import json

from ..case import Case, Request, stub

CONDITIONS = [
    ({"method": "POST"}, {"method": "POST"}),
    ({"urlPath": "/fuel"}, {"path": "/fuel"}),
    ({"headers": {"X-Kind": {"equalTo": "a"}}}, {"headers": [("X-Kind", "a")]}),
    ({"queryParameters": {"q": {"matches": "[0-9]"}}}, {"query": "?q=1"}),
    ({"cookies": {"c": {"contains": "x"}}}, {"headers": [("Cookie", "c=xyz")]}),
    ({"bodyPatterns": [{"matchesJsonPath": "$.a"}]}, {"body": json.dumps({"a": 1})}),
]


def cases(random):
    """Some of the conditions, and requests that meet some of them."""
    for number in range(30):
        chosen = random.sample(CONDITIONS, random.randint(2, 5))
        pattern = {key: value for condition, _ in chosen for key, value in condition.items()}
        requests = [request([part for _, part in chosen])]
        requests += [request([part for _, part in random.sample(chosen, len(chosen) - 1)]) for _ in range(2)]
        yield Case(f"all-{number}", [stub(pattern)], requests)
    for number in range(20):
        sets = [random.sample(CONDITIONS, random.randint(1, 3)) for _ in range(4)]
        patterns = [{key: value for condition, _ in each for key, value in condition.items()} for each in sets]
        stubs = [stub(pattern, body=f"stub {place}") for place, pattern in enumerate(patterns)]
        requests = [request([part for _, part in random.choice(sets)]) for _ in range(2)]
        requests.append(request([part for _, part in CONDITIONS]))
        yield Case(f"several-stubs-{number}", stubs, requests)


def request(parts):
    method, path, query, body, headers = "GET", "/oil", "", None, []
    for part in parts:
        method = part.get("method", method)
        path = part.get("path", path)
        query = part.get("query", query)
        body = part.get("body", body)
        headers += part.get("headers", [])
    if body is not None and method == "GET":
        method = "PUT"
    return Request(method, path + query, tuple(headers), body and body.encode())
