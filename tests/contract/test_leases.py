"""What every graph store promises about who works on what: the lease on a root, and jobs of the dead."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from kg.model.stored import Job
from kg.ports import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.store import FakeStore
from tests.store.makes import ROOT, Doc, document

if TYPE_CHECKING:
    from kg.store import Graph

NOW = datetime.now(UTC) + timedelta(days=1)
LATER = NOW + timedelta(seconds=61)


@pytest.fixture(params=["fake", "neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """Each promise is asked of both."""
    if request.param == "fake":
        return FakeStore("contract")
    from kg.store import GraphStore as RealStore

    graph: Graph = request.getfixturevalue("graph")
    return RealStore(graph, request.getfixturevalue("workspace"))


async def test_one_at_a_time_has_a_root(store: GraphStore) -> None:
    assert await store.take_root(ROOT, "one", NOW, 60.0) == "one"
    assert await store.take_root(ROOT, "two", NOW, 60.0) == "one"
    assert await store.take_root(ROOT + "/other", "two", NOW, 60.0) == "two"
    await store.leave_root(ROOT, "two")
    assert await store.take_root(ROOT, "two", NOW, 60.0) == "one"
    await store.leave_root(ROOT, "one")
    assert await store.take_root(ROOT, "two", NOW, 60.0) == "two"


async def test_a_lease_that_is_kept_does_not_run_out(store: GraphStore) -> None:
    await store.take_root(ROOT, "one", NOW, 60.0)
    assert await store.take_root(ROOT, "one", NOW + timedelta(seconds=40), 60.0) == "one"
    assert await store.take_root(ROOT, "two", LATER, 60.0) == "one"
    assert await store.take_root(ROOT, "two", LATER + timedelta(seconds=40), 60.0) == "two"
    assert await store.take_root(ROOT, "one", LATER + timedelta(seconds=40), 60.0) == "two"


async def test_a_root_is_taken_from_the_dead_and_from_nobody_else(store: GraphStore) -> None:
    await store.take_root(ROOT, "one", NOW, 60.0)
    assert await store.take_root(ROOT, "two", NOW, 60.0, instead="three") == "one"
    assert await store.take_root(ROOT, "two", NOW, 60.0, instead="one") == "two"


async def test_a_lease_leaves_no_root_and_no_setting_behind(store: GraphStore) -> None:
    await store.take_root(ROOT, "one", NOW, 60.0)
    assert (await store.roots(), await store.folder_settings()) == ((), ())
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.leave_root(ROOT, "one")
    assert (await store.roots(), await store.folder_settings()) == ((), (FolderSetting(ROOT, Rung.FACTS),))


async def test_jobs_of_the_dead_go_back_untried(store: GraphStore) -> None:
    first, rest = await _leased(store)
    assert await store.job_leases("extract", NOW) == ("one", "two")
    await store.return_jobs("extract", ["one", "never"], NOW)
    assert await store.job_leases("extract", NOW) == ("two",)
    again = await store.lease_jobs("three", ["extract"], 9, NOW, 60.0)
    assert {job.id for job in again} == {job.id for job in first}
    assert {job.tries for job in again} == {1}
    assert not {job.id for job in again} & {job.id for job in rest}


async def test_leases_that_ran_out_are_not_listed(store: GraphStore) -> None:
    await _leased(store)
    assert await store.job_leases("extract", LATER) == ()


async def _leased(store: GraphStore) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
    docs = [Doc(store.workspace, f"{n}.md") for n in range(3)]
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, doc.name) for doc in docs])
    first = await store.lease_jobs("one", ["extract"], 2, NOW, 60.0)
    rest = await store.lease_jobs("two", ["extract"], 9, NOW, 60.0)
    assert (len(first), len(rest)) == (2, 1)
    return first, rest


async def test_a_sweep_of_what_a_death_left_touches_no_whole_text(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, text="One.\n\nTwo.")])
    before = {node.id for node in await store.unembedded(["Passage"], 9)}
    await store.sweep_text(ROOT)
    await store.sweep_text("/elsewhere")
    assert {node.id for node in await store.unembedded(["Passage"], 9)} == before != set()
