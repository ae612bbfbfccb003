"""The URL in its four kinds."""

from ..case import Case, get, stub

KINDS = {
    "url": ("/fuel/a?b=1", ["/fuel/a?b=1", "/fuel/a", "/fuel/a?b=2", "/fuel/a?b=1&c", "/fuel/A?b=1", "/fuel/a/?b=1"]),
    "urlPath": ("/fuel/a", ["/fuel/a", "/fuel/a?b=1", "/fuel/a/", "/fuel", "/fuel/a/b", "/fuel/%61"]),
    "urlPattern": ("/fuel/[a-z]+\\?b=\\d", ["/fuel/ab?b=1", "/fuel/ab?b=12", "/fuel/ab", "/fuel/?b=1", "/x/fuel/a?b=1"]),
    "urlPathPattern": ("/fuel/[a-z]+", ["/fuel/ab", "/fuel/ab?b=12", "/fuel/", "/fuel/ab/", "/fuel/1"]),
}

SPECIAL = {
    "space": ({"urlPath": "/a%20b"}, ["/a%20b", "/a+b"]),
    "plus": ({"url": "/a?b=c+d"}, ["/a?b=c+d", "/a?b=c%20d"]),
    "umlaut": ({"urlPath": "/%C3%BC"}, ["/%C3%BC", "/u"]),
    "empty-query": ({"url": "/a?"}, ["/a?", "/a"]),
    "semicolon": ({"urlPath": "/a;b=1"}, ["/a;b=1", "/a"]),
    "any": ({}, ["/fuel", "/a/b?c"]),
    "regex-dot": ({"urlPattern": "/a.c"}, ["/abc", "/a.c", "/ac"]),
    "regex-any": ({"urlPattern": ".*"}, ["/x", "/a?b"]),
    "regex-optional": ({"urlPattern": "/a/?(\\?.*)?"}, ["/a", "/a/", "/a/?b", "/ab"]),
    "regex-count": ({"urlPathPattern": "/[0-9a-f]{4}(-[0-9a-f]{2}){2}"}, ["/12ef-00-ff", "/12ef-00", "/12eg-00-ff"]),
    "two-slashes": ({"urlPath": "/a//b"}, ["/a//b", "/a/b"]),
}


def cases(random):
    for kind, (pattern, targets) in KINDS.items():
        yield Case(kind, [stub({kind: pattern})], [get(target) for target in targets])
    for name, (pattern, targets) in SPECIAL.items():
        yield Case(name, [stub(pattern)], [get(target) for target in targets])
    paths = ["/" + "/".join(random.choice("abc") for _ in range(random.randint(1, 3))) for _ in range(8)]
    for number, path in enumerate(paths):
        targets = [random.choice(paths) + random.choice(["", "?x=1", "/"]) for _ in range(3)] + [path]
        yield Case(f"path-{number}", [stub({random.choice(["url", "urlPath"]): path})], [get(t) for t in targets])
