"""When two spellings are one name: equal keys are identity, so a key folds spelling and nothing else.

Folded: Unicode form and case (ß as ss, both Turkish i, final sigma), typographic quotes and dashes, spaces,
invisible characters, a possessive at the end, and punctuation that only separates words. Kept: whatever may
tell two things apart, such as digits, `+ # - _ / & $ @ \\` and brackets (`C`, `C++`, `C#`; `P2`, `P21`)."""

import re
import unicodedata

_DOT_ABOVE = "\u0307"
_QUOTES = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u0131": "i",
    }
)
_SEPARATORS = (
    re.compile(r"[;\"]"),
    re.compile(r"(?<!\d),|,(?!\d)"),
    re.compile(r"(?<![^\W_])[:!?]+|[:!?]+(?![^\W_])"),
    re.compile(r"\.+(?!\w)"),
    re.compile(r"(?<!\w)'|'(?!\w)"),
    re.compile(r"(?<!\S)-+(?!\S)"),
)
_AMPERSAND = re.compile(r"\s*&\s*")
_POSSESSIVE = re.compile(r"(?<=\w)'s$")
_LEGAL_FORMS = frozenset(
    {
        *("ltd", "inc", "corp", "co", "llc", "llp", "plc", "pty ltd", "pte ltd", "gmbh", "gmbh&co kg", "ag"),
        *(
            "kg",
            "ohg",
            "ug",
            "se",
            "ev",
            "eg",
            "sa",
            "sas",
            "sarl",
            "srl",
            "spa",
            "bv",
            "nv",
            "ab",
            "oy",
            "oyj",
        ),
        *("as", "aps", "asa", "kk", "doo", "sp zoo"),
    }
)
_FORM_VARIANTS = {
    "limited": "ltd",
    "incorporated": "inc",
    "corporation": "corp",
    "company": "co",
    "s.a": "sa",
    "s.r.l": "srl",
    "s.p.a": "spa",
    "b.v": "bv",
    "n.v": "nv",
    "e.v": "ev",
    "a/s": "as",
    "d.o.o": "doo",
    "sp z o.o": "sp zoo",
}


def display_name(text: str) -> str:
    """The name as it is stored and shown: as given, in NFC, trimmed, a lone surrogate as U+FFFD."""
    sound = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return " ".join(unicodedata.normalize("NFC", sound).split())


def name_key(text: str) -> str:
    """The comparison key of a name; equal keys are the same name. Empty only for a blank name; a name made
    of nothing but punctuation keeps it. The key of a key is itself."""
    key = _fold(text)
    while (shorter := _separate(key)) != key:
        key = shorter
    return key


def legal_form(key: str) -> tuple[str, str] | None:
    """A firm's key as (key without its legal form, the form): `northwind ltd` is (`northwind`, `ltd`).
    Written variants of one form give the same form; None when the key ends in none or is nothing else."""
    words = key.split(" ")
    for size in (3, 2, 1):
        ending = " ".join(words[-size:])
        form = _FORM_VARIANTS.get(ending, ending)
        if form in _LEGAL_FORMS and len(words) > size:
            return " ".join(words[:-size]), form
    return None


def folded(text: str) -> str:
    """A text as name keys are folded, with its separators: whatever is a word of a key stands in it so."""
    return text.lower() if text.isascii() else _fold(text)


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", display_name(text)).translate(_QUOTES).casefold()
    folded = unicodedata.normalize("NFKC", folded.translate(_QUOTES)).replace("i" + _DOT_ABOVE, "i")
    visible = "".join(
        " " if unicodedata.category(c) == "Cc" else c for c in folded if unicodedata.category(c) != "Cf"
    )
    return " ".join(visible.split())


def _separate(key: str) -> str:
    words = _AMPERSAND.sub("&", key)
    for pattern in _SEPARATORS:
        words = pattern.sub(" ", words)
    words = _POSSESSIVE.sub("", " ".join(words.split()))
    return words if any(c.isalnum() for c in words) else key
