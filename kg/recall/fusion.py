"""Weighs what was found for a turn: one score from all arms, by sums of standard scores.

Adding standard scores beat reciprocal ranks on both dialog sets (R@5 .64 against .60 on one, with the same
arms), so each arm counts by how far it lifts a candidate out of all candidates of this turn. What is not a
score (who is named, what kind of answer is asked for, how a statement is meant) adds in the same unit, one
standard deviation; the amounts were set by hand on invented questions and are ordered so that no single one
outweighs a clear lead in meaning and words together."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from statistics import fmean, pstdev

from kg.model.kinds import Modality
from kg.model.lucene import terms
from kg.model.seen import Candidate
from kg.recall.everyday import Background
from kg.recall.turn import Turn

NAMED_SUBJECT, NAMED_OBJECT, NAMED_MOST = 1.5, 0.9, 2.4
ANSWERS = 0.6
"""The object is of the kind asked for: a date for `when`."""
AHEAD = 0.8
"""A wish or a plan, for a turn that looks ahead; without such a turn it is as good as any fact."""
MEANT = {Modality.HEDGED: -0.4, Modality.ASKED: -0.8, Modality.NEGATED: -0.1}
SURE = 1.0
"""Per unit of confidence above .7, the usual one."""
RECENT, HALF_LIFE_DAYS = 0.5, 180.0
ENDED = -1.0
"""It no longer holds, and nothing this reader may see took its place."""
STALE = -1.5
POINTER = -0.8
"""A fact says it; a pointer says where it may be said."""
MOST_DEVIATIONS = 4.0
LEAST_SPREAD_OF_WORDS, LEAST_SPREAD_OF_MEANING = 0.25, 0.005
"""A standard deviation is taken to be at least this share of the best full-text score, and at least this
cosine: in a list of two or three nearly equal ones each would lie a whole deviation from the mean."""

MATCHED_WORDS = 3
"""More shared words than three add nothing: a long turn shares three by chance as easily as five."""
MATCH = 3.0
TAIL = 0.5
"""What stands out must stand out of its own list too: in a large memory the whole list is near."""

_ANSWERED_BY = {
    "date": {"date"},
    "duration": {"duration", "date"},
    "money": {"money", "figure"},
    "quantity": {"quantity", "money", "figure"},
    "person": {"person", "organization"},
    "place": {"place"},
}

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate with what it weighs. `outstanding`: how far it stands out of everyday talk and of its own
    list, in the unit of `Background`, shared words counted in; the gate looks at nothing else."""

    candidate: Candidate
    score: float
    outstanding: float
    matched: tuple[str, ...]
    """The stems it shares with the turn."""
    names: tuple[str, ...]
    """Keys of the names through which it was reached and which count."""
    features: Mapping[str, float]


def weigh(
    turn: Turn,
    candidates: Sequence[Candidate],
    background: Background | None,
    linked: Mapping[str, float],
    today: date,
) -> tuple[Weighed, ...]:
    """The candidates with their weights, best first, equal ones by id. `linked` gives the name keys that
    count, each with its strength from 0 to 1. Without a `background` the turn had no vector."""
    ground = _Ground(turn, background, _tail(candidates, background), linked, today)
    nearness = _standard([c.similarity for c in candidates], LEAST_SPREAD_OF_MEANING)
    words = [c.words or 0.0 for c in candidates]
    wording = _standard(words, LEAST_SPREAD_OF_WORDS * max(words, default=0.0))
    weighed = [
        _weigh(ground, candidate, near, worded)
        for candidate, near, worded in zip(candidates, nearness, wording, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda w: (-w.score, w.candidate.id)))


@dataclass(frozen=True, slots=True)
class _Ground:
    """What every candidate of one turn is weighed on. `tail`: how near the list is as a whole."""

    turn: Turn
    background: Background | None
    tail: float
    linked: Mapping[str, float]
    today: date

    def outstanding(self, candidate: Candidate, matched: Sequence[str]) -> float:
        above = 0.0
        if self.background is not None and candidate.similarity is not None:
            above = self.background.stands_out(candidate.similarity)
        return above + _match(len(matched)) - self.tail


