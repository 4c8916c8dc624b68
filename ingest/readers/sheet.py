"""Tables in text files: CSV and TSV.

Each row is one line of text, its cells joined by ` | ` (a bar inside a cell is `\\|`, line breaks are
spaces), and one entry of kind `table`. The column names are the first such line when the file has them;
they are also the field `columns`, and a segment or passage that does not show them gets them as context. So
"row – column – cell" can be read from any part of the table by itself."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from ingest.normalise import is_blank, normalise, trimmed
from ingest.readers.dates import field_date
from ingest.readers.names import readable_name
from ingest.readers.plain import document_date
from kg.model.document import Entry, NotRead, ReadText, Warned

_SAMPLE_ROWS = 60
_SAMPLE = 65_536
_LONGEST_CELL = 20_000
"""Characters (or 200 lines) of a quoted cell above which the quote is taken for one that was never closed."""
_NUMBER = re.compile(r"[-+(]?[€$£¥]?\s?[0-9][0-9.,'\s]*\s?(?:%|[€$£¥]|[A-Z]{3})?\)?")

csv.field_size_limit(1 << 30)

Quoting = Literal[0, 3]
"""`csv.QUOTE_MINIMAL` or `csv.QUOTE_NONE`."""

Row = list[str]


def read_sheet(name: str, data: bytes) -> ReadText | NotRead:
    """Reads CSV or TSV; see the module."""
    normal = normalise(data)
    if isinstance(normal, NotRead):
        return normal
    text, warnings = normal.text, normal.warnings
    stated = re.match(r"sep=(.)\n", text)
    body = text[stated.end() :] if stated else text
    delimiter = stated[1] if stated else _delimiter(body, name)
    rows = _rows(body, delimiter, csv.QUOTE_MINIMAL)
    if rows is None:
        rows = _rows(body, delimiter, csv.QUOTE_NONE) or []
        warnings += (Warned("open_quote", "A quote is never closed; quotes were read as plain characters."),)
    head = header_row(rows)
    laid = Laid(rows, head)
    return ReadText(
        text=laid.text,
        entries=tuple(laid.entries),
        title=readable_name(name),
        title_from="name",
        dated=document_date(name, None, ""),
        encoding=normal.encoding,
        media_type="text/tab-separated-values" if delimiter == "\t" else "text/csv",
        fields={"columns": laid.columns} if laid.columns else {},
        warnings=warnings,
    )


class Laid:
    """The rows as text and entries. `head` is the index of the header row, None without one."""

    def __init__(self, rows: Sequence[Row], head: int | None) -> None:
        self.columns = _line(rows[head]) if head is not None else None
        self.entries: list[Entry] = []
        lines, at = list[str](), 0
        width = len(rows[head]) if head is not None else 0
        for index, row in enumerate(rows):
            line = _line(row + [""] * (width - len(row)))
            first = head is not None and index < head
            if not is_blank(line.replace("|", "")):
                kind = "paragraph" if first else "table"
                body = line.strip(" |") if first else line
                start, end = trimmed(body, 0, len(body)) or (0, 0)
                self.entries.append(Entry(at + start, at + end, (), None, None, kind))
                lines.append(body)
                at += len(body) + 1
        self.text = "\n".join(lines) + ("\n" if lines else "")


def _line(row: Row) -> str:
    return " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in row)


def _rows(text: str, delimiter: str, quoting: Quoting) -> list[Row] | None:
    """All rows; None when a cell shows that a quote was never closed."""
    rows = list[Row]()
    for row in _reader(text, delimiter, quoting):
        if quoting != csv.QUOTE_NONE and any(
            len(cell) > _LONGEST_CELL or cell.count("\n") > 200 for cell in row
        ):
            return None
        if row:
            rows.append(row)
    return rows


def _reader(text: str, delimiter: str, quoting: Quoting) -> Iterator[Row]:
    lines = (line + "\n" for line in text.split("\n"))
    space = delimiter != "\t"
    yield from csv.reader(lines, delimiter=delimiter, quoting=quoting, skipinitialspace=space)


def _delimiter(text: str, name: str) -> str:
    """The mark that splits the first rows most evenly into more than one cell."""
    sample = text[:_SAMPLE]
    best, chosen = (0.0, 0), "\t" if name.lower().endswith(".tsv") else ","
    for mark in ("\t", ",", ";", "|"):
        widths = Counter(
            len(row) for row in islice(_reader(sample, mark, csv.QUOTE_MINIMAL), _SAMPLE_ROWS) if row
        )
        width, count = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(0, 0))
        score = (round(count / max(sum(widths.values()), 1), 1) if width > 1 else 0.0, width)
        if score > best or (mark == chosen and score[0] >= best[0] > 0 and width > 1):
            best, chosen = score, mark
    return chosen


def header_row(rows: Sequence[Row]) -> int | None:
    """The index of the row with the column names. Lines above the table proper are passed over; a row with
    a number, a date, an address, an empty or a repeated cell is none."""
    sample = rows[: _SAMPLE_ROWS + 10]
    widths = Counter(_filled(row) for row in sample)
    usual = max(widths, key=lambda width: (widths[width] * (width > 1), width), default=0)
    if usual < 2:
        return None
    index = next((at for at, row in enumerate(sample) if _filled(row) >= max(2, usual - 1)), None)
    if index is None or index + 1 >= len(rows):
        return None
    names = [cell.strip() for cell in rows[index]]
    told = [cell for cell in names if cell]
    if any(_is_value(cell) or len(cell) > 80 for cell in told) or len(set(told)) < len(told) or len(told) < 2:
        return None
    below = rows[index + 1 : index + 1 + _SAMPLE_ROWS]
    repeated = any(
        names[at] and at < len(row) and row[at].strip() == names[at]
        for row in below
        for at in range(len(names))
    )
    return None if repeated else index


def _filled(row: Row) -> int:
    return sum(1 for cell in row if cell.strip())


def _is_value(cell: str) -> bool:
    return _NUMBER.fullmatch(cell) is not None or "@" in cell or "://" in cell or field_date(cell) is not None
