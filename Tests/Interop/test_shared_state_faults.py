"""Several servers with one state, of which something fails: the store, the network, or a server."""

import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import threading
import time

import pytest
from conftest import not_checked
from replicas import Replica, free_port, replicas, until
from serving import BINARY
from store_faults import StoreProxy, closing_all

#: A busy machine may take that much longer, in seconds.
PATIENCE = float(os.environ.get("HYPERMOCK_SHARED_PATIENCE", "3"))


class Load(threading.Thread):
    """Sends requests to one server, each with another query, until it is stopped or the connection ends."""

    def __init__(self, port, name):
        super().__init__(daemon=True)
        self.port, self.label, self.answered = port, name, []
        self.goes_on = True
        self.start()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.suppress(OSError, http.client.HTTPException):
            while self.goes_on:
                url = f"/plain?{self.label}-{len(self.answered)}"
                connection.request("GET", url)
                response = connection.getresponse()
                response.read()
                if response.status == 200:
                    self.answered.append(url)

    def stop(self):
        self.goes_on = False
        self.join(20)


def test_a_server_that_is_killed_under_load_loses_no_request_that_it_has_answered(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 3) as (victim, other, witness):
        loads = [Load(victim.port, "a"), Load(victim.port, "b"), Load(other.port, "c")]
        until(lambda: all(len(load.answered) > 200 for load in loads), 60)
        victim.process.send_signal(signal.SIGKILL)
        victim.process.wait(10)
        for load in loads:
            load.stop()
        answered = [url for load in loads for url in load.answered]
        events = witness.ask("GET", "/__admin/requests?limit=100000")[1]["requests"]
        assert set(answered) <= {each["request"]["url"] for each in events}
        assert len(answered) > 600


def test_a_partition_heals_without_a_wrong_answer(folder, own_store):
    """One server is cut off, and asked on and on, while another changes a mapping."""
    store = own_store()
    proxy = StoreProxy(store.port)
    with closing_all(proxy), replicas(folder, store.url, 1) as (near,), replicas(folder, proxy.url, 1) as (far,):
        mapping = {"id": "00000000-0000-4000-8000-000000000001", "request": {"urlPath": "/m"}}
        acknowledged, wrong, statuses = 0, [], []
        goes_on = True

        def put(number):
            nonlocal acknowledged
            body = mapping | {"response": {"body": f"n{number}"}}
            method, path = ("PUT", f"/{mapping['id']}") if number > 1 else ("POST", "")
            assert near.ask(method, "/__admin/mappings" + path, body)[0] < 300
            acknowledged = number

        def ask():
            asked = Replica.at(far.port)
            while goes_on:
                known = acknowledged
                status, body = asked.ask("GET", "/m")
                statuses.append(status)
                if status == 200 and int(body[1:]) < known or status not in [200, 503]:
                    wrong.append((known, status, body))

        put(1)
        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        number = 1
        for _ in range(3):
            for cut in [False, True]:
                proxy.stall() if cut else proxy.heal()
                seen = len(statuses)
                until(lambda: (503 if cut else 200) in statuses[seen:], 10 + PATIENCE)
                for number in range(number + 1, number + 20):
                    put(number)
        proxy.heal()
        until(lambda: far.ask("GET", "/__admin/ready")[0] == 200)
        goes_on = False
        thread.join(20)
        assert not wrong
        assert far.ask("GET", "/m") == (200, f"n{number}")


def test_a_response_of_a_sequence_is_never_served_twice_whatever_is_cut(folder, own_store):
    store = own_store()
    proxy = StoreProxy(store.port)
    with closing_all(proxy), replicas(folder, store.url, 1) as (near,), replicas(folder, proxy.url, 1) as (far,):
        for number in range(4):
            sandbox = f"/@cut{number}"
            found = [far.ask("GET", f"{sandbox}/sequence")]
            proxy.stall()
            found.append(far.ask("GET", f"{sandbox}/sequence"))
            assert found[-1][0] == 503
            found.append(near.ask("GET", f"{sandbox}/sequence"))
            proxy.heal()
            until(lambda: far.ask("GET", "/__admin/ready")[0] == 200)
            found += [server.ask("GET", f"{sandbox}/sequence") for server in (far, near, far)]
            served = [body for status, body in found if status == 200]
            # The step of the request that got 503 may have been taken.
            assert served in (["one", "two", "three"], ["one", "two"], ["one", "three"]), found


