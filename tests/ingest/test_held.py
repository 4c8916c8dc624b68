"""Two runs on one root: one works, the other waits or says so."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ingest.deps import SyncOptions
from ingest.sync import apply_policy, sync
from ingest.sync.held import held
from ingest.sync.unlink import unlink
from kg.engine.maker import new_lease
from kg.errors import RootBusy
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.ingest.rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    made = Rig(tmp_path / "vault")
    made.write("a.md", "# A\n\nNorthwind | fee | 40,000 EUR\n")
    return made


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.sync.held.LOOK_SECONDS", 0.001)


async def test_the_second_waits_and_says_for_whom(rig: Rig) -> None:
    stages: list[str] = []
    waiting = asyncio.Event()

    def progress(stage: str, done: int, total: int | None) -> None:
        stages.append(stage)
        if stage.startswith("waiting for process"):
            waiting.set()

    async with asyncio.timeout(20), held(rig.deps, rig.root.as_posix(), 0.0):
        second = asyncio.create_task(sync(rig.root, replace(rig.deps, progress=progress)))
        await waiting.wait()
        assert rig.store.calls["write_documents"] == 0
    receipt = await second
    assert receipt.documents.new == 1
    assert stages[-1] != stages[0]


async def test_one_without_patience_is_told_who_works(rig: Rig) -> None:
    async with held(rig.deps, rig.root.as_posix(), 0.0):
        with pytest.raises(RootBusy, match=r"Process \d+ on .* Nothing is lost") as told:
            await sync(rig.root, rig.deps, SyncOptions(patience=0.0))
    assert told.value.retryable
    assert told.value.exit_code == 3
    assert (await sync(rig.root, rig.deps, SyncOptions(patience=0.0))).documents.new == 1


async def test_a_policy_holds_though_another_run_is_at_work(rig: Rig) -> None:
    await sync(rig.root, rig.deps)
    root = rig.root.as_posix()
    await rig.store.set_folder(FolderSetting(root, Rung.FACTS))
    async with held(rig.deps, root, 0.0):
        receipt = await apply_policy(root, rig.deps, SyncOptions(patience=0.0))
    (problem,) = receipt.problems
    assert problem.code == "root_busy"
    assert "next sync" in problem.message
    assert (await sync(rig.root, rig.deps)).documents.raised == 1


async def test_a_folder_is_held_until_all_of_it_is_forgotten(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rig.rung(Rung.FACTS)
    await rig.sync()
    root, store, holders = rig.root.as_posix(), rig.store, list[str]()
    forget, set_folder = store.forget_folder, store.set_folder

    async def held_by() -> None:
        holders.append(await store.take_root(root, "another", rig.now, 1.0))

    async def forgetting(path: str) -> None:
        await held_by()
        await forget(path)

    async def setting(setting: FolderSetting) -> None:
        await held_by()
        await set_folder(setting)

    monkeypatch.setattr(store, "forget_folder", forgetting)
    monkeypatch.setattr(store, "set_folder", setting)
    await unlink(root, rig.deps, purge=True)
    assert len(holders) == 2
    assert "another" not in holders
    assert await store.folder_settings() == ()


async def test_a_dead_run_is_not_waited_for(rig: Rig) -> None:
    host, space, pid, _, chance = new_lease().split("/")
    dead = "/".join((host, space, pid, "ffffffff", chance))
    await rig.store.take_root(rig.root.as_posix(), dead, rig.now, 60.0)
    assert (await sync(rig.root, rig.deps, SyncOptions(patience=0.0))).documents.new == 1


async def test_a_run_of_another_machine_is_waited_for_until_its_lease_runs_out(rig: Rig) -> None:
    await rig.store.take_root(rig.root.as_posix(), "of another machine", rig.now, 60.0)
    with pytest.raises(RootBusy, match="Another run"):
        await sync(rig.root, rig.deps, SyncOptions(patience=0.0))
    rig.later(seconds=61)
    assert (await sync(rig.root, rig.deps, SyncOptions(patience=0.0))).documents.new == 1


async def test_one_that_stood_still_ends_when_another_took_over(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.sync.held.BEAT_SECONDS", 0.001)
    root = rig.root.as_posix()
    with pytest.raises(RootBusy, match="took over"):
        async with asyncio.timeout(20), held(rig.deps, root, 0.0):
            rig.later(seconds=61)
            # What another run does when it finds the lease run out.
            rig.store._leases[root] = ("another", rig.now)
            await rig.store.take_root(root, "another", rig.now, 60.0)
            await asyncio.Event().wait()
    assert rig.store._leases[root][0] == "another"


async def test_a_lease_is_kept_alive_and_left(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.sync.held.BEAT_SECONDS", 0.001)
    root, beats, take = rig.root.as_posix(), asyncio.Queue[str](), rig.store.take_root

    async def taking(*given: Any) -> str:
        beats.put_nowait(holder := await take(*given))
        return holder

    monkeypatch.setattr(rig.store, "take_root", taking)
    async with asyncio.timeout(20), held(rig.deps, root, 0.0):
        rig.later(seconds=30)
        while not beats.empty():
            beats.get_nowait()
        await beats.get()
        rig.later(seconds=40)
        assert await take(root, "another", rig.now, 60.0) != "another"
    assert root not in rig.store._leases


async def test_jobs_of_a_dead_run_are_worked_off_at_once(rig: Rig) -> None:
    root = rig.root.as_posix()
    await rig.store.set_folder(FolderSetting(root, Rung.FACTS))
    await sync(rig.root, rig.deps, SyncOptions(wait=False))
    host, space, pid, _, chance = new_lease().split("/")
    dead = "/".join((host, space, pid, "ffffffff", chance))
    assert len(await rig.store.lease_jobs(dead, ("extract",), 10, rig.now, 60.0)) == 1
    await sync(rig.root, rig.deps)
    assert (await rig.store.progress()).facts == 1
