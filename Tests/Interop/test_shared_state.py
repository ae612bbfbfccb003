"""Several servers with one state: sequences, machines, mappings, journal, and a store that comes and goes."""

import asyncio
import collections
import contextlib
import http.client
import os
import pathlib
import re
import subprocess
import uuid

import pytest
from conftest import not_checked
from replicas import BALANCERS, SCENARIO, STORES, Replica, Store, free_port, nginx_with, replicas, until
from serving import BINARY

ROUNDS = int(os.environ.get("HYPERMOCK_SHARED_ROUNDS", "300"))
CHANGES = int(os.environ.get("HYPERMOCK_SHARED_CHANGES", "300"))


@pytest.fixture(scope="module", params=STORES or ["redis-server"])
def store(request):
    if not STORES:
        not_checked("shared state, since there is neither Redis nor Valkey (apt-get install redis-server)")
    running = Store(request.param)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def servers(folder, store):
    with replicas(folder, store.url) as running:
        yield running


@pytest.fixture
def sandbox():
    return f"/@{uuid.uuid4()}"


async def exchange(streams, path):
    reader, writer = streams
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r")[0])
    body = await reader.readexactly(length)
    status = int(head.split(b" ")[1])
    return body.decode() if status == 200 else str(status)


async def rounds(ports, count, path, expected):
    """Sends 8 requests at once to a new sandbox, again and again; returns the rounds that were not right.

    A machine without processor time for a store or a server for a second makes 503 of some, each of which may have
    taken a step.
    """
    streams = [await asyncio.open_connection("127.0.0.1", ports[number % len(ports)]) for number in range(8)]
    broken, refused = collections.Counter(), 0
    for number in range(count):
        address = f"/@{uuid.uuid4().hex}{path}"
        found = sorted(await asyncio.gather(*[exchange(each, address) for each in streams]))
        refused += "503" in found
        unexpected = collections.Counter(found) - collections.Counter(expected)
        if found != expected and set(unexpected) != {"503"}:
            broken[" ".join(found)] += 1
    for _, writer in streams:
        writer.close()
    assert refused <= max(1, count / 20)
    return broken


def test_each_response_of_a_sequence_is_served_once(servers):
    expected = sorted(["one", "two", "three"] + 5 * ["404"])
    ports = [each.port for each in servers]
    assert not asyncio.run(rounds(ports, ROUNDS, "/sequence", expected))


