"""Names that were purged, found in a text by their hashes: the guard puts a placeholder in their place."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.deps import SyncDeps
from ingest.destinations import Destinations
from ingest.load import Loaded
from kg.model.document import NotRead
from kg.model.ids import path_hash
from kg.model.names import folded, name_key
from kg.model.purged import Purged
from policy.gate import Admit
from policy.offsets import NO_EDITS, Edit, Offsets
from policy.scope import audience

PLACEHOLDER = "[secret:purged]"
WORDS = 6
"""The longest name that is found has so many words."""
AGAIN = "It was purged and is not taken in again. To lift that: kg purge allow PATH"
SAME_AGAIN = (
    "What it says was purged under another path and is not taken in again. To lift that: kg purge allow PATH, with "
    "the path of this file"
)

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
    "\u0e31-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
"""Signs that stand upon a letter or after it (Unicode blocks of combining marks, and the scripts of India)."""
_WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_MARKS}])*")
_GAP = 3
"""Characters between two words of one name, as in `AT & T`."""


def first_word(key: str) -> str:
    """By which a name is looked for."""
    found = _WORD.search(key)
    return found.group() if found else key


def without_names(text: str, purged: Purged) -> tuple[str, Offsets]:
    """The text with a placeholder for each purged name. Costs a hash a word where names were purged, else
    nothing."""
    if not purged.names:
        return text, NO_EDITS
    parts, edits, done = list[str](), list[Edit](), 0
    for start, end in _named(text, purged):
        parts += (text[done:start], PLACEHOLDER)
        edits.append(Edit(start, end, len(PLACEHOLDER)))
        done = end
    return "".join((*parts, text[done:])), Offsets(tuple(edits))


def holds(text: str, firsts: Sequence[str], purged: Purged) -> bool:
    """Whether `without_names` would replace something; `firsts` are the names' first words, as they are."""
    low = folded(text)
    return any(first in low for first in firsts) and bool(without_names(text, purged)[1].edits)


def _named(text: str, purged: Purged) -> Iterator[tuple[int, int]]:
    """The longest name at each place, from left to right."""
    words = [match.span() for match in _WORD.finditer(text)]
    known: dict[str, bool] = {}
    at = 0
    while at < len(words):
        start, end = words[at]
        word = text[start:end]
        if word not in known:
            known[word] = purged.hashed(first_word(name_key(word))) in purged.firsts
        length = _longest(text, words[at : at + WORDS], purged) if known[word] else 0
        if length:
            yield start, words[at + length - 1][1]
        at += max(1, length)


def _longest(text: str, words: list[tuple[int, int]], purged: Purged) -> int:
    """How many of these words are a name together; 0 for none."""
    for length in range(len(words), 0, -1):
        some = words[:length]
        near = all(after[0] - before[1] <= _GAP for before, after in pairwise(some))
        if near and purged.hashed(name_key(text[some[0][0] : some[-1][1]])) in purged.names:
            return length
    return 0


async def keeping_out(deps: SyncDeps) -> SyncDeps:
    """The same, with files loaded so that what was purged does not come in again."""
    purged = await deps.store.purged()
    if not (purged.paths or purged.contents or purged.names):
        return replace(deps, stamp=purged.stamp)
    workspace, load = deps.store.workspace, deps.load
    destinations = Destinations(await deps.store.folder_settings())

    def guarded(path: str) -> Loaded | NotRead:
        if path_hash(workspace, unicodedata.normalize("NFC", path)) in purged.paths:
            return NotRead("purged", AGAIN)
        loaded = load(path)
        if isinstance(loaded, NotRead):
            return loaded
        decision = destinations.decide(path.rpartition("/")[0])
        # Where no policy can be read, it is not known whose it is.
        mine = purged.within(audience(workspace, decision.scope)) if isinstance(decision, Admit) else purged
        return replace(loaded, purged=mine)

    return replace(deps, load=guarded, stamp=purged.stamp)
