"""Folders as WireMock's users have them: Hypermock serves them unmodified, and answers what WireMock does."""

import contextlib
import json
import pathlib
import shutil
import subprocess

import pytest
from differential import servers
from differential.case import Case, Request, get, post
from differential.comparison import aspects
from differential.exchange import Peer

FOLDERS = pathlib.Path(__file__).parent / "folders"
BEARER = (("Authorization", "Bearer x"), ("Content-Type", "application/json"))
ORDER = b'{"currency": "EUR", "items": [{"quantity": 2}]}'
CREDENTIALS = (("Authorization", "Basic YW5uOnNlY3JldA=="),)
SESSION = (("Cookie", "session=abc"),)

SOAP = (("Content-Type", "text/xml"), ("SOAPAction", '"urn:stations/getStation"'))
CALL = (
    b"<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><getStation xmlns='urn:stations'>"
    b"<id>%s</id></getStation></s:Body></s:Envelope>"
)

REQUESTS = {
    "shop": [
        get("/products?page=1"),
        get("/products/?page=12&x"),
        get("/product?page=1"),
        Request("POST", "/orders", BEARER, ORDER),
        Request("POST", "/orders", BEARER, b'{"currency": "EUR", "items": []}'),
        get("/orders/17?state=PAID"),
        Request("DELETE", "/orders/17"),
        get("/orders/broken"),
        get("/products/list.json"),
        get("/package.json"),
    ],
    "soap": [
        Request("POST", "/soap/stations", SOAP, CALL % b"7"),
        Request("POST", "/soap/stations", SOAP, CALL % b"8"),
        Request("POST", "/soap/stations", SOAP[:1], CALL % b"7"),
        post("<prices><at>now</at><price grade='super'>2.89</price></prices>", "text/xml", "/prices"),
        post("<prices><at>now</at><price grade='super'>much</price></prices>", "text/xml", "/prices"),
        post('{"@type": "CancelOrder", "tag": "express"}', target="/Orders/v2/cancelOrder/"),
        post('{"@type": "Order", "tag": "express"}', target="/Orders/v2/cancelOrder/"),
    ],
    "windows": [
        Request("PUT", "/tankstelle", (("Content-Type", "application/json"),), '{"geöffnet": true, "x": 1}'.encode()),
        post("{}", target="/tankstelle", method="PUT"),
        get("/preis"),
        get("/index.html"),
    ],
    "login": [
        get("/me"),
        Request("POST", "/login"),
        Request("POST", "/login", CREDENTIALS),
        get("/me"),
        Request("GET", "/me", SESSION),
        Request("DELETE", "/login"),
        Request("GET", "/me", SESSION),
    ],
    "maven/src/test/resources": [
        Request("GET", "/v1/stations?near=52.5,13.4", (("Accept", "application/json"),)),
        Request("GET", "/v1/stations?near=52.5,13.4", (("Accept", "application/json"), ("X-Trace", "1"))),
        get("/other"),
        get("/stations.json"),
    ],
}

#: What WireMock overlooks: it is served in the same way, with warnings.
OVERLOOKED = {
    "overlooked": [
        get("/stations"),
        get("/stations/all"),
        get("/stations/custom-1"),
        Request("DELETE", "/stations"),
        post('{"messages": [{"text": "hello"}]}', target="/chat"),
        post('{"messages": []}', target="/chat"),
        post('[{"id": "12"}]', target="/filter"),
        Request("GET", "/late", (("If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT"),)),
        Request("POST", "/paid"),
        get("/price"),
    ],
}


@pytest.fixture(params=[*REQUESTS, *OVERLOOKED])
def folder(request, tmp_path):
    """A copy with what else lies in such a folder and can not be kept in this repository."""
    copy = tmp_path / "copy"
    shutil.copytree(FOLDERS / request.param, copy)
    for name, text in {".git/config.json": "[", "node_modules/a/package.json": "{}", ".DS_Store": "\1"}.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text)
    return request.param, str(copy)


