"""Whether what a parse says is worth keeping for a stranger."""

import re

from ingest.datewords import MONTH_NAMES
from ingest.extract.local.lexicon import COLOURS, STATES
from ingest.extract.local.names import is_name, proper_words
from ingest.extract.local.phrases import says_something
from ingest.extract.local.sentences import Sentence
from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import Modality, ValueKind

_CONCRETE = frozenset({ValueKind.MONEY, ValueKind.DATE, ValueKind.DURATION, ValueKind.QUANTITY})

_MONTHS_ALONE = frozenset(MONTH_NAMES)


def survives(claim: RawClaim, sentence: Sentence) -> bool:
    """What instructions say of classes and habits is no fact; nor is a plan that nobody dated."""
    if claim.modality == Modality.PLANNED.value and sentence.said_at is None and not sentence.dates:
        return False
    if (
        len(claim.object.split()) == 1
        and claim.object_kind == "text"
        and claim.object.islower()
        and not _short_worth(claim)
    ):
        return False
    inside = set(claim.object.lower().split()) <= set(re.split(r"[\s-]", claim.subject.lower()))
    if claim.object.lower() in ("true", "false") or (claim.relation == "is" and inside):
        return False
    if claim.relation.endswith("status") and claim.object == "available":
        return False
    if not sentence.manual:
        return not _is_plain(claim, sentence)
    if claim.modality == Modality.PLANNED.value:
        return False
    named_subject = bool(proper_words(claim.subject)) or claim.subject in sentence.known
    if claim.modality == Modality.NEGATED.value and not says_something(claim.object):
        return False
    if claim.relation.split()[-1] in ("status", "colour"):
        return named_subject
    told = claim.relation == "is" and len(claim.object.split()) >= 2
    return named_subject and (told or says_something(claim.object))


def _is_plain(claim: RawClaim, sentence: Sentence) -> bool:
    """In running text that nobody dated, a verb with a common noun (`offers complete freedom`) is said of
    classes and habits; a person, a firm, a name or a number makes it news."""
    if sentence.said_at is not None or sentence.dates or sentence.elided:
        return False
    if (
        claim.relation.split()[0] in ("is", "are", "was", "were")
        or claim.modality == Modality.REQUESTED.value
    ):
        return claim.modality == Modality.NEGATED.value and not says_something(claim.object)
    if claim.subject_kind in ("person", "organization") or claim.relation.split()[-1] in ("status", "colour"):
        return False
    known = any(word in sentence.known for word in claim.object.split())
    return claim.object_kind == "text" and not known and not says_something(claim.object)


def _short_worth(claim: RawClaim) -> bool:
    """One plain word as an object is enough for a state, a colour, a role, and what a person or firm does."""
    last = claim.relation.split()[-1]
    if len(claim.relation.split()) >= 3:
        return True
    if last in ("status", "colour", "role", "as") or claim.object in STATES:
        return True
    return claim.subject_kind in ("person", "organization") or claim.relation.split()[0] in (
        "sells",
        "makes",
        "supplies",
    )


def is_concrete(claim: RawClaim, sentence: Sentence) -> bool:
    """What may be said of `the kettle`: a colour, a measure, a date, a sum, or a name it is tied to."""
    value = read_value(claim.object, sentence.said_at)
    concrete = value is not None and value.kind in _CONCRETE
    return (
        claim.object.lower() in COLOURS or concrete or is_name(claim.object) or claim.object in _MONTHS_ALONE
    )
