"""Logs: one entry from one time stamp to the next, with the lines between (stack traces) in it."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import lru_cache

from ingest.normalise import NormalText, normalise, trimmed
from ingest.readers.dates import name_date
from ingest.readers.names import readable_name, stem
from kg.model.document import Entry, NotRead, ReadText

_NAMES = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_MONTHS = {name: number for number, name in enumerate(_NAMES.split("|"), start=1)}
_MON = f"(?:{_NAMES})[a-z]*"
_WEEKDAY = "(?:mon|tue|wed|thu|fri|sat|sun)"
_CLOCK = r"[0-9]{1,2}:[0-9]{2}"

_SHAPES = {
    "iso": r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?![0-9])",
    "compact": r"(?:19|20)[0-9]{6}(?=[T _-]?[0-9]{4}|[ \]])",
    "apache": rf"(?:[^\s\[\]]+ ){{1,4}}\[[0-9]{{1,2}}/{_MON}/[0-9]{{4}}(?=:)",
    "day_month": rf"(?:{_WEEKDAY}[a-z]*,? )?[0-9]{{1,2}}[ /-]{_MON}[ /-][0-9]{{4}}(?![0-9])",
    "syslog": rf"(?:<[0-9]{{1,3}}>)?(?:{_WEEKDAY} )?{_MON} +[0-9]{{1,2}} {_CLOCK}(?::[0-9]{{2}})?"
    r"(?:[.,][0-9]+)?(?: [A-Z]{3,4})?(?: (?:19|20)[0-9]{2})?",
    "us": rf"[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{2,4}}(?=[ ,]+{_CLOCK})",
    "epoch": r"1[0-9]{9}(?:[0-9]{3}|\.[0-9]+)?(?![0-9])",
    "clock": rf"{_CLOCK}(?::[0-9]{{2}})(?:[.,][0-9]+)?(?![0-9])",
    "glog": rf"[IWEF][0-9]{{4}} {_CLOCK}:[0-9]{{2}}",
    "json": r'\{"(?:time|ts|timestamp|@timestamp|date|t|asctime)" ?: ?"?[0-9]{4}-[0-9]{2}-[0-9]{2}',
}
"""How time stamps at the start of a line look; brackets, quotes or a level before them are apart."""

_LEVEL = "(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRIT(?:ICAL)?|FATAL)"
_BEFORE = (
    r"(?:\x1b\[[0-9;]*m)?[ \t]{0,2}(?:[\[(<\"'*-] ?){0,3}"
    rf"(?:{_LEVEL}(?:[\]:][ \t|]*|[ \t|]+)\[?)?(?:time(?:stamp)?=|ts=|at=)?\"?"
)
_ANY = re.compile(
    _BEFORE + "(?:" + "|".join(f"(?P<{name}>{shape})" for name, shape in _SHAPES.items()) + ")", re.IGNORECASE
)

_SAMPLE_LINES = 200
_SHARE = 0.6
"""Of the unindented lines at the top, how many must open with a time stamp for a text to be a log."""


def read_log(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a log. The year of stamps without one is the file name's, else unknown: no date is invented."""
    normal = normalise(data)
    return normal if isinstance(normal, NotRead) else log_document(name, normal)


def log_document(name: str, normal: NormalText) -> ReadText:
    """The document of a normalised log; lines before the first time stamp are entries of their own."""
    dated = name_date(stem(name))
    return ReadText(
        text=normal.text,
        entries=tuple(log_entries(normal.text, dated)),
        title=readable_name(name),
        title_from="name",
        dated=dated,
        encoding=normal.encoding,
        warnings=normal.warnings,
    )


def looks_like_log(text: str) -> bool:
    """True when most lines at the top open with a time stamp (at least three)."""
    seen = stamped = 0
    at = 0
    while at < len(text) and seen < _SAMPLE_LINES:
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        if stop > at and not text[at].isspace():
            seen += 1
            stamped += _ANY.match(text, at, stop) is not None
        at = stop + 1
    return stamped >= 3 and stamped >= _SHARE * seen


def first_stamp(text: str) -> int:
    """Where the first line with a time stamp begins; the end of the text when there is none."""
    match = re.compile("^" + _ANY.pattern, re.IGNORECASE | re.MULTILINE).search(text)
    return match.start() if match else len(text)