def test_a_store_that_comes_back_is_used_again_in_time(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 2) as servers:
        for kind in [signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP]:
            for server in servers:
                assert server.ask("GET", "/plain")[0] == 200
            store.process.send_signal(kind)
            begin = time.monotonic()
            until(lambda: servers[0].ask("GET", "/plain")[0] == 503)
            assert time.monotonic() - begin < 1.1 + PATIENCE
            if kind == signal.SIGSTOP:
                store.process.send_signal(signal.SIGCONT)
            else:
                store.process.wait(10)
                store.start()
            begin = time.monotonic()
            until(lambda: servers[0].ask("GET", "/plain")[0] == 200)
            assert time.monotonic() - begin < 2.1 + PATIENCE
            until(lambda: servers[1].ask("GET", "/plain")[0] == 200)


def test_a_store_that_keeps_its_data_loses_nothing_that_was_acknowledged(folder, own_store, tmp_path):
    store = own_store("--dir", str(tmp_path), "--appendonly", "yes", "--appendfsync", "always")
    with replicas(folder, store.url, 2) as (first, second):
        mapping = {"request": {"urlPath": "/kept"}, "response": {"body": "kept"}}
        assert first.ask("POST", "/__admin/mappings", mapping)[0] == 201
        assert first.ask("GET", "/sequence") == (200, "one")
        loads = [Load(first.port, "a"), Load(second.port, "b")]
        until(lambda: all(len(load.answered) > 50 for load in loads), 60)
        store.stop(signal.SIGKILL)
        for load in loads:
            load.stop()
        store.start()
        until(lambda: all(server.ask("GET", "/__admin/ready")[0] == 200 for server in (first, second)))
        assert second.ask("GET", "/sequence") == (200, "two")
        assert second.ask("GET", "/kept") == (200, "kept")
        late = Replica(folder, store.url, "late")
        try:
            assert late.ask("GET", "/kept") == (200, "kept")
            urls = {each["request"]["url"] for each in late.ask("GET", "/__admin/requests?limit=100000")[1]["requests"]}
        finally:
            late.stop()
        answered = {url for load in loads for url in load.answered}
        assert len(answered) > 100 and answered <= urls


def test_without_the_store_nothing_is_served(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 1) as (server,):
        assert server.ask("GET", "/plain")[0] == 200
        assert server.ask("GET", "/__admin/ready")[0] == 200
        store.stop()
        until(lambda: server.ask("GET", "/__admin/ready")[0] == 503)
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and problem["title"] == "The shared state is unavailable"
        assert server.headers["Retry-After"] == "1"
        assert server.headers["Content-Type"] == "application/problem+json"
        assert server.ask("POST", "/__admin/mappings", {"request": {}, "response": {}})[0] == 503
        assert server.ask("GET", "/__admin/health")[0] == 200
        store.start()
        until(lambda: server.ask("GET", "/__admin/ready")[0] == 200)
        assert server.ask("GET", "/sequence") == (200, "one")


def test_a_store_that_was_emptied_begins_anew_for_all(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 2) as (first, second):
        mapping = {"request": {"urlPath": "/added"}, "response": {}}
        assert first.ask("POST", "/__admin/mappings", mapping)[0] == 201
        assert first.ask("GET", "/sequence") == (200, "one")
        assert store("FLUSHALL") == "+OK"
        assert second.ask("GET", "/added")[0] == 404
        assert first.ask("GET", "/added")[0] == 404
        assert second.ask("GET", "/sequence") == (200, "one")
        assert first.ask("GET", "/__admin/requests")[1]["meta"]["total"] == 3


def test_a_store_that_is_full_says_so(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 1) as (server,):
        assert store("CONFIG", "SET", "maxmemory", "1") == "+OK"
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and "the store is full" in problem["detail"]
        assert store("CONFIG", "SET", "maxmemory", "0") == "+OK"
        assert server.ask("GET", "/plain")[0] == 200


