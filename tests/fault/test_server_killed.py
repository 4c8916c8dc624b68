"""Neo4j killed in the middle of a sync: nothing that it had acknowledged is lost, its files are sound, and the next
sync ends where an undisturbed one does."""

import random
import time
import uuid
from pathlib import Path

import pytest

from kg.engine import Address
from kg.store import Graph, set_up
from tests.fault.forks import Ended, Forks, Point
from tests.fault.own import Own
from tests.fault.rig import ACTS, Rig
from tests.fault.verdict import Counts, Undisturbed, differences, halves, undisturbed
from tests.store.fingerprint import nodes

SEED, SMALL, FULL = 4, 2, 20


async def extractions(rig: Rig) -> int:
    return len(await nodes(rig.graph, rig.workspace, "Extraction"))


async def lost(rig: Rig, whole: Undisturbed, ended: Ended, before: int) -> list[str]:
    """What the server had said it kept and has not."""
    found = []
    stored = await extractions(rig) - before
    if stored < ended.passed("ledger.write", "leave"):
        found.append(f"{ended.passed('ledger.write', 'leave')} ledger entries acknowledged, {stored} there")
    seen = await rig.forms()
    if ended.passed("text.write", "leave"):
        found += [
            f"the text of {tag}"
            for tag, form in whole.after.items()
            if tag != "demoted" and form.passages and seen[tag].passages != form.passages
        ]
    if ended.passed("document.remove", "leave") == whole.ended.passed("document.remove", "leave"):
        found += [f"{tag} is there again" for tag in set(seen) - set(whole.after)]
    return found


async def kill_server(
    rig: Rig, own: Own, whole: Undisturbed, when: tuple[Point, float], counts: Counts, report: Path
) -> None:
    point, after = when
    await rig.stage(whole.act)
    before = await extractions(rig)
    ended = await rig.play(whole.act, server={"pid": own.pid, "at": list(point), "after": after})
    counts.kills += 1
    at = f"the server ended {after * 1000:.0f} ms after {point}"
    if ended.code not in (0, 3):
        counts.failed.append(f"{at}: the run ended with {ended.code} {ended.said}")
    await own.ended(own.pid)
    begun = time.monotonic()
    await own.up()
    counts.slowest = max(counts.slowest, time.monotonic() - begun)
    # The check refuses a store that has not recovered.
    await own.engine.down()
    sound, told = await own.check(report)
    if not sound:
        counts.left.append(f"{at}: database check: {told[-500:]}")
    await own.up()
    counts.differing += [f"{at}: lost: {line}" for line in await lost(rig, whole, ended, before)]
    counts.half_visible += [f"{at}: {line}" for line in halves(await rig.forms(), whole, counts)]
    last = await rig.finish(whole.act)
    if last.code != 0:
        counts.failed.append(f"{at}: the next run ended with {last.code} {last.said}")
    if await rig.fingerprint() != whole.fingerprint:
        counts.differing.append(f"{at}: {differences(await rig.forms(), whole.after)}")
    counts.left += [f"{at}: {line}" for line in await rig.leftovers()]


async def kills(
    forks: Forks, own: tuple[Own, Address], root: Path, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    server, address = own
    chance, counts = random.Random(SEED), Counts()
    async with Graph.open(address) as graph:
        await set_up(graph)
        rig = Rig(forks, graph, address, root / "vault", f"fault-{uuid.uuid4().hex[:12]}")
        async with rig.server:
            await rig.prepare()
            whole = await undisturbed(rig, ACTS[0])
            for _ in range(times):
                # The run has enough to do after it that the server ends before the run does.
                when = chance.choice(whole.points()[:-12]), chance.uniform(0.0, 0.05)
                await kill_server(rig, server, whole, when, counts, root)
    with capsys.disabled():
        print(  # noqa: T201
            f"\nNeo4j killed {counts.kills} times in the middle of a sync: {len(counts.differing)} lost or duplicated, "
            f"{len(counts.half_visible)} half-visible, {len(counts.left)} unsound or left over, "
            f"{len(counts.failed)} that would not go on, serves again after {counts.slowest:.1f} s at most",
            *counts.faults,
            sep="\n  ",
        )
    assert counts.faults == []


@pytest.mark.full
async def test_neo4j_killed_twice(
    forks: Forks, own: tuple[Own, Address], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await kills(forks, own, tmp_path, SMALL, capsys)


@pytest.mark.full
async def test_neo4j_killed_twenty_times(
    forks: Forks, own: tuple[Own, Address], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await kills(forks, own, tmp_path, FULL, capsys)
