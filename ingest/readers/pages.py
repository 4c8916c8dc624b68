"""PDF files with a text layer. The page is the place of each entry; pages without a text layer are counted and
named."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.normalise import clean
from ingest.readers.apart import Apart
from ingest.readers.names import readable_name
from ingest.readers.outline import Outline
from ingest.readers.packed import About, stated
from ingest.readers.paper import Line, Stretch, lines_on, stretches
from ingest.readers.plain import document_date, plain_entries
from kg.model.document import NotRead, ReadText, Warned

_PDFIUM = Apart(Path(__file__).with_name("pdfium.py"))
_SECONDS = 20.0
"""Seconds by the clock after which a file is given up, and again for each MB: far more than the processor
time it may take, so that a busy machine changes nothing."""
_HEAD = b"%PDF-"
_ENDED = NotRead("too_slow", "The file takes more time or memory than files of its size do; it was not read.")
_REASONS = {
    "encrypted": NotRead(
        "encrypted", "The file is protected by a password; save a copy without one to have it read."
    ),
    "damaged": NotRead("damaged", "The file is broken: it is no whole PDF.", True),
}


def read_pages(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a PDF; see the module."""
    if _HEAD not in data[:2_048]:
        return _REASONS["damaged"]
    answer = _PDFIUM.ask(data, _SECONDS * (1 + len(data) / 2**20))
    if answer is None:
        return _ENDED
    told: Mapping[str, Any] = json.loads(answer)
    if "error" in told:
        return _REASONS[told["error"]]
    pages: Sequence[Any] = told["pages"]
    bare = [number for number, runs in enumerate(pages, start=1) if runs is None]
    if bare and not any(pages):
        return NotRead("no_text_layer", f"Scanned: none of its {len(pages)} pages has a text layer.")
    return _document(name, [lines_on(runs or ()) for runs in pages], told, bare)


def _document(
    name: str, pages: Sequence[Sequence[Line]], told: Mapping[str, Any], bare: Sequence[int]
) -> ReadText:
    made = list(stretches(pages))
    outline = laid_out(made, alone=told["count"] == 1)
    about = _about(told["about"])
    first = outline.entries[0] if outline.entries else None
    title = next((each.text for each in made if each.kind == "heading" and each.page == 1), "")
    if not title and first is not None and first.kind == "heading":
        title = outline.text[first.start : first.end]
    title = " ".join((title or about.title).split())[:200]
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title or readable_name(name),
        title_from="content" if title else "name",
        dated=document_date(name, title or None, outline.text) or about.day,
        media_type="application/pdf",
        fields={"author": about.author} if about.author else {},
        warnings=tuple(_warnings(len(pages), told["count"], bare)),
    )


def laid_out(made: Sequence[Stretch], alone: bool) -> Outline:
    """The stretches as text with entries. A heading stands above what follows it by its size; the page comes
    last in each path unless it is the only one."""
    sizes = sorted({round(each.size) for each in made if each.kind == "heading"}, reverse=True)
    bodies = [clean(each.text, "").text for each in made]
    outline = Outline("".join(f"{body}\n\n" for body in bodies).rstrip("\n") + ("\n" if made else ""))
    at = 0
    for each, body in zip(made, bodies, strict=True):
        before, end = len(outline.entries), at + len(body)
        if each.kind == "heading":
            outline.heading(1 + sizes.index(round(each.size)), at, end, " ".join(body.split())[:200])
        elif each.kind == "table":
            outline.add(at, end, "table")
        elif each.kind == "paragraph":
            plain_entries(outline, at, end)
        if not alone:
            outline.extend_since(before, (f"page {each.page}",))
        at = end + 2
    return outline


def _about(properties: Mapping[str, str]) -> About:
    """The properties as far as a person gave them; a stamp reads `D:20261104100000+01'00'`."""
    stamp = str(properties.get("CreationDate", "")).removeprefix("D:")[:8]
    return stated(str(properties.get("Title", "")), str(properties.get("Author", "")), stamp)


def _warnings(read: int, count: int, bare: Sequence[int]) -> list[Warned]:
    made = list[Warned]()
    if bare:
        named = ", ".join(map(str, bare[:20])) + (" …" if len(bare) > 20 else "")
        message = f"{len(bare)} of {count} pages have no text layer: {named}."
        made.append(Warned("no_text_layer", message))
    if read < count:
        made.append(Warned("cut", f"Only the first {read:,} of {count:,} pages were read."))
    return made
