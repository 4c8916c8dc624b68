"""The walk: which files stand below a synced root, without opening one of them.

It enters no ignored folder and follows no link, so it ends and stays inside the root. What it cannot look
into is named and remembered as `unknown`: a document there is not gone, it is only not seen.
"""

import asyncio
import os
import stat
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.cloud import MESSAGE, is_placeholder, stub_of
from ingest.ignorefiles import RulesUnreadable, os_reason, rules_within
from kg.errors import NotFound, Unreadable, UsageError
from kg.model.receipt import Notice, Problem
from policy.folders import folder_key
from policy.ignore import IgnoreRules, Skip, ignore_key


@dataclass(frozen=True, slots=True)
class Found:
    """A regular file. `path` is absolute, spelled as on disk, with POSIX separators; `size` in bytes."""

    path: str
    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file, or a folder with all that is in it, that a rule keeps out."""

    path: str
    is_folder: bool
    why: Skip


@dataclass(frozen=True, slots=True)
class Walk:
    """What one look at a root found. `notices` are links, special files and what is only in the cloud,
    `problems` what failed: names that are not text, folders and ignore files that cannot be read. Folders
    come before what is in them, names in code point order, so that two looks at the same tree are equal."""

    root: str
    """The real path of the root, however it was asked for."""
    files: tuple[Found, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notices: tuple[Notice, ...] = ()
    problems: tuple[Problem, ...] = ()
    unknown: frozenset[str] = frozenset()
    """NFC keys of folders that could not be looked into, of files that vanished under the eye, and of what is only
    in the cloud."""

    def may_exist(self, path: str) -> bool:
        """Whether a document that was not found could still be there. Such a one is not taken back."""
        if not self.unknown:
            return False
        key = folder_key(path)
        while key and key not in self.unknown:
            key = key.rpartition("/")[0]
        return key in self.unknown

    def skips(self) -> Mapping[str, int]:
        """How many entries each rule kept out; a folder counts as one. Keys read `rule (source)`."""
        return Counter(f"{item.why.rule} ({item.why.source})" for item in self.skipped)


async def walk(root: Path, own: Iterable[Path] = (), known: int = 0) -> Walk:
    """Looks through `root`. `own` are folders of kg itself, never entered from above; `known` is how many
    documents were read from this root before: if there are any, a root with nothing in it is taken for
    an unmounted disk. Raises `NotFound` and `UsageError` for a root that is no folder, `Unreadable` for one
    that cannot be looked into."""
    stop = threading.Event()
    try:
        return await asyncio.to_thread(_walk, root, own, known, stop)
    finally:
        stop.set()


def real_root(root: Path) -> str:
    """The real path of a folder. Policy is asked by it, so that a link is no way around a folder's rung.
    Raises `NotFound` or `UsageError`."""
    try:
        real = root.expanduser().resolve(strict=True)
        is_folder = real.is_dir()
    except FileNotFoundError as error:
        raise NotFound(
            f"There is no folder {root}. Nothing was changed; check the name, or mount the disk it is on."
        ) from error
    except (OSError, RuntimeError) as error:
        raise UsageError(f"{root} cannot be reached ({os_reason(error)}). Nothing was changed.") from error
    if not is_folder:
        raise UsageError(f"{root} is a file. Name the folder it is in.")
    return real.as_posix()


def _walk(root: Path, own: Iterable[Path], known: int, stop: threading.Event) -> Walk:
    top = real_root(root)
    before = _identity(top)
    scan = _Scan(top, frozenset(_inside(top, own)), stop)
    scan.run()
    if scan.empty and known:
        raise Unreadable(
            f"{top} is empty, but {known:,} documents were read from it before: is its disk mounted? Nothing "
            "was changed. If it really is empty now, put any file in it and sync again."
        )
    if _identity(top) != before:
        raise Unreadable(f"{top} was replaced while kg looked through it. Nothing was changed; sync again.")
    return scan.result()


@dataclass(slots=True)
class _Scan:
    root: str
    own: frozenset[str]
    stop: threading.Event
    empty: bool = False
    files: list[Found] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Folder by folder, from a list of those still to be entered."""
        pending = [(self.root.rstrip("/"), "", IgnoreRules(own=self.own))]
        while pending and not self.stop.is_set():
            folder, inside, rules = pending.pop()
            pending.extend(reversed(self._folder(folder, inside, rules)))

    def result(self) -> Walk:
        return Walk(
            root=self.root,
            files=tuple(self.files),
            skipped=tuple(self.skipped),
            notices=tuple(self.notices),
            problems=tuple(self.problems),
            unknown=frozenset(self.unknown),
        )

    def _folder(self, folder: str, inside: str, rules: IgnoreRules) -> list[tuple[str, str, IgnoreRules]]:
        """Takes in one folder's files; the folders in it that are to be entered. `inside` is its path from
        the root, as a key and with a slash at the end unless empty."""
        try:
            with os.scandir(folder or "/") as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
            rules = rules_within(folder, inside.removesuffix("/"), rules, {entry.name for entry in entries})
        except OSError as error:
            self._unlisted(folder or "/", error)
            return []
        except RulesUnreadable as error:
            self._lose(folder or "/", "ignore_unreadable", str(error))
            return []
        self.empty = self.empty or not (inside or entries)
        return self._entries(entries, folder, inside, rules)

    def _entries(
        self, entries: Iterable[os.DirEntry[str]], folder: str, inside: str, rules: IgnoreRules
    ) -> list[tuple[str, str, IgnoreRules]]:
        below: list[tuple[str, str, IgnoreRules]] = []
        for entry in entries:
            path = f"{folder}/{entry.name}"
            if not _is_text(entry.name):
                self._misnamed(path)
                continue
            key = inside + ignore_key(entry.name)
            is_folder = entry.is_dir(follow_symlinks=False)
            stands_for = None if is_folder else stub_of(entry.name)
            why = rules.verdict(key if stands_for is None else inside + ignore_key(stands_for), is_folder)
            if why is not None:
                self.skipped.append(Skipped(path, is_folder, why))
            elif stands_for is not None:
                self._in_cloud(f"{folder}/{stands_for}")
            elif is_folder and self._is_away(entry):
                self._in_cloud(path)
            elif is_folder:
                below.append((path, f"{key}/", rules))
            else:
                self._file(entry, path)
        return below

    def _file(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError as error:
            self._vanished(path, error)
            return
        if stat.S_ISREG(status.st_mode) and is_placeholder(status):
            self._in_cloud(path)
        elif stat.S_ISREG(status.st_mode):
            self.files.append(Found(path, status.st_size, status.st_mtime_ns, status.st_ino))
        elif stat.S_ISLNK(status.st_mode):
            self.notices.append(_link(self.root, path))
        else:
            message = "Not a file to be read (a pipe, socket or device); skipped."
            self.notices.append(Notice(path, "special", message))

    def _is_away(self, entry: os.DirEntry[str]) -> bool:
        """Whether a folder would be fetched when it is listed. One that is gone is found out by listing it."""
        try:
            return is_placeholder(entry.stat(follow_symlinks=False))
        except OSError:
            return False

    def _in_cloud(self, path: str) -> None:
        """What was known of it stays, until it is on this device again or gone."""
        self.unknown.add(folder_key(path))
        self.notices.append(Notice(path, "cloud_only", MESSAGE))

    def _unlisted(self, folder: str, error: OSError) -> None:
        if folder == self.root:
            raise Unreadable(
                f"{folder} cannot be looked into ({os_reason(error)}). Nothing was changed; check who may "
                "read it."
            ) from error
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            self._vanished(folder, error)
            return
        self._lose(folder, "unreadable", f"The folder cannot be looked into ({os_reason(error)}).")

    def _vanished(self, path: str, error: OSError) -> None:
        self.unknown.add(folder_key(path))
        message = f"Gone or changed while kg looked ({os_reason(error)}); the next sync settles it."
        self.notices.append(Notice(path, "vanished", message))

    def _lose(self, folder: str, code: str, message: str) -> None:
        self.unknown.add(folder_key(folder))
        kept = "Nothing new is taken in from it, and nothing known from it is taken back."
        self.problems.append(Problem(folder, code, f"{message} {kept}"))

    def _misnamed(self, path: str) -> None:
        shown = os.fsencode(path).decode("utf-8", "backslashreplace")
        message = "The name is not valid UTF-8, so nothing can refer to it; rename it and sync again."
        self.problems.append(Problem(shown, "bad_name", message))


def _link(root: str, path: str) -> Notice:
    """What to say of a symbolic link. It is never followed: what it leads to inside the root is met there."""
    try:
        target = Path(path).resolve(strict=True).as_posix()
    except FileNotFoundError:
        return Notice(path, "link_broken", "A link to something that does not exist; skipped.")
    except (OSError, RuntimeError):
        return Notice(path, "link_loop", "A link that leads back to itself or nowhere; skipped.")
    if target != root and not target.startswith(root.rstrip("/") + "/"):
        return Notice(path, "outside", "A link to something outside the synced folder; skipped.")
    if path.startswith(target.rstrip("/") + "/"):
        return Notice(path, "link_loop", "A link to a folder it is in itself; skipped.")
    return Notice(path, "link", "A link; skipped, what it leads to is met where it stands.")


def _inside(root: str, folders: Iterable[Path]) -> Collection[str]:
    """The folders below the root, as keys from the root down."""
    lead = ignore_key(root).rstrip("/") + "/"
    keys = (ignore_key(folder.expanduser().resolve().as_posix()) for folder in folders)
    return [key.removeprefix(lead) for key in keys if key.startswith(lead)]


def _identity(folder: str) -> tuple[int, int]:
    try:
        status = Path(folder).stat()
    except OSError as error:
        raise Unreadable(f"{folder} is gone ({os_reason(error)}). Nothing was changed.") from error
    return status.st_dev, status.st_ino


def _is_text(name: str) -> bool:
    """A name that is not valid UTF-8 comes with lone surrogates."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
