"""A server as a process, and calls of it."""

import json
import pathlib
import re
import subprocess
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent


class MockServer:
    """`hypermock serve` of the scenarios in a folder, in that folder."""

    def __init__(self, binary, *options, port=0, folder=HERE / "scenarios"):
        self.folder = pathlib.Path(folder)
        command = [binary, "serve", ".", "--port", str(port), "--quiet", *options]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        ready = self.process.stdout.readline()
        match = re.match(r"hypermock ready (http://\S+)", ready)
        assert match, f"it did not start: {ready!r}"
        self.origin = match.group(1)
        self.port = int(self.origin.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(timeout=10) == 0

    def send(self, method, path, headers=None, body=None):
        """The status, the header fields and the body of a response, whatever its status."""
        request = urllib.request.Request(self.origin + path, data=body, headers=headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def admin(self, method, path, document=None):
        """The JSON that the admin API returns."""
        body = None if document is None else json.dumps(document).encode()
        status, _, content = self.send(method, "/__admin" + path, {"Content-Type": "application/json"}, body)
        assert status < 300, (status, content)
        return json.loads(content)

    def reset(self):
        """Drops the sandboxes, and everything that requests have changed."""
        for sandbox in self.admin("GET", "/addresses?limit=1000")["sandboxes"]:
            self.send("POST", sandbox["address"] + "__admin/shutdown")
        self.admin("POST", "/reset")

    def journal(self):
        """The requests to all addresses, newest first."""
        return self.admin("GET", "/requests?address=all")["requests"]
