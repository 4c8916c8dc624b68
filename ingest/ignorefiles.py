"""Reading `.gitignore` and `.kgignore`, and asking them about a single file.

An ignore file that is there and cannot be read holds its folder: what it would have kept out is unknown.
"""

import codecs
import os
import stat
from collections.abc import Collection
from pathlib import Path

from policy.ignore import (
    GIT_FILE,
    KG_FILE,
    IgnoreFile,
    IgnoreRules,
    Skip,
    TooManyPatterns,
    ignore_key,
    parse_ignore_file,
)

SIZE_LIMIT = 1 << 20
"""Bytes of an ignore file: far above any real one, small enough to read beside every folder."""


class RulesUnreadable(Exception):
    """An ignore file that cannot be read; the message names it and says why."""


def rules_within(folder: str, inside: str, rules: IgnoreRules, names: Collection[str]) -> IgnoreRules:
    """The rules in a folder, given those above it and the names in it. `folder` is its absolute path,
    `inside` its key from the root. Raises `RulesUnreadable`."""
    if GIT_FILE not in names and KG_FILE not in names:
        return rules
    git, kg = (_load(folder, inside, name) if name in names else None for name in (GIT_FILE, KG_FILE))
    return rules.within(inside, git, kg)


def why_skipped(root: str, path: str, own: frozenset[str] = frozenset()) -> Skip | None:
    """The rule that keeps one file out of a walk over `root`, found by looking only at the folders above
    it; None when none does. Both paths are real ones; `own` as in `IgnoreRules`. Raises `RulesUnreadable`;
    `ValueError` when the file is not below the root."""
    rules, inside, folder = IgnoreRules(own=own), "", root.rstrip("/")
    parts = Path(path).relative_to(root).parts
    for depth, part in enumerate(parts, start=1):
        present = [name for name in (GIT_FILE, KG_FILE) if os.path.lexists(f"{folder}/{name}")]
        rules = rules_within(folder, inside, rules, present)
        inside = f"{inside}/{ignore_key(part)}" if inside else ignore_key(part)
        folder = f"{folder}/{part}"
        is_folder = depth < len(parts) or Path(folder).is_dir()
        why = rules.verdict(inside, is_folder)
        if why is not None:
            return why
    return None


def _load(folder: str, inside: str, name: str) -> IgnoreFile | None:
    """A link is followed: these are settings, not documents. A folder of that name sets nothing."""
    path = Path(folder or "/", name)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            return None
        if not stat.S_ISREG(status.st_mode) or status.st_size > SIZE_LIMIT:
            raise RulesUnreadable(f"{path} is no file of at most {SIZE_LIMIT:,} bytes.")
        text = _decoded(path.read_bytes())
        return parse_ignore_file(text, f"{inside}/{name}" if inside else name)
    except OSError as error:
        raise RulesUnreadable(f"{path} cannot be read ({os_reason(error)}).") from error
    except (UnicodeError, TooManyPatterns) as error:
        cause = "not text" if isinstance(error, UnicodeError) else str(error)
        raise RulesUnreadable(f"{path} makes no sense ({cause}).") from error


def _decoded(raw: bytes) -> str:
    """UTF-8, or UTF-16 with its mark (some shells write that); bytes of other encodings match file names
    of the same bytes. A NUL means that it is something else: `UnicodeError`."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16")
    if b"\0" in raw:
        raise UnicodeError("not text")
    return raw.decode("utf-8", "surrogateescape")


def os_reason(error: Exception) -> str:
    """The system's own words for what failed, without the path."""
    return (error.strerror if isinstance(error, OSError) else None) or "no reason given"
