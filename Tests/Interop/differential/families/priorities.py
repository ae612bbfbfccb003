"""Which of several mappings answers."""

from ..case import Case, get, stub


def cases(random):
    for number in range(15):
        priorities = [random.choice([None, 1, 3, 5, 7]) for _ in range(4)]
        stubs = []
        for place, priority in enumerate(priorities):
            pattern = random.choice([{"urlPath": "/a"}, {"urlPathPattern": "/.*"}, {}, {"url": "/a?x=1"}])
            stubs.append(stub(pattern, body=f"stub {place}") | ({"priority": priority} if priority else {}))
        yield Case(f"mixed-{number}", stubs, [get("/a"), get("/a?x=1"), get("/b")])
    same = [stub({"url": "/a"}, body=body) for body in ["first", "second", "third"]]
    yield Case("the-last-wins", same, [get("/a"), get("/a")])
