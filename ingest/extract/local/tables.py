"""Tables: which column names the things, and one fact for each cell beside it."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.dates import resolve
from ingest.extract.local.blocks import Block, Line
from ingest.extract.local.fields import is_meta
from ingest.extract.local.found import Place, found
from ingest.extract.local.lexicon import ATTRIBUTES, NAMING_KEYS, ROLES
from ingest.extract.local.names import is_code, is_name, kind_of
from ingest.extract.local.plain import Plain, plain
from ingest.extract.local.subject import Topic
from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind

_SEPARATOR = re.compile(r"^[|:\s-]*-{2,}[|:\s-]*$")
_INDEX = frozenset({"#", "no", "no.", "nr", "nr.", "id", "pos", "pos.", "row", "rank"})
_EMPTY = frozenset(
    {
        "",
        "-",
        "–",
        "—",
        "n/a",
        "na",
        "none",
        "tbd",
        "?",
        "x",
        "✓",
        "✔",
        "✅",
        "❌",
        "yes",
        "no",
        "null",
        "...",
    }
)
_PROPERTY_HEADS = frozenset(
    {"property", "field", "key", "item", "attribute", "setting", "parameter", "what", "feld", ""}
)
_PROPERTY_VALUES = frozenset({"value", "values", "wert", "content", "details", "setting", ""})
MAX_CELL_WORDS = 10
MIN_NAMED = 0.6
"""Share of cells in the entity column that must be names."""

Row = tuple[Line, tuple[Plain, ...]]


def table_claims(block: Block, topic: Topic | None, columns: str | None = None) -> Iterator[RawClaim]:
    """The facts of a table block. Without a column of names the page is the subject, and only for tables of
    properties or of measured values."""
    rows = _rows(block)
    if columns is not None and rows and not _shows(block, columns):
        header, body = (
            [cell.text.strip() for cell in _cells(Line(0, 0, columns), _delimiter(block.lines))],
            rows,
        )
        if len(header) != len(rows[0][1]):
            return
    elif len(rows) < 2:
        return
    else:
        header, body = [cell.text.strip() for cell in rows[0][1]], rows[1:]
    if _is_history(header):
        return
    headed = (
        len(header) == 2 and header[1].lower() in _PROPERTY_VALUES and header[0].lower() in _PROPERTY_HEADS
    )
    column = None if headed else _entity_column(header, [cells for _, cells in body])
    if column is not None:
        yield from _by_row(block, header, body, column)
    elif columns is None and (series := _series(header, [cells for _, cells in body])) is not None:
        yield from _by_period(block, header, body, *series)
    elif topic is not None and topic.strong and len(header) == 2:
        yield from _properties(block, header, rows, topic)
    elif topic is not None and topic.strong:
        yield from _rates(block, header, body, topic)


@dataclass(frozen=True, slots=True)
class Remark:
    """A cell that says something in words about the thing of its row."""

    line: Line
    name: str
    text: str


def remarks(block: Block, columns: str | None = None) -> Iterator[Remark]:
    """The cells of remarks, and others too long for a value, beside a column of names."""
    rows = _rows(block)
    if len(rows) < 2 or (columns is not None and not _shows(block, columns)):
        return
    header, body = [cell.text.strip() for cell in rows[0][1]], rows[1:]
    column = _entity_column(header, [cells for _, cells in body])
    for line, cells in body if column is not None and not _is_history(header) else ():
        name = cells[column or 0].text.strip()
        for head, cell in zip(header, cells, strict=True):
            if head.lower().rstrip("s") in _REMARKS and _is_row_name(
                name, header[column or 0].lower().split()
            ):
                yield Remark(line, name, cell.text.strip())


_REMARKS = frozenset(
    {
        "remark",
        "note",
        "comment",
        "bemerkung",
        "remarque",
        "nota",
        "observacion",
        "notiz",
        "anmerkung",
        "info",
    }
)


def _is_history(header: list[str]) -> bool:
    """A document's own history of changes: nothing of the world."""
    heads = {head.lower() for head in header}
    dated = any("date" in head or head == "when" for head in heads)
    return dated and bool(heads & {"version", "rev", "revision", "ver"})


