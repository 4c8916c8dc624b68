"""The engine of these settings: our own for this home, or one that someone else runs."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from typing import Any

from kg.config import Settings
from kg.engine import (
    Address,
    Check,
    Engine,
    LocalConfig,
    LocalEngine,
    OutsideEngine,
    Running,
    ServerInfo,
    Starting,
    Stopped,
)
from kg.errors import EngineError
from kg.observe import Progress, silent
from kg.store import Graph, health


def engine(settings: Settings, pools: list[Graph] | None = None) -> Engine:
    """Starts nothing yet. The pool through which a server answered is added to `pools` and left open, for
    whoever goes on to use it."""

    async def probe(address: Address) -> ServerInfo:
        async with AsyncExitStack() as closing:
            graph = await closing.enter_async_context(Graph.open(address, settings.database))
            server = await graph.verify()
            if pools is not None:
                pools.append(graph)
                closing.pop_all()
        return ServerInfo(server.version, server.edition)

    if settings.server is not None:
        outside = Address(settings.server.uri, settings.server.user, settings.server.password)
        return OutsideEngine(outside, probe)
    return LocalEngine(LocalConfig(settings.home, settings.cache), probe)


@asynccontextmanager
async def connected(settings: Settings, progress: Progress = silent) -> AsyncIterator[Graph]:
    """The engine up, and the pool through which it said so. Raises `EngineError`."""
    pools: list[Graph] = []
    try:
        await engine(settings, pools).up(progress)
        yield pools[-1]
    finally:
        for pool in pools:
            await pool.close()


NAMED = 5
"""Documents of each state that `kg status` names."""


async def engine_up(settings: Settings, progress: Progress = silent) -> Address:
    """Where the engine answers; starts it. Raises `EngineError`."""
    return await engine(settings).up(progress)


def password_place(settings: Settings) -> str:
    """Where a person finds the password, in words; never the password."""
    match engine(settings):
        case LocalEngine() as own:
            return f"the file {own.password_file}"
        case OutsideEngine():
            return "KG_NEO4J_PASSWORD"


async def engine_down(settings: Settings, progress: Progress = silent) -> bool:
    """Whether an engine of ours ran and was stopped."""
    return await engine(settings).down(progress)


async def status(settings: Settings) -> dict[str, Any]:
    """Where the engine stands and, when it runs, how far the graph is; starts nothing."""
    match await engine(settings).status():
        case Stopped(had_data=had_data):
            return {"engine": {"state": "stopped", "has_data": had_data}, "graph": None}
        case Starting(recovering=recovering):
            return {"engine": {"state": "recovering" if recovering else "starting"}, "graph": None}
        case Running(pid=pid, uri=uri, info=info):
            running = {
                "state": "running",
                "uri": uri,
                "pid": pid,
                "version": info.version,
                "edition": info.edition,
            }
            return {"engine": running, "graph": await _progress(settings)}


async def _progress(settings: Settings) -> dict[str, Any]:
    from kg.bootstrap.app import opened
    from kg.bootstrap.vectors import states

    async with opened(settings) as app:
        return {
            **asdict(await app.store.progress()),
            "vectors": await states(app),
            "troubles": [
                {**asdict(trouble), "next_try": trouble.next_try and trouble.next_try.isoformat()}
                for trouble in await app.reader.troubles(app.view, NAMED)
            ],
        }


async def doctor(settings: Settings) -> tuple[Check, ...]:
    """Everything a run needs, looked at; changes and starts nothing. The graph is looked at while the engine
    runs."""
    from kg.bootstrap.models import model_check

    own = engine(settings)
    checks = [*await own.doctor(), model_check(settings)]
    try:
        running = isinstance(await own.status(), Running)
    except EngineError:
        running = False
    return (*checks, *(await _graph_checks(settings) if running else ()))


async def _graph_checks(settings: Settings) -> tuple[Check, ...]:
    from kg.bootstrap.app import opened
    from kg.bootstrap.vectors import check

    async with opened(settings) as app:
        found = await health(app.graph, settings.workspace)
        embedders = await check(app)
        documents = (await app.store.progress()).documents
    offline = ", ".join(found.indexes)
    wrong = found.wrong_vectors + found.unwritten_vectors
    lonely = ", ".join(f"{count} {what}" for what, count in found.orphans.items())
    return (
        Check(
            "indexes",
            not offline,
            f"not ready: {offline}; wait, then look again" if offline else "all online",
        ),
        Check(
            "vectors",
            not wrong,
            f"{wrong} nodes are found by words only; touch their files and sync again"
            if wrong
            else "all in order",
        ),
        embedders,
        Check(
            "sources",
            not lonely,
            f"{lonely}; mend it with: kg rebuild" if lonely else "nothing hangs on nothing",
        ),
        _documents(documents),
    )


def _documents(states: Mapping[str, int]) -> Check:
    """Those that are not live; only what failed is wrong."""
    told = ", ".join(
        f"{states[state]} {state}" for state in ("failed", "waiting", "held", "unread") if states.get(state)
    )
    hint = f"{told}; why and until when: kg status; try again now: kg work --retry"
    return Check("documents", not states.get("failed"), hint if told else "all live")
