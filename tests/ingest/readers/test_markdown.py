"""Markdown by structure, with frontmatter whole, broken or absent."""

from datetime import date

import pytest

from ingest.readers import read
from kg.model.document import Entry, ReadText


def _read(text: str, name: str = "note.md") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


def _told(outcome: ReadText) -> list[tuple[str, str]]:
    return [(entry.kind, outcome.text[entry.start : entry.end]) for entry in outcome.entries]


def _entry(outcome: ReadText, words: str) -> Entry:
    return next(each for each in outcome.entries if words in outcome.text[each.start : each.end])


def test_blocks_are_entries_under_their_headings() -> None:
    outcome = _read(
        "# Northwind\n\nThe *client* pays.\nOn time.\n\n"
        "## Terms ##\n\n- fee: 48,000 EUR\n  - a year\n- [ ] notice [[Terms|60 days]]\n"
        "\n"
        "| who | what |\n|---|---|\n| Dana | contact |\n\n```py\nx = 1\n```\n\n> quoted\n> words\n\n---\n\nEnd.\n"
    )
    assert _told(outcome) == [
        ("heading", "# Northwind"),
        ("paragraph", "The *client* pays.\nOn time."),
        ("heading", "## Terms ##"),
        ("item", "- fee: 48,000 EUR\n  - a year"),
        ("item", "- [ ] notice [[Terms|60 days]]"),
        ("table", "| who | what |\n|---|---|\n| Dana | contact |"),
        ("code", "```py\nx = 1\n```"),
        ("paragraph", "> quoted\n> words"),
        ("paragraph", "End."),
    ]
    assert outcome.title == "Northwind"
    assert [each.heading for each in outcome.entries[1:4]] == [
        ("Northwind",),
        ("Northwind", "Terms"),
        ("Northwind", "Terms"),
    ]


def test_a_long_list_item_is_read_in_parts_that_know_their_parent() -> None:
    nested = "".join(
        f"  - point {number} about the renewal, in a dozen words or a few more than that\n"
        for number in range(12)
    )
    outcome = _read(f"- **Northwind** 2026-11-04: the call\n{nested}- Alto\n")
    parts = [each for each in outcome.entries if "point" in outcome.text[each.start : each.end]]
    assert len(parts) == 12
    assert all(each.heading == ("Northwind 2026-11-04: the call",) for each in parts)
    assert _told(outcome)[-1] == ("item", "- Alto")


def test_dated_headings_and_bullets_date_their_entries() -> None:
    outcome = _read(
        "# Journal\n\nUndated.\n\n## 4 Nov 2026\n\nMet Dana.\n\n- 2026-11-05: called Sam\n\n"
        "### Later\n\nNoted.\n\n## Ideas\n\nNone.\n"
    )
    assert [_entry(outcome, words).said_at for words in ("Undated", "Met", "called", "Noted", "None")] == [
        None,
        date(2026, 11, 4),
        date(2026, 11, 5),
        date(2026, 11, 4),
        None,
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("2026-11-04.md", "- Dentist at nine.\n"),
        ("a.md", "---\ndate: 2026-11-04\n---\nx\n"),
        ("a.md", "---\ncreated: 2026-11-04T10:00:00\n---\nx\n"),
        ("a.md", "# Weekly, 4 Nov 2026\n\nx\n"),
        ("a.md", "# Weekly\n\n**Date:** 4 November 2026\n\nx\n"),
    ],
)
def test_a_document_is_dated_where_it_says_so(name: str, text: str) -> None:
    assert _read(text, name).dated == date(2026, 11, 4)


@pytest.mark.parametrize(
    "text",
    ["The term ends 30 June 2027.\n", "# Term ends 30 June 2027\n\nx\n", "---\nends: 2027-06-30\n---\nx\n"],
)
def test_a_date_in_the_first_lines_is_not_the_day_of_the_document(text: str) -> None:
    assert _read(text).dated is None


def test_frontmatter_fields_are_text_as_written() -> None:
    outcome = _read(
        "---\ntitle: 'Pump'\ntags: [a, b]\nrelated: [[Pump]]\nfee: 48,000\nsince: 2026-11-04\nactive: no\n"
        "owner:\n  - Dana\n  - Sam\n"
        "summary: What the pump needs.\nempty:\n---\nBody.\n"
    )
    assert outcome.title == "Pump"
    assert outcome.about == "What the pump needs."
    assert outcome.fields == {
        "title": "Pump",
        "tags": "a, b",
        "related": "[[Pump]]",
        "fee": "48,000",
        "since": "2026-11-04",
        "active": "no",
        "owner": "Dana, Sam",
        "summary": "What the pump needs.",
    }
    assert [told for told in _told(outcome) if told[0] == "field"] == [
        ("field", "related: [[Pump]]"),
        ("field", "fee: 48,000"),
        ("field", "since: 2026-11-04"),
        ("field", "active: no"),
        ("field", "owner:\n  - Dana\n  - Sam"),
    ]