def _shows(block: Block, columns: str) -> bool:
    return block.lines[0].text.strip() == columns.strip()


def _rows(block: Block) -> list[Row]:
    lines = [line for line in block.lines if not _SEPARATOR.match(line.text)]
    delimiter = _delimiter(lines)
    rows = [(line, tuple(_cells(line, delimiter))) for line in lines]
    width = len(rows[0][1]) if rows else 0
    rows = [row for row in rows if len(row[1]) == width and width >= 2]
    while len(rows) > 2 and _filled(rows[0]) * 2 <= width and _filled(rows[1]) == width:
        rows = rows[1:]
    return rows


def _filled(row: Row) -> int:
    return sum(bool(cell.text.strip()) for cell in row[1])


def _delimiter(lines: Sequence[Line]) -> str:
    first = lines[0].text if lines else ""
    return max("|;\t,", key=lambda mark: (first.count(mark) >= 1, first.count(mark) if mark != "," else 0.5))


def _cells(line: Line, delimiter: str) -> Iterator[Plain]:
    if delimiter in ",;" and '"' in line.text:
        yield from _quoted_cells(line, delimiter)
        return
    text, base = line.text, line.start
    if delimiter == "|":
        base += len(text) - len(text.lstrip("| "[:1]))
        text = text.strip().removeprefix("|").removesuffix("|")
        base = line.start + (1 if line.text.startswith("|") else 0)
    at = 0
    for part in re.split(r"(?<!\\)\|" if delimiter == "|" else re.escape(delimiter), text):
        yield plain(part, base + at)
        at += len(part) + 1


def _quoted_cells(line: Line, delimiter: str) -> Iterator[Plain]:
    at = 0
    for value in next(csv.reader([line.text], delimiter=delimiter)):
        place = line.text.find(value, at) if value else at
        at = max(place, at) + len(value)
        yield plain(value, line.start + max(place, 0))


