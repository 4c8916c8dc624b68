"""A folder kept alike while people work on it: text at once, facts when it has been quiet for a while."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol

from ingest.deps import SyncOptions
from ingest.work.budget import Budget
from kg.errors import EngineError, KgError, NotFound, Unreadable
from kg.model.receipt import SyncReceipt

RETRY_SECONDS = 5.0
"""Until a run that failed is tried again, unless something changes before."""


class Event(Enum):
    """What a source of changes can say."""

    CHANGED = "something changed, the root itself perhaps: it may be gone or back"
    QUIET = "nothing changed for as long as was asked"
    ENDED = "there will be no more"


class Changes(Protocol):
    """Where changes come from. What happens between two questions is not lost."""

    async def next(self, seconds: float | None) -> Event:
        """The next thing to be said, `QUIET` after this many seconds without any; None waits for ever."""


Run = Callable[[SyncOptions], Awaitable[SyncReceipt]]
"""One sync of the root."""

Tell = Callable[[SyncReceipt | KgError], None]
"""Hears what each run did, and why one could not be; the same reason again is told once."""


async def watch(run: Run, changes: Changes, options: SyncOptions, quiet: float, tell: Tell) -> None:
    """Syncs now and after every change, without vectors and facts; those follow when nothing changed for `quiet`
    seconds, and are put off again by the next change: what was paid for is kept. `options.limits` hold for all
    runs together. A root that is gone, and an engine that is away, are told and waited for: nothing is taken
    back by that. Ends when `changes` does, or by cancellation. Raises what a sync raises and time does not
    mend."""
    await _Watch(run, changes, options, quiet, tell).go()


@dataclass
class _Watch:
    run: Run
    changes: Changes
    options: SyncOptions
    quiet: float
    tell: Tell
    told: str | None = None
    budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self.budget = Budget(self.options.limits)

    async def go(self) -> None:
        facts_wait = failed = False
        event = Event.CHANGED
        while event is not Event.ENDED:
            if event is Event.CHANGED or not facts_wait:
                failed = not await self._sync(wait=False)
                facts_wait = not failed
                event = await self.changes.next(self._pause(facts_wait, failed))
                continue
            failed, event = await self._facts()
            facts_wait = failed or event is Event.CHANGED
            if event is Event.QUIET:
                event = await self.changes.next(self._pause(False, failed))

    def _pause(self, facts_wait: bool, failed: bool) -> float | None:
        return RETRY_SECONDS if failed else self.quiet if facts_wait else None

    async def _facts(self) -> tuple[bool, Event]:
        """Works off what waits until it is done or something changes: whether it failed, and what happened."""
        work = asyncio.create_task(self._sync(wait=True))
        change = asyncio.create_task(self.changes.next(None))
        try:
            await asyncio.wait({work, change}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return not work.result(), change.result() if change.done() else Event.QUIET
            return False, change.result()
        finally:
            for task in (work, change):
                task.cancel()
            await asyncio.gather(work, change, return_exceptions=True)

    async def _sync(self, *, wait: bool) -> bool:
        """One run, told; False when it could not be and may be later."""
        try:
            receipt = await self.run(
                replace(self.options, wait=wait, limits=self.budget.left(), planned=None, budget=self.budget)
            )
        except (EngineError, NotFound, Unreadable) as error:
            if isinstance(error, EngineError) and not error.retryable:
                raise
            if error.message != self.told:
                self.tell(error)
            self.told = error.message
            return False
        self.told = None
        # Said of the first run: what goes later is not confirmed by it, and nothing is asked for anew each time.
        self.options = replace(self.options, confirm=False, re_extract=False)
        self.tell(receipt)
        return True
