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
    """A run holds at most `most`; below `least` only a hard cut ends it; `spread` is the mean size, beyond
    the least, at which content ends it."""

    least: int
    most: int
    spread: int


_SPAN = 1 << 32


def runs(text: str, pieces: Sequence[Piece], limits: Limits) -> Iterator[tuple[int, int]]:
    """The index ranges of the runs, in order, together all pieces. A stretch between two hard places that
    fits in one run is one run. Otherwise a piece ends its run when a hash of its text falls under its
    share of `spread` (content-defined chunking, as in low-bandwidth file systems), so two texts that
    agree from some piece on soon cut at the same places again."""
    begin = 0
    while begin < len(pieces):
        stop, total = begin, 0
        while stop < len(pieces) and not (pieces[stop].hard and stop > begin):
            total += pieces[stop].size
            stop += 1
        if total <= limits.most:
            yield begin, stop
        else:
            yield from _stretch(text, pieces, begin, stop, limits)
        begin = stop


def _stretch(
    text: str, pieces: Sequence[Piece], begin: int, stop: int, limits: Limits
) -> Iterator[tuple[int, int]]:
    first, size = begin, 0
    for index in range(begin, stop):
        piece = pieces[index]
        full = size + piece.size > limits.most
        if index > first and (full or (size >= limits.least and _cuts(text, pieces, index, limits))):
            last = _not_behind_heading(pieces, first, index, limits.most)
            yield first, last
            first, size = last, sum(each.size for each in pieces[last:index])
        size += piece.size
    yield first, stop


def _not_behind_heading(pieces: Sequence[Piece], first: int, index: int, most: int) -> int:
    """Moves a cut up before the headings it would cut off from what they head, if all that fits."""
    last = index
    while last > first and pieces[last - 1].opens:
        last -= 1
    fits = last < index and sum(each.size for each in pieces[last : index + 1]) <= most
    return last if last > first and fits else index


def _cuts(text: str, pieces: Sequence[Piece], index: int, limits: Limits) -> bool:
    """Whether content cuts before a piece: by its own text when it is a heading, else by the one before."""
    piece, before = pieces[index], pieces[index - 1]
    if piece.opens:
        return _draw(text, piece) < _SPAN // 2
    if before.opens:
        return False
    return _draw(text, before) * limits.spread < before.size * _SPAN


def _draw(text: str, piece: Piece) -> int:
    """An evenly spread number below 2^32 drawn from the piece's text: the same text draws the same."""
    raw = text[piece.start : piece.end].encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(raw, digest_size=4).digest(), "big")
