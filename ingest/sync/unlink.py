"""A synced root is none any more: everything its files wrote is taken back."""

from collections.abc import Sequence

from ingest.deps import SyncDeps, SyncOptions
from ingest.sync.held import held
from ingest.sync.steps import remove
from ingest.sync.tally import Tally
from kg.errors import NotFound
from policy.folders import FolderSetting, StoredSetting, folder_key


async def unlink(root: str, deps: SyncDeps, purge: bool = False) -> Tally:
    """Takes back every document of `root` (absolute), whether the folder is on the disk or not. Its policies,
    the ids of its documents and what was paid for stay, so that syncing it again brings everything back
    without a model call; with `purge` these go too. Interrupted, it is still a root, and the same call goes
    on. Raises `NotFound` for a folder that is no synced root, and has nothing to be purged; `RootBusy` while
    another run works on it."""
    roots = {folder_key(path): path for path in await deps.store.roots()}
    path = roots.get(folder_key(root), root)
    set_here = await _settings(path, deps)
    if folder_key(root) not in roots and not (purge and (set_here or await deps.store.left(path))):
        known = ", ".join(sorted(roots.values())) or "none"
        raise NotFound(f"{root} is no synced folder. Nothing was taken back. Synced are: {known}.")
    tally = Tally()
    async with held(deps, path, SyncOptions().patience):
        await remove(await deps.store.documents(path), deps, tally)
        if purge:
            await _forget(path, set_here, deps)
        else:
            await deps.store.unlink_root(path)
    return tally


async def _forget(path: str, set_here: Sequence[StoredSetting], deps: SyncDeps) -> None:
    for setting in set_here:
        await deps.store.set_folder(FolderSetting(setting.path))
    await deps.store.forget_folder(path)


async def _settings(root: str, deps: SyncDeps) -> list[StoredSetting]:
    key = folder_key(root)
    return [
        setting
        for setting in await deps.store.folder_settings()
        if folder_key(setting.path) == key or folder_key(setting.path).startswith(key + "/")
    ]
