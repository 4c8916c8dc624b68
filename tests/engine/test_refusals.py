"""What is refused before a server runs, and what is said of one that someone else runs."""

from dataclasses import replace
from pathlib import Path

import pytest

from kg.engine import Address, LocalConfig, LocalEngine, OutsideEngine, Running, ServerInfo
from kg.engine.home import Home
from kg.engine.launch import launch
from kg.errors import EngineError, EngineMismatch, EngineUnavailable

OUTSIDE = Address("neo4j://db.internal:7687", "kg", "pass" + "phrase")


async def nobody(address: Address) -> ServerInfo:
    raise EngineUnavailable("nobody")


def answering(version: str):
    async def probe(address: Address) -> ServerInfo:
        return ServerInfo(version, "community")

    return probe


def local(tmp_path: Path, **changes: object) -> LocalEngine:
    return LocalEngine(replace(LocalConfig(tmp_path / "home", tmp_path / "cache"), **changes), nobody)


async def test_a_disk_that_is_nearly_full_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="MB left") as caught:
        await local(tmp_path, min_free_mb=1 << 40).up()
    assert caught.value.exit_code == 3
    assert not (tmp_path / "cache").exists()


async def test_a_home_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(EngineError, match="KG_HOME"):
        await local(tmp_path).up()


def test_data_without_its_password_is_not_started(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make()
    (home.data / "databases").mkdir()
    with pytest.raises(EngineMismatch, match="password file"):
        launch(home, LocalConfig(tmp_path, tmp_path), [])
    assert home.note() is None


@pytest.mark.parametrize("version", ["5.26.1", "2025.12.0", "2026.08.1", "4.4", "unknown", ""])
async def test_a_server_that_is_too_old_is_refused(version: str) -> None:
    with pytest.raises(EngineMismatch, match=r"2026\.09 or newer") as caught:
        await OutsideEngine(OUTSIDE, answering(version)).up()
    assert caught.value.exit_code == 3
    assert OUTSIDE.password not in caught.value.message


@pytest.mark.parametrize("version", ["2026.09.0", "2026.10.2", "2026.09-aura", "2027.01.0"])
async def test_a_server_of_this_version_or_newer_is_taken(version: str) -> None:
    engine = OutsideEngine(OUTSIDE, answering(version))
    assert await engine.up() == OUTSIDE
    assert await engine.status() == Running(None, OUTSIDE.uri, ServerInfo(version, "community"))
    assert not await engine.down()
    assert [check.ok for check in await engine.doctor()] == [True]


async def test_an_outside_server_is_asked_again_for_a_while() -> None:
    calls = []

    async def slow(address: Address) -> ServerInfo:
        calls.append(address)
        if len(calls) < 3:
            raise EngineUnavailable("not yet")
        return ServerInfo("2026.09.0", "enterprise")

    assert await OutsideEngine(OUTSIDE, slow).up() == OUTSIDE
    assert len(calls) == 3


async def test_an_outside_server_that_never_answers_is_named() -> None:
    engine = OutsideEngine(OUTSIDE, nobody, patience_seconds=0)
    with pytest.raises(EngineUnavailable, match=r"db\.internal") as caught:
        await engine.up()
    assert OUTSIDE.password not in caught.value.message
    (check,) = await engine.doctor()
    assert not check.ok and OUTSIDE.password not in check.message


async def test_doctor_says_what_a_fresh_machine_lacks(tmp_path: Path) -> None:
    checks = {check.name: check for check in await local(tmp_path).doctor()}
    assert checks["java"].ok and checks["disk"].ok and checks["server"].ok
    assert not checks["jars"].ok and "kg up" in checks["jars"].message
    assert not (tmp_path / "home").exists()
