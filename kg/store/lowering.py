"""Taking back: what the rungs above the new one wrote goes, and what it had superseded comes back."""

from kg import observe
from kg.model.ids import pointer_id
from kg.model.stored import FactsReceipt
from kg.store.connection import Row, Work
from kg.store.mentions import Touched, hold_entities, mentions_held, set_mentions, settle
from kg.store.part import Part
from kg.store.parts import SECONDS, add, say_most
from kg.store.saying import Saying, say
from kg.store.staging import clear
from policy.rungs import Rung, machinery


class Lowering(Part):
    """See `kg.ports.GraphStore`."""

    async def lower_document(self, id: str, rung: Rung) -> FactsReceipt:
        """See the port. A document that already stands at `rung` or below loses nothing. The text of a
        very long one goes in parts before."""
        if not machinery(rung).passages:
            await clear(self._graph, self._workspace, id)
        done = FactsReceipt()
        if not machinery(rung).facts:
            done = await self._take_most(id, f"lowered to {rung}")

        async def work(work: Work) -> FactsReceipt:
            found = await _find(work, self._workspace, id)
            if found is None or found["document"]["rung"] is None:
                return FactsReceipt()
            receipt = await _take_back(work, self._workspace, found, rung)
            if Rung(found["document"]["rung"]).height > rung.height:
                await work.run("set_rung", id=id, rung=rung)
            return receipt

        with observe.step("document.lower"):
            return add(done, await self._graph.write("taking a document back", work, SECONDS))

    async def remove_document(self, id: str) -> FactsReceipt:
        """See the port. Tombstones and cached extractions stay, since those are paid for and the file may
        come back: they hang on the folder now, and go when it goes to `nothing`. The text of a very long
        document goes in parts before."""
        await clear(self._graph, self._workspace, id)
        done = await self._take_most(id, "its file is gone")

        async def work(work: Work) -> FactsReceipt:
            found = await _find(work, self._workspace, id)
            if found is None:
                return FactsReceipt()
            receipt = await _take_memory(work, self._workspace, found, "its file is gone")
            await _take_card(work, self._workspace, found)
            await work.run("delete_passages_of", document=id)
            await work.run("delete_jobs_of", document=id, kind="extract")
            if found["folder_rung"] == Rung.NOTHING and not found["held"]:
                await _forget(work, id)
            else:
                await work.run("leave_in_folder", document=id)
            await work.run("delete_document", id=id)
            return receipt

        with observe.step("document.remove"):
            return add(done, await self._graph.write("taking a document back", work, SECONDS))

    async def _take_most(self, id_: str, reason: str) -> FactsReceipt:
        async def look(work: Work) -> Row | None:
            found = await _find(work, self._workspace, id_)
            return None if found is None else found["document"]

        return await say_most(self._graph, self._workspace, id_, Saying(reason=reason), look)


async def _find(work: Work, workspace: str, id_: str) -> Row | None:
    """The document and what it wrote. Where it wrote no facts only a lock keeps that true."""
    rows = await work.run("document_for_facts", workspace=workspace, id=id_)
    if rows and not rows[0]["remembered"]:
        await work.run("lock_document", id=id_)
        rows = await work.run("document_for_facts", workspace=workspace, id=id_)
    return rows[0] if rows else None


async def _take_back(work: Work, workspace: str, found: Row, rung: Rung) -> FactsReceipt:
    id_ = found["document"]["id"]
    allowed = machinery(rung)
    receipt = FactsReceipt()
    if not allowed.facts:
        receipt = await _take_memory(work, workspace, found, f"lowered to {rung}")
        await work.run("delete_jobs_of", document=id_, kind="extract")
    if not allowed.card:
        await _take_card(work, workspace, found)
    if not allowed.passages:
        await work.run("delete_passages_of", document=id_)
        await _forget(work, id_)
        await work.run("forget_path", id=id_)
    return receipt


async def _forget(work: Work, id_: str) -> None:
    for query in ("delete_tombstones", "delete_extractions"):
        await work.run(query, document=id_)


async def _take_memory(work: Work, workspace: str, found: Row, reason: str) -> FactsReceipt:
    if not found["remembered"]:
        return FactsReceipt()
    document = found["document"]
    receipt = await say(work, workspace, document, Saying(reason=reason))
    await work.run("delete_pointer", id=pointer_id(document["id"]))
    await work.run("mark_extracted", id=document["id"], fingerprint=None)
    return receipt


async def _take_card(work: Work, workspace: str, found: Row) -> None:
    if not found["carded"]:
        return
    id_ = found["document"]["id"]
    touched = Touched()
    mentions = await mentions_held(work, [id_], "card")
    await hold_entities(work, workspace, [row["thing"] for row in mentions])
    await work.run("hold_documents", workspace=workspace, ids=[id_])
    await set_mentions(work, workspace, mentions, (), "card", touched)
    await settle(work, workspace, touched)
    await work.run("delete_cards", documents=[id_])
