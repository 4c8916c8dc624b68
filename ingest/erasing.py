"""Taking back what holds something that was purged, in the purge itself and in the run after one that was cut short."""

from ingest.renaming import lower_documents
from kg.observe import Progress
from kg.ports import GraphStore
from policy.rungs import Rung

BATCH = 200
"""Documents taken back between two looks at the progress bar."""


async def take_back_purged(store: GraphStore, progress: Progress) -> None:
    """Takes everything back from the documents that hold what was purged, and deletes those that go as a whole or
    whose files are gone. The others are at `nothing` then, and whoever gives their folder the form it asks for reads
    them again, through the guard. Where no purge was interrupted this costs nothing but the look."""
    purged = await store.purged()
    ids = sorted(purged.pending)
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        known = {id_: await store.document(id_) for id_ in some}
        here = [document for document in known.values() if document is not None]
        await lower_documents(store, here, Rung.NOTHING)
        gone = [id_ for id_ in some if id_ in purged.going or known[id_] is None]
        await store.strike_off(some, gone)
        progress("erasing", min(start + BATCH, len(ids)), len(ids))
