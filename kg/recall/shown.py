"""Facts as they are shown on a given day."""

from datetime import date

from kg.model.answers import Fact
from kg.model.kinds import FactStatus, Modality
from kg.model.seen import SeenFact
from kg.recall.quotes import quote

WANTED = (Modality.REQUESTED, Modality.PLANNED)


def shown(seen: SeenFact, day: date) -> Fact:
    """The fact with its quotes, and whether it is current on that day."""
    return Fact(
        id=seen.id,
        subject=seen.subject,
        relation=seen.relation,
        object=seen.object,
        text=seen.text,
        modality=seen.modality,
        status=seen.status,
        current=seen.status is FactStatus.LIVE and holds(seen, day),
        confidence=seen.confidence,
        valid_from=seen.valid_from,
        valid_to=seen.valid_to,
        recorded_at=seen.recorded_at,
        superseded_by=seen.superseded_by,
        graph_relations=seen.relations,
        evidence=tuple(quote(said) for said in seen.evidence),
        qualifier=seen.qualifier,
        project=seen.project,
        corrections=seen.corrections,
    )


def holds(seen: SeenFact, day: date) -> bool:
    """Whether its interval holds on the day: from its first day, to the day before it holds no more. A wish
    or a plan for a later day is one already."""
    begun = seen.valid_from is None or seen.valid_from <= day or seen.modality in WANTED
    return begun and (seen.valid_to is None or day < seen.valid_to)


def known(seen: SeenFact, day: date) -> bool:
    """Whether the fact belongs to an answer about that day: it was said by then, or says itself from when
    on it holds."""
    return seen.said_at is None or seen.said_at <= day or seen.valid_from is not None
