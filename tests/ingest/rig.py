"""A folder on disk, fakes around it, and a sync."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ingest.deps import Limits, SyncDeps, SyncOptions
from ingest.load import Load, Loaded, load
from ingest.sync import plan, sync
from ingest.work import drain
from kg.model.bill import Bill
from kg.model.document import NotRead
from kg.model.price import Prices
from kg.model.receipt import SyncReceipt, WorkReceipt
from kg.model.stored import StoredDocument
from kg.ports import Extractor, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.fakes.store import FakeStore

START = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Rig:
    """Everything a test of a sync needs. `opened` names the files whose bytes were taken."""

    def __init__(self, root: Path, extractor: Extractor | None = None, workspace: str = "default") -> None:
        self.root = root
        self.root.mkdir(parents=True, exist_ok=True)
        self.store = FakeStore(workspace)
        self.extractor = extractor or LineExtractor()
        self.body, self.memory = FakeEmbedder(4, "body"), FakeEmbedder(4, "memory")
        self.now = START
        self.own: tuple[Path, ...] = ()
        self.prices: Prices | None = None
        self.opened: list[str] = []
        self.refusing: dict[str, NotRead] = {}
        self.before_reading: dict[str, Callable[[], object]] = {}
        self._stamp = 1_700_000_000_000_000_000

    @property
    def deps(self) -> SyncDeps:
        store: GraphStore = self.store
        taking: Load = self._load
        return SyncDeps(
            store,
            self.body,
            self.memory,
            self.extractor,
            lambda: self.now,
            load=taking,
            own=self.own,
            prices=self.prices,
        )

    def _load(self, path: str) -> Loaded | NotRead:
        name = Path(path).name
        self.opened.append(name)
        self.before_reading.pop(name, lambda: None)()
        return self.refusing.get(name) or load(path)

    def write(self, name: str, content: str | bytes) -> Path:
        """A file with a time stamp of its own, well in the past, so that every write is seen as one."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.touch(name)
        return path

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            self.write(name, content)

    def touch(self, name: str) -> None:
        self._stamp += 1_000_000_000
        os.utime(self.root / name, ns=(self._stamp, self._stamp))

    async def rung(self, rung: Rung | None, folder: str = "", **more: str) -> None:
        path = (self.root / folder).resolve().as_posix()
        await self.store.set_folder(FolderSetting(path, rung, more.get("project"), more.get("scope")))

    async def sync(self, **options: object) -> SyncReceipt:
        return await sync(self.root, self.deps, replace(SyncOptions(), **options))  # type: ignore[arg-type]  # by name

    async def plan(self, **options: object) -> Bill:
        return await plan(self.root, self.deps, replace(SyncOptions(), **options))  # type: ignore[arg-type]  # by name

    async def drain(self, **limits: int) -> WorkReceipt:
        return await drain(self.deps, limits=Limits(**limits))

    def later(self, **units: float) -> None:
        self.now += timedelta(**units)

    async def document(self, name: str) -> StoredDocument:
        found = await self.store.document((self.root / name).as_posix())
        assert found is not None, name
        return found

    @property
    def texts(self) -> list[str]:
        """The words of every live fact."""
        return sorted(fact.text for fact in self.store.facts().values())
