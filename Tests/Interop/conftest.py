import os
import re
import shutil
import subprocess
import uuid
import warnings

import pytest
from differential import servers
from differential.exchange import Peer
from wiremock.constants import Config

BINARY = os.environ["HYPERMOCK_BINARY"]


@pytest.fixture(scope="session")
def origin(tmp_path_factory):
    """A server without mappings, with a folder to save them in."""
    folder = tmp_path_factory.mktemp("root")
    command = [BINARY, "serve", "--root-dir", str(folder), "--port", "0", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    ready = process.stdout.readline()
    match = re.match(r"hypermock ready (http://\S+)", ready)
    assert match, f"it did not start: {ready!r}"
    yield match.group(1)
    process.terminate()
    assert process.wait(timeout=10) == 0


@pytest.fixture(params=["root", "sandbox"])
def address(request, origin):
    """Where one test works: everything is as at the start, whatever others have done."""
    prefix = "" if request.param == "root" else f"/@{uuid.uuid4()}"
    Config.base_url = f"{origin}{prefix}/__admin"
    yield origin + prefix
    from wiremock.resources.mappings.resource import Mappings

    Mappings.delete_all_mappings()
    Mappings.reset_mappings()


@pytest.fixture(scope="session")
def peers(tmp_path_factory):
    """WireMock and Hypermock, with the same files."""
    if servers.java() is None:
        not_checked("the answers of WireMock itself, since there is no Java")
    folders = [servers.root_folder(tmp_path_factory.mktemp(name)) for name in ["wiremock", "hypermock"]]
    with servers.wiremock(folders[0]) as oracle, servers.hypermock(folders[1]) as ours:
        yield Peer(oracle), Peer(ours)


@pytest.fixture(scope="session")
def node_program():
    """Node, whose `fetch` and `http2` are foreign clients."""
    return shutil.which("node") or not_checked("what Node reports, since there is no node (apt-get install nodejs)")


@pytest.fixture(scope="session")
def java_program():
    """Java with its compiler, for single-file programs."""
    if servers.java() is None or shutil.which("javac") is None:
        not_checked("what Java's HttpClient reports, since there is no JDK (apt-get install openjdk-17-jdk-headless)")
    return [servers.java(), "-XX:TieredStopAtLevel=1"]


def not_checked(reason):
    message = f"NOT CHECKED: {reason}"
    warnings.warn(message)
    pytest.skip(message)
