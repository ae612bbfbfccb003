import contextlib
import shutil
import signal
import uuid
import warnings

import pytest
from differential import servers
from differential.exchange import Peer
from replicas import BALANCERS, SCENARIO, STORES, Store, mocks_without_scenarios
from serving import BINARY, started
from wiremock.constants import Config


@pytest.fixture(scope="session")
def one_server(tmp_path_factory):
    """A server without mappings, with a folder to save them in."""
    folder = tmp_path_factory.mktemp("root")
    command = [BINARY, "serve", "--root-dir", str(folder), "--port", "0", "--quiet"]
    with started(command) as (urls, _):
        yield urls.group(1)


@pytest.fixture(scope="session")
def origin(request, tmp_path_factory):
    """Such a server; or, where a test asks for them, three that share their state, and a balancer."""
    servers_of_test = getattr(request, "param", "one server")
    if servers_of_test == "one server":
        yield request.getfixturevalue("one_server")
        return
    balancer = servers_of_test.split()[-1]
    if not STORES or balancer not in BALANCERS:
        not_checked(f"clients of {servers_of_test}, since there is no Redis or no {balancer}")
    with contextlib.ExitStack() as stack:
        store = Store(STORES[0])
        stack.callback(store.stop)
        ports = stack.enter_context(mocks_without_scenarios(tmp_path_factory.mktemp("root"), store.url))
        files = tmp_path_factory.mktemp("balancer")
        # As an HTTP proxy, haproxy writes the names of fields in lower case.
        mode = ["tcp"] if balancer == "haproxy" else []
        yield f"http://127.0.0.1:{stack.enter_context(BALANCERS[balancer](files, ports, *mode))}"


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
    with servers.wiremock(folders[0]) as oracle, servers.hypermock(folders[1], "--proxy") as ours:
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Scenario files with a sequence and a state machine."""
    path = tmp_path_factory.mktemp("scenarios")
    (path / "shared.yaml").write_text(SCENARIO)
    return path


@pytest.fixture
def own_store():
    """Starts stores of the test's own, with options."""
    if not STORES:
        not_checked("shared state, since there is neither Redis nor Valkey (apt-get install redis-server)")
    running = []

    def start(*options):
        running.append(Store(STORES[0], *options))
        return running[-1]

    yield start
    for store in running:
        store.process.send_signal(signal.SIGCONT)
        store.stop(signal.SIGKILL)


def not_checked(reason):
    message = f"NOT CHECKED: {reason}"
    warnings.warn(message)
    pytest.skip(message)
