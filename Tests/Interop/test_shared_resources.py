"""Several servers with one state: live resources, clocks, outages and quotas."""

import collections
import concurrent.futures
import contextlib
import http.client
import json
import os
import random
import signal
import threading
import uuid

import pytest
from replicas import BALANCERS, Replica, replicas, until
from serving import BINARY, one_started
from test_shared_state_faults import PATIENCE

WRITES = int(os.environ.get("HYPERMOCK_SHARED_WRITES", "60"))

SCENARIO = """
scenario: Lively
root: true
resources:
  logs:
    path: /logs
    ids: sequence
    unique: [receipt]
    tombstones: true
    items: [{ id: 1, receipt: r1 }, { id: 2, receipt: r2 }]
  notes: { path: /notes }
  counters: { path: /counters, ids: client, requireIfMatch: true, items: [{ id: c, value: 0 }] }
interactions:
  - request: { urlPath: /fixed }
    rateLimit: { name: fixed, quota: 5, window: 60 }
    responses: [{ body: a }, { body: b }]
    afterLast: loop
  - request: { urlPath: /sliding }
    rateLimit: { name: sliding, quota: 4, window: 10, kind: sliding, fields: both, by: header X-Client }
    response: { body: ok }
  - request: { urlPath: /bucket }
    rateLimit: { name: bucket, quota: 3, window: 7, kind: tokenBucket }
    response: { body: ok }
  - request: { urlPath: /down }
    outage: { after: 5, for: 10, every: 30, retryAfter: date }
    response: { body: up }
  - request: { urlPath: /started }
    outage: { after: 20, for: 30, every: 60, from: start }
    rateLimit: { name: both, quota: 2, window: 3 }
    responses: [{ body: one }, { body: two }]
    afterLast: loop
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    path = tmp_path_factory.mktemp("lively")
    (path / "lively.yaml").write_text(SCENARIO)
    return path


@pytest.fixture
def servers(files, own_store):
    with replicas(files, own_store().url) as running:
        yield running


class Client:
    """One connection."""

    def __init__(self, port, prefix=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.prefix = prefix

    def send(self, method, path, body=None, **fields):
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        self.connection.request(method, self.prefix + path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        text = response.read()
        with contextlib.suppress(ValueError):
            text = json.loads(text)
        return response.status, text, response.headers


def items(server, name="logs", prefix=""):
    return server.ask("GET", f"{prefix}/__admin/resources/{name}")[1]["items"]


@pytest.mark.parametrize("balancer", sorted(BALANCERS))
def test_exactly_one_write_wins_each_version(servers, balancer, tmp_path):
    """Clients behind a balancer read a counter, and write it with If-Match."""
    with BALANCERS[balancer](tmp_path, [each.port for each in servers]) as port:
        wins, wrong = [], []

        def count():
            client = Client(port)
            for _ in range(WRITES):
                _, item, fields = client.send("GET", "/counters/c")
                value = item["value"] + 1
                status, written, _ = client.send("PUT", "/counters/c", {"value": value}, If_Match=fields["ETag"])
                if status == 200:
                    wins.append(value)
                elif status != 412:
                    wrong.append((status, written))

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for done in [pool.submit(count) for _ in range(8)]:
                done.result()
        assert not wrong
        assert sorted(wins) == list(range(1, len(wins) + 1)) and len(wins) >= WRITES
        assert all(items(each, "counters")[0]["value"] == len(wins) for each in servers)


def test_a_read_after_a_write_is_never_stale(servers):
    clients = [Client(each.port, "/@reads") for each in servers]
    for number in range(WRITES):
        writer, reader, remover = [clients[(number + place) % 3] for place in range(3)]
        status, item, fields = writer.send("POST", "/notes", {"text": f"n{number}"})
        assert status == 201 and fields["Location"].endswith(item["id"])
        path = f"/notes/{item['id']}"
        status, read, read_fields = reader.send("GET", path)
        assert (status, read["text"], read_fields["ETag"]) == (200, f"n{number}", fields["ETag"])
        assert reader.send("GET", path, If_None_Match=fields["ETag"])[0] == 304
        if number % 2:
            assert remover.send("DELETE", path)[0] == 204
            assert writer.send("GET", path)[0] == 404
    assert {len(items(each, "notes", "/@reads")) for each in servers} == {(WRITES + 1) // 2}
    assert [len(items(each, "notes")) for each in servers] == [0, 0, 0]


def test_ids_and_unique_values_are_given_once(servers):
    """Of clients that write at once, each gets another number, and one of all a unique value."""

    def create(place):
        client, made, refused = Client(servers[place % 3].port), [], 0
        for number in range(20):
            status, item, _ = client.send("POST", "/logs", {"receipt": f"{place}-{number}"})
            assert status == 201, item
            made.append(item["id"])
            status, item, _ = client.send("POST", "/logs", {"receipt": f"shared-{number}"})
            assert status in [201, 409], item
            refused += status == 409
            made += [item["id"]] if status == 201 else []
        return made, refused

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(create, range(6)))
    made = sorted(id for ids, _ in results for id in ids)
    assert made == list(range(3, 3 + 6 * 20 + 20)) and sum(refused for _, refused in results) == 5 * 20
    found = [items(each) for each in servers]
    assert found[0] == found[1] == found[2] and len(found[0]) == len(made) + 2


def test_the_journal_has_the_status_of_each_request(servers):
    first, second, third = [Client(each.port, "/@journal") for each in servers]
    assert first.send("POST", "/logs", {"receipt": "r1"})[0] == 409
    assert second.send("POST", "/logs", {"receipt": "r9"})[0] == 201
    assert third.send("GET", "/logs/3")[0] == 200
    assert first.send("DELETE", "/logs/3")[0] == 204
    assert second.send("GET", "/logs/3")[0] == 410
    assert third.send("PUT", "/logs", {})[0] == 405
    for server in servers:
        events = server.ask("GET", "/@journal/__admin/requests")[1]["requests"]
        assert [each["response"]["status"] for each in reversed(events)] == [409, 201, 200, 204, 410, 405]
        assert all(each["wasMatched"] for each in events)


def test_reset_and_removal_of_a_sandbox(servers):
    first, second, third = servers
    assert first.ask("POST", "/@r/logs", {"receipt": "x"})[0] == 201
    assert second.ask("DELETE", "/@r/logs/1")[0] == 204
    assert third.ask("PUT", "/@r/__admin/resources/counters", {"items": [{"id": "d", "value": 7}]})[0] == 200
    assert first.ask("GET", "/@r/counters/d") == (200, second.ask("GET", "/@r/counters/d")[1])
    assert second.ask("POST", "/@r/__admin/reset")[0] == 200
    for server in servers:
        assert [each["id"] for each in items(server, prefix="/@r")] == [1, 2]
        assert items(server, "counters", "/@r") == [{"id": "c", "value": 0}]
    assert first.ask("POST", "/@r/logs", {"receipt": "x"})[1]["id"] == 3
    assert second.ask("POST", "/@r/__admin/shutdown")[0] == 200
    assert [[each["id"] for each in items(server, prefix="/@r")] for server in servers] == 3 * [[1, 2]]
    assert third.ask("POST", "/@r/logs", {"receipt": "x"})[1]["id"] == 3


def test_the_least_recently_used_sandbox_loses_its_items_for_all(files, own_store):
    store = own_store()
    with replicas(files, store.url, 2, "--max-sandboxes", "2") as (first, second):
        for number in range(4):
            assert first.ask("POST", f"/@s{number}/notes", {"text": "x"})[0] == 201
        (key,) = [key for key in store.keys() if key.endswith(":sandboxes")]
        until(lambda: store("ZCARD", key) == ":2")
        assert [len(items(second, "notes", f"/@s{number}")) for number in (3, 0)] == [1, 0]


def test_a_server_that_joins_later_has_the_items(files, own_store):
    """From single changes, and from their merged form."""
    store = own_store()
    with replicas(files, store.url, 2) as servers:
        clients = [Client(each.port) for each in servers]
        assert clients[0].send("DELETE", "/logs/2")[0] == 204
        assert servers[0].ask("POST", "/__admin/clock", {"freeze": "2030-01-01T00:00:00Z"})[0] == 200
        assert servers[0].ask("POST", "/@moved/__admin/clock", {"advance": 3600})[0] == 200

        def write(numbers):
            for number in numbers:
                status, _, _ = clients[number % 2].send("POST", "/logs", {"receipt": f"n{number}"})
                assert status == 201

        def is_alike(name):
            late = Replica(files, store.url, name)
            try:
                paths = ["/logs?size=50", "/logs/1", "/logs/2", "/logs/3", "/@other/logs"]
                answers = []
                for client in [clients[0], Client(late.port)]:
                    found = [client.send("GET", path) for path in paths]
                    kept = ["ETag", "Last-Modified", "Date"]
                    answers.append([(status, body, [fields[key] for key in kept[: 2 + (path != "/@other/logs")]])
                                    for path, (status, body, fields) in zip(paths, found)])
                assert answers[0] == answers[1]
                assert late.ask("GET", "/__admin/clock")[1]["state"] == "frozen"
                assert late.ask("GET", "/@moved/__admin/clock")[1]["aheadMilliseconds"] == 3_600_000
                status, item, _ = Client(late.port).send("POST", "/logs", {"receipt": name})
                assert status == 201
                return item["id"]
            finally:
                late.stop()

        write(range(10))
        assert is_alike("late") == 13
        write(range(10, 1100))
        until(lambda: any(key.endswith(":base") for key in store.keys()))
        (base,) = [key for key in store.keys() if key.endswith(":base")]
        until(lambda: store("HEXISTS", base, "n") == ":1")
        assert is_alike("later") == 3 + 1101


def test_a_killed_server_loses_no_write_that_it_has_answered(files, own_store):
    store = own_store()
    with replicas(files, store.url) as (victim, other, witness):
        answered, goes_on = [], threading.Event()

        def write(server, label):
            client = Client(server.port)
            with contextlib.suppress(OSError, http.client.HTTPException):
                while not goes_on.is_set():
                    text = f"{label}-{len(answered)}"
                    if client.send("POST", "/notes", {"text": text})[0] == 201:
                        answered.append(text)

        threads = [threading.Thread(target=write, args=each, daemon=True) for each in [(victim, "a"), (victim, "b"), (other, "c")]]
        for thread in threads:
            thread.start()
        until(lambda: len(answered) > 200, 60)
        victim.process.send_signal(signal.SIGKILL)
        victim.process.wait(10)
        goes_on.set()
        for thread in threads:
            thread.join(20)
        assert set(answered) <= {each["text"] for each in items(witness, "notes")}


def test_a_store_that_keeps_its_data_keeps_the_items(files, own_store, tmp_path):
    store = own_store("--dir", str(tmp_path), "--appendonly", "yes", "--appendfsync", "always")
    with replicas(files, store.url, 2) as (first, second):
        assert first.ask("POST", "/logs", {"receipt": "x"})[0] == 201
        assert second.ask("GET", "/fixed") == (200, "a")
        store.stop()
        until(lambda: first.ask("POST", "/logs", {"receipt": "y"})[0] == 503, 10 + PATIENCE)
        store.start()
        until(lambda: first.ask("GET", "/__admin/ready")[0] == second.ask("GET", "/__admin/ready")[0] == 200, 10 + PATIENCE)
        assert [each["id"] for each in items(second)] == [1, 2, 3]
        assert first.ask("POST", "/logs", {"receipt": "y"})[1]["id"] == 4
        found = [server.ask("GET", "/fixed") for server in (first, second, first, second, first)]
        assert [status for status, _ in found] == 4 * [200] + [429]


def test_an_emptied_store_begins_anew_for_all(files, own_store):
    store = own_store()
    with replicas(files, store.url, 2) as (first, second):
        assert first.ask("POST", "/logs", {"receipt": "x"})[0] == 201
        assert first.ask("POST", "/__admin/clock", {"freeze": True})[0] == 200
        assert store("FLUSHALL") == "+OK"
        for server in (second, first):
            assert [each["id"] for each in items(server)] == [1, 2]
            assert server.ask("GET", "/__admin/clock")[1]["state"] == "real"


def test_a_clock_that_one_server_moves_is_moved_for_all(servers):
    first, second, third = servers
    delayed = {"request": {"urlPath": "/later"}, "response": {"body": "done", "fixedDelayMilliseconds": 3_600_000}}
    assert second.ask("POST", "/@c/__admin/mappings", delayed)[0] == 201
    waiting = []
    thread = threading.Thread(target=lambda: waiting.append(Replica.at(third.port).ask("GET", "/@c/later")), daemon=True)
    thread.start()
    until(lambda: first.ask("POST", "/@c/__admin/requests/count", {"urlPath": "/later"})[1]["count"] == 1)
    assert first.ask("GET", "/@c/down") == (200, "up")
    assert second.ask("POST", "/@c/__admin/clock", {"advance": 6})[0] == 200
    found = [server.ask("GET", "/@c/down")[0] for server in servers]
    assert found == 3 * [503]
    assert third.headers["Retry-After"].endswith("GMT")
    assert third.ask("POST", "/@c/__admin/clock", {"advance": 10})[0] == 200
    assert [server.ask("GET", "/@c/down")[0] for server in servers] == 3 * [200]
    assert not waiting
    assert first.ask("POST", "/@c/__admin/clock", {"advance": 3600})[0] == 200
    thread.join(20)
    assert waiting == [(200, "done")]
    clocks = [server.ask("GET", "/@c/__admin/clock")[1] for server in servers]
    assert {clock["state"] for clock in clocks} == {"moved"} and {clock["aheadMilliseconds"] for clock in clocks} == {3_616_000}
    assert second.ask("POST", "/@c/__admin/clock", {"advance": -1})[0] == 422
    assert second.ask("POST", "/@c/__admin/clock", {"reset": True})[0] == 200
    assert [server.ask("GET", "/@c/down")[0] for server in servers] == 3 * [200]
    assert first.ask("GET", "/@c/__admin/clock")[1]["state"] == "real"


@pytest.mark.parametrize("balancer", sorted(BALANCERS))
def test_a_quota_is_used_once(servers, balancer, tmp_path):
    """Of 24 requests at once, in each of several sandboxes, five get through and advance the sequence."""
    with BALANCERS[balancer](tmp_path, [each.port for each in servers]) as port, concurrent.futures.ThreadPoolExecutor(8) as pool:
        for number in range(8):
            sandbox = f"/@q{uuid.uuid4().hex}"
            found = list(pool.map(lambda _: Client(port, sandbox).send("GET", "/fixed"), range(24)))
            bodies = sorted(str(body) for status, body, _ in found if status == 200)
            assert bodies == sorted(str(each) for each in [b"a", b"b", b"a", b"b", b"a"])
            assert sum(status == 429 for status, _, _ in found) == 19
            left = sorted(int(fields["RateLimit"].split(";r=")[1].split(";")[0]) for status, _, fields in found if status == 200)
            assert left == [0, 1, 2, 3, 4]
            (quota,) = [each for each in servers[number % 3].ask("GET", f"{sandbox}/__admin/quotas")[1]["quotas"] if each["name"] == "fixed"]
            assert (quota["remaining"], quota["clients"]) == (0, 1)
            event = servers[number % 3].ask("GET", f"{sandbox}/__admin/requests")[1]
            assert sorted(each["response"]["status"] for each in event["requests"]) == 5 * [200] + 19 * [429]
            assert servers[0].ask("POST", f"{sandbox}/__admin/reset")[0] == 200
            assert servers[1].ask("GET", f"{sandbox}/fixed") == (200, "a")


@pytest.mark.parametrize("seed", range(3))
def test_time_rules_decide_as_on_one_server(servers, files, seed):
    """The same random requests and steps of the clock, asked of three servers and of one that shares nothing."""
    dice = random.Random(seed)
    with one_started([BINARY, "serve", str(files), "--port", "0", "--quiet"]) as (urls, _):
        alone, shared = Client(int(urls.group(1).rsplit(":", 1)[1])), [Client(each.port) for each in servers]

        def both(method, path, body=None, **fields):
            answers = [client.send(method, path, body, **fields) for client in (alone, dice.choice(shared))]
            kept = ["RateLimit", "RateLimit-Policy", "Retry-After", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Date"]
            found = [(status, body, {key: fields[key] for key in kept}) for status, body, fields in answers]
            if method == "GET":
                # The admin API has the time of the system.
                last = 2 if path.startswith("/__admin/") else 3
                assert found[0][:last] == found[1][:last], (path, found)
            return answers[0][0]

        seen = collections.defaultdict(set)
        both("POST", "/__admin/clock", {"freeze": "2030-01-01T00:00:00Z"})
        for _ in range(250):
            if dice.random() < 0.2:
                steps = [{"advance": dice.choice([0.3, 1, 2.5, 9])}] * 12
                steps += [{"freeze": "2030-01-01T00:00:05Z"}, {"reset": True}]
                step = dice.choice(steps)
                both("POST", "/__admin/clock", step)
                if "reset" in step:
                    both("POST", "/__admin/clock", {"freeze": "2030-01-01T00:00:00Z"})
            for admin in ["/__admin/quotas"] * (dice.random() < 0.1):
                both("GET", admin)
            path = dice.choice(["/fixed", "/sliding", "/bucket", "/down", "/started"])
            seen[path].add(both("GET", path, X_Client=dice.choice("ab")))
        assert all(len(statuses) > 1 for statuses in seen.values()), seen
