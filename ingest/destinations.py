"""What each folder of a root lets a file become, asked once a folder."""

from collections.abc import Iterable

from policy.folders import Effective, FolderIndex, StoredSetting
from policy.gate import Decision, gate


class Destinations:
    """The gate's decisions by folder, from one look at the stored settings."""

    def __init__(self, settings: Iterable[StoredSetting]) -> None:
        self._index = FolderIndex(settings)
        self._decisions: dict[str, Decision] = {}

    def decide(self, folder: str) -> Decision:
        """The gate's decision for a folder's files."""
        decision = self._decisions.get(folder)
        if decision is None:
            decision = self._decisions[folder] = gate(self._index.effective(folder))
        return decision

    def decides(self, folder: str) -> str | None:
        """The folder that says which rung the files of `folder` stand on; None where the default does."""
        policy = self._index.effective(folder)
        return policy.decided_by["rung"] if isinstance(policy, Effective) else policy.path

    def nameable(self, folder: str, root: str) -> str:
        """The nearest folder whose name the graph knows anyway, because it sets something or is the root:
        where a document at `nothing` is put, so that no name below becomes known by it."""
        policy = self._index.effective(folder)
        setting = set(policy.decided_by.values()) if isinstance(policy, Effective) else set()
        inside = [path for path in setting if path is not None and path.startswith(f"{root}/")]
        return max(inside, key=len, default=root)
