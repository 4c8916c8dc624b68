"""Text documents in `.docx` files: headings, paragraphs, lists, tables, with footnotes and comments below the
paragraph they belong to. What was deleted under change tracking is not read, what was inserted is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from xml.etree.ElementTree import Element

from ingest.readers.dates import field_date
from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name
from ingest.readers.outline import is_field
from ingest.readers.packed import Package, Refused, office_about, open_package
from ingest.readers.plain import document_date
from kg.model.document import Entry, NotRead, ReadText

_MEDIA = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_PASSED = frozenset(
    ("del", "moveFrom", "Fallback", "instrText", "delText", "pPr", "rPr", "sdtPr", "tblPr", "sectPr")
)
"""What is not shown: deletions, the second form of a drawing, field codes, properties."""
_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|kop)\s*([1-9])", re.IGNORECASE)
_DEPTH = 60
"""How deep elements are looked into; Word itself nests tables about ten deep."""


def read_letter(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a text document; see the module."""
    package = open_package(data)
    if isinstance(package, NotRead):
        return package
    try:
        letter = _Letter(package)
        outline = lay_out(letter.parts())
    except Refused as refused:
        return refused.outcome
    about = office_about(package)
    title = letter.title or _first_heading(outline.entries) or about.title
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] or readable_name(name),
        title_from="content" if title else "name",
        dated=document_date(name, title or None, outline.text) or about.day,
        media_type=_MEDIA,
        fields={"author": about.author} if about.author else {},
    )


def _first_heading(entries: list[Entry]) -> str:
    head = entries[0] if entries else None
    return head.heading[-1] if head is not None and head.kind == "heading" else ""


@dataclass(slots=True)
class _Words:
    """The text of one paragraph, and what is attached to it."""

    parts: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        lines = ("".join(self.parts)).split("\n")
        return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))


class _Letter:
    def __init__(self, package: Package) -> None:
        related = package.related("")
        main = next(
            (target for kind, target in related.values() if kind == "officeDocument"), "word/document.xml"
        )
        self.body = package.tree(main)
        self.title = ""
        self.after_field = False
        self.told: set[tuple[str, str]] = set()
        targets = dict(package.related(main).values())
        self.levels = _levels(package.optional(targets.get("styles", "word/styles.xml")))
        self.notes: dict[str, Mapping[str, Element]] = {
            kind: _by_id(package.optional(targets[part]) if part in targets else None)
            for kind, part in (("footnote", "footnotes"), ("endnote", "endnotes"), ("comment", "comments"))
        }

    def parts(self) -> Iterator[Part]:
        yield from self._blocks(self.body, 0)

    def _blocks(self, element: Element, depth: int) -> Iterator[Part]:
        for each in element if depth < _DEPTH else ():
            if each.tag == "p":
                yield from self._paragraph(each, depth)
            elif each.tag == "tbl":
                yield from self._table(each, depth)
            elif each.tag not in _PASSED:
                yield from self._blocks(each, depth + 1)

    def _paragraph(self, element: Element, depth: int) -> Iterator[Part]:
        words = _Words()
        self._collect(element, words, depth)
        text = words.text
        level, listed = self._style(element)
        if level == 0 and text:
            self.title = self.title or text
        if text and (level is not None or listed is not None):
            self.after_field = False
        if level is not None and text:
            yield Part("heading", text, level=level + 1 if self.title else level)
        elif listed is not None and text:
            yield Part("item", "  " * min(listed, 6) + "- " + text.replace("\n", "\n  "), tight=True)
        elif text:
            field = is_field(text)
            yield Part("field" if field else "paragraph", text, tight=field and self.after_field)
            self.after_field = field
        for box in words.boxes:
            yield from self._blocks(box, depth + 1)
        for kind, key in words.notes:
            yield from self._note(kind, key)

    def _style(self, element: Element) -> tuple[int | None, int | None]:
        """The level of a heading (0 for the title), the depth of a list item; None for neither."""
        properties = element.find("pPr")
        if properties is None:
            return None, None
        style = properties.find("pStyle")
        outline = properties.find("outlineLvl")
        own = _number(outline.get("val", "")) if outline is not None else None
        level = self.levels.get(style.get("val", "") if style is not None else "")
        if own is not None and own < 9:
            level = own + 1
        numbered = properties.find("numPr")
        if numbered is None or numbered.find("numId[@val='0']") is not None:
            by_style = "list" in (style.get("val", "") if style is not None else "").lower()
            return level, 0 if by_style and level is None else None
        depth = numbered.find("ilvl")
        return level, (_number(depth.get("val", "")) or 0) if depth is not None else 0

    def _collect(self, element: Element, words: _Words, depth: int) -> None:
        for each in element if depth < _DEPTH else ():
            match each.tag:
                case "t":
                    words.parts.append(each.text or "")
                case "tab" | "ptab":
                    words.parts.append("\t")
                case "br" | "cr":
                    words.parts.append("\n")
                case "noBreakHyphen":
                    words.parts.append("-")
                case "footnoteReference" | "endnoteReference" | "commentReference":
                    words.notes.append((each.tag.removesuffix("Reference"), each.get("id", "")))
                case "txbxContent":
                    words.boxes.append(each)
                case "r" if _is_hidden(each):
                    continue
                case tag if tag not in _PASSED:
                    self._collect(each, words, depth + 1)

    def _note(self, kind: str, key: str) -> Iterator[Part]:
        """A footnote, endnote or comment, once, with its writer and day where they are known."""
        note = self.notes[kind].get(key)
        if note is None or (kind, key) in self.told:
            return
        self.told.add((kind, key))
        words = _Words()
        for paragraph in note.iter("p"):
            self._collect(paragraph, words, 0)
            words.parts.append("\n")
        author, day = " ".join(note.get("author", "").split())[:120], _day(note.get("date", ""))
        if not words.text:
            return
        who = ", ".join(filter(None, (author, day.isoformat() if day else "")))
        yield Part("label", f"{kind.capitalize()} by {who}:" if who else f"{kind.capitalize()}:")
        yield Part("paragraph", words.text, 0, day, author or None, tight=True)

    def _table(self, element: Element, depth: int) -> Iterator[Part]:
        """Rows as lines of cells. A table of one column only arranges the page; a cell merged downwards
        stands in each row."""
        rows, notes = list[list[str]](), list[tuple[str, str]]()
        for row in _inside(element, "tr", 0):
            cells = list[str]()
            for at, cell in enumerate(_inside(row, "tc", 0)):
                words = _Words()
                for paragraph in cell.iter("p"):
                    self._collect(paragraph, words, depth)
                    words.parts.append(" ")
                text = " ".join(words.text.split())
                merged = cell.find("tcPr/vMerge")
                if (
                    not text
                    and merged is not None
                    and merged.get("val") != "restart"
                    and rows
                    and at < len(rows[-1])
                ):
                    text = rows[-1][at]
                cells.append(text)
                notes += words.notes
            if any(cells):
                rows.append(cells)
        if max(map(len, rows), default=0) < 2:
            for cells in rows:
                yield Part("paragraph", cells[0])
        else:
            yield Part(
                "table", "\n".join(" | ".join(text.replace("|", "\\|") for text in cells) for cells in rows)
            )
        for kind, key in notes:
            yield from self._note(kind, key)


