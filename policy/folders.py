"""Which folder decides: the nearest one that sets a thing."""

from dataclasses import dataclass

from policy.rungs import Rung


@dataclass(frozen=True, slots=True)
class FolderSetting:
    """What one folder sets; None inherits. `path` is absolute with POSIX separators, no trailing slash."""

    path: str
    rung: Rung | None = None
    project: str | None = None
    scope: str | None = None
