"""What people copy out of the page works where they paste it: curl in a shell, scenario files and contracts for `hypermock`."""

import os
import socket
import subprocess

import pytest
from mock_server import MockServer

BINARY = os.environ["HYPERMOCK_BINARY"]
TAKE_COPIES = "window.copies = []; navigator.clipboard.writeText = async (text) => { window.copies.push(text) }"


def open_newest(page):
    page.wait("return document.querySelector('.row:not([hidden])')")
    page.run("document.querySelector('.list').focus()")
    page.type("HOME", "ENTER")
    page.wait_for_text("h3", "Request")


def copied(page, button):
    page.run(TAKE_COPIES)
    page.click(button)
    return page.wait("return window.copies[0]")


def send_raw(server, head, body=b""):
    """Sends a request with any head, without a client that checks it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head.replace("\n", "\r\n").encode() + body)
        assert connection.recv(100)


REQUESTS = {
    "a method with the signs of a shell": ("`touch$IFS$9pwned`", "/orders", {}, b""),
    "a method that begins a comment": ("#a", "/orders", {}, b""),
    "a body that names a file": ("POST", "/orders", {"Content-Type": "text/plain"}, b"@/etc/hostname"),
    "a body with quotes": ("POST", "/orders", {"Content-Type": "text/plain"}, b"it's $HOME `id` \"\\n\""),
    "a body of bytes": ("PUT", "/orders", {"Content-Type": "application/octet-stream"}, bytes(range(256))),
    "a long body": ("POST", "/orders", {"Content-Type": "text/plain"}, b"x" * 200_000),
    "an address with brackets": ("GET", "/a/../b?x[]={1,2}&y=[1-3]", {}, b""),
    "a field without a value": ("GET", "/orders", {"X-Empty": ""}, b""),
    "a HEAD request": ("HEAD", "/stations", {}, b""),
}


@pytest.mark.parametrize("case", REQUESTS)
def test_curl_repeats_the_request_and_nothing_else(page, server, tmp_path, case):
    method, target, fields, body = REQUESTS[case]
    lines = [f"{name}: {value}" for name, value in {"Host": f"127.0.0.1:{server.port}", **fields}.items()]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    send_raw(server, "\n".join([f"{method} {target} HTTP/1.1", *lines, "", ""]), body)
    open_newest(page)
    command = copied(page, "Copy as curl")
    subprocess.run(["sh"], input=command, cwd=tmp_path, check=True, timeout=20, capture_output=True, text=True)
    assert list(tmp_path.iterdir()) == []
    repeated, first = [each["request"] for each in server.journal()]
    for part in ["method", "url", "bodyAsBase64"]:
        assert repeated[part] == first[part], part
    assert {name: value for name, value in repeated["headers"].items() if name not in ["User-Agent", "Accept"]} == first["headers"]


def test_a_copy_says_what_it_lacks(chromium):
    chromium.clear()
    with MockServer(BINARY, "--max-body-bytes", "8000000") as server:
        server.send("POST", "/orders", {"Authorization": "Bearer secret"}, b"x" * 6_000_000)
        chromium.visit(server.origin + "/__admin/")
        open_newest(chromium)
        assert "secret" not in copied(chromium, "Copy as curl")
        chromium.wait_for_text("#toasts", "its body is cut after")
        chromium.wait_for_text("#toasts", "credentials are left out")


@pytest.mark.parametrize("path", ["/stations", "/nope", "/stations/7", "/broken", "/slow", "/markup", "/logs/1"])
def test_a_scenario_file_of_a_request_is_served(page, server, tmp_path, path):
    send_raw(server, f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{server.port}\n\n") if path != "/broken" else break_off(server)
    open_newest(page)
    file = tmp_path / "copied.yaml"
    file.write_text(copied(page, "Copy as scenario YAML"))
    lint = subprocess.run([BINARY, "lint", "copied.yaml"], cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert "1 scenario, 1 variant; 0 errors" in lint.stderr, (file.read_text(), lint.stdout, lint.stderr)
    assert path in file.read_text()
    if path == "/stations/7":
        assert "status: 503" in file.read_text()
    if path == "/stations":
        assert "2.890" in file.read_text()


def break_off(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(b"GET /broken HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with pytest.raises(ConnectionResetError):
            connection.recv(100)


def test_a_fault_is_not_shown_as_a_success(page, server):
    break_off(server)
    page.wait_for_text(".row .status", "✗")
    open_newest(page)
    page.wait_for_text("h2", "the fault reset")


@pytest.mark.parametrize("levels", [500, 30_000])
def test_deep_json_does_not_stop_the_page(page, server, levels):
    server.send("POST", "/orders", {"Content-Type": "application/json"}, b"[" * levels + b"]" * levels)
    open_newest(page)
    page.wait_for_text("pre", "[\n")
    assert page.run("const start = performance.now(); document.querySelector('.detail').getBoundingClientRect(); return performance.now() - start") < 1000


@pytest.mark.parametrize("fragment", ["token=%", "/toString", "/__proto__", "/constructor", "token=%E2%82%AC", "%"])
def test_any_fragment_opens_the_journal(page, server, fragment):
    page.visit("about:blank")
    page.visit(f"{server.origin}/__admin/#{fragment}")
    page.wait_for_text("#connection", "live")
    assert page.run("return document.title") == "Journal · Hypermock /"


def test_a_fragment_does_not_replace_the_token(page, server):
    page.run("sessionStorage.setItem('hypermock-token', 'mine')")
    page.run("location.hash = '#token=theirs'")
    page.wait("return location.hash === ''")
    assert page.run("return sessionStorage.getItem('hypermock-token')") == "mine"
    page.run("sessionStorage.clear()")


def test_a_filter_that_is_none_is_named(page, server):
    server.send("GET", "/stations")
    page.wait_for_text(".journal p", "1 request")
    page.type("/")
    page.type("methd:GET")
    page.wait_for_text(".journal p", "methd: is no filter")


def test_contract_steps_of_any_response_pass(page, server, tmp_path):
    for path in ["/stations", "/nope", "/moved", "/broken"]:
        page.view("explorer")
        page.run("const field = document.querySelector('[aria-label=Address]'); field.value = arguments[0]", path)
        page.click("Go", "form")
        page.wait_for_text("h2", f"GET {path}")
        page.click("Add as contract step")
    page.wait_for_text("b", "4 contract steps")
    page.click("Show as YAML")
    contract = page.text("dialog pre")
    (tmp_path / "stations.yaml").write_text((server.folder / "stations.yaml").read_text() + "\n" + contract)
    verify = subprocess.run([BINARY, "verify", "stations.yaml"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert verify.returncode == 0, (contract, verify.stdout)


def test_numbers_keep_their_digits(page, server):
    """Also where a document has them as something else than a value: in constraints, options, names and links."""
    document = """{"price": 2.890, "_links": {"self": {"href": "/digits", "name": 1.0}, "odd": {"href": 2.0}},
      "_embedded": {"station": [{"price": 12345678901234567890, "_links": {"self": {"href": "/digits"}}}]},
      "_templates": {"default": {"method": "POST", "properties": [
        {"name": "price", "type": "number", "value": 2.50, "min": 1.0, "step": 0.10},
        {"name": "fuel", "options": {"inline": [1.0, 2.50]}}]}}}"""
    mapping = {"request": {"urlPath": "/digits"}, "response": {"headers": {"Content-Type": "application/prs.hal-forms+json"}, "body": document}}
    server.admin("POST", "/mappings", mapping)
    page.view("explorer")
    page.run("document.querySelector('[aria-label=Address]').value = '/digits'")
    page.click("Go", "form")
    page.wait_for_text("summary", "12345678901234567890")
    page.wait_for_text("[aria-label='Content to send']", "2.50")
    page.wait_for_text("option", "1.0")
    assert page.run("const { value, min, step } = document.querySelector('[name=price]'); return [value, min, step]") == ["2.50", "1.0", "0.10"]
