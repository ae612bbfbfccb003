import os
import re
import subprocess
import uuid

import pytest
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
