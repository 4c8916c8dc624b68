"""Whether to speak at all. Silence is the rule; a thing named, or what clearly stands out, breaks it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kg.model.lucene import terms
from kg.model.seen import Candidate
from kg.recall.fusion import Weighed, outstanding_without
from kg.recall.turn import Turn

OPEN = 2.3
"""How far something must stand out when nothing is named. Set on two sets of 90 invented turns (greetings,
small talk, general questions, questions about stored facts) over memories of 44, 200, 1,044 and 5,044 facts:
one turn in twenty that needs nothing got through, and 95 in a hundred questions did."""
OPEN_NAMED = 1.0
"""With a lower-case word that is also a name (`northwind`, but also `apple`)."""
FIT = 0.55
"""What nobody named comes along when it stands out at least this share of the best."""
COMPANY = 3
"""Facts of a thing that was named which share nothing else with the turn and are not of the kind it asks
for: so many, the best ones, tell what is known of the thing in passing."""

Kind = Literal["turn", "scheduled", "stage"]
"""Who speaks: a person in a turn; in a scheduled run or a stage of one, nobody. Their texts are long
instructions, whose meaning as a whole is near to everything, so only names and words count there."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be said, best first, and why, or why nothing."""

    said: tuple[Weighed, ...]
    reason: str
    numbers: Mapping[str, float]

    @property
    def silent(self) -> bool:
        return not self.said


def names_that_count(turn: Turn, candidates: Sequence[Candidate]) -> dict[str, float]:
    """The linked name keys with their strength: 1, or .5 for a lower-case word. A name inside a longer one
    that was also linked (`Northwind` in `Northwind Ltd`) does not count."""
    linked = {link.key for candidate in candidates for link in candidate.links} & turn.names.keys()
    spots = {key: turn.names[key] for key in linked}
    return {
        key: 0.5 if spot.plain else 1.0
        for key, spot in sorted(spots.items())
        if not any(
            other.start <= spot.start
            and spot.end <= other.end
            and other.end - other.start > spot.end - spot.start
            for other in spots.values()
        )
    }


def judge(turn: Turn, weighed: Sequence[Weighed], linked: Mapping[str, float], kind: Kind) -> Verdict:
    """What of the candidates may be said. `weighed` is in order of score."""
    if not turn.prose:
        return Verdict((), "only pasted code or recalled text" if turn.pasted else "nothing was said", {})
    if not weighed:
        return Verdict((), "memory holds nothing near this", {})
    strong = any(strength == 1.0 for strength in linked.values())
    best = max(w.outstanding for w in weighed)
    best_named = max((w.outstanding for w in weighed if w.names), default=float("-inf"))
    numbers = {"best": best, "best_named": best_named} if linked else {"best": best}
    if strong:
        return Verdict(_fitting(weighed, best, linked), "a thing was named", numbers)
    if linked and best_named >= OPEN_NAMED:
        return Verdict(_fitting(weighed, best, linked), "a word that is a name, and what is near it", numbers)
    if best >= OPEN and (kind == "turn" or _by_words(weighed)):
        unnamed = tuple(w for w in weighed if w.outstanding >= max(OPEN * FIT, best * FIT))
        return Verdict(unnamed, "it stands out", numbers)
    return Verdict((), "nothing is named and nothing stands out", numbers)


def _by_words(weighed: Sequence[Weighed]) -> bool:
    return any(w.outstanding >= OPEN and len(w.matched) >= 2 for w in weighed)


def _fitting(weighed: Sequence[Weighed], best: float, linked: Mapping[str, float]) -> tuple[Weighed, ...]:
    """What belongs to the thing named, and what stands out besides: for more than holding its name."""
    bar, named = max(OPEN, best * FIT), {stem for key in linked for stem in terms(key).split()}

    company = 0
    said = []
    for one in weighed:
        if not one.names:
            fits = outstanding_without(one, named) >= bar
        elif set(one.matched) <= named and not one.features.get("answers"):
            company += 1
            fits = company <= COMPANY
        else:
            fits = True
        if fits:
            said.append(one)
    return tuple(said)
