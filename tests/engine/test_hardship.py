"""What takes minutes: the real download, a real recovery, a disk that really is full."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.config import default_cache
from kg.engine import Address, LocalConfig, LocalEngine, Memory, Stopped
from kg.engine.home import Home
from kg.engine.jars import install, lib, missing, pinned, version
from kg.engine.maven import MavenFetcher
from kg.engine.relock import relocked
from kg.errors import EngineError
from tests.engine.probing import driver, probe

pytestmark = pytest.mark.full

FACTS = 20_000
SMALL = Memory(512, 64, 256)


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[LocalEngine]:
    made = LocalEngine(LocalConfig(tmp_path, default_cache(os.environ), memory=SMALL), probe)
    yield made
    await made.down()


async def test_the_pinned_jars_arrive_from_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M2_REPO", str(tmp_path / "nothing here"))
    heard: list[tuple[int, int | None]] = []
    folder = await install(tmp_path, MavenFetcher(), lambda _, done, total: heard.append((done, total)))
    assert folder == lib(tmp_path)
    size = sum(jar.size for jar in pinned())
    assert heard[-1] == (size, size)
    assert missing(folder, pinned()) == ()


async def test_jars_of_the_users_own_maven_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no repository to ask, whatever arrives came from the local one."""
    (tmp_path / "jgo.conf").write_text(f"[settings]\nrepo_cache = {tmp_path / 'm2'}\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(tmp_path / "jgo.conf"))
    jar = min(pinned(), key=lambda jar: jar.size)
    group, artifact, number = jar.coordinates.split(":")[:3]
    folder = tmp_path.joinpath("m2", *group.split("."), artifact, number)
    folder.mkdir(parents=True)
    source = lib(default_cache(os.environ)) / jar.name
    (folder / jar.name).write_bytes(source.read_bytes())
    counted: list[int] = []
    MavenFetcher()(jar, tmp_path / "got.jar", counted.append)
    assert (tmp_path / "got.jar").read_bytes() == source.read_bytes()
    assert counted == [jar.size]


def test_the_lock_is_what_resolving_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M2_REPO", str(tmp_path))
    lock = Path(__file__).parents[2] / "kg" / "engine" / "jars.lock"
    assert relocked(version()) == lock.read_text("utf-8")


async def fill(address: Address, facts: int) -> None:
    async with driver(address) as connected:
        await connected.execute_query(
            "CYPHER 25 CREATE VECTOR INDEX kept IF NOT EXISTS FOR (n:Kept) ON (n.v) "
            "OPTIONS {indexConfig: {`vector.dimensions`: 64, `vector.similarity_function`: 'cosine'}}"
        )
        for _ in range(facts // 1000):
            await connected.execute_query(
                "CYPHER 25 UNWIND range(1, 1000) AS i CREATE (:Kept {v: [x IN range(1, 64) | rand() - 0.5]})"
            )


async def test_a_server_killed_in_the_middle_is_waited_for_and_has_all(engine: LocalEngine) -> None:
    await fill(await engine.up(), FACTS)
    note = Home(engine.config.home).note()
    assert note is not None
    os.kill(note.pid, signal.SIGKILL)
    await engine.down()
    stages: list[tuple[str, int, int | None]] = []
    address = await engine.up(lambda *heard: stages.append(heard))
    assert ("recover Neo4j", 100) in {(stage, total) for stage, _, total in stages}
    async with driver(address) as connected:
        found = await connected.execute_query("CYPHER 25 MATCH (k:Kept) RETURN count(k) AS kept")
    assert found.records[0]["kept"] == FACTS


async def test_a_start_during_a_stop_gives_a_running_server(engine: LocalEngine) -> None:
    before = await engine.up()
    stopped, address = await asyncio.gather(engine.down(), engine.up())
    assert stopped
    assert address == before
    await probe(address)


async def test_the_port_is_kept_over_a_restart(engine: LocalEngine) -> None:
    before = await engine.up()
    await engine.down()
    assert await engine.up() == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 40 MB; skips where none may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def test_a_disk_that_is_full_at_the_start_is_said(engine: LocalEngine, small_disk: Path) -> None:
    small = replace(engine, config=replace(engine.config, home=small_disk, min_free_mb=0))
    address = await small.up()
    await small.down()
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, pytest.raises(OSError, match="space"):
        while True:
            ballast.write(bytes(4096))
    with pytest.raises(EngineError, match="full") as caught:
        await small.up()
    assert caught.value.exit_code == 3
    assert isinstance(await small.status(), Stopped)
    (small_disk / "ballast").unlink()
    assert (await small.up()).password == address.password
    await small.down()
