"""What is not live says why and until when, and can be tried again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ingest.work import drain
from kg.model.kinds import DocumentState
from kg.model.outcome import Unparsed, Usage
from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.e2e.test_going import Folder


@pytest.fixture
async def folder(tmp_path: Path, store: GraphStore, graph: Graph) -> Folder:
    made = Folder(tmp_path / "notes", store, graph)
    await store.set_folder(FolderSetting(made.root.as_posix(), Rung.FACTS))
    return made


async def test_a_document_that_failed_for_good_is_named_and_tried_again(folder: Folder) -> None:
    folder.write({"bad.md": "Tent | rope length | 5 m\n", "good.md": "Well | rope length | 20 m\n"})
    (folder.root / "picture.bin").write_bytes(b"\x00\x01\x02" * 100)
    folder.extractor.fails["Tent"] = Unparsed("no JSON in the reply", Usage(1, 1, 1))
    await folder.sync()
    troubles = {t.state: t for t in await folder.reader.troubles(folder.view, 5)}
    waiting = troubles["waiting"]
    assert Path(waiting.path).name == "bad.md" and "no JSON" in str(waiting.reason)
    assert waiting.next_try is not None and waiting.next_try > datetime.now(UTC)
    assert Path(troubles["unread"].path).name == "picture.bin"
    for day in range(1, 6):
        later = datetime.now(UTC) + timedelta(days=day)
        await drain(replace(folder.deps, clock=lambda later=later: later))  # type: ignore[misc]  # bound now
    (failed,) = [t for t in await folder.reader.troubles(folder.view, 5) if t.state == "failed"]
    assert (Path(failed.path).name, failed.next_try) == ("bad.md", None)
    assert await folder.reader.troubles(replace(folder.view, audiences=()), 5) == ()

    folder.extractor.fails.clear()
    assert (await drain(folder.deps)).facts.written == 0
    assert await folder.store.try_again() == 1
    assert (await drain(folder.deps)).facts.written == 1
    found = await folder.store.document((folder.root / "bad.md").as_posix())
    assert found is not None and (found.state, found.reason) == (DocumentState.LIVE, None)
