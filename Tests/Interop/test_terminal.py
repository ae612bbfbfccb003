"""What `serve` prints for a person at a terminal."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import urllib.error
import urllib.request

import pytest
from serving import BINARY

SCENARIO = """
scenario: Scenario number {number}
root: {root}
interactions:
  - name: an order
    request: {{ urlPath: /purchases{number}, headers: {{ Accept: {{ contains: json }} }} }}
    response: {{ body: order }}
"""


class Terminal:
    """A server on a terminal of a size, and what it has printed."""

    def __init__(self, folder, rows, columns, **environment):
        self.screen, device = pty.openpty()
        fcntl.ioctl(device, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm", **environment}
        command = [BINARY, "serve", str(folder), "--port", "0"]
        self.process = subprocess.Popen(command, stdin=device, stdout=device, stderr=device, env=environment)
        os.close(device)
        self.text = ""

    def wait(self, pattern):
        """Reads until a pattern matches, and returns the match."""
        end = time.monotonic() + 20
        while not (match := re.search(pattern, self.text)):
            assert time.monotonic() < end, f"{pattern!r} is not in:\n{self.text}"
            if select.select([self.screen], [], [], 0.1)[0]:
                self.text += os.read(self.screen, 65536).decode().replace("\r\n", "\n")
        return match

    def get(self, path):
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(self.origin + path).read()

    @property
    def origin(self):
        return self.wait(r"hypermock ready (http://\S+)").group(1)


@pytest.fixture
def terminal(tmp_path):
    started = []

    def start(files=1, rows=24, columns=80, **environment):
        for number in range(files):
            text = SCENARIO.format(number=number, root=str(number == 0).lower())
            (tmp_path / f"orders{number}.yaml").write_text(text)
        started.append(Terminal(tmp_path, rows, columns, **environment))
        return started[-1]

    yield start
    for each in started:
        each.process.send_signal(signal.SIGINT)
        assert each.process.wait(timeout=10) == 0
        os.close(each.screen)


def test_it_says_what_it_watches_and_how_to_stop(terminal, tmp_path):
    shown = terminal()
    shown.wait(rf"page  {shown.origin}/__admin/\n")
    shown.wait(r"  watching \S+ for changes; Ctrl-C stops\n")
    (tmp_path / "orders0.yaml").write_text(SCENARIO.format(number=7, root="true"))
    shown.wait(r"reloaded orders0\.yaml \(/~orders0\)")


def test_the_nearest_interaction_is_below_an_unmatched_request(terminal):
    shown = terminal()
    shown.get("/purchases0")
    time_and_zone = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d"
    line = shown.wait(rf"\x1b\[2m{time_and_zone}\x1b\[0m GET /purchases0 → \x1b\[33m404\x1b\[0m.*\n    (.*)\n").group(1)
    assert "nearest: 'an order'" in line and "orders0.yaml:" in line and "header Accept" in line
    shown.get("/~nothing/a")
    shown.wait(r"404.*\n    .*There is no scenario 'nothing'")


@pytest.mark.parametrize("name, value", [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colors_can_be_turned_off(terminal, name, value):
    shown = terminal(**{name: value})
    shown.get("/purchases0")
    shown.wait(r"→ 404 .*\n    ↳ nearest")
    assert "\x1b" not in shown.text


def test_a_long_table_is_folded(terminal):
    shown = terminal(files=40, rows=24, columns=30)
    shown.wait(r"Ctrl-C stops")
    table = [line for line in shown.text.splitlines() if line.startswith("  /")]
    assert len(table) == 15 and all(len(line) <= 30 for line in table)
    assert "  … and 26 more; the page lists all" in shown.text
    assert shown.text.count("\n") <= 24


def test_a_program_gets_the_whole_table_and_no_advice(tmp_path):
    for number in range(40):
        (tmp_path / f"orders{number}.yaml").write_text(SCENARIO.format(number=number, root="false"))
    command = [BINARY, "serve", str(tmp_path), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        lines = [process.stdout.readline() for _ in range(42)]
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(lines[0].split()[2] + "/nowhere")
        process.terminate()
        rest = process.stdout.read()
    assert lines[-1].startswith("  /~orders39/") or lines[-1].startswith("  /~orders9/")
    assert "Ctrl-C" not in rest and "nearest" not in rest and rest.count("\n") == 1
