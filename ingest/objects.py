"""What an object is: a value by its own form, else an entity when it is named like one, else text."""

import re
from datetime import date

from ingest.subjects import refuse_subject
from ingest.values import read_value, text_value
from kg.model.claim import Mention, Value
from kg.model.kinds import EntityKind, ValueKind
from kg.model.names import display_name

_VALUE_KINDS = frozenset(kind.value for kind in ValueKind)
_SYNONYMS = {
    "organisation": "organization",
    "company": "organization",
    "org": "organization",
    "location": "place",
}
_ENTITY_KINDS = frozenset(kind.value for kind in EntityKind)
MAX_ENTITY_WORDS = 8


def read_object(text: str, hint: str, said_at: date | None, lean: int) -> Mention | Value:
    """The object typed. Money, dates, durations and quantities are known by their form, whatever the reply
    called them; a reply's entity kind counts only for what is written like a name."""
    kind = _SYNONYMS.get(hint.strip().casefold(), hint.strip().casefold())
    value = read_value(text, said_at, lean)
    if value is not None and not (kind in _ENTITY_KINDS and value.kind is ValueKind.QUANTITY):
        return value
    if kind not in _VALUE_KINDS and named_like_entity(text):
        return Mention(display_name(text), EntityKind(kind) if kind in _ENTITY_KINDS else EntityKind.THING)
    return value or text_value(text)


def named_like_entity(text: str) -> bool:
    """True for what is written like a name: a capital, a code, a quoted or symbol-marked word, or letters
    of a script without case; at most eight words, no sentence."""
    bare = text.strip()
    if not bare or len(bare.split()) > MAX_ENTITY_WORDS or refuse_subject(bare):
        return False
    if re.search(r"[.!?]\s+\S", bare) and not re.search(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Inc|Ltd|Co)\.\s", bare):
        return False
    return bool(re.search(r"[^\W\d_]", bare)) and (
        any(c.isupper() for c in bare)
        or bool(re.search(r"[^\x00-\u024f\u0370-\u052f]", bare))
        or bool(re.search(r"^[`$@#{\"“]|\w-\d|\d-\w|\w[_\\]\w|[a-z]-[a-z]+$", bare))
    )
