"""Watching a folder: what is done when something changes, when it is quiet, and when something is away."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.deps import Limits, SyncOptions
from ingest.sync.watch import RETRY_SECONDS, Event, watch
from ingest.watcher import folder_changes
from kg.errors import EngineMismatch, EngineUnavailable, KgError, NotFound
from kg.model.document import Segment
from kg.model.outcome import Extraction
from kg.model.receipt import SyncReceipt
from kg.model.stored import UnreadReply
from kg.ports import Again, always
from policy.rungs import Rung
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig

NOTE = "Ash | fee | 1,000 EUR\n"
Act = Callable[[], object]


class Script:
    """Says what it is told, in order, and does something before each: then it ends. `paused` holds how long it was
    asked to wait for quiet each time."""

    def __init__(self, *steps: tuple[Event, Act]) -> None:
        self.steps = list(steps)
        self.paused: list[float | None] = []

    async def next(self, seconds: float | None) -> Event:
        self.paused.append(seconds)
        if not self.steps:
            return Event.ENDED
        if seconds is None and self.steps[0][0] is Event.QUIET:
            # Nobody waits for quiet here: this is the question for a change while work is under way.
            await asyncio.Event().wait()
        event, act = self.steps.pop(0)
        done = act()
        if isinstance(done, Awaitable):
            await done
        return event


class Watched:
    """A rig whose runs are recorded."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.runs: list[SyncOptions] = []
        self.told: list[SyncReceipt | KgError] = []
        self.failing: list[Exception] = []
        self.worked = asyncio.Event()
        """Set when a run that asked for something was told."""

    async def run(self, options: SyncOptions) -> SyncReceipt:
        self.runs.append(options)
        if self.failing:
            raise self.failing.pop(0)
        return await self.rig.sync(
            wait=options.wait, limits=options.limits, confirm=options.confirm, budget=options.budget
        )

    async def follow(self, script: Script, **options: Any) -> None:
        async with asyncio.timeout(30):
            await watch(self.run, script, SyncOptions(**options), 30.0, self.tell)

    def tell(self, said: SyncReceipt | KgError) -> None:
        self.told.append(said)
        if isinstance(said, SyncReceipt) and said.work.usage.calls:
            self.worked.set()

    @property
    def waits(self) -> list[bool]:
        return [options.wait for options in self.runs]


@pytest.fixture
async def watched(tmp_path: Path) -> Watched:
    rig = Rig(tmp_path / "root")
    await rig.rung(Rung.FACTS)
    rig.write("ash.md", NOTE)
    return Watched(rig)


def nothing() -> None:
    """No act."""


async def test_text_is_there_at_once_and_facts_when_it_was_quiet(watched: Watched) -> None:
    rig = watched.rig

    def edit() -> None:
        assert rig.store.written_texts() == ["Ash | fee | 1,000 EUR"]
        assert rig.texts == []
        rig.write("ash.md", NOTE.replace("1,000", "2,000"))

    def quiet() -> None:
        assert rig.store.written_texts() == ["Ash | fee | 2,000 EUR"]
        assert rig.texts == []

    script = Script((Event.CHANGED, edit), (Event.QUIET, quiet))
    await watched.follow(script)
    assert watched.waits[:2] == [False, False]
    assert script.paused[:2] == [30.0, 30.0]


async def test_a_burst_is_extracted_once(watched: Watched) -> None:
    rig = watched.rig
    extractor = rig.extractor
    assert isinstance(extractor, LineExtractor)

    def save(number: int) -> Act:
        return lambda: rig.write("ash.md", f"Ash | fee | {number} EUR\n")

    ended = asyncio.Event()
    script = Script(
        *((Event.CHANGED, save(n)) for n in range(20)), (Event.QUIET, nothing), (Event.CHANGED, ended.wait)
    )
    running = asyncio.create_task(watched.follow(script))
    async with asyncio.timeout(20):
        await watched.worked.wait()
    ended.set()
    await running
    assert (rig.texts, len(extractor.asked)) == (["Ash fee: 19 EUR"], 1)
    assert watched.waits.count(True) == 1


