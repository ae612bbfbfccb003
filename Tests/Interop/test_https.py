"""Foreign programs that judge HTTPS: OpenSSL's client, sslyze, WireMock's client, Java and Node."""

import subprocess

import pytest
import requests
from serving import serving
from sslyze import Scanner, ServerNetworkLocation, ServerScanRequest
from sslyze.mozilla_tls_profile.tls_config_checker import (
    MozillaTlsConfiguration,
    ServerNotCompliantWithTlsConfiguration,
    TlsConfigurationEnum,
    check_server_against_tls_configuration,
)
from wiremock.client import HttpMethods, Mapping, MappingRequest, MappingResponse, Mappings
from wiremock.constants import Config
from wiremock.exceptions import ApiUnavailableException


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("https"), https=True) as address:
        yield address


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "mock.example.com"])
@pytest.mark.parametrize("protocol", ["h2", "http/1.1"])
@pytest.mark.parametrize("tls, version", [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
def test_openssl_verifies_the_certificate(server, tls, version, protocol, host):
    name = ["-verify_ip", host] if host[0].isdigit() else ["-servername", host, "-verify_hostname", host]
    command = ["openssl", "s_client", "-connect", f"127.0.0.1:{server.https_port}", "-CAfile", server.authority, *name]
    options = ["-verify_return_error", "-alpn", protocol, tls]
    result = subprocess.run([*command, *options], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert "Verification: OK" in lines and f"ALPN protocol: {protocol}" in lines
    assert any(line.startswith(f"New, {version}, Cipher is ") for line in lines)


@pytest.mark.parametrize("tls", ["-tls1", "-tls1_1"])
def test_openssl_gets_no_old_version(server, tls):
    command = ["openssl", "s_client", "-connect", f"127.0.0.1:{server.https_port}", tls, "-cipher", "ALL:@SECLEVEL=0"]
    result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert result.returncode == 1 and "alert protocol version" in result.stderr


def test_sslyze_finds_nothing_above_the_recommended(server):
    """Mozilla's intermediate configuration; only browsers' roots and the rarer curves of OpenSSL differ from it."""
    scanner = Scanner()
    location = ServerNetworkLocation(hostname="localhost", ip_address="127.0.0.1", port=server.https_port)
    scanner.queue_scans([ServerScanRequest(server_location=location)])
    [result] = scanner.get_results()
    intermediate = MozillaTlsConfiguration.get(TlsConfigurationEnum.MOZILLA_INTERMEDIATE)
    with pytest.raises(ServerNotCompliantWithTlsConfiguration) as difference:
        check_server_against_tls_configuration(result, intermediate)
    assert set(difference.value.issues) == {"certificate_path_validation", "tls_curves"}
    assert difference.value.issues["tls_curves"].count("'") == 4


def test_wiremocks_client_trusts_the_authority(server, monkeypatch):
    monkeypatch.setattr(Config, "base_url", f"{server.https}/__admin")
    with pytest.raises(ApiUnavailableException, match="CERTIFICATE_VERIFY_FAILED"):
        Mappings.retrieve_all_mappings()
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", server.authority)
    mapping = Mapping(
        request=MappingRequest(method=HttpMethods.GET, url="/station"), response=MappingResponse(status=200, body="Hi")
    )
    Mappings.create_mapping(mapping)
    assert requests.get(f"{server.https}/station").text == "Hi"
    Mappings.delete_all_mappings()


def test_the_options_of_wiremocks_container_start_https(tmp_path, monkeypatch):
    """Its `secure` is the default: `--https-port` alone, and a call of the admin API over HTTPS."""
    with serving(tmp_path, "--https-port", "0", https=False) as address:
        pem = requests.get(f"{address.http}/__admin/certs/ca.pem").content
        (tmp_path / "ca.pem").write_bytes(pem)
        answer = requests.get(f"{address.https}/__admin/mappings", verify=str(tmp_path / "ca.pem"))
        assert (answer.status_code, answer.json()["meta"]) == (200, {"total": 0})
