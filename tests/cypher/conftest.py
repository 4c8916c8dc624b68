"""A graph that is full enough for the planner to mind what it does."""

import random
import uuid
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.store.makes import ROOT, Doc, document, money

if TYPE_CHECKING:
    from kg.engine import Address
    from kg.store import Graph

DOCUMENTS, TALKATIVE, STATEMENTS = 300, 4, 520


@pytest.fixture(scope="session")
async def filled(graph: "Graph", neo4j_address: "Address") -> AsyncIterator[str]:
    """The name of a workspace with 300 documents and more than 2,000 facts; statistics are fresh."""
    from kg.store import GraphStore
    from kg.store.statistics import refresh_statistics
    from tests.engine.probing import remove_workspace

    store = GraphStore(graph, f"filled-{uuid.uuid4().hex[:8]}")
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([f"{ROOT}/{number}" for number in range(30)], ROOT)
    folders = [f"{ROOT}/{number % 30}" for number in range(DOCUMENTS)]
    await store.write_documents(
        [document(store.workspace, f"{at}.md", folder=folder) for at, folder in enumerate(folders)]
    )
    for doc in _documents(store.workspace):
        await store.write_extraction(doc.ledger_entry)
        await store.write_facts(doc.facts)
    await refresh_statistics(graph)
    yield store.workspace
    await remove_workspace(neo4j_address, store.workspace)


def _documents(workspace: str) -> list[Doc]:
    rng = random.Random(7)
    docs = []
    for number in range(TALKATIVE):
        doc = Doc(workspace, f"{number}.md", scope="org" if number % 4 else "user:dana")
        for at in range(STATEMENTS):
            subject, day = f"Firm {rng.randrange(400)}", date(2026, 1, 1) + timedelta(days=rng.randrange(300))
            if at % 3:
                doc.says(subject, f"relation {rng.randrange(40)}", f"Firm {rng.randrange(400)}", day)
            else:
                doc.says(subject, "fee", money(f"{rng.randrange(5000)} EUR"), day)
        docs.append(doc)
    return docs
