"""Where runs of entries are cut: at places the content itself decides, so that an insert, a delete or a
move changes only the runs it touches. The same rule makes passages and segments."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """The smallest thing that is not cut, with its size in the unit of the limits. `opens` marks a place
    where a cut reads well (a heading), `hard` one where a cut is made in any case."""

    start: int
    end: int
    size: int
    opens: bool = False
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """A run that is cut by content holds at least `least` and at most `most`. Two fifths for the least is
    measured: at half, an insert into 600 paragraphs changed 2.7 runs in the mean (10 at most), at two fifths
    1.6 (4), for eight in a hundred more runs; less than that gains little."""

    least: int
    most: int


def runs(text: str, pieces: Sequence[Piece], limits: Limits) -> Iterator[tuple[int, int]]:
    """The index ranges of the runs, in order, together all pieces. What is left before a hard place, or the
    end, is one run as soon as it fits; so text added at the end changes one run and at most makes one."""
    begin = 0
    for stop in [*(at for at, piece in enumerate(pieces) if piece.hard and at), len(pieces)]:
        while begin < stop:
            cut = _cut(text, pieces, begin, stop, limits)
            yield begin, cut
            begin = cut


def _cut(text: str, pieces: Sequence[Piece], first: int, stop: int, limits: Limits) -> int:
    """Where the run that starts at `first` ends. Of the places in reach the one with the smallest draw is
    taken (content-defined chunking by local minimum), headings before all others: two texts that share the
    pieces around a place soon agree on it, whatever stands before."""
    places, size = list[int](), 0
    for index in range(first, stop):
        if index > first and size >= limits.least and not pieces[index - 1].opens:
            places.append(index)
        size += pieces[index].size
        if size > limits.most and index > first:
            return (
                min(places, key=lambda at: _rank(text, pieces, at))
                if places
                else _forced(pieces, first, index)
            )
    return stop


def _forced(pieces: Sequence[Piece], first: int, index: int) -> int:
    """The last place in reach, but not behind a heading, which would be cut off from what it heads."""
    place = index
    while place > first + 1 and pieces[place - 1].opens:
        place -= 1
    return index if pieces[place - 1].opens else place


def _rank(text: str, pieces: Sequence[Piece], at: int) -> tuple[bool, int, int]:
    opens = pieces[at].opens
    return not opens, _draw(text, pieces[at] if opens else pieces[at - 1]), -at


def _draw(text: str, piece: Piece) -> int:
    """An evenly spread number below 2^32 drawn from the piece's text: the same text draws the same."""
    raw = text[piece.start : piece.end].encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(raw, digest_size=4).digest(), "big")
