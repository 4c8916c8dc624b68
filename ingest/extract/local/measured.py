"""What a part of a comma list gives without a verb or a sign: `battery 24 months`, `60 pallets`, `EUR 64 each`."""

import re

from ingest.extract.local.commonness import is_common
from ingest.extract.local.fields import Pair
from ingest.extract.local.lexicon import IMPERATIVES, STATES
from ingest.values import read_value
from ingest.words import word_set
from kg.model.kinds import ValueKind

_NOUNS = r"[a-z][a-zà-ÿ-]+(?: [a-z][a-zà-ÿ-]+){0,2}"
_VALUE = (
    r"(?:(?:about|approx\.?|around|ca\.?|up to|max\.?|min\.?|now"
    r"|at least) )?[€£$+-]?(?:[A-Z]{3} )?\d\S*(?: \S+){0,4}"
)
_KEYED = re.compile(rf"^(?P<key>{_NOUNS}) (?P<value>{_VALUE})$")
_COUNTED = re.compile(r"^(?P<count>\d[\d.,'’]*) (?P<what>[a-z][a-zà-ÿ-]{3,}(?: [a-z][a-zà-ÿ-]{2,})?)$")
_UNTIL = re.compile(
    r"^(?P<key>[a-z]+(?: [a-z]+)?) (?:till?|until|through) (?P<value>[\w. /-]{4,20}?)(?: \([^()]*\))?$"
)
_ARROW = re.compile(
    r"^(?P<key>[A-Za-z][\w -]{2,40}?)[:,]? (?P<old>\S+(?: \S+){0,2}) ?(?:->|→|=>) ?(?P<new>\S+(?: \S+){0,2})$"
)
_EACH = re.compile(r"^(?P<value>\S+(?: \S+)?)(?: each| apiece)$")

_VERBAL = word_set(
    "pays costs takes holds has gets owes bills charges weighs seats earns makes runs needs wants reads lasts sells "
    "buys gives brings carries saves loses wins moves starts ends begins opens closes arrives leaves comes goes spends "
    "is was are were has had and or but to of in on at by for from with than about since until till every each next "
    "last this that row page week day room step about only not another of line no under over after before between "
    "then now still asking maybe "
    "bis ab am im auf und für mit von zu er sie de du le la les en et y con al del"
)
"""Words that no key ends in: verbs, small words, and what numbers only tell its like apart."""
_TIMES = word_set(
    "day days week weeks month months year years hour hours minute minutes min times percent euro euros pounds"
)


def read_measured(part: str) -> Pair | None:
    """The pair a bare part is; None when it is none."""
    text = re.sub(r"\s\([^()]*\)$", "", part.strip(" .!"))
    for pattern in (_UNTIL, _KEYED):
        match = pattern.match(text)
        if match and _is_noun(match["key"]) and read_value(match["value"]) is not None:
            key = match["key"] + (" until" if pattern is _UNTIL else "")
            return Pair(key, match["value"], bare=True)
    counted = _COUNTED.match(text)
    if counted and counted["what"].endswith("s") and not set(counted["what"].split()) & (_TIMES | _VERBAL):
        return Pair(counted["what"], text, bare=True)
    value = read_value(text)
    each = _EACH.match(text)
    money = value is not None and value.kind is ValueKind.MONEY
    return Pair("price", text, bare=True) if money and (each or len(text.split()) <= 5) else None


def read_change(text: str) -> Pair | None:
    """`booking fee 1.20 -> 0.95`: the key and its new value."""
    match = _ARROW.match(text.strip(" ."))
    if match is None or not re.search(r"\d", match["old"]) or not re.search(r"\d", match["new"]):
        return None
    return Pair(match["key"].lower(), match["new"], bare=True) if len(match["key"].split()) <= 4 else None


def _is_noun(key: str) -> bool:
    last = key.split()[-1]
    first = key.split()[0]
    if (
        last in _VERBAL
        or last in STATES
        or first in IMPERATIVES - {"help"}
        or first in _VERBAL
        or last.endswith("ed")
    ):
        return False
    return is_common(last) or "-" in last or len(key.split()) > 1
