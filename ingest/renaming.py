"""When a name comes to mean something else, the documents that use it are read again, out of the ledger.

Documents are resolved one by one, each by the names known then. One that gives a thing another name changes
what that name means in the others, and so does the end of the last one that gave it. Those that may be
concerned are queued before the change itself is written: a death in between leaves work that changes
nothing. So in the end every document means by a name what all of them together say, in any order of import.
"""

from collections.abc import Collection, Iterable, Sequence

from ingest.resolve import Known
from kg.model.ids import entity_id
from kg.model.stored import FactsReceipt, ResolvedEntity, StoredDocument
from kg.ports import GraphStore
from policy.rungs import Rung, machinery

Taught = frozenset[tuple[str, str]]
"""Other names: (name key, id of the thing it leads to), where the key alone would lead elsewhere."""


def taught(workspace: str, entities: Iterable[ResolvedEntity]) -> Taught:
    """The other names that a document gives the things it is about."""
    return frozenset(
        (key, entity.id)
        for entity in entities
        for key in entity.keys
        if entity_id(workspace, key) != entity.id
    )


async def before_naming(
    store: GraphStore, document: str, before: Taught, after: Taught, known: Known
) -> None:
    """Queues the documents that mean something else once `document` gives the names in `after` in place of
    those in `before`. `known` is what the names it uses lead to now. It is queued itself when it goes on using
    a name that it gives no more: what the name led to may have been its own word alone."""
    concerned: set[str] = set()
    for key, thing in after - before:
        others = {entity.id for entity in known.get(key, ())}
        if thing not in others:
            concerned |= {entity_id(store.workspace, key), *others}
    documents = await _naming(store, concerned, document)
    for key, thing in before - after:
        documents |= await _left_without(store, key, thing, {document})
        if any(entity.id == thing for entity in known.get(key, ())):
            documents.add(document)
    if documents:
        await store.queue_extraction(sorted(documents))


async def lower_documents(store: GraphStore, documents: Sequence[StoredDocument], rung: Rung) -> FactsReceipt:
    """`GraphStore.lower_documents`, and those who used the names they gave are read again."""
    if not machinery(rung).facts:
        await _before_taking_back(store, documents)
    return await store.lower_documents([document.id for document in documents], rung)


async def remove_documents(store: GraphStore, documents: Sequence[StoredDocument]) -> FactsReceipt:
    """`GraphStore.remove_documents`, and those who used the names they gave are read again."""
    await _before_taking_back(store, documents)
    return await store.remove_documents([document.id for document in documents])


async def _before_taking_back(store: GraphStore, documents: Sequence[StoredDocument]) -> None:
    remembered = [document.id for document in documents if document.fingerprint is not None]
    held = await store.named_by(remembered) if remembered else {}
    given = {pair for entities in held.values() for pair in taught(store.workspace, entities)}
    going = {document.id for document in documents}
    concerned: set[str] = set()
    for key, thing in sorted(given):
        concerned |= await _left_without(store, key, thing, going)
    if concerned:
        await store.queue_extraction(sorted(concerned))


async def _left_without(store: GraphStore, key: str, thing: str, going: Collection[str]) -> set[str]:
    """Who is concerned when documents give a name no more: nobody while another one still gives it."""
    said = await store.documents_naming([thing, entity_id(store.workspace, key)])
    others = [naming for naming in said if naming.document not in going]
    if any(naming.entity == thing and key in naming.keys for naming in others):
        return set()
    return {naming.document for naming in others}


async def _naming(store: GraphStore, entities: Iterable[str], document: str) -> set[str]:
    wanted = sorted(entities)
    said: Sequence[str] = [n.document for n in await store.documents_naming(wanted)] if wanted else []
    return {other for other in said if other != document}
