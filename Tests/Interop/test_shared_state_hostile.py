"""Servers whose store says what no store says: nothing ends them, and each request is answered."""

import contextlib
import os
import subprocess

import pytest
from replicas import Replica, replicas
from serving import BINARY
from store_faults import CannedStore, Mangling, StoreProxy, bulk, closing_all, entry, fetched, verdict

HUGE = 2**63 - 1
REPLIES = {
    "a version beyond all numbers": {"join": bulk(f"epoch:{HUGE}:0")},
    "a version without a number": {"join": bulk("epoch")},
    "a version without its third number": {"join": bulk("epoch:0")},
    "a version that is behind itself": {"join": bulk("epoch:0:1")},
    "a version that is a list": {"join": b"*1\r\n:1\r\n"},
    "the last version": {"join": bulk(f"epoch:{2**53}:0"), "HMGET": b"*2\r\n" + bulk(str(2**53)) + bulk("[]"),
                         "EXEC": fetched(f"epoch:{2**53}", bulk(str(2**53)))},
    "a candidate that does not exist": {"respond": verdict(HUGE, 0)},
    "a candidate below all": {"respond": verdict(-HUGE, 0)},
    "a count beyond all numbers": {"respond": verdict(0, HUGE)},
    "a count below 0": {"respond": verdict(0, -1)},
    "a state that is not one": {"respond": verdict(-1, 0, b"*3\r\n:1\r\n*0\r\n$-1\r\n")},
    "a count in the state beyond all numbers": {"respond": verdict(-1, 0, b"*2\r\n" + bulk("p:x#0") + bulk(str(HUGE)))},
    "always another version": {"respond": b"*2\r\n:0\r\n$9\r\nepoch:1:1\r\n"},
    "judgments that are none": {"respond": verdict(0, 0, b"*0\r\n", "7;-1,9;1,2,3,4", str(HUGE), "x", str(-HUGE))},
    "a write that never comes": {"respond": verdict(0, 0, b"*0\r\n", "", str(2**53), "0", "0")},
    "an empty list": {"respond": b"*0\r\n"},
    "a cluster's redirect": {"respond": b"-MOVED 1234 10.0.0.5:6379\r\n"},
    "half a reply": {"respond": b"*4\r\n:1\r\n"},
    "two replies": {"respond": verdict(0, 0) * 2},
    "no RESP": {"respond": b"HTTP/1.1 400 Bad Request\r\n\r\n"},
    "an endless text": {"respond": b"$99999999999999\r\n"},
    "a change beyond all numbers": {"EXEC": fetched("epoch:1", changes=entry(f"0-{HUGE}", a="/", m="POST", p="/reset", b="", j="0", t="0"))},
    "a request beyond all numbers": {"EXEC": fetched("epoch:0", journal=entry(f"0-{HUGE}", v="0", a="/", k="", p="0", r="x"))},
    "a request that is not one": {"EXEC": fetched("epoch:0", journal=entry("0-1", v="0", a="/", k="", p="0", r="\x01\x7f"))},
    "a write that is not one": {"EXEC": fetched("epoch:1", changes=entry("0-1", a="/", m="WRITE", p="x", b="\x01\x7f", j="0", t="0"))},
    "items that are none": {"EXEC": fetched("epoch:1", changes=entry("0-1", a="/", m="ITEMS", p="notes", b='{"items": [7]}', j="0", t="0"))},
    "a clock that is none": {"EXEC": fetched("epoch:1", changes=entry("0-1", a="/", m="CLOCK", p="", b=f"running {HUGE}", j="0", t="0"))},
    "a transaction without replies": {"EXEC": b"*-1\r\n"},
    "a transaction with errors": {"EXEC": b"*4\r\n-ERR a\r\n-ERR b\r\n-ERR c\r\n-ERR d\r\n"},
}


@pytest.mark.parametrize("replies", REPLIES.values(), ids=REPLIES.keys())
def test_whatever_the_store_says_the_server_lives(folder, replies):
    store = CannedStore(**({"EXEC": fetched("epoch:0")} | replies))
    with closing_all(store), replicas(folder, store.url, 1) as (server,):
        for path in ["/plain", "/missing", "/__admin/requests", "/__admin/scenarios"]:
            assert server.ask("GET", path)[0] in [200, 404, 503], path
        assert server.ask("POST", "/notes", {"text": "x"})[0] in [201, 404, 503]
        assert server.ask("GET", "/notes")[0] in [200, 404, 503]
        assert server.ask("POST", "/__admin/reset")[0] in [200, 503]
        assert server.ask("GET", "/__admin/health")[0] == 200
        assert server.process.poll() is None


def test_the_store_can_only_cause_changes(folder):
    """Not the end of the server, nor requests that it sends."""
    for path in ["/shutdown", "/send", "/settings/../shutdown"]:
        change = entry("0-1", a="/", m="POST", p=path, b='{"method": "GET", "url": "/plain"}', j="0", t="0")
        store = CannedStore(EXEC=fetched("epoch:1", changes=change))
        with closing_all(store), replicas(folder, store.url, 1) as (server,):
            for _ in range(3):
                assert server.ask("GET", "/__admin/health")[0] == 200
            assert server.process.poll() is None


def test_an_old_store_is_rejected(folder):
    store = CannedStore(INFO=bulk("redis_version:6.2.14"))
    command = [BINARY, "serve", str(folder), "--port", "0", "--shared-state", store.url]
    with closing_all(store):
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 3 and "Redis 6.2.14 is too old" in ended.stderr


def test_a_store_that_accepts_no_more_clients_says_so(folder):
    protected = CannedStore(b"-DENIED Redis is running in protected mode because\r\n")
    full = CannedStore(b"-ERR max number of clients reached\r\n")
    with closing_all(protected, full):
        command = [BINARY, "serve", str(folder), "--port", "0", "--shared-state", protected.url]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert ended.returncode == 3 and "accepts only its own machine" in ended.stderr, ended.stderr
        with replicas(folder, full.url, 1) as (server,):
            status, problem = server.ask("GET", "/plain")
            assert status == 503 and "max number of clients" in problem["detail"]


@pytest.mark.parametrize("seed", range(int(os.environ.get("HYPERMOCK_SHARED_SEEDS", "2"))))
def test_changed_replies_end_no_server(folder, own_store, seed):
    store = own_store()
    proxy = StoreProxy(store.port, Mangling(seed))
    with closing_all(proxy), replicas(folder, store.url, 1) as (near,):
        far = None
        for attempt in range(10):
            # The store may seem to reject the server, which then does not start.
            with contextlib.suppress(AssertionError):
                far = Replica(folder, proxy.url, f"far-{attempt}")
                break
        try:
            counts = {200: 0, 404: 0, 503: 0}
            for number in range(40):
                near.ask("POST", "/__admin/mappings", {"request": {"urlPath": f"/{number % 9}"}, "response": {}})
                far.ask("POST", "/notes", {"number": number})
                for path in ["/notes", "/sequence", "/machine", f"/{number % 9}", "/__admin/requests?limit=3", "/__admin/scenarios"]:
                    counts[far.ask("GET", path)[0]] += 1
            assert far.process.poll() is None
            assert far.ask("GET", "/__admin/health")[0] == 200
            assert counts[200] > 0, counts
        finally:
            far.stop()
