"""A process that has everything imported and forks one child for each run it is ordered to do.

An order is a line of JSON with a list of runs, which begin at once; the answer is a line with how each ended.
A run may be told to end at a step: by SIGKILL, or by SIGTERM as `kg` takes it. Every step is written down as it
is passed, so that what a killed run did is known.
"""

import asyncio
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import kg.bootstrap.models
import kg.store.parts
import kg.store.staging
import kg.store.writing
from ingest.correct import Words
from ingest.deps import Limits, SyncOptions
from ingest.extract.reply import FactsReply
from kg import observe
from kg.bootstrap import answers, app, corrections, purge, syncs, upkeep, vectors
from kg.config import Endpoint, Settings, load
from kg.endpoint.completion import EndpointCompleter
from kg.errors import KgError, NotFound
from kg.model.tokens import count_tokens
from kg.ports import Vector
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.model_server import direction
from tests.fault.failing import BadDisk, FullDisk, few_descriptors

PART = 3
"""Statements and passages in one transaction: what is very large elsewhere is a few lines here."""

Run = dict[str, Any]


class QuickEmbedder(FakeEmbedder):
    """A text is one fixed direction: hundreds of runs embed the same words, and nobody asks by meaning."""

    def _vector(self, text: str) -> Vector | None:
        return tuple(direction(text))


def main() -> None:
    prepare()
    print("ready", flush=True)  # noqa: T201
    for line in sys.stdin:
        pids = [fork(run) for run in map(warmed, json.loads(line))]
        begun = time.monotonic()
        answer = [ended(pid, begun) for pid in pids]
        print(json.dumps(answer), flush=True)  # noqa: T201


_warm: set[str] = set()


def warmed(run: Run) -> Run:
    """Whatever a first call to an endpoint imports is imported before the fork."""
    to = run["settings"].get("KG_LLM_BASE_URL", "")
    if to and not _warm:
        _warm.add(to)
        count_tokens("warm")
        asyncio.run(warm(EndpointCompleter(Endpoint("generic", to, "m", ""))))
    return run


async def warm(completer: EndpointCompleter) -> None:
    await completer.complete("Say nothing.", "The mark is 1.", FactsReply)
    await completer.close()


def ended(pid: int, begun: float) -> dict[str, Any]:
    _, status = os.waitpid(pid, 0)
    return {"code": os.waitstatus_to_exitcode(status), "seconds": time.monotonic() - begun}


def prepare() -> None:
    """What every run shares: small transactions, embedders without weights, a clock that orders may set."""
    kg.store.parts.PART = kg.store.staging.PART = kg.store.writing.PART = PART
    app.App.memory_embedder = property(lambda _: QuickEmbedder(name="memory"))
    app.App.body_embedder = property(lambda _: QuickEmbedder(name="body"))


def fork(run: Run) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        code = do(run)
    finally:
        os._exit(code)


