"""What the modules of Testcontainers and the image of WireMock do at start, with the command alone: the same arguments, the
same working directory, the same copies and the same waits. `docker/test` does it with the image."""

import contextlib
import json
import os
import re
import shutil
import ssl
import subprocess
import tarfile
import urllib.error
import urllib.request

import pytest
from differential import servers

HELLO = {"request": {"method": "GET", "url": "/hello"}, "response": {"status": 200, "body": "hello"}}
FILE = {"request": {"method": "GET", "url": "/file"}, "response": {"status": 200, "bodyFileName": "a.txt"}}


@pytest.fixture
def home(tmp_path):
    """The working directory of the image."""
    for name in ["mappings", "__files"]:
        (tmp_path / name).mkdir()
    return tmp_path


@contextlib.contextmanager
def container(home, *arguments, **variables):
    """The command as the image starts it: listening on all addresses, with an open admin API; gives the base URLs."""
    environment = {"HYPERMOCK_BIND": "0.0.0.0", "HYPERMOCK_PORT": "0", "HYPERMOCK_ADMIN": "open", **variables}
    process = subprocess.Popen(
        [servers.binary(), *arguments],
        cwd=home,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ready = process.stdout.readline()
    ports = re.findall(r"(https?)://[^ :]+:(\d+)", ready.split(" (")[0])
    assert ports, ready + process.stderr.read()
    yield [f"{scheme}://127.0.0.1:{port}" for scheme, port in ports]
    process.terminate()
    process.communicate(timeout=10)
    assert process.returncode == 0


def get(url, method="GET"):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method), context=context, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def write(home, name, mapping):
    (home / "mappings" / name).write_text(json.dumps(mapping))


#: Java's module splits " --disable-banner --verbose" at spaces, so that the first argument is empty.
@pytest.mark.parametrize(
    "arguments",
    [["", "--disable-banner"], ["", "--disable-banner", "", "--verbose"], [""], [], ["--global-response-templating"]],
)
def test_java_and_go_copy_files_before_the_start(home, arguments):
    write(home, "hello.json", HELLO)
    write(home, "file.json", FILE)
    (home / "__files" / "a.txt").write_text("a file")
    with container(home, *arguments) as (url,):
        for path in ["/__admin/health", "/__admin/mappings", "/__admin"]:
            assert get(url + path)[0] == 200
        assert get(f"{url}/hello") == (200, "hello")
        assert get(f"{url}/file") == (200, "a file")


def put_archive(home, folder, name, text):
    """Unpacks an archive into a folder that must exist, as Docker does."""
    source = home.parent / name
    source.write_text(text)
    archive = home.parent / "files.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(source, arcname=name)
    with tarfile.open(archive) as tar:
        tar.extractall(home / folder)


@pytest.mark.parametrize("options", [["--port", "0"], ["--https-port", "0"]])
def test_python_copies_files_after_the_start(home, options):
    with container(home, *options) as urls:
        url = urls[-1]
        assert url.startswith("https" if "--https-port" in options else "http")
        assert get(f"{url}/__admin/mappings")[0] == 200
        put_archive(home, "mappings", "hello-world.json", json.dumps(HELLO))
        put_archive(home, "__files", "a.txt", "a file")
        assert get(f"{url}/__admin/mappings/reset", "POST")[0] == 200
        assert get(f"{url}/hello") == (200, "hello")


def test_the_options_of_the_image_in_the_environment(home):
    mapping = {**HELLO, "response": {"body": "{{request.path}}"}}
    write(home, "hello.json", mapping)
    with container(home, WIREMOCK_OPTIONS="--verbose --global-response-templating") as (url,):
        assert get(f"{url}/hello") == (200, "/hello")


def test_a_folder_with_one_of_the_two_folders_is_served(home):
    shutil.rmtree(home / "mappings")
    (home / "__files" / "a.txt").write_text("a file")
    with container(home) as (url,):
        assert get(f"{url}/a.txt") == (200, "a file")
        assert get(f"{url}/hello")[0] == 404


def test_a_folder_without_them_is_an_error(tmp_path):
    result = subprocess.run([servers.binary(), "--port", "0"], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 4 and "Scenarios" in result.stderr
