"""Many writers at once: nothing lost, nothing twice, and in the end the same graph as one after the other."""

import asyncio
from datetime import UTC, date, datetime, timedelta

from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.store.fingerprint import edges, live, nodes
from tests.store.makes import ROOT, Doc, document, money
from tests.store.test_facts import said

WRITERS = 8
DAYS = [date(2026, 1, 1) + timedelta(days=day) for day in range(WRITERS)]


def talkative(workspace: str, number: int) -> Doc:
    """A document that speaks of the things all the others speak of."""
    doc = Doc(workspace, f"{number}.md")
    for at in range(6):
        doc.says(f"Firm {(number + at) % 5}", "supplies", f"Firm {(number * at) % 7 + 5}", DAYS[number])
    return doc.says("Firm 0", "fee", money(f"{number % 3} EUR"), DAYS[number])


async def test_eight_documents_at_once(store: GraphStore, graph: Graph) -> None:
    docs = [talkative(store.workspace, number) for number in range(WRITERS)]
    await said(store, *docs)
    expected = await live(graph, store.workspace)
    await asyncio.gather(*(store.remove_document(doc.id) for doc in docs))
    assert await nodes(graph, store.workspace, "Fact") == []
    for label in ("Entity", "Value", "Name"):
        assert await nodes(graph, store.workspace, label) == []
    await store.write_documents([document(store.workspace, doc.name) for doc in docs])
    await asyncio.gather(*(store.write_facts(doc.facts) for doc in docs))
    assert await live(graph, store.workspace) == expected


async def test_coming_and_going_at_once(store: GraphStore, graph: Graph) -> None:
    docs = [talkative(store.workspace, number) for number in range(WRITERS)]
    stay, go = docs[::2], docs[1::2]
    await said(store, *stay)
    expected = await live(graph, store.workspace)
    await said(store, *go)
    again = [store.write_facts(doc.facts) for doc in stay]
    await asyncio.gather(*(store.remove_document(doc.id) for doc in go), *again)
    assert await live(graph, store.workspace) == expected


async def test_the_same_document_eight_times_at_once(store: GraphStore, graph: Graph) -> None:
    doc = talkative(store.workspace, 3)
    await said(store, doc)
    expected = await live(graph, store.workspace)
    write = document(store.workspace, doc.name)
    await asyncio.gather(*(store.write_documents([write]) for _ in range(WRITERS)))
    await asyncio.gather(*(store.write_facts(doc.facts) for _ in range(WRITERS)))
    assert await live(graph, store.workspace) == expected


async def test_a_job_is_taken_by_one_of_many(store: GraphStore) -> None:
    await store.write_documents([document(store.workspace, f"{number}.md") for number in range(20)])
    now = datetime.now(UTC) + timedelta(minutes=1)
    taken = await asyncio.gather(
        *(store.lease_jobs(str(n), ["extract"], 3, now, 60.0) for n in range(WRITERS))
    )
    ids = [job.id for jobs in taken for job in jobs]
    assert len(ids) == len(set(ids))
    rest = await store.lease_jobs("rest", ["extract"], 99, now, 60.0)
    assert len(ids) + len(rest) == 20


async def test_no_folder_misses_a_policy_set_while_it_was_made(store: GraphStore, graph: Graph) -> None:
    folders = [f"{ROOT}/a/{number}" for number in range(WRITERS)]
    await asyncio.gather(
        *(store.ensure_folders([folder], ROOT) for folder in folders),
        store.set_folder(FolderSetting(ROOT + "/a", Rung.FACTS)),
        store.set_folder(FolderSetting(ROOT + "/a/3", Rung.NOTHING)),
    )
    held = {folder["key"]: folder["rung"] for folder in await nodes(graph, store.workspace, "Folder")}
    assert held.pop(ROOT) == "text"
    assert held.pop(ROOT + "/a/3") == "nothing"
    assert set(held.values()) == {"facts"}
    assert len(await edges(graph, store.workspace, "IN")) == 0
