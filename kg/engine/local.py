"""The Neo4j that kg runs for one KG_HOME: started when needed, found again, waited for, stopped."""

import asyncio
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kg.engine import jars, ports, process, reasons, sentences
from kg.engine.address import Address, Probe
from kg.engine.doctor import Check, local_checks
from kg.engine.filelock import held
from kg.engine.home import Home, Note
from kg.engine.jars import Fetch
from kg.engine.maven import MavenFetcher
from kg.engine.sentences import PortTaken
from kg.engine.settings import JVM_OPTIONS, MB, Memory, configuration, machine_bytes, memory_for
from kg.engine.status import Running, Starting, Status, Stopped
from kg.engine.version import check_version
from kg.errors import EngineMismatch, EngineUnavailable
from kg.observe import Progress, silent

START = "start Neo4j"
RECOVER = "recover Neo4j"
READY_SECONDS = 900.0
"""How long a server may take until it answers; recovery after a kill took 30 to 45 s, and over six minutes
with checkpoints far apart."""
STOP_SECONDS = 180.0
POLL_SECONDS = 0.1
PORT_TRIES = 3


@dataclass(frozen=True, slots=True)
class LocalConfig:
    """What the engine of one home needs to know.

    `home` is the KG_HOME, `cache` the folder for the jars that homes share. `bolt_port` fixes the port;
    without it a free one is chosen and kept. With less disk than `min_free_mb` nothing is started."""

    home: Path
    cache: Path
    bolt_port: int | None = None
    memory: Memory | None = None
    min_free_mb: int = 256
    ready_seconds: float = READY_SECONDS


@dataclass
class LocalEngine:
    """Owns the server process of one home; many of these, in many processes, may share it."""

    config: LocalConfig
    probe: Probe
    fetch: Fetch = field(default_factory=MavenFetcher)

    def __post_init__(self) -> None:
        self._home = Home(self.config.home)

    async def up(self, progress: Progress = silent) -> Address:
        """The address of a server that answers; starts one when none runs, and waits for one that recovers.

        Raises `EngineBusy` (port, data held by another server), `EngineMismatch` (password, version) and
        `EngineUnavailable` or `EngineError` for the rest; each is one sentence for people."""
        note = self._running()
        if note and await self._answers(note):
            return self._home.address(note.port)
        await asyncio.to_thread(self._home.make)
        try:
            async with asyncio.timeout(self.config.ready_seconds), held(self._home.lock, _waiting(progress)):
                return await self._up_alone(progress)
        except TimeoutError as error:
            raise sentences.not_ready(self.config.ready_seconds) from error

    async def _up_alone(self, progress: Progress) -> Address:
        for last in (False,) * (PORT_TRIES - 1) + (True,):
            note = self._running() or await self._start(progress)
            try:
                await self._ready(note, progress)
            except PortTaken:
                if last or self.config.bolt_port:
                    raise
                self._home.forget_note()
            else:
                break
        return self._home.address(note.port)

    async def down(self, progress: Progress = silent) -> bool:
        """Asks the server to write everything down and end, and waits for it; False when none ran."""
        note = self._running()
        if note is None:
            return False
        process.ask_to_end(note.pid)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                while process.born(note.pid) == note.born:
                    progress("stop Neo4j", 0, None)
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError as error:
            raise sentences.still_writing(note.pid, STOP_SECONDS) from error
        return True

    async def status(self) -> Status:
        """What runs now; starts nothing."""
        note = self._running()
        if note is None:
            return Stopped(self._home.has_data)
        address = self._home.address(note.port)
        try:
            return Running(note.pid, address.uri, await self.probe(address))
        except EngineUnavailable:
            return Starting(note.pid, reasons.is_recovering(self._home.printed(note)))

    async def doctor(self) -> tuple[Check, ...]:
        """Looks at everything a start needs, without starting or changing anything."""
        return await local_checks(self.config, self._home, self.status)

    def _running(self) -> Note | None:
        note = self._home.note()
        return note if note and process.born(note.pid) == note.born else None

    async def _start(self, progress: Progress) -> Note:
        self._check_space()
        folder = await jars.install(self.config.cache, self.fetch, progress)
        progress(START, 0, None)
        return await asyncio.to_thread(self._spawn, [folder / jar.name for jar in jars.pinned()])

    def _check_space(self) -> None:
        free = shutil.disk_usage(self._home.root).free // MB
        if free < self.config.min_free_mb:
            raise sentences.disk_nearly_full(self._home.root, free, self.config.min_free_mb)

    def _spawn(self, class_path: list[Path]) -> Note:
        home, memory = self._home, self.config.memory or memory_for(machine_bytes())
        port = self._port()
        home.write_private(home.conf / "neo4j.conf", configuration(home.root, port, memory))
        self._prepare_password(class_path)
        options = (*JVM_OPTIONS, f"-Xmx{memory.heap}m")
        home.write_private(home.arguments, process.argument_file(options, class_path))
        offset = home.log_size()
        pid = process.spawn(home.arguments, home.root, home.console)
        note = Note(pid, process.born(pid) or "", port, offset)
        home.write_note(note)
        return note

    def _port(self) -> int:
        if fixed := self.config.bolt_port:
            if not ports.is_free(fixed):
                raise sentences.port_taken(fixed)
            return fixed
        note = self._home.note()
        return note.port if note and ports.is_free(note.port) else ports.free_port()

    def _prepare_password(self, class_path: list[Path]) -> None:
        """The first password is told to Neo4j before its first start, and only then counts."""
        home = self._home
        if home.has_data:
            if home.password() is None:
                raise sentences.password_lost(home.password_file, home.data)
            return
        command = ("dbms", "set-initial-password", home.password() or home.new_password())
        arguments = home.run / "admin.args"
        home.write_private(
            arguments, process.argument_file(JVM_OPTIONS, class_path, process.ADMIN_CLASS, *command)
        )
        try:
            if process.run_admin(arguments, home.root) != 0:
                raise sentences.password_not_set(home.root)
        finally:
            arguments.unlink(missing_ok=True)

    async def _ready(self, note: Note, progress: Progress) -> None:
        begun = time.monotonic()
        while not await self._answers(note):
            if process.born(note.pid) != note.born:
                raise reasons.why_it_ended(self._home.printed(note), self._home.root, note.port)
            stage = RECOVER if reasons.is_recovering(self._home.printed(note)) else START
            progress(stage, int(time.monotonic() - begun), None)
            await asyncio.sleep(POLL_SECONDS)

    async def _answers(self, note: Note) -> bool:
        address = self._home.address(note.port)
        if not await ports.listens(note.port):
            return False
        try:
            info = await self.probe(address)
        except EngineUnavailable:
            return False
        except EngineMismatch as error:
            raise sentences.password_refused(self._home.password_file, self._home.data) from error
        check_version(info, address.uri)
        return True


def _waiting(progress: Progress) -> Callable[[], None]:
    return lambda: progress(f"{START}: another kg does", 0, None)
