"""Calendars in `.ics` files: events, tasks and journal notes, each under its own name, with when, where and who.
What recurs is said once, with how it recurs and which of its days differ."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from ingest.normalise import normalise
from ingest.readers.contentlines import Component, Property, components
from ingest.readers.dates import field_date
from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name
from ingest.readers.plain import document_date
from kg.model.document import NotRead, ReadText

_READ = ("VEVENT", "VTODO", "VJOURNAL")
_STAMP = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})[0-9]{0,2}(Z?))?")
_DURATION = re.compile(r"\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:\d{1,6}S)?)?")
_EVERY = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year", "HOURLY": "hour"}
_DAYS = {
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
    "SU": "Sunday",
}  # fmt: skip
_MANY = 40
"""Days of one event that differ, and attendees, that are listed; more are counted."""


def read_calendar(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a calendar. A file of one event has its name for a title."""
    normal = normalise(data)
    if isinstance(normal, NotRead):
        return normal
    series, called = defaultdict[str, list[Component]](list), ""
    for number, component in enumerate(components(normal.text)):
        if component.name in _READ:
            series[f"{component.name} {component.text('UID') or number}"].append(component)
        elif component.name == "VCALENDAR":
            called = called or component.text("X-WR-CALNAME") or component.text("NAME")
    outline = lay_out(part for events in series.values() for part in _parts(events))
    only = next(iter(series.values()))[0].text("SUMMARY") if len(series) == 1 else ""
    title = _one_line(called or only)
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] or readable_name(name),
        title_from="content" if title else "name",
        dated=document_date(name, None, ""),
        encoding=normal.encoding,
        media_type="text/calendar",
        warnings=normal.warnings,
    )


def _parts(events: Sequence[Component]) -> Iterator[Part]:
    """One event with all its occurrences: name, fields, description."""
    main = next((each for each in events if each.first("RECURRENCE-ID") is None), events[0])
    others = [each for each in events if each is not main]
    started = main.first("DTSTART") or main.first("DUE")
    day = _day(started) if started else None
    summary = _one_line(main.text("SUMMARY"))
    yield Part("heading", summary, level=2)
    fields = [f"{key}: {value}" for key, value in _fields(main, others) if value]
    yield Part("field", "\n".join(fields), said_at=day, tight=bool(summary))
    for text in dict.fromkeys(each.text("DESCRIPTION") for each in (main, *others)):
        for paragraph in re.split(r"\n\s*\n", _plain(text)):
            yield Part("paragraph", paragraph, said_at=day)


def _fields(main: Component, others: Sequence[Component]) -> Iterator[tuple[str, str]]:
    yield "When", _when(main)
    if (due := main.first("DUE")) is not None:
        yield "Due", _shown(due)
    yield "Repeats", _repeats(main)
    yield "Days", _listed([_when(each) for each in others if not _moved_from(each)])
    yield "Moved", _listed([f"{old} to {_when(each)}" for each in others if (old := _moved_from(each))])
    yield (
        "Left out",
        _listed([_shown(each, part) for each in main.all("EXDATE") for part in each.value.split(",")]),
    )
    yield "Where", _one_line(main.text("LOCATION"))
    organiser = main.first("ORGANIZER")
    yield "Organiser", _person(organiser) if organiser else ""
    yield "Attendees", _listed([_person(each) for each in main.all("ATTENDEE")])
    status = main.text("STATUS").lower()
    yield "Status", "" if status in ("confirmed", "") else status.replace("-", " ")
    completed = main.first("COMPLETED")
    yield "Completed", _shown(completed) if completed else ""
    yield "Categories", ", ".join(_one_line(each.plain) for each in main.all("CATEGORIES"))


def _day(line: Property) -> date | None:
    """The day of a stamp, as written: in its own time zone."""
    found = _STAMP.match(line.value.strip())
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else field_date(line.value)
    except ValueError:
        return None


