"""PDF files with a text layer. The page is the place of each entry; pages without a text layer are counted and
named."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.readers import can_recognise
from ingest.readers.apart import Apart
from ingest.readers.laid_pages import laid_out
from ingest.readers.names import readable_name
from ingest.readers.packed import About, stated
from ingest.readers.paper import Line, lines_on, stretches
from ingest.readers.plain import document_date
from ingest.readers.recognised import PAGES, recognise
from kg.model.document import NotRead, ReadText, Warned

_PDFIUM = Apart(Path(__file__).with_name("pdfium.py"))
_SECONDS = 20.0
"""Seconds by the clock after which a file is given up, and again for each MB: far more than the processor
time it may take, so that a busy machine changes nothing."""
_HEAD = b"%PDF-"
_EXTRA = "The extra [ocr] reads such pages."
_ENDED = NotRead(
    "too_slow",
    "The process that reads it ended, or took more time or memory than files of its size do; what was known of it "
    "stays.",
    failed=True,
)
"""A machine that is busy or short of memory may give it too, so it says nothing final of the file."""
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
    pages: list[Any] = told["pages"]
    bare = [number for number, runs in enumerate(pages, start=1) if runs is None]
    seen = bare[:PAGES] if can_recognise() else []
    if seen:
        found = recognise(data, seen)
        if isinstance(found, NotRead):
            return found
        for number, runs in zip(seen, found, strict=True):
            pages[number - 1] = runs
    unseen = bare[len(seen) :]
    if unseen and not any(pages):
        return NotRead("no_text_layer", f"Scanned: none of its {len(pages)} pages has a text layer. {_EXTRA}")
    return _document(
        name,
        [lines_on(runs or ()) for runs in pages],
        told,
        _warnings(len(pages), told["count"], unseen, seen),
    )


def _document(
    name: str, pages: Sequence[Sequence[Line]], told: Mapping[str, Any], warnings: tuple[Warned, ...]
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
        warnings=warnings,
    )


def _about(properties: Mapping[str, str]) -> About:
    """The properties as far as a person gave them; a stamp reads `D:20261104100000+01'00'`."""
    stamp = str(properties.get("CreationDate", "")).removeprefix("D:")[:8]
    return stated(str(properties.get("Title", "")), str(properties.get("Author", "")), stamp)


def _warnings(read: int, count: int, unseen: Sequence[int], seen: Sequence[int]) -> tuple[Warned, ...]:
    made = list[Warned]()
    if unseen:
        message = f"{len(unseen)} of {count} pages have no text layer: {_listed(unseen)}. {_EXTRA}"
        made.append(Warned("no_text_layer", message))
    if seen:
        message = f"{len(seen)} of {count} pages were read by recognising their text; expect errors: {_listed(seen)}."
        made.append(Warned("recognised", message))
    if read < count:
        made.append(Warned("cut", f"Only the first {read:,} of {count:,} pages were read."))
    return tuple(made)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:20])) + (" …" if len(numbers) > 20 else "")
