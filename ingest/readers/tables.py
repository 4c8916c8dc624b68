"""Sheets of a workbook as text: each under its name, its tables apart, header rows found as in CSV.

A workbook of one table is laid out like a CSV file: a row an entry, the column names as the field `columns`.
Else each table is one entry, its header the first line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.normalise import clean, is_blank
from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name
from ingest.readers.packed import About
from ingest.readers.plain import document_date
from ingest.readers.sheet import Laid, header_row
from kg.model.document import ReadText, Warned

_SPARSE = 25
"""Times as many places as values above which values are no table and stand one behind the other."""


@dataclass(slots=True)
class Sheet:
    """The shown values of one sheet, by row and column; rows and columns without any are left out."""

    name: str
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    hidden: bool = False

    def blocks(self) -> Iterator[list[list[str]]]:
        """Runs of rows without an empty one between them, cells that no row of the run has left out."""
        run = list[dict[int, str]]()
        last = -1
        for number in sorted(self.rows):
            cells = {at: text for at, text in self.rows[number].items() if text.strip()}
            if run and (number > last + 1 or not cells):
                yield _squeezed(run)
                run = []
            if cells:
                run.append(cells)
            last = number
        if run:
            yield _squeezed(run)


def _squeezed(run: Sequence[dict[int, str]]) -> list[list[str]]:
    columns = sorted({at for cells in run for at in cells})
    if len(columns) * len(run) > _SPARSE * sum(map(len, run)) + 1_000:
        return [[clean(cells[at], "").text for at in sorted(cells)] for cells in run]
    return [[clean(cells.get(at, ""), "").text for at in columns] for cells in run]


def workbook(
    name: str, media_type: str, sheets: Sequence[Sheet], about: About, warnings: tuple[Warned, ...]
) -> ReadText:
    """The document of a workbook's sheets. Hidden ones are counted and not read."""
    shown = [sheet for sheet in sheets if not sheet.hidden]
    if hidden := len(sheets) - len(shown):
        message = f"{hidden} hidden sheet{'s were' if hidden > 1 else ' was'} not read."
        warnings += (Warned("hidden_sheets", message),)
    tables = [(sheet, rows) for sheet in shown for rows in sheet.blocks()]
    fields = {"author": about.author} if about.author else {}
    if len(tables) == 1 or (len(shown) == 1 and sum(len(rows) > 2 for _, rows in tables) == 1):
        rows = [row for _, block in tables for row in block]
        laid = Laid(rows, header_row(rows))
        text, entries = laid.text, tuple(laid.entries)
        fields |= {"columns": laid.columns} if laid.columns else {}
    else:
        outline = lay_out(_parts(tables))
        text, entries = outline.text, tuple(outline.entries)
    return ReadText(
        text=text,
        entries=entries,
        title=about.title or readable_name(name),
        title_from="content" if about.title else "name",
        dated=document_date(name, about.title or None, "") or about.day,
        media_type=media_type,
        fields=fields,
        warnings=warnings,
    )


def _parts(tables: Sequence[tuple[Sheet, list[list[str]]]]) -> Iterator[Part]:
    before: Sheet | None = None
    for sheet, rows in tables:
        if sheet is not before:
            yield Part("heading", sheet.name, level=1)
        before = sheet
        head = header_row(rows) or 0
        for row in rows[:head] if len(rows) > head + 1 else ():
            yield Part("paragraph", " ".join(cell for cell in row if cell))
        body = rows[head:] if len(rows) > head + 1 else rows
        if len(body) < 2 or max(map(len, body)) < 2:
            for row in body:
                yield Part("paragraph", " | ".join(_cell(cell) for cell in row if cell.strip()))
        else:
            lines = (" | ".join(map(_cell, row)) for row in body)
            yield Part("table", "\n".join(line for line in lines if not is_blank(line.replace("|", ""))))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
