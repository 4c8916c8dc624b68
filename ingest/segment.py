"""Segments: runs of whole entries for one extraction each, cut where the content says so."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.cuts import Limits, Piece, runs
from ingest.pieces import split_span
from ingest.readers.names import names_a_thing
from kg.model.document import Entry, ReadText, Segment, SegmentContext
from kg.model.ids import digest
from kg.model.tokens import count_tokens

BUDGET = 700
"""Tokens of a segment's text, without context and prompt."""

_LINE_ENDS = 4
"""Characters between two entries that are one token of line ends at most."""
_COMMENT = 80
"""Characters of a comment above which it is more than a note to a tool."""

_NAMING_FIELDS = """
client customer company organisation organization vendor supplier partner project product person name owner
contact attendees participants present from to cc aliases alias location place team
"""
CONTEXT_FIELDS = frozenset(_NAMING_FIELDS.split())
"""Frontmatter and mail fields that name who or what a text is about. Fields that change with every edit
stay out: each would make every segment new."""


def segments(read: ReadText, budget: int = BUDGET) -> tuple[Segment, ...]:
    """The segments of a document in order; none has more than `budget` tokens (at least 16), none cuts an
    entry that fits. They depend on nothing but the entries near them and the context they are given, so
    an append touches at most the last one, and an insert the one it falls into and, seldom, a few more."""
    budget = max(budget, 16)
    pieces, owners = _pieces(read, budget)
    limits = Limits(least=budget * 2 // 5, most=budget)
    made = list[Segment]()
    for first, stop in runs(read.text, pieces, limits):
        for begin, end in _within(read.text, pieces, first, stop, budget):
            made.append(_segment(read, pieces[begin:end], owners[begin:end]))
    return tuple(made)


def _pieces(read: ReadText, budget: int) -> tuple[list[Piece], list[int]]:
    """Entries, long ones in parts, with their size in tokens; and the entry each part comes from."""
    text, entries = read.text, read.entries
    pieces, owners = list[Piece](), list[int]()
    section, apart = 0, False
    for index, entry in enumerate(entries):
        opens = entry.kind == "heading"
        hard = apart or (opens and _is_section(entry, section, budget))
        section = 0 if opens and len(entry.heading) <= 2 else section
        size = _tokens(text, entry.start, entry.end)
        gap, apart = _gap(
            text, entry.end, entries[index + 1].start if index + 1 < len(entries) else entry.end, budget
        )
        apart = apart or size + gap > budget
        section += size + gap
        if size <= budget:
            pieces.append(Piece(entry.start, entry.end, size + (0 if apart else gap), opens, hard))
            owners.append(index)
            continue
        for number, part in enumerate(_parts(text, entry, budget)):
            pieces.append(replace(part, hard=number == 0))
            owners.append(index)
    return pieces, owners


def _gap(text: str, start: int, end: int, budget: int) -> tuple[int, bool]:
    """Tokens between two entries, and whether they are too much, or a hidden comment: no segment spans those."""
    if end - start <= _LINE_ENDS:
        return 1, False
    size = _tokens(text, start, end)
    return size, size * 4 > budget or (end - start > _COMMENT and text.find("<!--", start, end) >= 0)


def _parts(text: str, entry: Entry, budget: int) -> Iterator[Piece]:
    spans = list(
        split_span(text, entry.start, entry.end, budget, budget // 4, lambda *span: _tokens(text, *span))
    )
    for number, (start, end) in enumerate(spans):
        stop = spans[number + 1][0] if number + 1 < len(spans) else end
        yield Piece(start, end, _tokens(text, start, stop))


def _is_section(entry: Entry, size: int, budget: int) -> bool:
    """A heading at the top, or one below, opens a segment when what it would cut off is no scrap."""
    return len(entry.heading) <= 2 and size * (10 if len(entry.heading) == 1 else 5) >= budget


def _tokens(text: str, start: int, end: int) -> int:
    return count_tokens(text[start:end])


def _within(
    text: str, pieces: Sequence[Piece], first: int, stop: int, budget: int
) -> Iterator[tuple[int, int]]:
    """Tokens of a whole are not always the sum of its parts: a run that is over by that is cut again."""
    while stop - first > 1 and sum(piece.size + 2 for piece in pieces[first:stop]) > budget:
        last = stop
        while last - first > 1 and _tokens(text, pieces[first].start, pieces[last - 1].end) > budget:
            last -= 1
        yield first, last
        first = last
    if first < stop:
        yield first, stop


def _segment(read: ReadText, pieces: Sequence[Piece], owners: Sequence[int]) -> Segment:
    start, end = pieces[0].start, pieces[-1].end
    entries = list[Entry]()
    for number, owner in enumerate(owners):
        entry, piece = read.entries[owner], pieces[number]
        begin = entries.pop().start if number and owners[number - 1] == owner else piece.start - start
        entries.append(
            Entry(begin, piece.end - start, entry.heading, entry.said_at, entry.speaker, entry.kind)
        )
    context = _context(read, read.entries[owners[0]], pieces[0], entries)
    text = read.text[start:end]
    return Segment(start, end, text, context, tuple(entries), _hash(text, context, entries))


def _context(read: ReadText, first: Entry, piece: Piece, entries: Sequence[Entry]) -> SegmentContext:
    title = read.title if read.title and (read.title_from == "content" or names_a_thing(read.title)) else None
    days, speakers = {entry.said_at for entry in entries}, {entry.speaker for entry in entries}
    fields = tuple((key, value) for key, value in read.fields.items() if key.lower() in CONTEXT_FIELDS)
    if columns := _columns(read, first, piece):
        fields += (("columns", columns),)
    return SegmentContext(
        title=title,
        heading=first.heading,
        said_at=(days.pop() if len(days) == 1 else None) or read.dated,
        speaker=speakers.pop() if len(speakers) == 1 else None,
        fields=fields,
    )


def _columns(read: ReadText, first: Entry, piece: Piece) -> str | None:
    """The header line of the table whose rows open a segment, when the segment does not show it."""
    if first.kind != "table":
        return None
    if columns := read.fields.get("columns"):
        return None if columns.strip() == read.text[first.start : first.end] else columns
    if piece.start == first.start:
        return None
    end = read.text.find("\n", first.start, first.end)
    return read.text[first.start : first.end if end < 0 else end].strip()[:2_000]


def _hash(text: str, context: SegmentContext, entries: Sequence[Entry]) -> str:
    """Of everything an extractor is shown."""
    shown = [str(context.said_at), context.title, context.speaker, *context.heading, ""]
    shown += [part for pair in context.fields for part in pair]
    for entry in entries:
        place = f"{entry.start}:{entry.end}:{entry.kind}:{entry.said_at}"
        shown += [place, entry.speaker, *entry.heading]
    return digest("segment", text, *shown)