def serve(*arguments):
    command = [servers.binary(), "serve", *arguments, "--port", "0", "--quiet"]
    return servers.running(command, servers.READY)


def answers(port, requests):
    case = Case("", [], [])
    found = []
    for request in requests:
        answer = aspects(Peer(port).send(request), request, case)
        # Static files come without their times, and these mappings have no identifier of their own.
        answer["verdict"] = answer["verdict"] if "-" not in answer["verdict"] else "a stub"
        answer["headers"] = [each for each in answer["headers"] or [] if each[0] not in ["last-modified", "accept-ranges"]]
        found.append(answer)
    return found


@pytest.mark.skipif(servers.java() is None, reason="NOT CHECKED: WireMock's own answers, since there is no Java")
def test_it_is_served_as_wiremock_serves_it(folder):
    name, path = folder
    requests = {**REQUESTS, **OVERLOOKED}[name]
    with servers.wiremock(path) as port:
        expected = answers(port, requests)
    for arguments in [[path], ["--root-dir", path]]:
        with serve(*arguments) as port:
            assert answers(port, requests) == expected


def test_it_has_no_issues_but_those_that_wiremock_overlooks(folder):
    lint = subprocess.run([servers.binary(), "lint", "--strict", folder[1]], capture_output=True, text=True)
    if folder[0] in OVERLOOKED:
        assert lint.returncode == 4 and "0 warnings" in lint.stderr
        return
    assert lint.returncode == 0 and "0 errors, 0 warnings" in lint.stderr, lint.stdout


@pytest.mark.skipif(servers.java() is None, reason="NOT CHECKED: files that WireMock writes, since there is no Java")
def test_what_wiremock_saves_and_records_is_served(tmp_path):
    """One file for each mapping that was added, and for each answer of a server behind it."""
    saved = servers.root_folder(tmp_path / "saved")
    requests = [get("/saved?x=1"), get("/saved"), get("/recorded"), get("/recorded"), post('{"a": 1}', target="/recorded")]
    with contextlib.ExitStack() as stack:
        origin = stack.enter_context(serve("--root-dir", servers.root_folder(tmp_path / "origin")))
        for body, method in [("first", "GET"), ('{"b": 2}', "POST")]:
            mapping = {"request": {"url": "/recorded", "method": method}, "response": {"body": body}}
            assert Peer(origin).admin("POST", "/mappings", mapping).status == 201
        wiremock = Peer(stack.enter_context(servers.wiremock(saved)))
        proxy = {"priority": 10, "response": {"proxyBaseUrl": f"http://127.0.0.1:{origin}"}}
        mapping = {
            "name": "Kept: one",
            "request": {"url": "/saved?x=1", "bodyPatterns": [{"absent": True}]},
            "response": {"status": 202, "headers": {"Content-Type": "a/b", "X-A": ["1", "2"]}, "jsonBody": {"a": [1.50]}},
            "scenarioName": "s",
            "newScenarioState": "t",
            "metadata": {"a": 1},
        }
        assert wiremock.admin("POST", "/mappings", proxy).status == 201
        for request in requests[2:]:
            assert wiremock.send(request).status == 200
        assert wiremock.admin("POST", "/recordings/snapshot", {"persist": True}).status == 200
        assert wiremock.admin("DELETE", "/mappings/" + identifier(wiremock, "proxyBaseUrl")).status == 200
        assert wiremock.admin("POST", "/mappings", mapping).status == 201
        assert wiremock.admin("POST", "/mappings/save").status == 200
        expected = answers(wiremock.port, requests)
    assert len(list(pathlib.Path(saved, "mappings").iterdir())) >= 3
    with serve(saved) as port:
        assert answers(port, requests) == expected


def identifier(peer, word):
    mappings = json.loads(peer.admin("GET", "/mappings").body)["mappings"]
    return next(each["id"] for each in mappings if word in json.dumps(each))
