"""The pinned jars of Neo4j: what they are, whether they are all here and whole, and how they get here.

`jars.lock` names every jar by sha256, size in bytes and Maven coordinates. The jars lie in one folder per
version that all homes share. Each arrives under another name, is checked, and only then takes its place,
so a cut download leaves whole jars and one leftover, and the next run goes on where it stopped.
"""

import asyncio
import errno
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from kg.engine import sentences
from kg.engine.filelock import held
from kg.errors import EngineError
from kg.observe import Progress

SERVER = "org.neo4j:neo4j"
STAGE = "download Neo4j"
FETCHERS = 8
"""Jars fetched at once: 180 MB in 241 jars took 24 s with 8, 20 s of it processor time."""


@dataclass(frozen=True, slots=True)
class Jar:
    """One pinned file: `coordinates` are group:artifact:version with an optional :classifier."""

    sha256: str
    size: int
    coordinates: str

    @property
    def name(self) -> str:
        return "-".join(self.coordinates.split(":")[1:]) + ".jar"


Advance = Callable[[int], None]
Fetch = Callable[[Jar, Path, Advance], None]
"""Puts a jar's bytes at a path and reports bytes as they come; called from several threads.
Raises `OSError` when it cannot be had."""


class Stopped(Exception):
    """The installation was called off; what is whole stays."""


@cache
def pinned() -> tuple[Jar, ...]:
    """The jars of `jars.lock`, in its order, which is the order of the class path."""
    return tuple(parse((files("kg.engine") / "jars.lock").read_text("utf-8")))


def version() -> str:
    """The version of Neo4j that is pinned, as in `2026.09.0`."""
    return next(jar.coordinates for jar in pinned() if jar.coordinates.startswith(f"{SERVER}:")).split(":")[2]


def lib(cache_dir: Path) -> Path:
    """Where the jars of the pinned version lie."""
    return cache_dir / "neo4j" / version()


def parse(text: str) -> Iterable[Jar]:
    for line in text.splitlines():
        if line and not line.startswith("#"):
            sha256, size, coordinates = line.split()
            yield Jar(sha256, int(size), coordinates)


def is_whole(path: Path, jar: Jar) -> bool:
    """True when the file is there with the pinned size and hash."""
    try:
        if path.stat().st_size != jar.size:
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except OSError:
        return False


def missing(folder: Path, jars: Iterable[Jar]) -> tuple[Jar, ...]:
    """The jars that are absent, cut or changed."""
    with ThreadPoolExecutor(FETCHERS) as pool:
        jars = tuple(jars)
        whole = pool.map(lambda jar: is_whole(folder / jar.name, jar), jars)
        return tuple(jar for jar, ok in zip(jars, whole, strict=True) if not ok)


async def install(
    cache_dir: Path, fetch: Fetch, progress: Progress, *, jars: tuple[Jar, ...] | None = None
) -> Path:
    """The folder with every pinned jar, each checked against its hash; fetches those that are not whole.

    Safe to run in several processes at once: one fetches, the others wait. Raises `EngineUnavailable` when
    a jar cannot be fetched, `EngineError` when its bytes are not the pinned ones or the disk is full."""
    jars = pinned() if jars is None else jars
    folder = lib(cache_dir)
    if not await asyncio.to_thread(missing, folder, jars):
        return folder
    _make(folder)
    async with held(
        cache_dir / "neo4j" / "install.lock", lambda: progress(f"{STAGE}: another kg does", 0, None)
    ):
        absent = await asyncio.to_thread(missing, folder, jars)
        meter = Meter(sum(jar.size for jar in absent), progress)
        try:
            await asyncio.to_thread(_fetch_all, folder, absent, fetch, meter)
        except asyncio.CancelledError:
            meter.stop.set()
            raise
    return folder


class Meter:
    """Adds up the bytes of several threads into one line of progress."""

    def __init__(self, total: int, progress: Progress) -> None:
        self.stop = threading.Event()
        self._total, self._progress = total, progress
        self._done: dict[str, int] = {}
        self._lock = threading.Lock()

    def advance(self, jar: Jar, size: int) -> None:
        if self.stop.is_set():
            raise Stopped
        with self._lock:
            self._done[jar.name] = min(self._done.get(jar.name, 0) + size, jar.size)
            self._progress(STAGE, sum(self._done.values()), self._total)

    def restart(self, jar: Jar) -> None:
        with self._lock:
            self._done.pop(jar.name, None)


def _fetch_all(folder: Path, jars: tuple[Jar, ...], fetch: Fetch, meter: Meter) -> None:
    with ThreadPoolExecutor(FETCHERS) as pool:
        tasks = [pool.submit(_fetch_one, folder, jar, fetch, meter) for jar in jars]
        try:
            for task in tasks:
                task.result()
        except BaseException:
            meter.stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def _fetch_one(folder: Path, jar: Jar, fetch: Fetch, meter: Meter) -> None:
    incoming = folder / f"{jar.name}.incoming"
    try:
        meter.restart(jar)
        fetch(jar, incoming, lambda size: meter.advance(jar, size))
        if not is_whole(incoming, jar):
            raise sentences.jar_changed(jar.coordinates)
        incoming.replace(folder / jar.name)
    except OSError as error:
        raise _explain(jar, folder, error) from error
    finally:
        incoming.unlink(missing_ok=True)


def _explain(jar: Jar, folder: Path, error: OSError) -> EngineError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT) or shutil.disk_usage(folder).free < jar.size:
        return sentences.cache_full(folder, sum(jar.size for jar in pinned()) // 1_000_000)
    return sentences.jar_unreachable(jar.coordinates, error)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise sentences.cache_unusable(folder, error) from error
