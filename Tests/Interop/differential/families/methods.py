"""The method."""

from ..case import Case, Request, stub

METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE", "HEAD", "TRACE"]


def cases(random):
    for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PURGE", "ANY"]:
        sent = [method if method != "ANY" else "PUT"] + random.sample(METHODS, 2)
        yield Case(method, [stub({"method": method, "url": "/fuel"})], [Request(each) for each in sent])
    yield Case("absent", [stub({"url": "/fuel"})], [Request(method) for method in METHODS])
    yield Case("lower", [stub({"method": "get", "url": "/fuel"})], [Request("GET"), Request("POST")])
