"""A turn as recall sees it: what a person said in it, what it may name, and what it asks for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.model.frame import own_output_spans
from kg.model.lucene import query_words
from kg.model.names import name_key
from kg.recall.phrases import COMMON, PLAIN, looks_ahead, wanted

EMBEDDED = 400
"""Characters of a turn that get a vector: e5 was trained on short questions, and a long text takes as many
times longer as it is longer."""
SEARCHED = 4_000
"""Characters of a turn that are searched for words: its first quarter and its end, if it is longer."""
WORDS_READ = 120
"""Words in which names are looked for: how a long turn begins and how it ends."""
NAME_WORDS, NAME_CHARACTERS = 6, 120
UNSPACED = 8
"""Characters of the longest name looked for in scripts without blanks."""
MOST_KEYS = 900

_FENCE = re.compile(r"^(?P<fence>```+|~~~+).*?(?:^(?P=fence)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_TRACE = re.compile(r"^Traceback \(most recent call last\):.*?(?:^\S[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)
_CODE_LINES = tuple(
    re.compile(pattern)
    for pattern in (
        r'^\s*File "[^"]*", line \d+',
        r"^\s*at [\w.$<>/]+\s?\(",
        r"^\s*(?:Caused by:|\.\.\. \d+ more|Traceback \(most recent)",
        r"^\s*[\w.]*(?:Error|Exception|Warning|Panic)\b\s*(?::|\(|$)",
        r"^\s*(?:def|class|async def|fn|func|function|interface|struct|enum)\s+\w+.*[:{(]\s*$",
        r"^\s*(?:import [\w.,* ]+|from [\w.]+ import .+|#include .+|using [\w.]+;|package [\w.]+;?)\s*$",
        r"^\s*(?:if|for|while|elif|else|try|except|finally|with|switch|case)\b.*[:{]\s*$",
        r"^\s*(?:const|let|var|public|private|protected|static|export|return)\b.*[;{(=]",
        r"^\s*(?:[$%]|>>>|\.\.\.)\s+\S",
        r"^(?:\+\+\+|---|@@) ",
        r"^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d",
        r"^\s*\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b",
        r"\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|MATCH|MERGE)\b.*\b(?:FROM|INTO|SET|TABLE|RETURN|WHERE)\b",
        r"[;{}]\s*$",
        r"^\s*[\w.]+\([^()]*\)\s*$",
        r'^\s*"[^"]+"\s*:\s*(?:["\d\[{]|true|false|null)',
        r"^\s*[\[{(].*[\]})],?\s*$",
        r"^\s*</?\w[^>]*>",
    )
)
_SYMBOLS = re.compile(r"[{}\[\]();=<>|&%$\\/_\"`+*#~^]")
_SYMBOL_SHARE = 0.2
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_TOKEN = re.compile(r"\S+")
_EDGES = ".,;:!?()[]{}<>\"'`*_~“”„‘’‚«»…、。，；：！？（）「」『』《》"
_NO_BLANKS = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_HANGUL = re.compile(r"[\uac00-\ud7af]{2,}")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a possible name stands. `plain`: a single lower-case word, which may be a name or just a word."""

    start: int
    end: int
    plain: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """`prose` is what is left without code, traces and recalled lines; `asked` the part that gets a vector,
    `searched` the part whose words are looked for; `words` the stems that say what it is about; `names`
    every name key it may hold and where in the prose."""

    prose: str
    asked: str
    searched: str
    words: tuple[str, ...]
    names: dict[str, Spot]
    wants: frozenset[str]
    ahead: bool
    pasted: bool


def read_turn(text: str) -> Turn:
    """Reads a turn. Pure, and linear in the length of the text."""
    prose = without_code(_without_own(text))
    asked, searched = _asked(prose), _searched(prose)
    return Turn(
        prose=prose,
        asked=asked,
        searched=searched,
        words=tuple(word for word in query_words(searched) if word not in COMMON),
        names=possible_names(prose),
        wants=wanted(asked),
        ahead=looks_ahead(asked),
        pasted=bool(text.strip()) and len(prose) < len(text.strip()) / 2,
    )


