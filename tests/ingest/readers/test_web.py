"""HTML pages as what a reader sees."""

import time
from datetime import date

import pytest

from ingest.readers import read
from kg.model.document import ReadText


def _read(page: str | bytes, name: str = "page.html") -> ReadText:
    outcome = read(name, page.encode() if isinstance(page, str) else page)
    assert isinstance(outcome, ReadText)
    return outcome


def _told(outcome: ReadText) -> list[tuple[str, str]]:
    return [(entry.kind, outcome.text[entry.start : entry.end]) for entry in outcome.entries]


def test_blocks_are_entries_with_or_without_end_tags() -> None:
    outcome = _read(
        "<!doctype html><title>Clients</title><h1>Clients &amp; fees</h1><p>Northwind pays <b>48,000&nbsp;EUR</b>."
        "<br>Notice: 60 days<p>Second\npara<ul><li>One<li>Two<ol><li>nested</ol></ul><h2>More</h2>"
        "<dl><dt>Fee<dd>3<dt>Notice:<dd>60</dl>"
        "<pre>a\n  b</pre>tail"
    )
    assert _told(outcome) == [
        ("heading", "Clients & fees"),
        ("paragraph", "Northwind pays 48,000 EUR.\nNotice: 60 days"),
        ("paragraph", "Second para"),
        ("item", "- One"),
        ("item", "- Two"),
        ("item", "- nested"),
        ("heading", "More"),
        ("field", "Fee: 3"),
        ("field", "Notice: 60"),
        ("code", "a\n  b"),
        ("paragraph", "tail"),
    ]
    assert outcome.entries[-1].heading == ("Clients & fees", "More")
    assert outcome.title == "Clients"


def test_tables_are_rows_of_cells_and_layout_tables_are_paragraphs() -> None:
    outcome = _read(
        "<table><caption>Fees</caption><tr><th>Client<th>Fee<tr><td>North|wind<td><p>48<tr><td><td></table>"
        "<table><tr><td>Left <table><tr><td>a<td>b</table><td>Right</table>"
        "<table role=presentation><tr><td>One<td>Two</table><table><tr><td>alone</table>"
    )
    assert _told(outcome) == [
        ("paragraph", "Fees"),
        ("table", "Client | Fee\nNorth\\|wind | 48"),
        ("paragraph", "Left"),
        ("table", "a | b"),
        ("paragraph", "Right"),
        ("paragraph", "One"),
        ("paragraph", "Two"),
        ("paragraph", "alone"),
    ]


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>var x = '</p>unseen'</script>",
        "<style>unseen{}</style>",
        "<!-- unseen -->",
        "<nav><a>unseen</a></nav>",
        "<div hidden>unseen</div>",
        "<span style='display: none'>unseen</span>",
        "<p aria-hidden=true>unseen</p>",
        "<template>unseen</template>",
        "<svg><title>unseen</title><text>unseen</text></svg>",
        "<select><option>unseen</select>",
    ],
)
def test_what_a_reader_does_not_see_is_not_read(unseen: str) -> None:
    assert _told(_read(f"<body><p>before</p>{unseen}<p>after</p>")) == [
        ("paragraph", "before"),
        ("paragraph", "after"),
    ]


@pytest.mark.parametrize(
    "unseen", ["<svg>x</svg>", "<b hidden>x<p>y</p></b>", "<button>x<br>y</button>", "<nav>x"]
)
def test_what_stands_beside_the_unseen_is_kept(unseen: str) -> None:
    text = _read(f"<div><p>before {unseen}</div>after").text
    assert text.split() == ["before", "after"]


def test_title_about_and_day_come_from_the_head() -> None:
    outcome = _read(
        "<html><head><meta name=Description content='What &amp; who'>"
        "<meta property='article:published_time' content='2026-11-04T08:00Z'>"
        "<title> Harbor\nnews </title></head><body><p>Words."
    )
    assert (outcome.title, outcome.about, outcome.dated) == ("Harbor news", "What & who", date(2026, 11, 4))
    assert outcome.text.startswith("Harbor news\n\n") and _told(outcome) == [("paragraph", "Words.")]


def test_a_declared_charset_is_used_and_a_wrong_one_is_not() -> None:
    russian = "Договор"
    page = f"<meta charset=windows-1251><p>{russian}</p>"
    assert russian in _read(page.encode("cp1251")).text
    assert "Größe" in _read("<meta charset=utf-7><p>Größe</p>".encode()).text


def test_an_empty_page_has_nothing_to_remember() -> None:
    outcome = _read("<html><body>&nbsp; <script>x</script></body></html>")
    assert (outcome.entries, outcome.title_from) == ((), "name")


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "<a ",
        '<a "',
        "<?",
        "<![CDATA[",
        "<script>",
        "<title>",
        "</p>",
        "<div>",
        "<table><tr><td>x",
        "<",
        "<li>x",
    ],
)
def test_time_grows_with_the_length_of_the_worst_pages(piece: str) -> None:
    def seconds(size: int) -> float:
        page = (piece * (size // len(piece))).encode()
        start = time.process_time()
        _read(page)
        return time.process_time() - start

    assert seconds(160_000) < 24 * max(seconds(20_000), 0.01)