def test_toml_frontmatter_is_read() -> None:
    outcome = _read('+++\ntitle = "Pump"\nfee = 3\n+++\nBody.\n')
    assert outcome.title == "Pump"
    assert outcome.fields["fee"] == "3"


@pytest.mark.parametrize(
    ("block", "title", "line"),
    [
        ("title: Review: spring plan\ntags: [garden]", "Review: spring plan", 2),
        ("title: *Draft*", "*Draft*", 2),
        ('title: "Half', '"Half', 3),
        ("tags: [a\ntitle: Review", "Review", 3),
        ("key: `D:\\jobs\\y`", "spring", 2),
        ("related:\n  - [[Pump]]s", "spring", 3),
        ("title: A\n\tkey: tab", "A\n\tkey: tab", 3),
    ],
)
def test_broken_frontmatter_costs_neither_body_nor_fields(block: str, title: str, line: int) -> None:
    outcome = _read(f"---\n{block}\n---\nThe beds get compost.\n", "spring.md")
    assert _told(outcome)[-1] == ("paragraph", "The beds get compost.")
    assert (outcome.title or "").split("\n")[0] == title.split("\n")[0]
    (warning,) = outcome.warnings
    assert (warning.code, warning.line) == ("frontmatter", line)
    assert "Draft" not in warning.message and "jobs" not in warning.message


@pytest.mark.parametrize(
    "text",
    [
        "---\nA rule above.\n\nSecond paragraph.\n",
        "---\nwords between two rules\n---\nBody.\n",
        "--- \n\n# Title\n\nText: with colon\n\n---\n\nmore\n",
        "----\ntitle: x\n----\n",
    ],
)
def test_what_only_looks_like_frontmatter_is_body(text: str) -> None:
    outcome = _read(text)
    assert outcome.fields == {} and outcome.warnings == ()
    told = " ".join(words for _, words in _told(outcome))
    assert all(word in told for word in text.replace("-", " ").split())


def test_aliases_cannot_multiply_and_nesting_cannot_hang() -> None:
    bomb = "a: &a [x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(20)
    )
    for block in (bomb, "a: " + "[" * 20_000, "a: " + "{" * 20_000, "- " * 20_000):
        outcome = _read(f"---\n{block}\n---\nBody.\n")
        assert _told(outcome)[-1] == ("paragraph", "Body.")
        assert sum(map(len, outcome.fields.values())) < 200_000


@pytest.mark.parametrize("text", ["", "  \n\t\n\u00a0 \n", "\u200b\ufeff\n", "---\n---\n", "---\n\n***\n"])
def test_nothing_to_remember_has_no_entries(text: str) -> None:
    assert _read(text).entries == ()


def test_frontmatter_alone_keeps_title_and_fields_without_a_body() -> None:
    outcome = _read("---\ntitle: Placeholder\ntags: [x]\n---\n")
    assert (outcome.title, outcome.title_from, outcome.entries) == ("Placeholder", "content", ())


def test_line_ends_read_the_same_even_mixed() -> None:
    outcome = _read("---\r\ntitle: Mixed\r\n---\r\nLine one.\nLine two.\r\n")
    assert outcome.title == "Mixed"
    assert _told(outcome) == [("paragraph", "Line one.\nLine two.")]


@pytest.mark.parametrize(
    ("name", "title", "source"),
    [
        ("2026-11-04.md", "2026-11-04", "name"),
        ("dana_reyes-notes (2).md", "dana reyes notes", "name"),
        ("Café plan - Kopie.md", "Café plan", "name"),
    ],
)
def test_a_title_may_come_from_the_name(name: str, title: str, source: str) -> None:
    outcome = _read("Words.\n", name)
    assert (outcome.title, outcome.title_from) == (title, source)


def test_comments_and_link_definitions_are_no_entries() -> None:
    outcome = _read("Seen.\n\n<!-- unseen\nwords -->\n\n[ref]: https://example.org\n\n<div>shown</div>\n")
    assert [words for _, words in _told(outcome)] == ["Seen.", "<div>shown</div>"]


def test_what_nests_too_deep_is_kept() -> None:
    outcome = _read(">" * 3_000 + " deep\n\nAfter.\n")
    assert [words[-5:] for _, words in _told(outcome)] == [" deep", "fter."]
