"""What WireMock has since 3.0 or 4.0: 2.35.1 does not take it, and Hypermock does."""

from ..case import Case, stub

MAPPINGS = {
    "not": {"headers": {"A": {"not": {"equalTo": "a"}}}},
    "hasExactly": {"queryParameters": {"a": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}},
    "includes": {"headers": {"A": {"includes": [{"equalTo": "1"}]}}},
    "formParameters": {"formParameters": {"a": {"equalTo": "1"}}},
    "urlPathTemplate": {"urlPathTemplate": "/a/{id}"},
    "pathParameters": {"urlPathTemplate": "/a/{id}", "pathParameters": {"id": {"equalTo": "1"}}},
    "methods": {"method": {"oneOf": ["GET", "POST"]}},
    "numbers": {"headers": {"A": {"greaterThanNumber": 3}}},
}


def cases(random):
    for name, pattern in MAPPINGS.items():
        yield Case(name, [stub(pattern)], [])
