"""From what may be said to the lines that are: newest for superseded, no line twice, within the budget."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath

from kg.model.frame import FRAME_LINE, MARK, framed, one_line
from kg.model.lucene import query_words
from kg.model.seen import Candidate
from kg.model.wording import show_date
from kg.recall.fusion import Weighed

MOST_LINES = 8
ALIKE = 0.75
"""Share of common words from which one line says no more than another that holds all its words."""

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Line:
    """One line to say. `shown` is the candidate in whose words it speaks: the one found, or what superseded
    it; `ids` are all candidates it stands for; `words` are those of the text."""

    shown: Candidate
    text: str
    found: Weighed
    ids: tuple[str, ...]
    words: frozenset[str]

    @property
    def full(self) -> str:
        """The line with its source, as it stands in the block."""
        # A pointer's own words end in its place.
        parts = [_short(self.shown.path)] if self.shown.path and self.shown.kind == "fact" else []
        if self.shown.said_at is not None:
            parts.append(f"said {show_date(self.shown.said_at)}")
        return f"{self.text} ({', '.join(parts)})" if parts else self.text


@dataclass(frozen=True, slots=True)
class Packed:
    """The lines in the order to say them, their block, its tokens, and what became of each candidate."""

    lines: tuple[Line, ...]
    block: str
    tokens: int
    left: dict[str, str]


def pack(said: Sequence[Weighed], budget: int, count: Count, today: date, most: int = MOST_LINES) -> Packed:
    """At most `most` lines whose framed block has at most `budget` tokens by `count`. A line is never cut:
    one that does not fit is passed over for a shorter one further down."""
    kept: list[Line] = []
    left: dict[str, str] = {}
    spent = count(FRAME_LINE)
    for line in _distinct([_line(w, today) for w in said], left):
        if len(kept) == most:
            left[line.found.candidate.id] = f"more than {most} lines"
            continue
        cost = count(f"\n{MARK}{line.full}")
        if spent + cost > budget:
            left[line.found.candidate.id] = "over the budget"
        else:
            kept.append(line)
            spent += cost
    return _block(kept, budget, count, left)


def _block(kept: list[Line], budget: int, count: Count, left: dict[str, str]) -> Packed:
    """The lines in order. The tokens of lines add up but for what the encoding joins at their ends, so the
    whole is counted once more and holds the budget whatever was joined."""
    while kept:
        ordered = _together(kept)
        block = framed([line.full for line in ordered])
        tokens = count(block)
        if tokens <= budget:
            return Packed(tuple(ordered), block, tokens, left)
        left[kept.pop().found.candidate.id] = "over the budget"
    return Packed((), "", 0, left)


def _line(weighed: Weighed, today: date) -> Line:
    candidate, shown = weighed.candidate, _newest(weighed.candidate)
    if shown is not None:
        ended = f" until {show_date(candidate.valid_to)}" if candidate.valid_to else " before"
        text = f"{one_line(shown.text)} (was {one_line(candidate.object)}{ended})"
        return Line(shown, text, weighed, (candidate.id, shown.id), frozenset(query_words(text)))
    text = one_line(candidate.text)
    if candidate.valid_to is not None and candidate.valid_to <= today and candidate.kind == "fact":
        text = f"{text} (until {show_date(candidate.valid_to)})"
    return Line(candidate, text, weighed, (candidate.id,), frozenset(query_words(text)))


def _newest(candidate: Candidate) -> Candidate | None:
    """Of what superseded it, the one that nothing superseded; the latest if judgements disagree."""
    open_ones = [newer for newer in candidate.newer if not newer.superseded and not newer.stale]
    return max(open_ones, key=lambda n: (n.valid_from or date.min, n.id), default=None)


def _distinct(lines: Sequence[Line], left: dict[str, str]) -> Iterator[Line]:
    """Leaves out what says the same as a line before it. The newest fact also speaks for those it superseded,
    whichever of them scored first; its own words are used then, with the history beside them."""
    seen: list[Line] = []
    for line in lines:
        if not line.text:
            left[line.found.candidate.id] = "says nothing"
        elif any(_same(one, line) for one in seen):
            left[line.found.candidate.id] = "says the same as a line before it"
        elif line.shown.kind == "pointer" and any(one.shown.path == line.shown.path for one in seen):
            left[line.found.candidate.id] = "a line before it comes from this file"
        else:
            seen.append(line)
    yield from (_with_history(line, lines) for line in seen)


def _with_history(line: Line, every: Sequence[Line]) -> Line:
    """A current fact found on its own gets the earlier value beside it when that was found too."""
    if len(line.ids) > 1:
        return line
    older = next((one for one in every if one.shown.id == line.shown.id and len(one.ids) > 1), None)
    return line if older is None else replace(older, found=line.found)


def _same(one: Line, other: Line) -> bool:
    """Whether two lines say the same: the words of one are those of the other and hardly a word more, with
    the same numbers, meant alike. (`A reports to B` and `B reports to A` have the same words.)"""
    if one.shown.id == other.shown.id or one.text == other.text:
        return True
    if one.shown.modality != other.shown.modality or one.shown.kind != other.shown.kind:
        return False
    if one.shown.relation == other.shown.relation and one.shown.subject != other.shown.subject:
        return False
    first, second = one.words, other.words
    if not (first <= second or second <= first) or _numbers(first) != _numbers(second):
        return False
    return len(first & second) >= ALIKE * len(first | second)


def _numbers(words: frozenset[str]) -> set[str]:
    return {word for word in words if any(c.isdigit() for c in word)}


def _together(lines: Sequence[Line]) -> list[Line]:
    """Lines about one thing stand together, where the best of them stands."""
    order: dict[str, int] = {}
    for line in lines:
        order.setdefault(_about(line), len(order))
    return sorted(lines, key=lambda line: order[_about(line)])


def _about(line: Line) -> str:
    return line.shown.subject.casefold() or line.shown.id


def _short(path: str) -> str:
    return "/".join(PurePosixPath(path).parts[-2:]).lstrip("/")
