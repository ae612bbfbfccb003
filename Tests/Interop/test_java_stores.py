"""Keystores and truststores as `keytool` writes them and as WireMock's folders have them."""

import re
import shutil
import subprocess

import pytest
import requests
from serving import BINARY, serving

pytestmark = pytest.mark.skipif(shutil.which("keytool") is None, reason="there is no keytool")

PASSWORD = "password"


def keytool(folder, *arguments):
    result = subprocess.run(["keytool", "-J-XX:TieredStopAtLevel=1", *arguments], cwd=folder, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    return result.stdout


def make(folder, kind, file, alias="wiremock", host="localhost"):
    """A key with a self-signed certificate in a store."""
    options = ["-storetype", kind, "-keystore", file, "-storepass", PASSWORD, "-keypass", PASSWORD, "-alias", alias]
    name = ["-dname", f"CN={alias}", "-ext", f"SAN=DNS:{host},IP:127.0.0.1"]
    keytool(folder, "-genkeypair", "-keyalg", "RSA", "-validity", "30", *name, *options)
    return folder / file


def certificate(folder, store, alias="wiremock"):
    """The certificate in a store as PEM."""
    pem = keytool(folder, "-exportcert", "-rfc", "-alias", alias, "-keystore", store, "-storepass", PASSWORD)
    (folder / f"{alias}.pem").write_text(pem)
    return folder / f"{alias}.pem"


def refusal(folder, *options):
    """What is printed in place of a start."""
    command = [BINARY, "serve", "--root-dir", str(folder), "--port", "0", "--https", *map(str, options)]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=30)
    assert result.returncode == 3, result.stdout
    return result.stderr


@pytest.mark.parametrize("passwords", [[], ["--keystore-password", PASSWORD, "--key-manager-password", PASSWORD]])
def test_a_keystore_serves(tmp_path, passwords):
    store = make(tmp_path, "PKCS12", "keystore.p12")
    with serving(tmp_path, "--https", "--https-keystore", str(store), "--keystore-type", "pkcs12", *passwords) as server:
        pem = requests.get(f"{server.http}/__admin/certs/ca.pem").text
        (tmp_path / "ca.pem").write_text(pem)
        answer = requests.get(f"{server.https}/__admin/health", verify=str(tmp_path / "ca.pem"))
        assert answer.json()["status"] == "healthy"
        assert answer.request.url.startswith("https://")


@pytest.mark.parametrize("option", ["--https-keystore", "--https-truststore"])
def test_the_command_in_the_refusal_of_jks_converts_it(tmp_path, option):
    store = make(tmp_path, "JKS", "key store.jks")
    command = re.search(r"to convert it: (keytool .+)", refusal(tmp_path, option, store)).group(1)
    passwords = f" -srcstorepass {PASSWORD} -deststorepass {PASSWORD}"
    subprocess.run(command + passwords, shell=True, cwd=tmp_path, check=True, capture_output=True)
    converted = str(store).removesuffix(".jks") + ".p12"
    with serving(tmp_path, "--https", option, converted) as server:
        assert server.https


@pytest.mark.parametrize("kind", ["with a password", "without a password"])
def test_a_truststore_verifies_clients(tmp_path, kind):
    clients = make(tmp_path, "PKCS12", "client.p12", alias="anna")
    pem = certificate(tmp_path, clients.name, alias="anna")
    plain = ["-J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE", "-J-Dkeystore.pkcs12.macAlgorithm=NONE"]
    options = ["-importcert", "-noprompt", "-alias", "anna", "-file", pem.name, "-keystore", "trust.p12"]
    keytool(tmp_path, *options, "-storepass", PASSWORD, *(plain if kind.startswith("without") else []))
    key = tmp_path / "anna.key"
    convert = ["openssl", "pkcs12", "-in", str(clients), "-passin", f"pass:{PASSWORD}", "-nocerts", "-nodes"]
    subprocess.run([*convert, "-out", str(key)], check=True, capture_output=True)
    trust = ["--https-truststore", str(tmp_path / "trust.p12"), "--https-require-client-cert"]
    with serving(tmp_path, *trust, https=True) as server:
        url = f"{server.https}/__admin/requests"
        with pytest.raises(requests.exceptions.RequestException):
            requests.get(url, verify=server.authority)
        answer = requests.get(url, verify=server.authority, cert=(str(pem), str(key)))
        assert answer.status_code == 200


def test_a_wrong_password_is_named_and_not_shown(tmp_path):
    store = make(tmp_path, "PKCS12", "keystore.p12")
    text = refusal(tmp_path, "--https-keystore", store, "--keystore-password", "wrong-secret")
    assert "keystore.p12: PKCS #12 file: the password is wrong" in text and "wrong-secret" not in text
