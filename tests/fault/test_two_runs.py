"""Two runs on one folder at once: one works, the other waits, and the graph is the one of a single run."""

import uuid

from kg.store import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.engine.probing import remove_workspace
from tests.fault import story
from tests.fault.rig import Act, Rig
from tests.fault.verdict import Undisturbed
from tests.store.fingerprint import nodes


async def test_two_syncs_at_once_end_in_one_right_graph(rig: Rig, change: Undisturbed) -> None:
    await rig.stage(change.act)
    first, second = await rig.forks.together([rig.order(change.act), rig.order(change.act)])
    assert (first.code, second.code) == (0, 0), (first.said, second.said)
    assert await rig.fingerprint() == change.fingerprint
    assert await rig.leftovers() == []
    assert rig.model.again == 0
    assert frozenset(rig.model.asked) == change.asked


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


FILES, LINES = 10, 5
SHARED = "Harborlight"


def shelves(side: str) -> dict[str, str]:
    """Fifty statements in ten files; every other one is about one and the same thing."""
    lines = [
        f"Shelf {side}{n} | belongs to | {SHARED if n % 2 else f'Hall {side}{n}'}"
        for n in range(FILES * LINES)
    ]
    return {f"{n}.md": "\n\n".join(lines[n * LINES : (n + 1) * LINES]) + "\n" for n in range(FILES)}


async def test_two_processes_write_fifty_facts_each(rig: Rig) -> None:
    """Two folders of one workspace: the runs wait for nothing of each other, and nothing is lost."""
    workspace = f"fault-{uuid.uuid4().hex[:12]}"
    settings = {**rig.settings(), "KG_WORKSPACE": workspace}
    store = GraphStore(rig.graph, workspace)
    orders = []
    for side in "AB":
        folder = rig.root.with_name(f"side {side}")
        story.lay(folder, shelves(side))
        await store.set_folder(FolderSetting(folder.as_posix(), Rung.FACTS))
        orders.append({"use": "sync", "folder": folder.as_posix(), "settings": settings})
    try:
        ended = await rig.forks.together(orders)
        assert [run.code for run in ended] == [0, 0], [run.said for run in ended]
        facts = await nodes(rig.graph, workspace, "Fact")
        assert len(facts) == 2 * FILES * LINES
        named = [thing["name"] for thing in await nodes(rig.graph, workspace, "Entity")]
        assert named.count(SHARED) == 1
        assert len(named) == len(set(named)) == 3 * FILES * LINES + 1
    finally:
        await remove_workspace(rig.address, workspace)
