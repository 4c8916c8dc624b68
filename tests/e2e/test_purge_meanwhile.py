"""A purge while something else is at work, and of what is not finished."""

import asyncio
import threading
from dataclasses import replace

import pytest

from ingest.deps import Limits, SyncOptions
from ingest.load import Loaded, load
from ingest.purge import name_to_purge, purge_document, purge_name
from ingest.purged import keeping_out
from ingest.sync import sync
from kg.errors import PurgedMeanwhile
from kg.model.document import NotRead
from kg.model.ids import path_hash
from kg.model.outcome import Usage
from kg.model.stored import StoredExtraction
from tests.e2e.test_purge_scopes import DANA, Shared, shared
from tests.store.fingerprint import everything, nodes
from tests.store.makes import document

__all__ = ["shared"]

SECONDS = 60.0


async def test_a_purge_waits_for_a_run_and_finds_what_that_brought_in(shared: Shared) -> None:
    store, reading, go = shared.store, threading.Event(), threading.Event()
    shared.put({"keep.md": "Nothing.\n"})
    await shared.sync()
    shared.put({"a.md": DANA, "b.md": DANA + "Dana Lopez | knows | Birk\n"})
    waiting = asyncio.Event()

    def slow(path: str) -> Loaded | NotRead:
        reading.set()
        assert go.wait(SECONDS)
        return load(path)

    def tell(what: str, done: int, total: int | None) -> None:
        if what.startswith("waiting"):
            waiting.set()

    run = asyncio.create_task(sync(shared.root, replace(shared.deps, load=slow)))
    assert await asyncio.to_thread(reading.wait, SECONDS)
    found = await name_to_purge("Dana Lopez", [], shared.bob, store)
    assert found.documents == frozenset()
    purge = asyncio.create_task(purge_name(found, replace(shared.deps, progress=tell), store, SyncOptions()))
    async with asyncio.timeout(SECONDS):
        await waiting.wait()
    go.set()
    await run
    left, problems = await purge
    assert (set(left.left.values()), problems) == ({0}, ())
    assert not any("lopez" in row.casefold() for row in await everything(shared.graph, store.workspace))


async def test_what_was_read_before_a_purge_is_not_written_after_it(shared: Shared) -> None:
    store = shared.store
    shared.put({"a.md": DANA})
    await shared.sync()
    before = await keeping_out(shared.deps)
    found = await name_to_purge("Dana Lopez", [], shared.bob, store)
    await purge_name(found, shared.deps, store, SyncOptions())
    held = await everything(shared.graph, store.workspace)
    with pytest.raises(PurgedMeanwhile):
        await store.write_documents([document(store.workspace)], before.stamp)
    with pytest.raises(PurgedMeanwhile):
        await store.write_extractions([_reply()], {}, before.stamp)
    passages = [row for row in await everything(shared.graph, store.workspace) if "lopez" in row.casefold()]
    assert passages == [] and len(held) > 0


def _reply() -> StoredExtraction:
    return StoredExtraction("e" * 32, "5" * 32, "a model", (), (), Usage())


async def test_replies_of_an_unfinished_document_go_with_it(shared: Shared) -> None:
    store = shared.store
    paragraph = (
        "Dana Lopez | works at | Northwind\n\n" + "Some words of no weight, one after the other. " * 80
    )
    shared.put({"long.md": "".join(f"# Part {n}\n\n{paragraph} {n}\n\n" for n in range(8))})
    await sync(shared.root, shared.deps, SyncOptions(limits=Limits(max_calls=1)))
    assert len(await nodes(shared.graph, store.workspace, "Extraction")) >= 1
    assert await nodes(shared.graph, store.workspace, "Fact") == []
    hashed = path_hash(store.workspace, (shared.root / "long.md").as_posix())
    was = await store.document_to_purge(hashed, shared.bob)
    assert was is not None and len(was.extractions) >= 1
    await purge_document(was, hashed, store)
    assert await nodes(shared.graph, store.workspace, "Extraction") == []
