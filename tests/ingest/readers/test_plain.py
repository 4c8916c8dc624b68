"""Plain text: what people lay out without markup."""

from datetime import date

from ingest.readers import read
from kg.model.document import ReadText


def _read(text: str, name: str = "note.txt") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


def _told(outcome: ReadText) -> list[tuple[str, str]]:
    return [(entry.kind, outcome.text[entry.start : entry.end]) for entry in outcome.entries]


def test_a_short_first_line_is_the_title_and_runs_are_entries() -> None:
    outcome = _read(
        "Northwind contract note\n\nThe term ends\n30 June 2027.\n\nFee: 48,000 EUR\nNotice = 60 days\n\n"
        "Harbor office\n  Quay 4\n  open till five\n"
    )
    assert outcome.title == "Northwind contract note"
    assert outcome.dated is None
    assert _told(outcome) == [
        ("heading", "Northwind contract note"),
        ("paragraph", "The term ends\n30 June 2027."),
        ("field", "Fee: 48,000 EUR\nNotice = 60 days"),
        ("paragraph", "Harbor office\n  Quay 4\n  open till five"),
    ]


def test_underlines_boxes_capitals_and_marks_make_headings() -> None:
    outcome = _read(
        "=======\nMANUAL\n=======\n\nPumps\n-----\nP2 is old.\n\n# Valves\n\nV1 leaks.\n\nACTION ITEMS\n\nBuy seals.\n"
    )
    assert [each.heading[-1] for each in outcome.entries if each.kind == "heading"] == [
        "MANUAL",
        "Pumps",
        "Valves",
        "ACTION ITEMS",
    ]
    assert next(each for each in outcome.entries if "P2" in outcome.text[each.start : each.end]).heading == (
        "MANUAL",
        "Pumps",
    )


def test_a_sentence_or_a_field_alone_on_the_first_line_is_no_heading() -> None:
    for first in ("We met today.", "Fee: 48,000 EUR", "- an item"):
        assert _read(f"{first}\n\nMore words.\n").title_from == "name"


def test_items_keep_their_nested_lines_while_they_are_short() -> None:
    outcome = _read("Shopping:\n- rope\n  blue, 5 m\n  - or green\n* tape\n1) glue\n")
    assert _told(outcome) == [
        ("paragraph", "Shopping:"),
        ("item", "- rope\n  blue, 5 m\n  - or green"),
        ("item", "* tape"),
        ("item", "1) glue"),
    ]


def test_dated_lines_are_entries_of_their_day() -> None:
    outcome = _read("Pump diary\n\n4 Nov 2026: seal replaced\nand tested\n5 Nov 2026 – dry run\nplain line\n")
    assert [(each.said_at, outcome.text[each.start : each.end]) for each in outcome.entries[1:]] == [
        (date(2026, 11, 4), "4 Nov 2026: seal replaced\nand tested"),
        (date(2026, 11, 5), "5 Nov 2026 – dry run\nplain line"),
    ]


def test_a_line_that_is_a_date_dates_what_follows() -> None:
    outcome = _read("Wednesday 4 November 2026\n\nMet Dana.\n\n5 Nov 2026\n\nRested.\n")
    days = {outcome.text[each.start : each.end]: each.said_at for each in outcome.entries}
    assert days["Met Dana."] == date(2026, 11, 4)
    assert days["Rested."] == date(2026, 11, 5)


def test_a_long_block_is_read_line_by_line() -> None:
    lines = [f"line {number} says something of about forty characters" for number in range(200)]
    outcome = _read("\n".join(lines))
    assert [words for _, words in _told(outcome)] == lines


def test_a_running_log_in_a_text_file_is_a_log_under_its_heading() -> None:
    body = "".join(f"2026-11-{day:02d} checked the pump\n  twice\n" for day in range(1, 21))
    outcome = _read("Pump log\n========\n\n" + body)
    assert outcome.title == "Pump log"
    assert [each.kind for each in outcome.entries] == ["heading"] + ["log"] * 20
    assert [each.said_at for each in outcome.entries[1:]] == [date(2026, 11, day) for day in range(1, 21)]


def test_title_and_date_lines_are_taken_from_the_top_only() -> None:
    outcome = _read(
        "Title: Harbor plan\nDate: 4 Nov 2026\n\nWords.\n" + "More.\n\n" * 30 + "Date: 1 Jan 1999\n"
    )
    assert (outcome.title, outcome.dated) == ("Harbor plan", date(2026, 11, 4))
    assert _read("Words.\n\n" * 30 + "Date: 1 Jan 1999\n").dated is None
