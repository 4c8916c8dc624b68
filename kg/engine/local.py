"""The Neo4j that kg runs for one KG_HOME: started when needed, found again, waited for, stopped."""

import asyncio
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.engine import jars, ports, process, reasons, sentences
from kg.engine.address import Address, Probe, ServerInfo
from kg.engine.config import LocalConfig
from kg.engine.doctor import Check, local_checks
from kg.engine.filelock import held
from kg.engine.home import Home, Note
from kg.engine.jars import Fetch
from kg.engine.launch import check_space, launch
from kg.engine.maven import MavenFetcher
from kg.engine.sentences import PortTaken
from kg.engine.status import Running, Starting, Status, Stopped
from kg.engine.version import check_version
from kg.errors import EngineError, EngineMismatch
from kg.observe import Progress, silent

START, RECOVER, STOP = "start Neo4j", "recover Neo4j", "stop Neo4j"
"""Stages of progress: seconds, per cent, seconds."""
STARTS = 3
"""How often one `up` starts a server when each loses its generated port to another program."""
STOP_SECONDS = 180.0
POLL_SECONDS = 0.2


@dataclass
class LocalEngine:
    """Owns the server process of one home; many of these, in many processes, may share it."""

    config: LocalConfig
    probe: Probe
    fetch: Fetch = field(default_factory=MavenFetcher)

    def __post_init__(self) -> None:
        self._home = Home(self.config.home)

    @property
    def password_file(self) -> Path:
        """Where the generated password of this home stands, for other clients of the same person."""
        return self._home.password_file

    async def up(self, progress: Progress = silent) -> Address:
        """The address of a server that answers; starts one when none runs, and waits for one that recovers.

        Raises `EngineBusy` (port, data held by another server), `EngineMismatch` (password, version) and
        `EngineUnavailable` or `EngineError` for the rest; each is one sentence for people."""
        note = self._running()
        if note and await self._ask(note):
            return self._home.address(note.port)
        await asyncio.to_thread(self._home.make)
        if note is None:
            # Fetching may take as long as the network needs; only what comes after has a limit.
            check_space(self._home, self.config.min_free_mb)
            await jars.install(self.config.cache, self.fetch, progress)
        try:
            async with asyncio.timeout(self.config.ready_seconds):
                async with held(self._home.lock, lambda: progress(f"{START} (another kg does)", 0, None)):
                    return await self._up_alone(progress)
        except TimeoutError as error:
            raise sentences.not_ready(self.config.ready_seconds) from error

    async def down(self, progress: Progress = silent) -> bool:
        """Asks the server to write everything down and end, and waits for it; False when none ran.

        Raises `EngineBusy` when it is still at it after three minutes; it is never killed."""
        note = self._running()
        if note is None:
            return False
        process.ask_to_end(note.pid)
        self._home.write_note(replace(note, ending=True))
        begun = time.monotonic()
        while process.born(note.pid) == note.born:
            waited = time.monotonic() - begun
            if waited > STOP_SECONDS:
                raise sentences.still_writing(note.pid, waited)
            progress(STOP, int(waited), None)
            await asyncio.sleep(POLL_SECONDS)
        return True

    async def status(self) -> Status:
        """What runs now; starts nothing. Raises what `up` raises of a server that answers and is not ours."""
        note = self._running()
        if note is None:
            return Stopped(self._home.has_data)
        info = await self._ask(note)
        if info is None:
            return Starting(note.pid, reasons.recovered_percent(self._home.printed(note)) is not None)
        return Running(note.pid, self._home.address(note.port).uri, info)

    async def doctor(self) -> tuple[Check, ...]:
        """Looks at everything a start needs, without starting or changing anything."""
        return await local_checks(self.config, self._home, self.status)

    def _running(self) -> Note | None:
        note = self._home.note()
        return note if note and process.born(note.pid) == note.born else None

    async def _up_alone(self, progress: Progress) -> Address:
        """What one process at a time does: adopt what runs, or start, until a server answers."""
        reason: EngineError | None = None
        for _ in range(STARTS):
            found = self._running()
            note = found or await self._start(progress)
            reason = await self._ended_before_ready(note, progress)
            if reason is None:
                return self._home.address(note.port)
            if found is None and (self.config.bolt_port or not isinstance(reason, PortTaken)):
                break
            # Either a server that was on its way down, or one that lost its port: start (again).
        raise reason or sentences.ended(self._home.root)

    async def _start(self, progress: Progress) -> Note:
        check_space(self._home, self.config.min_free_mb)
        # Checked again right before the start: a moment ago another process may have been the one to start.
        folder = await jars.install(self.config.cache, self.fetch, progress)
        progress(START, 0, None)
        class_path = [folder / jar.name for jar in jars.pinned()]
        return await asyncio.to_thread(launch, self._home, self.config, class_path)

    async def _ended_before_ready(self, note: Note, progress: Progress) -> EngineError | None:
        begun = time.monotonic()
        while await self._ask(note) is None:
            printed = self._home.printed(note)
            if process.born(note.pid) != note.born:
                return reasons.why_it_ended(printed, self._home.root, note.port)
            percent = reasons.recovered_percent(printed)
            if percent is None:
                progress(START, int(time.monotonic() - begun), None)
            else:
                progress(RECOVER, percent, 100)
            await asyncio.sleep(POLL_SECONDS)
        return None

    async def _ask(self, note: Note) -> ServerInfo | None:
        """What the server of this note says of itself; None while it does not answer, or is on its way down."""
        if note.ending or not await ports.listens(note.port):
            return None
        home, address = self._home, self._home.address(note.port)
        try:
            info = await self.probe(address)
        except EngineMismatch as error:
            raise sentences.password_refused(home.password_file, home.data) from error
        except EngineError as error:
            if error.retryable:
                return None
            raise
        return check_version(info, address.uri)
