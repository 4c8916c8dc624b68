"""Stamps that people put before a line of a running log: `04-04 0915`, `14/12 2300 DJ  `, `3 april  `."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from ingest.datewords import MONTHS, fold

MIN_STAMPED = 3
"""Lines of a segment that begin with such a stamp, from which it is one."""

_DAY = (
    r"(?P<iso>(?:19|20)\d\d-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d)?Z?)?"
    r"|(?P<first>[A-Z][a-z]{2,8})\.?\s(?P<firstday>\d{1,2})(?!\d|:)(?:,?\s(?P<firstyear>(?:19|20)\d\d))?"
    r"|(?P<day>\d{1,2})(?:[-/.](?P<month>\d{1,2})(?:[-/.](?P<year>(?:19|20)?\d\d))?\.?"
    r"|\.?\s(?P<word>[A-Za-zÀ-ÿ]{3,9})\.?(?:\s(?P<wordyear>(?:19|20)\d\d))?)"
)
_CLOCK = (
    r"(?:[,;]?\s+(?:(?:at|um|à|a las)\s)?(?:[012]?\d[:.h][0-5]\d(?::\d\d)?|[012]\d[0-5]\d)(?:\s?(?:h|Uhr"
    r"|am|pm))?(?![\w.]))?"
)
_BEHIND = r"(?:\s*[-–—:|>]+\s+|\s+-{2,}\s+|\s{2,}|\t|\s+)"
_NOTED = r"(?:\([a-z ]{2,20}\)\s*)?"
_WRITER = (
    r"(?:[A-Z]{2,3}(?:\s{2,}|\s?[:>–-]\s+|\s+(?=[a-zà-ÿ0-9]))"
    r"|[A-Za-zà-ÿ][a-zà-ÿ]+(?:[ +][a-z]{1,8}\.?)?(?:\s{2,}|\s?[:>]\s+(?=[a-zà-ÿ0-9])))?"
)
_STAMP = re.compile(
    rf"^\s*[\[(]?(?:[A-Z][a-z]{{1,2}}\.?,?\s)?(?:{_DAY})[\])]?{_CLOCK}{_BEHIND}{_NOTED}{_WRITER}(?=\S)"
)
WRITER = re.compile(r"^(?:[A-Z]{2,3}|[A-Za-z][a-z]+(?: [a-z]\.?)?)\s{2,}(?=\S)")
"""Who wrote a line, set off by a wide gap."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """How long a stamp is, and its day as far as it says one."""

    length: int
    iso: str | None
    day: int
    month: int
    year: int | None
    numbers: bool = False
    """Written as two numbers, each of which may be the month."""

    def turned(self) -> "Stamp":
        """The month before the day, as some write it."""
        return replace(self, day=self.month, month=self.day) if self.numbers else self

    def dated(self, near: date | None) -> date | None:
        """The day it means: of the year it gives, else the one nearest to when the text was written."""
        try:
            if self.iso is not None:
                return date.fromisoformat(self.iso)
            if self.year is not None:
                return date(self.year, self.month, self.day)
            if near is None:
                return None
            years = (near.year - 1, near.year, near.year + 1)
            return min(
                (date(year, self.month, self.day) for year in years), key=lambda each: abs(each - near)
            )
        except ValueError:
            return None


def read_stamp(line: str) -> Stamp | None:
    """The stamp a line begins with; None when it begins with none."""
    match = _STAMP.match(line)
    if match is None:
        return None
    if match["iso"]:
        return Stamp(match.end(), match["iso"], 0, 0, None)
    if match["first"]:
        month = MONTHS.get(fold(match["first"]))
        day, year = int(match["firstday"]), match["firstyear"]
        return Stamp(match.end(), None, day, month, _full_year(year)) if month and 1 <= day <= 31 else None
    word = match["word"]
    month = MONTHS.get(fold(word)) if word else int(match["month"])
    day, year = int(match["day"]), match["year"] or match["wordyear"]
    if month is not None and word is None and month > 12 >= day:
        day, month = month, day
    if month is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    numbers = word is None and day <= 12 and int(match["month"]) <= 12
    return Stamp(match.end(), None, day, month, _full_year(year), numbers)


def _full_year(year: str | None) -> int | None:
    return None if year is None else int(year) + (2000 if len(year) == 2 else 0)


def is_running(lines: Sequence[str]) -> bool:
    """Whether so many lines begin with a stamp that a stamp is no date of the sentence behind it."""
    filled = [line for line in lines if line.strip()]
    stamped = sum(read_stamp(line) is not None for line in filled)
    return stamped >= MIN_STAMPED and stamped * 5 >= len(filled) * 2


_SLASHED = re.compile(r"^\s*(\d{1,2})[/-](\d{1,2})(?!\d|/|-)")


def month_first(lines: Sequence[str]) -> bool:
    """Whether a log writes the month before the day: a second number is no month, and no first one is none."""
    pairs = [(int(match[1]), int(match[2])) for line in lines if (match := _SLASHED.match(line))]
    return any(b > 12 for _, b in pairs) and not any(a > 12 for a, _ in pairs)
