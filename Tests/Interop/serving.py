"""A Hypermock server for one test module."""

import contextlib
import dataclasses
import os
import re
import subprocess

BINARY = os.environ["HYPERMOCK_BINARY"]
READY = r"hypermock ready (http://\S+)(?: and (https://\S+))?"
#: The number of servers, with one state and a balancer before them, that tests get instead of one; 0: they get one.
REPLICAS = int(os.environ.get("HYPERMOCK_INTEROP_REPLICAS", "0"))


@dataclasses.dataclass
class Address:
    """Where a server listens: its URLs, the file of its authority, and the port of each fault of TLS."""

    http: str
    https: str | None = None
    authority: str | None = None
    faults: dict[str, int] = dataclasses.field(default_factory=dict)

    @property
    def port(self):
        return int(self.http.rsplit(":", 1)[1])

    @property
    def https_port(self):
        return int(self.https.rsplit(":", 1)[1])


@contextlib.contextmanager
def started(command, **options):
    """Runs a server until the end of the block; yields the match of the URLs in its ready line, and its process.

    With `HYPERMOCK_INTEROP_REPLICAS`, it is that many servers that share their state, behind a balancer; the process is
    the first of them.
    """
    if not REPLICAS or any(str(word).startswith(("--https", "--shared-state", "--threads")) for word in command):
        with one_started(command, **options) as found:
            yield found
        return
    from replicas import balanced

    with balanced(command, REPLICAS, **options) as found:
        yield found


@contextlib.contextmanager
def one_started(command, **options):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    ready = process.stdout.readline()
    urls = re.match(READY, ready)
    assert urls, f"it did not start: {ready!r}"
    try:
        yield urls, process
    finally:
        process.terminate()
        assert process.wait(timeout=10) == 0


@contextlib.contextmanager
def serving(folder, *options, https=False, faults=()):
    """Runs `hypermock serve` with a folder of mappings."""
    authority = str(folder / "ca.pem")
    command = [BINARY, "serve", "--root-dir", str(folder), "--port", "0", "--quiet", *options]
    if https:
        command += ["--https", "--https-ca-file", authority]
    for fault in faults:
        command += ["--https-fault", f"{fault}=0"]
    with started(command) as (urls, process):
        address = Address(urls.group(1), urls.group(2), authority if https else None)
        for _ in faults:
            fault, port = re.match(r"  fault (\S+) on port (\d+)", process.stdout.readline()).groups()
            address.faults[fault] = int(port)
        yield address
