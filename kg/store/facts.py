"""What a document says becomes facts, and the line that stands for it in memory."""

from collections.abc import Mapping, Sequence

from kg import observe
from kg.errors import EngineBusy
from kg.model.stored import FactsReceipt, FactsWrite, ResolvedEntity
from kg.store.connection import Row, Work
from kg.store.part import Part
from kg.store.parts import SECONDS, add, say_most
from kg.store.pointer import set_pointer
from kg.store.saying import Saying, say
from policy.rungs import Rung
from policy.scope import DEFAULT_SCOPE, audience

LOOKS = 5


class _Overtaken(Exception):
    """The document changed between the look at it and the lock; nothing of the transaction is kept."""


class Facts(Part):
    """See `kg.ports.GraphStore`."""

    async def write_facts(self, write: FactsWrite) -> FactsReceipt:
        """See the port and `FactsWrite`. A document that is gone, is not at `facts`, or stands in a folder
        that does not allow facts at this moment or cannot be read, gets none: a policy that was set while
        its extraction ran holds. Of more than 5,000 statements most are written in transactions before."""

        async def look(work: Work) -> Row | None:
            return await _admitted(work, self._workspace, write.document)

        async def work(work: Work) -> FactsReceipt:
            document = await look(work)
            if document is None:
                return FactsReceipt()
            receipt = await say(work, self._workspace, document, saying)
            if await look(work) != document:
                raise _Overtaken
            await set_pointer(work, document, write.pointer_title, write.pointer_about)
            await work.run("mark_extracted", id=write.document, fingerprint=write.fingerprint)
            return receipt

        saying = Saying(write.statements, write.mentions, write.segments)
        for _ in range(LOOKS):
            done = await say_most(self._graph, self._workspace, write.document, saying, look)
            try:
                with observe.step("facts.write"):
                    last = await self._graph.write("the facts of a document", work, SECONDS)
            except _Overtaken:
                continue
            receipt = add(done, last)
            await self._statistics.grew(receipt.written)
            return receipt
        raise EngineBusy("A document keeps changing while its facts are written; nothing of it was kept.")

    async def entities_named(
        self, keys: Sequence[str], scope: str
    ) -> Mapping[str, tuple[ResolvedEntity, ...]]:
        """See the port."""
        audiences = sorted({audience(self._workspace, DEFAULT_SCOPE), audience(self._workspace, scope)})
        params = {"workspace": self._workspace, "keys": sorted(set(keys)), "audiences": audiences}
        found: dict[str, tuple[ResolvedEntity, ...]] = {}
        for row in await self._graph.read("entities_named", params):
            entity = ResolvedEntity(row["id"], row["name"], row["kind"], tuple(row["keys"]))
            found[row["key"]] = (*found.get(row["key"], ()), entity)
        return found


async def _admitted(work: Work, workspace: str, id_: str) -> Row | None:
    rows = await work.run("document_for_facts", workspace=workspace, id=id_)
    if not rows:
        return None
    document: Row = rows[0]["document"]
    allowed = rows[0]["folder_rung"] == Rung.FACTS and not rows[0]["held"]
    return document if allowed and document["rung"] == Rung.FACTS else None
