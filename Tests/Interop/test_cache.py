"""The suite of https://cache-tests.fyi with the client's cache, as a private cache."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess

import pytest
from conftest import BINARY, not_checked
from fetching import fetched

COMMIT = "b55b8bda3dbb8c927c04e85bd8d496a8caa3e4ba"
#: A folder with the suite, or a repository to clone.
SOURCE = os.environ.get("HYPERMOCK_CACHE_TESTS", "https://github.com/http-tests/cache-tests.git")
HERE = pathlib.Path(__file__).parent
CLIENT = pathlib.Path(BINARY).resolve().with_name("CacheClient")

#: The least number of passed tests of each kind.
HELD = {"required": 134, "optimal": 71}

_NO_RESPONSE = "a connection that the server closes is a failure of the call, and the suite expects a response"
_COMPLETE = "the Content-Range of the stored part has one byte more than its content"

#: All tests of these kinds that do not pass, with the reasons.
DEVIATIONS = {
    "headers-store-Transfer-Encoding": "with an unknown transfer coding, the end of a response is unknown (RFC 9112 §6.1)",
    "other-cookie": "credentials partition the cache, and cookies are credentials",
    "partial-store-partial-complete": "parts are not combined",
    "partial-store-partial-reuse-partial-absent": _COMPLETE,
    "partial-store-partial-reuse-partial-suffix": _COMPLETE,
    "stale-close-must-revalidate": _NO_RESPONSE,
    "stale-close-no-cache": _NO_RESPONSE,
    "vary-normalise-lang-order": "many servers prefer the first of several languages",
    "vary-normalise-lang-select": "the cache does not negotiate languages in place of the server",
}


@pytest.fixture(scope="module")
def suite():
    return fetched(SOURCE, COMMIT, "cache-tests", "test-engine")


@contextlib.contextmanager
def server(suite, node):
    """The suite's own server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {"protocol": "http", "port": str(port), "pidfile": os.devnull}
    environment = os.environ | {f"npm_config_{name}": value for name, value in settings.items()}
    command = [node, "test-engine/server/server.mjs"]
    process = subprocess.Popen(command, cwd=suite, env=environment, stdout=subprocess.PIPE, text=True)
    assert "Listening" in process.stdout.readline()
    yield f"http://localhost:{port}"
    process.terminate()
    process.wait(timeout=10)


def results(suite, node, base, *tests):
    program = HERE / "clients" / "cache_tests.mjs"
    command = [node, "--no-warnings", program, suite, base, CLIENT, *tests]
    run = subprocess.run(command, capture_output=True, text=True, timeout=400)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def is_passed(result):
    return result["result"] in ("pass", "yes")


def test_the_cache_passes(suite, node_program):
    if not CLIENT.exists():
        not_checked("the client's cache, since CacheClient is not built (swift build --product CacheClient)")
    with server(suite, node_program) as base:
        found = {name: result for name, result in results(suite, node_program, base).items() if result["kind"] in HELD}
        failed = {name for name, result in found.items() if not is_passed(result)}
        # Seconds matter to the suite: a test that is late on a busy machine is run again by itself.
        for name in sorted(failed - DEVIATIONS.keys()):
            found |= results(suite, node_program, base, name)
    messages = {name: result["message"] for name, result in found.items() if not is_passed(result)}
    assert messages.keys() == DEVIATIONS.keys(), messages
    for kind, least in HELD.items():
        assert sum(is_passed(result) for result in found.values() if result["kind"] == kind) >= least
