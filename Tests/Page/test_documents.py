"""Documents of others in the explorer: hostile ones, and those that HAL Explorer is tested with."""

import json
import os
import pathlib
import shutil
import subprocess
import warnings

import pytest
from mock_server import MockServer

HOSTILE = [
    {"_links": {"self": None, "a": [1, None, {"href": 5}, {}, {"href": {}}], "b": {"href": "javascript:document.title='executed'"}}},
    {"_links": {"c": {"href": "//evil.example/"}, "d": {"href": "http://["}, "e": {"href": "{", "templated": True}, "self": "x"}},
    {"_links": {"f": {"href": "{?a*,b:3,*,}{", "templated": True}, "g": {"href": "/x", "templated": "true", "title": {}, "name": []}}},
    {"_links": {"x:y": {"href": "/"}, "curies": [None, 1, {"name": "x"}, {"name": "x", "href": 7}, {"href": "{rel}"}]}},
    {"_links": {"curies": "x", "<img src=x onerror=document.title='executed'>": {"href": "/<script>", "deprecation": {}, "type": 1}}},
    {"_embedded": [None, 1, "x", {"media-type": "a/b", "location": "http://[", "payload": {"_links": 1}}, {"payload": []}]},
    {"_embedded": {"a": None, "b": 5, "c": [{}, None, {"_embedded": {"d": {}}}]}},
    {"_templates": {"default": {"properties": [None, 5, {}, {"name": None}, {"name": "x", "regex": "("}, {"name": "y", "regex": 5}]}}},
    {"_templates": {"a": {"method": {}, "target": 5, "contentType": [], "title": {}, "properties": {"name": "z"}}, "b": None, "c": []}},
    {"_templates": {"d": {"properties": [{"name": "o", "options": {"inline": [None, 1, {}, []], "selectedValues": 5, "maxItems": "x"}}]}}},
    {"_templates": {"e": {"properties": [{"name": "p", "type": "color", "value": {}, "min": [], "options": {"link": {"href": "/a"}}}]}}},
    {"_templates": {"f": {"properties": [{"name": "__proto__", "options": {"inline": "x", "link": 1}}]}}},
    {"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "_links": {"__proto__": {"href": "/"}, "constructor": {"href": "/"}}},
    {"_links": [], "_embedded": "x", "_templates": 5}, [], [1], "text", 5, None, True,
    {"deep": json.loads("[" * 150 + "]" * 150)},
    {"_links": {f"rel{number}": {"href": f"/{number}"} for number in range(2000)}},
    {"wide": "x" * 200_000},
]


def explore(page, path):
    page.run("document.querySelector('input.mono').value = arguments[0]", path)
    page.click("Go")
    shown = "return [...document.querySelectorAll('.view h2 .mono')].some((e) => e.textContent === 'GET ' + arguments[0])"
    page.wait(shown, path)
    # Everything that unfolds is unfolded, and every link and form is there to be used.
    page.wait("const all = [...document.querySelectorAll('main details')]; const shut = all.filter((e) => !e.open); for (const e of shut) e.open = true; return shut.length === 0")


@pytest.fixture(scope="module")
def hostile():
    with MockServer(os.environ["HYPERMOCK_BINARY"]) as server:
        for number, document in enumerate(HOSTILE):
            response = {"headers": {"Content-Type": "application/prs.hal-forms+json"}, "body": json.dumps(document)}
            server.admin("POST", "/mappings", {"request": {"urlPath": f"/hostile/{number}"}, "response": response})
        yield server


def test_hostile_documents_are_shown_and_can_be_used(chromium, hostile):
    chromium.clear()
    for number in range(len(HOSTILE)):
        # What the links of the last one lead to may still arrive.
        chromium.visit("about:blank")
        chromium.visit(hostile.origin + "/__admin/#/explorer")
        explore(chromium, f"/hostile/{number}")
        chromium.click("Add as contract step")
        # Each link and form is used; what it leads to is not waited for.
        chromium.run("for (const e of [...document.querySelectorAll('main td button, main td form button, main fieldset button')].slice(0, 12)) e.click()")
        assert chromium.run("return document.querySelectorAll('main img, main script, main a[href^=javascript]').length") == 0
        chromium.wait_for_text("b", "1 contract step")
        assert "executed" not in chromium.run("return document.title")
    assert chromium.errors() == []
    assert chromium.foreign_requests(hostile.origin) == []


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """The documents that HAL Explorer is tested with, served as files of a WireMock folder."""
    folder = tmp_path_factory.mktemp("hal-explorer")
    source = os.environ.get("HYPERMOCK_HAL_EXPLORER", "https://github.com/toedter/hal-explorer")
    command = ["git", "clone", "--quiet", "--depth", "1", source, str(folder / "repository")]
    if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
        message = f"NOT CHECKED: HAL Explorer's documents, which cannot be had from {source} (HYPERMOCK_HAL_EXPLORER)"
        warnings.warn(message)
        pytest.skip(message)
    (folder / "root/mappings").mkdir(parents=True)
    shutil.copytree(folder / "repository/test-data", folder / "root/__files/test-data")
    yield folder / "root"


def test_the_documents_of_hal_explorer_open_without_an_error(chromium, foreign):
    names = sorted(path.name for path in pathlib.Path(foreign / "__files/test-data").glob("*.json"))
    assert len(names) > 30
    with MockServer(os.environ["HYPERMOCK_BINARY"], folder=foreign) as server:
        chromium.clear()
        chromium.visit(server.origin + "/__admin/#/explorer")
        for name in names:
            explore(chromium, f"/test-data/{name}")
            chromium.wait_for_text("main h2", "200")
        assert chromium.errors() == []
        assert chromium.foreign_requests(server.origin) == []


def test_the_result_of_the_last_verify_is_shown(chromium, tmp_path):
    (tmp_path / "broken.yaml").write_text(
        """
scenario: Broken
interactions:
  - request: { urlPath: /a }
    response: { status: 500 }
contract:
  - step: it <b>works</b>
    request: { url: /a }
    expect: { outcome: success }
"""
    )
    binary = os.environ["HYPERMOCK_BINARY"]
    with MockServer(binary, folder=tmp_path) as server:
        chromium.clear()
        chromium.visit(server.origin + "/__admin/#/scenarios")
        chromium.wait_for_text("summary", "Broken")
        assert "Last hypermock verify" not in chromium.run("return document.body.innerText")
        assert subprocess.run([binary, "verify", "."], cwd=tmp_path, capture_output=True).returncode == 1
        chromium.run("location.reload()")
        chromium.wait_for_text("summary", "2 of 2 cases failed")
        chromium.wait_for_text("td", "expected success, got serverError")
        chromium.wait_for_text("td", "broken.yaml:9:15")
        chromium.wait_for_text("code", "hypermock verify .")
        chromium.wait_for_text(".badge", "✗ verify failed")
        assert chromium.violations() == []
        assert chromium.errors() == []
