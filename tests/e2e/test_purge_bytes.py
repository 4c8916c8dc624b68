"""What the engine's own files hold of a purged document, byte for byte."""

import os
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tenacity import AsyncRetrying, stop_after_delay, wait_fixed

from ingest.purge import purge_document
from kg.config import default_cache
from kg.engine import LocalConfig, LocalEngine, Memory
from kg.model.ids import path_hash
from kg.store import Graph, GraphStore, set_up
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.e2e.test_going import Folder
from tests.engine.probing import probe

CANARY = "heliotropecanary"
SECONDS = 90.0
"""Checkpoints are 20 s apart."""
OTHERS = {f"n{n}.md": f"# Note {n}\n\nBirk{n} | sells | thing{n}\n\nWords of no matter.\n" for n in range(40)}
PRIVATE = "\n\n".join(
    f"Birk{n} | sells | {CANARY} number {n} of a list that is long\n\nMrs {CANARY} Ltd {n} | knows | {CANARY} Gmbh {n}"
    for n in range(8)
)


def held(home: Path) -> Counter[str]:
    """How often the files of the engine hold the word, by the kind of file."""
    counts: Counter[str] = Counter()
    for file in sorted(home.rglob("*")):
        if file.is_file():
            counts[kind(file)] += file.read_bytes().lower().count(CANARY.encode())
    return +counts


def kind(file: Path) -> str:
    if "transactions" in file.parts:
        return "transaction logs"
    if "index" in file.parts:
        return "index of names" if "range-1.0" in file.parts else "search indexes"
    return "store" if "databases" in file.parts else "other"


@pytest.mark.full
async def test_a_checkpoint_later_only_the_index_of_names_may_hold_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = LocalConfig(tmp_path / "home", default_cache(os.environ), memory=Memory(512, 64, 256))
    engine = LocalEngine(config, probe)
    try:
        async with Graph.open(await engine.up()) as graph:
            store = await _purged_in(graph, tmp_path / "notes")
            before = held(config.home)
            begun = time.monotonic()
            await store.overwrite(0)
            writing = time.monotonic() - begun
            await _checkpointed(config.home, before)
            waited = time.monotonic() - begun
        after = held(config.home)
        await engine.down()
        down = held(config.home)
    finally:
        await engine.down()
    with capsys.disabled():
        sys.stdout.write(
            f"\nheld of a purged word: purged {dict(before)}; overwritten in {writing:.1f} s, "
            f"after {waited:.0f} s {dict(after)}; engine stopped {dict(down)}\n"
        )
    assert {"store", "transaction logs"} <= before.keys()
    assert down.keys() <= {"index of names"}


async def _checkpointed(home: Path, before: Counter[str]) -> None:
    """Until the files hold the word nowhere else; looked at again and again, since a file has no event."""
    waiting = before.keys() - {"index of names"}
    async for trial in AsyncRetrying(stop=stop_after_delay(SECONDS), wait=wait_fixed(1), reraise=True):
        with trial:
            assert not waiting & held(home).keys()


async def _purged_in(graph: Graph, root: Path) -> GraphStore:
    await set_up(graph)
    store = GraphStore(graph, "notes")
    folder = Folder(root, store, graph)
    await store.set_folder(FolderSetting(folder.root.as_posix(), Rung.FACTS))
    folder.write({**OTHERS, "private.md": f"# The {CANARY}\n\n{PRIVATE}\n"})
    await folder.sync()
    hashed = path_hash(store.workspace, (folder.root / "private.md").as_posix())
    was = await store.document_to_purge(hashed, folder.view.audiences)
    assert was is not None
    remains = await purge_document(was, hashed, store)
    assert set(remains.left.values()) == {0}
    return store