def do(run: Run) -> int:
    """One run from begin to end, as `kg` would do it; the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    trace = os.open(run["trace"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    ending = Ending(run, trace)
    observe.listen(ending)
    later = timedelta(hours=run.get("hours", 0))
    deps = app.App.sync_deps.func
    app.App.sync_deps = property(lambda self: replace(deps(self), clock=lambda: datetime.now(UTC) + later))
    if run.get("after") is not None:
        # Its default action ends the process at once, like SIGKILL: no handler runs, nothing is given back.
        signal.setitimer(signal.ITIMER_REAL, run["after"])
    told: dict[str, Any] = {}
    # The trace is open, and what is said at the end is written by whoever opened it before.
    said = os.open(run["trace"] + ".json", os.O_WRONLY | os.O_CREAT)
    disk = failing(run)
    try:
        told = asyncio.run(use(run)) or {}
        code = told.get("code", 0)
    except KgError as error:
        told, code = {"error": error.code, "message": error.message}, error.exit_code
    except KeyboardInterrupt:
        code = 130
    except BaseException as error:
        told, code = {"error": type(error).__name__, "message": str(error)}, 70
    if ending.asked_to_end is not None:
        told["leaving"] = time.monotonic() - ending.asked_to_end
    if disk is not None:
        told["asked"] = disk.asked
    os.write(said, json.dumps(told).encode())
    return int(code)


def failing(run: Run) -> BadDisk | FullDisk | None:
    """What goes wrong with files in this run."""
    if "descriptors" in run:
        few_descriptors(run["descriptors"])
    if "disk" in run:
        return FullDisk() if run["disk"] == "full" else BadDisk(run["folder"], run["disk"])
    return None


async def use(run: Run) -> dict[str, Any]:
    """The use case of one run."""
    settings, folder = load(run["settings"]), Path(run["folder"])
    options = SyncOptions(limits=Limits(run.get("calls")))
    cases: dict[str, Any] = {
        "sync": lambda: synced(syncs.sync_folder(settings, folder, options)),
        "policy": lambda: set_(syncs.set_policy(settings, folder, run["rung"], None, None, True)),
        "forget": lambda: forgotten(syncs.unlink_folder(settings, folder, purge=True)),
        "purge": lambda: forgotten(purge.purge_file(settings, folder / "work/removed.md", True)),
        "correct": lambda: corrected(settings),
        "rebuild": lambda: upkeep.rebuild(settings),
        "set up": lambda: set_up(settings),
        "reindex": lambda: reindexed(vectors.reindex(settings)),
    }
    return await cases[run["use"]]()


async def set_up(settings: Settings) -> dict[str, Any]:
    async with app.opened(settings):
        return {}


async def synced(run: Coroutine[Any, Any, Any]) -> dict[str, Any]:
    receipt = await run
    return {"code": receipt.exit_code, **receipt.as_json()}


async def set_(run: Coroutine[Any, Any, Any]) -> dict[str, Any]:
    return dict((await run)["receipt"])


async def forgotten(run: Coroutine[Any, Any, Any]) -> dict[str, Any]:
    with suppress(NotFound):
        # A run that ended after its last step had nothing left to do.
        return dict(await run)
    return {}


async def corrected(settings: Settings) -> dict[str, Any]:
    """A fact is put right, and another taken out, once each however often this is asked for."""
    found = await answers.list_facts(settings, None, None, 1_000, 0)
    for fact in found["facts"]:
        if (fact["subject"], fact["relation"], fact["object"]) == ("Birk", "supplies", "Northwind"):
            await corrections.correct_fact(settings, fact["id"], Words(object="Atlas Ltd"), "a test")
        if (fact["subject"], fact["object"]) == ("Northwind", "48,000 EUR"):
            await corrections.retract_fact(settings, fact["id"], "a test")
    return {}


async def reindexed(run: Coroutine[Any, Any, Any]) -> dict[str, Any]:
    """Another embedder of bodies is configured."""
    app.App.body_embedder = property(lambda _: QuickEmbedder(name="another"))
    return dict(await run)


class Ending:
    """Writes every step down, and ends the process at the one it was told."""

    def __init__(self, run: Run, trace: int) -> None:
        self._kill, self._term = run.get("kill"), run.get("term")
        self._server = run.get("server")
        self._trace = trace
        self.asked_to_end: float | None = None
        self._passed: Counter[tuple[str, str]] = Counter()

    def __call__(self, name: str, edge: observe.Edge) -> None:
        self._passed[name, edge] += 1
        os.write(self._trace, f"{name} {edge} {time.monotonic():.3f}\n".encode())
        at = [name, edge, self._passed[name, edge]]
        if at == self._kill:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._server is not None and at == self._server["at"]:
            threading.Timer(self._server["after"], os.kill, (self._server["pid"], signal.SIGKILL)).start()
        if at == self._term:
            self.asked_to_end = time.monotonic()
            os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
