"""Presentations in `.pptx` files: each slide under its title, its text and tables, then the speaker's notes."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name
from ingest.readers.packed import Package, Refused, office_about, open_package
from ingest.readers.plain import document_date
from kg.model.document import NotRead, ReadText, Warned

_MEDIA = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_TITLES = ("title", "ctrTitle")
_FURNITURE = ("sldNum", "dt", "ftr", "hdr", "sldImg")
"""Numbers, dates and footers that stand on every slide."""
_DEPTH = 60
_SLIDES = 5_000


def read_slides(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a presentation; see the module. Hidden slides are counted and not read."""
    package = open_package(data)
    if isinstance(package, NotRead):
        return package
    try:
        deck = _Deck(package)
        outline = lay_out(deck.parts())
    except Refused as refused:
        return refused.outcome
    about = office_about(package)
    title = deck.title or about.title
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] or readable_name(name),
        title_from="content" if title else "name",
        dated=document_date(name, title or None, outline.text) or about.day,
        media_type=_MEDIA,
        fields={"author": about.author} if about.author else {},
        warnings=tuple(deck.warnings()),
    )


class _Deck:
    def __init__(self, package: Package) -> None:
        self.package = package
        main = next(
            (target for kind, target in package.related("").values() if kind == "officeDocument"),
            "ppt/presentation.xml",
        )
        related = package.related(main)
        ids = [each.get("id", "") for each in package.tree(main).iter("sldId")]
        self.slides = [
            target
            for kind, target in (related.get(each, ("", "")) for each in _relations(package, main, ids))
            if kind == "slide"
        ]
        self.title = ""
        self.hidden = self.unread = 0

    def parts(self) -> Iterator[Part]:
        """Slide by slide; one that is broken costs only itself."""
        for number, slide in enumerate(self.slides[:_SLIDES], start=1):
            try:
                tree = self.package.tree(slide)
            except Refused:
                self.unread += 1
                continue
            if tree.get("show") in ("0", "false"):
                self.hidden += 1
                continue
            yield from self._slide(number, slide, tree)

    def _slide(self, number: int, name: str, tree: Element) -> Iterator[Part]:
        shapes = list(_shapes(tree, 0))
        title = next(
            (words for shape in shapes if _place(shape) in _TITLES and (words := _one_line(shape))), ""
        )
        if number == 1:
            self.title = title
        yield Part("heading", title or f"Slide {number}", level=1 if number == 1 and title else 2)
        for shape in shapes:
            if _place(shape) not in (*_TITLES, *_FURNITURE):
                yield from _texts(shape)
        notes = next(
            (target for kind, target in self.package.related(name).values() if kind == "notesSlide"), ""
        )
        tree_of_notes = self.package.optional(notes) if notes else None
        told = (
            [part for shape in _shapes(tree_of_notes, 0) if _place(shape) == "body" for part in _texts(shape)]
            if tree_of_notes is not None
            else []
        )
        if told:
            yield Part("label", "Notes:")
            yield from told

    def warnings(self) -> Iterator[Warned]:
        if self.hidden:
            yield Warned("hidden_slides", f"{self.hidden} hidden slides were not read.")
        if self.unread:
            yield Warned("slides_unread", f"{self.unread} slides are broken or too large and were not read.")
        if len(self.slides) > _SLIDES:
            yield Warned("cut", f"Only the first {_SLIDES:,} of {len(self.slides):,} slides were read.")


def _relations(package: Package, main: str, ids: list[str]) -> list[str]:
    """The relations of the slides in their order; those of the file in its own when the order names none."""
    related = package.related(main)
    found = [each for each in ids if each in related]
    return found or [key for key, (kind, _) in related.items() if kind == "slide"]


def _shapes(element: Element, depth: int) -> Iterator[Element]:
    """Shapes and frames in the order they are drawn, those in groups too."""
    for each in element if depth < _DEPTH else ():
        if each.tag in ("sp", "graphicFrame"):
            yield each
        elif each.tag != "Fallback":
            yield from _shapes(each, depth + 1)


def _place(shape: Element) -> str:
    """What a placeholder is for; `body` when it does not say."""
    place = shape.find(".//nvPr/ph")
    return place.get("type", "body") if place is not None else ""


def _one_line(shape: Element) -> str:
    return " ".join(" ".join(_words(each) for each in shape.iter("p")).split())


def _texts(shape: Element) -> Iterator[Part]:
    """The paragraphs of a shape, as items where there are several, and the rows of a table."""
    table = next(shape.iter("tbl"), None)
    if table is not None:
        rows = [
            [
                " ".join(" ".join(map(_words, cell.iter("p"))).split()).replace("|", "\\|")
                for cell in row.iter("tc")
            ]
            for row in table.iter("tr")
        ]
        yield Part("table", "\n".join(" | ".join(row) for row in rows if any(row)))
        return
    told = [(paragraph, words) for paragraph in shape.iter("p") if (words := _words(paragraph).strip())]
    for index, (paragraph, words) in enumerate(told):
        properties = paragraph.find("pPr")
        level = properties.get("lvl", "0") if properties is not None else "0"
        if len(told) == 1:
            yield Part("paragraph", words)
        else:
            indent = "  " * (min(int(level), 6) if level.isdecimal() and len(level) < 3 else 0)
            yield Part("item", f"{indent}- {words}", tight=index > 0)


def _words(paragraph: Element) -> str:
    parts = list[str]()
    for each in paragraph.iter():
        if each.tag == "t":
            parts.append(each.text or "")
        elif each.tag in ("br", "tab"):
            parts.append(" ")
    return " ".join("".join(parts).split())
