"""A folder of many documents goes down a rung, dies in the middle, and goes on."""

import asyncio
import signal
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ingest.deps import SyncOptions
from ingest.sync import apply_policy
from kg.engine import Address
from kg.model.lucene import lucene_query
from kg.model.seen import RecallAsk
from kg.store import Graph, GraphStore
from kg.store.reader import Reader
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.e2e.lower_once import deps_of
from tests.recall.world import view
from tests.store.fingerprint import nodes
from tests.store.makes import ROOT, Doc, document, money, thing

GONE = ("Fact", "Pointer", "Card", "Entity", "Value", "Name", "Job")


async def test_three_hundred_documents(store: GraphStore, graph: Graph, neo4j_address: Address) -> None:
    await _demoted(store, graph, neo4j_address, documents=300, kill_after=1)


@pytest.mark.full
async def test_ten_thousand_documents(
    store: GraphStore, graph: Graph, neo4j_address: Address, capsys: pytest.CaptureFixture[str]
) -> None:
    line = await _demoted(store, graph, neo4j_address, documents=10_000, kill_after=25)
    with capsys.disabled():
        sys.stdout.write(f"\n{line}\n")


async def _demoted(store: GraphStore, graph: Graph, address: Address, documents: int, kill_after: int) -> str:
    await _fill(store, documents)
    facts = (await store.progress()).facts
    reader, who = Reader(graph), view(store.workspace)
    ask = RecallAsk(None, lucene_query("fee supplies", who.audiences, None), ())
    assert await reader.recall(who, ask) != ()
    await store.set_folder(FolderSetting(ROOT, Rung.TEXT))
    assert await reader.recall(who, ask) == (), "readers are held to the policy at once"

    assert await _killed(store.workspace, address, kill_after) == -signal.SIGKILL
    half = sum(document.rung is Rung.TEXT for document in await store.documents(ROOT))
    assert 0 < half < documents
    shown: list[int] = []

    def progress(stage: str, done: int, total: int | None) -> None:
        if stage == "taking back":
            shown.append(done)

    begun = time.monotonic()
    deps = replace(deps_of(store), progress=progress)
    receipt = await apply_policy(ROOT, deps, SyncOptions(wait=False))
    seconds = time.monotonic() - begun
    assert receipt.documents.lowered == documents - half
    assert shown == sorted(shown) and shown[-1] == documents - half
    left = {label: len(await nodes(graph, store.workspace, label)) for label in GONE}
    assert set(left.values()) == {0}, left
    passages = (await store.progress()).passages
    tombstones = len(await nodes(graph, store.workspace, "Tombstone"))
    assert (passages, tombstones) == (documents, facts)
    assert (await apply_policy(ROOT, deps, SyncOptions(wait=False))).documents.lowered == 0
    return (
        f"{documents} documents with {facts} facts demoted to text: killed after {half}, "
        f"{documents - half} resumed in {seconds:.1f} s ({(documents - half) / seconds:.0f} documents/s); "
        f"left behind: {left}; passages {passages}, tombstones {tombstones}"
    )


async def _killed(workspace: str, address: Address, kill_after: int) -> int:
    words = [address.uri, address.user, address.password, workspace, ROOT, str(kill_after)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.e2e.lower_once", *words, cwd=Path(__file__).parents[2]
    )
    async with asyncio.timeout(300):
        return await process.wait()


async def _fill(store: GraphStore, documents: int) -> None:
    """Small documents, every tenth with three facts, some of them shared."""
    workspace = store.workspace
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    docs = [Doc(workspace, f"{n}.md") for n in range(documents)]
    for n, doc in enumerate(docs[::10]):
        doc.says(f"Company {n % 97}", "fee", money(f"{n % 13},000 EUR"), date(2026, 1 + n % 12, 1))
        doc.says(f"Company {n}", "supplies", f"Buyer {n % 50}").says("Everybody", "knows", f"Buyer {n % 7}")
    await store.write_documents(
        [
            document(workspace, doc.name, f"Note {n} on printers.", mentions=(thing(workspace, f"Name {n}"),))
            for n, doc in enumerate(docs)
        ]
    )
    await store.write_extractions([doc.ledger_entry for doc in docs if doc.statements])
    for doc in docs:
        if doc.statements:
            await store.write_facts(doc.facts)