def test_a_store_that_stalls_is_given_up_and_used_again(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 1) as (server,):
        assert server.ask("GET", "/sequence") == (200, "one")
        store.process.send_signal(signal.SIGSTOP)
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and "no reply within 1000 ms" in problem["detail"]
        store.process.send_signal(signal.SIGCONT)
        until(lambda: server.ask("GET", "/__admin/ready")[0] == 200)
        assert server.ask("GET", "/sequence") == (200, "two")


def test_a_read_only_store_says_so(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 1) as (server,):
        assert store("REPLICAOF", "127.0.0.1", "1") == "+OK"
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and "read-only replica" in problem["detail"]
        assert store("REPLICAOF", "NO", "ONE") == "+OK"
        assert server.ask("GET", "/plain")[0] == 200


def test_values_of_another_application_are_told(folder, own_store):
    store = own_store()
    with replicas(folder, store.url, 1) as (server,):
        assert server.ask("GET", "/plain")[0] == 200
        (key,) = [key for key in store.keys() if key.endswith(":journal")]
        assert store("SET", key, "mine") == "+OK"
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and "--shared-name" in problem["detail"]


@pytest.mark.parametrize(
    ("options", "url", "problem"),
    [
        (["--requirepass", "right"], "redis://:wrong@127.0.0.1:{}", "rejects the user or the password"),
        (["--requirepass", "right"], "redis://127.0.0.1:{}", "HYPERMOCK_SHARED_STATE_PASSWORD"),
        (
            ["--cluster-enabled", "yes", "--cluster-config-file", "{folder}/nodes.conf", "--cluster-port", "{port}"],
            "redis://127.0.0.1:{}",
            "cluster",
        ),
    ],
)
def test_a_store_that_rejects_the_server_ends_it(folder, own_store, tmp_path, options, url, problem):
    store = own_store(*[option.format(folder=tmp_path, port=free_port()) for option in options])
    command = [BINARY, "serve", str(folder), "--port", "0", "--shared-state", url.format(store.port)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 3 and problem in ended.stderr, ended.stderr
    assert "wrong" not in ended.stderr.replace("WRONGPASS", "")


def test_the_right_password_and_tls(folder, own_store, tmp_path):
    if shutil.which("openssl") is None:
        not_checked("TLS to the store, since there is no openssl")
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    subprocess.run(["openssl", "req", "-x509", *key, *names, *files], check=True, capture_output=True)
    files = ["--tls-cert-file", str(tmp_path / "cert.pem"), "--tls-key-file", str(tmp_path / "key.pem")]
    plain = own_store("--requirepass", "right/")
    with replicas(folder, f"redis://:right%2F@127.0.0.1:{plain.port}", 1) as (server,):
        assert server.ask("GET", "/sequence") == (200, "one")
    port = free_port()
    store = own_store("--tls-port", str(port), "--tls-auth-clients", "no", *files)
    assert store("PING") == "+PONG"
    with replicas(folder, f"rediss://localhost:{port}", 2, "--shared-state-ca", str(tmp_path / "cert.pem")) as pair:
        assert [server.ask("GET", "/sequence")[1] for server in pair] == ["one", "two"]
    with replicas(folder, f"rediss://localhost:{port}", 1) as (server,):
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and "TLS to the store failed" in problem["detail"]


def test_a_journal_that_was_lost_begins_all_anew(folder, own_store):
    """Its ids would repeat, and the other servers would miss requests."""
    store = own_store()
    with replicas(folder, store.url, 2) as (first, second):
        assert first.ask("GET", "/sequence") == (200, "one")
        assert second.ask("GET", "/__admin/requests")[1]["meta"]["total"] == 1
        (key,) = [key for key in store.keys() if key.endswith(":journal")]
        assert store("DEL", key) == ":1"
        assert first.ask("GET", "/sequence") == (200, "one")
        assert second.ask("GET", "/__admin/requests")[1]["meta"]["total"] == 1
        assert second.ask("GET", "/sequence") == (200, "two")
        assert first.ask("GET", "/__admin/requests")[1]["meta"]["total"] == 2


def test_a_store_that_may_evict_is_warned_of(folder, own_store):
    store = own_store("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")
    with replicas(folder, store.url, 1) as (server,):
        (warning,) = server.ask("GET", "/__admin/ready")[1]["sharedState"]["warnings"]
        assert "set it to noeviction" in warning
        until(lambda: any("may evict" in line for line in server.errors))


def test_a_scenario_that_cannot_be_shared_is_left_out(folder, own_store, tmp_path):
    store, both = own_store(), tmp_path / "both"
    shutil.copytree(folder, both)
    (both / "kept.yaml").write_text("scenario: Kept\nresources:\n  logs: { path: /logs, persist: _logs.json }\n")
    with replicas(both, store.url, 1) as (server,):
        assert server.ask("GET", "/sequence") == (200, "one")
        assert server.ask("GET", "/logs")[0] == 404
        until(lambda: any("kept.yaml: warning" in line and "resources kept in files" in line for line in server.errors))
    command = [BINARY, "serve", str(both), "--port", "0", "--strict", "--shared-state", store.url]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 3 and "'kept' has" in ended.stderr, ended.stderr


def test_the_clocks_of_the_servers_need_not_agree(folder, own_store):
    if shutil.which("faketime") is None:
        not_checked("servers with different clocks, since there is no faketime (apt-get install faketime)")
    store, running = own_store(), []
    try:
        for offset in ["-2d", "+0", "+2d"]:
            running.append(Replica(folder, store.url, "clock", wrapper=["faketime", "-f", offset]))
        early, now, late = running
        assert [server.ask("GET", "/@t/sequence")[1] for server in (late, early, now)] == ["one", "two", "three"]
        for number, server in enumerate([late, early, now, late]):
            mapping = {"id": "00000000-0000-4000-8000-000000000001", "request": {"urlPath": "/m"},
                       "response": {"body": f"n{number}"}}
            method, path = ("PUT", f"/{mapping['id']}") if number else ("POST", "")
            assert server.ask(method, "/@t/__admin/mappings" + path, mapping)[0] < 300
            assert [each.ask("GET", "/@t/m")[1] for each in running] == 3 * [f"n{number}"]
        lists = [server.ask("GET", "/@t/__admin/requests")[1]["requests"] for server in running]
        assert [[each["id"] for each in events] for events in lists] == 3 * [[each["id"] for each in lists[0]]]
        assert len(lists[0]) == 15
    finally:
        for server in running:
            server.stop()


def test_each_address_of_the_stores_name_is_tried(folder, own_store, tmp_path):
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        not_checked("a store whose name has several addresses, since this is not root's or there is no unshare")
    (tmp_path / "hosts").write_text("127.0.0.1 localhost\n::1 store\n127.0.0.1 store\n127.0.0.9 store\n")
    mount = ["unshare", "-m", "sh", "-c", f'mount --bind {tmp_path}/hosts /etc/hosts && exec "$0" "$@"']
    store = own_store()
    server = Replica(folder, f"redis://store:{store.port}", "named", wrapper=mount)
    try:
        assert server.ask("GET", "/plain") == (200, "plain")
    finally:
        server.stop()


def test_the_store_is_named_only_to_those_who_have_the_token(folder, own_store, monkeypatch):
    monkeypatch.setenv("HYPERMOCK_ADMIN_TOKEN", "secret-token")
    store = own_store()
    with replicas(folder, store.url, 1, "--admin", "token") as (server,):
        def ready(**fields):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            connection.request("GET", "/__admin/ready", headers=fields)
            response = connection.getresponse()
            return response.status, response.read().decode()

        assert ready() == (200, '{\n  "status": "ready"\n}\n')
        assert ready(Authorization="Bearer wrong") == ready()
        status, text = ready(Authorization="Bearer secret-token")
        assert status == 200 and store.url in text and "Redis" in text
        store.stop()
        until(lambda: ready()[0] == 503)
        assert str(store.port) not in ready()[1] and "cannot be reached" in ready()[1]
        status, problem = server.ask("GET", "/plain")
        assert status == 503 and str(store.port) not in str(problem)
        assert str(store.port) in ready(Authorization="Bearer secret-token")[1]
        store.start()
