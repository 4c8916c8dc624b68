"""What the store writes, the read side reads: the two meet on one graph."""

from dataclasses import replace
from datetime import date

from kg.model.answers import EntityCard, UnknownName
from kg.model.ids import quote_hash
from kg.model.kinds import FactStatus, Modality
from kg.model.stored import FactsWrite
from kg.recall.about import about
from kg.recall.facts import list_facts, show_fact, show_ledger
from kg.recall.pull import search
from kg.recall.push import Recall
from kg.store import GraphStore
from kg.store.reader import Reader
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.recall.world import view
from tests.store.makes import ROOT, TEXT, Doc, document, money, set_vectors

JAN, OCT = date(2026, 1, 5), date(2026, 10, 1)
TODAY = date(2026, 11, 9)


def quoting(write: FactsWrite) -> FactsWrite:
    """With the hashes of what stands at the offsets."""
    statements = (replace(s, quote_hash=quote_hash(TEXT[s.start : s.end])) for s in write.statements)
    return replace(write, statements=tuple(statements))


async def told(store: GraphStore) -> tuple[Doc, Doc]:
    """A fee that rises in October, a wish beside it, all with vectors."""
    old = Doc(store.workspace, "old.md").says("Northwind", "fee", money("48,000 EUR a year"), JAN)
    new = Doc(store.workspace, "new.md").says("Northwind", "fee", money("52,000 EUR a year"), OCT)
    new.says("Northwind", "renew", money("in January"), OCT, Modality.REQUESTED)
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, doc.name) for doc in (old, new)])
    for doc in (old, new):
        await store.write_extraction(doc.ledger_entry)
        await store.write_facts(quoting(doc.facts))
    fake = FakeEmbedder()
    for label in ("Passage", "Card", "Pointer", "Fact"):
        nodes = await store.unembedded([label], 100)
        vectors = await fake.embed([node.text for node in nodes])
        await set_vectors(
            store, {node.id: vector for node, vector in zip(nodes, vectors, strict=True) if vector}, label
        )
    return old, new


async def test_what_was_written_is_answered(store: GraphStore, reader: Reader) -> None:
    await told(store)
    seen = view(store.workspace)
    card = await about(reader, "northwind", seen, today=TODAY)
    assert isinstance(card, EntityCard)
    facts = {fact.object: fact for fact in card.facts}
    old, new, wish = facts["48,000 EUR a year"], facts["52,000 EUR a year"], facts["in January"]
    assert (old.current, old.valid_to, old.superseded_by) == (False, OCT, (new.id,))
    assert (new.current, new.valid_from, wish.modality) == (True, OCT, Modality.REQUESTED)
    assert (card.groups.current, card.groups.wanted, card.groups.history) == (
        (new.id,),
        (wish.id,),
        (old.id,),
    )
    assert new.evidence[0].quote == TEXT[:9] and new.evidence[0].path == "/vault/new.md"
    assert [d.path for d in card.documents] == ["/vault/new.md", "/vault/old.md"]
    before = await about(reader, "Northwind", seen, today=TODAY, as_of=date(2026, 6, 1))
    assert isinstance(before, EntityCard) and before.groups.current == (old.id,)


async def test_what_was_written_is_recalled_and_found(store: GraphStore, reader: Reader) -> None:
    await told(store)
    seen, fake = view(store.workspace), FakeEmbedder()
    answer = await Recall(reader, fake).recall("What is the Northwind fee, 48,000?", seen, today=TODAY)
    assert "Northwind fee: 52,000 EUR a year (was 48,000 EUR a year until 1 Oct 2026)" in answer.items[0].text
    hits = (await search(reader, fake, "Northwind pays", seen, limit=50)).hits
    assert {hit.kind for hit in hits} == {"passage", "card", "fact"}
    assert {hit.text for hit in hits if hit.kind == "passage"} == {TEXT}
    by_name = (await search(reader, fake, "new.md", seen)).hits
    assert by_name[0].path == "/vault/new.md"


async def test_a_lowered_document_leaves_tombstones_and_brings_back_what_it_had_ended(
    store: GraphStore, reader: Reader
) -> None:
    _, new = await told(store)
    seen = view(store.workspace)
    await store.lower_document(new.id, Rung.TEXT)
    (fee,) = (await list_facts(reader, seen, today=TODAY)).facts
    assert (fee.object, fee.current, fee.superseded_by) == ("48,000 EUR a year", True, ())
    gone = (await list_facts(reader, seen, today=TODAY, status=FactStatus.TOMBSTONED)).facts
    assert {fact.object for fact in gone} == {"52,000 EUR a year", "in January"}
    ledger = await show_ledger(reader, seen, "/vault/new.md", today=TODAY)
    assert {fact.id for entry in ledger.entries for fact in entry.tombstones} == {fact.id for fact in gone}
    story = await show_fact(reader, seen, gone[0].id[:10], today=TODAY)
    assert [line.what for line in story.history] == ["said in", "retired"] and story.history[1].why
    held = await reader.file_in_graph(seen, "/vault/new.md")
    assert held is not None and (held.facts, held.pointer, held.card, held.passages) == (0, False, False, 1)


async def test_a_removed_document_is_no_longer_known(store: GraphStore, reader: Reader) -> None:
    for doc in await told(store):
        await store.remove_document(doc.id)
    seen = view(store.workspace)
    assert isinstance(await about(reader, "Northwind", seen, today=TODAY), UnknownName)
    assert (await search(reader, FakeEmbedder(), "Northwind", seen)).hits == ()
    assert (await Recall(reader, FakeEmbedder()).recall("Northwind fee?", seen, today=TODAY)).silent


async def test_a_folder_held_or_lowered_by_the_store_counts_at_once(
    store: GraphStore, reader: Reader
) -> None:
    await told(store)
    recall, seen = Recall(reader, FakeEmbedder()), view(store.workspace)
    assert not (await recall.recall("Northwind fee?", seen, today=TODAY)).silent
    await store.set_folder(FolderSetting(ROOT, Rung.GIST))
    assert (await recall.recall("Northwind fee?", seen, today=TODAY)).silent
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS, scope="user:ben"))
    assert (await recall.recall("Northwind fee?", seen, today=TODAY)).silent
    assert isinstance(await about(reader, "Northwind", seen, today=TODAY), UnknownName)
