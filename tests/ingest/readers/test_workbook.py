"""Spreadsheets: what cells show, tables apart, and nothing that makes a reader burst."""

from datetime import date
from pathlib import Path

import pytest

from ingest.readers.numbers import form_of, shown
from ingest.segment import segments
from tests.ingest.readers.made import ods, rows, xlsx
from tests.ingest.readers.told import by, packed, refused, told, words


def test_a_workbook_of_the_usual_library(office: Path) -> None:
    outcome = told("clients.xlsx", (office / "clients.xlsx").read_bytes())
    assert words(outcome) == [
        "Clients",
        "Client | Fee | Since | Share\nNorthwind | 48000 EUR | 2026-06-15 | 12.5%\nAlto | 0.3 | 2026-06-15 | 100%",
        "Staff",
        "Staff of 2026",
        "Team | Name\nOps | Dana Reyes\nOps | Sam Ode",
    ]
    assert (outcome.title, outcome.fields) == ("Client list", {})
    assert [(each.code, each.message[:2]) for each in outcome.warnings] == [("hidden_sheets", "1 ")]


def test_an_open_sheet_of_the_usual_library(office: Path) -> None:
    outcome = told("clients.ods", (office / "clients.ods").read_bytes())
    assert words(outcome) == ["Client | Fee", "Northwind | 48000", "Alto | 3"]
    assert outcome.fields == {"columns": "Client | Fee"}


def test_a_single_table_is_laid_out_like_csv() -> None:
    outcome = told("a.xlsx", xlsx(rows(["Client", "Fee"], ["Northwind", "3"], ["Alto", "4"])))
    assert words(outcome) == ["Client | Fee", "Northwind | 3", "Alto | 4"]
    assert outcome.fields == {"columns": "Client | Fee"}
    assert {each.kind for each in outcome.entries} == {"table"}


def test_a_row_of_one_of_many_tables_keeps_its_columns_when_it_is_cut() -> None:
    many = rows(["Client", "Fee"], *([f"Client {at}", str(at)] for at in range(300)))
    outcome = told("a.xlsx", xlsx(many, rows(["Name", "Team"], ["Dana", "Ops"])))
    later = [each for each in segments(outcome, budget=200) if "Client 200" in each.text]
    assert [each.context.fields for each in later] == [(("columns", "Client | Fee"),)]
    assert [each.context.heading for each in later] == [("Sheet1",)]


@pytest.mark.parametrize(
    ("number", "code", "raw", "says"),
    [
        (14, "", "46188", "2026-06-15"),
        (22, "", "46188.4375", "2026-06-15 10:30"),
        (20, "", "0.4375", "10:30"),
        (46, "", "1.5", "36:00"),
        (164, "dd/mm/yyyy", "46188", "2026-06-15"),
        (164, "[$-407]d. mmmm yyyy;@", "46188", "2026-06-15"),
        (164, "yyyy-mm-dd hh:mm", "46188.4375", "2026-06-15 10:30"),
        (164, "[h]:mm:ss", "1.5", "36:00"),
        (164, '#,##0.00 "EUR"', "48000", "48000 EUR"),
        (164, "#,##0.00 [$€-407]", "48000.5", "48000.5 €"),
        (164, "0.00%", "0.125", "12.5%"),
        (9, "", "0.07", "7%"),
        (0, "", "0.30000000000000004", "0.3"),
        (0, "", "1E-05", "0.00001"),
        (0, "", "123456789012345", "123456789012345"),
        (164, '0.0 "days"', "3", "3"),
        (164, '"Mydesk "0', "7", "7"),
        (14, "", "-5", "-5"),
        (14, "", "99999999", "99999999"),
        (14, "", "1", "1900-01-01"),
        (0, "", "words", "words"),
    ],
)
def test_numbers_are_what_the_sheet_shows(number: int, code: str, raw: str, says: str) -> None:
    assert shown(raw, form_of(number, code)) == says


def test_a_sheet_that_counts_from_1904() -> None:
    assert shown("44726", form_of(14, ""), since_1904=True) == "2026-06-15"