def _series(header: list[str], body: list[tuple[Plain, ...]]) -> tuple[int, int] | None:
    """The columns of periods and of names of a table that says the same of few things again and again."""
    columns = [[cells[i].text.strip() for cells in body] for i in range(len(header))]
    periods = next((i for i, cells in enumerate(columns) if cells and all(map(_is_period, cells))), None)
    if periods is None or len(body) < 4:
        return None
    names = (i for i, cells in enumerate(columns) if i != periods and all(is_name(cell) for cell in cells))
    named = next((i for i in names if 1 < len(set(columns[i])) <= len(body) // 2), None)
    pairs = {(cells[periods].text, cells[named].text) for cells in body} if named is not None else set()
    return (periods, named) if named is not None and len(pairs) == len(body) else None


def _is_period(cell: str) -> bool:
    return bool(re.search(r"\d", cell)) and (
        resolve(cell) is not None or bool(re.fullmatch(r"(?:19|20)\d\d[-/]?[QH]\d", cell))
    )


def _by_period(
    block: Block, header: list[str], body: list[Row], period: int, named: int
) -> Iterator[RawClaim]:
    """A value of a thing in a period: the period goes into the relation, and bounds the fact."""
    for line, cells in body:
        name, when = cells[named].text.strip(), cells[period].text.strip()
        for i, cell in enumerate(cells):
            if i not in (period, named) and _is_fact(header[i], cell.text):
                yield found(
                    _place(block, line), "table:period", name, f"{header[i]} {when}", cell.text, kind_of(name),
                    "text", valid_from=when, valid_to=when, qualifier=when,
                )  # fmt: skip


def _entity_column(header: list[str], body: list[tuple[Plain, ...]]) -> int | None:
    people = _people(header, body)
    scores = [
        0.0 if i in people else _score(header[i], [row[i] for row in body], i) for i in range(len(header))
    ]
    best = max(range(len(scores)), key=lambda i: scores[i])
    if best and header[best].lower() in _OTHERS and scores[0] > 0:
        best = 0
    return best if scores[best] > 0 else None


_OTHERS = frozenset(
    {
        "client",
        "customer",
        "supplier",
        "vendor",
        "partner",
        "tenant",
        "company",
        "firm",
        "kunde",
        "lieferant",
        "fournisseur",
    }
)
"""Whom a row has to do with, where its first column names a thing of its own."""


def _score(head: str, column: list[Plain], position: int) -> float:
    """How much a column looks like the names of the rows: share of names, distinct, a telling header."""
    filled = [cell for cell in column if cell.text.lower() not in _EMPTY]
    cells = [cell.text for cell in filled]
    words = set(head.lower().split())
    numbered = head.lower() in _INDEX and not all(is_code(cell.text) for cell in filled)
    if not filled or numbered or all(resolve(cell) for cell in cells):
        return 0.0
    telling = bool(words & (NAMING_KEYS | _LABELS)) or "name" in words
    if all(_is_code_cell(cell) for cell in filled) and not words & _RUNNING:
        return 0.0
    if not telling and position and words & (_BY | ROLES):
        return 0.0
    named = sum(_is_row_name(cell, list(words)) for cell in cells) / len(cells)
    distinct = len(set(cells)) / len(cells)
    if named < MIN_NAMED or distinct < 0.7 or len(cells) < len(column) * 0.7:
        return 0.0
    plain_labels = telling and not any(is_name(cell) for cell in cells)
    telling = telling and not plain_labels
    attribute = 0.6 if words & (ATTRIBUTES | ROLES) and not telling else 0.0
    codes = 0.3 if all(is_code(cell) for cell in cells) and not telling else 0.0
    return (
        named
        + distinct * 0.5
        + telling
        + 0.2 * plain_labels
        - attribute
        - codes
        + (0.5 if position == 0 else 0.0)
    )


_LABELS = frozenset(
    {"package", "task", "milestone", "deliverable", "module", "workstream", "activity", "item", "room"}
)
_RUNNING = frozenset({"host", "hostname", "server", "machine", "node", "device", "service", "product"})
_BY = frozenset({"author", "by", "who", "approver", "reviewer", "responsible", "assignee", "editor"})


def _people(header: Sequence[str], rows: Sequence[tuple[Plain, ...]]) -> frozenset[int]:
    """Columns of people under a role, when there are two or more: they belong to what the row names."""
    found_columns = {i for i in range(1, len(header)) if _is_of_people([cells[i].text for cells in rows])}
    return frozenset(found_columns) if len(found_columns) >= 2 else frozenset()


def _is_of_people(cells: Sequence[str]) -> bool:
    """Two people for certain, and most of what is filled in written like one."""
    filled = [cell for cell in cells if cell.lower() not in _EMPTY]
    people = sum(kind_of(cell) is EntityKind.PERSON for cell in filled)
    alike = sum(bool(_FULL_NAME.fullmatch(cell)) for cell in filled)
    return people >= 2 and alike * 2 >= len(filled)


_FULL_NAME = re.compile(r"[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'.-]*){1,3}")


def _is_code_cell(cell: Plain) -> bool:
    return bool(cell.code) and cell.code[0] == (0, len(cell.text))


def _is_row_name(cell: str, header: list[str]) -> bool:
    if _ORDINAL.match(cell):
        return False
    if is_name(cell) or is_code(cell):
        return True
    telling = bool(set(header) & (NAMING_KEYS | _LABELS)) or "name" in header
    return telling and len(cell.split()) <= 4 and read_value(cell) is None and not re.search(r"[.?!]$", cell)


def _place(block: Block, line: Line) -> Place:
    return Place(line.start, line.end, block.said_at, block.speaker)


def _by_row(block: Block, header: list[str], body: list[Row], column: int) -> Iterator[RawClaim]:
    kind = _column_kind(header[column], [row[1][column].text for row in body])
    for line, cells in body:
        name = cells[column].text.strip()
        if name.lower() in _EMPTY or not _is_row_name(name, header[column].lower().split()):
            continue
        own = kind_of(name)
        for i, cell in enumerate(cells):
            if i != column and _is_fact(header[i], cell.text):
                yield found(
                    _place(block, line),
                    "table",
                    name,
                    header[i],
                    cell.text,
                    kind if own is EntityKind.THING else own,
                    _hint(cell.text, header[i]),
                )


def _column_kind(head: str, names: list[str]) -> EntityKind:
    words = set(head.lower().split())
    if words & {
        "client",
        "customer",
        "supplier",
        "company",
        "firm",
        "vendor",
        "partner",
        "kunde",
        "lieferant",
    }:
        return EntityKind.ORGANIZATION
    if words & {"person", "employee", "who", "mitarbeiter"} or words & ROLES:
        return EntityKind.PERSON
    if words & {"project", "projekt"}:
        return EntityKind.PROJECT
    return (
        EntityKind.PRODUCT
        if words & {"product", "host", "machine", "device", "system", "tool"}
        else EntityKind.THING
    )


_ASKED = re.compile(r"(?i)^(?:which|what|who|whom|how|why|when|where|is|are|does|do|can)\s")
_ORDINAL = re.compile(
    r"^(?:Class|Tier|Level|Step|Phase|Stage|Week|Day|Option|Priority|Severity|Type) [\dA-Z]{1,3}$"
)


def _is_fact(head: str, cell: str) -> bool:
    words = cell.split()
    if not head or head.lower() in _INDEX - {"id"} or cell.lower() in _EMPTY or len(words) > MAX_CELL_WORDS:
        return False
    if is_meta(head) and head.lower() not in ("type", "category", "date", "status", "title", "what"):
        return head.lower() in ("what", "who", "when", "where")
    if _ASKED.match(head) or re.search(r"\b(?:see|here|described|below|above)\b", cell):
        return False
    return not re.search(r"https?://|[.!?]\s+[A-Z]", cell) and len(head.split()) <= 6


def _hint(cell: str, head: str = "") -> str:
    words = set(head.lower().split())
    if words & _PLACES and cell[:1].isupper() and len(cell.split()) <= 3:
        return EntityKind.PLACE.value
    if not is_name(cell):
        return "text"
    return EntityKind.PERSON.value if words & ROLES and len(cell.split()) > 1 else kind_of(cell).value


_PLACES = frozenset(
    {"city", "town", "country", "place", "location", "site", "port", "region", "ort", "stadt", "land"}
)


def _properties(block: Block, header: list[str], rows: list[Row], topic: Topic) -> Iterator[RawClaim]:
    headed = header[0].lower() in _PROPERTY_HEADS and header[1].lower() in _PROPERTY_VALUES
    plain_rows = rows[1:] if headed else rows
    if not headed and not all(_is_attribute(cells[0].text) for _, cells in rows):
        return
    for line, cells in plain_rows:
        if _is_fact(cells[0].text, cells[1].text) and not is_meta(cells[0].text):
            yield found(
                _place(block, line),
                "table",
                topic.name,
                cells[0].text,
                cells[1].text,
                topic.kind,
                _hint(cells[1].text),
            )


def _is_attribute(text: str) -> bool:
    return any(word in ATTRIBUTES for word in text.lower().split())


def _rates(block: Block, header: list[str], body: list[Row], topic: Topic) -> Iterator[RawClaim]:
    """Rows that are routes, months or tiers: the page's value in that row, the row key as qualifier."""
    keys = [cells[0].text for _, cells in body]
    if len(set(keys)) < len(keys) or all(resolve(key) is not None for key in keys):
        return
    for line, cells in body:
        for head, cell in zip(header[1:], cells[1:], strict=True):
            value = read_value(cell.text)
            if head and value is not None and len(cells[0].text.split()) <= 4 and _is_fact(head, cell.text):
                yield found(
                    _place(block, line), "table:rate", topic.name, f"{head} {cells[0].text}", cell.text, topic.kind,
                    value.kind.value, qualifier=cells[0].text,
                )  # fmt: skip
