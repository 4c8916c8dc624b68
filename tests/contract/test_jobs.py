"""What every graph store promises about its queue, asked of the real one and of the fake."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from kg.model.stored import UnreadReply
from kg.ports import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.store import FakeStore
from tests.store.makes import ROOT, document

if TYPE_CHECKING:
    from kg.store import Graph


@pytest.fixture(params=["fake", "neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """Each promise is asked of both."""
    if request.param == "fake":
        return FakeStore("contract")
    from kg.store import GraphStore as RealStore

    graph: Graph = request.getfixturevalue("graph")
    return RealStore(graph, request.getfixturevalue("workspace"))


async def queued(store: GraphStore, *names: str) -> list[str]:
    """Writes documents whose facts wait; their ids."""
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    writes = [document(store.workspace, name) for name in names]
    await store.write_documents(writes)
    return [write.id for write in writes]


async def test_jobs_are_taken_and_named_in_the_order_of_their_paths(store: GraphStore) -> None:
    """Ids of documents are drawn, and the same files are worked on in the same order all the same."""
    names = [f"{n}.md" for n in (3, 1, 4, 0, 5, 2)]
    by_name = dict(zip(names, await queued(store, *names), strict=True))
    wanted = [by_name[name] for name in sorted(names)]
    now = datetime.now(UTC) + timedelta(minutes=1)
    due = await store.due_jobs(ROOT, ["extract"], now)
    first = await store.lease_jobs("one", ["extract"], 4, now, 60.0)
    assert await store.lease_jobs("one", ["extract"], 4, now, 60.0) == first
    rest = await store.lease_jobs("two", ["extract"], 4, now, 60.0)
    assert [job.document for job in due] == [job.document for job in (*first, *rest)] == wanted
    await store.queue_extraction(wanted, anew=True)
    again = await store.lease_jobs("three", ["extract"], 9, now, 60.0)
    assert [job.document for job in again] == wanted


async def test_a_job_is_taken_once_kept_returned_and_finished(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, f"{n}.md") for n in range(3)])
    now = datetime.now(UTC) + timedelta(minutes=1)
    first = await store.lease_jobs("one", ["extract"], 2, now, 60.0)
    rest = await store.lease_jobs("two", ["extract"], 9, now, 60.0)
    assert (len(first), len(rest)) == (2, 1)
    assert not {job.id for job in first} & {job.id for job in rest}
    assert all(job.tries == 1 and job.kind == "extract" for job in first)
    assert await store.lease_jobs("three", ["extract"], 9, now, 60.0) == ()
    await store.finish_job("one", first[0].id)
    await store.release_jobs("one", [first[1].id])
    (again,) = await store.lease_jobs("four", ["extract"], 9, now, 60.0)
    assert (again.id, again.tries) == (first[1].id, 1)
    await store.renew_jobs("four", [again.id], now + timedelta(seconds=600))
    late = await store.lease_jobs("five", ["extract"], 9, now + timedelta(seconds=61), 60.0)
    assert [(job.id, job.tries) for job in late] == [(rest[0].id, 2)]


async def test_the_same_lease_asked_for_again_gives_the_same_jobs(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, f"{n}.md") for n in range(3)])
    now = datetime.now(UTC) + timedelta(minutes=1)
    first = await store.lease_jobs("one", ["extract"], 2, now, 60.0)
    again = await store.lease_jobs("one", ["extract"], 2, now, 60.0)
    assert {(job.id, job.tries) for job in again} == {(job.id, 1) for job in first}
    assert (await store.progress()).jobs == {"leased": 2, "queued": 1}


async def test_a_lease_that_another_took_over_ends_nothing(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace)])
    now = datetime.now(UTC) + timedelta(minutes=1)
    (job,) = await store.lease_jobs("slow", ["extract"], 1, now, 60.0)
    late = now + timedelta(seconds=61)
    assert len(await store.lease_jobs("next", ["extract"], 1, late, 60.0)) == 1
    await store.retry_job("slow", job.id, "too late", None)
    await store.renew_jobs("slow", [job.id], now)
    await store.release_jobs("slow", [job.id])
    await store.finish_job("slow", job.id)
    assert await store.lease_jobs("third", ["extract"], 1, late, 60.0) == ()
    assert (await store.progress()).jobs == {"leased": 1}
    await store.finish_job("next", job.id)
    assert (await store.progress()).jobs == {}


async def test_work_queued_anew_while_it_is_under_way_is_done_again(store: GraphStore) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    write = document(store.workspace)
    await store.write_documents([write])
    now = datetime.now(UTC) + timedelta(minutes=1)
    (job,) = await store.lease_jobs("one", ["extract"], 1, now, 60.0)
    await store.queue_extraction([write.id])
    await store.finish_job("one", job.id)
    assert (await store.progress()).jobs == {"queued": 1}
    (again,) = await store.lease_jobs("two", ["extract"], 1, now, 60.0)
    await store.write_documents([write])
    await store.retry_job("two", again.id, "model down", None)
    assert (await store.progress()).jobs == {"queued": 1}


async def test_a_job_is_tried_again_in_its_time_and_not_after_the_last(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace)])
    now = datetime.now(UTC) + timedelta(minutes=1)
    (job,) = await store.lease_jobs("one", ["extract"], 1, now, 60.0)
    await store.retry_job("one", job.id, "model down", now + timedelta(hours=1))
    assert await store.lease_jobs("two", ["extract"], 1, now + timedelta(minutes=59), 60.0) == ()
    (job,) = await store.lease_jobs("three", ["extract"], 1, now + timedelta(minutes=61), 60.0)
    assert (job.tries, job.reason) == (2, "model down")
    await store.retry_job("three", job.id, "refused", None)
    assert await store.lease_jobs("four", ["extract"], 1, now + timedelta(days=9), 60.0) == ()
    assert (await store.progress()).jobs == {"failed": 1}


async def test_due_jobs_are_seen_and_not_taken(store: GraphStore) -> None:
    now = datetime.now(UTC)
    ids = await queued(store, "a.md", "b.md")
    due = await store.due_jobs(ROOT, ["extract"], now)
    assert {job.document for job in due} == set(ids)
    assert (len(due), {job.tries for job in due}, (await store.progress()).jobs) == (2, {0}, {"queued": 2})
    assert await store.due_jobs("/elsewhere", ["extract"], now) == ()
    (job,) = await store.lease_jobs("one", ["extract"], 1, now, 60.0)
    assert job.id not in {left.id for left in await store.due_jobs(ROOT, ["extract"], now)}
    await store.retry_job("one", job.id, "model down", now + timedelta(hours=1))
    assert len(await store.due_jobs(ROOT, ["extract"], now)) == 1
    assert len(await store.due_jobs(ROOT, ["extract"], now + timedelta(hours=2))) == 2


async def test_a_reply_that_could_not_be_read_is_kept_with_its_job_until_it_was_repaired(
    store: GraphStore,
) -> None:
    now = datetime.now(UTC)
    await queued(store, "a.md")
    unread = (UnreadReply("s1"), UnreadReply("s2", cut=True))
    (job,) = await store.lease_jobs("one", ["extract"], 1, now, 60.0)
    await store.return_job("late", job.id, ())
    await store.return_job("one", job.id, unread)
    (job,) = await store.lease_jobs("two", ["extract"], 1, now, 60.0)
    assert (job.tries, job.unread) == (1, unread)
    await store.release_jobs("two", [job.id])
    (job,) = await store.lease_jobs("three", ["extract"], 1, now, 60.0)
    assert job.unread == unread
    await store.retry_job("three", job.id, "no JSON", now)
    (job,) = await store.lease_jobs("four", ["extract"], 1, now, 60.0)
    assert job.unread == ()


async def test_what_is_to_be_made_anew_stays_so_when_it_is_queued_again(store: GraphStore) -> None:
    now = datetime.now(UTC)
    ids = await queued(store, "a.md")
    await store.queue_extraction(ids)
    assert [job.anew for job in await store.due_jobs(ROOT, ["extract"], now)] == [False]
    await store.queue_extraction(ids, anew=True)
    await store.queue_extraction(ids)
    (job,) = await store.lease_jobs("one", ["extract"], 1, now, 60.0)
    assert job.anew
    await store.finish_job("one", job.id)
    await store.queue_extraction(ids)
    assert [job.anew for job in await store.due_jobs(ROOT, ["extract"], now)] == [False]


async def test_jobs_are_asked_for_by_kind_and_root(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace)])
    now = datetime.now(UTC) + timedelta(minutes=1)
    assert await store.lease_jobs("a", ["retire"], 9, now, 60.0) == ()
    assert await store.lease_jobs("b", ["extract"], 9, now, 60.0, root="/elsewhere") == ()
    assert len(await store.lease_jobs("c", ["extract"], 9, now, 60.0, root=ROOT)) == 1


async def test_work_on_a_new_content_replaces_the_old(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, text="One.")])
    now = datetime.now(UTC) + timedelta(minutes=1)
    (old,) = await store.lease_jobs("one", ["extract"], 9, now, 60.0)
    await store.write_documents([document(store.workspace, text="Two.")])
    (new,) = await store.lease_jobs("d", ["extract"], 9, now, 60.0)
    assert old.id != new.id
    await store.finish_job("one", old.id)
    assert (await store.progress()).jobs == {"leased": 1}
