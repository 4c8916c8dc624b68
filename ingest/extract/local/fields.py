"""`Key: value` in its clothes: colons, equals signs, tabs, bold keys, and known keys without any sign."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.extract.local.found import Place, found
from ingest.extract.local.lexicon import ATTRIBUTES, META_KEYS, NAMING_KEYS, ROLES, STATES
from ingest.extract.local.names import is_code, is_name, kind_of, proper_words
from ingest.extract.local.plain import Plain
from ingest.extract.local.subject import Topic
from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind

_PAIR = re.compile(r"^(?P<key>[^\W\d_][\w .'’/&()#%-]{0,44}?)\s*(?::{1,2}|=|\t)\s*(?P<value>\S.*)$")
_DASHED = re.compile(r"^(?P<key>[^\W\d_][\w .'’/]{1,30}?)\s+[–—-]\s+(?P<value>\S.*)$")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(
    r"(?:(?:tel|phone|mobile|mob|fon|telefon|ph|cell|ext)\.?:?\s*)?(?P<number>\(?\+?\d[\d ()/-]{6,}\d)",
    re.IGNORECASE,
)
_PERSON_WITH = re.compile(r"^(?P<name>[^,(]+?)\s*(?:\((?P<paren>[^()]*)\)|,\s*(?P<rest>[^,]+?)(?=,|$))")
MAX_VALUE_WORDS = 14


@dataclass(frozen=True, slots=True)
class Pair:
    """A key and its value, as they stand in the plain text of a line."""

    key: str
    value: str
    bare: bool = False
    """No sign stood between them."""


def read_pair(text: str) -> Pair | None:
    """The pair a line is, or None. A key is at most five words and does not look like a sentence."""
    match = _PAIR.match(text)
    if match and _is_key(match["key"]) and not match["value"].startswith("//"):
        return Pair(_clean(match["key"]), match["value"].strip())
    dashed = _DASHED.match(text)
    if dashed and is_known(dashed["key"]):
        return Pair(_clean(dashed["key"]), dashed["value"].strip())
    return None


def read_bare(text: str) -> Pair | None:
    """A known key and a value with no sign between them: `credit limit 25k GBP`, `serial no. 88213-X`."""
    words = text.split()
    for count in range(min(4, len(words) - 1), 0, -1):
        head = words[count - 1].lower().rstrip(".")
        if count > 1 and head in _NUMBERED:
            head = words[count - 2].lower()
        if head in ATTRIBUTES and not any(is_code(word) for word in words[:count]):
            pair = _bare_pair(" ".join(words[:count]), " ".join(words[count:]))
            if pair is not None:
                return pair
    return None


_NUMBERED = frozenset({"no", "nr", "number", "id", "code"})


def _bare_pair(key: str, value: str) -> Pair | None:
    if len(value.split()) > (12 if is_name(value.split(",")[0]) else 6) or proper_words(
        key[:1].lower() + key[1:]
    ):
        return None
    if value.split()[0] in ("till", "until", "through"):
        return None
    named = is_name(value.split(",")[0].split(" (")[0])
    typed = read_value(value) is not None or bool(re.match(r"^[\w+(]*\d", value)) or named
    return Pair(_clean(key), value.strip(" ."), bare=True) if typed else None


def read_since(text: str) -> Pair | None:
    """`customer since 2018`: a role and the year."""
    match = re.match(r"^(?P<key>[a-z]+ since)\s(?P<value>(?:\w+ )?(?:19|20)\d\d)$", text, re.IGNORECASE)
    return Pair(match["key"].lower(), match["value"], bare=True) if match else None


def _clean(key: str) -> str:
    return re.sub(r"\s*\([^)]*\)\s*$", "", key).strip(" .-*")


def _is_key(key: str) -> bool:
    words = key.split()
    return 1 <= len(words) <= 5 and not re.search(r"\.\s|[!?]", key)


def is_known(key: str) -> bool:
    """True for a key that names what a thing has: a fee, a phone, a serial number."""
    words = [word.lower().strip(".") for word in key.split()]
    return (
        bool(words)
        and len(words) <= 4
        and (words[-1] in ATTRIBUTES or words[0] in ATTRIBUTES or words[-1].removesuffix("s") in ATTRIBUTES)
        and not proper_words(key)
    )


def is_meta(key: str) -> bool:
    """True for keys that speak about the document."""
    plain = key.lower().strip()
    return (
        plain in META_KEYS
        or plain.split()[0] in ("see", "note")
        or "http" in plain
        or plain.startswith(("state of", "last touched", "last update"))
    )


def is_naming(key: str) -> bool:
    """True for keys whose value names the thing the following lines are about."""
    return key.lower() in NAMING_KEYS


def pair_claims(pair: Pair, topic: Topic, place: Place, manual: bool = False) -> Iterator[RawClaim]:
    """The facts of one pair about a topic: the value, and what stands behind a person's name in it."""
    value = re.sub(r"\s/\s(?=\(?\+?\d|\S+@)", ", ", pair.value.strip())
    if is_meta(pair.key) or not _is_value(value, topic, pair, manual):
        return
    if names := _listed(value):
        for name in names:
            yield found(place, "field", topic.name, pair.key, name, topic.kind, kind_of(name).value)
        return
    person = _person(value, pair.key)
    if person is not None:
        name, extras = person
        kind = EntityKind.PERSON if kind_of(name) is EntityKind.PERSON else kind_of(name)
        yield found(place, "field", topic.name, pair.key, name, topic.kind, kind.value)
        yield from person_claims(name, extras, place, _is_contact(pair.key))
        return
    yield found(place, "field", topic.name, pair.key, value.rstrip(" ."), topic.kind, _hint(value))


