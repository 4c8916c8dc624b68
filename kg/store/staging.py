"""Texts too long for one transaction: written in parts that no reader finds, and there at one moment.

A transaction's memory is bounded by the server, so a log of thirty megabytes is stored part by part, each
passage hanging on its document by an edge of its own (`STAGES`) that no read follows; the transaction that
writes the document turns those edges into the real ones. Going is the same the other way round. A death in
between leaves parts that the next sync of the root sweeps away; those of a document that was never written wait
for its next write.
"""

from collections.abc import Sequence

from kg import observe
from kg.store.connection import Graph, Row, Work
from kg.store.prepare import Prepared

PART = 2_000
"""Passages in one transaction; about four megabytes of text with its words."""


async def stage(graph: Graph, workspace: str, item: Prepared) -> None:
    """Stores the passages of a long document that are not there yet; of a short one nothing."""
    if len(item.passages) <= PART:
        return
    await _drop_abandoned(graph, workspace, item)
    for start in range(0, len(item.passages), PART):
        part = item.passages[start : start + PART]
        with observe.step("text.stage"):
            await graph.write("a part of a long document", _Part(workspace, item, part))


async def sweep(graph: Graph, document: str) -> None:
    """Deletes the passages of a document that no reader finds."""

    async def work(work: Work) -> int:
        rows = await work.run("sweep_passages", document=document, limit=PART)
        return int(rows[0]["swept"]) if rows else 0

    swept = PART
    while swept == PART:
        with observe.step("text.sweep"):
            swept = await graph.write("a part of a long document", work)


async def clear(graph: Graph, workspace: str, document: str) -> None:
    """Takes the text of a long document from readers and deletes it; of a short one nothing."""
    rows = await graph.read("count_passages", {"workspace": workspace, "id": document})
    if not rows or rows[0]["passages"] <= PART:
        return

    async def work(work: Work) -> None:
        await work.run("lock_document", id=document)
        await work.run("release_passages_of", document=document)

    with observe.step("document.release"):
        await graph.write("a long document", work)
    await sweep(graph, document)


async def _drop_abandoned(graph: Graph, workspace: str, item: Prepared) -> None:
    params = {"workspace": workspace, "path_hash": _path(item), "id": item.write.id}
    for row in await graph.read("abandoned_parts", params):
        id_ = row["id"]

        async def work(work: Work, id_: str = id_) -> None:
            await work.run("delete_documents", ids=[id_])

        await sweep(graph, id_)
        with observe.step("text.sweep"):
            await graph.write("a part of a long document", work)


def _path(item: Prepared) -> str:
    return str(item.document["values"]["path_hash"])


class _Part:
    """One transaction of `stage`."""

    def __init__(self, workspace: str, item: Prepared, rows: Sequence[Row]) -> None:
        self._workspace = workspace
        self._item = item
        self._rows = {row["id"]: row for row in rows}

    async def __call__(self, work: Work) -> None:
        id_ = self._item.write.id
        await work.run("revive_documents", ids=[id_])
        await work.run("hold_documents", workspace=self._workspace, ids=[id_])
        await work.run("claim_path", id=id_, path_hash=_path(self._item))
        there = {row["id"] for row in await work.run("passages_among", ids=sorted(self._rows))}
        new = [row for id_, row in self._rows.items() if id_ not in there]
        if new:
            await work.run("stage_passages", rows=new)
