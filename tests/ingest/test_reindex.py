"""Another embedder is configured (case B70): nothing of it is written or compared until the vectors are made anew,
beside those in use and without asking the model that extracts."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.deps import SyncDeps
from ingest.work.reindex import reindex
from kg.errors import ModelRefused
from kg.model.vectors import Embedding
from kg.observe import silent
from kg.ports import Embedder, Vector
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig

FILES = {f"{n}.md": f"# Note {n}\n\nNorthwind | fee | {n},000 EUR\n" for n in range(4)}


class Rebuilt(Rig):
    """A rig whose bodies are embedded by the embedder of the moment."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.configured: Embedder = FakeEmbedder(384, "old")

    @property
    def deps(self) -> SyncDeps:
        return replace(super().deps, body_embedder=self.configured)


@pytest.fixture
async def rig(tmp_path: Path) -> Rebuilt:
    made = Rebuilt(tmp_path / "root")
    await made.rung(Rung.FACTS)
    made.write_all(FILES)
    await made.sync()
    return made


def widths(rig: Rig) -> set[int]:
    """How long the vectors of bodies are that are in use."""
    found = rig.store.vectors_in_use()
    return {
        len(vector) for (label, _), (_, vector) in found.items() if label in ("Passage", "Card") and vector
    }


async def test_a_sync_says_so_and_writes_none_of_its_vectors(rig: Rebuilt) -> None:
    rig.configured = new = FakeEmbedder(768, "new")
    rig.write("new.md", "# Another\n\nHarborlight | fee | 1 EUR\n")
    receipt = await rig.sync()
    (notice,) = receipt.work.notices
    assert (notice.code, receipt.status, receipt.exit_code) == ("embedder_changed", "warnings", 0)
    assert "old (384)" in notice.message and "new (768)" in notice.message and "kg reindex" in notice.message
    assert notice.message in str(receipt.as_json()["warnings"])
    assert widths(rig) == {384} and new.texts == []
    assert receipt.work.facts.written == 1, "everything else goes on"


async def test_vectors_are_made_anew_without_extraction(rig: Rebuilt) -> None:
    assert isinstance(rig.extractor, LineExtractor)
    asked, facts = len(rig.extractor.asked), rig.texts
    rig.configured = FakeEmbedder(768, "new")
    rig.write("new.md", "# Another\n\nHarborlight | owner | Dana Reyes\n")
    await rig.sync(wait=False)
    seen: list[tuple[str, int, int | None]] = []
    done = await reindex(rig.store, "passages", rig.configured, lambda *at: seen.append(at))
    assert (done.before, done.embedding) == (Embedding("old", 384), Embedding("new", 768))
    assert done.made == sum(len(w.passages) + 1 for w in rig.store.all_written())
    assert widths(rig) == {768}
    assert (len(rig.extractor.asked), rig.texts) == (asked, facts)
    assert seen and all(total is not None and made <= total for _, made, total in seen)
    receipt = await rig.sync()
    assert receipt.work.notices == ()
    again = await reindex(rig.store, "passages", rig.configured, silent)
    assert (again.before, again.made) == (None, 0)


class Dying(FakeEmbedder):
    """Gives so many vectors, then the run ends."""

    def __init__(self, vectors: int) -> None:
        super().__init__(768, "new")
        self.left = vectors

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        self.left -= len(texts)
        if self.left < 0:
            raise asyncio.CancelledError
        return await super().embed(texts)


@pytest.mark.parametrize("vectors", range(8))
async def test_a_run_that_ends_early_is_gone_on_with(
    rig: Rebuilt, monkeypatch: pytest.MonkeyPatch, vectors: int
) -> None:
    monkeypatch.setattr("ingest.work.reindex.BATCH", 1)
    dying = Dying(vectors)
    with pytest.raises(asyncio.CancelledError):
        await reindex(rig.store, "passages", dying, silent)
    assert widths(rig) == {384}, "what is in use stays in use"
    assert (await rig.store.built())["passages"].done == vectors
    rest = FakeEmbedder(768, "new")
    await reindex(rig.store, "passages", rest, silent)
    assert widths(rig) == {768}
    assert len(dying.texts) + len(rest.texts) == len(rig.store.vectors_in_use()) - 8, "none is paid for twice"


async def test_a_sync_beside_a_reindex_ends_well_and_says_whose_vectors_they_are(rig: Rebuilt) -> None:
    class Overtaken(FakeEmbedder):
        async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
            made = await super().embed(texts)
            if not self.overtaken.done():
                self.overtaken.set_result(
                    await reindex(rig.store, "passages", FakeEmbedder(768, "new"), silent)
                )
            return made

        overtaken: asyncio.Future[object]

    rig.configured = old = Overtaken(384, "old")
    old.overtaken = asyncio.get_running_loop().create_future()
    rig.write("new.md", "# Another\n\nHarborlight | fee | 1 EUR\n")
    receipt = await rig.sync()
    (notice,) = receipt.work.notices
    assert (notice.code, receipt.exit_code) == ("embedder_changed", 0)
    assert receipt.work.facts.written == 1, "everything else went on"
    assert widths(rig) == {768}


async def test_the_old_embedder_again_gives_up_what_was_begun(rig: Rebuilt) -> None:
    await rig.store.begin_reindex("passages", Embedding("new", 768))
    done = await reindex(rig.store, "passages", FakeEmbedder(384, "old"), silent)
    assert (done.before, done.made, await rig.store.built()) == (None, 0, {})


async def test_a_model_that_changes_its_length_under_one_name_is_refused(rig: Rebuilt) -> None:
    class Other(FakeEmbedder):
        dimensions = None  # type: ignore[assignment]  # as an endpoint, before its first reply

    rig.configured = Other(768, "old")
    rig.write("new.md", "# Another\n\nText.\n")
    receipt = await rig.sync()
    assert receipt.work.stopped is not None
    assert receipt.work.stopped.code == ModelRefused.code
    assert "768" in receipt.work.stopped.message and "kg reindex" in receipt.work.stopped.message
    assert widths(rig) == {384}
