"""What is written like a name, and what kind of thing it probably names."""

import re
from collections import Counter

from ingest.datewords import MONTHS, WEEKDAYS, fold
from ingest.extract.local.commonness import is_common, is_everyday
from ingest.extract.local.lexicon import (
    EVENT_WORDS,
    FIRST_NAMES,
    FIRST_TITLES,
    HEADING_WORDS,
    IMPERATIVES,
    LEGAL_FORMS,
    ORG_WORDS,
    PLACE_WORDS,
    PROJECT_WORDS,
    ROLES,
)
from ingest.subjects import refuse_subject
from kg.model.kinds import EntityKind

CODE = r"(?:[A-Z]{1,6}-?\d[\w-]*|[A-Za-z]+-\d[\w-]*|[A-Z]+-[A-Z]+\d*)"
_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀŁŚŠŽİ][\w’'.&-]*[\w]|[A-ZÀ-ÖØ-Þ]\.?|[a-z]+[A-Z]\w*)"
_JOIN = r"(?:&|of|de|del|della|di|da|du|van|von|der|den|ter|zu|la|le|y|e|al|bin)"
NAME = rf"(?:{CODE}|{_WORD})(?:[ ](?:{_JOIN}[ ]){{0,2}}(?:{CODE}|{_WORD}|\d{{1,4}}(?![\d:.%/-])))*"
"""A run of capitalised words and codes, with small words between them."""

_CAMEL = re.compile(r"^[a-z]+[A-Z]\w*$")
_CODE = re.compile(rf"^{CODE}$")
_SLUG = re.compile(r"^[a-z]+(?:-[a-z]+)*-\d[\w-]*$|^[a-z]{3,}-[a-z]{3,}$")
_PERSON_TOKEN = re.compile(
    r"^(?:Mc|Mac|O[’']|D[’'])?[A-ZÀ-ÖØ-ÞİŠŽŁ][^\W\dA-Z_]+(?:[-’'][^\W\d_]+)*$|^[A-Z]\.$"
)


def is_calendar_word(word: str) -> bool:
    """True for months and weekdays."""
    plain = fold(word.strip("., "))
    if plain.endswith("days"):
        plain = plain.removesuffix("s")
    return (
        plain in MONTHS
        or plain in WEEKDAYS
        or plain in ("easter", "christmas", "ramadan", "whitsun", "thanksgiving")
    )


def is_code(word: str) -> bool:
    """True for `P2`, `TR-5`, `heron-01`, `eBay`: names by their form alone."""
    return bool(_CODE.match(word) or _CAMEL.match(word) or re.match(r"^[a-z]+-\d[\w-]*$", word))


def proper_words(text: str) -> list[str]:
    """The words of a text that only a name would spell so: codes, and capitalised words that are not
    ordinary ones, months or weekdays."""
    words = [word.strip(".,;:()\"'") for word in text.split()]
    return [word for word in words if word and _is_proper(word)]


def _is_proper(word: str) -> bool:
    if is_code(word):
        return True
    bare = word.removesuffix("'s").removesuffix("’s")
    return bare[:1].isupper() and not is_calendar_word(bare) and not is_common(bare)


_TITLE = re.compile(r"^(?:Mr|Mrs|Ms|Dr|Prof|Capt|Rev)\.\s(?=[A-ZÀ-Þ])")


_CURRENCIES = frozenset(
    {"EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "VAT", "MWST", "TVA", "IVA", "OK", "NOT"}
)


def is_name(text: str, known: frozenset[str] = frozenset()) -> bool:
    """True when a whole text (a heading, a table cell, a key) is the name of a thing: capitalised
    throughout or a code, not boilerplate, with at least one word that no dictionary has, or two capitalised
    words of which the last is no heading word; or one of the `known` names of this segment."""
    bare = _TITLE.sub("", text.strip().strip(".,;:"))
    if bare in known:
        return refuse_subject(bare) is None
    words = bare.split()
    if bare in _CURRENCIES:
        return False
    if any(is_calendar_word(word) for word in words) and (len(words) == 1 or re.search(r"\d", bare)):
        return False
    if not 1 <= len(words) <= 7 or refuse_subject(bare) or re.search(r"[?!;=]|\.\s", bare):
        return False
    capitals = [word for word in words if word[0].isupper() or is_code(word) or word[0].isdigit()]
    small = [word for word in words if word not in capitals]
    if not capitals or any(not re.fullmatch(_JOIN, word) and word not in ("the", "and") for word in small):
        return len(words) == 1 and bool(_SLUG.match(bare))
    if len(words) == 1 and bare.lower() in HEADING_WORDS:
        return False
    if words[-1].lower().rstrip("s") in ROLES and not proper_words(bare):
        return False
    if {word.lower().strip(",") for word in words} & HEADING_WORDS and len(proper_words(bare)) < 1:
        return False
    return bool(proper_words(bare)) or (len(capitals) >= 2 and not all(is_calendar_word(w) for w in capitals))


def kind_of(name: str, person_evidence: bool = False) -> EntityKind:
    """The kind a name suggests by its words; `thing` when nothing does."""
    words = name.replace(",", " ").split()
    if not words:
        return EntityKind.THING
    last = words[-1].strip(".").lower()
    if words[0].strip(".") in FIRST_TITLES or person_evidence:
        return EntityKind.PERSON
    if words[-1].strip(".") in LEGAL_FORMS or last in ORG_WORDS or "&" in words:
        return EntityKind.ORGANIZATION
    for table, kind in ((PROJECT_WORDS, "project"), (EVENT_WORDS, "event"), (PLACE_WORDS, "place")):
        if last in table or (
            table is PLACE_WORDS and len(words) > 1 and _has_number(words) and words[0].lower() in table
        ):
            return EntityKind(kind)
    if re.search(r"(?:straße|strasse|gasse|weg|platz)$", words[0].lower()):
        return EntityKind.PLACE
    if any(word.lower() in PLACE_WORDS for word in words) and _has_number(words):
        return EntityKind.PLACE
    return _by_form(words)


_MID_SENTENCE = re.compile(rf"(?:(?<=\s)|^)(?P<before>[^\s.!?:|]+)[ ](?P<name>{NAME})")


def names_met(text: str) -> frozenset[str]:
    """Names that a text shows to be names: written with a capital behind a small word of the same sentence."""
    found: set[str] = set()
    for match in _MID_SENTENCE.finditer(text):
        name, before = match["name"], match["before"].strip(",;()")
        opened = name.split()[0]
        if before.islower() and len(name) > 2 and not is_calendar_word(opened) and opened != "I":
            found.add(name)
    return frozenset(found)


def ordinary_here(text: str) -> frozenset[str]:
    """Words that a text writes small more often than with a capital in mid-sentence: no names in it."""
    small = Counter(re.findall(r"(?<![\w/.-])[a-z]{3,}(?![\w/-])", text))
    capital = Counter(match[1].lower() for match in re.finditer(r"(?<=[a-z,] )([A-Z][a-z]{2,})\b", text))
    return frozenset(word for word, count in small.items() if count > capital[word])


def _has_number(words: list[str]) -> bool:
    return any(word[0].isdigit() for word in words)


def _is_ordinary(words: list[str]) -> bool:
    if any("-" in word and all(is_common(part) for part in word.split("-")) for word in words):
        return True
    return is_common(words[-1]) or (
        is_everyday(words[0]) and len(words[0]) > 2 and words[0].lower() not in FIRST_NAMES
    )


def _by_form(words: list[str]) -> EntityKind:
    if any(is_code(word) for word in words):
        return EntityKind.PRODUCT
    alphabetic = all(_PERSON_TOKEN.match(word) or re.fullmatch(_JOIN, word) for word in words)
    if 2 <= len(words) <= 4 and alphabetic and not words[0].isupper() and not _is_ordinary(words):
        return EntityKind.PERSON
    return EntityKind.THING


def sentence_name(name: str) -> str | None:
    """The name without what a sentence puts before it; None for orders and what is no name."""
    bare = re.sub(
        r"^(?:The|A|Our|But|And|So|Also|Then|Today|Yesterday|While|When|If|As|[A-Z][a-z]+ed)\s", "", name
    )
    if bare != name and bare.split()[0] != name.split()[0] and name.split()[0].endswith("ed"):
        return None
    first = bare.split()[0]
    if first in ("This", "That", "These", "Those", "Each", "Every", "Any", "No"):
        return None
    if first.lower() in IMPERATIVES and len(bare.split()) > 1 and not first.isupper():
        return None
    return bare if is_name(bare) and not refuse_subject(bare) else None
