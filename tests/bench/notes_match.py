"""When a fact that was found is a fact that a careful person would keep.

Words are folded (case, accents stay, plural s) and small words dropped. Two phrases agree when their name keys
are equal or 2·|A∩B| / (|A|+|B|) ≥ .66 for their sets of words A and B, and no number stands in one of them only.

*Lenient*: subject and object agree (an object also when both read as one value, or when all words of the wanted
object stand in the found object and relation and some in the object; a subject also when all its words stand in
the found subject and relation), and both deny or neither does. The relation's wording decides only between
several wanted facts that agree so.
*Strict*: lenient, the same modality, and 2·|R∩S| / (|R|+|S|) ≥ .5 for the words of both relations, or the
relation's words stand in the other's relation and object."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.values import read_value
from ingest.words import word_set
from kg.model.claim import Claim, Mention
from kg.model.names import name_key
from tests.bench.notes_gold import GoldFact
from tests.bench.notes_memory import Said

AGREES, WORDED = 0.66, 0.5
_SMALL = word_set("the a an of for in on at to by from with and is are was were be has have his her their")


@dataclass(frozen=True, slots=True)
class Match:
    """Which wanted fact (by index) a found one is, and how well."""

    gold: int
    strict: bool
    modality: bool


def matches(said: Said, gold: Sequence[GoldFact]) -> list[Match]:
    """The wanted facts of its document that a found fact is; empty when it is none."""
    found = []
    for index, fact in enumerate(gold):
        if fact.doc != said.doc or (fact.modality == "negated") != (said.claim.modality == "negated"):
            continue
        right = [wording for wording in fact.wordings if _agrees(said, *wording)]
        if right:
            same = fact.modality == said.claim.modality
            worded = any(relation_agrees(said.claim, relation) for _, relation, _ in right)
            found.append(Match(index, worded and same, same))
    strict = [one for one in found if one.strict]
    return strict or found


def _agrees(said: Said, subject: str, relation: str, object_: str) -> bool:
    own = words(said.claim.relation)
    return any(subject_agrees(name, subject, own) for name in said.subjects) and any(
        object_agrees(text, object_, own, said.claim) for text in said.objects
    )


def subject_agrees(said: str, wanted: str, relation: frozenset[str] = frozenset()) -> bool:
    """Whether a found subject is the wanted one."""
    return same(said, wanted) or bool(
        words(wanted) and words(wanted) <= words(said) | relation and words(said) & words(wanted)
    )


def object_agrees(
    said: str, wanted: str, relation: frozenset[str] = frozenset(), claim: Claim | None = None
) -> bool:
    """Whether a found object is the wanted one, word by word or as a value."""
    if same(said, wanted):
        return True
    day = claim.said_at if claim else None
    value, own = read_value(wanted, day), read_value(said, day)
    if value is not None and ((own is not None and own.key == value.key) or _key(claim) == value.key):
        return True
    return (
        bool(words(wanted)) and words(wanted) <= words(said) | relation and bool(words(said) & words(wanted))
    )


def _key(claim: Claim | None) -> str | None:
    return None if claim is None or isinstance(claim.object, Mention) else claim.object.key


def relation_agrees(claim: Claim, wanted: str) -> bool:
    """Whether the wording of the relation is near enough."""
    said, want = words(claim.relation), words(wanted)
    if not said or not want:
        return said == want
    object_ = words(claim.object.name if isinstance(claim.object, Mention) else claim.object.text)
    return dice(said, want) >= WORDED or want <= said | object_


def same(said: str, wanted: str) -> bool:
    """Whether two phrases agree."""
    if name_key(said) == name_key(wanted):
        return True
    left, right = words(said), words(wanted)
    return _numbers(left) == _numbers(right) and dice(left, right) >= AGREES


def dice(left: frozenset[str], right: frozenset[str]) -> float:
    """2·|A∩B| / (|A|+|B|)."""
    return 2 * len(left & right) / (len(left) + len(right)) if left and right else 0.0


def _numbers(some: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in some if any(c.isdigit() for c in word))


def words(text: str) -> frozenset[str]:
    """The words of a phrase that say something, folded."""
    found = (word.strip(".'’").removesuffix("'s") for word in re.findall(r"[\w.@+'’-]+", text.casefold()))
    return frozenset(
        word.removesuffix("s") if len(word) > 3 else word for word in found if word and word not in _SMALL
    )
