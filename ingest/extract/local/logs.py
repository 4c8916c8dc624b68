"""A running log: what its lines name though they write it small, and which lines are only its pulse."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.extract.local.blocks import Block
from ingest.extract.local.commonness import is_common
from ingest.extract.local.names import proper_words
from ingest.words import word_set

MIN_LINES = 6
"""Stamped lines from which a segment is a log."""
RECURS = 3
"""Lines in which a word stands where a thing stands, from which it is one; and lines of one shape from which
that shape is routine. Set on one log of 380 lines and on the notes of the tests."""

_PLACED = re.compile(
    r"(?:\b(?:of|on|for|at|from|by|with) |^)(?P<word>[a-z][a-z0-9]{2,}(?:-[a-z0-9]+)*)(?=[ :,.]|$)"
)
_CLASS = re.compile(r"\b(?:the|an?|this|each|every|no|all|some|new|old) (?P<word>[a-z][\w-]+)")
_ROUTINE = word_set(
    "backup backups check checks restart restarts restarted load queue heartbeat health ping disk cron uptime "
    "rotated drained healthcheck snapshot ok poll polled scan scrub reboot rebooted"
)


@dataclass(frozen=True, slots=True)
class Log:
    """What a log names in small letters, and the shapes of its routine lines."""

    names: frozenset[str] = frozenset()
    shapes: frozenset[str] = frozenset()

    def is_pulse(self, text: str) -> bool:
        """True for a line that says again what the log says all the time: a backup finished, a disk is fuller."""
        words = set(re.findall(r"[a-z][\w-]*", text))
        if not words & self.names or proper_words(text):
            return False
        return _shape(text, self.names) in self.shapes or bool(words & _ROUTINE)


def read_log(found: Sequence[Block]) -> Log:
    """The log that a segment's blocks are; one without names when they are none."""
    lines = list(_stamped(found))
    if len(lines) < MIN_LINES:
        return Log()
    placed = Counter(word for line in lines for word in {match["word"] for match in _PLACED.finditer(line)})
    classes = {match["word"] for line in lines for match in _CLASS.finditer(line)}
    names = frozenset(
        word
        for word, times in placed.items()
        if times >= RECURS and word not in classes and word not in _ROUTINE and not is_common(word)
    )
    shapes = Counter(_shape(line, names) for line in lines)
    return Log(names, frozenset(shape for shape, times in shapes.items() if times >= RECURS))


def _stamped(found: Sequence[Block]) -> Iterator[str]:
    for block in found:
        if block.kind == "item" and block.entry_kind == "log":
            yield " ".join(line.text for line in block.lines)


def _shape(text: str, names: frozenset[str]) -> str:
    bare = re.sub(r"\b\d[\d.,:]*", "#", text)
    return re.sub(r"[a-z][\w-]*", lambda match: "@" if match[0] in names else match[0], bare)
