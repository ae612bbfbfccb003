"""WireMock's own launcher, which starts Hypermock where it expects Java."""

import json
import os

import requests
from wiremock.server import WireMockServer


def test_it_starts_without_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with WireMockServer(java_path=os.environ["HYPERMOCK_BINARY"]) as server:
        origin = f"http://localhost:{server.port}"
        mapping = {"request": {"url": "/hello"}, "response": {"body": "Hi"}}
        assert requests.post(origin + "/__admin/mappings", json=mapping).status_code == 201
        assert requests.get(origin + "/hello").text == "Hi"


def test_it_serves_a_folder_of_mappings_and_files(tmp_path):
    (tmp_path / "mappings" / "deep").mkdir(parents=True)
    (tmp_path / "__files").mkdir()
    (tmp_path / "__files" / "station.json").write_text('{"price": 2.890}')
    (tmp_path / "mappings" / "deep" / "get-station.json").write_text(
        json.dumps({"request": {"method": "GET", "url": "/station"}, "response": {"bodyFileName": "station.json"}})
    )
    with WireMockServer(java_path=os.environ["HYPERMOCK_BINARY"], root_dir=tmp_path) as server:
        origin = f"http://localhost:{server.port}"
        assert requests.get(origin + "/station").text == '{"price": 2.890}'
        assert requests.get(origin + "/__admin/files").json() == ["station.json"]


def test_nobody_has_to_read_what_it_prints(tmp_path, monkeypatch):
    """The launcher keeps a pipe for the output and never reads it."""
    monkeypatch.chdir(tmp_path)
    with WireMockServer(java_path=os.environ["HYPERMOCK_BINARY"]) as server:
        session = requests.Session()
        for _ in range(1500):
            assert session.get(f"http://localhost:{server.port}/nowhere/{'x' * 100}").status_code == 404
