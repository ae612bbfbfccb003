"""WireMock and Hypermock, each on a port of its own with the same files."""

import contextlib
import functools
import os
import re
import shutil
import subprocess
import threading
from importlib import resources

import serving

#: What Hypermock prints when it takes requests.
READY = r"^hypermock ready http://\S+:(\d+)"

FILES = {
    "station.json": b'{"price": 2.890, "name": "7-Eleven"}',
    "deep/page.html": b"<p>Fuel</p>",
    "template.txt": b"for {{request.query.name}}",
    "bytes.bin": bytes(range(256)),
}


def binary():
    return os.environ["HYPERMOCK_BINARY"]


@functools.cache
def java():
    """The command that starts Java, or None."""
    path = shutil.which("java")
    if path is None or subprocess.run([path, "-version"], capture_output=True).returncode != 0:
        return None
    return path


def wiremock_jar():
    return str(resources.files("wiremock") / "server" / "wiremock-standalone-2.35.1.jar")


def root_folder(path):
    (path / "mappings").mkdir(parents=True)
    for name, data in FILES.items():
        file = path / "__files" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return str(path)


@contextlib.contextmanager
def running(command, ready):
    """Starts a server and gives its port, which stands in the first line of output that matches `ready`."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield port_of(process, ready)
    finally:
        process.terminate()
        process.wait(timeout=20)


def port_of(process, ready):
    lines = []
    for line in process.stdout:
        lines.append(line)
        if match := re.search(ready, line):
            # Nobody reads what comes later, and a full pipe would stop the server.
            threading.Thread(target=lambda: [None for _ in process.stdout], daemon=True).start()
            return int(match.group(1))
    raise RuntimeError(f"{process.args[0]} did not start:\n" + "".join(lines))


def wiremock(folder):
    options = ["--port", "0", "--bind-address", "127.0.0.1", "--local-response-templating", "--root-dir", folder]
    # Two threads of the compiler are enough, and a small heap starts sooner.
    command = [java(), "-XX:TieredStopAtLevel=1", "-Xmx256m", "-jar", wiremock_jar(), *options]
    return running(command, r"^port:\s+(\d+)")


def hypermock(folder, *options):
    """One server or, with `HYPERMOCK_INTEROP_REPLICAS`, several behind a balancer."""
    command = [binary(), "serve", "--root-dir", folder, "--port", "0", "--quiet", *options]
    if not serving.REPLICAS or "--https" in options:
        return running(command, READY)
    return port_of_several(command)


@contextlib.contextmanager
def port_of_several(command):
    with serving.started(command) as (urls, _):
        yield int(urls.group(1).rsplit(":", 1)[1])
