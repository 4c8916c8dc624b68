"""What is done to texts before any model sees them: what cannot be sent, what is blank, how many at once."""

import unicodedata
from collections.abc import Iterator, Sequence

UNSENDABLE = {0: " "} | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
"""NUL ends a C string, so what follows would not be read; halves of surrogate pairs are no UTF-8, and
U+FFFD says that something was there."""

UNSEEN = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Cn"})
"""Unicode categories without a glyph: spaces, separators, controls, zero-width and unassigned characters."""


def clean(text: str) -> str:
    """The text as it can be handed to any model."""
    return text.translate(UNSENDABLE) if not text.isascii() or "\0" in text else text


def is_blank(text: str) -> bool:
    """True when nothing in it can be seen."""
    return all(unicodedata.category(char) in UNSEEN for char in text)


def sendable(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """The places of the texts that are not blank, and those texts cleaned, in the same order."""
    places = [place for place, text in enumerate(texts) if not is_blank(text)]
    return places, [clean(texts[place]) for place in places]


def batches(texts: Sequence[str], most: int, characters: int) -> Iterator[list[str]]:
    """The texts in order, in runs of at most `most` texts and, beyond the first one, `characters`."""
    run: list[str] = []
    size = 0
    for text in texts:
        if run and (len(run) == most or size + len(text) > characters):
            yield run
            run, size = [], 0
        run.append(text)
        size += len(text)
    if run:
        yield run
