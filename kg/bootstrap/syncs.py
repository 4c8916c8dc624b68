"""Folders into the graph, and policy over them."""

import asyncio
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest.deps import Limits, SyncOptions
from ingest.ignorefiles import why_skipped
from ingest.sync import apply_policy, plan, sync, unlink
from ingest.sync.watch import Tell, watch
from ingest.walk import real_root
from ingest.work import drain
from kg.bootstrap.app import App, absolute, opened
from kg.config import Settings
from kg.errors import NotFound, Refused, RootBusy, UsageError
from kg.model.bill import Bill
from kg.model.ids import path_hash
from kg.model.receipt import SyncReceipt, WorkReceipt
from kg.observe import Progress, silent
from policy.explain import explain
from policy.folders import (
    Effective,
    FolderIndex,
    FolderSetting,
    StoredSetting,
    Unreadable,
    folder_key,
    is_project,
    resolve,
)
from policy.rungs import Rung
from policy.scope import ScopeError, audience, parse_scope


def limits(max_calls: int | None, max_tokens: int | None) -> Limits:
    """How much a run may ask of a model."""
    if any(limit is not None and limit < 0 for limit in (max_calls, max_tokens)):
        raise UsageError("A limit on calls or tokens is not negative.")
    return Limits(max_calls, max_tokens)


def sync_options(confirm: bool, wait: bool, limits: Limits, re_extract: bool) -> SyncOptions:
    """What the caller of a sync may say."""
    return SyncOptions(confirm, wait, limits, re_extract=re_extract)


async def sync_folder(
    settings: Settings, folder: Path, options: SyncOptions, progress: Progress = silent
) -> SyncReceipt:
    """Brings a folder into the graph."""
    async with opened(settings, progress) as app:
        return await sync(absolute(folder), app.sync_deps, options)


async def watch_folder(
    settings: Settings, folder: Path, options: SyncOptions, tell: Tell, progress: Progress = silent
) -> None:
    """Keeps a folder and the graph alike until it is cancelled. Each run finds the engine anew, and starts it if
    it went away. Raises `NotFound` for a folder that is not there to begin with."""
    from ingest.watcher import folder_changes

    root = Path(real_root(absolute(folder)))

    async def once(options: SyncOptions) -> SyncReceipt:
        return await sync_folder(settings, root, options, progress)

    async with folder_changes(root, (settings.home, settings.cache)) as changes:
        await watch(once, changes, options, settings.watch_quiet, tell)


async def plan_sync(
    settings: Settings, folder: Path, options: SyncOptions, progress: Progress = silent
) -> Bill:
    """The bill: what a sync with these options would do, without any call or write."""
    async with opened(settings, progress) as app:
        return await plan(absolute(folder), app.sync_deps, options)


async def work_off(
    settings: Settings, limits: Limits, progress: Progress = silent, again: bool = False
) -> WorkReceipt:
    """Everything that is due: what folders no longer allow is taken back, then vectors and facts. With `again`
    also what failed for good or waits for a later try."""
    async with opened(settings, progress) as app:
        if again:
            await app.store.try_again()
        taken = [
            await apply_policy(root, app.sync_deps, SyncOptions(wait=False, patience=0.0))
            for root in await app.store.roots()
        ]
        work = await drain(app.sync_deps, limits=limits)
    tombstoned = sum(receipt.work.facts.tombstoned for receipt in taken)
    # A run that is at work on a root takes back what has to go there.
    problems = tuple(p for receipt in taken for p in receipt.problems if p.code != RootBusy.code)
    facts = replace(work.facts, tombstoned=work.facts.tombstoned + tombstoned)
    return replace(work, facts=facts, problems=(*problems, *work.problems))


