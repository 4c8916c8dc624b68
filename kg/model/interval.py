"""From statements to facts: which statements are one fact, when it holds, what it supersedes.

Pure, and a function of the set of statements alone. So the order of import cannot matter, taking a statement
back is the same as never having been told, and what it had superseded is restored by construction.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from kg.model.kinds import Modality


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of a group (same workspace, project, scope, subject, relation, qualifier). `valid_from`
    and `valid_to` are only what its text says."""

    evidence: str
    object: str
    modality: Modality
    said_at: date | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    confidence: float = 0.5

    @property
    def dated(self) -> date | None:
        """The day it is true from, as far as it says or was said."""
        return self.valid_from or self.said_at

    @property
    def over_when_said(self) -> bool:
        """It tells of what had already ended ("was with us until June"), so the day it was said begins
        nothing."""
        ends, said = self.valid_to, self.said_at
        return self.valid_from is None and ends is not None and said is not None and ends <= said

    @property
    def on_timeline(self) -> bool:
        """Whether it can begin an interval and close another."""
        return self.modality is Modality.ASSERTED and self.dated is not None and not self.over_when_said


@dataclass(frozen=True, slots=True)
class Span:
    """One fact. `start` goes into its id; `valid_to` is the first day it holds no more; `supersedes` are the
    `Key`s of the facts it took the place of, `closed` whether `valid_to` was set so."""

    object: str
    modality: Modality
    start: date | None
    valid_to: date | None
    evidence: tuple[str, ...]
    confidence: float
    said_at: date | None
    supersedes: tuple["Key", ...] = ()
    closed: bool = False

    @property
    def key(self) -> "Key":
        """What tells it from the other facts of its group."""
        return (self.object, self.modality, self.start)


Key = tuple[str, Modality, date | None]


def project(statements: Iterable[Said], single_valued: bool) -> tuple[Span, ...]:
    """The facts of one group.

    Of a relation that has many values, equal object, modality and `valid_from` are one fact. Of a
    single-valued one, asserted statements with a date are put in order of it: a run of one object is one
    fact from its first day to the first day of the next run, which supersedes it; objects of one and the
    same day contradict each other, stand side by side, and supersede only what was before that day. An
    undated assertion joins the open run that agrees with it and otherwise stands beside, superseding nothing.
    What is planned, requested, hedged, negated or asked never supersedes."""
    ordered = sorted(statements, key=_order)
    timed = [said for said in ordered if single_valued and said.on_timeline]
    runs, standing = _runs(timed)
    joining = [said for said in ordered if single_valued and _agrees(said, standing)]
    opened = [_with(span, [said for said in joining if said.object == span.object]) for span in standing]
    placed = {said.evidence for said in (*timed, *joining)}
    rest = _equal([said for said in ordered if said.evidence not in placed])
    return tuple(sorted([*runs, *opened, *rest], key=_place))


def _order(said: Said) -> tuple[date, date, str, str]:
    return (said.dated or date.min, said.said_at or date.min, said.object, said.evidence)


def _place(span: Span) -> tuple[date, str, str, bool]:
    return (span.start or date.min, span.object, span.modality, span.start is None)


def _agrees(said: Said, standing: Sequence[Span]) -> bool:
    """Whether an undated assertion is further evidence of a run that nothing closed."""
    undated = said.modality is Modality.ASSERTED and said.dated is None
    return undated and any(span.object == said.object for span in standing)


def _with(span: Span, more: Sequence[Said]) -> Span:
    evidence = tuple(sorted({*span.evidence, *(said.evidence for said in more)}))
    return replace(
        span,
        evidence=evidence,
        confidence=max([span.confidence, *(said.confidence for said in more)]),
        valid_to=span.valid_to or _explicit_end(more),
    )


def _equal(statements: Sequence[Said]) -> Iterator[Span]:
    """Equal object, modality and explicit start: one fact."""
    together: dict[Key, list[Said]] = {}
    for said in statements:
        together.setdefault((said.object, said.modality, said.valid_from), []).append(said)
    for (_, _, start), some in together.items():
        yield _span(some, start)


def _runs(timed: Sequence[Said]) -> tuple[list[Span], list[Span]]:
    """Runs over time: those that are over, and those standing after the last day."""
    done: list[Span] = []
    standing: dict[str, list[Said]] = {}
    replaced: dict[str, tuple[Key, ...]] = {}
    for day, some in groupby(timed, key=lambda said: said.dated or date.min):
        today: dict[str, list[Said]] = {}
        for said in some:
            today.setdefault(said.object, []).append(said)
        kept = {o: run for o, run in standing.items() if o in today and not _ended(run, day)}
        over = [_close(_run(run, replaced[o]), day) for o, run in standing.items() if o not in kept]
        done += over
        closed = tuple(span.key for span in over if span.closed)
        replaced = {o: (*(replaced[o] if o in kept else ()), *closed) for o in today}
        standing = {o: [*kept.get(o, ()), *said] for o, said in today.items()}
    return done, [_run(run, replaced[o]) for o, run in standing.items()]


def _run(statements: Sequence[Said], supersedes: tuple[Key, ...]) -> Span:
    return replace(_span(statements, statements[0].dated), supersedes=supersedes)


def _ended(run: Sequence[Said], day: date) -> bool:
    """Whether the run's own words end it by that day: then the same object said again is a new fact."""
    end = _explicit_end(run)
    return end is not None and end <= day


def _close(span: Span, day: date) -> Span:
    """Ends a run where the next begins, unless its own words ended it before."""
    if span.valid_to is not None and span.valid_to <= day:
        return span
    return replace(span, valid_to=day, closed=True)


def _span(statements: Sequence[Said], start: date | None) -> Span:
    said_at = [said.said_at for said in statements if said.said_at is not None]
    first = statements[0]
    return Span(
        object=first.object,
        modality=first.modality,
        start=start,
        valid_to=_explicit_end(statements),
        evidence=tuple(sorted({said.evidence for said in statements})),
        confidence=max(said.confidence for said in statements),
        said_at=max(said_at, default=None),
    )


def _explicit_end(statements: Sequence[Said]) -> date | None:
    """The end the text gives; of several the one said last, of those the latest."""
    ends = [
        (said.said_at or said.valid_from or date.min, said.valid_to)
        for said in statements
        if said.valid_to is not None
    ]
    return max(ends)[1] if ends else None
