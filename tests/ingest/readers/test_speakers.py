"""Transcripts and chats in plain text: who said what, and what is no transcript."""

from datetime import date

import pytest

from kg.model.document import ReadText
from tests.ingest.readers.told import by, told, words

FOURTH = date(2026, 11, 4)


def _said(outcome: ReadText) -> list[tuple[str | None, date | None, str]]:
    pairs = zip(outcome.entries, words(outcome), strict=True)
    return [(entry.speaker, entry.said_at, text) for entry, text in pairs]


def test_names_before_words_are_speakers() -> None:
    outcome = told(
        "2026-11-04 call.txt",
        "Renewal call\n\nDana: We want January.\nand more.\nSam: Fine with me.\nDana: The fee stays.\nSam: Good.\n",
    )
    assert outcome.title == "Renewal call"
    assert _said(outcome)[1:] == [
        ("Dana", FOURTH, "We want January.\nand more."),
        ("Sam", FOURTH, "Fine with me."),
        ("Dana", FOURTH, "The fee stays."),
        ("Sam", FOURTH, "Good."),
    ]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("[00:01:02] Dana Reyes: want\n[00:01:09] Sam Ode: ok\n[00:02:00] Dana Reyes: stays\n", None),
        ("[13/11/26, 10:03:12 AM] Dana Reyes: want\n[13/11/26, 10:04:12 AM] Sam Ode: ok\n"
         "[14/11/26, 10:04:12 AM] Dana Reyes: stays\n", date(2026, 11, 13)),
        ("11/13/26, 10:03 AM - Dana Reyes: want\n11/13/26, 10:04 AM - Sam Ode: ok\n"
         "11/14/26, 10:04 AM - Dana Reyes: stays\n", date(2026, 11, 13)),
        ("13.11.26, 10:03 - Dana Reyes: want\n13.11.26, 10:04 - Sam Ode: ok\n13.11.26, 10:05 - Dana Reyes: stays\n",
         date(2026, 11, 13)),
        ("2026-11-13 10:03 Dana Reyes: want\n2026-11-13 10:04 Sam Ode: ok\n2026-11-13 10:05 Dana Reyes: stays\n",
         date(2026, 11, 13)),
        ("10:03:12 From Dana Reyes to Everyone: want\n10:03:19 From Sam Ode to Everyone: ok\n"
         "10:04:12 From Dana Reyes to Everyone: stays\n", None),
        ("Dana Reyes  0:03\nwant\n\nSam Ode  0:09\nok\n\nDana Reyes  0:20\nstays\n", None),
    ],
)  # fmt: skip
def test_stamped_turns_in_the_shapes_of_many_programs(text: str, day: date | None) -> None:
    outcome = told("chat.txt", text)
    assert [(who, what) for who, _, what in _said(outcome)] == [
        ("Dana Reyes", "want"), ("Sam Ode", "ok"), ("Dana Reyes", "stays"),
    ]  # fmt: skip
    assert outcome.entries[0].said_at == day


def test_a_day_and_month_that_could_be_swapped_date_nothing() -> None:
    outcome = told(
        "c.txt", "04/05/2026, 10:03 - Dana: a\n04/05/2026, 10:04 - Sam: b\n04/05/2026, 10:05 - Dana: c\n"
    )
    assert {each.said_at for each in outcome.entries} == {None}


def test_a_message_goes_on_over_lines_and_notices_are_no_words() -> None:
    outcome = told(
        "WhatsApp Chat.txt",
        "14/11/2026, 10:03 - Messages are encrypted.\n14/11/2026, 10:03 - Dana: We want January\nreally: yes\n"
        "14/11/2026, 10:04 - +49 170 1234567: ok\n14/11/2026, 10:05 - Sam left\n14/11/2026, 10:06 - Dana: bye\n",
    )
    assert [(who, what) for who, _, what in _said(outcome)] == [
        ("Dana", "We want January\nreally: yes"), ("+49 170 1234567", "ok"), ("Dana", "bye"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Client: Northwind\nFee: 3 EUR\n\nClient: Alto\nFee: 4 EUR\n\nClient: Birk\nFee: 5 EUR\n",
        "10:00:01 INFO: started\n10:00:02 INFO: stopped\n10:00:03 ERROR: broken\n10:00:04 ERROR: again\n",
        "Name: Dana\nRole: Ops\nTeam: Harbor\nPhone: 1\n",
        "Note: the fee stays.\nWarning: the term ends.\n",
        "Name: Dana Reyes\nTeam: Ops is it.\nName: Sam Ode\nTeam: Law it is.\nName: Lee\nTeam: Ops again.\n",
        "Monday: met Dana.\nTuesday: met Sam.\nMonday: met Lee again.\nTuesday: had a rest.\n",
        "Fern: a plant.\nMoss: another plant.\nFern: see above.\nSoil: what they stand in.\n",
        "We met.\n\nDana: yes.\n\nAnd so the evening ended, and nobody said more. It was late.\n\nThe end.\n",
    ],
)
def test_fields_and_logs_are_no_transcript(text: str) -> None:
    assert {each.speaker for each in told("a.txt", text).entries} == {None}


def test_offsets_are_those_of_the_file() -> None:
    text = "Dana: We want January.\nSam: Fine with me.\nDana: Good.\nSam: Bye then.\n"
    outcome = told("a.txt", text)
    assert outcome.text == text
    assert by(outcome, "Fine").start == text.index("Fine")
