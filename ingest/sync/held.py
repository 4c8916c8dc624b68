"""A root held by one run: the others wait and say for whom, and what a dead one held is taken at once."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from ingest.deps import SyncDeps
from ingest.work.lease import LEASE_SECONDS
from kg.engine.maker import has_ended, maker, new_lease
from kg.errors import EngineError, RootBusy

BEAT_SECONDS = LEASE_SECONDS / 3
LOOK_SECONDS = 0.5
_LEAVE_SECONDS = 10.0


@asynccontextmanager
async def held(deps: SyncDeps, root: str, patience: float) -> AsyncIterator[None]:
    """Holds a root, and keeps holding it. Raises `RootBusy` when another run has it for longer than
    `patience` seconds, and when one took it over because this one stood still."""
    lease = new_lease()
    await _take(deps, root, lease, patience)
    lost = asyncio.Event()
    run = asyncio.current_task()
    assert run is not None
    beat = asyncio.create_task(_beat(deps, root, lease, run, lost))
    try:
        yield
    except asyncio.CancelledError:
        if lost.is_set() and run.uncancel() == 0:
            raise RootBusy(
                f"Another run took over {root} because this one stood still. What was finished is kept; sync again."
            ) from None
        raise
    finally:
        beat.cancel()
        await asyncio.gather(beat, return_exceptions=True)
        await _leave(deps, root, lease)


@asynccontextmanager
async def all_held(deps: SyncDeps, patience: float) -> AsyncIterator[None]:
    """Holds every synced root, as `held` does. Raises `RootBusy`."""
    async with AsyncExitStack() as roots:
        for root in sorted(await deps.store.roots()):
            await roots.enter_async_context(held(deps, root, patience))
        yield


async def _take(deps: SyncDeps, root: str, lease: str, patience: float) -> None:
    begun, dead = time.monotonic(), None
    while (holder := await deps.store.take_root(root, lease, deps.clock(), LEASE_SECONDS, dead)) != lease:
        dead = holder if await asyncio.to_thread(has_ended, holder) else None
        if dead is not None:
            continue
        if time.monotonic() - begun >= patience:
            raise RootBusy(
                f"{maker(holder).capitalize()} is at work on {root}. Nothing is lost; sync again when it is done."
            )
        deps.progress(f"waiting for {maker(holder)}", 0, None)
        await asyncio.sleep(LOOK_SECONDS)


async def _beat(
    deps: SyncDeps, root: str, lease: str, run: "asyncio.Task[object]", lost: asyncio.Event
) -> None:
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        # An engine that is away for a moment must not end the heartbeat: the next beat may still be in time.
        with suppress(EngineError):
            if await deps.store.take_root(root, lease, deps.clock(), LEASE_SECONDS) != lease:
                lost.set()
                run.cancel()
                return


async def _leave(deps: SyncDeps, root: str, lease: str) -> None:
    """Also on the way out of a cancelled run. Without the engine the lease runs out by itself."""
    with suppress(EngineError, TimeoutError):
        async with asyncio.timeout(_LEAVE_SECONDS):
            await asyncio.shield(deps.store.leave_root(root, lease))