def test_a_machine_is_left_once(servers):
    expected = sorted(["unpaid"] + 7 * ["paid"])
    ports = [each.port for each in servers]
    assert not asyncio.run(rounds(ports, max(1, ROUNDS // 5), "/machine", expected))


@pytest.mark.parametrize("balancer", sorted(BALANCERS))
def test_behind_a_balancer(servers, balancer, tmp_path):
    expected = sorted(["one", "two", "three"] + 5 * ["404"])
    with BALANCERS[balancer](tmp_path, [each.port for each in servers]) as port:
        assert not asyncio.run(rounds([port], max(1, ROUNDS // 5), "/sequence", expected))


def test_a_mapping_is_served_by_all_as_soon_as_it_is_added(servers, sandbox):
    for number in range(CHANGES):
        writer, reader = servers[number % 3], servers[(number + 1 + number // 3 % 2) % 3]
        mapping = {"request": {"urlPath": f"/new/{number}"}, "response": {"body": f"{number}x"}}
        status, added = writer.ask("POST", f"{sandbox}/__admin/mappings", mapping)
        assert status == 201
        assert reader.ask("GET", f"{sandbox}/new/{number}") == (200, f"{number}x")
        assert reader.ask("GET", f"{sandbox}/__admin/mappings/{added['id']}")[0] == 200


def test_a_replaced_mapping_begins_anew_and_a_removed_one_is_gone(servers, sandbox):
    first, second, third = servers
    mapping = {"request": {"urlPath": "/m"}, "response": {"body": "a1"}}
    id = first.ask("POST", f"{sandbox}/__admin/mappings", mapping)[1]["id"]
    mapping["response"]["body"] = "a2"
    assert second.ask("PUT", f"{sandbox}/__admin/mappings/{id}", mapping)[0] == 200
    assert third.ask("GET", f"{sandbox}/m") == (200, "a2")
    assert third.ask("DELETE", f"{sandbox}/__admin/mappings/{id}")[0] == 200
    assert first.ask("GET", f"{sandbox}/m")[0] == 404


def test_the_journal_knows_every_request(servers, sandbox):
    for number in range(9):
        assert servers[number % 3].ask("GET", f"{sandbox}/plain?{number}")[0] == 200
    assert servers[0].ask("GET", f"{sandbox}/missing")[0] == 404
    for server in servers:
        events = server.ask("GET", f"{sandbox}/__admin/requests")[1]
        assert events["meta"]["total"] == 10
        assert [each["wasMatched"] for each in events["requests"]] == [False] + 9 * [True]
        urls = [each["request"]["url"] for each in events["requests"]]
        assert urls == ["/missing"] + [f"/plain?{number}" for number in reversed(range(9))]
    ids = [{each["id"] for each in server.ask("GET", f"{sandbox}/__admin/requests")[1]["requests"]} for server in servers]
    assert ids[0] == ids[1] == ids[2]
    pattern = {"urlPath": "/plain"}
    assert servers[1].ask("POST", f"{sandbox}/__admin/requests/count", pattern)[1]["count"] == 9
    assert servers[2].ask("DELETE", f"{sandbox}/__admin/requests")[0] == 200
    assert all(server.ask("GET", f"{sandbox}/__admin/requests")[1]["meta"]["total"] == 0 for server in servers)


def test_a_reader_of_the_journal_gets_the_requests_to_all_servers(servers, sandbox):
    first, second, _ = servers
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", first.port, timeout=10)) as connection:
        connection.request("GET", f"{sandbox}/__admin/requests/stream")
        stream = connection.getresponse()
        assert second.ask("GET", f"{sandbox}/plain?live") == (200, "plain")
        until(lambda: b"/plain?live" in stream.readline())


def test_each_server_counts_its_own_requests(servers, sandbox):
    def counts():
        texts = [server.ask("GET", "/__admin/metrics")[1] for server in servers]
        return [sum(map(int, re.findall(r"^hypermock_requests_total\{.*\} (\d+)$", text, re.MULTILINE))) for text in texts]

    before = counts()
    for server in [servers[0], servers[0], servers[1]]:
        assert server.ask("GET", f"{sandbox}/plain")[0] == 200
    assert [after - each for after, each in zip(counts(), before)] == [2, 1, 0]


def test_a_request_is_not_decided_inside_one_server(servers, sandbox):
    status, problem = servers[0].ask("POST", f"{sandbox}/__admin/send", {"method": "GET", "url": "/plain"})
    assert status == 403 and "share their state" in str(problem)
    assert servers[0].ask("GET", f"{sandbox}/__admin/requests")[1]["meta"]["total"] == 0


def test_states_and_settings_are_shared(servers, sandbox):
    first, second, third = servers
    assert first.ask("GET", f"{sandbox}/machine") == (200, "unpaid")
    assert second.ask("GET", f"{sandbox}/machine") == (200, "paid")
    assert third.ask("GET", f"{sandbox}/__admin/scenarios")[1]["scenarios"][0]["state"] == "Paid"
    assert third.ask("PUT", f"{sandbox}/__admin/scenarios/order/state", {"state": "Started"})[0] == 200
    assert first.ask("GET", f"{sandbox}/machine") == (200, "unpaid")
    assert first.ask("PUT", f"{sandbox}/__admin/scenarios/order/state", {"state": "Nowhere"})[0] == 422
    assert second.ask("GET", f"{sandbox}/machine") == (200, "paid")
    assert second.ask("POST", f"{sandbox}/__admin/scenarios/reset")[0] == 200
    assert third.ask("GET", f"{sandbox}/machine") == (200, "unpaid")
    assert third.ask("POST", f"{sandbox}/__admin/settings", {"fixedDelay": 1, "extended": {"a": 1}})[0] == 200
    assert first.ask("GET", f"{sandbox}/__admin/settings")[1]["settings"]["extended"] == {"a": 1}
    assert second.ask("POST", f"{sandbox}/__admin/reset")[0] == 200


def test_a_removed_sandbox_begins_anew(servers, sandbox):
    first, second, third = servers
    assert first.ask("GET", f"{sandbox}/sequence") == (200, "one")
    assert second.ask("POST", f"{sandbox}/__admin/shutdown")[0] == 200
    assert third.ask("GET", f"{sandbox}/sequence") == (200, "one")
    assert third.ask("GET", f"{sandbox}/__admin/requests")[1]["meta"]["total"] == 1


def test_the_least_recently_used_sandbox_is_removed_for_all(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 2, "--max-sandboxes", "3") as (first, second):
        for number in range(5):
            assert first.ask("GET", f"/@s{number}/sequence") == (200, "one")
        (key,) = [key for key in store.keys() if key.endswith(":sandboxes")]
        until(lambda: store("ZCARD", key) == ":3")
        assert [second.ask("GET", f"/@s{number}/sequence")[1] for number in [4, 0]] == ["two", "one"]


def test_an_explanation_shows_the_shared_state(servers, sandbox):
    for server in servers:
        assert server.ask("GET", f"{sandbox}/sequence")[0] == 200
    status, text = servers[0].ask("GET", f"{sandbox}/sequence")
    assert status == 404 and "all responses of the sequence have been served" in str(text)


def test_scripts_that_were_flushed_are_loaded_again(servers, store, sandbox):
    assert store("SCRIPT", "FLUSH") == "+OK"
    assert servers[0].ask("GET", f"{sandbox}/sequence") == (200, "one")
    assert servers[1].ask("GET", f"{sandbox}/sequence") == (200, "two")


def test_a_server_that_joins_later_has_all_changes(servers, folder, store, sandbox):
    mapping = {"request": {"urlPath": "/late"}, "response": {"body": "here"}}
    assert servers[0].ask("POST", f"{sandbox}/__admin/mappings", mapping)[0] == 201
    assert servers[0].ask("GET", f"{sandbox}/late") == (200, "here")
    late = Replica(folder, store.url, "late")
    try:
        assert late.ask("GET", f"{sandbox}/late") == (200, "here")
        assert late.ask("GET", f"{sandbox}/__admin/requests")[1]["meta"]["total"] == 2
    finally:
        late.stop()


def test_the_commands_of_the_page_do_what_it_says(own_store):
    package = pathlib.Path(__file__).parents[2]
    page = (package / "Sources/CLI/CLI.docc/SharedState.md").read_text()
    commands = re.search(r"```sh\n(.*?)```", page, re.DOTALL).group(1).splitlines()
    assert len(commands) == 2
    store = own_store()
    with contextlib.ExitStack() as stack:
        answers = []
        for command in commands:
            words = command.replace("localhost:6379", f"127.0.0.1:{store.port}").split()
            words[words.index("--port") + 1] = "0"
            words[0] = BINARY
            process = subprocess.Popen([*words, "--quiet"], stdout=subprocess.PIPE, text=True, cwd=package)
            stack.callback(process.wait, 10)
            stack.callback(process.terminate)
            server = Replica.at(int(process.stdout.readline().rsplit(":", 1)[1].split()[0]))
            answers.append(server.ask("GET", "/~unavailable-then-back@page/fuelstations/fs291410")[0])
        assert answers == [503, 200]


def test_a_stopping_server_serves_on_but_is_not_ready(folder):
    command = [BINARY, "serve", str(folder), "--port", "0", "--quiet", "--drain-delay", "600"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    port = int(process.stdout.readline().rsplit(":", 1)[1].split()[0])
    server = Replica.at(port)
    assert server.ask("GET", "/__admin/ready") == (200, {"status": "ready"})
    process.terminate()
    until(lambda: server.ask("GET", "/__admin/ready")[0] == 503)
    assert server.ask("GET", "/plain") == (200, "plain")
    process.terminate()
    assert process.wait(10) == 0


def test_other_scenario_files_are_told_apart(folder, store, tmp_path):
    (tmp_path / "other.yaml").write_text("scenario: Other\ninteractions: [{ request: {}, response: { body: other } }]\n")
    with replicas(folder, store.url, 1) as (server,):
        other = Replica(tmp_path, store.url, "other-files")
        try:
            def warns():
                warnings = server.ask("GET", "/__admin/ready")[1]["sharedState"]["warnings"]
                return any("other-files" in warning and "other scenario files" in warning for warning in warnings)

            until(warns)
        finally:
            other.stop()


def test_many_changes_are_merged(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 2) as (first, second):
        for number in range(1100):
            body = {"id": f"00000000-0000-4000-8000-{number % 7:012}", "request": {"urlPath": f"/{number % 7}"},
                    "response": {"body": f"n{number}"}}
            method = "POST" if number < 7 else "PUT"
            path = "/__admin/mappings" + ("" if number < 7 else f"/{body['id']}")
            assert first.ask(method, path, body)[0] < 300
        until(lambda: any(key.endswith(":base") for key in store.keys()))
        late = Replica(folder, store.url, "late")
        try:
            for server in (second, late):
                assert [server.ask("GET", f"/{number}")[1] for number in range(7)] == [
                    f"n{max(each for each in range(1100) if each % 7 == number)}" for number in range(7)
                ]
        finally:
            late.stop()


def test_a_request_with_many_candidates(own_store, tmp_path):
    """Each response of a machine with 64 states, asked of two servers in turn."""
    states = ["Started"] + [f"state {number}" for number in range(1, 64)] + ["Started"]
    lines = ["scenario: Many", "root: true", "interactions:"]
    for number in range(64):
        lines += ["  - request: { urlPath: /many }", "    scenarioName: many", f"    requiredScenarioState: {states[number]}",
                  f"    newScenarioState: {states[number + 1]}", f"    response: {{ body: n{number} }}"]
    (tmp_path / "many.yaml").write_text("\n".join(lines) + "\n")
    with replicas(tmp_path, own_store().url, 2) as servers:
        found = [servers[number % 2].ask("GET", "/many")[1] for number in range(130)]
        assert found == [f"n{number % 64}" for number in range(130)]


def test_large_requests_are_kept_within_the_bytes_of_the_journal(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 2, "--journal-bytes", "2000000") as servers:
        for number in range(150):
            assert servers[number % 2].ask("POST", f"/plain?{number}", "x" * 50000)[0] == 200
        (key,) = [key for key in store.keys() if key.endswith(":journal")]
        assert int(store("MEMORY", "USAGE", key, "SAMPLES", "0")[1:]) < 2_400_000
        newest = servers[0].ask("GET", "/__admin/requests?limit=1")[1]["requests"][0]
        assert newest["request"]["url"] == "/plain?149"


def test_addresses_divided_among_stores_as_on_the_page(folder, own_store, tmp_path):
    if "nginx" not in BALANCERS:
        not_checked("addresses divided among stores, since there is no nginx")
    page = (pathlib.Path(__file__).parents[2] / "Sources/CLI/CLI.docc/SharedState.md").read_text()
    text, port = re.search(r"```nginx\n(.*?)```", page, re.DOTALL).group(1), free_port()
    stores = {"a": own_store(), "b": own_store()}
    with contextlib.ExitStack() as stack:
        for group, store in stores.items():
            for number, server in enumerate(stack.enter_context(replicas(folder, store.url, 2)), 1):
                text = text.replace(f"mock-{group}{number}:8080", f"127.0.0.1:{server.port}")
        stack.enter_context(nginx_with(tmp_path, text.replace("listen 8080", f"listen 127.0.0.1:{port}"), port))
        server = Replica.at(port)
        for number in range(40):
            found = [server.ask("GET", f"/@t{number}/sequence") for _ in range(4)]
            assert [body for status, body in found if status == 200] == ["one", "two", "three"], number
        used = [sum(":state:" in key for key in store.keys()) for store in stores.values()]
        assert sum(used) == 40 and min(used) > 5


def test_a_user_with_the_commands_of_the_page(folder, own_store):
    page = (pathlib.Path(__file__).parents[2] / "Sources/CLI/CLI.docc/SharedState.md").read_text()
    commands = re.findall(r"`([A-Z ]+)`", re.search(r"The user needs the commands (.*?)on keys", page, re.DOTALL).group(1))
    assert len(commands) > 30
    store = own_store()
    rules = [f"+{command.lower().replace(' ', '|')}" for command in commands]
    assert store("ACL", "SETUSER", "mock", "on", ">secret", "~{hypermock:*", *rules) == "+OK"
    with replicas(folder, f"redis://mock:secret@127.0.0.1:{store.port}", 2) as (first, second):
        assert first.ask("GET", "/sequence") == first.ask("GET", "/@a/sequence") == (200, "one")
        assert second.ask("POST", "/@a/__admin/mappings", {"request": {"urlPath": "/m"}, "response": {}})[0] == 201
        assert first.ask("GET", "/@a/m")[0] == 200
        assert second.ask("GET", "/@a/__admin/scenarios")[0] == 200
        assert first.ask("PUT", "/__admin/scenarios/order/state", {"state": "Paid"})[0] == 200
        assert second.ask("DELETE", "/@a/__admin/requests")[0] == 200
        assert first.ask("POST", "/@a/__admin/shutdown")[0] == second.ask("POST", "/__admin/reset")[0] == 200
        assert first.ask("GET", "/sequence") == (200, "one")
        until(lambda: len(first.ask("GET", "/__admin/ready")[1]["sharedState"]["replicas"]) == 2)
        assert store("ACL", "LOG") == "*0"


def test_the_state_of_files_that_no_server_has_is_removed(folder, own_store, tmp_path):
    """As after a rolling update; ten minutes later, which the test does not wait for."""
    store = own_store()
    (tmp_path / "other.yaml").write_text(SCENARIO.replace("plain", "other"))
    with replicas(folder, store.url, 1) as (old,):
        assert old.ask("GET", "/@a/sequence") == old.ask("GET", "/sequence") == (200, "one")
        files = old.ask("GET", "/__admin/ready")[1]["sharedState"]["scenarios"]
    with replicas(tmp_path, store.url, 1) as (new,):
        assert new.ask("GET", "/@a/sequence") == new.ask("GET", "/sequence") == (200, "one")
        until(lambda: new.ask("GET", "/__admin/ready")[1]["sharedState"]["replicas"])
        before = store.keys()
        assert sum(f":{files}}}:state:" in key for key in before) == 2
        assert store("ZADD", "{hypermock:default}:files", "1", files) == ":0"
        until(lambda: not any(f":{files}}}" in key for key in store.keys()))
        assert set(store.keys()) == {key for key in before if f":{files}}}" not in key}
        assert new.ask("GET", "/sequence") == (200, "two")


def test_large_changes_are_merged_early(folder, own_store):
    """Bodies of 1 MiB would fill the store long before a thousand changes."""
    store = own_store()
    with replicas(folder, store.url, 2) as (first, second):
        for number in range(20):
            body = {"id": "00000000-0000-4000-8000-000000000001", "request": {"urlPath": "/large"},
                    "response": {"body": f"{number} " + "x" * (1 << 20)}}
            method, path = ("PUT", f"/{body['id']}") if number else ("POST", "")
            assert first.ask(method, "/__admin/mappings" + path, body)[0] < 300
        (key,) = [key for key in store.keys() if key.endswith(":changes")]
        until(lambda: int(store("XLEN", key)[1:]) < 5)
        late = Replica(folder, store.url, "late")
        try:
            assert [server.ask("GET", "/large")[1][:3] for server in (second, late)] == ["19 ", "19 "]
        finally:
            late.stop()