def without_code(text: str) -> str:
    """The text without fenced blocks, traces and lines that are code, logs or markup."""
    text = _TRACE.sub("\n", _FENCE.sub("\n", text))
    return "\n".join(line for line in text.split("\n") if not _is_code(line)).strip()


def _is_code(line: str) -> bool:
    if any(pattern.search(line) for pattern in _CODE_LINES):
        return True
    return len(line) >= 8 and len(_SYMBOLS.findall(line)) >= _SYMBOL_SHARE * len(line)


def _without_own(text: str) -> str:
    kept, at = [], 0
    for start, end in own_output_spans(text):
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])


def _asked(prose: str) -> str:
    """A short text whole; of a long one its questions, the last ones first to be kept, else its end."""
    if len(prose) <= EMBEDDED:
        return prose
    sentences = [match[0].strip() for match in _SENTENCE.finditer(prose)]
    questions = [s for s in sentences if s.endswith(("?", "？"))] or sentences
    kept: list[str] = []
    for sentence in reversed(questions):
        if sum(map(len, kept)) + len(sentence) > EMBEDDED:
            break
        kept.insert(0, sentence)
    return " ".join(kept) or prose[-EMBEDDED:]


def _searched(prose: str) -> str:
    if len(prose) <= SEARCHED:
        return prose
    return f"{prose[: SEARCHED // 4]}\n{prose[-(SEARCHED - SEARCHED // 4) :]}"


def possible_names(prose: str) -> dict[str, Spot]:
    """Every run of up to six words as a name key, without punctuation around it and also with it; of scripts
    without blanks every short run of characters."""
    tokens = [(match.start(), match.end()) for match in _TOKEN.finditer(prose)]
    if len(tokens) > WORDS_READ:
        tokens = [*tokens[: WORDS_READ // 3], *tokens[-(WORDS_READ - WORDS_READ // 3) :]]
    found: dict[str, Spot] = {}
    for start, end in _spans(prose, tokens):
        key = name_key(prose[start:end])
        if key and len(found) < MOST_KEYS and (key not in PLAIN or _written_as_name(prose, start, end)):
            found.setdefault(key, Spot(start, end, _plain(prose[start:end])))
    return found


def _spans(prose: str, tokens: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for first, (start, _) in enumerate(tokens):
        for _, end in tokens[first : first + NAME_WORDS]:
            if end - start <= NAME_CHARACTERS:
                yield from _trimmed(prose, start, end)
    for start, end in tokens:
        # A sentence without blanks is one token: how it ends is what was asked last.
        yield from _parts(prose, max(start, end - NAME_CHARACTERS), end)


def _trimmed(prose: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    word = prose[start:end]
    left = start + len(word) - len(word.lstrip(_EDGES))
    right = end - (len(word) - len(word.rstrip(_EDGES)))
    if left < right:
        yield left, right
        # A genitive without apostrophe (Northwinds Vertrag) is the name and an s.
        if right - left > 4 and prose[right - 1] == "s":
            yield left, right - 1
    if (left, right) != (start, end):
        yield start, end


def _parts(prose: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Names inside a token: before a hyphen, before a Korean particle, anywhere in unspaced scripts."""
    word = prose[start:end]
    if (dash := word.find("-")) > 2:
        yield start, start + dash
    for run in _HANGUL.finditer(word):
        for size in range(2, min(len(run[0]), UNSPACED) + 1):
            yield start + run.start(), start + run.start() + size
    for run in _NO_BLANKS.finditer(word):
        for at in range(len(run[0])):
            for size in range(2, min(len(run[0]) - at, UNSPACED) + 1):
                yield start + run.start() + at, start + run.start() + at + size


def _plain(name: str) -> bool:
    return name.isalpha() and name.islower()


def _written_as_name(prose: str, start: int, end: int) -> bool:
    """`ask Will`, `the IT budget`, but neither `Will you` at the start of a sentence nor a shouted turn."""
    word = prose[start:end]
    if len(word) > 1 and word.isupper():
        return not prose.isupper()
    before = prose[:start].rstrip(" \t\"'“„«(")
    return word[:1].isupper() and bool(before) and before[-1] not in ".!?:;。！？\n"
