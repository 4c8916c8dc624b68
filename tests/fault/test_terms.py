"""SIGTERM in the middle of a run: it ends within ten seconds, gives back what it held, and the next one goes on."""

import random

import pytest

from tests.fault.rig import Rig
from tests.fault.verdict import Counts, Undisturbed, count_calls, differences, halves

SEED, SMALL, FULL = 4, 5, 50
SECONDS = 10.0


async def term(rig: Rig, whole: Undisturbed, times: int) -> str:
    """Ends so many syncs at steps drawn by chance; the counts in words."""
    chance, counts, slowest = random.Random(SEED), Counts(), 0.0
    while counts.kills + counts.not_reached < 2 * times and counts.kills < times:
        point = chance.choice(whole.points()[:-2])
        await rig.stage(whole.act)
        ended = await rig.play(whole.act, term=list(point))
        counts.kills += "leaving" in ended.said
        counts.not_reached += "leaving" not in ended.said
        slowest = max(slowest, ended.said.get("leaving", 0.0))
        at = f"asked to end at {point}"
        if ended.code not in (0, 130):
            counts.failed.append(f"{at}: {ended.code} {ended.said}")
        counts.half_visible += [f"{at}: {line}" for line in halves(await rig.forms(), whole, counts)]
        last = await rig.finish(whole.act)
        if last.code != 0:
            counts.failed.append(f"{at}: the next run ended with {last.code} {last.said}")
        if await rig.fingerprint() != whole.fingerprint:
            counts.differing.append(f"{at}: {differences(await rig.forms(), whole.after)}")
        count_calls(rig, whole, ended, counts, at)
    assert counts.faults == []
    assert counts.kills == times
    assert slowest <= SECONDS
    return f"{counts.kills} runs asked to end, gone after {slowest:.1f} s at most: 0 lost, 0 duplicated, 0 half-visible"


async def test_a_few_are_asked_to_end(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    told = await term(rig, change, SMALL)
    with capsys.disabled():
        print(f"\nSIGTERM: {told}")  # noqa: T201


@pytest.mark.full
async def test_fifty_are_asked_to_end(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    told = await term(rig, change, FULL)
    with capsys.disabled():
        print(f"\nSIGTERM: {told}")  # noqa: T201
