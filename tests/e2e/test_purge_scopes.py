"""A purge reaches what the one who purges may read, and nothing else."""

from pathlib import Path

import pytest

from ingest.deps import SyncOptions
from ingest.purge import name_to_purge, purge_document, purge_name, texts_naming
from kg.model.correction import NewCorrection
from kg.model.ids import content_hash, entity_id, path_hash
from kg.model.names import name_key
from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.e2e.test_going import Folder
from tests.store.fingerprint import nodes

DANA = "# Plan\n\nDana Lopez | works at | Northwind\n"


class Shared(Folder):
    """A folder for everyone, and one below it that is alice's."""

    @property
    def bob(self) -> list[str]:
        return [audience(self.store.workspace, "org"), audience(self.store.workspace, "user:bob")]

    @property
    def alice(self) -> list[str]:
        return [audience(self.store.workspace, "org"), audience(self.store.workspace, "user:alice")]

    def put(self, files: dict[str, str]) -> None:
        (self.root / "own").mkdir(parents=True, exist_ok=True)
        self.write(files)

    async def texts(self) -> dict[str, str]:
        """By name of file, all that its passages say."""
        names = {id_: name for name, id_ in (await self.ids()).items()}
        found: dict[str, str] = {}
        for passage in await nodes(self.graph, self.store.workspace, "Passage"):
            name = names[str(passage["document"])]
            found[name] = found.get(name, "") + str(passage["text"])
        return found


@pytest.fixture
async def shared(tmp_path: Path, store: GraphStore, graph: Graph) -> Shared:
    made = Shared(tmp_path / "notes", store, graph)
    await store.set_folder(FolderSetting(made.root.as_posix(), Rung.FACTS))
    await store.set_folder(FolderSetting((made.root / "own").as_posix(), None, None, "user:alice"))
    return made


async def test_a_purged_name_stays_where_others_keep_it(shared: Shared) -> None:
    store, workspace = shared.store, shared.store.workspace
    shared.put({"a.md": DANA, "own/b.md": DANA + "Dana Lopez | knows | Birk\n", "own/c.md": DANA})
    await shared.sync()
    mine = shared.alice[1]
    (fact,) = [
        fact
        for fact in await nodes(shared.graph, workspace, "Fact")
        if fact["audience"] == mine and "Birk" in str(fact["text"])
    ]
    await store.correct_fact(
        shared.alice, NewCorrection("c" * 32, str(fact["id"]), None, "alice", "Dana Lopez?")
    )

    found = await name_to_purge("Dana Lopez", [entity_id(workspace, "dana lopez")], shared.bob, store)
    assert (found.bill()["documents"], found.bill()["facts"]) == (1, 1)
    assert "corrections" not in found.bill()
    left, problems = await purge_name(found, shared.deps, store, SyncOptions())
    assert (set(left.left.values()), problems) == ({0}, ())
    assert len(await nodes(shared.graph, workspace, "Correction")) == 1
    shared.put({"new.md": "Dana Lopez was here.\n", "own/new2.md": "Dana Lopez was there.\n"})
    await shared.sync()
    texts = await shared.texts()
    assert {name for name, text in texts.items() if "Dana Lopez" in text} == {"b.md", "c.md", "new2.md"}
    assert {name for name, text in texts.items() if "[secret:purged]" in text} == {"a.md", "new.md"}


async def test_who_may_not_read_a_purged_document_neither_lifts_it_nor_learns_of_it(shared: Shared) -> None:
    store = shared.store
    shared.put({"own/b.md": DANA, "keep.md": "Nothing.\n"})
    await shared.sync()
    hashed = path_hash(store.workspace, (shared.root / "own/b.md").as_posix())
    assert await store.document_to_purge(hashed, shared.bob) is None
    was = await store.document_to_purge(hashed, shared.alice)
    assert was is not None
    await purge_document(was, hashed, store)
    purged = await store.purged()
    assert [owner for owner, of in purged.scoped.items() if hashed in of.paths] == [shared.alice[1]]
    assert not await store.allow_purged(hashed, [content_hash(DANA)], shared.bob)
    assert (await shared.sync()).documents.new == 0
    assert await store.allow_purged(hashed, [], shared.alice)
    assert (await shared.sync()).documents.new == 1


async def test_a_purge_by_content_leaves_what_is_stored_and_what_is_others(shared: Shared) -> None:
    store = shared.store
    shared.put({"own/b.md": DANA, "own/stored.md": DANA, "theirs.md": DANA})
    await shared.sync()
    hashed = path_hash(store.workspace, (shared.root / "own/b.md").as_posix())
    was = await store.document_to_purge(hashed, shared.alice)
    assert was is not None and was.content_hash is not None
    await purge_document(was, hashed, store)
    shared.put({"own/copy.md": DANA, "theirs2.md": DANA})
    for name in ("own/stored.md", "theirs.md"):
        (shared.root / name).touch()
    await store.set_folder(FolderSetting(shared.root.as_posix(), Rung.TEXT))
    receipt = await shared.sync()
    assert (await shared.texts()).keys() == {"stored.md", "theirs.md", "theirs2.md"}
    said = {Path(n.path).name: n.message for n in receipt.warnings if n.code == "purged"}
    assert said.keys() == {"b.md", "copy.md"} and "the path of this file" in said["copy.md"]

    copy = path_hash(store.workspace, (shared.root / "own/copy.md").as_posix())
    assert await store.allow_purged(copy, [was.content_hash], shared.alice)
    await shared.sync()
    assert (await shared.texts()).keys() == {"stored.md", "theirs.md", "theirs2.md", "copy.md"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Γιώργος Παπαδόπουλος", "Ο ΓΙΏΡΓΟΣ ΠΑΠΑΔΌΠΟΥΛΟΣ ήρθε."),
        ("Weiß", "WEISS came, and Weiß went."),
        ("İrem Işık", "irem ışık geldi."),
        ("Ren\u00e9e", "Rene\u0301e came."),
    ],
)
async def test_a_name_is_found_however_it_is_spelled(shared: Shared, name: str, said: str) -> None:
    store = shared.store
    shared.put({"a.md": said + "\n"})
    await shared.sync()
    texts = await texts_naming([name_key(name)], shared.bob, store)
    assert "passages" in {text.what for text in texts}
    found = await name_to_purge(name, [], shared.bob, store)
    left, _ = await purge_name(found, shared.deps, store, SyncOptions())
    assert set(left.left.values()) == {0}
    assert "[secret:purged]" in (await shared.texts())["a.md"]