def test_cells_of_every_type() -> None:
    strings = "<si><t>Northwind</t></si><si><r><t>Al</t></r><r><t>to</t></r><rPh><t>reading</t></rPh></si>"
    sheet = (
        '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>'
        '<c t="str"><f>A1</f><v>made</v></c><c t="d"><v>2026-06-15T00:00:00</v></c><c t="s"><v>99</v></c>'
        "<c><f>1+1</f></c></row></sheetData>"
    )
    outcome = told("a.xlsx", xlsx(sheet, strings=strings))
    assert words(outcome) == ["Northwind | Alto | yes | made | 2026-06-15"]
    assert [each.code for each in outcome.warnings] == ["no_values"]


def test_values_merged_downwards_stand_in_each_row() -> None:
    sheet = rows(["Team", "Name"], ["Ops", "Dana"], ["", "Sam"], ["Law", "Lee"])
    merged = sheet + '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="nonsense"/></mergeCells>'
    assert words(told("a.xlsx", xlsx(merged)))[1:] == ["Ops | Dana", "Ops | Sam", "Law | Lee"]


def test_hidden_sheets_are_counted_and_not_read() -> None:
    outcome = told(
        "a.xlsx",
        xlsx(rows(["open"]), rows(["secret"]), rows(["secret"]), states=("visible", "hidden", "veryHidden")),
    )
    assert words(outcome) == ["open"]
    assert [each.message for each in outcome.warnings] == ["2 hidden sheets were not read."]


def test_a_huge_sheet_is_bounded_and_said_so() -> None:
    outcome = told(
        "a.xlsx", xlsx("<sheetData>" + "<row><c><v>1</v></c><c><v>2</v></c></row>" * 150_000 + "</sheetData>")
    )
    assert [each.code for each in outcome.warnings] == ["cut"]
    assert 90_000 < len(outcome.entries) <= 100_000


def test_values_far_apart_make_no_wide_rows() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    columns = [first + second for first in letters[:10] for second in letters]
    far = "".join(f'<row r="{at}"><c r="{name}{at}"><v>7</v></c></row>' for at, name in enumerate(columns, 1))
    assert len(told("a.xlsx", xlsx(f"<sheetData>{far}</sheetData>")).text) < 2_000


def test_a_broken_sheet_costs_only_itself() -> None:
    outcome = told("a.xlsx", xlsx("<sheetData><row", rows(["Client", "Fee"], ["Northwind", "3"])))
    assert "Northwind | 3" in words(outcome)
    assert "sheets_unread" in {each.code for each in outcome.warnings}


def test_open_sheets_repeat_hide_and_comment() -> None:
    table = (
        '<table name="A" style-name="on"><table-row><table-cell value-type="string"><p>Client</p></table-cell>'
        '<table-cell value-type="string"><p>Since</p></table-cell>'
        '<table-cell value-type="string"><p>Fee</p></table-cell>'
        '</table-row><table-row number-rows-repeated="2"><table-cell><annotation><p>psst</p></annotation><p>Alto</p>'
        '</table-cell><table-cell value-type="date" date-value="2026-06-15"><p>15.06.26</p></table-cell>'
        '<table-cell value-type="currency" value="48000.0" currency="EUR"><p>48.000 €</p></table-cell></table-row>'
        '<table-row number-rows-repeated="1048000"><table-cell number-columns-repeated="16000"/></table-row></table>'
    )
    hidden = '<table name="B" style-name="off"><table-row><table-cell><p>secret</p></table-cell></table-row></table>'
    styles = "".join(
        f'<style name="{name}"><table-properties display="{display}"/></style>'
        for name, display in (("on", "true"), ("off", "false"))
    )
    outcome = told("a.ods", ods(table + hidden, styles))
    assert words(outcome) == ["Client | Since | Fee"] + ["Alto | 2026-06-15 | 48000 EUR"] * 2
    assert [each.code for each in outcome.warnings] == ["hidden_sheets"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
            "encrypted",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old_format"),
        (b"PK\x03\x04 and no more", "damaged"),
        (b"", "damaged"),
        (packed({"xl/other.xml": "x"}), "damaged"),
        (packed({"xl/workbook.xml": "<workbook><sheets>"}), "damaged"),
    ],
)
def test_files_without_a_workbook_are_named(data: bytes, code: str) -> None:
    assert refused("a.xlsx", data).code == code


def test_a_day_in_a_name_is_the_days_of_the_file() -> None:
    outcome = told("2026-11-04 clients.xlsx", xlsx(rows(["Client", "Fee"], ["Alto", "3"])))
    assert outcome.dated == date(2026, 11, 4)
    assert by(outcome, "Alto").said_at is None
