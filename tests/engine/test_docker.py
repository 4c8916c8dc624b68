"""docker/ says what the engine says. No image is built: the tests run where no container engine is."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.engine import SERVER_SETTINGS
from kg.engine.jars import version
from kg.engine.settings import Memory, configuration

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "docker"


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load((DOCKER / "compose.yaml").read_text("utf-8"))["services"]


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (DOCKER / "Dockerfile").read_text("utf-8")


def setting_name(variable: str) -> str:
    """The image's rule: after NEO4J_ an underscore is a dot, and two are one underscore."""
    parts = variable.removeprefix("NEO4J_").split("__")
    return "_".join(part.replace("_", ".") for part in parts)


def test_neo4j_gets_the_engines_settings(services: dict[str, Any]) -> None:
    environment = services["neo4j"]["environment"]
    given = {setting_name(name): value for name, value in environment.items() if name != "NEO4J_AUTH"}
    sized = {name: given.pop(name) for name in list(given) if ".memory." in name}
    assert given.pop("server.directories.import") == "import"
    assert given == dict(SERVER_SETTINGS)
    told = configuration(7687, Memory(1024, 1024, 512))
    for name, value in sized.items():
        (default,) = re.findall(r":-(\d+m)\}", value)
        assert name == "server.memory.heap.max_size" or f"{name}={default}" in told


def test_neo4j_is_the_pinned_version_on_loopback(services: dict[str, Any]) -> None:
    assert services["neo4j"]["image"] == f"neo4j:{version()}-community"
    assert services["neo4j"]["ports"] == ["127.0.0.1:7687:7687"]


def test_no_password_stands_in_the_files(services: dict[str, Any]) -> None:
    for service, name in (("neo4j", "NEO4J_AUTH"), ("kg", "KG_NEO4J_PASSWORD")):
        assert "${KG_NEO4J_PASSWORD:?" in services[service]["environment"][name]


def test_kg_waits_for_a_healthy_neo4j_and_may_write_little(services: dict[str, Any]) -> None:
    kg = services["kg"]
    assert kg["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert services["neo4j"]["healthcheck"]["start_period"] == "15m"
    assert kg["read_only"] and kg["cap_drop"] == ["ALL"]
    assert kg["volumes"][-1].endswith(":ro")


def test_the_image_of_kg_is_not_run_as_root(dockerfile: str) -> None:
    users = re.findall(r"^USER (\d+):(\d+)$", dockerfile, re.MULTILINE)
    assert users and all(int(user) > 0 and int(group) > 0 for user, group in users)
    assert dockerfile.rindex("USER ") > dockerfile.rindex("RUN ")
    assert "HEALTHCHECK" in dockerfile and 'ENTRYPOINT ["kg"]' in dockerfile


def test_all_that_the_image_copies_is_there_and_sent(dockerfile: str) -> None:
    ignore = (DOCKER / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    copied = [
        name
        for line in re.findall(r"^COPY (?!--from)(.+)$", dockerfile, re.MULTILINE)
        for name in line.split()[:-1]
    ]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in ignore, name
