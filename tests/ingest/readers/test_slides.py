"""Presentations: slides in their order, titles as headings, tables, notes."""

from pathlib import Path

from tests.ingest.readers.made import pptx, shape
from tests.ingest.readers.told import by, packed, refused, told, words


def test_a_deck_of_the_usual_library(office: Path) -> None:
    outcome = told("deck.pptx", (office / "deck.pptx").read_bytes())
    assert [(each.kind, text) for each, text in zip(outcome.entries, words(outcome), strict=True)] == [
        ("heading", "Northwind in 2026"),
        ("paragraph", "Dana Reyes"),
        ("heading", "Fees"),
        ("item", "- 48,000 EUR a year"),
        ("item", "- paid each quarter"),
        ("table", "Year | Fee\n2026 | 48,000"),
        ("paragraph", "Ask Sam about the discount."),
    ]
    assert "Notes:\n\nAsk Sam" in outcome.text
    assert by(outcome, "48,000 EUR").heading == ("Northwind in 2026", "Fees")
    assert outcome.title == "Northwind in 2026"


def test_slides_stand_in_the_order_of_the_deck_and_groups_are_opened() -> None:
    second = shape("Fees", place="title") + f"<grpSp><grpSp>{shape('3 EUR')}</grpSp></grpSp>"
    first = shape("Renewal", place="ctrTitle") + shape("7", place="sldNum") + shape("Northwind", place="ftr")
    outcome = told("a.pptx", pptx(second, first))
    assert words(outcome) == ["Renewal", "Fees", "3 EUR"]


def test_a_slide_without_title_is_called_by_its_number() -> None:
    outcome = told("a.pptx", pptx(shape("one", "two"), shape("three")))
    assert words(outcome) == ["Slide 1", "three", "Slide 2", "- one", "- two"]
    assert outcome.title_from == "name"


def test_hidden_and_broken_slides_are_counted() -> None:
    outcome = told("a.pptx", pptx(shape("secret"), "<open", shape("shown"), shows="011"))
    assert words(outcome) == ["Slide 1", "shown"]
    assert {each.code for each in outcome.warnings} == {"hidden_slides", "slides_unread"}


def test_what_is_no_deck_is_named() -> None:
    assert refused("a.pptx", packed({"ppt/other.xml": "<a/>"})).code == "damaged"
    assert refused("a.pptx", b"").code == "damaged"
