"""Neighbouring passages of one document become one hit: a reader wants the place, not its pieces."""

import itertools
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from kg.model.seen import Piece

WIDEST_GAP = 16
"""Characters of white space between two passages that are one stretch."""
LONGEST = 3
"""Passages of one hit: about 2,700 characters."""
CLOSE = 1.5
"""How far below the better one a neighbour may score to be taken in."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A piece with its score; `exact` are the phrases and codes of the question it holds literally."""

    piece: Piece
    score: float
    exact: tuple[str, ...]


_Places = Mapping[tuple[str | None, int | None], Ranked]


def joined(ranked: Sequence[Ranked]) -> Iterator[Ranked]:
    """The ranking with neighbours taken into the better one, which keeps its place, id and score."""
    places = {(one.piece.document, one.piece.position): one for one in ranked if one.piece.kind == "passage"}
    taken: set[str] = set()
    for one in ranked:
        if one.piece.id in taken:
            continue
        run = _run(one, places, taken)
        taken |= {other.piece.id for other in run}
        yield one if len(run) == 1 else _as_one(one, run)


def _run(best: Ranked, places: _Places, taken: Set[str]) -> list[Ranked]:
    """The best passage with the neighbours that go with it, in order of place."""
    run = [best]
    while len(run) < LONGEST:
        before, after = _beside(run[0], -1, places), _beside(run[-1], 1, places)
        fitting = [
            one
            for one in (before, after)
            if one is not None and one.piece.id not in taken and one.score >= best.score - CLOSE
        ]
        if not fitting:
            break
        nearest = max(fitting, key=lambda one: one.score)
        run = [nearest, *run] if nearest is before else [*run, nearest]
    return run


def _beside(one: Ranked, step: int, places: _Places) -> Ranked | None:
    """The passage before (-1) or after (1), if only little white space lies between."""
    if one.piece.position is None:
        return None
    other = places.get((one.piece.document, one.piece.position + step))
    if other is None:
        return None
    before, after = (other, one) if step < 0 else (one, other)
    return other if 0 <= _gap(before, after) <= WIDEST_GAP else None


def _gap(before: Ranked, after: Ranked) -> int:
    end, start = before.piece.end, after.piece.start
    return -1 if end is None or start is None else start - end


def _as_one(best: Ranked, run: Sequence[Ranked]) -> Ranked:
    """The text from the first to the last, white space between as line breaks, so that offsets still fit."""
    text = run[0].piece.text
    for before, after in itertools.pairwise(run):
        text += "\n" * _gap(before, after) + after.piece.text
    exact = dict.fromkeys(one for member in run for one in member.exact)
    piece = replace(best.piece, text=text, start=run[0].piece.start, end=run[-1].piece.end)
    return replace(best, piece=piece, exact=tuple(exact))
