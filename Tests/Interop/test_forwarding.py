"""Requests that `serve --proxy` forwards, for scenario files and for WireMock mappings: the other server is werkzeug, and
clients are `requests` and `restnavigator`."""

import gzip
import json

import pytest
import requests
from restnavigator import Navigator
from serving import BINARY, started
from test_recordings import running
from werkzeug.wrappers import Request, Response


@Request.application
def api(request):
    """HAL with links to the server itself; other requests are returned as they came."""
    root = request.host_url.rstrip("/")
    if request.path == "/v2/root":
        links = {"self": {"href": f"{root}/v2/root"}, "item": {"href": "/v2/items/7"}}
        return Response(json.dumps({"_links": links}), content_type="application/hal+json")
    if request.path == "/v2/items/7":
        return Response('{"id":7}', content_type="application/hal+json", headers={"Connection": "X-Hop", "X-Hop": "1"})
    if request.path == "/v2/moved":
        return Response(status=302, headers={"Location": f"{root}/v2/items/7"})
    if request.path == "/v2/gzip":
        return Response(gzip.compress(b"zipped"), headers={"Content-Encoding": "gzip"}, content_type="text/plain")
    facts = {"method": request.method, "target": request.environ["RAW_URI"], "fields": dict(request.headers)}
    return Response(json.dumps(facts | {"body": request.get_data(as_text=True)}), status=207, content_type="text/json")


SCENARIO = """
scenario: A part of an API
fallback: {{ proxy: '{origin}/v2' }}
interactions:
  - request: {{ url: /mine }}
    response: {{ body: mine, headers: {{ Content-Type: text/plain }} }}
  - request: {{ urlPathPattern: '/api/.*' }}
    response:
      proxy: {{ to: '{origin}/v2', removePrefix: /api, addHeaders: {{ X-Added: '1' }}, removeHeaders: [Cookie] }}
"""


@pytest.fixture(scope="module")
def bases(tmp_path_factory):
    """The addresses of the other server and of Hypermock."""
    folder = tmp_path_factory.mktemp("forwarding")
    with running(api, threaded=True) as origin:
        (folder / "part.yaml").write_text(SCENARIO.format(origin=origin))
        with started([BINARY, "serve", "part.yaml", "--port", "0", "--quiet", "--proxy"], cwd=folder) as (urls, _):
            yield origin, urls.group(1)


@pytest.mark.parametrize("address", ["", "/~part@one"])
def test_links_lead_back(bases, address):
    _, base = bases
    for path in ["/root", "/api/root"]:
        root = Navigator.hal(base + address + path)
        assert root["item"]()["id"] == 7
        assert root["item"].uri.startswith(base + address)
    response = requests.get(base + address + "/api/moved", timeout=10)
    assert response.json() == {"id": 7} and response.url == base + address + "/api/items/7"
    assert "X-Hop" not in response.headers
    assert requests.get(base + address + "/mine", timeout=10).text == "mine"
    assert requests.get(base + address + "/gzip", timeout=10).text == "zipped"


def test_the_request_is_the_same(bases):
    origin, base = bases
    fields = {"X-A": "1", "Cookie": "a=b", "Connection": "close, X-Hop", "X-Hop": "1", "TE": "trailers"}
    for method, body in [("GET", None), ("POST", "text"), ("PUT", '{"a": 1.0}'), ("DELETE", None)]:
        sent = requests.request(method, base + "/api/any?b=%7e&c", headers=fields, data=body, timeout=10).json()
        direct = requests.request(method, origin + "/v2/any?b=%7e&c", headers={"X-A": "1"}, data=body, timeout=10).json()
        assert sent["fields"].pop("Via") == "1.1 hypermock"
        assert sent["fields"].pop("X-Added") == "1"
        for facts in [sent, direct]:
            for name in ["Accept-Encoding", "Connection", "Content-Length"]:
                facts["fields"].pop(name, None)
        assert sent == direct


def test_a_compressed_request_is_sent_with_its_coding_or_without(bases):
    _, base = bases
    body = gzip.compress(b"hello")
    sent = requests.post(base + "/any", headers={"Content-Encoding": "gzip"}, data=body, timeout=10).json()
    assert sent["body"] == "hello" and "Content-Encoding" not in sent["fields"]
