"""Work that is queued anew while its worker ends, by two transactions in each other's way: it stays queued."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from kg.model.stored import Job
from kg.store import Graph, GraphStore
from kg.store.connection import Work
from tests.store.makes import document

SECONDS = 20.0
_WAITS = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*) AS found"

End = Callable[[GraphStore, Job], Awaitable[object]]

ENDS: dict[str, End] = {
    "finish": lambda store, job: store.finish_job("one", job.id),
    "retry": lambda store, job: store.retry_job("one", job.id, "refused", None),
    "return": lambda store, job: store.return_job("one", job.id, ()),
    "release": lambda store, job: store.release_jobs("one", [job.id]),
    "renew": lambda store, job: store.renew_jobs("one", [job.id], datetime.now(UTC) + timedelta(days=1)),
}


async def meanwhile(graph: Graph, job: Job, held: Awaitable[object], **values: object) -> None:
    """Changes the job and commits when `held`, which began after that, waits for it."""

    async def work(work: Work) -> asyncio.Future[object]:
        await work.run(
            "queue_jobs", rows=[{"id": job.id, "kind": job.kind, "document": job.document, **values}]
        )
        waiting = asyncio.ensure_future(held)
        async with asyncio.timeout(SECONDS):
            while not await _found(graph):
                assert not waiting.done()
        return waiting

    await (await graph.write("the queue", work))


async def _found(graph: Graph) -> int:
    (row,) = await graph.run_alone(_WAITS, "the transactions")
    return int(row["found"])


async def leased(store: GraphStore) -> Job:
    write = document(store.workspace)
    await store.write_documents([write])
    (job,) = await store.lease_jobs("one", ["extract"], 1, datetime.now(UTC), 60.0)
    return job


@pytest.mark.parametrize("end", ENDS)
async def test_a_worker_that_ends_does_nothing_to_work_queued_anew(
    store: GraphStore, graph: Graph, end: str
) -> None:
    job = await leased(store)
    await meanwhile(graph, job, ENDS[end](store, job), state="queued", tries=0)
    (again,) = await store.lease_jobs("two", ["extract"], 1, datetime.now(UTC), 60.0)
    assert (again.id, again.tries) == (job.id, 1)


async def test_trying_again_takes_no_job_from_its_worker(store: GraphStore, graph: Graph) -> None:
    job = await leased(store)
    await store.retry_job("one", job.id, "refused", None)
    await meanwhile(graph, job, store.try_again(), state="leased", tries=1)
    assert (await store.progress()).jobs == {"leased": 1}
