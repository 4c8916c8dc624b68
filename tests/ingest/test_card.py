"""A card says what a document is, who and what is in it and when, in no sentence of the document."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.card import make_card
from ingest.naming import names
from ingest.readers import read
from kg.model.document import Card, ReadText


def _read(text: str, name: str = "note.md") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


def _card(text: str, name: str = "note.md") -> Card:
    return make_card(_read(text, name))


WEEKLY = (
    "- Printer PX-2 is jammed again.\n- Dentist Thursday 14:00, take the blue folder.\n- Ask Sam about invoices.\n"
    "- Call with Dana Reyes: Northwind want to bring the renewal forward to January.\n"
)


def test_a_note_without_a_title_gets_kind_names_and_day() -> None:
    card = _card(WEEKLY, "2026-11-04.md")
    assert card.title.startswith("Notes, 4 Nov 2026: Dana Reyes")
    assert card.about.startswith("notes; Dana Reyes") and card.about.endswith("4 Nov 2026")
    assert {"Dana Reyes", "Northwind", "Sam"} <= set(card.mentions)
    assert not {"Dentist", "Ask Sam", "Thursday", "Call", "January"} & set(card.mentions)
    assert card.dated == date(2026, 11, 4)


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Today we discussed 灯台.\n", {"灯台"}),
        ("林小雨在青石镇经营一家书店。\n", {"林小雨", "青石镇"}),
        ("灯台の鍵は佐野さんが持っている。\n", {"灯台", "佐野"}),
        ("김하늘 씨는 서울역에서 일한다.\n", {"김하늘", "서울역"}),
        ("Thanks in Japanese is ありがとう.\n", set[str]()),
    ],
)
def test_names_without_capitals_or_spaces_are_mentioned_and_their_sentence_is_not(
    text: str, mentions: set[str]
) -> None:
    card = _card(text)
    assert mentions <= set(card.mentions) <= mentions | {"Japanese"}
    assert text.strip() not in f"{card.title} {card.about}"


def test_a_name_that_opens_a_sentence_counts_when_it_acts() -> None:
    text = "Northwind want January.\n\nPrinter is jammed.\n\nStandup moved.\n\nNeed coffee.\n\n"
    text += "Week 45\n\nSundays are calm.\n"
    assert names(_read(text)) == ["Northwind"]


def test_a_mail_names_its_people() -> None:
    mail = (
        "From: Dana Reyes <d@x.example>\nTo: Sam Ode <s@x.example>\nSubject: Re: Renewal\n"
        "Date: 4 Nov 2026 10:00 +0000\n\nYes.\n"
    )
    card = _card(mail, "m.eml")
    assert card.title == "Renewal"
    assert card.about == "e-mail; Dana Reyes, Sam Ode; 4 Nov 2026"


def test_a_table_names_its_columns_and_rows() -> None:
    card = _card("Client,Fee\nNorthwind,3\nAlto,4\n", "clients.csv")
    assert card.title == "clients – table: Alto, Northwind"
    assert card.about == "table; Alto, Northwind; 2 rows of Client, Fee"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# Northwind contract\n\nFee 3.\n", "contract"),
        ("# Invoice 2026-17\n\nTotal 3.\n", "invoice"),
        ("# Weekly meeting\n\nMinutes.\n", "meeting notes"),
        ("# How to restart the pump\n\nPull.\n", "runbook"),
        ("# Remote work policy\n\nStay.\n", "policy"),
        ("---\ntype: decision\n---\n# Pumps\n\nWe keep P2.\n", "decision record"),
        ("2026-11-04 10:00 a\n2026-11-04 10:01 b\n2026-11-04 10:02 c\n", "log"),
        ("# Pumps\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "table"),
        ("# Pumps\n\nP2 leaks.\n", "notes"),
    ],
)
def test_the_kind_comes_from_title_type_and_make_up(text: str, kind: str) -> None:
    name = "app.log" if kind == "log" else "note.md"
    assert _card(text, name).about.split(";")[0] == kind


def test_topics_are_headings_and_repeated_words() -> None:
    about = _card(
        "# Board\n\n## Staffing\n\nx\n\n## Overview\n\n## The renewal\n\nThe turbine and a turbine, one turbine.\n"
    ).about
    assert about == "notes; staffing, the renewal, turbine"


@pytest.mark.parametrize("name", ["Northwind.md", "2026-11-04.md", "a.md", "clients.md"])
def test_a_title_from_the_name_is_never_left_alone(name: str) -> None:
    outcome = _read("The kettle is blue.\n", name)
    assert make_card(outcome).title != outcome.title


def test_a_sentence_for_a_heading_is_cut() -> None:
    long = "This is what we all agreed on when we met in the harbor office on Friday to talk about pumps"
    assert long not in _card(f"# {long}\n\nx\n").title


def test_links_fields_and_words_inside_sentences_are_names() -> None:
    found = names(
        _read(
            "---\nattendees: Kim Bauer, [[Lee Park]]\n---\nWe met Ada Pell's team; the Heron project is late.\n"
            "Reyes and Dana Reyes agreed.\n"
            "See [[projects/Swift|the plan]], `SomeCode` and https://Example.org/Path. Pumps break. Then pumps stop.\n"
        )
    )
    assert {"Kim Bauer", "Lee Park", "Ada Pell", "Heron", "Dana Reyes", "Swift"} <= set(found)
    assert not {"We", "See", "Pumps", "Then", "SomeCode", "Example", "Reyes", "Ada Pell's"} & set(found)


_WORDS = (
    "the",
    "pump",
    "of",
    "was",
    "checked",
    "by",
    "Dana",
    "Reyes",
    "and",
    "June",
    "Northwind",
    "wants",
    "seal",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(_WORDS), min_size=7, max_size=20), min_size=1, max_size=8))
def test_no_sentence_of_the_document_stands_on_its_card(sentences: list[list[str]]) -> None:
    text = "\n\n".join(" ".join(words) + "." for words in sentences)
    card = _card(text)
    assert card == _card(text)
    for words in sentences:
        for at in range(len(words) - 6):
            assert " ".join(words[at : at + 7]) not in f"{card.title} {card.about}"
