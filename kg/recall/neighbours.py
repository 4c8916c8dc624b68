"""Neighbouring passages of one document become one hit: a reader wants the place, not its pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.recall.pull import Ranked

WIDEST_GAP = 16
"""Characters of white space between two passages that are one stretch."""
LONGEST = 3
"""Passages of one hit: about 2,700 characters."""
CLOSE = 1.5
"""How far below the better one a neighbour may score to be taken in."""


def joined(ranked: Sequence["Ranked"]) -> Iterator["Ranked"]:
    """The ranking with neighbours taken into the better one, which keeps its place, id and score."""
    by_place = {
        (one.piece.document, one.piece.position): one for one in ranked if one.piece.kind == "passage"
    }
    taken: set[str] = set()
    for one in ranked:
        if one.piece.id in taken:
            continue
        run = _run(one, by_place, taken)
        taken |= {other.piece.id for other in run}
        yield one if len(run) == 1 else _as_one(one, run)


def _run(
    best: "Ranked", by_place: dict[tuple[str | None, int | None], "Ranked"], taken: set[str]
) -> list["Ranked"]:
    """The best passage with the neighbours that go with it, in order of place."""
    run = [best]
    if best.piece.position is None:
        return run
    growing = True
    while growing and len(run) < LONGEST:
        growing = False
        for step, edge in ((-1, run[0]), (1, run[-1])):
            other = by_place.get((edge.piece.document, (edge.piece.position or 0) + step))
            before, after = (other, edge) if step < 0 else (edge, other)
            if (
                other is not None
                and before is not None
                and after is not None
                and other.piece.id not in taken
                and other.score >= best.score - CLOSE
                and _adjoin(before, after)
                and len(run) < LONGEST
            ):
                run.insert(0, other) if step < 0 else run.append(other)
                growing = True
    return run


def _adjoin(before: "Ranked", after: "Ranked") -> bool:
    end, start = before.piece.end, after.piece.start
    return end is not None and start is not None and 0 <= start - end <= WIDEST_GAP


def _as_one(best: "Ranked", run: Sequence["Ranked"]) -> "Ranked":
    first, last = run[0].piece, run[-1].piece
    text = first.text
    for before, after in zip(run, run[1:], strict=False):
        gap = (after.piece.start or 0) - (before.piece.end or 0)
        text += "\n" * gap + after.piece.text
    exact = dict.fromkeys(one for member in run for one in member.exact)
    piece = replace(best.piece, text=text, start=first.start, end=last.end)
    return replace(best, piece=piece, exact=tuple(exact))
