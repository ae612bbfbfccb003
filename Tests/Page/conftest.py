import os

import pytest
from browser import Browser
from mock_server import MockServer


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests; each test loads the page anew."""
    browser = Browser()
    yield browser
    browser.quit()


@pytest.fixture(scope="session")
def server():
    """A server with the scenarios of this folder; tests do not share addresses, or expect nothing of the others'."""
    with MockServer(os.environ["HYPERMOCK_BINARY"]) as server:
        yield server


@pytest.fixture
def page(chromium, server):
    """The root's page, with an empty journal; at the end, the browser has logged no error and asked nobody else."""
    server.reset()
    chromium.clear()
    chromium.visit(server.origin + "/__admin/")
    yield chromium
    assert chromium.errors() == []
    assert chromium.foreign_requests(server.origin) == []
