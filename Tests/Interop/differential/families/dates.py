"""Dates and times: before, after, equalToDateTime."""

from ..case import Case, get, stub

VALUES = [
    "2020-01-01T00:00:00Z", "2030-06-15T12:30:45Z", "2030-06-15T14:30:45+02:00", "2030-06-15", "no date",
    "Sat, 15 Jun 2030 12:30:45 GMT", "2030-06-15T12:30:45.5Z", "2030-06-15T12:30:45",
]  # fmt: skip

MATCHERS = {
    "before": {"before": "2030-06-15T12:30:45Z"},
    "after": {"after": "2025-01-01T00:00:00Z"},
    "equal": {"equalToDateTime": "2030-06-15T12:30:45Z"},
    "equal-offset": {"equalToDateTime": "2030-06-15T14:30:45+02:00"},
    "equal-local": {"equalToDateTime": "2030-06-15T12:30:45"},
    "before-now": {"before": "now"},
    "after-now": {"after": "now"},
    "after-now-days": {"after": "now +3 days"},
    "before-now-hours": {"before": "now -1 hours"},
    "after-months": {"after": "-15 months"},
    "before-offset": {"before": "now", "expectedOffset": 20, "expectedOffsetUnit": "years"},
    "truncate-actual": {"equalToDateTime": "2030-06-15T00:00:00Z", "truncateActual": "first hour of day"},
    "truncate-month": {"equalToDateTime": "2030-06-01T00:00:00Z", "truncateActual": "first day of month"},
    "truncate-year": {"equalToDateTime": "2030-01-01T00:00:00Z", "truncateActual": "first day of year"},
    "truncate-expected": {"after": "now", "truncateExpected": "first day of month"},
    "truncate-literal": {"equalToDateTime": "2030-06-15T12:30:45Z", "truncateExpected": "first hour of day"},
}

FORMATS = {
    "format": ({"before": "2031-01-01T00:00:00Z", "actualFormat": "dd/MM/yyyy"}, ["15/06/2030", "15/06/2032", "2030-06-15"]),
    "format-time": (
        {"equalToDateTime": "2030-06-15T12:30:45Z", "actualFormat": "yyyy-MM-dd HH:mm:ssXXX"},
        ["2030-06-15 12:30:45Z", "2030-06-15 13:30:45+01:00", "2030-06-15T12:30:45Z"],
    ),
    "unix": ({"before": "2030-01-01T00:00:00Z", "actualFormat": "unix"}, ["1577836800", "2000000000", "x"]),
    "epoch": ({"before": "2030-01-01T00:00:00Z", "actualFormat": "epoch"}, ["1577836800000", "2000000000000"]),
}


def field(value):
    return get("/fuel", ("X-Date", value))


def cases(random):
    for name, matcher in MATCHERS.items():
        yield Case(name, [stub({"headers": {"X-Date": matcher}})], [field(value) for value in VALUES])
    for name, (matcher, values) in FORMATS.items():
        yield Case(name, [stub({"headers": {"X-Date": matcher}})], [field(value) for value in values])
    yield Case("missing", [stub({"headers": {"X-Date": MATCHERS["before"]}})], [get()])
