"""The Memory Guard: secrets in a text become typed placeholders before anything is made of the text.

`[secret:aws-key]` stands for one secret, and for the same one wherever it stands in the document; a second
one of its type is `[secret:aws-key-2]`. So two lines about one key still join, and neither holds it. Ids,
hashes, UUIDs, version numbers and encoded pictures stay: they are what people search for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from policy.guard.blocks import BLOCKS
from policy.guard.rule import Anchors, Rule
from policy.guard.tokens import FORMS, SHORTEST, TOKENS
from policy.guard.values import is_strong
from policy.guard.words import WORDS
from policy.offsets import NO_EDITS, Edit, Offsets


@dataclass(frozen=True, slots=True)
class Finding:
    """One secret: its type, its place in the source text, the rule that found it. Never the secret."""

    kind: str
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets. `findings` are in order and apart; `offsets` leads to the source text
    and back."""

    text: str
    findings: tuple[Finding, ...] = ()
    offsets: Offsets = NO_EDITS

    def to_source(self, place: int, end: bool = False) -> int:
        """See `Offsets.to_source`."""
        return self.offsets.to_source(place, end)


def redact(text: str) -> Redacted:
    """Replaces every secret by its placeholder. Takes time in proportion to the length of the text, whatever
    is in it. What is redacted already stays as it is."""
    hits = _apart(_found(text))
    if not hits:
        return Redacted(text)
    hits = _apart((*hits, *_repeated(text, hits)))
    parts, edits, done = list[str](), list[Edit](), 0
    for hit, placeholder in zip(hits, _placeholders(text, hits), strict=True):
        parts += (text[done : hit.start], placeholder)
        edits.append(Edit(hit.start, hit.end, len(placeholder)))
        done = hit.end
    findings = tuple(Finding(_RULES[hit.rank].kind, hit.start, hit.end, _RULES[hit.rank].id) for hit in hits)
    return Redacted("".join((*parts, text[done:])), findings, Offsets(tuple(edits)))


@dataclass(frozen=True, slots=True, order=True)
class _Hit:
    start: int
    end: int
    rank: int
    """Of the rule, in order of precision."""


_RULES: Sequence[Rule] = (*BLOCKS, *TOKENS, *(rule for _, rule in FORMS), *WORDS)
_RANK = {id(rule): rank for rank, rule in enumerate(_RULES)}
_WORD_ANCHORS = Anchors((*BLOCKS, *WORDS))
_TOKEN_ANCHORS = Anchors(TOKENS)
_PLACEHOLDER = re.compile(r"\[secret:([a-z-]{1,40}?)(?:-(\d{1,9}))?\]")
_FORM_PATTERNS = tuple((re.compile(pattern), rule) for pattern, rule in FORMS)


def _found(text: str) -> Iterator[_Hit]:
    """Of each part between placeholders that are there already: none of them is a secret, or part of one."""
    start = 0
    for placeholder in _PLACEHOLDER.finditer(text):
        yield from _found_in(text[start : placeholder.start()], start)
        start = placeholder.end()
    yield from _found_in(text[start:], start)


def _found_in(text: str, shift: int) -> Iterator[_Hit]:
    done = [0] * len(_RULES)
    for at, rule in _met(text):
        rank = _RANK[id(rule)]
        if at < done[rank]:
            continue
        for start, end in rule.find(text, at):
            done[rank] = end
            yield _Hit(shift + start, shift + end, rank)


def _met(text: str) -> Iterator[tuple[int, Rule]]:
    """Where a rule has to look."""
    yield from _WORD_ANCHORS.met(_lower(text), 0, len(text))
    for start, end in _long_words(text):
        yield from _TOKEN_ANCHORS.met(text, start, end)
    for pattern, rule in _FORM_PATTERNS:
        yield from ((match.start(), rule) for match in pattern.finditer(text))


_CHUNK = 1 << 16
"""Characters taken apart into words at once; a chunk ends with a line."""


def _long_words(text: str) -> Iterator[tuple[int, int]]:
    """The places of words that are long enough for a token; in prose that is a small part."""
    start = 0
    while start < len(text):
        cut = text.find("\n", start + _CHUNK)
        chunk = text[start : cut if cut >= 0 else len(text)]
        at = 0
        for word in chunk.split():
            if len(word) >= SHORTEST:
                at = chunk.index(word, at)
                yield start + at, start + at + len(word)
                at += len(word)
        start += len(chunk)


def _lower(text: str) -> str:
    """Lower case of the same length: the one letter whose lower case is two is spelled as one first."""
    return text.replace("\u0130", "i").lower()


def _apart(hits: Iterable[_Hit]) -> tuple[_Hit, ...]:
    """In order, and where several overlap, one over all of them, named by the most precise."""
    apart: list[_Hit] = []
    for hit in sorted(hits):
        if apart and hit.start < apart[-1].end:
            last = apart[-1]
            apart[-1] = _Hit(last.start, max(last.end, hit.end), min(last.rank, hit.rank))
        else:
            apart.append(hit)
    return tuple(apart)


_FEW = 64
"""Secrets that are each searched through the whole text; of more, the text's words are looked up instead."""

_WORD = re.compile(r"[^\s\"'`,;<>()\[\]{}]{6,400}")


def _repeated(text: str, hits: Sequence[_Hit]) -> Iterator[_Hit]:
    """The same secrets elsewhere, where nothing beside them tells what they are."""
    wanted = {text[hit.start : hit.end]: hit.rank for hit in reversed(hits) if _is_telling(text, hit)}
    if len(wanted) <= _FEW:
        for secret, rank in wanted.items():
            at = text.find(secret)
            while at >= 0:
                if _stands_alone(text, at, at + len(secret)):
                    yield _Hit(at, at + len(secret), rank)
                at = text.find(secret, at + len(secret))
        return
    for word in _WORD.finditer(text):
        secret = word[0].strip(".:=!?")
        if secret in wanted:
            start = word.start() + word[0].index(secret)
            yield _Hit(start, start + len(secret), wanted[secret])


def _is_telling(text: str, hit: _Hit) -> bool:
    """Not a plain word or number, which elsewhere in the text may be just that."""
    secret = text[hit.start : hit.end]
    return len(secret) >= 6 and "\n" not in secret and (len(secret) >= 16 or is_strong(secret))


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())


def _placeholders(text: str, hits: Sequence[_Hit]) -> list[str]:
    """One for each hit; equal secrets share one. Numbers go on from those that the text has already."""
    last = dict[str, int]()
    for kind, number in _PLACEHOLDER.findall(text):
        last[kind] = max(last.get(kind, 0), int(number or 1))
    named = dict[str, str]()
    for hit in hits:
        secret, kind = text[hit.start : hit.end], _RULES[hit.rank].kind
        if secret not in named:
            last[kind] = last.get(kind, 0) + 1
            named[secret] = f"[secret:{kind}]" if last[kind] == 1 else f"[secret:{kind}-{last[kind]}]"
    return [named[text[hit.start : hit.end]] for hit in hits]