def log_entries(text: str, dated: date | None, begin: int = 0) -> Iterator[Entry]:
    """The entries of a log in order; `dated` gives the year, or the day, that its stamps leave out.
    Linear in the text."""
    shapes, day_first = _habits(text)
    if not shapes:
        yield from _line_entries(text, begin, len(text), dated)
        return
    alternatives = "|".join(f"(?P<{name}>{_SHAPES[name]})" for name in shapes)
    stamps = re.compile(f"^{_BEFORE}(?:{alternatives})", re.IGNORECASE | re.MULTILINE)
    start, said = -1, None
    for match in stamps.finditer(text, begin):
        if start < 0:
            yield from _line_entries(text, begin, match.start(), dated)
        elif span := trimmed(text, start, match.start()):
            yield Entry(*span, (), said, None, "log")
        shape = match.lastgroup or ""
        start, said = match.start(), _day(shape, match[shape], dated, day_first)
    if span := trimmed(text, max(start, begin), len(text)):
        yield Entry(*span, (), said, None, "log")


def _habits(text: str) -> tuple[list[str], bool | None]:
    """The shapes of stamp this log uses, and whether its dates of slashes have the day first (None when
    nothing in the sample tells)."""
    counts = dict[str, int]()
    day_first: bool | None = None
    for number, line in enumerate(text[:200_000].split("\n")):
        match = _ANY.match(line)
        if match is None or number > 2_000:
            continue
        shape = match.lastgroup or ""
        counts[shape] = counts.get(shape, 0) + 1
        if shape == "us":
            first, second = (int(part) for part in match[shape].split("/")[:2])
            day_first = True if first > 12 else False if second > 12 else day_first
    least = 0.05 * sum(counts.values())
    return [shape for shape in _SHAPES if counts.get(shape, 0) > least], day_first


@lru_cache(maxsize=1024)
def _day(shape: str, stamp: str, dated: date | None, day_first: bool | None) -> date | None:
    """The day of a time stamp."""
    try:
        match shape:
            case "clock":
                return dated
            case "epoch":
                return datetime.fromtimestamp(int(stamp[:10]), UTC).date()
            case "compact":
                return date(int(stamp[:4]), int(stamp[4:6]), int(stamp[6:8]))
            case "glog":
                return _near(int(stamp[1:3]), int(stamp[3:5]), dated)
            case "us":
                return slashed_day(stamp, day_first)
            case "syslog":
                return _syslog(stamp, dated)
        numbers = re.findall("[0-9]+", stamp[stamp.rfind("[") + 1 :])
        if shape in ("apache", "day_month"):
            month = re.findall(_MON, stamp[stamp.rfind("[") + 1 :], re.IGNORECASE)[-1]
            return date(int(numbers[-1]), _MONTHS[month[:3].lower()], int(numbers[-2]))
        return date(*(int(number) for number in numbers[:3]))
    except (ValueError, OverflowError):
        return None


def _syslog(stamp: str, dated: date | None) -> date | None:
    found = re.search(rf"({_MON}) +([0-9]{{1,2}}) .*?((?:19|20)[0-9]{{2}})?$", stamp, re.IGNORECASE)
    if found is None:
        return None
    month, day = _MONTHS[found[1][:3].lower()], int(found[2])
    return date(int(found[3]), month, day) if found[3] else _near(month, day, dated)


def _near(month: int, day: int, dated: date | None) -> date | None:
    """The month and day in the year that brings it nearest to a known date."""
    if dated is None:
        return None
    candidates = [
        date(year, month, day)
        for year in (dated.year - 1, dated.year, dated.year + 1)
        if (month, day) != (2, 29) or year % 4 == 0
    ]
    return min(candidates, key=lambda each: abs(each - dated), default=None)


def slashed_day(stamp: str, day_first: bool | None) -> date | None:
    """The day of three numbers; None when nothing tells day from month. Raises `ValueError` for no day."""
    first, second, year = (int(part) for part in re.findall("[0-9]+", stamp)[:3])
    year += 2000 if year < 100 else 0
    if day_first is None:
        return date(year, first, first) if first == second else None
    return date(year, second, first) if day_first else date(year, first, second)


def _line_entries(text: str, start: int, end: int, dated: date | None) -> Iterator[Entry]:
    """Lines without time stamps: each with the indented ones below it."""
    begin = start
    for match in re.compile(r"^(?=[^\s])", re.MULTILINE).finditer(text, start, end):
        if match.start() > begin and (span := trimmed(text, begin, match.start())):
            yield Entry(*span, (), dated, None, "log")
            begin = match.start()
    if span := trimmed(text, begin, end):
        yield Entry(*span, (), dated, None, "log")
