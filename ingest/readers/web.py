"""HTML pages. The text is what a reader sees, by blocks; offsets are those of this text, not of the file."""

import re
from collections.abc import Sequence

from ingest.normalise import NormalText, clean, normalise
from ingest.readers.dates import field_date
from ingest.readers.names import readable_name
from ingest.readers.outline import Outline
from ingest.readers.page import Block, read_page
from ingest.readers.plain import add_lines, document_date, lines_of
from kg.model.document import NotRead, ReadText

_CHARSET = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,400}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE
)
_ABOUT = ("description", "og:description", "dcterms.description", "dc.description")
_DATES = (
    "date",
    "article:published_time",
    "dcterms.date",
    "dc.date",
    "dcterms.created",
    "datepublished",
    "pubdate",
)


def read_web(name: str, data: bytes) -> ReadText | NotRead:
    """Reads an HTML page; see the module."""
    declared = _CHARSET.search(data[:4_096])
    normal = normalise(data, declared[1].decode("ascii", "replace") if declared else None)
    return normal if isinstance(normal, NotRead) else web_document(name, normal)


def web_document(name: str, normal: NormalText) -> ReadText:
    """The document of a page's markup. A title that the page does not show is the first line of the text,
    so that it can be found and a change of it is seen."""
    page = read_page(normal.text)
    shown = next((block.text for block in page.blocks if block.kind == "heading"), None)
    lead = page.title if page.title and all(page.title != block.text for block in page.blocks) else None
    outline = outlined(page.blocks, lead)
    meta = page.meta
    title = page.title or shown
    stated = (field_date(meta[key]) for key in _DATES if key in meta)
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] if title else readable_name(name),
        title_from="content" if title else "name",
        about=next((meta[key] for key in _ABOUT if meta.get(key)), None),
        dated=next(filter(None, stated), None) or document_date(name, title, outline.text),
        encoding=normal.encoding,
        media_type="text/html",
        fields={
            key: value for key, value in meta.items() if key in ("author", "date", "description") and value
        },
        warnings=normal.warnings,
    )


def outlined(blocks: Sequence[Block], lead: str | None = None) -> Outline:
    """Blocks laid out as text, a blank line between them (none between items of a list), with entries."""
    parts = [lead] if lead else []
    spans = list[tuple[Block, int, int]]()
    at = len(lead) if lead else 0
    for index, block in enumerate(blocks):
        tight = index and block.kind == blocks[index - 1].kind and block.kind in ("item", "field")
        gap = "" if not parts else "\n" if tight else "\n\n"
        text = block.text if block.text.isascii() else clean(block.text, "").text
        spans.append((block, at + len(gap), at + len(gap) + len(text)))
        parts += [gap, text]
        at += len(gap) + len(text)
    outline = Outline("".join(parts) + ("\n" if parts else ""))
    for block, start, end in spans:
        if block.kind == "heading":
            outline.heading(block.level, start, end, block.text[:200])
        elif block.kind == "paragraph":
            add_lines(outline, list(lines_of(outline.text, start, end)))
        else:
            outline.add(start, end, block.kind)
    return outline
