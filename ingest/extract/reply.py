"""The reply a model is asked for, and what is taken from the one that came."""

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kg.model.claim import RawClaim
from kg.model.loose_json import Loose, read_json

SubjectKind = Literal["person", "organization", "project", "product", "place", "event", "figure", "thing"]
ObjectKind = Literal[
    "person",
    "organization",
    "project",
    "product",
    "place",
    "event",
    "figure",
    "thing",
    "money",
    "date",
    "duration",
    "quantity",
    "text",
]
ModalityName = Literal["asserted", "planned", "requested", "hedged", "negated", "asked"]

NOT_GIVEN = frozenset({"", "null", "none", "unknown", "n/a"})
MIDDLING = 0.5
"""Confidence of a fact whose own makes no sense."""


class FactReply(BaseModel):
    """One statement, as the model is asked to write it."""

    model_config = ConfigDict(extra="forbid")

    subject: str
    subject_kind: SubjectKind
    relation: str
    object: str
    object_kind: ObjectKind
    modality: ModalityName
    quote: str
    valid_from: str | None
    valid_to: str | None
    confidence: float = Field(ge=0, le=1)


class FactsReply(BaseModel):
    """The whole reply; its JSON schema goes with every request."""

    model_config = ConfigDict(extra="forbid")

    facts: list[FactReply]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a reply says. `mended` counts departures from what was asked for, items left out included."""

    claims: tuple[RawClaim, ...]
    mended: int


def read_facts(text: str) -> Facts | None:
    """The facts of a reply, or None when it is not one: no list of facts, or a list in which no item can be
    read. An empty list is a reply. Unknown words for kinds and modality pass; validation knows what to do."""
    for loose in read_json(text):
        items, off = _items(loose)
        if items is None:
            continue
        claims = tuple(claim for item in items if (claim := _claim(item)) is not None)
        if claims or not items:
            return Facts(claims, loose.mended + off + len(items) - len(claims))
    return None


def _items(loose: Loose) -> tuple[list[Any] | None, int]:
    value = loose.value
    if isinstance(value, dict):
        items = value.get("facts")
        return (items, 0) if isinstance(items, list) else (None, 0)
    bare = bool(value) and all(isinstance(item, dict) and "subject" in item for item in value)
    return (value, 1) if bare else (None, 0)


def _claim(item: Any) -> RawClaim | None:
    if not isinstance(item, dict):
        return None
    subject, relation, object_ = (_text(item.get(key)) for key in ("subject", "relation", "object"))
    if subject is None or relation is None or object_ is None:
        return None
    return RawClaim(
        subject=subject,
        subject_kind=_text(item.get("subject_kind")) or "thing",
        relation=relation,
        object=object_,
        object_kind=_text(item.get("object_kind")) or "text",
        modality=_text(item.get("modality")) or "asserted",
        quote=_text(item.get("quote")) or "",
        valid_from=_given(item.get("valid_from")),
        valid_to=_given(item.get("valid_to")),
        confidence=_confidence(item.get("confidence")),
    )


def _text(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value)


def _given(value: Any) -> str | None:
    text = _text(value)
    return None if text is None or text.strip().casefold() in NOT_GIVEN else text


def _confidence(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return MIDDLING
    return number if 0.0 <= number <= 1.0 else MIDDLING
