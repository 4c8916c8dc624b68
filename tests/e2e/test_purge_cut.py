"""A purge that was cut short: the next run finishes it, whichever it is."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.deps import SyncOptions
from ingest.purge import name_to_purge, purge_document, purge_name
from ingest.sync import apply_policy
from kg import observe
from kg.model.ids import entity_id, path_hash
from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.e2e.test_going import Folder
from tests.e2e.test_purge import CANARY, FILES
from tests.store.fingerprint import everything


@pytest.fixture
async def folder(tmp_path: Path, store: GraphStore, graph: Graph) -> Folder:
    made = Folder(tmp_path / "notes", store, graph)
    await store.set_folder(FolderSetting(made.root.as_posix(), Rung.FACTS))
    made.write(FILES)
    await made.sync()
    return made


def cancel_at(task: "asyncio.Task[object]", step: str, times: int) -> Callable[[str, observe.Edge], None]:
    """A listener that cancels the task as it leaves a step for the nth time."""
    left = times

    def listener(name: str, edge: observe.Edge) -> None:
        nonlocal left
        left -= (name, edge) == (step, "leave")
        if left == 0:
            task.cancel()

    return listener


async def cut_short(purge: "asyncio.Task[object]", step: str, times: int) -> None:
    observe.listen(cancel_at(purge, step, times))
    try:
        with pytest.raises(asyncio.CancelledError):
            await purge
    finally:
        observe.listen(None)


@pytest.mark.parametrize("by", ["sync", "work"])
@pytest.mark.parametrize(
    ("step", "times"), [("purge.write", 1), ("document.lower", 1), ("purge.write", 3), ("purge.write", 5)]
)
async def test_the_next_run_ends_what_a_purge_of_a_name_began(
    folder: Folder, step: str, times: int, by: str
) -> None:
    store, workspace = folder.store, folder.store.workspace
    found = await name_to_purge(
        "Dana Lopez", [entity_id(workspace, "dana lopez")], folder.view.audiences, store
    )
    purge = asyncio.ensure_future(purge_name(found, folder.deps, store, SyncOptions()))
    await cut_short(purge, step, times)
    if by == "sync":
        await folder.sync()
    else:
        await apply_policy(folder.root.as_posix(), folder.deps, SyncOptions())
    assert not any("lopez" in row.casefold() for row in await everything(folder.graph, workspace))
    assert not (await store.purged()).pending
    documents = await store.documents(folder.root.as_posix())
    assert {document.rung for document in documents} == {Rung.FACTS} and len(documents) == len(FILES)


@pytest.mark.parametrize(("step", "times"), [("purge.write", 1), ("document.lower", 1)])
async def test_the_next_run_ends_what_a_purge_of_a_document_began(
    folder: Folder, step: str, times: int
) -> None:
    store, path = folder.store, (folder.root / "private.md").as_posix()
    hashed = path_hash(store.workspace, path)
    was = await store.document_to_purge(hashed, folder.view.audiences)
    assert was is not None
    await cut_short(asyncio.ensure_future(purge_document(was, hashed, store)), step, times)
    assert (await store.purged()).going == {was.id}
    await folder.sync()
    assert set((await store.document_remains(was)).values()) == {0}
    assert not any(CANARY in row for row in await everything(folder.graph, store.workspace))
