"""Working off what comes after the text: vectors, and the facts of documents at the top rung."""

import time

from ingest.deps import Limits, SyncDeps
from ingest.purged import keeping_out
from ingest.work.budget import Budget
from ingest.work.extract import Extraction
from ingest.work.lease import return_from_the_dead
from ingest.work.vectors import Embedding
from kg.errors import ModelError
from kg.model.receipt import Asked, FactCounts, SegmentCounts, Stop, WorkReceipt

__all__ = ["drain"]


async def drain(
    deps: SyncDeps, root: str | None = None, limits: Limits | None = None, budget: Budget | None = None
) -> WorkReceipt:
    """Works off everything that is due, of one root if given: vectors of bodies, extraction, vectors of
    memory. It may ask for what `limits` allow, or for what is left of `budget`. Documents that fail are named and
    stop no other; a model that refuses (wrong key) or stays away stops the run with the reason, and what was done
    stays. Cancelled, it gives its work back. Raises `EngineError` when the graph cannot be had."""
    begun, deps = time.monotonic(), await keeping_out(deps)
    budget = budget or Budget(limits or Limits())
    before = budget.used
    work = Extraction(deps, root, budget)
    vectors, stopped = Embedding(deps.store, deps.progress), None
    try:
        await return_from_the_dead(deps)
        await vectors.run("passages", deps.body_embedder)
        await work.run()
        await vectors.run("memory", deps.memory_embedder)
    except ModelError as error:
        stopped = Stop(error.code, error.message)
    tally = work.tally
    return WorkReceipt(
        segments=SegmentCounts(tally.extracted + tally.reused, tally.extracted, tally.reused),
        usage=budget.used - before,
        facts=FactCounts(tally.written, tally.kept, tally.tombstoned, sum(tally.rejected.values())),
        embeddings=vectors.made,
        waiting=tally.waiting,
        left=await work.left(),
        problems=tuple(tally.problems),
        rejected=dict(tally.rejected),
        stopped=stopped or work.stop,
        asked=Asked(tally.asked, tally.repeated, tally.repaired, tally.turned_away),
        seconds=time.monotonic() - begun,
        notices=tuple(vectors.notices),
    )
