"""What a file's name says: a title made readable, and whether it reads like the name of a thing."""

import re
from email.utils import getaddresses
from pathlib import PurePosixPath

_COPY = re.compile(
    r"(?:\s*[-–_ ]\s*(?:copy|kopie|copie|copia)(?:\s*\d+)?|\s*\(\d{1,3}\)|\s*~\d?)\s*$", re.IGNORECASE
)
_WORDS = """
readme index notes note todo new untitled document doc file text log changelog license home main draft misc
inbox scratch temp test about contents overview copying notice authors contributing weekly daily monthly
meeting minutes standup journal diary call review report mail message page record data table list
"""
_GENERIC = frozenset(_WORDS.split())


def stem(path_name: str) -> str:
    """The last part of a path without its extension; a name that is only an extension stays whole."""
    return PurePosixPath(path_name.replace("\\", "/")).stem or path_name


def readable_name(path_name: str) -> str:
    """A file's name for people: no extension, no copy mark, separators to spaces (dates keep theirs)."""
    name = _COPY.sub("", stem(path_name)) or stem(path_name)
    name = re.sub(r"(?<![0-9])[_-]+|[_-]+(?![0-9])|_+", " ", name)
    return re.sub(r"\s+", " ", name).strip() or path_name


def names_a_thing(title: str) -> bool:
    """True when a title made from a file's name reads like a proper name (`Northwind`, `Dana Reyes`):
    capitalised or in a script without capitals, and no word that any file may be called by."""
    words = re.findall(r"[^\W\d_]+", title)
    if not words or all(word.lower() in _GENERIC or len(word) == 1 for word in words):
        return False
    initial = words[0][0]
    return bool(initial != initial.lower() or initial == initial.upper())


def addressed(value: str) -> list[tuple[str, str]]:
    """The names and addresses in a header; none of one that cannot be taken apart. The standard library nests
    as deep as the brackets of the header do."""
    try:
        return getaddresses([value])
    except (ValueError, IndexError, TypeError, RecursionError):
        return []
