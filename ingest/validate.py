"""Raw claims into claims: what every extractor's reply passes before anything is believed.

A claim is kept when its words stand in the segment, its subject is a real-world entity, its relation and
object say something; its object is typed, its dates are resolved against the day the words were said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from ingest.dates import resolve
from ingest.evidence import Folded, fold, locate
from ingest.objects import read_object
from ingest.relation import normalise_relation
from ingest.subjects import refuse_subject
from ingest.tense import lean_at
from kg.model.claim import Claim, Mention, RawClaim, Rejection
from kg.model.document import Segment
from kg.model.frame import own_output_spans
from kg.model.kinds import EntityKind, Modality
from kg.model.names import display_name, name_key

MAX_OBJECT_CHARACTERS = 300
"""An object beyond this is a copied sentence, not an object; memory keeps no prose."""

_MODALITIES = {
    "fact": Modality.ASSERTED,
    "plan": Modality.PLANNED,
    "intended": Modality.PLANNED,
    "request": Modality.REQUESTED,
    "wish": Modality.REQUESTED,
    "possible": Modality.HEDGED,
    "uncertain": Modality.HEDGED,
    "denied": Modality.NEGATED,
    "question": Modality.ASKED,
}
_KINDS = {
    "organisation": EntityKind.ORGANIZATION,
    "company": EntityKind.ORGANIZATION,
    "org": EntityKind.ORGANIZATION,
    "human": EntityKind.PERSON,
    "people": EntityKind.PERSON,
    "location": EntityKind.PLACE,
    "city": EntityKind.PLACE,
    "system": EntityKind.PRODUCT,
    "tool": EntityKind.PRODUCT,
    "software": EntityKind.PRODUCT,
}


@dataclass(frozen=True, slots=True)
class _Place:
    text: str
    folded: Folded
    own: tuple[tuple[int, int], ...]
    said_at: date | None
    segment: Segment


def validate(segment: Segment, raw: Sequence[RawClaim]) -> tuple[tuple[Claim, ...], tuple[Rejection, ...]]:
    """What of an extractor's reply is believed, and what is not and why. Claims keep the reply's order;
    a claim said twice counts once (`duplicate`)."""
    place = _Place(
        segment.text, fold(segment.text), own_output_spans(segment.text), segment.context.said_at, segment
    )
    claims: list[Claim] = []
    rejections: list[Rejection] = []
    seen: set[tuple[object, ...]] = set()
    for each in raw:
        outcome = _judge(place, mend(each)[0])
        if isinstance(outcome, Claim) and (identity := _identity(outcome)) in seen:
            outcome = _rejection("duplicate", each)
        elif isinstance(outcome, Claim):
            seen.add(identity)
        if isinstance(outcome, Claim):
            claims.append(outcome)
        else:
            rejections.append(outcome)
    return tuple(claims), tuple(rejections)


def mend(raw: RawClaim) -> tuple[RawClaim, int]:
    """The claim with every lone surrogate replaced by U+FFFD, and how many fields had one."""
    given = (raw.subject, raw.relation, raw.object, raw.quote, raw.qualifier or "")
    subject, relation, object_, quote, qualifier = sound = tuple(_sound(text) for text in given)
    mended = replace(
        raw,
        subject=subject,
        relation=relation,
        object=object_,
        quote=quote,
        qualifier=qualifier or raw.qualifier,
    )
    return mended, sum(old != new for old, new in zip(given, sound, strict=True))


def entity_kind(word: str) -> EntityKind:
    """The kind a reply names; whatever is not on the list is a `thing`."""
    plain = word.strip().casefold()
    if plain in _KINDS:
        return _KINDS[plain]
    return next((each for each in EntityKind if each.value == plain), EntityKind.THING)


def _sound(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _judge(place: _Place, raw: RawClaim) -> Claim | Rejection:
    relation = normalise_relation(raw.relation)
    subject = display_name(raw.subject)
    if not relation:
        return _rejection("relation_empty", raw)
    if not raw.object.strip() or not any(not c.isspace() and c not in ".,;:-–—_|" for c in raw.object):
        return _rejection("object_empty", raw)
    if len(raw.object) > MAX_OBJECT_CHARACTERS:
        return _rejection("too_long", raw)
    if reason := refuse_subject(subject):
        return _rejection(reason, raw)
    return _grounded(place, raw, subject, relation)


def _grounded(place: _Place, raw: RawClaim, subject: str, relation: str) -> Claim | Rejection:
    span = _span(place, raw)
    if span is None:
        return _rejection("no_evidence", raw)
    if any(start < span[1] and span[0] < end for start, end in place.own):
        return _rejection("own_output", raw)
    said_at = raw.said_at or _said_at(place, span[0])
    modality = _modality(raw.modality)
    ahead = modality in (Modality.PLANNED, Modality.REQUESTED)
    lean = 1 if ahead else lean_at(relation, len(relation), len(relation))
    object_ = read_object(raw.object, raw.object_kind, said_at, lean)
    if name_key(object_.name if isinstance(object_, Mention) else object_.text) == name_key(subject):
        return _rejection("object_empty", raw)
    return Claim(
        subject=Mention(subject, entity_kind(raw.subject_kind)),
        relation=relation,
        object=object_,
        modality=modality,
        start=span[0],
        end=span[1],
        confidence=min(max(raw.confidence, 0.0), 1.0),
        qualifier=normalise_relation(raw.qualifier) or None if raw.qualifier else None,
        valid_from=_first_day(raw.valid_from, said_at, lean),
        valid_to=_last_day(raw.valid_to, said_at),
        said_at=said_at,
        rule=raw.rule,
    )


def _span(place: _Place, raw: RawClaim) -> tuple[int, int] | None:
    if raw.start is not None and raw.end is not None and 0 <= raw.start < raw.end <= len(place.text):
        return raw.start, raw.end
    return locate(place.text, place.folded, raw.quote, raw.subject, raw.object)


def _said_at(place: _Place, at: int) -> date | None:
    for entry in place.segment.entries:
        if entry.start <= at < entry.end and entry.said_at:
            return entry.said_at
    return place.said_at


def _modality(word: str) -> Modality:
    plain = word.strip().casefold()
    if plain in _MODALITIES:
        return _MODALITIES[plain]
    return next((each for each in Modality if each.value == plain), Modality.HEDGED)


def _first_day(text: str | None, said_at: date | None, lean: int) -> date | None:
    when = resolve(text, said_at, lean) if text else None
    return when.first if when else None


def _last_day(text: str | None, said_at: date | None) -> date | None:
    when = resolve(text, said_at) if text else None
    return when.last if when else None


def _identity(claim: Claim) -> tuple[object, ...]:
    object_ = claim.object
    named = name_key(object_.name) if isinstance(object_, Mention) else object_.key
    return (
        name_key(claim.subject.name),
        claim.relation,
        named,
        claim.modality,
        claim.valid_from,
        claim.qualifier,
    )


def _rejection(reason: str, raw: RawClaim) -> Rejection:
    mended = mend(raw)[0]
    return Rejection(reason, mended.subject[:200], mended.relation[:200], mended.object[:200])
