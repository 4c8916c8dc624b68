"""Spans that are small enough: a long one is split at line ends, else at ends of sentences, of clauses, at
white space, and last by a hard cut between characters that belong apart."""

import re
import unicodedata
from collections.abc import Callable, Iterator

from ingest.normalise import trimmed

Span = tuple[int, int]

_BORDERS = (
    re.compile(r"\n\s*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；])|[\u2028\u2029]"),
    re.compile(r"(?<=[,;:|])\s+|(?<=[、，：])"),
    re.compile(r"\s+"),
)
_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")
_BACK = 32
"""Characters a hard cut may move back to keep a cluster whole; longer clusters are cut anyway."""


def split_span(
    text: str, start: int, end: int, most: int, hard: int, size: Callable[[int, int], int]
) -> Iterator[Span]:
    """The visible parts of a span, each with `size(start, end)` at most `most`, in order. `hard` is how
    many characters surely fit. Linear in the span: a border is only looked for in parts that are too big."""
    yield from _split(text, start, end, most, hard, size, 0)


def _split(
    text: str, start: int, end: int, most: int, hard: int, size: Callable[[int, int], int], level: int
) -> Iterator[Span]:
    span = trimmed(text, start, end)
    if span is None:
        return
    start, end = span
    if end - start <= hard or size(start, end) <= most:
        yield span
    elif level == len(_BORDERS):
        yield from _hard(text, start, end, hard)
    else:
        at = start
        for border in _BORDERS[level].finditer(text, start, end):
            yield from _split(text, at, border.end(), most, hard, size, level + 1)
            at = border.end()
        yield from _split(text, at, end, most, hard, size, level + 1)


def _hard(text: str, start: int, end: int, most: int) -> Iterator[Span]:
    while end - start > most:
        cut = start + most
        while cut > start + most - _BACK and _together(text[cut - 1], text[cut]):
            cut -= 1
        cut = cut if cut > max(start, start + most - _BACK) else start + most
        if span := trimmed(text, start, cut):
            yield span
        start = cut
    if span := trimmed(text, start, end):
        yield span


def _together(left: str, right: str) -> bool:
    """Whether a cut between two characters would break what is read as one."""
    if left == "\u200d" or right in _JOINERS or "\U0001f3fb" <= right <= "\U0001f3ff":
        return True
    if "\U0001f1e6" <= left <= "\U0001f1ff" and "\U0001f1e6" <= right <= "\U0001f1ff":
        return True
    return right > "\u02ff" and unicodedata.category(right)[0] == "M"
