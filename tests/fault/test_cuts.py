"""The connection to Neo4j cut between COMMIT and its answer: the same write is made again, once in effect."""

import random
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from kg.engine import Address
from tests.fakes.proxy import Faults, Proxy
from tests.fault.rig import Rig
from tests.fault.verdict import Undisturbed, differences

SEED, SMALL, FULL = 4, 10, 100


@pytest.fixture
async def proxy(neo4j_address: Address) -> AsyncIterator[Proxy]:
    """Stands before the server."""
    parts = urlsplit(neo4j_address.uri)
    assert parts.hostname is not None and parts.port is not None
    async with Proxy(parts.hostname, parts.port) as started:
        yield started


class Cutting:
    """Cuts some COMMITs, never two that follow each other, and no more than so many."""

    def __init__(self, chance: random.Random, share: float, most: int) -> None:
        self._chance, self._share, self._most = chance, share, most
        self._last = 0

    def __call__(self, number: int) -> bool:
        if self._most <= 0 or number == self._last + 1 or self._chance.random() > self._share:
            return False
        self._last, self._most = number, self._most - 1
        return True


async def cut(rig: Rig, proxy: Proxy, wholes: list[Undisturbed], wanted: int, share: float) -> str:
    """Plays acts until so many COMMITs were cut off from their answers; the counts in words."""
    chance, runs = random.Random(SEED), 0
    wrong: list[str] = []
    through = Address(f"bolt://127.0.0.1:{proxy.port}", rig.address.user, rig.address.password)
    while proxy.cuts < wanted:
        whole = wholes[0] if runs % 3 == 0 else chance.choice([w for w in wholes if w.act.again])
        await rig.stage(whole.act)
        proxy.faults = Faults(cut_commits=Cutting(chance, share, wanted - proxy.cuts))
        ended = await rig.play(whole.act, settings=rig.settings(through))
        runs += 1
        at = f"{whole.act.name}, run {runs}"
        if ended.code != 0 or ended.said.get("problems"):
            wrong.append(f"{at}: said to have failed: {ended.code} {ended.said}")
        if await rig.fingerprint() != whole.fingerprint:
            wrong.append(f"{at}: {differences(await rig.forms(), whole.after)}")
        wrong += [f"{at}: {line}" for line in await rig.leftovers()]
        if rig.model.again or frozenset(rig.model.asked) != whole.asked:
            wrong.append(f"{at}: {rig.model.again} calls made again")
    assert wrong == []
    return (
        f"{proxy.cuts} of {proxy.commits} commits cut off from their answer in {runs} runs: "
        "0 lost, 0 duplicated, 0 said to have failed, 0 paid twice"
    )


async def test_a_few_cuts(
    rig: Rig, proxy: Proxy, wholes: list[Undisturbed], capsys: pytest.CaptureFixture[str]
) -> None:
    told = await cut(rig, proxy, wholes, SMALL, 0.4)
    with capsys.disabled():
        print(f"\ncuts: {told}")  # noqa: T201


@pytest.mark.full
async def test_a_hundred_cuts(
    rig: Rig, proxy: Proxy, wholes: list[Undisturbed], capsys: pytest.CaptureFixture[str]
) -> None:
    told = await cut(rig, proxy, wholes, FULL, 0.6)
    with capsys.disabled():
        print(f"\ncuts: {told}")  # noqa: T201
