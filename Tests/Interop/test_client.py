"""Every call of WireMock's Python client, and what it means."""

import time

import pytest
import requests
from wiremock.client import (
    GlobalSetting,
    GlobalSettings,
    HttpMethods,
    Mapping,
    MappingRequest,
    MappingResponse,
    Mappings,
    NearMisses,
    NearMissMatchPatternRequest,
    NearMissMatchRequest,
    Requests,
    Scenarios,
)
from wiremock.exceptions import ForbiddenException, NotFoundException


def pytest_generate_tests(metafunc):
    """The same calls of one server, and of several behind a balancer."""
    if "origin" in metafunc.fixturenames:
        kinds = ["one server", "three behind nginx", "three behind haproxy"]
        metafunc.parametrize("origin", kinds, indirect=True, scope="session")


def station(body="7-Eleven", **arguments):
    return Mapping(
        request=MappingRequest(method=HttpMethods.GET, url="/station"),
        response=MappingResponse(status=200, body=body),
        **arguments,
    )


def test_create_mapping(address):
    created = Mappings.create_mapping(station())
    assert len(created.id) == 36
    assert created.request.url == "/station"
    assert requests.get(address + "/station").text == "7-Eleven"


def test_retrieve_all_mappings(address):
    for body in ["older", "newer"]:
        Mappings.create_mapping(station(body))
    found = Mappings.retrieve_all_mappings()
    assert [mapping.response.body for mapping in found.mappings] == ["newer", "older"]
    assert found.meta.total == 2


def test_retrieve_mapping(address):
    created = Mappings.create_mapping(station())
    assert Mappings.retrieve_mapping(created).response.body == "7-Eleven"


def test_update_mapping(address):
    created = Mappings.create_mapping(station())
    created.response = MappingResponse(status=409, body="closed")
    assert Mappings.update_mapping(created).id == created.id
    answer = requests.get(address + "/station")
    assert (answer.status_code, answer.text) == (409, "closed")


def test_delete_mapping(address):
    created = Mappings.create_mapping(station())
    Mappings.delete_mapping(created.id)
    assert requests.get(address + "/station").status_code == 404
    with pytest.raises(NotFoundException):
        Mappings.retrieve_mapping(created)


def test_delete_all_mappings(address):
    Mappings.create_mapping(station())
    Mappings.delete_all_mappings()
    assert Mappings.retrieve_all_mappings().mappings == []


def test_delete_mapping_by_metadata(address):
    Mappings.create_mapping(station("fuel", metadata={"suite": "fuel"}))
    Mappings.create_mapping(station("other", metadata={"suite": "other"}))
    Mappings.delete_mapping_by_metadata({"matchesJsonPath": {"expression": "$.suite", "equalTo": "fuel"}})
    assert [mapping.response.body for mapping in Mappings.retrieve_all_mappings().mappings] == ["other"]


def test_persist_mappings(address):
    created = Mappings.create_mapping(station())
    if "@" in address:
        with pytest.raises(ForbiddenException):
            Mappings.persist_mappings()
        return
    Mappings.persist_mappings()
    Mappings.reset_mappings()
    assert Mappings.retrieve_mapping(created).response.body == "7-Eleven"


def test_reset_mappings(address):
    Mappings.create_mapping(station())
    requests.get(address + "/station")
    Mappings.reset_mappings()
    assert requests.get(address + "/station").status_code == 404
    assert len(Requests.get_unmatched_requests().requests) == 1


def test_get_all_received_requests(address, origin):
    requests.get(address + "/a")
    # A journal counts milliseconds: without a pause both would now and then be of the same one.
    time.sleep(0.01)
    requests.post(address + "/b?c=d", data="e", headers={"X-Key": "f"})
    # The client forgets the base of its own addresses in this one call.
    events = requests.get(address + "/__admin/requests", params={"limit": 1}).json()
    assert events["meta"]["total"] == 2
    assert events["requests"][0]["request"]["body"] == "e"
    from wiremock.constants import Config
    from wiremock.resources.requests.resource import Requests as Journal

    all_events = Journal.get_all_received_requests(parameters={})
    assert [event.request.url for event in all_events.requests] == ["/b?c=d", "/a"]
    since = all_events.requests[0].request.logged_date_string
    assert len(Journal.get_all_received_requests(limit=5, since=since, parameters={}).requests) == 1
    assert Config.base_url.startswith(origin)


def test_get_request(address):
    requests.get(address + "/a")
    event = Requests.get_all_received_requests(parameters={}).requests[0]
    assert Requests.get_request(event.id).request.url == "/a"


def test_reset_request_journal(address):
    requests.get(address + "/a")
    Requests.reset_request_journal()
    assert Requests.get_unmatched_requests().requests == []


def test_get_matching_request_count(address):
    for path in ["/a", "/a", "/b"]:
        requests.get(address + path)
    pattern = NearMissMatchPatternRequest(url="/a", method=HttpMethods.GET)
    assert Requests.get_matching_request_count(pattern).count == 2


def test_get_matching_requests(address):
    for key in ["1", "2"]:
        requests.get(address + "/a", headers={"X-Key": key})
    pattern = NearMissMatchPatternRequest(url_path="/a", headers={"X-Key": {"equalTo": "2"}})
    found = Requests.get_matching_requests(pattern).requests
    assert [request.headers["X-Key"] for request in found] == ["2"]


def test_get_unmatched_requests(address):
    Mappings.create_mapping(station())
    for path in ["/station", "/nowhere"]:
        requests.get(address + path)
    assert [request.url for request in Requests.get_unmatched_requests().requests] == ["/nowhere"]


def test_get_unmatched_requests_near_misses(address):
    Mappings.create_mapping(station())
    requests.get(address + "/statoin")
    misses = Requests.get_unmatched_requests_near_misses().near_misses
    assert [miss.request.url for miss in misses] == ["/statoin"]
    assert 0 < misses[0].match_result.distance < 0.5


def test_find_nearest_misses_by_request(address):
    Mappings.create_mapping(station())
    request = NearMissMatchRequest(url="/statoin", method=HttpMethods.GET)
    misses = NearMisses.find_nearest_misses_by_request(request).near_misses
    assert len(misses) == 1 and 0 < misses[0].match_result.distance < 0.5


def test_find_nearest_misses_by_request_pattern(address):
    requests.get(address + "/station")
    pattern = NearMissMatchPatternRequest(url="/statoin", method=HttpMethods.GET)
    misses = NearMisses.find_nearest_misses_by_request_pattern(pattern).near_misses
    assert misses[0].request.url == "/station" and misses[0].request_pattern.url == "/statoin"


def test_update_global_settings(address):
    Mappings.create_mapping(station())
    GlobalSettings.update_global_settings(GlobalSetting(fixed_delay=120))
    answer = requests.get(address + "/station")
    assert answer.elapsed.total_seconds() >= 0.11
    GlobalSettings.update_global_settings(GlobalSetting(fixed_delay=0))


def test_reset_all_scenarios(address):
    Mappings.create_mapping(
        station(body="first", scenario_name="visit", required_scenario_state="Started", new_scenario_state="been")
    )
    Mappings.create_mapping(station(body="again", scenario_name="visit", required_scenario_state="been"))
    assert [requests.get(address + "/station").text for _ in range(3)] == ["first", "again", "again"]
    Scenarios.reset_all_scenarios()
    assert requests.get(address + "/station").text == "first"
