"""What a folder's files are not even looked at: built-in rules, `.gitignore` and `.kgignore`.

Three sources, in this order: `.kgignore` says the last word and may take back (`!name`) what the other two
skip; the built-in rules and `.gitignore` each skip on their own. A `!` in a `.gitignore` takes back only
what a `.gitignore` skipped, for it says what git should keep, not what should be remembered. Within one
source the nearest file wins, and in a file the last line. As in git, nothing below a skipped folder can be
taken back unless the folder is. Folders that belong to kg itself are skipped whatever any file says, so
that kg never takes in what it wrote.

Patterns hold from the folder of their file down; files above the synced root do not count.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from policy.glob import Pattern, parse_pattern

GIT_FILE = ".gitignore"
KG_FILE = ".kgignore"

PATTERN_LIMIT = 10_000
"""Lines of one ignore file that are patterns; no hand writes as many, and each costs time for every file."""

TOOL_FOLDERS = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".bzr",
        "_darcs",
        "node_modules",
        "bower_components",
        "__pycache__",
        "site-packages",
        ".venv",
        "venv",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".ipynb_checkpoints",
        ".gradle",
        ".terraform",
        ".idea",
        ".vscode",
        ".vs",
        ".obsidian",
        ".logseq",
        ".trash",
        ".trashes",
        ".stversions",
        ".stfolder",
        ".dropbox.cache",
        "$recycle.bin",
        "#recycle",
        "@eadir",
        "lost+found",
        "__macosx",
        "system volume information",
    }
)
"""Folders that only tools write (case does not count). Names a person could give a folder (`build`, `dist`,
`target`, `out`, `env`, `cvs`) are not here."""

SYSTEM_FILES = frozenset({".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"})
"""What file browsers leave behind (case does not count)."""

_TEMPORARY = re.compile(r"~\$.*|\.~lock\..*|#.*#|\.#.*|.*~|.*\.(?:sw[n-px]|tmp|part|crdownload)", re.I | re.S)
"""Editor swap and backup files, lock files of office suites, unfinished downloads."""

BUILT_IN = "built-in"


class TooManyPatterns(ValueError):
    """An ignore file with more patterns than `PATTERN_LIMIT`."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a file or folder is skipped: `rule` is a built-in rule's name or the pattern as written, `source`
    is `built-in` or the ignore file and line (`notes/.kgignore:3`). Skips are counted by the two."""

    rule: str
    source: str


class IgnoreFile:
    """The patterns of one ignore file. `last_match` gives the one that decides, in file order the last."""

    def __init__(self, source: str, patterns: Iterable[Pattern]) -> None:
        self.source = source
        self._patterns = tuple(
            (pattern, re.compile(pattern.regex, re.S)) for pattern in reversed([*patterns])
        )
        self._names = _any_of(pattern for pattern, _ in self._patterns if pattern.by_name)
        self._paths = _any_of(pattern for pattern, _ in self._patterns if not pattern.by_name)

    def last_match(self, path: str, name: str, is_folder: bool) -> Pattern | None:
        """`path` is relative to the file's folder, `name` its last component, both NFC."""
        if not (self._names.fullmatch(name) or self._paths.fullmatch(path)):
            return None
        for pattern, regex in self._patterns:
            if regex.fullmatch(name if pattern.by_name else path) and (is_folder or not pattern.folder_only):
                return pattern
        return None


def parse_ignore_file(text: str, source: str) -> IgnoreFile:
    """Reads the text of an ignore file; a byte-order mark is no part of it. Raises `TooManyPatterns`."""
    lines = enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
    patterns = [pattern for number, line in lines if (pattern := parse_pattern(line, number)) is not None]
    if len(patterns) > PATTERN_LIMIT:
        raise TooManyPatterns(f"more than {PATTERN_LIMIT:,} patterns")
    return IgnoreFile(source, patterns)


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules that hold in one folder: the ignore files from the root down to it, nearest first."""

    own: frozenset[str] = frozenset()
    """kg's own folders, relative to the root, NFC."""
    _git: tuple[tuple[int, IgnoreFile], ...] = field(default=())
    """Each with the length of its folder's path and the slash behind it."""
    _kg: tuple[tuple[int, IgnoreFile], ...] = field(default=())

    def within(self, folder: str, git: IgnoreFile | None, kg: IgnoreFile | None) -> "IgnoreRules":
        """The rules in a folder (relative to the root, "" for the root, NFC) with these ignore files."""
        cut = len(folder) + 1 if folder else 0
        return replace(
            self,
            _git=((cut, git), *self._git) if git else self._git,
            _kg=((cut, kg), *self._kg) if kg else self._kg,
        )

    def verdict(self, path: str, is_folder: bool) -> Skip | None:
        """Why the entry at this path (relative to the root, NFC) is skipped; None when it is not. Its
        folder is taken to be one that is not skipped."""
        name = path.rpartition("/")[2]
        if is_folder and path in self.own:
            return Skip("own-folder", BUILT_IN)
        wanted = _nearest(self._kg, path, name, is_folder)
        if wanted is not None:
            return wanted.skip
        rule = built_in_rule(name, is_folder)
        if rule is not None:
            return Skip(rule, BUILT_IN)
        kept = _nearest(self._git, path, name, is_folder)
        return None if kept is None else kept.skip


def built_in_rule(name: str, is_folder: bool) -> str | None:
    """The built-in rule that skips a file or folder of this name: `tool-folder`, `system-file`,
    `temporary-file` or `hidden`."""
    if is_folder:
        tool = name.casefold() in TOOL_FOLDERS or name.startswith(".Trash-")
        return "tool-folder" if tool else "hidden" if name.startswith(".") else None
    if name.casefold() in SYSTEM_FILES:
        return "system-file"
    if _TEMPORARY.fullmatch(name):
        return "temporary-file"
    return "hidden" if name.startswith(".") else None


def ignore_key(path: str) -> str:
    """The form in which patterns and paths are compared."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def _any_of(patterns: Iterable[Pattern]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern.regex})" for pattern in patterns) or "(?!)", re.S)


@dataclass(frozen=True, slots=True)
class _Match:
    skip: Skip | None
    """None when the pattern takes the entry back."""


def _nearest(
    files: tuple[tuple[int, IgnoreFile], ...], path: str, name: str, is_folder: bool
) -> _Match | None:
    for cut, file in files:
        pattern = file.last_match(path[cut:], name, is_folder)
        if pattern is not None:
            skip = None if pattern.negated else Skip(pattern.text, f"{file.source}:{pattern.line}")
            return _Match(skip)
    return None
