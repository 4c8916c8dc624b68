"""A resolved date, with the precision it was given in."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

from ingest.datewords import MONTH_NAMES


@dataclass(frozen=True, slots=True)
class When:
    """A resolved date or period: its first and last day, and a key that keeps the precision it was given
    with (`2027-06-30`, `2027-06`, `2027-Q3`, `2026-W46`, `2027`)."""

    first: date
    last: date
    key: str
    text: str
    """In plain English: `30 June 2027`, `January 2027`."""
    relative: bool = False
    """True when it took the day of saying to know it."""


def day(value: date, relative: bool = False) -> When:
    """One day."""
    text = f"{value.day} {MONTH_NAMES[value.month - 1]} {value.year}"
    return When(value, value, value.isoformat(), text, relative)


def week(value: date) -> When:
    """The ISO week that holds this day."""
    monday = value - timedelta(days=value.weekday())
    sunday = monday + timedelta(days=6)
    return When(monday, sunday, monday.strftime("%G-W%V"), "week of " + day(monday).text, True)


def month(year: int, number: int, relative: bool = False) -> When:
    """One month of one year."""
    last = date(year, number, calendar.monthrange(year, number)[1])
    text = f"{MONTH_NAMES[number - 1]} {year}"
    return When(date(year, number, 1), last, f"{year:04}-{number:02}", text, relative)


def year_of(year: int, relative: bool = False) -> When:
    """One calendar year."""
    return When(date(year, 1, 1), date(year, 12, 31), f"{year:04}", str(year), relative)


def quarter(year: int, number: int, relative: bool = False) -> When:
    """One quarter, 1–4, of a calendar year."""
    last_month = number * 3
    last = date(year, last_month, calendar.monthrange(year, last_month)[1])
    return When(date(year, last_month - 2, 1), last, f"{year:04}-Q{number}", f"Q{number} {year}", relative)


def edge(when: When, words: str | None) -> When:
    """`end of June` is its last day; `early June` stays the month, in the words that were used."""
    if not words:
        return when
    plain = " ".join(words.lower().removeprefix("the ").split())
    if plain == "end of":
        return When(when.last, when.last, when.last.isoformat(), f"end of {when.text}", when.relative)
    return When(when.first, when.last, when.key, f"{plain.removesuffix(' of')} {when.text}", when.relative)
