"""CSV and TSV as rows that can be read by themselves."""

import pytest

from ingest.readers import read
from ingest.segment import segments
from kg.model.document import ReadText


def _read(text: str, name: str = "clients.csv") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


def _rows(outcome: ReadText) -> list[str]:
    return [outcome.text[each.start : each.end] for each in outcome.entries]


ROWS = ["Client | Fee | Since", "Northwind | 48,000 EUR | 2026-06-15", "Alto | two lines | 2025-01-01"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", 'Client,Fee,Since\nNorthwind,"48,000 EUR",2026-06-15\nAlto,"two\nlines",2025-01-01\n'),
        (
            "a.csv",
            'Client;Fee;Since\r\nNorthwind;48,000 EUR;2026-06-15\r\nAlto;"two\r\nlines";2025-01-01\r\n',
        ),
        ("a.tsv", "Client\tFee\tSince\nNorthwind\t48,000 EUR\t2026-06-15\nAlto\ttwo lines\t2025-01-01\n"),
        ("a.csv", "sep=|\nClient|Fee|Since\nNorthwind|48,000 EUR|2026-06-15\nAlto|two lines|2025-01-01"),
        (
            "a.csv",
            'Client, Fee, Since\nNorthwind, "48,000 EUR", 2026-06-15\n\nAlto, "two  lines", 2025-01-01\n',
        ),
    ],
)
def test_each_row_is_a_line_whatever_the_dialect(name: str, text: str) -> None:
    outcome = _read(text, name)
    assert _rows(outcome) == ROWS
    assert outcome.fields == {"columns": ROWS[0]}
    assert {each.kind for each in outcome.entries} == {"table"}


@pytest.mark.parametrize(
    "text",
    [
        "Dana,Harbor,dana@x.example\nJun,Alto,jun@x.example\n",
        "1,2\n3,4\n",
        "a,a\n1,2\n",
        "one\ntwo\nthree\n",
        "a,b\n",
    ],
)
def test_a_first_row_of_values_is_no_header(text: str) -> None:
    assert "columns" not in _read(text).fields


def test_lines_above_the_table_are_paragraphs() -> None:
    outcome = _read("Report for 2026\n\nClient,Fee\nNorthwind,3\nAlto,4\n")
    assert [each.kind for each in outcome.entries] == ["paragraph", "table", "table", "table"]
    assert outcome.fields == {"columns": "Client | Fee"}


def test_bars_in_cells_are_escaped_and_short_rows_filled() -> None:
    outcome = _read("Client,Fee,Note\nNorth|wind,3\nAlto,4,x,extra\n")
    assert _rows(outcome)[1:] == ["North\\|wind | 3 |", "Alto | 4 | x | extra"]


def test_a_quote_that_never_closes_costs_no_rows() -> None:
    outcome = _read('Client,Note\nAlto,"open\n' + "".join(f"Client {at},words\n" for at in range(500)))
    assert len(outcome.entries) == 502
    assert [each.code for each in outcome.warnings] == ["open_quote"]


def test_every_segment_knows_the_columns() -> None:
    outcome = _read("Client,Fee\n" + "".join(f"Client {at},{at} EUR\n" for at in range(400)))
    first, *later = segments(outcome, budget=200)
    assert first.context.fields == () and first.text.startswith("Client | Fee\nClient 0 | 0 EUR")
    assert later and all(each.context.fields == (("columns", "Client | Fee"),) for each in later)


def test_a_wide_table_in_a_note_keeps_its_header_when_it_is_cut() -> None:
    rows = "".join(f"| Client {at} | {at} EUR |\n" for at in range(200))
    outcome = read("a.md", f"Before.\n\n| Client | Fee |\n|---|---|\n{rows}\nAfter.\n".encode())
    assert isinstance(outcome, ReadText)
    parts = [each for each in segments(outcome, budget=200) if each.entries[0].kind == "table"]
    assert len(parts) > 3 and all(len(each.entries) == 1 for each in parts)
    assert [each.context.fields for each in parts[1:]] == [(("columns", "| Client | Fee |"),)] * (
        len(parts) - 1
    )


def test_a_hundred_thousand_rows_are_read() -> None:
    outcome = _read("id,client\n" + "".join(f"{at},Client {at}\n" for at in range(100_000)))
    assert len(outcome.entries) == 100_001


@pytest.mark.parametrize("text", ["", "\n\n", ",,\n,,\n", "\ufeff"])
def test_no_cell_is_nothing_to_remember(text: str) -> None:
    assert _read(text).entries == ()
