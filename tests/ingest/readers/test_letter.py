"""Text documents: structure, notes and comments, and changes that were tracked."""

from datetime import date
from pathlib import Path

import pytest

from tests.ingest.readers.made import docx, paragraph
from tests.ingest.readers.told import by, packed, refused, told, words

STYLES = (
    '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>'
    '<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:styleId="Round"><w:name w:val="Round"/><w:basedOn w:val="Round"/></w:style>'
    '<w:style w:styleId="O2"><w:name w:val="own"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
)


def test_a_document_of_the_usual_library(office: Path) -> None:
    outcome = told("letter.docx", (office / "letter.docx").read_bytes())
    assert [(each.kind, text) for each, text in zip(outcome.entries, words(outcome), strict=True)] == [
        ("heading", "Renewal of Northwind"),
        ("heading", "Terms"),
        ("paragraph", "The fee stays at 48,000 EUR."),
        ("item", "- notice of three months"),
        ("item", "- paid each quarter"),
        ("table", "Client | Fee\nNorthwind | 48,000 EUR"),
        ("paragraph", "It ends on 30 June 2027."),
        ("paragraph", "Really?"),
    ]
    assert by(outcome, "fee stays").heading == ("Renewal of Northwind", "Terms")
    assert by(outcome, "Really?").speaker == "Sam Ode"
    assert "Comment by Sam Ode" in outcome.text
    assert outcome.title == "Renewal of Northwind" and outcome.dated is None and outcome.fields == {}


def test_headings_come_from_names_bases_and_outline_levels() -> None:
    body = (
        paragraph("Plan", "T")
        + paragraph("One", "Mine")
        + paragraph("Two", "O2")
        + paragraph("text", "Round")
    )
    outcome = told("a.docx", docx(body, styles=STYLES))
    assert by(outcome, "text").heading == ("Plan", "One", "Two")
    assert outcome.title == "Plan"


def test_what_was_deleted_is_not_read_and_what_was_inserted_is() -> None:
    changed = (
        '<w:ins w:author="Sam"><w:r><w:t>January</w:t></w:r></w:ins>'
        "<w:del><w:r><w:delText>March</w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>moved away</w:t></w:r></w:moveFrom>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
        "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>"
    )
    assert words(told("a.docx", docx(paragraph("We want ", more=changed)))) == ["We want January"]


def test_footnotes_and_comments_stand_below_their_paragraph_once() -> None:
    more = (
        '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>'
        '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="77"/></w:r>'
    )
    notes = (
        f'<w:footnote w:type="separator" w:id="0">{paragraph("line")}</w:footnote>'
        f'<w:footnote w:id="2">{paragraph("Without tax.")}</w:footnote>'
    )
    by_sam = 'w:id="0" w:author="Sam Ode" w:date="2026-11-04T10:00:00Z"'
    comments = f"<w:comment {by_sam}>{paragraph('Too much.')}</w:comment>"
    body = paragraph("The fee is 3 EUR.", more=more) + paragraph("It ends.")
    outcome = told("a.docx", docx(body, footnotes=notes, comments=comments))
    assert outcome.text.split("\n\n") == [
        "The fee is 3 EUR.", "Footnote:\nWithout tax.", "Comment by Sam Ode, 2026-11-04:\nToo much.", "It ends.\n",
    ]  # fmt: skip
    entry = by(outcome, "Too much")
    assert (entry.speaker, entry.said_at) == ("Sam Ode", date(2026, 11, 4))


def _table(*lines: list[str]) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{chr(10).join(line)}</w:tr>' for line in lines)}</w:tbl>"


def _cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def test_tables_merge_downwards_nest_and_arrange() -> None:
    start, more = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    merged = _table(
        [_cell("Team"), _cell("Name")], [_cell("Ops", start), _cell("Dana")], [_cell("", more), _cell("S|m")]
    )
    nested = _table([_cell("outer"), f"<w:tc>{_table([_cell('a'), _cell('b')])}</w:tc>"])
    alone = _table([_cell("One cell")], [_cell("Another")])
    outcome = told("a.docx", docx(merged + nested + alone))
    assert words(outcome) == ["Team | Name\nOps | Dana\nOps | S\\|m", "outer | a b", "One cell", "Another"]


def test_text_boxes_are_read_once() -> None:
    box = (
        '<w:r><AlternateContent xmlns="m"><Choice><w:txbxContent>'
        + paragraph("In a box")
        + "</w:txbxContent></Choice>"
        "<Fallback><w:txbxContent>"
        + paragraph("In a box")
        + "</w:txbxContent></Fallback></AlternateContent></w:r>"
    )
    assert words(told("a.docx", docx(paragraph("Beside it", more=box)))) == ["Beside it", "In a box"]


def test_fields_one_below_the_other_stay_together() -> None:
    outcome = told(
        "a.docx", docx(paragraph("Client: Northwind") + paragraph("Fee: 3 EUR") + paragraph("We met."))
    )
    assert outcome.text == "Client: Northwind\nFee: 3 EUR\n\nWe met.\n"
    assert [each.kind for each in outcome.entries] == ["field", "field", "paragraph"]


@pytest.mark.parametrize(
    ("core", "title", "day", "author"),
    [
        ("<title>Renewal</title><modified>2026-11-04T10:00:00Z</modified><creator>Dana Reyes</creator>",
         "Renewal", date(2026, 11, 4), "Dana Reyes"),
        ("<title>Microsoft Word - offer_final.doc</title><creator>python-docx</creator>"
         "<modified>2013-12-23T23:15:00Z</modified>", "a", None, None),
        ("<title>Document1</title><created>1980-01-01T00:00:00Z</created><creator>Administrator</creator>",
         "a", None, None),
    ],
)  # fmt: skip
def test_properties_count_where_the_content_is_silent(
    core: str, title: str, day: date | None, author: str | None
) -> None:
    outcome = told("a.docx", docx(paragraph("It ends."), core=core))
    assert (outcome.title, outcome.dated, outcome.fields.get("author")) == (title, day, author)
    said = told(
        "a.docx", docx(paragraph("Own title", "H1") + paragraph("Date: 2025-01-02"), core=core, styles=STYLES)
    )
    assert (said.title, said.dated) == ("Own title", date(2025, 1, 2))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (packed({"word/document.xml": b"\0" * 60_000_000}), "too_large"),
        (packed({"word/document.xml": '<!DOCTYPE d [<!ENTITY a "aaaa">]><d>&a;</d>'}), "too_large"),
        (packed({"word/document.xml": '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>'.encode("utf-16")}),
         "too_large"),
        (docx("<w:p><w:r><w:t>a</w:t></w:r></w:p>" * 300_000), "too_large"),
        (docx("<w:p>")[:-40], "damaged"),
        (packed({"word/document.xml": "<w:document>"}), "damaged"),
        (packed({"word/document.xml": b"\xff\xfe\x00"}), "damaged"),
    ],
)  # fmt: skip
def test_bombs_and_broken_files_are_refused(data: bytes, code: str) -> None:
    assert refused("a.docx", data).code == code


def test_deep_nesting_ends() -> None:
    deep = "<w:sdt>" * 50_000 + paragraph("deep") + "</w:sdt>" * 50_000
    assert words(told("a.docx", docx(paragraph("top") + deep))) == ["top"]
