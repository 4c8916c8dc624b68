"""Relation wording: short, lower case, as said. Two different wordings never become one."""

import re
import unicodedata

MAX_WORDS = 5
MAX_CHARACTERS = 60

_LEADING = re.compile(r"^(?:(?:the|a|an|his|her|its|their|our|my|your)\s+)+(?=\S\S)")
_EDGES = " \t\n.,:;!?*_`\"'"


def normalise_relation(text: str) -> str:
    """At most five words in lower case, without article, edge punctuation and underscores between words.
    Empty when nothing is left. Hyphens, signs and letters of every script stay: they tell wordings apart."""
    plain = unicodedata.normalize("NFC", text)
    if re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)+", plain):
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain)
    plain = re.sub(r"(?<=[^\W_])_+(?=[^\W_])", " ", plain).casefold()
    plain = re.sub(r"[\x00-\x1f\x7f]+|\s+", " ", plain).strip(_EDGES)
    words = _LEADING.sub("", plain).split()[:MAX_WORDS]
    return " ".join(words)[:MAX_CHARACTERS].strip(_EDGES)
