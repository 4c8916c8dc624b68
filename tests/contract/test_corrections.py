"""What every graph store promises of corrections by people, and of its fingerprint."""

import uuid
from datetime import date
from typing import TYPE_CHECKING

import pytest

from kg.model.correction import Change, Corrected, NewCorrection
from kg.model.kinds import DocumentState
from kg.observe import silent
from kg.ports import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.contract.test_store import fee, said, unit, waiting
from tests.fakes.store import FakeStore
from tests.store.makes import FINGERPRINT, ROOT, Doc, document, money, set_vectors, thing

if TYPE_CHECKING:
    from kg.store import Graph

JAN, FEB = date(2026, 1, 1), date(2026, 2, 1)


@pytest.fixture(params=["fake", "neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """Each promise is asked of both."""
    if request.param == "fake":
        return FakeStore("contract")
    from kg.store import GraphStore as RealStore

    graph: Graph = request.getfixturevalue("graph")
    return RealStore(graph, request.getfixturevalue("workspace"))


def correction(fact: str, change: Change | None = None) -> NewCorrection:
    return NewCorrection(uuid.uuid4().hex, fact, change, "dana", "because")


async def test_a_correction_holds_at_once_and_until_it_is_undone(store: GraphStore) -> None:
    ws, readers = store.workspace, [audience(store.workspace, "org")]
    one = Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN)
    two = Doc(ws, "2.md").says("Northwind", "fee", money("B"), FEB)
    await said(store, one, two)
    before = await store.fingerprint()
    new = correction(fee(ws, "B", FEB))
    done = await store.correct_fact(readers, new)
    assert done == Corrected(new.id, new.fact)
    assert set(await waiting(store, "Fact")) == {fee(ws, "A", JAN)}
    assert await store.correct_fact(readers, new) == done
    await store.write_facts(two.facts)
    assert set(await waiting(store, "Fact")) == {fee(ws, "A", JAN)}
    undone = await store.undo_correction(readers, new.id, "dana")
    assert undone == Corrected(new.id, new.fact, (new.fact,))
    after = await store.fingerprint()
    assert after.counts["facts"] == before.counts["facts"]
    assert set(await waiting(store, "Fact")) == {fee(ws, "A", JAN), fee(ws, "B", FEB)}


async def test_what_is_put_in_place_lives_as_long_as_it_is_supported(store: GraphStore) -> None:
    ws, readers = store.workspace, [audience(store.workspace, "org")]
    doc = Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN)
    await said(store, doc)
    new = correction(fee(ws, "A", JAN), Change(object=money("B")))
    done = await store.correct_fact(readers, new)
    assert done == Corrected(new.id, new.fact, (fee(ws, "B", JAN),))
    assert set(await waiting(store, "Fact")) == {fee(ws, "B", JAN)}
    assert (await store.lower_document(doc.id, Rung.GIST)).tombstoned == 1
    assert await waiting(store, "Fact") == {}
    await said(store, doc)
    assert set(await waiting(store, "Fact")) == {fee(ws, "B", JAN)}


async def test_things_that_a_correction_names_are_known_while_it_stands(store: GraphStore) -> None:
    ws, readers = store.workspace, [audience(store.workspace, "org")]
    await said(store, Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN))
    new = correction(fee(ws, "A", JAN), Change(subject=thing(ws, "Atlas")))
    assert await store.correct_fact(readers, new) is not None
    assert set(await store.entities_named(["atlas"], "org")) == {"atlas"}
    assert await store.undo_correction(readers, new.id, "dana") is not None
    assert await store.entities_named(["atlas"], "org") == {}


async def test_a_fact_that_may_not_be_read_cannot_be_corrected(store: GraphStore) -> None:
    ws = store.workspace
    await said(store, Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN))
    fact = fee(ws, "A", JAN)
    assert await store.correct_fact([audience(ws, "dept:other")], correction(fact)) is None
    assert await store.correct_fact([], correction(fact)) is None
    assert await store.correct_fact([audience(ws, "org")], correction("0" * 32)) is None
    await store.set_folder(FolderSetting(ROOT, Rung.TEXT))
    assert await store.correct_fact([audience(ws, "org")], correction(fact)) is None
    assert await store.undo_correction([audience(ws, "org")], "0" * 32, "dana") is None


async def test_what_is_taken_down_is_as_before_when_it_is_written_again(store: GraphStore) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "fee", money("A"), JAN)
    await said(store, doc)
    before = await store.fingerprint()
    assert await store.take_down(silent)
    down = await store.document(doc.id)
    assert down is not None
    assert (down.rung, down.path, down.fingerprint) == (Rung.NOTHING, f"{ROOT}/1.md", FINGERPRINT)
    progress = await store.progress()
    assert (progress.facts, progress.passages, progress.pointers, progress.entities) == (0, 0, 0, 0)
    assert set(await store.extractions([doc.segment], FINGERPRINT)) == {doc.segment}
    await said(store, doc)
    assert await store.end_rebuild() == 0
    assert await store.fingerprint() == before


async def test_the_fingerprint_is_of_what_is_there(store: GraphStore) -> None:
    ws = store.workspace
    one = Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN)
    two = Doc(ws, "2.md").says("Northwind", "fee", money("B"), FEB)
    await said(store, one)
    alone = await store.fingerprint()
    assert (alone.counts["documents"], alone.counts["facts"], alone.tombstones) == (1, 1, 0)
    await said(store, one)
    assert await store.fingerprint() == alone
    await said(store, two)
    both = await store.fingerprint()
    assert both.fingerprint != alone.fingerprint
    await store.remove_document(two.id)
    again = await store.fingerprint()
    assert (again.fingerprint, again.counts, again.tombstones) == (alone.fingerprint, alone.counts, 1)
    await said(store, two)
    assert await store.fingerprint() == both


async def test_the_fingerprint_sees_policy_state_and_text_and_no_vector(store: GraphStore) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "fee", money("A"), JAN)
    await said(store, doc)
    seen = [(await store.fingerprint()).fingerprint]
    await set_vectors(store, dict.fromkeys(await waiting(store, "Fact"), unit()), "Fact")
    assert (await store.fingerprint()).fingerprint == seen[0]
    await store.mark_documents([doc.id], DocumentState.WAITING, "no model")
    seen.append((await store.fingerprint()).fingerprint)
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS, "atlas"))
    seen.append((await store.fingerprint()).fingerprint)
    await store.write_documents([document(store.workspace, "1.md", text="Other words.")])
    seen.append((await store.fingerprint()).fingerprint)
    assert len(set(seen)) == 4
