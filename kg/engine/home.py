"""The engine's folder in a KG_HOME: data, logs, configuration, the password and the note about what runs."""

import errno
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from kg.engine import sentences
from kg.engine.address import Address
from kg.engine.reasons import written_since
from kg.engine.settings import FOLDERS
from kg.errors import EngineError

USER = "neo4j"


@dataclass(frozen=True, slots=True)
class Note:
    """What the start wrote down: the process, when the system says it began, the Bolt port it was given, and
    how many bytes its two logs had before. `ending` once it was asked to end: it may answer for a while yet."""

    pid: int
    born: str
    port: int
    log_offset: int
    debug_offset: int
    ending: bool = False


class Home:
    """Paths below `<KG_HOME>/neo4j`, and the small files there."""

    def __init__(self, kg_home: Path) -> None:
        self.root = kg_home.absolute() / "neo4j"
        self.conf = self.root / "conf"
        self.data = self.root / "data"
        self.logs = self.root / "logs"
        self.run = self.root / "run"
        self.lock = self.run / "engine.lock"
        self.arguments = self.run / "java.args"
        self.console = self.logs / "console.log"
        self.log = self.logs / "neo4j.log"
        self.debug_log = self.logs / "debug.log"
        self._password = self.root / "password"
        self._note = self.run / "server.json"

    def make(self) -> None:
        """Makes the folders; raises `EngineError` when the home cannot be written."""
        try:
            self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
            for name in ("conf", *FOLDERS):
                (self.root / name).mkdir(exist_ok=True)
            probe = self.run / f".writable-{os.getpid()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise self.unusable(error) from error

    def unusable(self, error: OSError) -> EngineError:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return sentences.disk_full(self.root)
        return sentences.home_unusable(self.root, error)

    @property
    def password_file(self) -> Path:
        return self._password

    @property
    def has_data(self) -> bool:
        return (self.data / "databases").exists()

    def password(self) -> str | None:
        """The password, or None when none was made yet."""
        try:
            return self._password.read_text("ascii").strip() or None
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self.unusable(error) from error

    def new_password(self) -> str:
        """Makes a password and keeps it in a file that only its owner can read."""
        password = secrets.token_hex(20)
        self.write_private(self._password, password)
        return password

    def address(self, port: int) -> Address:
        """How to reach our server; raises `EngineMismatch` when the password is gone."""
        password = self.password()
        if password is None:
            raise sentences.password_lost(self._password, self.data)
        return Address(f"bolt://127.0.0.1:{port}", USER, password)

    def note(self) -> Note | None:
        """What the last start wrote down; None when it is missing or makes no sense."""
        try:
            return Note(**json.loads(self._note.read_text("utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None
        except OSError as error:
            raise self.unusable(error) from error

    def printed(self, note: Note) -> str:
        """What the server of this note said so far, on its console and in its logs."""
        return (
            written_since(self.console)
            + written_since(self.log, note.log_offset)
            + written_since(self.debug_log, note.debug_offset)
        )

    def write_note(self, note: Note) -> None:
        self.write_private(self._note, json.dumps(asdict(note)))

    def write_private(self, path: Path, text: str) -> None:
        """Writes a file of mode 0600 whole or not at all."""
        incoming = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            handle = os.open(incoming, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            incoming.replace(path)
        except OSError as error:
            raise self.unusable(error) from error
