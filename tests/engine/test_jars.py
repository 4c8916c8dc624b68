"""The pinned jars: which they are, and how a cut, changed or contested download ends well."""

import asyncio
import hashlib
import threading
from collections import Counter
from pathlib import Path

import pytest

from kg.engine.jars import Advance, Jar, install, is_whole, lib, missing, pinned, version
from kg.errors import EngineError, EngineUnavailable

CONTENTS = {f"org.example:part-{n}:1.{n}": bytes([n]) * (1000 + n) for n in range(12)}
JARS = tuple(Jar(hashlib.sha256(c).hexdigest(), len(c), name) for name, c in CONTENTS.items())


class Repository:
    """A fetcher over `CONTENTS`; counts what is asked for, and breaks where told."""

    def __init__(self, *, cut: set[str] = frozenset(), forged: set[str] = frozenset()) -> None:
        self.asked: Counter[str] = Counter()
        self._cut, self._forged = cut, forged

    def __call__(self, jar: Jar, target: Path, advance: Advance) -> None:
        self.asked[jar.coordinates] += 1
        content = CONTENTS[jar.coordinates]
        if jar.coordinates in self._forged:
            content = bytes(len(content))
        half = len(content) // 2
        target.write_bytes(content[:half])
        advance(half)
        if jar.coordinates in self._cut:
            raise ConnectionResetError("cut")
        with target.open("ab") as file:
            file.write(content[half:])
        advance(len(content) - half)


class Heard(list[tuple[str, int, int | None]]):
    def __call__(self, stage: str, done: int, total: int | None) -> None:
        self.append((stage, done, total))


async def test_all_arrive_whole_and_the_bytes_are_counted(tmp_path: Path) -> None:
    repository, heard = Repository(), Heard()
    folder = await install(tmp_path, repository, heard, jars=JARS)
    assert missing(folder, JARS) == ()
    total = sum(jar.size for jar in JARS)
    assert heard[-1] == ("download Neo4j", total, total)
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)
    assert sorted(path.name for path in folder.iterdir()) == sorted(jar.name for jar in JARS)


async def test_what_is_here_is_not_fetched_again(tmp_path: Path) -> None:
    await install(tmp_path, Repository(), Heard(), jars=JARS)
    again = Repository()
    await install(tmp_path, again, Heard(), jars=JARS)
    assert not again.asked


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
async def test_a_damaged_jar_alone_is_fetched_again(tmp_path: Path, damage: str) -> None:
    folder = await install(tmp_path, Repository(), Heard(), jars=JARS)
    victim = folder / JARS[3].name
    match damage:
        case "cut":
            victim.write_bytes(victim.read_bytes()[:-1])
        case "changed":
            victim.write_bytes(b"\xff" + victim.read_bytes()[1:])
        case "gone":
            victim.unlink()
    repository = Repository()
    await install(tmp_path, repository, Heard(), jars=JARS)
    assert repository.asked == {JARS[3].coordinates: 1}
    assert missing(folder, JARS) == ()


async def test_a_cut_download_goes_on_where_it_stopped(tmp_path: Path) -> None:
    last = JARS[-1].coordinates
    with pytest.raises(EngineUnavailable, match="What arrived so far stays"):
        await install(tmp_path, Repository(cut={last}), Heard(), jars=JARS)
    folder = lib(tmp_path)
    left = missing(folder, JARS)
    assert last in {jar.coordinates for jar in left} and len(left) < len(JARS)
    assert not list(folder.glob("*.incoming"))
    repository = Repository()
    await install(tmp_path, repository, Heard(), jars=JARS)
    assert set(repository.asked) == {jar.coordinates for jar in left}


async def test_a_forged_jar_never_takes_its_place(tmp_path: Path) -> None:
    forged = JARS[5]
    with pytest.raises(EngineError, match="not the pinned one") as caught:
        await install(tmp_path, Repository(forged={forged.coordinates}), Heard(), jars=JARS)
    assert caught.value.exit_code == 3
    assert not (lib(tmp_path) / forged.name).exists()


async def test_two_at_once_fetch_each_jar_once(tmp_path: Path) -> None:
    one, two = Repository(), Repository()
    await asyncio.gather(
        install(tmp_path, one, Heard(), jars=JARS), install(tmp_path, two, Heard(), jars=JARS)
    )
    assert one.asked + two.asked == Counter(dict.fromkeys(CONTENTS, 1))


async def test_calling_it_off_stops_the_threads(tmp_path: Path) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(jar: Jar, target: Path, advance: Advance) -> None:
        begun.set()
        try:
            while True:
                advance(0)
        finally:
            ended.set()

    task = asyncio.create_task(install(tmp_path, endless, Heard(), jars=JARS[:1]))
    assert await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(ended.wait, 10)


async def test_a_cache_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "neo4j").write_text("a file where the folder should be")
    with pytest.raises(EngineError, match="cache folder") as caught:
        await install(tmp_path, Repository(), Heard(), jars=JARS)
    assert str(tmp_path) in caught.value.message


async def test_a_full_cache_disk_is_named(tmp_path: Path) -> None:
    def full(jar: Jar, target: Path, advance: Advance) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(EngineError, match="full"):
        await install(tmp_path, full, Heard(), jars=JARS)


def test_the_lock_names_the_server_and_each_file_once() -> None:
    names = [jar.name for jar in pinned()]
    assert len(names) == len(set(names))
    assert f"neo4j-{version()}.jar" in names
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in pinned())


def test_the_lock_names_no_host() -> None:
    for jar in pinned():
        assert "/" not in jar.coordinates
        assert jar.coordinates.count(":") in (2, 3)


def test_a_missing_file_is_not_whole(tmp_path: Path) -> None:
    assert not is_whole(tmp_path / "none.jar", JARS[0])
