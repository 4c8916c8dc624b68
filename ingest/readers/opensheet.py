"""Spreadsheets in `.ods` files: what every cell shows, by the values stored beside the formulas."""

from ingest.readers.numbers import plain
from ingest.readers.packed import (
    ENCRYPTED,
    Handler,
    Package,
    Refused,
    Stop,
    local,
    open_package,
    stated,
    stream,
)
from ingest.readers.tables import Sheet, workbook
from kg.model.document import NotRead, ReadText, Warned

_MEDIA = "application/vnd.oasis.opendocument.spreadsheet"
_CELLS = 200_000
_CHARACTERS = 6_000_000
"""As for `.xlsx` files."""
_REPEATED = 200
"""Times a row or cell with a value is repeated at most; empty ones are only counted."""


def read_opensheet(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a spreadsheet; see the module."""
    package = open_package(data)
    if isinstance(package, NotRead):
        return package
    reader = _Tables(max(_CELLS, len(data) // 5), max(_CHARACTERS, 6 * len(data)))
    try:
        if _is_sealed(package):
            return ENCRYPTED
        whole = stream(package.part("content.xml"), reader)
    except Refused as refused:
        return refused.outcome
    tree = package.optional("meta.xml")
    told = {each.tag: each.text or "" for each in tree.iter()} if tree is not None else {}
    about = stated(told.get("title", ""), told.get("creator", ""), told.get("date", ""))
    cut = Warned("cut", "Only the first cells were read, of a file that is larger.")
    return workbook(name, _MEDIA, reader.sheets, about, () if whole else (cut,))


def _is_sealed(package: Package) -> bool:
    """A protected file names how its parts are encrypted."""
    return package.has("META-INF/manifest.xml") and b"encryption-data" in package.part(
        "META-INF/manifest.xml"
    )


class _Tables(Handler):
    def __init__(self, cells: int, characters: int) -> None:
        self.sheets: list[Sheet] = []
        self.cells, self.characters = cells, characters
        self.hidden: set[str] = set()
        self.style = ""
        self.row = self.column = 0
        self.values: dict[int, str] = {}
        self.repeat_row = self.repeat = 1
        self.kind: dict[str, str] = {}
        self.parts: list[str] = []
        self.depth = 0
        """How deep in the text of a cell."""
        self.note = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        told = {local(key): value for key, value in attributes.items()} if attributes else attributes
        name = local(name)
        match name:
            case "style":
                self.style = told.get("name", "")
            case "table-properties" if told.get("display") == "false":
                self.hidden.add(self.style)
            case "table":
                hidden = told.get("style-name", "") in self.hidden
                self.sheets.append(Sheet(told.get("name", ""), hidden=hidden))
                self.row = 0
            case "table-row":
                self.values, self.column = {}, 0
                self.repeat_row = _count(told.get("number-rows-repeated", ""))
            case "table-cell" | "covered-table-cell":
                self.kind, self.parts = told, []
                self.repeat = _count(told.get("number-columns-repeated", ""))
            case "annotation":
                self.note += 1
            case "p":
                self.depth += 1
                if self.parts:
                    self.parts.append("\n")

    def data(self, text: str) -> None:
        if self.depth and not self.note:
            self.parts.append(text)

    def end(self, name: str) -> None:
        match local(name):
            case "annotation":
                self.note = max(self.note - 1, 0)
            case "p":
                self.depth = max(self.depth - 1, 0)
            case "table-cell" | "covered-table-cell":
                self._cell()
            case "table-row":
                self._row()

    def _cell(self) -> None:
        text = _shown(self.kind, "".join(self.parts))
        for at in range(min(self.repeat, _REPEATED)) if text else ():
            self._count(text)
            self.values[self.column + at] = text
        self.column += self.repeat

    def _row(self) -> None:
        if self.sheets and self.values and not self.sheets[-1].hidden:
            for at in range(min(self.repeat_row, _REPEATED)):
                for text in self.values.values() if at else ():
                    self._count(text)
                self.sheets[-1].rows[self.row + at] = self.values
        self.row += self.repeat_row

    def _count(self, text: str) -> None:
        self.cells -= 1
        self.characters -= len(text)
        if self.cells < 0 or self.characters < 0:
            raise Stop


def _count(text: str) -> int:
    return max(int(text), 1) if text.isdecimal() and len(text) < 9 else 1


def _shown(kind: dict[str, str], text: str) -> str:
    """A cell's value in the form it is stored in: dates as dates, money with its currency."""
    value = kind.get("value", "")
    try:
        match kind.get("value-type", ""):
            case "date":
                return kind.get("date-value", "")[:16].replace("T00:00", "").replace("T", " ") or text
            case "percentage":
                return plain(round(float(value) * 100, 6)) + "%"
            case "currency":
                return f"{plain(float(value))} {kind.get('currency', '')}".strip()
            case "float":
                return plain(float(value))
            case "boolean":
                return "yes" if kind.get("boolean-value") == "true" else "no"
    except ValueError:
        return text
    return text
