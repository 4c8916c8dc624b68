"""One look at a root: its policy, what stands on the disk, what the graph knows, and how they differ."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.deps import SyncDeps
from ingest.destinations import Destinations
from ingest.sync.compare import Comparison, compare, path_key
from ingest.walk import Walk, real_root, walk
from kg import observe
from kg.model.ids import path_hash
from kg.model.receipt import Problem
from kg.model.stored import LeftDocument, StoredDocument
from policy.gate import Held


@dataclass(frozen=True, slots=True)
class Look:
    """What a sync decides from."""

    root: str
    walk: Walk
    stored: tuple[StoredDocument, ...]
    destinations: Destinations
    differences: Comparison
    left: tuple[LeftDocument, ...] = ()
    """What is kept of files that went, but for those whose paths are there again."""

    @property
    def skipped(self) -> Mapping[str, int]:
        return self.walk.skips()

    def held_problems(self) -> list[Problem]:
        """One for each folder whose policy cannot be read, with how many files it holds back."""
        reasons = {held.folder: held.reason for _, _, held in self.differences.held}
        files = Counter(held.folder for _, _, held in self.differences.held)
        return [
            Problem(folder, "policy_unreadable", f"{reasons[folder]} ({files[folder]} files)")
            for folder in sorted(reasons)
        ]


async def look(root: Path, deps: SyncDeps) -> Look:
    """Raises `NotFound` for a root that is not there (nothing is taken back by that), `UsageError` for one
    that is no folder, `Unreadable` for one that cannot be looked into."""
    with observe.step("look"):
        return await _look(root, deps)


async def _look(root: Path, deps: SyncDeps) -> Look:
    top = real_root(root)
    stored = await deps.store.documents(top)
    destinations = Destinations(await deps.store.folder_settings())
    seen = await walk(Path(top), deps.own, known=len(stored))

    def lost(path: str) -> bool:
        if not path:
            return bool(seen.unknown)
        return seen.may_exist(path) or isinstance(destinations.decide(path.rpartition("/")[0]), Held)

    found = compare(deps.store.workspace, seen.files, stored, destinations.decide, lost)
    left = await _returning(top, found, deps)
    return Look(top, seen, stored, destinations, found, left)


async def _returning(root: str, found: Comparison, deps: SyncDeps) -> tuple[LeftDocument, ...]:
    """Gives new paths the ids that documents had there before; what is left over may be known by its text."""
    if all(item.stored is not None for item in found.read):
        return ()
    by_path = {document.path_hash: document for document in await deps.store.left(root)}
    for at, item in enumerate(found.read):
        if item.stored is None:
            hashed = path_hash(deps.store.workspace, path_key(item.found.path))
            if (was := by_path.pop(hashed, None)) is not None:
                found.read[at] = replace(item, returning=was.id)
    return tuple(by_path.values())
