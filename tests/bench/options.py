"""What a bench is told, and the workspace it works in."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kg import bootstrap
from kg.config import Settings
from kg.errors import UsageError
from kg.observe import Progress
from tests.engine.probing import remove_workspace

Result = dict[str, int | float | str]


@dataclass(frozen=True)
class Options:
    """`only`: the first and the last part of the data that count, from 0."""

    data: Path | None
    only: tuple[int, int] | None = None
    files: int = 10_000
    extractor: str = "local"
    batches: tuple[str, ...] = ()

    def folder(self) -> Path:
        if self.data is None or not self.data.expanduser().is_dir():
            raise UsageError("This bench needs --data with a folder that is there. Nothing was measured.")
        return self.data.expanduser().resolve()


@asynccontextmanager
async def own_workspace(settings: Settings, progress: Progress) -> AsyncIterator[Settings]:
    """The same settings on a workspace that is empty, and removed afterwards."""
    address = await bootstrap.engine_up(settings, progress)
    own = replace(settings, workspace=f"bench-{uuid.uuid4().hex[:12]}", project=None)
    try:
        yield own
    finally:
        await remove_workspace(address, own.workspace)


def quantile(values: list[float], share: float) -> float:
    """The value below which that share of them lies: nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
