"""What every store promises of vectors: those of one embedder only are ever written, and another one's are built
beside them."""

from typing import TYPE_CHECKING

import pytest

from kg.errors import VectorsBusy
from kg.model.vectors import LABELS, Built, Embedding
from kg.ports import GraphStore, Vector
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.store import FakeStore
from tests.store.makes import ROOT, document

if TYPE_CHECKING:
    from kg.store import Graph

OLD, NEW = Embedding("old", 384), Embedding("new", 768)


@pytest.fixture(params=["fake", "neo4j"])
def empty(request: pytest.FixtureRequest) -> GraphStore:
    """Each promise is asked of both."""
    if request.param == "fake":
        return FakeStore("contract")
    from kg.store import GraphStore as RealStore

    graph: Graph = request.getfixturevalue("graph")
    return RealStore(graph, request.getfixturevalue("workspace"))


@pytest.fixture
async def store(empty: GraphStore) -> GraphStore:
    """Two passages and a card."""
    await empty.set_folder(FolderSetting(ROOT, Rung.GIST))
    await empty.ensure_folders([ROOT], ROOT)
    await empty.write_documents(
        [document(empty.workspace, text="One.\n\nTwo.", rung=Rung.GIST, extract=False)]
    )
    return empty


def unit(width: int) -> Vector:
    return (1.0, *(0.0,) * (width - 1))


async def embedded(store: GraphStore, embedding: Embedding) -> None:
    """Everything that waits gets a vector."""
    assert embedding.dimensions is not None
    for label in LABELS["passages"]:
        waiting = await store.unembedded([label], 100)
        await store.set_vectors(
            dict.fromkeys((node.id for node in waiting), unit(embedding.dimensions)), label, embedding.name
        )


async def build(store: GraphStore, label: str, limit: int = 100) -> int:
    nodes = await store.unbuilt(label, "", limit)
    await store.set_vectors(dict.fromkeys((node.id for node in nodes), unit(768)), label, NEW.name)
    return len(nodes)


async def test_the_first_embedder_to_come_is_the_indexes(store: GraphStore) -> None:
    assert await store.vector_index("passages") is None
    first = await store.adopt_embedder("passages", OLD)
    assert (first.embedding, first.building) == (OLD, None)
    assert await store.adopt_embedder("passages", NEW) == first == await store.vector_index("passages")
    assert await store.vector_index("memory") is None


async def test_the_first_embedder_may_have_any_width(store: GraphStore) -> None:
    await store.adopt_embedder("passages", NEW)
    await embedded(store, NEW)
    assert (await store.progress()).unembedded == 0


@pytest.mark.parametrize("wrong", [Embedding("old", 768), Embedding("other", 384), NEW])
async def test_vectors_of_another_embedder_or_length_are_refused(store: GraphStore, wrong: Embedding) -> None:
    await store.adopt_embedder("passages", OLD)
    with pytest.raises(VectorsBusy, match="old"):
        await embedded(store, wrong)
    assert (await store.progress()).unembedded == 3


async def test_what_is_built_is_in_use_after_the_switch(store: GraphStore) -> None:
    await store.adopt_embedder("passages", OLD)
    await embedded(store, OLD)
    assert (await store.begin_reindex("passages", NEW)).building == NEW
    assert await build(store, "Passage", limit=1) == 1
    assert (await store.built())["passages"] == Built(1, 3)
    assert (await store.begin_reindex("passages", NEW)).building == NEW, "it goes on"
    assert [await build(store, label) for label in ("Passage", "Card")] == [1, 1]
    done = await store.finish_reindex("passages", NEW)
    assert (done.embedding, done.building, done.retired) == (NEW, None, None)
    assert (await store.progress()).unembedded == 0
    assert await store.built() == {}
    with pytest.raises(VectorsBusy, match="new"):
        await embedded(store, OLD)
    assert (await store.begin_reindex("passages", OLD)).building == OLD, "and back"
    assert len(await store.unbuilt("Passage", "", 9)) == 2


async def test_what_was_not_built_waits_after_the_switch(store: GraphStore) -> None:
    await store.adopt_embedder("passages", OLD)
    await embedded(store, OLD)
    await store.begin_reindex("passages", NEW)
    assert await build(store, "Passage", limit=1) == 1
    changed = document(store.workspace, text="One.\n\nThree.", rung=Rung.GIST, extract=False)
    await store.write_documents([changed])
    await store.finish_reindex("passages", NEW)
    waiting = await store.unembedded(["Passage", "Card"], 9)
    assert 2 <= len(waiting) <= 3
    await embedded(store, NEW)
    assert (await store.progress()).unembedded == 0


async def test_a_build_of_another_embedder_is_given_up(store: GraphStore) -> None:
    third = Embedding("third", 768)
    await store.adopt_embedder("passages", OLD)
    await embedded(store, OLD)
    await store.begin_reindex("passages", NEW)
    await build(store, "Passage")
    assert (await store.begin_reindex("passages", third)).building == third
    assert len(await store.unbuilt("Passage", "", 9)) == 2
    with pytest.raises(VectorsBusy, match="old"):
        await build(store, "Passage")
    assert (await store.finish_reindex("passages", OLD)).building is None
    assert (await store.progress()).unembedded == 0
