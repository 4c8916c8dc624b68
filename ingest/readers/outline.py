"""The structure of a text while it is read: the headings one stands under, their dates, and the entries."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from ingest.normalise import trimmed
from ingest.readers.dates import DATE, heading_date, match_date
from kg.model.document import Entry

_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)|\[\[([^\]|\n]*\|)?([^\]\n]*)\]\]|<[^>\n]{1,80}>")
_MARKS = re.compile(r"[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}|\s*\{#[^}]*\}\s*$|\s+#+\s*$")
_ENTRY_DATE = re.compile(
    r"[ \t)\]*_>\"'T]*(?:[0-9]{1,2}[:.h][0-9]{2}|$|[:\-–—,;|/(\[{]|[A-Z_])|[)\]*_]+[ \t]|\s{2,}|\t",
    re.MULTILINE,
)
"""What sets a date off from the words behind it: a time, a mark, a bracket, wide space, or nothing at all."""
_FIELD = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+)?[*_]{0,3}"
    r"[^\W\d_][\w .,/&'’()#°%+-]{0,48}?[*_]{0,3}[ \t]*(?::{1,2}|=)[*_]{0,3}[ \t]+\S"
)
_RULE = re.compile(r"[ \t]*([-=*_~#^+.])(?:[ \t]?\1){2,}[ \t]*")


def plain_words(text: str) -> str:
    """A heading's words without links, emphasis and anchors, at most 200 characters."""
    text = _LINK.sub(lambda match: match[1] or match[3] or "", text.strip().lstrip("#").strip())
    return re.sub(r"\s+", " ", _MARKS.sub("", text)).strip()[:200]


def is_field(line: str) -> bool:
    """True for a `Key: value` line: a short key, at most five words."""
    match = _FIELD.match(line)
    return match is not None and len(re.split(r"[:=]", match.group())[0].split()) <= 6


def is_rule(line: str) -> bool:
    """True for a line that only separates: `---`, `* * *`, `=====`."""
    return _RULE.fullmatch(line) is not None


def entry_date(text: str) -> date | None:
    """The date an entry opens with, when something sets it off from what follows: `2026-11-04: met Dana`,
    `- **4 Nov 2026** call`; not "4 Nov 2026 was cold", which a colon, dash, mark or time would precede."""
    head = text[:80].lstrip("-*+•>#[]xX(_` \t")
    match = DATE.match(head)
    if match is None or not _ENTRY_DATE.match(head, match.end()):
        return None
    return match_date(match)


class Outline:
    """Collects entries in order. A heading's date holds for what stands under it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.entries: list[Entry] = []
        self._stack: list[tuple[int, str, date | None]] = []

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(title for _, title, _ in self._stack)

    @property
    def dated(self) -> date | None:
        return next((day for _, _, day in reversed(self._stack) if day), None)

    def heading(self, level: int, start: int, end: int, words: str | None = None) -> None:
        """Opens a section; the heading is an entry whose path ends with itself."""
        title = plain_words(self.text[start:end]) if words is None else words
        if not title:
            return
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, title, heading_date(title)))
        self.add(start, end, "heading")

    def add(
        self,
        start: int,
        end: int,
        kind: str = "paragraph",
        said_at: date | None = None,
        speaker: str | None = None,
        under: Iterable[str] = (),
    ) -> None:
        """Adds an entry unless there is nothing to see in the span. `under` extends the heading path."""
        span = trimmed(self.text, start, end)
        if span is None:
            return
        path = (*self.path, *under)
        self.entries.append(Entry(*span, path, said_at or self.dated, speaker, kind))

    def extend_since(self, index: int, under: tuple[str, ...]) -> None:
        """Puts more of a path under the entries added since there were `index` of them."""
        if under:
            self.entries[index:] = [
                replace(each, heading=each.heading + under) for each in self.entries[index:]
            ]

    def date_since(self, index: int, day: date) -> None:
        """Gives a date to the entries added since there were `index` of them that say none themselves."""
        own = self.dated
        self.entries[index:] = [
            replace(each, said_at=day) if each.said_at == own else each for each in self.entries[index:]
        ]

    def said_since(self, index: int, speaker: str | None, day: date | None) -> None:
        """Gives a speaker and a day to the entries added since there were `index` of them."""
        self.entries[index:] = [
            replace(each, speaker=speaker, said_at=each.said_at or day) for each in self.entries[index:]
        ]