def _listed(value: str) -> list[str]:
    """The names of a list of people or firms; empty when it is none."""
    parts = [
        re.sub(r"\s*\([^)]*\)$", "", part).strip()
        for part in re.split(r",\s(?![^()]*\))|\sand\s|\s/\s", value)
    ]
    named = [
        part
        for part in parts
        if is_name(part) and kind_of(part) in (EntityKind.PERSON, EntityKind.ORGANIZATION)
    ]
    return named if len(named) >= 2 and len(named) * 3 >= len(parts) * 2 else []


def _is_contact(key: str) -> bool:
    return key.lower().split()[-1] in ("contact", "ansprechpartner")


def _is_value(value: str, topic: Topic, pair: Pair, manual: bool) -> bool:
    words = value.split()
    if (
        not words
        or len(words) > MAX_VALUE_WORDS
        or re.search(r"https?://|\[\[|\]\(|::|\(#|[{}<>]|\w\(\)", value)
    ):
        return False
    if (
        value.lower() in ("true", "false", "none", "null", "yes", "no")
        or _CLAUSE.match(value)
        or re.search(r"\b(?:you|your|please)\b", value, re.IGNORECASE)
    ):
        return False
    known = is_known(pair.key)
    if re.search(r"\w/\w+/", value) or (not topic.strong and "," in value):
        return False
    if manual or not topic.strong:
        return _speaks(value) and (known or pair.key.lower() in ("status", "owner", "state"))
    if not known and len(words) > 6 and not _speaks(value):
        return False
    return not re.search(r"[.!?]\s+[A-Z]", value) or "(" in value


_CLAUSE = re.compile(
    r"^(?:where|when|if|how|why|what|which|that|to|the \w+ (?:that|which|of)|this|these|it|we|they|there"
    r"|used|use|set|describe|enter|"
    r"add|run|make|ensure|see|select|open|allowed|allows|whether)\b",
    re.IGNORECASE,
)


def _speaks(value: str) -> bool:
    """True for a value that stands by itself: typed, a name, or a state."""
    return (
        read_value(value) is not None
        or is_name(value.split(" (")[0].split(",")[0])
        or value.lower() in STATES
    )


def _hint(value: str) -> str:
    if is_name(value):
        kind = kind_of(value)
        return kind.value
    return "text"


def _person(value: str, key: str) -> tuple[str, list[str]] | None:
    match = _PERSON_WITH.match(value)
    if match is None:
        name = _MAIL.split(value)[0].strip(" ,;(–-<")
        rest = value[len(name) :]
        return (name, [rest]) if rest and is_name(name) and kind_of(name) is EntityKind.PERSON else None
    name = match["name"].strip()
    rest = value[match.end("name") :]
    reached = "@" in rest or read_phone(rest) is not None
    if not is_name(name) or (kind_of(name) is not EntityKind.PERSON and not reached):
        return None
    extras = [match["paren"] or match["rest"], *value[match.end() :].split(",")]
    return name, [extra.strip(" ,;()<>") for extra in extras if extra and extra.strip(" ,;()<>")]


def person_claims(name: str, extras: list[str], place: Place, is_person: bool = False) -> Iterator[RawClaim]:
    """Mail, phone and role behind a name; `is_person` when the key before it says that it names one."""
    kind = kind_of(name, person_evidence=is_person)
    for extra in extras:
        if mail := _MAIL.search(extra):
            yield found(place, "card", name, "email", mail[0], kind, "text")
        elif phone := read_phone(extra):
            yield found(place, "card", name, "phone", phone, kind, "text")
        elif is_role(extra):
            yield found(place, "card", name, "role", extra, EntityKind.PERSON, "text")


def read_phone(text: str) -> str | None:
    """The phone number in a text, as written; None when there is none."""
    match = _PHONE.search(text)
    if (
        match is None
        or sum(c.isdigit() for c in match["number"]) < 7
        or re.match(r"\d{4}-\d\d-\d\d", match["number"])
    ):
        return None
    return match["number"].strip()


def is_role(text: str) -> bool:
    """True for a short noun phrase that names what somebody does."""
    words = [word.lower().strip(".,") for word in re.split(r"[\s/-]+", text) if word]
    head = next((words[:i] for i, word in enumerate(words) if i and word in ("of", "for", "at", "in")), words)
    named = bool(set(words) & ROLES) and (
        len(words) <= 2 or bool(set(head[-1:] + head[:1] * (len(head) < 3)) & ROLES)
    )
    return 1 <= len(words) <= 6 and named and not re.search(r"[.!?:;@]|\d", text)


def pairs_on_line(line: Plain) -> list[Pair]:
    """All pairs of a line: one, or several with ` | ` or `; ` between them. Empty when it is none."""
    parts = re.split(r"\s\|\s|;\s", line.text)
    pairs = [read_pair(part.strip()) or read_bare(part.strip()) for part in parts]
    if len(parts) > 1 and all(pairs) and any(not pair.bare for pair in pairs if pair):
        return [pair for pair in pairs if pair]
    whole = read_pair(line.text)
    return [whole] if whole else []
