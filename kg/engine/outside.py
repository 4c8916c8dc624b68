"""A Neo4j that someone else runs: asked, never started or stopped."""

import asyncio
import time
from dataclasses import dataclass

from kg.engine import sentences
from kg.engine.address import Address, Probe, ServerInfo
from kg.engine.doctor import Check
from kg.engine.status import Running, Status
from kg.engine.version import check_version
from kg.errors import EngineError, EngineUnavailable
from kg.observe import Progress, silent

PATIENCE_SECONDS = 20.0
"""How long a server that does not answer is asked again: the restart of a container, not a recovery."""
POLL_SECONDS = 0.5


@dataclass(frozen=True)
class OutsideEngine:
    """The same verbs as the engine of our own."""

    address: Address
    probe: Probe
    patience_seconds: float = PATIENCE_SECONDS

    async def up(self, progress: Progress = silent) -> Address:
        """The address, once the server answers and is new enough. Raises `EngineUnavailable` when it does not
        answer in time and `EngineMismatch` when it is too old, or in the probe's words when it refuses the login."""
        begun = time.monotonic()
        while True:
            try:
                await self._ask()
            except EngineError as error:
                waited = time.monotonic() - begun
                if not error.retryable or waited > self.patience_seconds:
                    raise
                progress(f"wait for {self.address.uri}", int(waited), None)
                await asyncio.sleep(POLL_SECONDS)
            else:
                return self.address

    async def down(self, progress: Progress = silent) -> bool:
        """Always False: what we did not start we do not stop."""
        return False

    async def status(self) -> Status:
        """Raises what `up` raises, at once."""
        return Running(None, self.address.uri, await self._ask())

    async def doctor(self) -> tuple[Check, ...]:
        """Whether it answers, takes the login and is new enough."""
        try:
            info = await self._ask()
        except EngineError as error:
            return (Check("server", False, error.message),)
        return (Check("server", True, f"Neo4j {info.version} {info.edition} answers at {self.address.uri}"),)

    async def _ask(self) -> ServerInfo:
        try:
            info = await self.probe(self.address)
        except EngineUnavailable as error:
            raise sentences.no_answer(self.address.uri) from error
        return check_version(info, self.address.uri)
