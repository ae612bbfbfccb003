"""Several Hypermock servers that share their state in a real store, and a balancer before them."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from serving import BINARY, READY, one_started

STORES = [name for name in ["redis-server", "valkey-server"] if shutil.which(name)]


SCENARIO = """
scenario: Shared
root: true
resources: { notes: { path: /notes } }
interactions:
  - request: { urlPath: /sequence }
    responses: [{ body: one }, { body: two }, { body: three }]
    afterLast: noMatch
  - request: { urlPath: /loop }
    responses: [{ body: a }, { body: b }]
    afterLast: loop
  - request: { urlPath: /machine }
    scenarioName: order
    requiredScenarioState: Started
    newScenarioState: Paid
    response: { body: unpaid }
  - request: { urlPath: /machine }
    scenarioName: order
    requiredScenarioState: Paid
    response: { body: paid }
  - request: { urlPath: /plain }
    response: { body: plain }
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(condition, seconds=10):
    """Waits for a condition that another process brings about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"it has not come about within {seconds} s"
        time.sleep(0.01)


class Store:
    """A Redis or Valkey server on a free port, without files."""

    def __init__(self, program, *options):
        self.port = free_port()
        self.command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", *options]
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        until(lambda: accepts(self.port))

    def stop(self, kind=signal.SIGTERM):
        self.process.send_signal(kind)
        self.process.wait(10)

    def __call__(self, *words):
        """Sends one command, and returns the first line of the reply."""
        with self.sending(*words) as lines:
            return lines.readline().decode().strip()

    def keys(self):
        with self.sending("KEYS", "*") as lines:
            count = int(lines.readline()[1:])
            return [[lines.readline(), lines.readline()][1].decode().strip() for _ in range(count)]

    @contextlib.contextmanager
    def sending(self, *words):
        with socket.create_connection(("127.0.0.1", self.port), 5) as stream:
            text = "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
            stream.sendall(f"*{len(words)}\r\n{text}".encode())
            yield stream.makefile("rb")

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"


def accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Replica:
    """One server; `folder` is a folder of scenario files."""

    def __init__(self, folder, store, name, *options, root=False, wrapper=()):
        files = ["--root-dir", str(folder)] if root else [str(folder)]
        command = [*wrapper, BINARY, "serve", *files, "--port", "0", "--quiet", "--shared-state", store]
        self.process = subprocess.Popen(
            [*command, "--replica-id", name, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        ready = self.process.stdout.readline()
        match = re.match(r"hypermock ready http://127.0.0.1:(\d+)", ready)
        # A pipe that nobody reads would stop the server.
        self.errors = []
        threading.Thread(target=self.errors.extend, args=[self.process.stderr], daemon=True).start()
        assert match, f"it did not start: {ready!r} {self.errors}"
        self.port = int(match.group(1))
        self.connection = None

    @classmethod
    def at(cls, port):
        """A server that was started elsewhere."""
        server = cls.__new__(cls)
        server.port, server.connection = port, None
        return server

    def ask(self, method, path, body=None, timeout=30):
        """Returns the status and the body: parsed if it is JSON."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            self.connection.request(method, path, json.dumps(body) if body is not None else None)
            response = self.connection.getresponse()
            text = response.read()
        except OSError:
            self.connection = None
            raise
        self.headers = response.headers
        try:
            return response.status, json.loads(text) if text else None
        except ValueError:
            return response.status, text.decode()

    def stop(self):
        if self.process.poll() is None:
            # A wrapper's server is another process.
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(10)
        self.process.stdout.close()


@contextlib.contextmanager
def replicas(folder, store, count=3, *options):
    running = []
    try:
        for number in range(count):
            running.append(Replica(folder, store, f"replica-{number}", *options))
        yield running
    finally:
        for replica in running:
            replica.stop()


@contextlib.contextmanager
def mocks_without_scenarios(folder, store, count=3):
    """Servers with one folder of mappings, which is empty; gives their ports."""
    running = []
    try:
        for number in range(count):
            running.append(Replica(folder, store, f"mock-{number}", root=True))
        yield [each.port for each in running]
    finally:
        for each in running:
            each.stop()


def nginx(folder, ports):
    port = free_port()
    servers = "".join(f"server 127.0.0.1:{each};" for each in ports)
    text = (
        f"upstream mocks {{ {servers} keepalive 32; }}\n"
        f"server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://mocks; proxy_http_version 1.1;\n"
        'proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_next_upstream off; } }\n'
    )
    return nginx_with(folder, text, port)


@contextlib.contextmanager
def nginx_with(folder, text, port):
    """nginx with a text in its `http` block."""
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log /dev/null; worker_processes 1;\n"
        "events { worker_connections 500; }\n"
        f"http {{ access_log off; keepalive_requests 1000000; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{text} }}\n"
    )
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with balancing([program, "-p", str(folder), "-c", str(folder / "nginx.conf")], port):
        yield port


@contextlib.contextmanager
def haproxy(folder, ports, mode="http"):
    """`tcp` passes on what a server does to a connection, such as its faults."""
    port = free_port()
    servers = "".join(f"  server mock{each} 127.0.0.1:{each}\n" for each in ports)
    (folder / "haproxy.cfg").write_text(
        f"defaults\n  mode {mode}\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\n"
        f"frontend front\n  bind 127.0.0.1:{port}\n  default_backend mocks\n"
        f"backend mocks\n  balance roundrobin\n{servers}"
    )
    with balancing([shutil.which("haproxy") or "/usr/sbin/haproxy", "-f", str(folder / "haproxy.cfg")], port):
        yield port


@contextlib.contextmanager
def balancing(command, port):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: accepts(port) or process.poll() is not None)
        yield
    finally:
        process.terminate()
        process.wait(10)


BALANCERS = {
    name: make
    for name, make in {"nginx": nginx, "haproxy": haproxy}.items()
    if shutil.which(name) or os.path.exists(f"/usr/sbin/{name}")
}


@contextlib.contextmanager
def balanced(command, count, **options):
    """Runs a command of one server several times, with a store and a balancer, as `serving.started` does."""
    name = os.environ.get("HYPERMOCK_INTEROP_BALANCER", "haproxy")
    # As an HTTP proxy, haproxy writes the names of fields in lower case.
    mode = ["tcp"] if name == "haproxy" else []
    with contextlib.ExitStack() as stack:
        files = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = Store(STORES[0])
        stack.callback(store.stop)
        started = [stack.enter_context(one_started([*command, "--shared-state", store.url], **options)) for _ in range(count)]
        ports = [int(urls.group(1).rsplit(":", 1)[1]) for urls, _ in started]
        port = stack.enter_context(BALANCERS[name](files, ports, *mode))
        yield re.match(READY, f"hypermock ready http://127.0.0.1:{port}"), started[0][1]
