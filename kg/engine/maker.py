"""Who made a lease, told by its token alone, so that what a dead process held is taken over at once."""

import os
import secrets
import socket
import sys
import uuid
from pathlib import Path

from kg.engine.process import born
from kg.model.ids import digest

_SEPARATOR = "/"


def new_lease() -> str:
    """A token for one lease: machine, process, the moment that began, and chance."""
    pid = os.getpid()
    return _SEPARATOR.join(
        (socket.gethostname(), _space(), str(pid), _named(born(pid)), secrets.token_hex(8))
    )


def maker(lease: str) -> str:
    """The maker of a token in words: `process 12 on laptop`."""
    host, _, pid, _, _ = _parts(lease)
    return f"process {pid} on {host}" if pid else "another run"


def has_ended(lease: str) -> bool:
    """Whether the process that made a token ran where this one runs and is gone. False when it is alive, and
    when that cannot be known from here."""
    host, space, pid, moment, _ = _parts(lease)
    if host != socket.gethostname() or space != _space() or not pid.isdigit():
        return False
    now = born(int(pid))
    return _named(now) != moment if now is not None else not _is_anothers(int(pid))


def _is_anothers(pid: int) -> bool:
    """Whether a process whose start we may not see is there and belongs to another user."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except ProcessLookupError:
        return False
    return False


def _parts(lease: str) -> tuple[str, str, str, str, str]:
    match lease.split(_SEPARATOR):
        case [host, space, pid, moment, chance]:
            return host, space, pid, moment, chance
    return "", "", "", "", ""


def _named(moment: str | None) -> str:
    return digest("born", moment, size=4)


def _space() -> str:
    """Two machines may share a name, and so may two containers on one, which count their processes apart."""
    apart = str(Path("/proc/self/ns/pid").readlink()) if sys.platform == "linux" else "-"
    return digest("pids", _machine(), apart, size=8)


def _machine() -> str:
    """Linux names each start of a machine by chance, see `random(4)`; elsewhere it is told by its network card."""
    started = Path("/proc/sys/kernel/random/boot_id")
    return started.read_text().strip() if started.exists() else f"{uuid.getnode():x}"
