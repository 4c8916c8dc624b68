"""The ladder: four rungs, and which machinery each lets a file touch."""

from dataclasses import dataclass
from enum import StrEnum


class Rung(StrEnum):
    """What form a folder's content takes in memory."""

    NOTHING = "nothing"
    TEXT = "text"
    GIST = "gist"
    FACTS = "facts"

    @property
    def height(self) -> int:
        """0 for `nothing` to 3 for `facts`."""
        return list(Rung).index(self)


DEFAULT_RUNG = Rung.TEXT
"""Searchable, never volunteered."""


@dataclass(frozen=True, slots=True)
class Machinery:
    """What a file may touch. Each rung adds to the one below."""

    passages: bool
    card: bool
    mentions: bool
    pointer: bool
    facts: bool


def machinery(rung: Rung) -> Machinery:
    """What this rung lets a file touch."""
    height = rung.height
    return Machinery(
        passages=height >= 1, card=height >= 2, mentions=height >= 2, pointer=height >= 3, facts=height >= 3
    )
