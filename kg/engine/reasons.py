"""Why a server ended before it answered, read from what it wrote since its start."""

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
_RECOVERY = re.compile(r"Recovery required|recovery in progress|Starting recovery", re.IGNORECASE)


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


def is_recovering(log: str) -> bool:
    return _RECOVERY.search(log) is not None


def why_it_ended(log: str, root: Path, port: int) -> EngineError:
    """The reason as one sentence for people."""
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
    return sentences.ended(root)
