"""A document stays itself through all that people and programs do to its file, in the real graph: the same id, no
extraction, no embedding, the same facts."""

import os
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ingest.deps import SyncDeps, SyncOptions
from ingest.sync import sync
from kg.model.receipt import SyncReceipt
from kg.model.stored import StoredDocument
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.store.fingerprint import nodes

if TYPE_CHECKING:
    from kg.store import Graph, GraphStore

NAME = "Müller plan.md"
TEXT = "---\ndate: 2026-05-04\n---\n# Plan\n\nNorthwind | fee | 48,000 EUR\n\nBo Renn keeps the spare pump.\n"


class Home:
    """A root at `facts`, synced with extractors and embedders that count."""

    def __init__(self, root: Path, store: "GraphStore", graph: "Graph") -> None:
        self.root, self.store, self.graph = root, store, graph
        self.extractor = LineExtractor()
        self.body, self.memory = FakeEmbedder(name="body"), FakeEmbedder(name="memory")

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    async def rung(self, rung: Rung, folder: str = "") -> None:
        await self.store.set_folder(FolderSetting((self.root / folder).as_posix().rstrip("/"), rung))

    async def sync(self) -> SyncReceipt:
        deps = SyncDeps(self.store, self.body, self.memory, self.extractor, lambda: datetime.now(UTC))
        return await sync(self.root, deps, SyncOptions())

    async def document(self, name: str) -> StoredDocument:
        found = await self.store.document((self.root / name).as_posix())
        assert found is not None, name
        return found

    @property
    def spent(self) -> tuple[int, int]:
        return len(self.extractor.asked), len(self.body.texts) + len(self.memory.texts)

    async def facts(self) -> set[tuple[str, ...]]:
        found = await nodes(self.graph, self.store.workspace, "Fact")
        return {
            tuple(str(node.get(key)) for key in ("id", "text", "valid_from", "recorded_at")) for node in found
        }


@pytest.fixture
async def home(tmp_path: Path, store: "GraphStore", graph: "Graph") -> Home:
    made = Home(tmp_path / "root", store, graph)
    made.root.mkdir()
    await made.rung(Rung.FACTS)
    return made


def move(path: Path) -> Path:
    target = path.parent / "deep" / "er" / path.name
    target.parent.mkdir(parents=True)
    return path.rename(target)


def rename(path: Path) -> Path:
    return path.rename(path.with_name("offer.md"))


def change_case(path: Path) -> Path:
    return path.rename(path.with_name(path.name.upper().replace(".MD", ".md")))


def change_accents(path: Path) -> Path:
    other = unicodedata.normalize("NFD", path.name)
    return path.rename(path.with_name(other))


def save_with_crlf(path: Path) -> Path:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return path


def touch(path: Path) -> Path:
    os.utime(path, ns=(1_700_000_000_000_000_000, 1_700_000_000_000_000_000))
    return path


def save_atomically(path: Path) -> Path:
    temporary = path.with_name(".plan.tmp")
    temporary.write_bytes(path.read_bytes())
    return temporary.replace(path)


def move_the_folder(path: Path) -> Path:
    return path.parent.rename(path.parent.with_name("moved")) / path.name


DEEDS = (move, rename, change_case, change_accents, save_with_crlf, touch, save_atomically, move_the_folder)


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
async def test_a_document_stays_itself(home: Home, deed: Callable[[Path], Path]) -> None:
    path = home.write(f"a/{NAME}", TEXT)
    home.write("keep.md", "Ash | fee | 1 EUR\n")
    await home.sync()
    before, spent, facts = await home.document(f"a/{NAME}"), home.spent, await home.facts()
    after = deed(path)
    receipt = await home.sync()
    counts = receipt.documents
    assert (counts.new, counts.removed, counts.failed) == (0, 0, 0)
    document = await home.document(after.relative_to(home.root).as_posix())
    assert (document.id, document.path) == (before.id, after.as_posix())
    assert (home.spent, await home.facts()) == (spent, facts)
    assert (await home.sync()).documents.unchanged == 2


async def test_a_move_seen_as_delete_and_create(home: Home) -> None:
    """The steps of a service that was off meanwhile: two moves, the second into a folder at `nothing`, and twins."""
    home.write("a/n.md", "Bo Renn | keeps | the spare pump\n")
    home.write("a/twin.md", "Same text.\n")
    home.write("b/twin2.md", "Same text.\n")
    await home.sync()
    first = {name: (await home.document(name)).id for name in ("a/n.md", "a/twin.md", "b/twin2.md")}
    facts, asked = await home.facts(), len(home.extractor.asked)
    assert len(facts) == 1
    (home.root / "a/n.md").rename(home.root / "b/n2.md")
    receipt = await home.sync()
    assert (receipt.documents.moved, receipt.documents.new) == (1, 0)
    assert (await home.document("b/n2.md")).id == first["a/n.md"]
    # Its name is all the title it has, so its card and pointer say another one now; its facts are the same.
    assert (len(home.extractor.asked), await home.facts()) == (asked, facts)
    (home.root / "quiet").mkdir()
    await home.rung(Rung.NOTHING, "quiet")
    (home.root / "b/n2.md").rename(home.root / "quiet/n2.md")
    receipt = await home.sync()
    assert (receipt.documents.moved, receipt.documents.lowered) == (1, 1)
    moved = await home.document("quiet/n2.md")
    assert (moved.id, moved.rung) == (first["a/n.md"], Rung.NOTHING)
    assert await home.facts() == set()
    assert len(home.extractor.asked) == asked
    for name in ("a/twin.md", "b/twin2.md"):
        assert (await home.document(name)).id == first[name]


async def test_of_two_files_with_equal_content_a_move_of_one_takes_its_own_id_along(home: Home) -> None:
    home.write("a/twin.md", "Ash | fee | 1 EUR\n")
    home.write("b/twin2.md", "Ash | fee | 1 EUR\n")
    await home.sync()
    one, two = (await home.document("a/twin.md")).id, (await home.document("b/twin2.md")).id
    (home.root / "b/twin2.md").rename(home.root / "0-first.md")
    await home.sync()
    assert ((await home.document("a/twin.md")).id, (await home.document("0-first.md")).id) == (one, two)
    (home.root / "c").mkdir()
    (home.root / "a/twin.md").rename(home.root / "c/twin.md")
    (home.root / "0-first.md").rename(home.root / "c/0-first.md")
    receipt = await home.sync()
    assert receipt.documents.moved == 2
    assert ((await home.document("c/twin.md")).id, (await home.document("c/0-first.md")).id) == (one, two)
