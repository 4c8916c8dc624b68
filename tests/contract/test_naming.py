"""Who names what: asked of the real store and of the fake."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kg.model.stored import FactsWrite, Naming, ResolvedEntity
from kg.ports import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.store import FakeStore
from tests.ingest.rig import START
from tests.store.makes import FINGERPRINT, ROOT, document, thing

if TYPE_CHECKING:
    from kg.store import Graph


@pytest.fixture(params=["fake", "neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """Each promise is asked of both."""
    if request.param == "fake":
        return FakeStore("contract")
    from kg.store import GraphStore as RealStore

    graph: Graph = request.getfixturevalue("graph")
    return RealStore(graph, request.getfixturevalue("workspace"))


async def naming(store: GraphStore, name: str, *entities: ResolvedEntity) -> str:
    write = replace(document(store.workspace, name), extract=False)
    await store.write_documents([write])
    await store.write_facts(FactsWrite(write.id, FINGERPRINT, (), (), entities, name, ""))
    return write.id


async def test_names_are_known_by_who_gives_them(store: GraphStore) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    northwind = replace(thing(store.workspace, "Northwind"), keys=("northwind", "nw"))
    one = await naming(store, "a.md", northwind)
    two = await naming(store, "b.md", replace(northwind, keys=()))
    (given,) = (await store.named_by([one]))[one]
    assert (given.id, given.name, set(given.keys)) == (northwind.id, "Northwind", {"northwind", "nw"})
    assert await store.named_by(["0" * 32]) == {}
    found = await store.documents_naming([northwind.id])
    assert {(n.document, n.entity, frozenset(n.keys)) for n in found} == {
        (one, northwind.id, frozenset({"northwind", "nw"})),
        (two, northwind.id, frozenset()),
    }
    assert isinstance(found[0], Naming)
    assert await store.documents_naming([]) == ()


async def test_documents_are_queued_to_be_made_anew(store: GraphStore) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    one = await naming(store, "a.md", thing(store.workspace, "Northwind"))
    low = replace(document(store.workspace, "low.md", rung=Rung.TEXT), extract=False)
    await store.write_documents([low])
    assert await store.lease_jobs("a", ("extract",), 10, START.replace(year=2100), 60) == ()
    await store.queue_extraction([one, low.id])
    await store.queue_extraction([one])
    (job,) = await store.lease_jobs("b", ("extract",), 10, START.replace(year=2100), 60)
    assert (job.document, job.tries) == (one, 1)
