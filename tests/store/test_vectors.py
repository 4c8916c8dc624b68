"""What is left where a run was killed, or somebody took an index away."""

from ingest.work.vectors import Embedding as Run
from kg.model.vectors import LABELS, Embedding
from kg.observe import silent
from kg.store import Graph, GraphStore
from kg.store.health import health
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.store.makes import ROOT, document

OLD, NEW = Embedding("old", 384), Embedding("new", 768)


async def test_the_next_run_ends_a_switch_that_was_killed_before_its_sweep(
    store: GraphStore, graph: Graph
) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.GIST))
    await store.write_documents(
        [document(store.workspace, text="One.\n\nTwo.", rung=Rung.GIST, extract=False)]
    )
    await Run(store, silent).run("passages", FakeEmbedder(384, "old"))
    await store.begin_reindex("passages", NEW)
    await store._noted("switch_slots", "passages", embedder=NEW.name, dimensions=NEW.dimensions)
    assert await store.unembedded(LABELS["passages"], 9) == (), "found by nothing, and waiting for nothing"
    run = Run(store, silent)
    await run.run("passages", FakeEmbedder(768, "new"))
    index = await store.vector_index("passages")
    assert index is not None
    assert (run.made, index.embedding, index.retired) == (3, NEW, None)
    assert (await health(graph, store.workspace)).unwritten_vectors == 0


async def test_a_missing_vector_index_is_named(store: GraphStore, graph: Graph) -> None:
    async with graph.session() as session:
        await (await session.run("DROP INDEX memory_b")).consume()
    try:
        assert (await health(graph, store.workspace)).indexes == ("memory_b",)
    finally:
        await store._widen("memory", "b", OLD)
