"""What a server is told, and how much of the machine it gets."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.engine.settings import MB, SERVER_SETTINGS, Memory, configuration, machine_bytes, memory_for

GB = 1 << 30


@pytest.mark.parametrize(
    ("total", "heap", "cache"), [(2 * GB, 512, 256), (8 * GB, 1024, 1024), (64 * GB, 4096, 4096)]
)
def test_memory_grows_with_the_machine_between_bounds(total: int, heap: int, cache: int) -> None:
    assert memory_for(total) == Memory(heap=heap, page_cache=cache, transactions=heap // 2)


@given(st.integers(min_value=2 * GB, max_value=1024 * GB))
def test_more_than_half_of_the_machine_is_left_to_the_user(total: int) -> None:
    memory = memory_for(total)
    assert (memory.heap + memory.page_cache) * MB <= total // 2


def test_a_container_counts_as_the_machine(tmp_path: Path) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("1073741824\n")
    assert machine_bytes(limit) == GB
    limit.write_text("max\n")
    assert machine_bytes(limit) == machine_bytes(tmp_path / "none") > GB // 4


def parsed(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines())


def test_a_server_listens_on_loopback_alone_and_reaches_nothing() -> None:
    settings = parsed(configuration(1234, Memory(512, 128, 256)))
    assert settings["server.bolt.listen_address"] == "127.0.0.1:1234"
    assert settings["server.http.enabled"] == settings["server.https.enabled"] == "false"
    assert settings["dbms.security.allow_csv_import_from_file_urls"] == "false"
    assert settings["server.directories.import"] == "import"
    assert settings["internal.dbms.cypher_ip_blocklist"] == "0.0.0.0/0,::/0"
    for quiet in ("dbms.usage_report", "dbms.fleet_manager", "server.fleet_discovery"):
        assert settings[f"{quiet}.enabled"] == "false"
    assert settings["db.logs.query.enabled"] == "OFF"
    assert settings.items() >= SERVER_SETTINGS.items()
