"""Erasing for good, by the person who runs kg: a document, or a name out of everything."""

import asyncio
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.deps import SyncOptions
from ingest.load import load
from ingest.purge import Remains, document_bill, name_to_purge, purge_document, purge_name
from ingest.sync.held import all_held
from kg.bootstrap.app import App, absolute, opened
from kg.config import Settings
from kg.errors import NotFound
from kg.model.document import NotRead
from kg.model.ids import path_hash
from kg.model.names import name_key
from kg.observe import Progress, silent

PER_DOCUMENT = 32_000
"""Bytes that are overwritten for each document that held a name."""
CHUNK = 1 << 20
"""Bytes of a file looked through at once."""
DOWNLOADED = ("models", "neo4j")
"""Folders of a cache into which kg writes no text: weights and word lists hold names of their own."""


async def purge_file(
    settings: Settings, file: Path, sure: bool, progress: Progress = silent
) -> dict[str, Any]:
    """Erases what is known of the file at this path; without `sure` only says what would go."""
    path = absolute(file).as_posix()
    async with opened(settings, progress) as app:
        hashed = path_hash(app.store.workspace, unicodedata.normalize("NFC", path))
        await app.store.clear_blanks()
        was = await app.store.document_to_purge(hashed, app.view.audiences)
        if was is None:
            raise NotFound(f"Nothing that you may read is known of {path}. Nothing was purged.")
        shape: dict[str, Any] = {"purged": path, "bill": document_bill(was)}
        if not sure:
            return shape
        async with all_held(app.sync_deps, SyncOptions().patience):
            # A run may have read it again before its root was held.
            was = await app.store.document_to_purge(hashed, app.view.audiences) or was
            left = await purge_document(was, hashed, app.store)
        await app.store.overwrite(4 * sum(map(len, was.texts)))
        lines = [line for text in was.texts for line in text.splitlines() if len(line) >= 24]
        return _checked(shape, left, await _in_files(settings, [path, *lines]))


async def purge_thing(
    settings: Settings, name: str, sure: bool, wait: bool, progress: Progress = silent
) -> dict[str, Any]:
    """Erases a person or other thing from everything; without `sure` only says what would go."""
    async with opened(settings, progress) as app:
        things = await _things(app, name)
        found = await name_to_purge(name, things, app.view.audiences, app.store)
        shape: dict[str, Any] = {"purged": name, "names": sorted(found.keys), "bill": found.bill()}
        if not sure:
            return shape
        options = SyncOptions(wait=wait)
        left, problems = await purge_name(found, app.sync_deps, app.store, options)
        await app.store.overwrite(PER_DOCUMENT * len(found.documents))
        shape["problems"] = [problem.message for problem in problems]
        return _checked(shape, left, await _in_files(settings, sorted(found.thing.spellings | {name})))


async def allow_file(settings: Settings, file: Path, progress: Progress = silent) -> dict[str, Any]:
    """A purged file may come in again."""
    path = absolute(file).as_posix()
    async with opened(settings, progress) as app:
        hashed = path_hash(app.store.workspace, unicodedata.normalize("NFC", path))
        contents = await asyncio.to_thread(_contents, path)
        if not await app.store.allow_purged(hashed, contents, app.view.audiences):
            raise NotFound(f"{path} was not purged. Nothing was changed.")
    return {"allowed": path}


def _contents(path: str) -> list[str]:
    """What the file says now, as far as it can be read: it may be a copy of one that was purged."""
    from ingest.arrive import arrive

    loaded = load(path)
    arrived = loaded if isinstance(loaded, NotRead) else arrive(path, loaded.data)
    return [] if isinstance(arrived, NotRead) else [arrived.content_hash]


async def _things(app: App, name: str) -> list[str]:
    """The things that this name leads to for who asks; a text may hold it and nothing be known of it."""
    key = name_key(name)
    if not key:
        raise NotFound("A name has a letter or a digit. Nothing was purged.")
    return [entity.id for entity in await app.reader.entities_named(app.view, [key])]


def _checked(shape: dict[str, Any], remains: Remains, files: Mapping[str, int]) -> dict[str, Any]:
    checked = {**remains.left, **files}
    looked = [*remains.looked, "kg's and the engine's logs and the caches, by word"]
    return {**shape, "checked": checked, "looked": looked, "left": sum(checked.values())}


async def _in_files(settings: Settings, needles: Sequence[str]) -> dict[str, int]:
    """How many of kg's and the engine's logs and cached files hold one of these, by kind."""
    wanted = re.compile(b"|".join(_bordered(needle.encode()) for needle in needles if needle) or b"(?!)")
    longest = max((len(needle.encode()) for needle in needles), default=0)
    logs = (settings.home / "neo4j" / "logs", settings.home / "logs")
    return {
        "logs": await asyncio.to_thread(_count, logs, wanted, longest),
        "caches": await asyncio.to_thread(_count, (settings.cache, settings.home / "cache"), wanted, longest),
    }


def _bordered(needle: bytes) -> bytes:
    """Not as a part of a longer word; bytes of other than ASCII letters count as letters."""
    before = rb"(?<![0-9A-Za-z_\x80-\xff])" if _is_letter(needle[0]) else b""
    after = rb"(?![0-9A-Za-z_\x80-\xff])" if _is_letter(needle[-1]) else b""
    return before + re.escape(needle) + after


def _is_letter(byte: int) -> bool:
    return byte >= 0x80 or chr(byte).isalnum() or byte == ord("_")


def _count(folders: Sequence[Path], wanted: re.Pattern[bytes], longest: int) -> int:
    return sum(_holds(file, wanted, longest) for folder in folders for file in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    """All but what was downloaded and is pinned by checksums: models and the engine's own program."""
    loaded = {folder / name for name in DOWNLOADED}
    for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
        ours = file.suffix != ".jar" and loaded.isdisjoint(file.parents)
        if ours and file.is_file() and not file.is_symlink():
            yield file


def _holds(file: Path, wanted: re.Pattern[bytes], longest: int) -> bool:
    tail = b""
    with file.open("rb") as opened_file:
        while chunk := opened_file.read(CHUNK):
            text = tail + chunk
            if wanted.search(text):
                return True
            tail = text[-longest - 1 :]
    return False
