"""One line of an ignore file as a compiled pattern, with the meaning git gives it (gitignore(5)).

Ignore files come from other people, so a pattern must not be able to stall a walk: every wildcard but the
last of its kind is an atomic group, which is exact because the leftmost match of a fixed run between two
wildcards leaves the most room for the rest. Matching takes at most time in proportion to the length of the
pattern times the length of the path (times its depth, after a last `**`), whatever is in them.

Beyond git: patterns and paths are compared in NFC, and `?` stands for a character where git's stands for a
byte.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r"\ \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r"\t-\r\ ",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
"""POSIX character classes in the C locale, as git's wildmatch reads them."""

_CLASS = re.compile(r"\[:([a-z]+):\]")
_NEVER = r"(?!)"
_STAR = None
"""The token of a `*`; every other token is the regex of one character."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """`regex` matches a whole name (`by_name`) or the whole path from the ignore file's folder down."""

    text: str
    """As written in the file."""
    line: int
    negated: bool
    folder_only: bool
    by_name: bool
    regex: str


def parse_pattern(text: str, line: int = 0) -> Pattern | None:
    """Reads one line; None when it is blank or a comment. A pattern git would never match (an open bracket,
    a backslash at the end) matches nothing."""
    text = _trimmed(text.removesuffix("\r"))
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    glob = unicodedata.normalize("NFC", text[negated:])
    folder_only = glob.endswith("/")
    glob = glob.removesuffix("/")
    by_name = "/" not in glob
    try:
        regex = _segment(list(_tokens(glob))) if by_name else _path(glob.removeprefix("/"))
    except _Malformed:
        regex = _NEVER
    return Pattern(text, line, negated, folder_only, by_name, regex)


class _Malformed(ValueError):
    """The pattern matches nothing."""


def _trimmed(text: str) -> str:
    """Without trailing blanks, but for one that a backslash protects."""
    bare = text.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if slashes % 2 and len(bare) < len(text) else bare


def _path(glob: str) -> str:
    """Runs of segments between `**`. Each `**` but the last takes as little as it can and keeps it."""
    runs: list[list[str]] = [[]]
    for segment in _split(list(_tokens(glob)), "/"):
        if len(segment) > 1 and set(segment) == {_STAR}:
            runs.append([])
        else:
            runs[-1].append(_segment(segment))
    first, *rest = ["/".join(run) for run in runs]
    if not rest:
        return first
    *inner, last = rest
    lead = f"{first}/" if first else ""
    middle = "".join(rf"(?>(?:[^/]+/)*?{run}/)" for run in inner if run)
    tail = rf"(?:[^/]+/)*{last}" if last else r"[^/].*"
    return lead + middle + tail


def _segment(tokens: list[str | None]) -> str:
    """The regex of one segment. `*` never crosses a slash; several in a row are one."""
    first, *rest = ["".join(map(str, run)) for run in _split(tokens, _STAR)]
    if not rest:
        return first
    *inner, last = rest
    return first + "".join(rf"(?>[^/]*?{run})" for run in inner if run) + rf"[^/]*{last}"


def _split(tokens: list[str | None], at: str | None) -> list[list[str | None]]:
    runs: list[list[str | None]] = [[]]
    for token in tokens:
        if token == at:
            runs.append([])
        else:
            runs[-1].append(token)
    return runs


def _tokens(glob: str) -> Iterator[str | None]:
    at = 0
    while at < len(glob):
        char = glob[at]
        at += 1
        if char == "*":
            yield _STAR
        elif char == "?":
            yield "[^/]"
        elif char == "[":
            token, at = _bracket(glob, at)
            yield token
        else:
            if char == "\\":
                char, at = _escaped(glob, at)
            yield re.escape(char)


def _escaped(glob: str, at: int) -> tuple[str, int]:
    if at == len(glob):
        raise _Malformed
    return glob[at], at + 1


def _bracket(glob: str, at: int) -> tuple[str, int]:
    """A bracket expression whose `[` stands before `at`: its regex and where the pattern goes on."""
    negated = glob[at : at + 1] in ("!", "^")
    at += negated
    start, parts = at, list[str]()
    before = ""
    while at == start or glob[at : at + 1] != "]":
        part, before, at = _member(glob, at, before)
        parts.append(part)
    members = "".join(parts)
    return (rf"[^/{members}]" if negated else rf"(?!/)[{members}]"), at + 1


def _member(glob: str, at: int, before: str) -> tuple[str, str, int]:
    """One member: its regex, the character a range could start from next, where the next member stands."""
    named = _CLASS.match(glob, at)
    if named is not None:
        if named[1] not in _CLASSES:
            raise _Malformed
        return _CLASSES[named[1]], "", named.end()
    char, after = glob[at : at + 1], at + 1
    if char == "-" and before and glob[after : after + 1] not in ("", "]"):
        last, after = _literal(glob, after)
        return (f"{re.escape(before)}-{re.escape(last)}" if before <= last else ""), "", after
    char, after = _literal(glob, at)
    return re.escape(char), char, after


def _literal(glob: str, at: int) -> tuple[str, int]:
    if at == len(glob):
        raise _Malformed
    return _escaped(glob, at + 1) if glob[at] == "\\" else (glob[at], at + 1)
