"""Books in `.epub` files: the chapters in the order they are read in, with their headings, lists and tables."""

import re
from xml.etree.ElementTree import Element

from ingest.normalise import normalise
from ingest.readers.dates import field_date
from ingest.readers.names import readable_name
from ingest.readers.packed import DAMAGED, ENCRYPTED, Package, Refused, open_package, resolved
from ingest.readers.page import Block, read_page
from ingest.readers.plain import document_date
from ingest.readers.web import outlined
from kg.model.document import NotRead, ReadText, Warned

_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
_OF_FONTS = re.compile(r"^http://(?:www\.idpf\.org/2008/embedding|ns\.adobe\.com/pdf/enc#RC)$")
_CHAPTERS = 5_000
_COST = 4
"""What a tag of a page costs, next to one of XML; ten bytes of it cost as much as that."""


def read_book(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a book; see the module. What is shown only on demand (covers, tables of contents) is left out."""
    package = open_package(data)
    if isinstance(package, NotRead):
        return package
    try:
        if _is_sealed(package):
            return ENCRYPTED
        main = _main(package)
        book = package.tree(main)
        blocks, missing = _blocks(package, main, book)
    except Refused as refused:
        return refused.outcome
    said = {
        each.tag: " ".join((each.text or "").split()) for each in reversed(list(book.iter())) if each.text
    }
    title = said.get("title", "")
    outline = outlined(blocks, title if title and all(title != block.text for block in blocks) else None)
    fields = {
        key: value
        for key, value in (("author", said.get("creator", "")), ("language", said.get("language", "")))
        if value
    }
    lost = Warned("chapters_unread", f"{missing} chapters are missing or broken and were not read.")
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] or readable_name(name),
        title_from="content" if title else "name",
        about=said.get("description", "")[:500] or None,
        dated=document_date(name, None, "") or field_date(said.get("date", "")),
        media_type="application/epub+zip",
        fields=fields,
        warnings=(lost,) if missing else (),
    )


def _is_sealed(package: Package) -> bool:
    """Whether anything but fonts is encrypted."""
    tree = package.optional("META-INF/encryption.xml")
    methods = tree.iter("EncryptionMethod") if tree is not None else ()
    return any(not _OF_FONTS.match(each.get("Algorithm", "")) for each in methods)


def _main(package: Package) -> str:
    """The part that lists all others. Raises `Refused` when there is none."""
    tree = package.optional("META-INF/container.xml")
    named = [each.get("full-path", "") for each in tree.iter("rootfile")] if tree is not None else []
    found = [each for each in named if package.has(each)] or [
        each for each in package.names if each.endswith(".opf")
    ]
    if not found:
        raise Refused(DAMAGED)
    return found[0]


def _blocks(package: Package, main: str, book: Element) -> tuple[list[Block], int]:
    """The blocks of all chapters, and how many chapters could not be read."""
    items = {each.get("id", ""): each for each in book.iter("item")}
    listed = (each.get("idref", "") for each in book.iter("itemref") if each.get("linear") != "no")
    order = [items[key] for key in dict.fromkeys(listed) if key in items]
    blocks, missing, seen = list[Block](), 0, set[str]()
    for item in order[:_CHAPTERS]:
        name = resolved(main, item.get("href", ""))
        known = (
            item.get("media-type", _PAGES[0]) in _PAGES and "nav" not in item.get("properties", "").split()
        )
        if name in seen or not known:
            continue
        seen.add(name)
        try:
            data = package.part(name)
            package.spend(_COST * data.count(b"<") + len(data) // 10)
            normal = normalise(data)
        except Refused as refused:
            if refused.outcome is not DAMAGED:
                raise
            missing += 1
            continue
        if isinstance(normal, NotRead):
            missing += 1
        else:
            blocks += read_page(normal.text).blocks
    return blocks, missing
