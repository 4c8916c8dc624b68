"""Books: the spine's order, headings, and what is locked."""

from datetime import date
from pathlib import Path

import pytest

from tests.ingest.readers.made import epub
from tests.ingest.readers.told import by, packed, refused, told, words


def test_a_book_of_the_usual_library(office: Path) -> None:
    outcome = told("ferns.epub", (office / "ferns.epub").read_bytes())
    assert words(outcome) == [
        "Water",
        "Ferns like water.",
        "- a little",
        "Soil",
        "Ferns like soil.",
        "- a little",
    ]
    assert (outcome.title, outcome.fields["author"]) == ("The Fern Book", "Ada Pell")
    assert by(outcome, "like soil").heading == ("Soil",)


def test_chapters_are_read_in_the_order_of_the_spine() -> None:
    metadata = "<title>Ferns</title><title>Second</title><date>2024-05-01</date>"
    metadata += "<description>All about ferns.</description>"
    outcome = told(
        "a.epub",
        epub("<h1>One</h1><p>a</p>", "<!DOCTYPE html><h1>Two</h1><p>b&nbsp;c</p>", metadata=metadata),
    )
    assert words(outcome) == ["One", "a", "Two", "b c"]
    assert (outcome.title, outcome.dated, outcome.about) == ("Ferns", date(2024, 5, 1), "All about ferns.")


def test_a_chapter_named_twice_is_read_once_and_a_missing_one_is_counted() -> None:
    listed = '<package><manifest><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/></manifest><spine>'
    listed += '<itemref idref="a"/>' * 5_000 + '<itemref idref="b"/></spine></package>'
    container = '<container><rootfile full-path="book.opf"/></container>'
    outcome = told(
        "a.epub", packed({"META-INF/container.xml": container, "book.opf": listed, "a.xhtml": "<p>once</p>"})
    )
    assert words(outcome) == ["once"]
    assert [each.code for each in outcome.warnings] == ["chapters_unread"]


@pytest.mark.parametrize(
    ("method", "readable"),
    [("http://www.idpf.org/2008/embedding", True), ("http://www.w3.org/2001/04/xmlenc#aes128-cbc", False)],
)
def test_locked_books_are_named_and_locked_fonts_do_not_matter(method: str, readable: bool) -> None:
    sealed = (
        f'<encryption><EncryptedData><EncryptionMethod Algorithm="{method}"/></EncryptedData></encryption>'
    )
    data = epub("<p>a</p>", more={"META-INF/encryption.xml": sealed})
    if readable:
        assert words(told("a.epub", data)) == ["a"]
    else:
        assert refused("a.epub", data).code == "encrypted"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (packed({"mimetype": "application/epub+zip"}), "damaged"),
        (epub("<p>a</p>" * 2_000_000), "too_large"),
        (epub("a " * 9_000_000), "too_large"),
    ],
)
def test_empty_and_bursting_books_are_refused(data: bytes, code: str) -> None:
    assert refused("a.epub", data).code == code
