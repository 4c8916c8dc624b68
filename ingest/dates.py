"""Dates in text: found, and resolved against the day the words were said.

What depends on the day of saying ("next Tuesday", "in January") is found only when that day is known, and is
marked `relative`. A date that can be read two ways (03/04/2025) is found only when another date in the same
text shows the order of day and month."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ingest.dateforms import FORMS, YEAR, Reading
from ingest.tense import lean_at
from ingest.when import When, year_of


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date where it stands in a text."""

    start: int
    end: int
    when: When


def find_dates(text: str, said_at: date | None = None, lean: int = 0) -> tuple[FoundDate, ...]:
    """Every date in the text, in order, none overlapping. `lean` says where an open date ("Friday", "in
    May") lies when neither a preposition nor the verb of its clause does: 1 after the day of saying, -1
    before it, 0 the nearest (a bare weekday: after)."""
    reading = Reading(said_at, lean, _day_first(text))
    found: list[FoundDate] = []
    for start, end, when in _candidates(text, reading):
        if not any(start < other.end and other.start < end for other in found):
            found.append(FoundDate(start, end, when))
    return tuple(sorted(found, key=lambda each: each.start))


def resolve(text: str, said_at: date | None = None, lean: int = 0) -> When | None:
    """The date that the whole text is, apart from words that only lead up to it; None when it is more or
    less than one."""
    given = text.strip().rstrip(".,;")
    stripped = _LEAD.sub("", given).strip()
    for part in dict.fromkeys((given, stripped)):
        whole = [f for f in find_dates(part, said_at, lean) if f.start == 0 and f.end == len(part)]
        if whole:
            return whole[0].when
    return year_of(int(stripped)) if re.fullmatch(YEAR, stripped) else None


_LEAD = re.compile(
    r"(?i)^(?:on|at|in|by|until|till|from|since|before|after|as of|ab|bis|seit|am|the)\s+(?=\S)"
)


def _candidates(text: str, reading: Reading) -> Iterator[tuple[int, int, When]]:
    for pattern, make in FORMS:
        for match in pattern.finditer(text):
            try:
                when = make(match, _leaning(text, match.start(), match.end(), reading))
            except (ValueError, OverflowError):
                continue
            if when is not None:
                yield match.start(), match.end(), when


_AHEAD = re.compile(r"(?i)\b(?:until|till|by|to|bis|next)\s+(?:the\s+)?$")
_BACK = re.compile(r"(?i)\b(?:since|seit)\s+$")


def _leaning(text: str, start: int, end: int, reading: Reading) -> Reading:
    if reading.said_at is None:
        return reading
    before = text[max(start - 12, 0) : start]
    if _AHEAD.search(before):
        return replace(reading, lean=1)
    if _BACK.search(before):
        return replace(reading, lean=-1)
    return replace(reading, lean=lean_at(text, start, end) or reading.lean)


def _day_first(text: str) -> bool | None:
    """The order the text itself shows by a number over twelve; None when it shows none or both."""
    seen: set[bool] = set()
    for first, second in re.findall(rf"(?<![\d/-])(\d\d?)[/-](\d\d?)[/-]{YEAR}(?!\d)", text):
        if int(first) > 12 >= int(second):
            seen.add(True)
        elif int(second) > 12 >= int(first):
            seen.add(False)
    return seen.pop() if len(seen) == 1 else None