def _weigh(ground: _Ground, candidate: Candidate, near: float, worded: float) -> Weighed:
    turn, today = ground.turn, ground.today
    stems = set(terms(candidate.text).split())
    matched = tuple(word for word in turn.words if word in stems)
    names = tuple(dict.fromkeys(link.key for link in candidate.links if link.key in ground.linked))
    features = {
        "meaning": near,
        "words": worded,
        "names": _named(candidate, ground.linked),
        "answers": ANSWERS if _answers(turn, candidate, today) else 0.0,
        "meant": _meant(turn, candidate),
        "sure": SURE * (candidate.confidence - 0.7),
        "recent": _recent(candidate.said_at, today),
        "state": _state(candidate, today),
    }
    out = ground.outstanding(candidate, matched)
    return Weighed(candidate, sum(features.values()), out, matched, names, features)


def outstanding_without(weighed: Weighed, stems: Set[str]) -> float:
    """How far it stands out when these stems count nothing."""
    shared = len(weighed.matched)
    rest = sum(stem not in stems for stem in weighed.matched)
    return weighed.outstanding - _match(shared) + _match(rest)


def _match(words: int) -> float:
    return MATCH * min(words, MATCHED_WORDS) / MATCHED_WORDS


def _standard(scores: Sequence[float | None], least: float) -> list[float]:
    """Standard scores within the list; what has no score gets the list's lowest."""
    known = [score for score in scores if score is not None]
    if not known:
        return [0.0] * len(scores)
    mean, deviation, lowest = fmean(known), max(pstdev(known), least) or 1.0, min(known)
    lifted = (((lowest if score is None else score) - mean) / deviation for score in scores)
    return [max(-MOST_DEVIATIONS, min(MOST_DEVIATIONS, score)) for score in lifted]


def _tail(candidates: Iterable[Candidate], background: Background | None) -> float:
    nearest = [c.similarity for c in candidates if c.nearest and c.similarity is not None]
    if background is None or not nearest:
        return 0.0
    return TAIL * max(0.0, background.stands_out(min(nearest)))


def _named(candidate: Candidate, linked: Mapping[str, float]) -> float:
    by_entity: dict[str, float] = {}
    for link in candidate.links:
        worth = NAMED_SUBJECT if link.role == "subject" else NAMED_OBJECT
        strength = linked.get(link.key, 0.0) * worth
        by_entity[link.entity] = max(by_entity.get(link.entity, 0.0), strength)
    return min(NAMED_MOST, sum(by_entity.values()))


def _answers(turn: Turn, candidate: Candidate, today: date) -> bool:
    """Whether the object is of a kind asked for; a date that has passed answers no turn that looks ahead."""
    if turn.ahead and candidate.object_kind == "date":
        years = [int(year) for year in _YEAR.findall(candidate.object)]
        if years and max(years) < today.year:
            return False
    return any(candidate.object_kind in _ANSWERED_BY[kind] for kind in turn.wants)


def _meant(turn: Turn, candidate: Candidate) -> float:
    if candidate.modality in (Modality.REQUESTED, Modality.PLANNED):
        return AHEAD if turn.ahead else 0.0
    return MEANT.get(candidate.modality, 0.0)


def _recent(said_at: date | None, today: date) -> float:
    """From `RECENT` for today down to 0; what nobody dated is as old as a half-life and a half."""
    days = HALF_LIFE_DAYS * 1.5 if said_at is None else max(0, (today - said_at).days)
    return float(RECENT * 0.5 ** (days / HALF_LIFE_DAYS))


def _state(candidate: Candidate, today: date) -> float:
    ended = candidate.valid_to is not None and candidate.valid_to <= today
    return (
        (STALE if candidate.stale else 0.0)
        + (ENDED if ended and not candidate.newer else 0.0)
        + (POINTER if candidate.kind == "pointer" else 0.0)
    )
