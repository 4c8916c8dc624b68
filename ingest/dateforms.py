"""The forms a date is written in, each with what it means."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from ingest.datewords import MAY_BE_A_WORD, MONTHS, NUMBER_WORDS, TIME_UNITS, WEEKDAYS, alternation, fold
from ingest.when import When, day, edge, month, quarter, week, year_of

_MONTH = alternation(MONTHS)
_CAPITAL_MONTH = alternation(MONTHS, capital=True)
_WEEKDAY = alternation(WEEKDAYS)
_CAPITAL_WEEKDAY = alternation(WEEKDAYS, capital=True)
YEAR = r"(?:19|20)\d\d"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_WITH_WEEKDAY = rf"(?:(?:{_WEEKDAY})\.?,?\s+(?:the\s+)?)?"
_COUNT = r"\d{1,3}|" + "|".join(NUMBER_WORDS)
_UNIT = r"days?|weeks?|months?|years?|quarters?"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a date is read against: the day of saying, which way an open date leans, the order of numbers."""

    said_at: date | None
    lean: int
    day_first: bool | None


_Maker = Callable[[re.Match[str], Reading], When | None]


def _month_number(word: str) -> int:
    return MONTHS[fold(word.rstrip("."))]


def _iso(match: re.Match[str], _: Reading) -> When:
    year, number, rest = int(match[1]), int(match[2]), match[3]
    return day(date(year, number, int(rest))) if rest else month(year, number)


def _dotted(match: re.Match[str], reading: Reading) -> When | None:
    year = _full_year(match[3]) if match[3] else None
    if year is None:
        return _open_day(int(match[1]), int(match[2]), reading)
    return day(date(year, int(match[2]), int(match[1])))


def _full_year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def _slashed(match: re.Match[str], reading: Reading) -> When | None:
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    if first == second or first > 12 or second > 12:
        day_first = first > 12 or first == second
    elif reading.day_first is None:
        return None
    else:
        day_first = reading.day_first
    return day(date(year, second, first) if day_first else date(year, first, second))


def _day_month(match: re.Match[str], reading: Reading) -> When | None:
    return _named_day(match["day"], match["month"], match["year"], reading)


def _named_day(number: str, word: str, year: str | None, reading: Reading) -> When | None:
    if year:
        return day(date(int(year), _month_number(word), int(number)))
    return _open_day(int(number), _month_number(word), reading)


def _open_day(number: int, of_month: int, reading: Reading) -> When | None:
    said = reading.said_at
    if said is None:
        return None
    years = [year for year in (said.year - 1, said.year, said.year + 1) if _exists(year, of_month, number)]
    chosen = _nearest([date(year, of_month, number) for year in years], said, reading.lean)
    return day(chosen, relative=True)


def _exists(year: int, of_month: int, number: int) -> bool:
    return 1 <= of_month <= 12 and 1 <= number <= calendar.monthrange(year, of_month)[1]


def _nearest(days: list[date], said: date, lean: int) -> date:
    side = [each for each in days if lean == 0 or (each - said).days * lean >= 0]
    return min(side or days, key=lambda each: abs((each - said).days))


def _month_year(match: re.Match[str], _: Reading) -> When:
    return edge(month(int(match["year"]), _month_number(match["month"])), match["edge"])


def _bare_month(match: re.Match[str], reading: Reading) -> When | None:
    said = reading.said_at
    if said is None or (
        fold(match["month"]) in MAY_BE_A_WORD and match["lead"] is None and not match["edge"]
    ):
        return None
    number = _month_number(match["month"])
    if match["which"]:
        year = said.year + {"next": 1, "last": -1}.get(match["which"].lower(), 0)
        return edge(month(year, number, relative=True), match["edge"])
    middles = [date(year, number, 15) for year in (said.year - 1, said.year, said.year + 1)]
    if reading.lean and said.month == number:
        return edge(month(said.year, number, relative=True), match["edge"])
    return edge(month(_nearest(middles, said, reading.lean).year, number, relative=True), match["edge"])


def _weekday(match: re.Match[str], reading: Reading) -> When | None:
    said, which = reading.said_at, (match["which"] or "").lower()
    if said is None:
        return None
    ahead = (WEEKDAYS[fold(match["weekday"])] - said.weekday()) % 7
    monday = said - timedelta(days=said.weekday())
    if which == "next":
        return day(monday + timedelta(days=7 + WEEKDAYS[fold(match["weekday"])]), relative=True)
    if which == "last" or (not which and reading.lean < 0):
        return day(said - timedelta(days=(7 - ahead) if ahead else 7 * (which == "last")), relative=True)
    return day(said + timedelta(days=ahead), relative=True)


def _spoken(match: re.Match[str], reading: Reading) -> When | None:
    offset = {
        "today": 0,
        "tonight": 0,
        "heute": 0,
        "tomorrow": 1,
        "morgen": 1,
        "yesterday": -1,
        "gestern": -1,
    }
    if reading.said_at is None:
        return None
    words = match[0].lower()
    days = 2 if "day after" in words else offset[words]
    return day(reading.said_at + timedelta(days=days), relative=True)


def _distance(match: re.Match[str], reading: Reading) -> When | None:
    """`three weeks ago`, `in two months`: a day for days and weeks, a month for months, a year for years."""
    if reading.said_at is None:
        return None
    count = NUMBER_WORDS.get(match["count"].lower()) or int(match["count"])
    return _shift(reading.said_at, match["unit"], count if match["ahead"] else -count)


