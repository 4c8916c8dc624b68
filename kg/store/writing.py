"""Writes the text forms of documents: several documents a transaction, each whole."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from kg import observe
from kg.model.stored import DocumentWrite
from kg.store.connection import Row, Work
from kg.store.folders import make_folders
from kg.store.lowering import Lowering
from kg.store.mentions import (
    Mentioned,
    Touched,
    entity_row,
    hold_entities,
    mentions_held,
    set_mentions,
    settle,
)
from kg.store.prepare import Prepared, prepare
from kg.store.staging import PART, stage, sweep
from kg.store.stamp import refuse_purged
from policy.folders import folder_key
from policy.rungs import Rung, machinery

BATCH_DOCUMENTS = 200
BATCH_CHARACTERS = 1_000_000
"""Of passage text in one transaction; a longer document is a transaction of its own."""


class Writing(Lowering):
    """See `kg.ports.GraphStore`."""

    async def write_documents(self, writes: Sequence[DocumentWrite], stamp: str | None = None) -> None:
        """See the port. What a document had above its new rung is taken back first, so a death in between
        leaves less in memory, never more."""
        await self._make_folders(writes)
        await self._lower(writes)
        todo = list(batches(writes))
        ready = self._prepare(todo[0]) if todo else None
        for following in (*todo[1:], None):
            if ready is None:
                break
            prepared = await ready
            # The words of the next batch are cut while the server writes this one.
            ready = None if following is None else self._prepare(following)
            for item in prepared:
                await stage(self._graph, self._workspace, item)
            written = _Batch(self._workspace, prepared, stamp)
            with observe.step("text.write"):
                await self._graph.write("the documents", written)
            for document in sorted(written.long):
                await sweep(self._graph, document)
            await self._statistics.grew(sum(1 + len(item.passages) for item in prepared))

    async def sweep_text(self, root: str) -> None:
        """See the port; in parts."""
        params = {"workspace": self._workspace, "root": root}
        for row in await self._graph.read("loose_texts", params, seconds=60.0):
            await sweep(self._graph, row["id"])

    def _prepare(self, batch: Sequence[DocumentWrite]) -> "asyncio.Future[list[Prepared]]":
        return asyncio.ensure_future(asyncio.to_thread(_prepare_all, self._workspace, batch))

    async def _make_folders(self, writes: Sequence[DocumentWrite]) -> None:
        paths = {folder_key(path): path for path in {write.folder for write in writes}}
        params = {"workspace": self._workspace, "keys": sorted(paths)}
        present = {row["key"] for row in await self._graph.read("folders_present", params)}
        rows = [{"key": k, "path": p, "root": False} for k, p in sorted(paths.items()) if k not in present]
        if rows:
            with observe.step("folders.ensure"):
                await self._graph.write("the folders", lambda work: make_folders(work, self._workspace, rows))

    async def _lower(self, writes: Sequence[DocumentWrite]) -> None:
        wanted = {write.id: write.rung for write in writes}
        lower: defaultdict[Rung, list[str]] = defaultdict(list)
        for row in await self._graph.read("rungs_of", {"ids": sorted(wanted)}):
            rung = wanted[row["id"]]
            if row["rung"] is not None and Rung(row["rung"]).height > rung.height:
                lower[rung].append(row["id"])
        for rung, ids in lower.items():
            await self.lower_documents(ids, rung)


def batches(writes: Sequence[DocumentWrite]) -> Iterator[list[DocumentWrite]]:
    """The writes in order, cut into transactions."""
    batch: list[DocumentWrite] = []
    characters = 0
    for write in writes:
        size = sum(len(passage.text) for passage in write.passages)
        if batch and (len(batch) == BATCH_DOCUMENTS or characters + size > BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(write)
        characters += size
    if batch:
        yield batch


def _prepare_all(workspace: str, batch: Sequence[DocumentWrite]) -> list[Prepared]:
    return [prepare(workspace, write) for write in batch]


class _Batch:
    """One transaction of `write_documents`."""

    def __init__(self, workspace: str, prepared: Sequence[Prepared], stamp: str | None) -> None:
        self._workspace = workspace
        self._stamp = stamp
        self._prepared = {item.write.id: item for item in prepared}
        self._ids = sorted(self._prepared)
        self.long: set[str] = set()
        """Documents that have text left over which is to be deleted in parts."""

    async def __call__(self, work: Work) -> None:
        await refuse_purged(work, self._workspace, self._stamp)
        touched = Touched()
        wanted = [
            Mentioned(item.write.id, item.audience, entity)
            for item in self._prepared.values()
            if machinery(item.write.rung).mentions
            for entity in item.write.mentions
        ]
        held = await mentions_held(work, self._ids, "card")
        await hold_entities(
            work,
            self._workspace,
            [*(row["thing"] for row in held), *(entity_row(self._workspace, m.entity) for m in wanted)],
        )
        await work.run("revive_documents", ids=self._ids)
        await work.run("hold_documents", workspace=self._workspace, ids=self._ids)
        rows = sorted((item.document for item in self._prepared.values()), key=_by_folder)
        await work.run("write_documents", workspace=self._workspace, rows=rows)
        await self._passages(work)
        await self._cards(work)
        await set_mentions(work, self._workspace, held, wanted, "card", touched)
        await settle(work, self._workspace, touched)
        jobs = [item.job for item in self._prepared.values() if item.job is not None]
        if jobs:
            await work.run("queue_jobs", rows=jobs)

    async def _passages(self, work: Work) -> None:
        rows = await work.run("passages_held", ids=self._ids)
        held = {row["passage"]["id"]: row["passage"] for row in rows}
        staged = {row["passage"]["id"] for row in rows if row["staged"]}
        wanted = {row["id"]: row for item in self._prepared.values() for row in item.passages}
        gone = [id_ for id_ in held if id_ not in wanted and id_ not in staged]
        self.long = {row["document"] for row in rows if row["staged"]}
        if len(gone) > PART:
            self.long |= {row["document"] for row in rows if row["passage"]["id"] not in wanted}
        kept = [(row, held[id_]) for id_, row in wanted.items() if id_ in held]
        steps: list[tuple[str, str, list[Any]]] = [
            ("attach_passages", "ids", sorted(staged & wanted.keys())),
            ("create_passages", "rows", [row for id_, row in wanted.items() if id_ not in held]),
            ("reembed_passages", "rows", [row for row, old in kept if row["context"] != old["context"]]),
            ("move_passages", "rows", [c for row, old in kept if (c := _moved(row, old)) is not None]),
            ("release_passages" if len(gone) > PART else "delete_passages", "ids", gone),
        ]
        for query, param, values in steps:
            if values:
                await work.run(query, **{param: values})

    async def _cards(self, work: Work) -> None:
        rows = await work.run("cards_held", ids=self._ids)
        held = {row["document"]: row["card"] for row in rows}
        wanted = {id_: item.card for id_, item in self._prepared.items() if item.card is not None}
        gone = [id_ for id_ in held if id_ not in wanted]
        new = [card for id_, card in wanted.items() if id_ not in held or card["text"] != held[id_]["text"]]
        moved = [
            _without_wait(card)
            for id_, card in wanted.items()
            if id_ in held and card["text"] == held[id_]["text"] and _differ(card, held[id_])
        ]
        for name, part in (("write_cards", new), ("move_cards", moved)):
            if part:
                await work.run(name, rows=part)
        if gone:
            await work.run("delete_cards", documents=gone)


def _by_folder(row: Row) -> tuple[str, str]:
    """Folders are locked in one order by every writer."""
    return (row["folder"], row["id"])


def _differ(wanted: Row, held: Row) -> bool:
    return any(wanted.get(key) != value for key, value in held.items())


def _moved(wanted: Row, held: Row) -> Row | None:
    """What changes in a passage whose words stay; its words are not sent again, nor indexed anew."""
    if wanted["context"] != held["context"]:
        return None
    changed = {key: wanted[key] for key, value in held.items() if wanted[key] != value}
    if "project" in changed:
        changed["project_token"] = wanted["project_token"]
    return {"id": wanted["id"], **changed} if changed else None


def _without_wait(row: Row) -> Row:
    return {key: value for key, value in row.items() if key != "waiting"}
