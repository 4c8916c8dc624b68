"""The Nth thing that a sync asks of its disk or its server fails, for one N after the other: the run ends with a
sentence and not with a traceback, nobody sees half of a document, and the next run ends where an undisturbed one
does."""

from collections.abc import AsyncIterator, Sequence
from urllib.parse import urlsplit

import pytest

from kg.engine import Address
from tests.fakes.proxy import Faults, Proxy
from tests.fault.forks import Ended
from tests.fault.rig import Rig
from tests.fault.seen import Form
from tests.fault.verdict import Counts, Undisturbed, differences, halves

SMALL, FULL = 3, 200
DESCRIPTORS = 64
NOTHING = "nothing fails"
LATER = 2
"""Hours until work that failed is due again."""
FEWER = (20, 24, 32, 48)
"""With fewer than the first of these Python cannot open its own modules, wherever one is needed first."""


@pytest.fixture
async def proxy(neo4j_address: Address) -> AsyncIterator[Proxy]:
    """Stands before the server."""
    parts = urlsplit(neo4j_address.uri)
    assert parts.hostname is not None and parts.port is not None
    async with Proxy(parts.hostname, parts.port) as started:
        yield started


def spread(count: int, most: int | None) -> list[int]:
    """So many numbers from 1 to `count`, evenly; None is all of them."""
    if most is None or count <= most:
        return list(range(1, count + 1))
    return [1 + n * (count - 1) // (most - 1) for n in range(most)]


class Trouble:
    """Plays the first act with one thing failing, then lets it be done again."""

    def __init__(self, rig: Rig, whole: Undisturbed) -> None:
        self.rig, self.whole = rig, whole
        self.counts, self.clean, self.unnoticed = Counts(), 0, 0

    async def play(self, at: str, **how: object) -> Ended:
        rig, whole, counts = self.rig, self.whole, self.counts
        await rig.stage(whole.act)
        ended = await rig.play(whole.act, **how)
        self.clean += ended.code in (1, 3)
        self.unnoticed += ended.code == 0 and at != NOTHING
        if ended.code not in (0, 1, 3) or (ended.code and not _sentences(ended)):
            counts.failed.append(f"{at}: ended with {ended.code} {ended.said}")
        seen = await self._seen(ended)
        counts.half_visible += [f"{at}: {line}" for line in halves(seen, whole, counts)]
        last = await rig.sync(hours=LATER)
        if last.code != 0:
            counts.failed.append(f"{at}: the next run ended with {last.code} {last.said}")
        if await rig.fingerprint() != whole.fingerprint:
            counts.differing.append(f"{at}: {differences(await rig.forms(), whole.after)}")
        counts.left += [f"{at}: {line}" for line in await rig.leftovers()]
        return ended

    async def _seen(self, ended: Ended) -> dict[str, Form]:
        """What readers see. The file that was moved is gone from where it was: where it cannot be read at its new
        place, it is out of sight until the next run."""
        seen = await self.rig.forms()
        place = (self.rig.root / "work/later/moved.md").as_posix()
        unread = any(place.startswith(problem["path"]) for problem in ended.said.get("problems", ()))
        return seen if "moved" in seen or not unread else {**seen, "moved": self.whole.before["moved"]}

    def told(self, what: str, capsys: pytest.CaptureFixture[str]) -> None:
        """The counts, and the failure of the test if there is any fault."""
        with capsys.disabled():
            print(  # noqa: T201
                f"\n{what}: {self.clean} ended with a sentence, {self.unnoticed} went on all the same, "
                f"{len(self.counts.half_visible)} half-visible, {len(self.counts.differing)} other graphs after the "
                f"next run, {len(self.counts.left)} left over, {len(self.counts.failed)} not clean",
                *(fault[:700] for fault in self.counts.faults),
                sep="\n  ",
            )
        assert self.counts.faults == []


def _sentences(ended: Ended) -> list[str]:
    """What a person is told of it."""
    problems = [problem["message"] for problem in ended.said.get("problems", ())]
    return [text for text in (ended.said.get("message", ""), *problems) if text.endswith(".")]


async def bad_disk(trouble: Trouble, most: int | None) -> str:
    count = (await trouble.play(NOTHING, disk=0)).said["asked"]
    chosen = spread(count, most)
    for number in chosen:
        await trouble.play(f"file operation {number} of {count}", disk=number)
    return f"EIO at {len(chosen)} of {count} opens, listings and reads"


async def cut_messages(trouble: Trouble, proxy: Proxy, most: int | None) -> str:
    rig = trouble.rig
    through = rig.settings(Address(f"bolt://127.0.0.1:{proxy.port}", rig.address.user, rig.address.password))

    async def play(at: str, faults: Faults) -> None:
        proxy.messages = proxy.connections = proxy.cuts = proxy.refused = 0
        proxy.faults = faults
        await trouble.play(at, settings=through)

    await play(NOTHING, Faults())
    connections, messages = proxy.connections, proxy.messages
    refused, cut = spread(connections, most), spread(messages, most)
    for number in refused:
        await play(
            f"connection {number} of {connections}", Faults(refuse=lambda n, number=number: n == number)
        )
    for number in cut:
        await play(
            f"message {number} of {messages}", Faults(cut_messages=lambda n, number=number: n == number)
        )
    return f"{len(refused)} of {connections} connections refused, {len(cut)} of {messages} messages to Neo4j cut off"


async def few_descriptors(trouble: Trouble, limits: Sequence[int]) -> str:
    for limit in limits:
        await trouble.play(f"{limit} descriptors", descriptors=limit)
    return f"{', '.join(map(str, limits))} file descriptors"


async def test_a_few_file_operations_fail(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = Trouble(rig, change)
    trouble.told(await bad_disk(trouble, SMALL), capsys)


@pytest.mark.full
async def test_every_file_operation_fails(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = Trouble(rig, change)
    trouble.told(await bad_disk(trouble, None), capsys)


async def test_a_few_messages_are_cut_off(
    rig: Rig, proxy: Proxy, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = Trouble(rig, change)
    trouble.told(await cut_messages(trouble, proxy, SMALL), capsys)


@pytest.mark.full
async def test_many_messages_are_cut_off(
    rig: Rig, proxy: Proxy, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = Trouble(rig, change)
    trouble.told(await cut_messages(trouble, proxy, FULL), capsys)


async def test_a_full_disk_hinders_no_sync(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a sync keeps it keeps in the graph."""
    trouble = Trouble(rig, change)
    ended = await trouble.play("a full disk", disk="full")
    assert (ended.code, ended.said["asked"]) == (0, 0)
    trouble.told("ENOSPC at every write of a file", capsys)


async def test_sixty_four_descriptors_are_enough(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = Trouble(rig, change)
    told = await few_descriptors(trouble, [DESCRIPTORS])
    assert trouble.unnoticed == 1
    trouble.told(told, capsys)


@pytest.mark.full
async def test_fewer_descriptors_end_in_a_sentence(
    rig: Rig, change: Undisturbed, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = Trouble(rig, change)
    trouble.told(await few_descriptors(trouble, FEWER), capsys)
