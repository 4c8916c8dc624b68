"""What a server that does not answer is doing, or why it ended, read from what it wrote since its start."""

import re
from pathlib import Path

from kg.engine import sentences
from kg.errors import EngineError

TAIL_BYTES = 200_000

_PORT = re.compile(r"Address already in use|BindException")
_DISK = re.compile(r"No space left on device|not enough space on the disk|Disk quota exceeded", re.IGNORECASE)
_LOCK = re.compile(r"StoreLockException|FileLockException|locked by another process", re.IGNORECASE)
_STORE = re.compile(r"UnableToMigrate|UpgradeNotAllowed|StoreVersion|newer version of Neo4j")
_MEMORY = re.compile(
    r"OutOfMemoryError|insufficient memory|Could not reserve enough space|Cannot allocate memory"
    r"|exceeds physical memory"
)
_ACCESS = re.compile(r"AccessDeniedException|Permission denied|Read-only file system")
_RECOVERY = re.compile(r"Recovery required from|(\d+)% completed|Recovery in '\w+' mode completed")


def size(path: Path) -> int:
    """Bytes of a log; 0 when there is none."""
    return path.stat().st_size if path.exists() else 0


def written_since(path: Path, offset: int = 0) -> str:
    """What a log got after `offset` bytes, at most its last 200,000; nothing when there is none.

    A log that is shorter than the offset was begun anew."""
    length = size(path)
    if length == 0:
        return ""
    with path.open("rb") as file:
        file.seek(max(offset if offset <= length else 0, length - TAIL_BYTES))
        return file.read().decode("utf-8", "replace")


def recovered_percent(log: str) -> int | None:
    """How far a recovery is; None when none is going on."""
    steps = list(_RECOVERY.finditer(log))
    if not steps or "mode" in steps[-1][0]:
        return None
    return int(steps[-1][1] or 0)


def why_it_ended(log: str, root: Path, port: int) -> EngineError:
    """The reason as one sentence for people."""
    return known_reason(log, root, port) or sentences.ended(root)


def known_reason(log: str, root: Path, port: int) -> EngineError | None:
    """The same, when the log names one that we know."""
    if _DISK.search(log):
        return sentences.disk_full(root)
    if _PORT.search(log):
        return sentences.port_taken(port)
    if _LOCK.search(log):
        return sentences.data_in_use(root)
    if _STORE.search(log):
        return sentences.data_of_other_version(root)
    if _MEMORY.search(log):
        return sentences.no_memory()
    if _ACCESS.search(log):
        return sentences.no_permission(root)
    return None
