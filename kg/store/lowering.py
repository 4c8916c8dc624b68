"""Taking back: what the rungs above the new one wrote goes, and what it had superseded comes back."""

from collections.abc import Sequence

from kg import observe
from kg.model.stored import FactsReceipt
from kg.store import parts, staging
from kg.store.connection import Row, Work
from kg.store.part import Part
from kg.store.saying import Saying
from kg.store.taking import TakeBack
from policy.rungs import Rung, machinery

WEIGHED = 500
"""Documents whose size is asked for at once."""
TOGETHER = 200
"""Documents taken back in one transaction, of those that are small."""


class Lowering(Part):
    """See `kg.ports.GraphStore`."""

    async def lower_document(self, id: str, rung: Rung) -> FactsReceipt:
        """See the port."""
        return await self.lower_documents((id,), rung)

    async def remove_document(self, id: str) -> FactsReceipt:
        """See the port."""
        return await self.remove_documents((id,))

    async def lower_documents(self, ids: Sequence[str], rung: Rung) -> FactsReceipt:
        """See the port. A document that already stands at `rung` or below loses nothing. The text and facts
        of a very long one go in parts before."""
        return await self._take_back(ids, rung, f"lowered to {rung}")

    async def remove_documents(self, ids: Sequence[str]) -> FactsReceipt:
        """See the port. Tombstones and cached extractions stay, since those are paid for and the files may
        come back: they hang on the folder now, and go when it goes to `nothing`. The text and facts of a very
        long document go in parts before."""
        return await self._take_back(ids, None, "its file is gone")

    async def _take_back(self, ids: Sequence[str], rung: Rung | None, reason: str) -> FactsReceipt:
        done = FactsReceipt()
        for start in range(0, len(ids), WEIGHED):
            sizes = await self._sizes(sorted(set(ids[start : start + WEIGHED])))
            for batch in batches(sizes):
                done = _sum(done, await self._take_batch(batch, rung, reason))
        return done

    async def _sizes(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        params = {"workspace": self._workspace, "ids": ids}
        rows = await self._graph.read("sizes_of_documents", params, seconds=60.0)
        return {row["id"]: (row["statements"], row["passages"]) for row in rows}

    async def _take_batch(self, batch: Sequence[str], rung: Rung | None, reason: str) -> FactsReceipt:
        allowed = machinery(Rung.NOTHING if rung is None else rung)
        done = FactsReceipt()
        if len(batch) == 1:
            if not allowed.passages:
                await staging.clear(self._graph, self._workspace, batch[0])
            if not allowed.facts:
                done = await self._take_most(batch[0], reason)
        work = TakeBack(self._workspace, batch, rung, reason)
        if rung is None:
            with observe.step("document.remove"):
                return parts.add(done, await self._taken(work))
        with observe.step("document.lower"):
            return parts.add(done, await self._taken(work))

    async def _taken(self, work: TakeBack) -> FactsReceipt:
        return await self._graph.write("taking documents back", work, parts.SECONDS)

    async def _take_most(self, id_: str, reason: str) -> FactsReceipt:
        async def look(work: Work) -> Row | None:
            rows = await work.run("document_for_facts", workspace=self._workspace, id=id_)
            return rows[0]["document"] if rows else None

        return await parts.say_most(self._graph, self._workspace, id_, Saying(reason=reason), look)


def batches(sizes: dict[str, tuple[int, int]]) -> list[list[str]]:
    """Documents put together until they have as much as one transaction takes; one that has more goes alone.
    `sizes` is (statements, passages) by document."""
    found: list[list[str]] = []
    room = (0, 0)
    for id_, (statements, passages) in sorted(sizes.items()):
        room = (room[0] - statements, room[1] - passages)
        if not found or min(room) < 0 or len(found[-1]) == TOGETHER:
            found.append([])
            room = (parts.PART - statements, staging.PART - passages)
        found[-1].append(id_)
    return found


def _sum(one: FactsReceipt, other: FactsReceipt) -> FactsReceipt:
    return FactsReceipt(one.written + other.written, one.kept + other.kept, one.tombstoned + other.tombstoned)
