"""Calendars: each event once, with when, where and who."""

from datetime import date
from pathlib import Path

import pytest

from tests.ingest.readers.told import by, told, words

EVENT = """BEGIN:VEVENT
UID:1
DTSTART;TZID=Europe/Berlin:20261104T100000
DTEND;TZID=Europe/Berlin:20261104T110000
SUMMARY:Renewal call\\, Northwind
RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270101T000000Z
EXDATE;TZID=Europe/Berlin:20261111T100000
LOCATION:Room 3
ORGANIZER;CN="Reyes, Dana":mailto:dana@x.example
ATTENDEE;CN=Sam Ode;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:
 sam@x.example
ATTENDEE:mailto:lee@x.example
DESCRIPTION:The fee stays.\\n\\nBring the contract.
BEGIN:VALARM
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
"""


def _calendar(*events: str) -> str:
    zone = "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19701025T030000\nEND:STANDARD\nEND:VTIMEZONE\n"
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{zone}{''.join(events)}END:VCALENDAR\n".replace("\n", "\r\n")


def test_an_event_says_when_where_and_who() -> None:
    outcome = told("a.ics", _calendar(EVENT))
    assert outcome.title == "Renewal call, Northwind" and outcome.title_from == "content"
    name, fields, first, second = words(outcome)
    assert (name, first, second) == ("Renewal call, Northwind", "The fee stays.", "Bring the contract.")
    assert fields.split("\n") == [
        "When: 2026-11-04 10:00 to 11:00 (Europe/Berlin)",
        "Repeats: every week on Wednesday until 2027-01-01",
        "Left out: 2026-11-11 10:00 (Europe/Berlin)",
        "Where: Room 3",
        "Organiser: Reyes, Dana <dana@x.example>",
        "Attendees: Sam Ode <sam@x.example> (accepted), lee@x.example",
    ]
    entry = by(outcome, "When:")
    assert (entry.kind, entry.said_at, entry.heading) == (
        "field",
        date(2026, 11, 4),
        ("Renewal call, Northwind",),
    )
    assert "Reminder" not in outcome.text


def test_a_recurring_event_is_said_once_with_the_days_that_differ() -> None:
    moved = (
        "BEGIN:VEVENT\nUID:1\nRECURRENCE-ID;TZID=Europe/Berlin:20261118T100000\n"
        "DTSTART;TZID=Europe/Berlin:20261119T140000\nSUMMARY:Renewal call\\, Northwind\nEND:VEVENT\n"
    )
    outcome = told("a.ics", _calendar(moved, EVENT))
    assert outcome.text.count("Renewal call") == 1
    assert "Moved: 2026-11-18 10:00 (Europe/Berlin) to 2026-11-19 14:00 (Europe/Berlin)" in outcome.text


def test_occurrences_that_a_program_wrote_out_are_one_event() -> None:
    days = [
        f"BEGIN:VEVENT\nUID:7\nDTSTART:202611{day:02}T090000Z\nSUMMARY:Stand-up\nEND:VEVENT\n"
        for day in range(1, 31)
    ]
    outcome = told("a.ics", _calendar(*days))
    assert outcome.text.count("Stand-up") == 1
    assert "When: 2026-11-01 09:00 (UTC)" in outcome.text and "2026-11-30 09:00 (UTC)" in outcome.text


@pytest.mark.parametrize(
    ("lines", "told_as"),
    [
        ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227", "When: 2026-12-24 to 2026-12-26"),
        ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261225", "When: 2026-12-24"),
        ("DTSTART:20261104T100000\nDURATION:PT1H30M", "When: 2026-11-04 10:00, 1 hour 30 minutes"),
        ("DTSTART:20261104T230000Z\nDTEND:20261105T010000Z", "When: 2026-11-04 23:00 to 2026-11-05 01:00 (UTC)"),
        ("DTSTART;TZID=Europe/Berlin:20261104T100000\nDTEND;TZID=America/New_York:20261104T130000",
         "When: 2026-11-04 10:00 (Europe/Berlin) to 2026-11-04 13:00 (America/New_York)"),
        ("DTSTART:20261104T100000\nRRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;COUNT=6",
         "Repeats: every 2 months on last Friday, 6 times"),
        ("DTSTART:nonsense", "When: nonsense"),
        ("DTSTART:20261399T100000", "When: 2026-13-99 10:00"),
        ("DTSTART:20261104T100000\nSTATUS:CANCELLED", "Status: cancelled"),
    ],
)  # fmt: skip
def test_times_are_said_as_written(lines: str, told_as: str) -> None:
    outcome = told("a.ics", _calendar(f"BEGIN:VEVENT\nSUMMARY:X\n{lines}\nEND:VEVENT\n"))
    assert told_as in outcome.text.split("\n")


def test_a_calendar_of_the_usual_library(office: Path) -> None:
    outcome = told("calls.ics", (office / "calls.ics").read_bytes())
    name, fields, description = words(outcome)
    assert name == "Renewal call; Northwind, 2026" and description == ("The fee stays. " * 20).strip()
    assert fields.split("\n") == [
        "When: 2026-11-04 10:00 to 11:00 (UTC)", "Repeats: every week", "Attendees: Sam Ode <sam@x.example>",
    ]  # fmt: skip


def test_tasks_and_notes_are_read_and_a_calendar_is_called_by_its_name() -> None:
    todo = "BEGIN:VTODO\nUID:3\nDUE:20261201T120000Z\nSUMMARY:Send invoice\nSTATUS:NEEDS-ACTION\nEND:VTODO\n"
    note = "BEGIN:VJOURNAL\nUID:4\nDTSTART;VALUE=DATE:20261102\nSUMMARY:Visit\nDESCRIPTION:We met Lee.\nEND:VJOURNAL\n"
    outcome = told("a.ics", _calendar("X-WR-CALNAME:Work\n", todo, note))
    assert outcome.title == "Work"
    assert "Due: 2026-12-01 12:00 (UTC)\nStatus: needs action" in outcome.text
    assert by(outcome, "We met Lee.").said_at == date(2026, 11, 2)


@pytest.mark.parametrize(
    "text",
    ["", "BEGIN:VCALENDAR\n", "BEGIN:VEVENT\nSUMMARY:Open end\n", "END:VEVENT\n", "BEGIN\nEND:\n:\n;\n=:\n"],
)
def test_broken_calendars_are_read_as_far_as_they_go(text: str) -> None:
    outcome = told("a.ics", text)
    assert ("Open end" in outcome.text) == ("Open end" in text)
