"""kg killed at every named step and at random instants: the next run ends where an undisturbed one does, pays for
nothing twice, and meanwhile nothing half-written is seen."""

import random
from collections import Counter

import pytest

from kg.observe import STEPS
from tests.fault.rig import Rig
from tests.fault.verdict import Counts, Undisturbed, die, first_points

SET_UP = {"setup.apply", "setup.record"}
"""Passed on an empty database only; `test_setup_killed` kills there."""
SEED = 4
SMALL_STEPS, SMALL_RANDOM, FULL_RANDOM = 3, 2, 200
OF_AN_IMPORT = {
    "a file read": ("file.read", "leave"),
    "its passages written": ("text.write", "leave"),
    "some of its facts written": ("facts.part", "leave"),
    "its facts written, without vectors": ("facts.write", "leave"),
    "vectors set, and not done": ("vectors.set", "leave"),
    "an old version half deleted": ("text.sweep", "leave"),
}
"""Where an import of files is killed, in words of whoever waits for it."""


def report(capsys: pytest.CaptureFixture[str], what: str, counts: Counts) -> None:
    with capsys.disabled():
        print(f"\n{what}: {counts}", *(fault[:700] for fault in counts.faults), sep="\n  ")  # noqa: T201


async def test_the_acts_pass_every_step(wholes: list[Undisturbed]) -> None:
    """A new step needs an act that passes it (`ACTS` in tests/fault/rig.py), so that it is killed at, too."""
    passed = {name for whole in wholes for name, _ in whole.ended.steps}
    assert set(STEPS) - passed - SET_UP == set()


async def test_a_few_kills(rig: Rig, wholes: list[Undisturbed], capsys: pytest.CaptureFixture[str]) -> None:
    chance, counts = random.Random(SEED), Counts()
    for whole, point in chance.sample(first_points(wholes), SMALL_STEPS):
        await die(rig, whole, counts, str(point), kill=list(point))
    for _ in range(SMALL_RANDOM):
        await _at_random(rig, wholes, chance, counts)
    report(capsys, "kills", counts)
    assert counts.faults == []
    assert counts.kills >= SMALL_STEPS


async def test_an_import_killed_at_each_of_its_stages(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    counts, passes = Counts(), Counter(change.ended.steps)
    for words, (name, edge) in OF_AN_IMPORT.items():
        middle = (passes[name, edge] + 1) // 2
        await die(rig, change, counts, words, kill=[name, edge, middle])
    report(capsys, "an import killed at its stages", counts)
    assert counts.faults == []
    assert counts.kills == len(OF_AN_IMPORT)


@pytest.mark.full
async def test_a_kill_at_every_step(
    rig: Rig, wholes: list[Undisturbed], capsys: pytest.CaptureFixture[str]
) -> None:
    counts = Counts()
    points = first_points(wholes)
    for whole, point in points:
        await die(rig, whole, counts, str(point), kill=list(point))
    report(capsys, f"kills at all {len(points)} points (enter and leave of {len(points) // 2} steps)", counts)
    assert counts.faults == []
    assert counts.kills == len(points)


@pytest.mark.full
async def test_two_hundred_kills_at_random(
    rig: Rig, wholes: list[Undisturbed], capsys: pytest.CaptureFixture[str]
) -> None:
    chance, counts = random.Random(SEED), Counts()
    while counts.kills < FULL_RANDOM:
        await _at_random(rig, wholes, chance, counts)
    report(capsys, f"kills at random instants (seed {SEED})", counts)
    assert counts.faults == []


async def _at_random(rig: Rig, wholes: list[Undisturbed], chance: random.Random, counts: Counts) -> None:
    whole = chance.choice(wholes)
    after = chance.uniform(0.01, whole.ended.seconds)
    await die(rig, whole, counts, f"{after:.3f} s", after=after)
