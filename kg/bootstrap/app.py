"""What one run is made of: the graph opened, the rooms behind their ports, made when first asked for."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kg.bootstrap.engine import connected
from kg.config import Settings
from kg.errors import UsageError
from kg.model.answers import View
from kg.observe import Progress, silent
from kg.ports import Embedder, Extractor
from kg.store import Graph, GraphStore, Reader, set_up
from policy.principal import Principal, audiences
from policy.scope import ScopeError

if TYPE_CHECKING:
    from ingest.deps import SyncDeps

Closing = TypeVar("Closing", Embedder, Extractor)


@dataclass
class App:
    """One run on one workspace. Embedders and extractor load their weights when first used."""

    settings: Settings
    graph: Graph
    progress: Progress = silent
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack)

    @cached_property
    def store(self) -> GraphStore:
        return GraphStore(self.graph, self.settings.workspace)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.graph)

    @cached_property
    def view(self) -> View:
        """What exists for who asks. Raises `UsageError` for a principal no scope could carry."""
        return view(self.settings)

    @property
    def today(self) -> date:
        return datetime.now().astimezone().date()

    @cached_property
    def memory_embedder(self) -> Embedder:
        from kg.embed.nano import NanoEmbedder

        return self._kept(NanoEmbedder(threads=free_threads()))

    @cached_property
    def body_embedder(self) -> Embedder:
        from kg.bootstrap.models import body_embedder

        return self._kept(body_embedder(self.settings, self.memory_embedder))

    @cached_property
    def extractor(self) -> Extractor:
        from kg.bootstrap.models import extractor

        return self._kept(extractor(self.settings))

    @cached_property
    def sync_deps(self) -> "SyncDeps":
        from ingest.deps import SyncDeps

        return SyncDeps(
            store=self.store,
            body_embedder=self.body_embedder,
            memory_embedder=self.memory_embedder,
            extractor=self.extractor,
            clock=lambda: datetime.now(UTC),
            progress=self.progress,
            own=(self.settings.home, self.settings.cache),
            prices=self.settings.prices,
        )

    def _kept(self, made: Closing) -> Closing:
        self._closing.push_async_callback(made.close)
        return made


def free_threads() -> int:
    """All cores but one: the engine needs it, and threads that wait for each other lose more than they win."""
    return max(1, (os.cpu_count() or 2) - 1)


@asynccontextmanager
async def opened(settings: Settings, progress: Progress = silent) -> AsyncIterator[App]:
    """The engine up, the database set up, and an `App` on it; everything is closed afterwards, the engine
    stays. Raises `EngineError` when it cannot be had."""
    view(settings)
    async with connected(settings, progress) as graph, AsyncExitStack() as closing:
        await set_up(graph)
        yield App(settings, graph, progress, closing)


def view(settings: Settings) -> View:
    """What exists for the principal of these settings."""
    try:
        principal = Principal(settings.principal, frozenset(settings.departments))
    except ScopeError as error:
        raise UsageError(
            f"{settings.principal!r} cannot be a principal: {error}. Set KG_PRINCIPAL or --as."
        ) from error
    return View(settings.workspace, audiences(settings.workspace, principal), settings.project)


def absolute(path: Path) -> Path:
    """The path as the graph knows it: absolute, links in its folder resolved."""
    expanded = path.expanduser()
    return (
        expanded.parent.resolve() / expanded.name if expanded.name not in ("", "..") else expanded.resolve()
    )