def _inside(element: Element, tag: str, depth: int) -> Iterator[Element]:
    """The rows of a table, or the cells of a row, that are shown, also those inside a control or an insertion."""
    for each in element if depth < 6 else ():
        if each.tag == tag:
            if each.find("trPr/del") is None:
                yield each
        elif each.tag not in _PASSED:
            yield from _inside(each, tag, depth + 1)


def _is_hidden(run: Element) -> bool:
    vanish = run.find("rPr/vanish")
    return vanish is not None and vanish.get("val", "1") not in ("0", "false")


def _by_id(tree: Element | None) -> dict[str, Element]:
    """Notes by id; those that only draw the line above the notes have a type."""
    return {each.get("id", ""): each for each in tree if each.get("type") is None} if tree is not None else {}


def _levels(tree: Element | None) -> dict[str, int]:
    """The heading level of each style, 0 for a document's title: by name, by outline level, or as its base."""
    based, made = dict[str, str](), dict[str, int]()
    for style in tree.iter("style") if tree is not None else ():
        key, name = style.get("styleId", ""), style.find("name")
        called = (name.get("val", "") if name is not None else "").lower()
        outline, base = style.find("pPr/outlineLvl"), style.find("basedOn")
        level = _number(outline.get("val", "")) if outline is not None else None
        if called in ("title", "titel", "titre", "título", "titolo"):
            made[key] = 0
        elif heading := _HEADING.match(called):
            made[key] = int(heading[1])
        elif level is not None and level < 9:
            made[key] = level + 1
        elif base is not None:
            based[key] = base.get("val", "")
    for key in based:
        at, seen = key, set[str]()
        while at in based and at not in seen:
            seen.add(at)
            at = based[at]
        if at in made:
            made[key] = made[at]
    return made


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _day(stamp: str) -> date | None:
    return field_date(stamp)