def _shift(said: date, word: str, count: int) -> When:
    unit = TIME_UNITS[fold(word)]
    if unit in ("day", "week"):
        return day(said + timedelta(days=count * (7 if unit == "week" else 1)), relative=True)
    if unit == "year":
        return year_of(said.year + count, relative=True)
    months = said.year * 12 + said.month - 1 + count * (3 if unit == "quarter" else 1)
    return month(months // 12, months % 12 + 1, relative=True)


def _named_period(match: re.Match[str], reading: Reading) -> When | None:
    """`next month`, `last year`, `this quarter`, `the end of the year`."""
    if reading.said_at is None:
        return None
    step = {"next": 1, "last": -1, "previous": -1, "coming": 1}.get((match["which"] or "this").lower(), 0)
    unit = match["unit"].lower()
    if unit == "week":
        return week(reading.said_at + timedelta(days=7 * step))
    when = _shift(reading.said_at, unit, step)
    if unit == "quarter":
        when = quarter(when.first.year, (when.first.month + 2) // 3, relative=True)
    return edge(when, match["edge"])


def _quarter(match: re.Match[str], reading: Reading) -> When | None:
    if match["year"]:
        return quarter(_full_year(match["year"]), int(match["number"]))
    return quarter(reading.said_at.year, int(match["number"]), relative=True) if reading.said_at else None


def _led_year(match: re.Match[str], _: Reading) -> When:
    return year_of(int(match[0]))


_EDGE = r"(?:(?P<edge>(?:the\s+)?(?:end|beginning|start|middle)\s+of|early|mid|late)[\s-]+)?"
FORMS: tuple[tuple[re.Pattern[str], _Maker], ...] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (rf"(?<![\d.-])({YEAR})[-/](0[1-9]|1[0-2])(?:[-/]({_DAY}))?(?:T[\d:.]+Z?)?(?![\d-])", _iso),
        (rf"(?<![\d.,/])({_DAY})\.\s?(1[0-2]|0?[1-9])\.\s?({YEAR}|\d\d)?(?![\d.,]\d|\d)", _dotted),
        (rf"(?<![\d/-])(\d\d?)[/-](\d\d?)[/-]({YEAR})(?![\d/-])", _slashed),
        (
            rf"(?i)\b{_WITH_WEEKDAY}(?P<day>{_DAY})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?"
            rf"(?P<month>{_MONTH})\b\.?(?:,?\s+(?:de\s+)?(?P<year>{YEAR})(?!\d))?",
            _day_month,
        ),
        (
            rf"(?i)\b{_WITH_WEEKDAY}(?P<month>{_MONTH})\.?\s+(?P<day>{_DAY})(?:st|nd|rd|th)?"
            rf"(?:,?\s+(?P<year>{YEAR}))?(?![\d:%]|\.\d|,\d)\b",
            _day_month,
        ),
        (rf"(?i)\b{_EDGE}\b(?P<month>{_MONTH})\.?,?\s+(?:de\s+|of\s+)?(?P<year>{YEAR})\b", _month_year),
        (rf"(?i)\bQ(?P<number>[1-4])(?:[\s/-]*(?P<year>{YEAR}|'?\d\d(?=\b)))?\b", _quarter),
        (
            r"(?i)\b(?:the\s+)?day after tomorrow\b|\b(?:today|tonight|tomorrow|yesterday|heute|gestern)\b",
            _spoken,
        ),
        (rf"(?i)\b(?P<ahead>in|within)\s+(?P<count>{_COUNT})\s+(?P<unit>{_UNIT})\b(?!')", _distance),
        (rf"(?i)\b(?P<count>{_COUNT})\s+(?P<unit>{_UNIT})(?P<ahead>\b(?!))?\s+ago\b", _distance),
        (
            rf"(?i)\b{_EDGE}(?:the\s+)?\b(?P<which>next|last|this|previous|coming)\s+(?P<unit>week|month"
            rf"|quarter|year)\b",
            _named_period,
        ),
        (
            r"(?i)\b(?P<edge>(?:the\s+)?end of)\s+(?P<which>(?!))?(?:the\s+)?(?P<unit>month|quarter|year)\b",
            _named_period,
        ),
        (
            r"\b(?P<lead>(?<=in )|(?<=to )|(?<=until )|(?<=by )|(?<=from )|(?<=since )|(?<=before ))?"
            rf"{_EDGE}(?:(?P<which>[Nn]ext|[Ll]ast|[Tt]his)\s+)?\b(?P<month>{_CAPITAL_MONTH})\b(?!\s+\d"
            rf"|-\d|')",
            _bare_month,
        ),
        (
            rf"\b(?:(?P<which>[Nn]ext|[Ll]ast|[Tt]his|[Cc]oming)\s+)?(?P<weekday>{_CAPITAL_WEEKDAY})\b(?!-)",
            _weekday,
        ),
        (
            rf"(?i)(?:(?<=\bin )|(?<=\bsince )|(?<=\buntil )|(?<=\bfrom )|(?<=\bby )|(?<=\bseit )|(?<=\bof ))"
            rf"{YEAR}\b(?![-.,]\d)",
            _led_year,
        ),
    )
)
