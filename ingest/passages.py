"""Passages: the whole text of a document in stretches to be found, each of whole entries where they fit."""

from collections.abc import Iterator

from ingest.cuts import Limits, Piece, runs
from ingest.normalise import VISIBLE
from ingest.pieces import split_span
from kg.model.document import Entry, Passage, ReadText
from kg.model.ids import passage_id

MOST = 900
"""Characters of a passage: what one answer line can show and one vector can mean."""
_LIMITS = Limits(least=MOST * 2 // 5, most=MOST)
_SECTION = 250
"""A section of fewer characters shares its passage with the one after it."""
_CONTEXT = 400


def passages(document_id: str, read: ReadText) -> tuple[Passage, ...]:
    """The passages of a document in order. Every visible character of the text lies in exactly one; none
    is longer than about `MOST`. An id depends on the passage's text and on how many equal ones stand
    before it, so what moves keeps its id, and a change makes new ids only near it."""
    text, seen = read.text, dict[str, int]()
    title, called = (None, read.title or "") if read.title_from == "name" else (read.title, "")
    made = list[Passage]()
    pieces, entries = _pieces(read)
    for first, stop in runs(text, pieces, _LIMITS):
        start, end = pieces[first].start, pieces[stop - 1].end
        body = text[start:end]
        occurrence = seen.get(body, 0)
        seen[body] = occurrence + 1
        owner = entries[first]
        context = _context(title, owner.heading if owner else (), read.fields.get("columns"))
        made.append(Passage(passage_id(document_id, body, occurrence), start, end, body, context, called))
    return tuple(made)


def _context(title: str | None, heading: tuple[str, ...], columns: str | None) -> str:
    """Title › heading path, without saying a title twice; the column names of a table behind it."""
    steps = [title] if title else []
    steps += [step for step in heading if step not in steps]
    line = " › ".join(steps)[:_CONTEXT]
    return f"{line} · {columns[:_CONTEXT]}" if columns else line


def _pieces(read: ReadText) -> tuple[list[Piece], list[Entry | None]]:
    """The pieces of the text and the entry each comes from (None: text that is no entry)."""
    text = read.text
    spans, owners = list[tuple[int, int]](), list[Entry | None]()
    for start, end, entry in _covering(read):
        for span in split_span(text, start, end, MOST, 200, lambda begin, stop: stop - begin):
            spans.append(span)
            owners.append(entry)
    pieces = list[Piece]()
    section = 0
    for index, (start, end) in enumerate(spans):
        owner = owners[index]
        opens = owner is not None and owner.kind == "heading"
        before = owners[index - 1] if index else None
        hard = opens and start - section >= _SECTION and not (before and before.kind == "heading")
        if opens and not (before and before.kind == "heading"):
            section = start
        following = spans[index + 1][0] if index + 1 < len(spans) else end
        pieces.append(Piece(start, end, following - start, opens, hard))
    return pieces, owners


def _covering(read: ReadText) -> Iterator[tuple[int, int, Entry | None]]:
    """Entries, and the visible text between them, in order."""
    at = 0
    for entry in read.entries:
        if VISIBLE.search(read.text, at, entry.start):
            yield at, entry.start, None
        yield entry.start, entry.end, entry
        at = entry.end
    if VISIBLE.search(read.text, at):
        yield at, len(read.text), None