class Slow(LineExtractor):
    """Waits in its first call until it is cancelled or let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        self.reached.set()
        await self.go.wait()
        return await super().extract(segment, again)


async def test_a_change_puts_the_facts_off_and_shows_its_text(watched: Watched) -> None:
    rig = watched.rig
    rig.extractor = extractor = Slow()

    async def change() -> None:
        await extractor.reached.wait()
        rig.write("birch.md", "Birch | fee | 1 EUR\n")

    def then() -> None:
        assert len(rig.store.written_texts()) == 2
        assert rig.texts == []

    script = Script((Event.QUIET, nothing), (Event.CHANGED, change), (Event.CHANGED, then))
    await watched.follow(script)
    assert watched.waits == [False, True, False, False]


async def test_a_root_that_vanishes_is_waited_for_and_never_taken_back(watched: Watched) -> None:
    rig, away = watched.rig, watched.rig.root.with_name("unplugged")

    def unplug() -> None:
        rig.root.rename(away)

    def plug() -> None:
        away.rename(rig.root)

    script = Script((Event.CHANGED, unplug), (Event.QUIET, nothing), (Event.CHANGED, plug))
    await watched.follow(script)
    errors = [said for said in watched.told if isinstance(said, KgError)]
    assert [type(error) for error in errors] == [NotFound], "told once, however often it was looked for"
    assert script.paused[1:3] == [RETRY_SECONDS, RETRY_SECONDS]
    assert isinstance(watched.told[-1], SyncReceipt)
    assert rig.store.calls["remove_document"] == 0
    assert (await rig.document("ash.md")).path


async def test_an_engine_that_is_away_is_waited_for(watched: Watched) -> None:
    watched.failing = [
        EngineUnavailable("Neo4j does not answer."),
        EngineUnavailable("Neo4j does not answer."),
    ]
    script = Script((Event.QUIET, nothing), (Event.QUIET, nothing))
    await watched.follow(script)
    assert watched.waits == [False, False, False]
    assert [type(said) for said in watched.told] == [EngineUnavailable, SyncReceipt]


async def test_what_time_does_not_mend_ends_it(watched: Watched) -> None:
    watched.failing = [EngineMismatch("The password is wrong.")]
    with pytest.raises(EngineMismatch):
        await watched.follow(Script())


async def test_limits_hold_for_all_runs_together(watched: Watched) -> None:
    rig = watched.rig
    rig.write_all({f"{n}.md": f"Firm {n} | fee | 1 EUR\n" for n in range(4)})
    script = Script((Event.QUIET, nothing), (Event.CHANGED, watched.worked.wait))
    await watched.follow(script, limits=Limits(max_calls=3))
    assert watched.runs[-1].limits == Limits(max_calls=0)


async def test_calls_of_a_run_that_a_change_ended_count(watched: Watched) -> None:
    rig = watched.rig
    rig.extractor = extractor = Slow()
    ended = 0

    async def change() -> None:
        nonlocal ended
        await extractor.reached.wait()
        extractor.reached.clear()
        ended += 1
        rig.write("ash.md", f"Ash | fee | {ended} EUR\n")

    steps = [(Event.QUIET, nothing), (Event.CHANGED, change)] * 3
    running = asyncio.create_task(watched.follow(Script(*steps), limits=Limits(max_calls=2)))
    async with asyncio.timeout(20):
        while ended < 2 or not any(
            isinstance(said, SyncReceipt) and said.work.stopped for said in watched.told
        ):
            assert not running.done() or running.result() is None
            await asyncio.sleep(0)
    assert (ended, extractor.asked) == (2, [])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_what_the_caller_confirmed_is_confirmed_once(watched: Watched) -> None:
    await watched.follow(Script((Event.CHANGED, nothing)), confirm=True)
    assert [options.confirm for options in watched.runs] == [True, False]


async def test_the_real_watcher_sees_saves_bursts_and_a_root_that_goes_and_comes_back(tmp_path: Path) -> None:
    root, own = tmp_path / "root", tmp_path / "root" / "kg"
    own.mkdir(parents=True)
    async with asyncio.timeout(60), folder_changes(root, [own]) as changes:
        assert await changes.next(None) is Event.CHANGED, "a first look at what is there"
        await changes.watching.wait()
        (root / "note.md").write_text("one")
        assert await changes.next(None) is Event.CHANGED
        await settled(changes)
        temporary = root / ".note.md.swp"
        temporary.write_text("two")
        temporary.replace(root / "note.md")
        assert await changes.next(None) is Event.CHANGED
        await settled(changes)
        (own / "store.db").write_text("the engine's")
        (root / ".git").mkdir()
        (root / ".git" / "index").write_text("a tool's")
        assert await changes.next(2.0) is Event.QUIET
        root.rename(tmp_path / "unplugged")
        assert await changes.next(None) is Event.CHANGED
        (tmp_path / "unplugged").rename(root)
        assert await changes.next(None) is Event.CHANGED
        await changes.watching.wait()
        await settled(changes)
        (root / "late.md").write_text("three")
        assert await changes.next(None) is Event.CHANGED


async def settled(changes: Any) -> None:
    """Until what one act set off was all said."""
    while await changes.next(1.0) is Event.CHANGED:
        pass
