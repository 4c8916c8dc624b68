"""One transaction that takes several documents back, each to the same rung, or with its file."""

from collections.abc import Sequence

from kg.model.ids import pointer_id
from kg.model.stored import FactsReceipt
from kg.store.connection import Row, Work
from kg.store.mentions import (
    Touched,
    hold_entities,
    hold_values,
    mentions_held,
    set_mentions,
    settle,
)
from kg.store.saying import reproject
from kg.store.stated import ENTITY_KINDS
from policy.rungs import Rung, machinery


class TakeBack:
    """`rung` None says that the files are gone. Locks are taken as everywhere: things, values, documents,
    names; each in order of id or key."""

    def __init__(self, workspace: str, ids: Sequence[str], rung: Rung | None, reason: str) -> None:
        self._workspace = workspace
        self._ids = sorted(ids)
        self._rung = rung
        self._reason = reason
        allowed = machinery(Rung.NOTHING if rung is None else rung)
        self._kinds = [
            by for by, stays in (("facts", allowed.facts), ("card", allowed.mentions)) if not stays
        ]
        self._passages_go = not allowed.passages

    async def __call__(self, work: Work) -> FactsReceipt:
        touched = Touched()
        held = await self._hold(work, touched)
        rows = await self._documents(work)
        ids = [row["document"]["id"] for row in rows]
        receipt = FactsReceipt()
        if "facts" in self._kinds:
            receipt = await self._facts(work, ids, held["facts"], touched)
        if "card" in self._kinds:
            await set_mentions(work, self._workspace, held["card"], (), "card", touched)
            await work.run("delete_cards", documents=ids)
        await settle(work, self._workspace, touched)
        await self._end(work, rows)
        return receipt

    async def _hold(self, work: Work, touched: Touched) -> dict[str, list[Row]]:
        """Locks everything that may change hands, and tells what the documents mention."""
        before = await self._mentions(work)
        if "facts" in self._kinds:
            found = await work.run("values_of_documents", ids=self._ids, groups=None)
            values = [row["value"] for row in found]
            touched.values |= {value["id"] for value in values}
        else:
            values = []
        await hold_entities(work, self._workspace, _things(before))
        await hold_values(work, self._workspace, values)
        await work.run("lock_documents", workspace=self._workspace, ids=self._ids)
        now = await self._mentions(work)
        known = {row["id"] for row in _things(before)}
        # Another transaction may have written one of them between our look and our lock.
        await hold_entities(work, self._workspace, [row for row in _things(now) if row["id"] not in known])
        return now

    async def _mentions(self, work: Work) -> dict[str, list[Row]]:
        # Asked once for all kinds: it is asked again under the lock, and is the dearest read of a batch.
        rows = await mentions_held(work, self._ids, *self._kinds) if self._kinds else []
        return {by: [row for row in rows if row["by"] == by] for by in self._kinds}

    async def _documents(self, work: Work) -> list[Row]:
        """Those that are there, have a form, and are to lose some of it."""
        params = {"workspace": self._workspace, "ids": self._ids}
        rows = await work.run("documents_to_take_back", **params)
        return [row for row in rows if self._rung is None or row["document"]["rung"] is not None]

    async def _facts(
        self, work: Work, ids: Sequence[str], mentions: Sequence[Row], touched: Touched
    ) -> FactsReceipt:
        evidence = await work.run("evidence_of_documents", ids=list(ids), groups=None)
        receipt = await reproject(work, ids, {}, evidence, self._reason) if evidence else FactsReceipt()
        touched.entities |= {row["subject"] for row in evidence}
        touched.entities |= {row["object"] for row in evidence if row["object_kind"] in ENTITY_KINDS}
        await set_mentions(work, self._workspace, mentions, (), "facts", touched)
        await work.run("end_segments", documents=list(ids))
        await work.run("delete_pointers", ids=[pointer_id(id_) for id_ in ids])
        await work.run("unmark_extracted", ids=list(ids))
        await work.run("delete_jobs_of", documents=list(ids), kind="extract")
        return receipt

    async def _end(self, work: Work, rows: Sequence[Row]) -> None:
        ids = [row["document"]["id"] for row in rows]
        if self._passages_go:
            await work.run("delete_passages_of", documents=ids)
        if self._rung is None:
            await self._remove(work, rows)
            return
        if self._rung is Rung.NOTHING:
            await _forget(work, ids)
            await work.run("forget_paths", ids=ids)
        lower = [id_ for row, id_ in zip(rows, ids, strict=True) if _stands_above(row, self._rung)]
        await work.run("set_rung", ids=lower, rung=self._rung)

    async def _remove(self, work: Work, rows: Sequence[Row]) -> None:
        """What is kept for a file's return is kept where its folder is above `nothing`."""
        kept = [row["document"]["id"] for row in rows if row["folder_rung"] != Rung.NOTHING or row["held"]]
        gone = [row["document"]["id"] for row in rows if row["document"]["id"] not in set(kept)]
        await _forget(work, gone)
        await work.run("delete_documents", ids=gone)
        await work.run("leave_in_folder", documents=kept)


def _things(mentions: dict[str, list[Row]]) -> list[Row]:
    return [row["thing"] for rows in mentions.values() for row in rows]


def _stands_above(row: Row, rung: Rung) -> bool:
    return Rung(row["document"]["rung"]).height > rung.height


async def _forget(work: Work, ids: Sequence[str]) -> None:
    for query in ("delete_tombstones", "delete_extractions"):
        await work.run(query, documents=list(ids))
