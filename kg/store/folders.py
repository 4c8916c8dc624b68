"""Folder nodes: what each sets, and what holds in it now."""

from collections.abc import Iterable, Sequence

from kg import observe
from kg.store.connection import Row, Work
from kg.store.part import Part
from policy.folders import (
    FolderIndex,
    FolderSetting,
    StoredSetting,
    Unreadable,
    folder_key,
    parse_setting,
)
from policy.scope import audience

SWEPT = 500
"""Documents whose leavings go in one transaction."""


class Folders(Part):
    """See `kg.ports.GraphStore`."""

    async def folder_settings(self) -> tuple[StoredSetting, ...]:
        rows = await self._graph.read("folder_settings", {"workspace": self._workspace})
        return tuple(_setting(row) for row in rows)

    async def set_folder(self, setting: FolderSetting) -> None:
        key = folder_key(setting.path)

        async def work(work: Work) -> None:
            await work.run("hold_workspace", workspace=self._workspace)
            await work.run(
                "set_folder",
                workspace=self._workspace,
                key=key,
                path=setting.path,
                rung=setting.rung,
                project=setting.project,
                scope=setting.scope,
            )
            below = await work.run("folders_below", workspace=self._workspace, key=key, prefix=key + "/")
            await recompute(work, self._workspace, below)

        with observe.step("policy.set"):
            await self._graph.write("the folder's policy", work)

    async def roots(self) -> tuple[str, ...]:
        rows = await self._graph.read("synced_roots", {"workspace": self._workspace})
        return tuple(row["path"] for row in rows)

    async def sweep_left(self) -> None:
        """See the port."""
        await self._sweep("", "", everything=False)

    async def unlink_root(self, path: str) -> None:
        """See the port."""

        async def work(work: Work) -> None:
            await work.run("unlink_root", workspace=self._workspace, key=folder_key(path))

        with observe.step("folders.forget"):
            await self._graph.write("the folder", work)

    async def forget_folder(self, path: str) -> None:
        """See the port; many transactions, of which the last takes the folders."""
        key = folder_key(path)
        prefix = key.rstrip("/") + "/"
        await self._sweep(key, prefix, everything=True)

        async def work(work: Work) -> None:
            await work.run("hold_workspace", workspace=self._workspace)
            await work.run("forget_folders", workspace=self._workspace, key=key, prefix=prefix)

        with observe.step("folders.forget"):
            await self._graph.write("the folders", work)

    async def _sweep(self, key: str, prefix: str, *, everything: bool) -> None:
        params = {"workspace": self._workspace, "key": key, "prefix": prefix, "everything": everything}

        async def work(work: Work) -> int:
            (row,) = await work.run("sweep_left", **params, limit=SWEPT)
            return int(row["swept"])

        swept = SWEPT
        while swept == SWEPT:
            with observe.step("left.sweep"):
                swept = await self._graph.write("what files that are gone left", work)

    async def ensure_folders(self, paths: Sequence[str], root: str) -> None:
        wanted = [{"key": folder_key(p), "path": p, "root": p == root} for p in sorted({*paths, root})]
        keys = [row["key"] for row in wanted]
        present = await self._graph.read("folders_present", {"workspace": self._workspace, "keys": keys})
        known = {row["key"]: row for row in present}
        missing = [row for row in wanted if not _stands(row, known.get(row["key"]))]
        if missing:
            with observe.step("folders.ensure"):
                await self._graph.write(
                    "the folders", lambda work: make_folders(work, self._workspace, missing)
                )


async def make_folders(work: Work, workspace: str, rows: Sequence[Row]) -> None:
    """Makes folder nodes (`key`, `path`, `root`) with what holds in them."""
    await work.run("hold_workspace", workspace=workspace)
    await work.run("merge_folders", workspace=workspace, rows=list(rows))
    await recompute(work, workspace, rows)


async def recompute(work: Work, workspace: str, folders: Iterable[Row]) -> None:
    """Writes the effective policy of these folders. The caller holds the workspace."""
    settings = await work.run("folder_settings", workspace=workspace)
    index = FolderIndex(_setting(row) for row in settings)
    rows = [_effective(workspace, row["key"], row["path"], index) for row in folders]
    await work.run("set_effective", workspace=workspace, rows=rows)


def _stands(wanted: Row, present: Row | None) -> bool:
    return present is not None and present["path"] == wanted["path"] and present["root"] >= wanted["root"]


def _effective(workspace: str, key: str, path: str, index: FolderIndex) -> Row:
    """A folder whose policy cannot be read is held, and keeps what held before: nothing new is volunteered
    from it, and nothing already written is taken back."""
    policy = index.effective(path)
    if isinstance(policy, Unreadable):
        return {"key": key, "held": True, "rung": None, "project": None, "scope": None, "audience": None}
    return {
        "key": key,
        "held": None,
        "rung": policy.rung,
        "project": policy.project,
        "scope": policy.scope,
        "audience": audience(workspace, policy.scope),
    }


def _setting(row: Row) -> StoredSetting:
    return parse_setting(row["path"], row["rung"], row["project"], row["scope"])
