"""Which folder decides: the nearest one that sets a thing."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from policy.rungs import DEFAULT_RUNG, Rung
from policy.scope import DEFAULT_SCOPE, ScopeError, parse_scope

DEFAULT_PROJECT = "default"
"""The body of work of a folder that names none."""

PROJECT_LIMIT = 100
"""Characters of a project's name: one line in any table."""

ATTRIBUTES = ("rung", "project", "scope")
"""What a folder may set, each inherited on its own."""


@dataclass(frozen=True, slots=True)
class FolderSetting:
    """What one folder sets; None inherits. `path` is absolute with POSIX separators, no trailing slash."""

    path: str
    rung: Rung | None = None
    project: str | None = None
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A folder whose stored setting makes no sense. `reason` names what is wrong, never the value."""

    path: str
    reason: str


StoredSetting = FolderSetting | Unreadable


@dataclass(frozen=True, slots=True)
class Effective:
    """What holds in a folder. `decided_by` gives for `rung`, `project` and `scope` the folder that set it,
    as spelled in its setting; None where no folder did and the default holds."""

    rung: Rung
    project: str
    scope: str
    decided_by: Mapping[str, str | None]


class FolderIndex:
    """All settings by path. A look-up costs one dictionary access per component of the path, however many
    folders set something. Of two settings of one folder the later one counts."""

    def __init__(self, settings: Iterable[StoredSetting] = ()) -> None:
        self._by_key = {folder_key(setting.path): setting for setting in settings}

    def effective(self, path: str) -> Effective | Unreadable:
        """What holds for this folder or file. A folder that cannot be read holds back everything below it
        for which no nearer folder sets all three: what it would have said is unknown. Raises `ValueError`
        for a path that is not absolute."""
        found: dict[str, tuple[str, str]] = {}
        for key in _upwards(folder_key(path)):
            setting = self._by_key.get(key)
            if isinstance(setting, Unreadable):
                return setting
            if setting is not None:
                _take(setting, found)
                if len(found) == len(ATTRIBUTES):
                    break
        return _effective(found)


def resolve(settings: Iterable[StoredSetting], path: str) -> Effective | Unreadable:
    """`FolderIndex.effective` for a single question."""
    return FolderIndex(settings).effective(path)


def folder_key(path: str) -> str:
    """The comparison key of an absolute path: NFC, no trailing slash, so the root's is empty. Never used to
    open a file. Raises `ValueError` for a relative path or one with `.` or `..` in it: what those mean is
    for the file system to say."""
    key = unicodedata.normalize("NFC", path).rstrip("/")
    first, *rest = key.split("/")
    absolute = path.startswith("/") if not first else first.endswith(":")
    if not absolute or "." in rest or ".." in rest:
        raise ValueError("a folder's path is absolute and has no . or .. in it")
    return key


def parse_setting(path: str, rung: object, project: object, scope: object) -> StoredSetting:
    """Reads what is stored for a folder; None inherits. Never raises for a stored rung, project or scope:
    a value that makes no sense gives `Unreadable`."""
    if rung is not None and rung not in tuple(Rung):
        return Unreadable(path, f"its rung is none of {', '.join(Rung)}")
    if project is not None and not (isinstance(project, str) and is_project(project)):
        return Unreadable(path, "its project is no name of one line")
    if scope is not None and not (isinstance(scope, str) and _is_scope(scope)):
        return Unreadable(path, "its scope is none of org, dept:NAME, user:NAME")
    return FolderSetting(path, None if rung is None else Rung(str(rung)), project, scope)


def is_project(name: str) -> bool:
    """Whether this can name a project: 1 to 100 printable characters, no blank at either end."""
    return name == name.strip() and name.isprintable() and 0 < len(name) <= PROJECT_LIMIT


def _is_scope(text: str) -> bool:
    try:
        return str(parse_scope(text)) == text
    except ScopeError:
        return False


def _upwards(key: str) -> Iterator[str]:
    yield key
    while key:
        key = key.rpartition("/")[0]
        yield key


def _take(setting: FolderSetting, found: dict[str, tuple[str, str]]) -> None:
    for name in ATTRIBUTES:
        value = getattr(setting, name)
        if value is not None and name not in found:
            found[name] = (value, setting.path)


def _effective(found: Mapping[str, tuple[str, str]]) -> Effective:
    decided = MappingProxyType({name: found[name][1] if name in found else None for name in ATTRIBUTES})
    values = {name: value for name, (value, _) in found.items()}
    return Effective(
        rung=Rung(values.get("rung", DEFAULT_RUNG)),
        project=values.get("project", DEFAULT_PROJECT),
        scope=values.get("scope", DEFAULT_SCOPE),
        decided_by=decided,
    )