def _shown(line: Property, value: str | None = None) -> str:
    """`2026-11-04 10:00 (Europe/Berlin)`; what is no date is shown as written."""
    raw = (line.value if value is None else value).strip()
    found = _STAMP.fullmatch(raw)
    if found is None:
        return _one_line(raw)[:80]
    zone = "UTC" if found[6] else line.param("TZID")
    text = f"{found[1]}-{found[2]}-{found[3]}"
    return f"{text} {found[4]}:{found[5]}{f' ({zone[:60]})' if zone else ''}" if found[4] else text


def _when(event: Component) -> str:
    start, end = event.first("DTSTART"), event.first("DTEND")
    if start is None:
        return ""
    shown, last = _shown(start), _end(start, end)
    if last and last != shown:
        zone = shown.partition(" (")[2]
        if zone == last.partition(" (")[2]:
            shown = shown.partition(" (")[0]
            last = last[11:] if last[:11] == shown[:11] else last
        shown = f"{shown} to {last}"
    duration = event.text("DURATION")
    return f"{shown}, {spoken}" if (spoken := _spoken(duration)) else shown


def _end(start: Property, end: Property | None) -> str:
    """When it ends. The end of an event of whole days is the first day after it (RFC 5545, 3.6.1)."""
    if end is None:
        return ""
    day = _day(end)
    if "T" in end.value or day is None or (first := _day(start)) is None:
        return _shown(end)
    return max(first, day - timedelta(days=1)).isoformat() if day > date.min else ""


def _spoken(duration: str) -> str:
    found = _DURATION.fullmatch(duration)
    units = zip(found.groups(), ("week", "day", "hour", "minute"), strict=True) if found else ()
    return " ".join(f"{int(count)} {unit}{'s' * (int(count) != 1)}" for count, unit in units if count)


def _repeats(event: Component) -> str:
    """A recurrence rule in words, as far as words are short; the rest of it is left out."""
    told = list[str]()
    for line in event.all("RRULE")[:4]:
        rule = dict(part.upper().split("=", 1) for part in line.value.split(";") if "=" in part)
        unit = _EVERY.get(rule.get("FREQ", ""))
        if unit is None:
            continue
        interval = rule.get("INTERVAL", "1")
        said = f"every {unit}" if interval in ("1", "") else f"every {interval[:4]} {unit}s"
        days = [_weekday(each) for each in rule.get("BYDAY", "").split(",") if each]
        said += f" on {', '.join(days)}" if days else ""
        said += f" until {_shown(Property('UNTIL', rule['UNTIL']))[:10]}" if "UNTIL" in rule else ""
        said += f", {rule['COUNT'][:6]} times" if "COUNT" in rule else ""
        told.append(said)
    return "; ".join(told)


def _weekday(code: str) -> str:
    which = {"1": "first ", "2": "second ", "3": "third ", "4": "fourth ", "-1": "last "}.get(code[:-2], "")
    return which + _DAYS.get(code[-2:], code[:10])


def _moved_from(event: Component) -> str:
    line = event.first("RECURRENCE-ID")
    return _shown(line) if line else ""


def _person(line: Property) -> str:
    """A name with the address behind it, and the answer where it is known."""
    address = re.sub(r"^mailto:", "", line.plain, flags=re.IGNORECASE)
    name = _one_line(line.param("CN")).strip("\"'")
    shown = f"{name} <{address}>" if name and "@" in address and name != address else name or address
    answer = line.param("PARTSTAT").lower()
    return _one_line(f"{shown} ({answer})" if answer in ("accepted", "declined", "tentative") else shown)[
        :200
    ]


def _listed(items: Sequence[str]) -> str:
    told = [each for each in items if each]
    more = f" and {len(told) - _MANY} more" if len(told) > _MANY else ""
    return ", ".join(told[:_MANY]) + more


def _plain(text: str) -> str:
    """A description without the markup that some programs put into it."""
    return re.sub(r"<br ?/?>|</p>", "\n", text, flags=re.IGNORECASE) if "<" in text else text


def _one_line(text: str) -> str:
    return " ".join(text.split())
