"""The closed vocabularies of kg: what a thing is, how a statement is meant, what state it is in."""

from enum import StrEnum


class EntityKind(StrEnum):
    """What a real-world thing is. `thing` is a thing whose kind nobody said."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PROJECT = "project"
    PRODUCT = "product"
    PLACE = "place"
    EVENT = "event"
    FIGURE = "figure"
    THING = "thing"


class ValueKind(StrEnum):
    """What an object that is no entity is."""

    MONEY = "money"
    DATE = "date"
    DURATION = "duration"
    QUANTITY = "quantity"
    TEXT = "text"


class Modality(StrEnum):
    """How a statement is meant. Only `asserted` ones can supersede."""

    ASSERTED = "asserted"
    PLANNED = "planned"
    REQUESTED = "requested"
    HEDGED = "hedged"
    NEGATED = "negated"
    ASKED = "asked"


class DocumentState(StrEnum):
    """Where a document stands; every state but `live` carries a reason."""

    LIVE = "live"
    WAITING = "waiting"
    FAILED = "failed"
    HELD = "held"
    UNREAD = "unread"


class FactStatus(StrEnum):
    """Where a fact stands. Superseded is an edge and a closed interval, not a status. A retracted one is still
    said, and kept out of memory by a person's correction."""

    PENDING = "pending"
    LIVE = "live"
    STALE = "stale"
    TOMBSTONED = "tombstoned"
    RETRACTED = "retracted"
