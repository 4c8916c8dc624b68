"""What has failed stays so until what failed is mended: the file, or the reply."""

from pathlib import Path

import pytest

from ingest.rebuild import rebuild
from ingest.work.extract import TRIES
from kg.model.document import NotRead
from kg.model.kinds import DocumentState
from kg.model.outcome import Unparsed
from policy.rungs import Rung
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig

DENIED = NotRead("unreadable", "Permission denied.", failed=True)


@pytest.fixture
async def rig(tmp_path: Path) -> Rig:
    """One file whose replies never parsed."""
    made = Rig(tmp_path / "root")
    await made.rung(Rung.FACTS)
    made.write("birch.md", "Birch | fee | 1,000 EUR\n")
    assert isinstance(made.extractor, LineExtractor)
    made.extractor.fails["Birch"] = Unparsed("The reply was no JSON.")
    await made.sync()
    for _ in range(TRIES):
        made.later(hours=2)
        await made.drain()
    return made


async def test_a_touch_does_not_mend_a_reply(rig: Rig) -> None:
    before = await rig.document("birch.md")
    assert before.state is DocumentState.FAILED
    rig.touch("birch.md")
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["unparsed"]
    assert (receipt.exit_code, receipt.work.usage.calls) == (1, 0)
    after = await rig.document("birch.md")
    assert (after.state, after.reason) == (before.state, before.reason)
    assert (await rig.sync()).exit_code == 1


async def test_neither_does_a_file_that_could_not_be_read_for_a_while(rig: Rig) -> None:
    before = await rig.document("birch.md")
    rig.touch("birch.md")
    rig.refusing["birch.md"] = DENIED
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["unreadable"]
    rig.refusing.clear()
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["unparsed"]
    after = await rig.document("birch.md")
    assert (after.state, after.reason) == (before.state, before.reason)


async def test_a_rebuild_asks_for_nothing_that_failed_for_good(rig: Rig) -> None:
    assert isinstance(rig.extractor, LineExtractor)
    before, asked = await rig.document("birch.md"), len(rig.extractor.asked)
    done = await rebuild(rig.deps)
    assert ([problem.code for problem in done.problems], done.waiting) == (["unparsed"], 0)
    rig.later(days=1)
    await rig.sync()
    after = await rig.document("birch.md")
    assert (after.state, after.reason, after.rung) == (before.state, before.reason, Rung.FACTS)
    assert len(rig.extractor.asked) == asked
    assert (await rig.store.progress()).jobs == {"failed": 1}


async def test_other_text_is_tried_anew(rig: Rig) -> None:
    assert isinstance(rig.extractor, LineExtractor)
    rig.extractor.fails.clear()
    rig.write("birch.md", "Birch | fee | 2,000 EUR\n")
    receipt = await rig.sync()
    assert (receipt.exit_code, rig.texts) == (0, ["Birch fee: 2,000 EUR"])
    assert (await rig.document("birch.md")).state is DocumentState.LIVE


async def test_a_file_that_can_be_read_again_is_live_again(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "root")
    await rig.rung(Rung.FACTS)
    rig.write("ash.md", "Ash | fee | 1,000 EUR\n")
    await rig.sync()
    rig.touch("ash.md")
    rig.refusing["ash.md"] = DENIED
    assert (await rig.sync()).documents.failed == 1
    assert (await rig.document("ash.md")).state is DocumentState.FAILED
    rig.refusing.clear()
    receipt = await rig.sync()
    assert (receipt.exit_code, receipt.documents.unchanged, receipt.work.usage.calls) == (0, 1, 0)
    assert (await rig.document("ash.md")).state is DocumentState.LIVE
