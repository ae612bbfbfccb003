"""The manifests in docker/kubernetes: schemas of Kubernetes, names of variables, and what kustomize makes of them."""

import os
import pathlib
import re
import shutil
import subprocess

import kubernetes_validate
import pytest
import yaml
from conftest import not_checked

FOLDER = pathlib.Path(__file__).parents[2] / "docker" / "kubernetes"
VERSIONS = ["1.34", "1.35", "1.36", "1.37"]
OBJECTS = sorted(path for path in FOLDER.rglob("*.yaml") if path.name != "kustomization.yaml" and path.name != "hello.yaml")
# A patch has only the parts that it changes.
PATCHES = {"servers.yaml", "servers-tls.yaml", "service-tls.yaml", "scenarios.yaml"}


def documents(path):
    return [each for each in yaml.safe_load_all(path.read_text()) if each]


def kustomize(folder):
    """What a kustomization makes."""
    program = shutil.which("kustomize")
    if program is None:
        not_checked("kustomizations, since there is no kustomize (Debian 13: apt-get install kustomize)")
    rendered = subprocess.run([program, "build", str(folder)], capture_output=True, text=True)
    assert rendered.returncode == 0, rendered.stderr
    return [each for each in yaml.safe_load_all(rendered.stdout) if each]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("path", [path for path in OBJECTS if path.name not in PATCHES], ids=lambda path: path.name)
def test_each_file_is_valid(path, version):
    for document in documents(path):
        kubernetes_validate.validate(document, version, strict=True)


@pytest.mark.parametrize("path", [path for path in OBJECTS if path.name in PATCHES], ids=lambda path: path.name)
def test_each_patch_changes_an_object_of_the_base(path):
    known = {(each["kind"], each["metadata"]["name"]) for file in (FOLDER / "base").glob("*.yaml")
             for each in documents(file) if "metadata" in each}
    for document in documents(path):
        assert (document["kind"], document["metadata"]["name"]) in known


def test_kustomizations_name_files_that_exist():
    found = list(FOLDER.rglob("kustomization.yaml"))
    assert len(found) > 4
    for path in found:
        (kustomization,) = documents(path)
        names = kustomization.get("resources", []) + kustomization.get("components", [])
        names += [patch["path"] for patch in kustomization.get("patches", [])]
        names += [name for each in kustomization.get("configMapGenerator", []) for name in each["files"]]
        for name in names:
            assert (path.parent / name).exists(), f"{path} names {name}"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_example_is_valid(version):
    rendered = kustomize(FOLDER / "overlays" / "example")
    assert len(rendered) == 9
    for document in rendered:
        kubernetes_validate.validate(document, version, strict=True)


def containers():
    for path in OBJECTS:
        for document in documents(path):
            template = document.get("spec", {}).get("template", {})
            for container in template.get("spec", {}).get("containers", []):
                if container["name"] == "hypermock":
                    yield path, container


def test_the_command_knows_each_option_and_variable():
    text = subprocess.run([os.environ["HYPERMOCK_BINARY"], "serve", "--help"], capture_output=True, text=True).stdout
    options = set(re.findall(r"--([a-z0-9-]+)", text))
    assert len(options) > 40
    checked = 0
    for path, container in containers():
        for argument in container.get("args", []):
            if argument.startswith("--"):
                assert argument[2:].split("=")[0] in options, f"{path}: {argument}"
        for variable in container.get("env", []):
            name = variable["name"].removeprefix("HYPERMOCK_").lower().replace("_", "-")
            assert name == "admin-token" or name in options, f"{path}: {variable['name']}"
            checked += 1
    assert checked >= 7


def test_the_variables_of_a_service_with_the_same_name_do_no_harm(tmp_path):
    """Kubernetes gives them to pods without `enableServiceLinks: false`."""
    (tmp_path / "empty.yaml").write_text("scenario: Empty\ninteractions: [{ request: {}, response: {} }]\n")
    address = "tcp://10.96.0.1:80"
    services = {"PORT": address, "PORT_80_TCP": address, "PORT_80_TCP_PORT": "80", "SERVICE_HOST": "10.96.0.1",
                "SERVICE_PORT": "80", "SERVICE_PORT_HTTP": "80", "VALKEY_PORT": address, "ADMIN_PORT": address}
    variables = {f"HYPERMOCK_{name}": value for name, value in services.items()}
    command = [os.environ["HYPERMOCK_BINARY"], "serve", str(tmp_path), "--bind", "127.0.0.1", "--quiet", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | variables)
    try:
        assert process.stdout.readline().startswith("hypermock ready http://127.0.0.1:")
    finally:
        process.terminate()
        process.wait(10)