async def set_policy(
    settings: Settings,
    folder: Path,
    rung: str | None,
    scope: str | None,
    project: str | None,
    wait: bool,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Sets what is given, keeps what the folder set before, and gives its documents the form it asks for."""
    path = _folder_here(folder)
    _check(rung, scope, project)
    async with opened(settings, progress) as app:
        stored = await app.store.folder_settings()
        _refuse_foreign(app, stored, path, "set")
        before = _own(stored, path)
        wanted = FolderSetting(
            path,
            Rung(rung) if rung else before.rung,
            project or before.project,
            str(parse_scope(scope)) if scope else before.scope,
        )
        await app.store.set_folder(wanted)
        receipt = await apply_policy(path, app.sync_deps, SyncOptions(wait=wait))
        effective = resolve(await app.store.folder_settings(), path)
    return {"folder": _folder(path, effective), "receipt": receipt.as_json()}


def _folder_here(folder: Path) -> str:
    path = absolute(folder)
    if not path.is_dir():
        raise NotFound(f"{path} is no folder here. Nothing was set.")
    return path.as_posix()


def _check(rung: str | None, scope: str | None, project: str | None) -> None:
    if rung is None and scope is None and project is None:
        raise UsageError("Say what to set: a rung, --scope or --set-project.")
    if project is not None and not is_project(project):
        raise UsageError("A project is one line of 1 to 100 printable characters.")
    if scope is not None:
        try:
            parse_scope(scope)
        except ScopeError as error:
            raise UsageError(f"{scope!r} is no scope: {error}") from error


def _refuse_foreign(app: App, stored: Sequence[StoredSetting], path: str, what: str) -> None:
    effective = resolve(stored, path)
    if isinstance(effective, Effective) and resolve(readable(app, stored), path) != effective:
        raise Refused(f"{path} lies in a folder that others keep to themselves. Nothing was {what}.")


async def _refuse_foreign_root(app: App, path: str) -> None:
    """Also where only a folder below it is kept by others. Which one that is stays theirs."""
    stored = await app.store.folder_settings()
    _refuse_foreign(app, stored, path, "taken back")
    key, shown = folder_key(path).rstrip("/") + "/", set(readable(app, stored))
    if any(folder_key(setting.path).startswith(key) and setting not in shown for setting in stored):
        raise Refused(f"Others keep a folder below {path} to themselves. Nothing was taken back.")


def _own(settings: Any, path: str) -> FolderSetting:
    key = unicodedata.normalize("NFC", path)
    for setting in settings:
        if isinstance(setting, FolderSetting) and unicodedata.normalize("NFC", setting.path) == key:
            return setting
    return FolderSetting(path)


def _folder(path: str, effective: Effective | Unreadable) -> dict[str, Any]:
    match effective:
        case Effective():
            return {
                "path": path,
                "rung": effective.rung.value,
                "project": effective.project,
                "scope": effective.scope,
                "decided_by": dict(effective.decided_by),
            }
        case Unreadable():
            return {"path": path, "rung": None, "project": None, "scope": None, "held": effective.reason}


async def get_policy(settings: Settings, folder: Path, progress: Progress = silent) -> dict[str, Any]:
    """What holds for a folder, and who decided it."""
    path = absolute(folder).as_posix()
    async with opened(settings, progress) as app:
        effective = resolve(readable(app, await app.store.folder_settings()), path)
    explained = explain(path, effective, effective.rung if isinstance(effective, Effective) else Rung.NOTHING)
    return {"folder": _folder(path, effective), "lines": list(explained.lines())}


async def list_policy(settings: Settings, progress: Progress = silent) -> dict[str, Any]:
    """Every folder that sets something."""
    async with opened(settings, progress) as app:
        stored = readable(app, await app.store.folder_settings())
    return {"folders": [_setting(setting) for setting in stored]}


def readable(app: App, stored: Sequence[StoredSetting]) -> tuple[StoredSetting, ...]:
    """The settings of folders whose content who asks may read. The others look as if nobody had set them."""
    index = FolderIndex(stored)

    def visible(setting: StoredSetting) -> bool:
        effective = index.effective(setting.path)
        return isinstance(effective, Unreadable) or (
            audience(app.view.workspace, effective.scope) in app.view.audiences
        )

    return tuple(setting for setting in stored if visible(setting))


def _setting(setting: FolderSetting | Unreadable) -> dict[str, Any]:
    match setting:
        case FolderSetting():
            return {
                "path": setting.path,
                "rung": setting.rung.value if setting.rung else None,
                "project": setting.project,
                "scope": setting.scope,
            }
        case Unreadable():
            return {
                "path": setting.path,
                "rung": None,
                "project": None,
                "scope": None,
                "held": setting.reason,
            }


async def explain_policy(settings: Settings, file: Path, progress: Progress = silent) -> dict[str, Any]:
    """Which folder decided for a file, what its rung touches, and what is in the graph because of it."""
    path = absolute(file).as_posix()
    async with opened(settings, progress) as app:
        return await _explained(app, path)


async def _skipped(app: App, path: str) -> list[str]:
    """Why a sync does not take the file in, when a rule keeps it out."""
    purged, hashed = (
        await app.store.purged(),
        path_hash(app.store.workspace, unicodedata.normalize("NFC", path)),
    )
    if any(hashed in of.paths for audience, of in purged.scoped.items() if audience in app.view.audiences):
        return ["it was purged: no sync takes it in; to lift that: kg purge allow FILE"]
    own = frozenset(folder.as_posix() for folder in app.sync_deps.own)
    for root in await app.store.roots():
        if path.startswith(root.rstrip("/") + "/"):
            why = await asyncio.to_thread(why_skipped, root, path, own)
            if why is not None:
                return [f"a sync passes it over: {why.rule} ({why.source})"]
    return []


async def _explained(app: App, path: str) -> dict[str, Any]:
    settings = readable(app, await app.store.folder_settings())
    effective = resolve(settings, path.rpartition("/")[0] or "/")
    present = await app.reader.file_in_graph(app.view, unicodedata.normalize("NFC", path))
    explained = explain(path, effective, Rung(present.rung) if present else Rung.NOTHING)
    lines = [*explained.lines(), *await _skipped(app, path)]
    shape: dict[str, Any] = {
        "path": path,
        "folder": _folder(path.rpartition("/")[0], effective),
        "graph": None,
    }
    if present is None:
        lines.append("in the graph: nothing that you may read")
    else:
        shape["graph"] = {
            "state": present.state,
            "reason": present.reason,
            "rung": present.rung,
            "passages": present.passages,
            "card": present.card,
            "pointer": present.pointer,
            "mentions": present.mentions,
            "facts": present.facts,
            "tombstones": present.tombstones,
            "extractions": present.extractions,
        }
        counts = ", ".join(
            f"{int(value)} {name}" for name, value in shape["graph"].items() if isinstance(value, int)
        )
        lines.append(f"in the graph because of it: {counts}; state {present.state}")
    return {**shape, "lines": lines}


async def count_root(settings: Settings, folder: Path, progress: Progress = silent) -> int:
    """How many documents of a synced folder are in the graph. Raises `Refused` as `unlink_folder` does."""
    path = absolute(folder).as_posix()
    async with opened(settings, progress) as app:
        await _refuse_foreign_root(app, path)
        return len(await app.store.documents(path))


async def unlink_folder(
    settings: Settings, folder: Path, purge: bool, progress: Progress = silent
) -> dict[str, Any]:
    """Takes back every document of a synced root; with `purge` also what is kept for its return. Raises `Refused`
    where others keep it, or a folder below it, to themselves."""
    path = absolute(folder).as_posix()
    async with opened(settings, progress) as app:
        await _refuse_foreign_root(app, path)
        tally = await unlink(path, app.sync_deps, purge)
    return {
        "folder": path,
        "removed": tally.documents["removed"],
        "facts": {"tombstoned": tally.facts["tombstoned"]},
        "purged": purge,
    }
