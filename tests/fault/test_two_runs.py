"""Two runs on one folder at once: one works, the other waits, and the graph is the one of a single run."""

from tests.fault import story
from tests.fault.rig import Act, Rig
from tests.fault.verdict import Undisturbed


async def test_two_syncs_at_once_end_in_one_right_graph(rig: Rig, change: Undisturbed) -> None:
    whole = change
    await rig.stage(whole.act)
    first, second = await rig.forks.together([rig.order(whole.act), rig.order(whole.act)])
    assert (first.code, second.code) == (0, 0), (first.said, second.said)
    assert await rig.fingerprint() == whole.fingerprint
    assert await rig.leftovers() == []
    assert rig.model.again == 0
    assert frozenset(rig.model.asked) == whole.asked


async def test_a_first_sync_twice_at_once_makes_each_document_once(rig: Rig) -> None:
    await rig.stage(Act("first"))
    folder = rig.root.with_name("other")
    story.lay(folder, story.BEFORE)
    order = {"use": "sync", "folder": folder.as_posix(), "settings": rig.settings()}
    ended = await rig.forks.together([dict(order), dict(order)])
    assert [run.code for run in ended] == [0, 0]
    documents = await rig.store.documents(folder.as_posix())
    assert len(documents) == len({document.path_hash for document in documents}) == len(story.BEFORE)
    assert sorted(run.said["documents"]["new"] for run in ended) == [0, len(story.BEFORE)]
