"""What a section is about: decided before any line is read, from heading, title, fields and file name."""

import re
from dataclasses import dataclass, replace

from ingest.dates import find_dates
from ingest.extract.local.commonness import is_common
from ingest.extract.local.lexicon import HEADING_WORDS, NAMING_KEYS, ORG_WORDS
from ingest.extract.local.names import is_name, kind_of, proper_words
from ingest.extract.local.plain import plain
from ingest.subjects import refuse_subject
from kg.model.document import SegmentContext
from kg.model.kinds import EntityKind

_LABEL = re.compile(
    r"(?i)^(?:client|customer|supplier|vendor|partner|project|company|product|tenant|account|person"
    r"|kunde|lieferant|"
    r"projekt|firma|mieter|cliente|fournisseur|property|machine|system|site|profile|card|contract"
    r"|agreement with|"
    r"visit (?:to|at)|visit|meeting with|call with|about|notes on|trip to|re|offer (?:from|for)"
    r"|handover)\b\s*[:–-]?\s+"
)
_TAIL = re.compile(
    r"\s+(?:[–—-]+|\|)\s+.*$|\s*:\s.*$|\s*\([^)]*\)\s*$|,\s.*$"
    r"|(?:['’]s)?\s+(?:contract|agreement|account|notes?|profile|card|facts|overview|sheet|file|lease"
    r"|summary|details|"
    r"info|master data|page|status|wiki|vertrag|(?:maintenance |service |repair )?log|logbook|history|diary)$",
    re.IGNORECASE,
)


_OPENING = re.compile(
    r"(?i)^(?:(?:re|aw|wg|fwd?|tr|rv)\s?:\s*)*(?:renewal (?:of )?|order (?:of |for )?|delivery (?:of )?"
    r"|invoice (?:for )?"
    r"|change (?:of |to )?|changes? (?:in|to) |question (?:about|on) |status (?:of )?|update (?:on )?"
    r"|news (?:on|from) )?"
)
"""What the subject of a mail says before the thing it is about."""
_CODED = re.compile(r"^[a-z][a-z -]{3,30} (?:no\.? )?\d[\d-]{3,}$")
"""`goods policy 77-3081`."""
_HEADED = re.compile(
    r"(?i)^(?:[\w' -]*\b(?:plan|profile|sheet|notes?|minutes|review|summary|brief|call|card|overview"
    r"|file|record|status|"
    r"update|report|handover|contract|offer|order|invoice)s?)\s*[–—:-]\s+(?P<name>.+)$"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a section is about. `strong`: it is the thing's name, so that elided sentences are about it; a
    weak one only gathers key–value lines."""

    name: str
    kind: EntityKind
    strong: bool


def section_topic(
    context: SegmentContext, heading: tuple[str, ...], ordinary: frozenset[str] = frozenset()
) -> Topic | None:
    """The innermost heading that names a thing, else the front matter's naming field, else the title. A single
    word that the text writes small (`ordinary`) names a class, not a thing."""
    fields = [value for key, value in context.fields if key.lower() in NAMING_KEYS and _is_field_name(value)]
    if not heading and not (context.title and topic_of(context.title)) and fields:
        return Topic(fields[0], kind_of(fields[0]), strong=True)
    if heading and (version := _VERSION.match(heading[-1].strip())):
        product = next(
            (t for each in (*reversed(heading[:-1]), context.title or "") if (t := _product(each))), None
        )
        if product is not None:
            return Topic(f"{product} {version['number']}", EntityKind.PRODUCT, strong=True)
    candidates = [*reversed(heading), *fields, *([context.title] if context.title else [])]
    for candidate in candidates:
        topic = topic_of(candidate)
        if topic is not None and topic.strong and topic.name.lower() not in ordinary:
            return _full(topic, fields)
    last = topic_of(heading[-1]) if heading else None
    return replace(last, strong=False) if last is not None else None


_VERSION = re.compile(r"^(?:[Vv](?:ersion )?)?(?P<number>\d+(?:\.\d+)+)\b")
_CHANGES = re.compile(
    r"(?i)\s*(?:[–:-]\s*)?(?:change ?log|changes|release notes|releases|history|what(?:['’]s new| changed))$"
)


def _product(text: str) -> str | None:
    """The product a history of versions is about."""
    bare = _CHANGES.sub("", plain(text, 0).text).strip()
    return bare if bare != text.strip() and is_name(bare) else None


def _is_field_name(value: str) -> bool:
    words = value.split()
    plain = 1 <= len(words) <= 5 and all(word[0].isupper() or len(word) <= 3 for word in words)
    return is_name(value) or (plain and refuse_subject(value) is None)


def topic_of(text: str) -> Topic | None:
    """The thing a heading names, decoration stripped; weak when it is a common noun phrase."""
    bare = _OPENING.sub("", _undated(plain(text, 0).text))
    if coded := _CODED.match(bare):
        return Topic(coded[0], kind_of(coded[0]), strong=True)
    stripped = _LABEL.sub("", bare)
    labelled = stripped != bare
    behind = _HEADED.match(stripped)
    names = (_TAIL.sub("", stripped.split(" / ")[0]), behind["name"] if behind else "", stripped)
    for name in dict.fromkeys(names):
        name = name.strip(" .:–-")
        if _is_topic(name):
            return Topic(name, kind_of(name), strong=True)
    return _weak(stripped, labelled)


def _undated(text: str) -> str:
    for found in reversed(find_dates(text)):
        text = (text[: found.start].rstrip(" ,–-(") + text[found.end :]).strip(" ,)")
    return re.sub(r"^\d+(?:\.\d+)*[.)]?\s+", "", text).strip()


def _is_topic(name: str) -> bool:
    words = name.split()
    if not is_name(name) or refuse_subject(name) or _CALENDAR.match(name):
        return False
    if (words[0].endswith("ing") and is_common(words[0])) or (
        _is_class(words[-1]) and not proper_words(" ".join(words[:-1]))
    ):
        return False
    if len(words) == 1:
        return bool(proper_words(name)) and name.lower() not in HEADING_WORDS
    lowered = {word.lower() for word in words}
    proper = proper_words(name)
    if not proper:
        return (words[-1].lower() in ORG_WORDS and not lowered & HEADING_WORDS) or name[-1].isdigit()
    return not (words[-1].lower() in HEADING_WORDS or words[0].lower() in HEADING_WORDS)


_CALENDAR = re.compile(r"(?i)^(?:kw|cw|wk|week|woche|semana|semaine|sem|sprint)\.?\s?\d")
"""`KW 42`: a week, not a thing."""


def _is_class(word: str) -> bool:
    """A common plural names a class: `Alternative Sync Methods`."""
    plain = word.lower()
    return plain.endswith("s") and not plain.endswith("ss") and plain not in ORG_WORDS and is_common(plain)


def _weak(text: str, labelled: bool) -> Topic | None:
    words = text.split()
    if not 1 <= len(words) <= 5 or refuse_subject(text) or re.search(r"[?!:;,]", text):
        return None
    if any(word.lower() in HEADING_WORDS for word in words) or not text[0].isalnum():
        return None
    return Topic(text, EntityKind.THING, strong=labelled and text[0].isupper())


def _full(topic: Topic, fields: list[str]) -> Topic:
    """A heading that is the short form of the field's name is that thing: the longer name stays."""
    for name in fields:
        if topic.name != name and topic.name.lower() in name.lower():
            return Topic(name, kind_of(name), strong=True)
    return topic
