"""Spreadsheets in `.xlsx` and `.xlsm` files: what every cell shows. Formulas give the values stored with them; a
value merged over several rows stands in each of them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ingest.readers.numbers import form_of, shown
from ingest.readers.packed import (
    DAMAGED,
    Handler,
    Package,
    Refused,
    Stop,
    office_about,
    open_package,
    stream,
)
from ingest.readers.tables import Sheet, workbook
from kg.model.document import NotRead, ReadText, Warned

_MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_CELL = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_CELLS = 200_000
"""Cells that are read of a workbook of up to 1 MB; of a larger one as many as it has bytes divided by five."""
_CHARACTERS = 6_000_000
"""Characters of all cells together, as above: one long string may stand in every cell."""
_ERRORS = ("#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!")


def read_workbook(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a spreadsheet; see the module."""
    package = open_package(data)
    if isinstance(package, NotRead):
        return package
    try:
        book = _Book(package, max(_CELLS, len(data) // 5), max(_CHARACTERS, 6 * len(data)))
        sheets = list(book.sheets())
    except Refused as refused:
        return refused.outcome
    return workbook(name, _MEDIA, sheets, office_about(package), tuple(book.warnings()))


class _Book:
    def __init__(self, package: Package, cells: int, characters: int) -> None:
        self.package = package
        self.cells = cells
        self.steps = 4 * cells
        """Rows and cells, empty ones too, that are still looked at."""
        self.characters = characters
        self.empty_formulas = 0
        self.cut: list[str] = []
        self.unread = 0
        self.main = next(
            (target for kind, target in package.related("").values() if kind == "officeDocument"),
            "xl/workbook.xml",
        )
        self.tree = package.tree(self.main)
        self.related = package.related(self.main)
        self.formats = _formats(package, self._part("styles"))
        self.strings = _strings(package, self._part("sharedStrings"))
        self.since_1904 = any(
            each.get("date1904", "") in ("1", "true") for each in self.tree.iter("workbookPr")
        )

    def _part(self, kind: str) -> str:
        return next((target for told, target in self.related.values() if told == kind), "")

    def sheets(self) -> Iterator[Sheet]:
        """The sheets in order; charts are no sheets."""
        for each in self.tree.iter("sheet"):
            kind, target = self.related.get(each.get("id", ""), ("", ""))
            if kind != "worksheet":
                continue
            sheet = Sheet(each.get("name", ""), hidden=each.get("state", "visible") != "visible")
            if not sheet.hidden:
                self._fill(sheet, target)
            yield sheet

    def _fill(self, sheet: Sheet, target: str) -> None:
        reader = _Cells(self, sheet)
        try:
            whole = stream(self.package.part(target), reader)
        except Refused as refused:
            if not sheet.rows and refused.outcome is DAMAGED:
                self.unread += 1
            whole = refused.outcome is DAMAGED and not sheet.rows
        if not whole:
            self.cut.append(sheet.name)
        reader.fill_merged()

    def admits(self, text: str) -> bool:
        """Counts one more cell; False when there were enough."""
        self.cells -= 1
        self.characters -= len(text)
        return self.cells >= 0 and self.characters >= 0

    def warnings(self) -> Iterator[Warned]:
        if self.unread:
            yield Warned(
                "sheets_unread", f"{self.unread} sheets of the workbook are broken and were not read."
            )
        if self.cut:
            named = ", ".join(self.cut[:5])
            yield Warned(
                "cut", f"Only the first cells were read, of a sheet that is larger or broken: {named[:200]}."
            )
        if self.empty_formulas:
            message = f"{self.empty_formulas} formulas have no stored value; open and save the file to have them read."
            yield Warned("no_values", message)


class _Cells(Handler):
    """Reads one sheet's cells as they come."""

    def __init__(self, book: _Book, sheet: Sheet) -> None:
        self.book = book
        self.sheet = sheet
        self.row = self.column = -1
        self.kind = self.style = ""
        self.parts: list[str] = []
        self.taking = self.formula = self.phonetic = False
        self.merged: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._step()
            self._cell(attributes)
        elif name in ("v", "t"):
            self.taking = not self.phonetic
        elif name == "f":
            self.formula = True
        elif name == "rPh":
            self.phonetic = True
        elif name == "row":
            self._step()
            told = attributes.get("r", "")
            self.row = int(told) if told.isdecimal() and len(told) < 8 else self.row + 1
            self.column = -1
        elif name == "mergeCell" and len(self.merged) < 10_000:
            self.merged.append(attributes.get("ref", ""))

    def _step(self) -> None:
        self.book.steps -= 1
        if self.book.steps < 0:
            raise Stop

    def _cell(self, attributes: dict[str, str]) -> None:
        reference = attributes.get("r", "")
        letters = reference.rstrip("0123456789")
        column = _column(letters) if letters.isascii() and letters.isalpha() and len(letters) < 4 else -1
        self.column = column if column >= 0 else self.column + 1
        self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "0")
        self.parts, self.formula = [], False

    def data(self, text: str) -> None:
        if self.taking:
            self.parts.append(text)

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.taking = False
        elif name == "rPh":
            self.phonetic = False
        elif name == "c":
            self._take()

    def _take(self) -> None:
        raw = "".join(self.parts)
        if not raw.strip():
            self.book.empty_formulas += self.formula
            return
        if text := self._shown(raw):
            if not self.book.admits(text):
                raise Stop
            self.sheet.rows.setdefault(self.row, {})[self.column] = text

    def _shown(self, raw: str) -> str:
        match self.kind:
            case "s":
                index = int(raw) if raw.strip().isdecimal() and len(raw) < 10 else -1
                return self.book.strings[index] if 0 <= index < len(self.book.strings) else ""
            case "b":
                return "yes" if raw.strip() == "1" else "no"
            case "e":
                return ""
            case "d":
                return raw.strip()[:16].replace("T00:00", "").replace("T", " ")
            case "str" | "inlineStr":
                return "" if raw in _ERRORS else raw
        return shown(raw.strip(), self.book.formats.get(self.style, ("number", "")), self.book.since_1904)

    def fill_merged(self) -> None:
        """A value merged downwards, in each of its rows that has other values: so that a row can be read by itself."""
        rows = self.sheet.rows
        for ref in self.merged:
            first, _, last = ref.partition(":")
            top, bottom = _CELL.fullmatch(first), _CELL.fullmatch(last)
            if top is None or bottom is None or int(bottom[2]) - int(top[2]) > 5_000:
                continue
            column = _column(top[1])
            text = rows.get(int(top[2]), {}).get(column, "")
            for row in range(int(top[2]) + 1, int(bottom[2]) + 1) if text else ():
                self.book.steps -= 1
                if self.book.steps < 0:
                    return
                if row in rows and column not in rows[row]:
                    if not self.book.admits(text):
                        return
                    rows[row][column] = text


@lru_cache(maxsize=20_000)
def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _formats(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """The number format of each cell style, by its index."""
    tree = package.optional(part) if part else None
    if tree is None:
        return {}
    codes = {each.get("numFmtId", ""): each.get("formatCode", "") for each in tree.iter("numFmt")}
    styles = tree.find("cellXfs")
    made = dict[str, tuple[str, str]]()
    for index, each in enumerate(styles if styles is not None else ()):
        told = each.get("numFmtId", "0")
        number = int(told) if told.isdecimal() and len(told) < 6 else 0
        made[str(index)] = form_of(number, codes.get(told, "")[:200])
    return made


class _Strings(Handler):
    def __init__(self) -> None:
        self.strings: list[str] = []
        self.parts: list[str] = []
        self.taking = self.phonetic = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self.parts = []
        elif name == "rPh":
            self.phonetic = True
        elif name == "t":
            self.taking = not self.phonetic

    def data(self, text: str) -> None:
        if self.taking:
            self.parts.append(text)

    def end(self, name: str) -> None:
        if name == "t":
            self.taking = False
        elif name == "rPh":
            self.phonetic = False
        elif name == "si":
            self.strings.append("".join(self.parts))
            if len(self.strings) > 2_000_000:
                raise Stop


def _strings(package: Package, part: str) -> list[str]:
    """The strings that cells point to. Raises `Refused`."""
    handler = _Strings()
    if part and package.has(part):
        stream(package.part(part), handler)
    return handler.strings
