"""Words as the full-text indexes hold them, and queries over them that no text can break.

Both sides are cut by the same function, and the server only splits at blanks. So an escaped word is one
clause, user text has no syntax, and what is found does not depend on an analyzer's version. A word is
compatibility-folded (NFKC, case, accents). English endings are stemmed: on the public dialog sets stemming
was part of every BM25 figure worth keeping, and words of other languages, numbers and codes pass unchanged
or alike on both sides. A compound (`AC/DC`, `tb-12`, `node:7`, `R&D`, `C++`) is itself a word beside its
parts. Scripts without blanks between words (Chinese, Japanese, Thai and so on, and Korean for its particles)
are cut into overlapping pairs of characters, which finds a name of two.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

WORD_LIMIT = 32
"""Words of one query: two fields each and the audiences stay under Lucene's 1,024 clauses."""
AUDIENCE_LIMIT = 500
LONGEST_WORD = 64
"""Characters; longer runs (encoded pictures, hashes in a row) are cut, alike on both sides."""
MOST_PARTS = 6
"""A compound of more parts (a URL, a path) is no word of its own."""

_FUNCTION_WORDS = (
    "a about an and any are as at be been but by can could d did do does for from had has have he her him "
    "his how i if in into is it its just ll m me might my no nor not of on or our out over please re s shall "
    "she should so some t tell than that the their them then there these they this those to too up us ve was "
    "we were what when where which who whom whose why will with would you your"
)
"""English words that say nothing of what is asked for; a query of nothing else keeps them."""

_MARKS = (
    "\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0fbc\u102b-\u103e\u17b4-\u17d3"
)
_LETTER = rf"[^\W_]|[{_MARKS}]"
_WORD = re.compile(rf"(?:{_LETTER})+")
_COMPOUND = re.compile(rf"[\w{_MARKS}]+(?:[-./\\:@&'+,][\w{_MARKS}]+)*(?:\+\+|#(?!\w))?")
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    r"\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_POSSESSIVE = re.compile(r"(?<=\w)'s\b")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
_LETTERS = dict(zip("øæœłđðþı’‘", ("o", "ae", "oe", "l", "d", "d", "th", "i", "'", "'"), strict=True))
_ODD = re.compile(f"[{''.join(_LETTERS)}]")
_AUDIENCE = re.compile(r"a[0-9a-f]{24}")
_ESCAPED = re.compile(r"([^\w])")


@cache
def _stemmer() -> Any:
    # Imported at the first word: with all its languages it takes longer than a run in which nothing changed needs.
    from snowballstemmer.english_stemmer import EnglishStemmer

    return EnglishStemmer()


def terms(text: str) -> str:
    """The words of a text for the index, separated by blanks, repeated as often as they occur."""
    return " ".join(_words(text, single=True))


def query_words(text: str, limit: int = WORD_LIMIT) -> tuple[str, ...]:
    """The distinct words of a question, without function words if anything else is left. Of a text with
    more than `limit` words the first and the last half of the limit are taken: how a long turn begins and
    how it ends."""
    found = tuple(dict.fromkeys(_words(text, single=False)))
    kept = tuple(word for word in found if word not in _function_stems()) or found
    half = limit // 2
    return kept if len(kept) <= limit else (*kept[: limit - half], *kept[-half:])


def lucene_query(
    text: str, audiences: Sequence[str], project: str | None = None, limit: int = WORD_LIMIT
) -> str | None:
    """A query for `passages_text` or `memory_text` that finds only what one of the audiences may read, and
    only of `project` when given. None when no word or no well-formed audience is left: an empty clause would
    vanish from the query and open it to everyone, so then there must be no query at all. At most 500
    audiences count. Audience and project add nothing to a score (`^0`)."""
    words = query_words(text, limit)
    tokens = [token for token in dict.fromkeys(audiences) if _AUDIENCE.fullmatch(token)][:AUDIENCE_LIMIT]
    if not words or not tokens:
        return None
    wanted = " ".join(_ESCAPED.sub(r"\\\1", word) for word in words)
    shelf = "" if project is None else f"+project_token:({project_token(project)})^0 "
    return f"+audience:({' '.join(tokens)})^0 {shelf}+(terms:({wanted}) context_terms:({wanted}))"


def project_token(project: str) -> str:
    """The project as one word of the index: a name may hold blanks and syntax."""
    return "p" + hashlib.blake2b(project.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _words(text: str, *, single: bool) -> Iterator[str]:
    """The words in order. `single`: also each character of an unspaced run, so that a question of one
    character finds it."""
    folded = _POSSESSIVE.sub("", _fold(text))
    for compound in _COMPOUND.findall(folded):
        if compound.isascii() and compound.isalnum():
            yield _plain(compound)
            continue
        parts = _WORD.findall(compound)
        for part in parts:
            yield from _cut(part, single=single)
        if parts and compound != parts[0] and len(parts) <= MOST_PARTS and len(compound) <= LONGEST_WORD:
            yield compound.replace(",", "")


def _cut(word: str, *, single: bool) -> Iterator[str]:
    if word.isascii():
        yield _plain(word)
        return
    at = 0
    for run in _UNSPACED.finditer(word):
        yield from _spaced(word[at : run.start()])
        yield from _pairs(run[0], single=single)
        at = run.end()
    yield from _spaced(word[at:])


def _spaced(word: str) -> Iterable[str]:
    return (word[:LONGEST_WORD],) if word else ()


def _pairs(run: str, *, single: bool) -> Iterator[str]:
    if single or len(run) == 1:
        yield from run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = _ODD.sub(lambda match: _LETTERS[match[0]], folded)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", folded)))


@lru_cache(maxsize=65_536)
def _plain(word: str) -> str:
    """An ASCII word as it is indexed: English words of four letters and more by their stem."""
    cut = word[:LONGEST_WORD]
    return str(_stemmer().stemWord(cut)) if len(cut) > 3 and cut.isalpha() else cut


@cache
def _function_stems() -> frozenset[str]:
    return frozenset(map(_plain, _FUNCTION_WORDS.split()))
