"""Calendar dates as people write them. Only dates that can be read one way: a date of slashes whose day
and month could be swapped is no date, and a month without a day is none."""

import re
from datetime import date
from functools import lru_cache

_MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "january jan januar jänner janvier janv enero ene gennaio gen januari janeiro",
            "february feb februar février févr febrero febbraio februari fevereiro",
            "march mar märz mrz mars marzo maart março",
            "april apr avril avr abril abr aprile",
            "may mai mayo maggio mei maio",
            "june jun juni juin junio giugno junho",
            "july jul juli juillet juil julio luglio julho",
            "august aug août aout agosto ago augustus",
            "september sep sept septembre septiembre settembre setembro",
            "october oct oktober okt octobre octubre ottobre outubro",
            "november nov novembre noviembre novembro",
            "december dec dezember dez décembre déc diciembre dic dicembre dezembro",
        ),
        start=1,
    )
    for word in words.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_WEEKDAY = r"(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\.?,?\s+)?"

DATE = re.compile(
    rf"""(?<![\w./-])(?:
      (?P<iso>[0-9]{{4}}[-/._](?:0?[1-9]|1[0-2])[-/._]{_DAY})(?![0-9])
    | (?P<dmy>{_WEEKDAY}(?P<d1>{_DAY})(?:st|nd|rd|th|er|º|\.)?\s+(?:of\s+|de\s+)?(?P<m1>{_MONTH})\.?,?\s+
        (?:de\s+|del\s+)?(?P<y1>[0-9]{{4}}))(?![0-9])
    | (?P<mdy>{_WEEKDAY}(?P<m2>{_MONTH})\.?\s+(?P<d2>{_DAY})(?:st|nd|rd|th)?,?\s+(?P<y2>[0-9]{{4}}))(?![0-9])
    | (?P<hyphened>(?P<d3>{_DAY})-(?P<m3>{_MONTH})-(?P<y3>[0-9]{{4}}))(?![0-9])
    | (?P<dotted>{_DAY}\.\s?(?:0?[1-9]|1[0-2])\.\s?[0-9]{{4}})(?![0-9])
    | (?P<slashed>[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{4}})(?![0-9])
    | (?P<cjk>[0-9]{{4}}\s?[年년]\s?(?:0?[1-9]|1[0-2])\s?[月월]\s?{_DAY}\s?[日일])
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_COMPACT = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])(?![0-9])")
_NUMBER = re.compile(r"[0-9]+")

_BOUNDS = re.compile(
    r"\b(?:until|till|til|bis|through|thru|by|before|after|since|from|ends?|ending|due|expir\w*|deadline|valid|"
    r"starting|starts?|begins?|renew\w*|terminat\w*|as of|effective|seit|ab|gültig|hasta|jusqu\w*|vence)\W*$",
    re.IGNORECASE,
)
"""Words before a date that make it a date in the content (a contract's end), not the day it was written."""


def match_date(match: re.Match[str]) -> date | None:
    """The date a `DATE` match stands for; None for the 31st of a short month and for 04/05/2026."""
    group = match.lastgroup or ""
    found = match.groupdict()
    for kind, index in (("dmy", 1), ("mdy", 2), ("hyphened", 3)):
        if found[kind]:
            return _date(found[f"y{index}"], str(_MONTHS[found[f"m{index}"].lower()]), found[f"d{index}"])
    numbers = _NUMBER.findall(match.group())
    if found["iso"] or found["cjk"]:
        return _date(*numbers)
    if group == "slashed" and int(numbers[0]) <= 12:
        if int(numbers[1]) <= 12 and numbers[0] != numbers[1]:
            return None
        return _date(numbers[2], numbers[0], numbers[1])
    return _date(*reversed(numbers))


@lru_cache(maxsize=4096)
def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def field_date(text: str) -> date | None:
    """The date at the start of a field's value: `2026-11-04`, `4 Nov 2026 10:00`, `20261104`."""
    value = text.strip().strip("\"'")[:80]
    match = DATE.match(value)
    if match is not None:
        return match_date(match)
    compact = _COMPACT.match(value)
    return _date(*compact.groups()) if compact else None


def heading_date(text: str) -> date | None:
    """The day a heading, title or file name is about: one date at its start or its end, not a date that
    something ends or is due by."""
    matches = list(DATE.finditer(text[:300]))
    if len(matches) != 1:
        return None
    before, after = text[: matches[0].start()], text[matches[0].end() :]
    at_edge = not re.search(r"\w", before) or not re.search(r"[^\W\d_]{2}", after)
    return match_date(matches[0]) if at_edge and not _BOUNDS.search(before) else None


def name_date(stem: str) -> date | None:
    """The date in a file's name: `2026-11-04`, `2026-11-04 Weekly`, `20261104`, `notes_2026_11_04`."""
    compact = list(_COMPACT.finditer(stem))
    spaced = re.sub(r"(?<=[^\W\d])[_-](?=[0-9])|(?<=[0-9])[_-](?=[^\W\d])|__+", " ", stem)
    matches = list(DATE.finditer(spaced))
    if len(matches) == 1:
        return None if _BOUNDS.search(spaced[: matches[0].start()]) else match_date(matches[0])
    if len(compact) == 1 and not matches:
        before = stem[: compact[0].start()].replace("_", " ").replace("-", " ")
        return None if _BOUNDS.search(before) else _date(*compact[0].groups())
    return None
