"""What a person corrected, when a name is purged."""

from ingest.deps import SyncOptions
from ingest.purge import name_to_purge, purge_name
from kg.model.claim import Value
from kg.model.correction import Change, NewCorrection
from kg.model.kinds import ValueKind
from tests.e2e.test_purge_scopes import Shared, shared
from tests.store.fingerprint import everything, nodes

__all__ = ["shared"]


async def test_a_correction_stands_whose_reason_alone_names_the_person(shared: Shared) -> None:
    store, workspace = shared.store, shared.store.workspace
    shared.put({"a.md": "Northwind | fee | 48,000 EUR\n"})
    await shared.sync()
    (fact,) = await nodes(shared.graph, workspace, "Fact")
    made = NewCorrection("cd" * 16, str(fact["id"]), None, "bob", "Dana Lopez said so")
    await store.correct_fact(shared.bob, made)
    found = await name_to_purge("Dana Lopez", [], shared.bob, store)
    assert found.bill()["reasons"] == 1
    left, _ = await purge_name(found, shared.deps, store, SyncOptions())
    assert set(left.left.values()) == {0}
    assert len(await nodes(shared.graph, workspace, "Correction")) == 1
    assert await nodes(shared.graph, workspace, "Fact") == []
    assert not any("lopez" in row.casefold() for row in await everything(shared.graph, workspace))


async def test_what_a_correction_put_right_is_as_the_text_says_once_it_is_purged(shared: Shared) -> None:
    store, workspace = shared.store, shared.store.workspace
    shared.put({"a.md": "Northwind | fee | 48,000 EUR\n"})
    await shared.sync()
    (fact,) = await nodes(shared.graph, workspace, "Fact")
    put = Change(object=Value("what Dana Lopez asks", ValueKind.TEXT, "what dana lopez asks"))
    await store.correct_fact(shared.bob, NewCorrection("ce" * 16, str(fact["id"]), put, "bob", "known"))
    assert [f["object"] for f in await nodes(shared.graph, workspace, "Fact")] == ["what Dana Lopez asks"]
    found = await name_to_purge("Dana Lopez", [], shared.bob, store)
    left, _ = await purge_name(found, shared.deps, store, SyncOptions())
    assert set(left.left.values()) == {0}
    assert await nodes(shared.graph, workspace, "Correction") == []
    assert [f["object"] for f in await nodes(shared.graph, workspace, "Fact")] == ["48,000 EUR"]
    assert not any("lopez" in row.casefold() for row in await everything(shared.graph, workspace))
