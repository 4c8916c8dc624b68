"""The ranking of pull: both channels, the share of words, and what stands there literally."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from kg.model.lucene import query_words, terms
from kg.model.seen import Piece
from kg.recall.letter import fold, literal, quoted
from kg.recall.neighbours import Ranked

SHARE = 1.0
"""For a hit that holds every word of the question, less for fewer."""
CODE, CODES_MOST, ONLY_CODE = 2.0, 4.0, 4.0
"""For each code, number or file name that stands there literally; more when the question is nothing else.
A quoted phrase is no matter of degree: what holds it goes before what does not."""
LEAST_SPREAD_OF_WORDS, LEAST_SPREAD_OF_MEANING = 0.25, 0.005
"""A standard deviation is taken to be at least this share of the best full-text score, and at least this
cosine: in a list of two or three nearly equal ones each would lie a whole deviation from the mean."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question looks for. `whole`: it is nothing but one code."""

    words: tuple[str, ...]
    phrases: tuple[str, ...]
    codes: tuple[str, ...]
    whole: bool


def rank(text: str, pieces: Sequence[Piece]) -> list[Ranked]:
    """The pieces with their scores, best first, equal ones by id: the sum of standard scores of meaning and
    words (words apart for passages and facts, which are two indexes), the share of the question's words,
    and what stands there literally. What shares no word and is no nearer than most is left out."""
    codes = literal(text)
    asked = _Asked(query_words(text), quoted(text), codes, codes == (fold(text),))
    near, worded = _nearness(pieces), _wording(pieces, "passage", "card") | _wording(pieces, "fact", "record")
    found = (_ranked(piece, asked, near[piece.id], worded[piece.id]) for piece in pieces)
    ranked = [one for one in found if one is not None]
    held = {one.piece.id: sum(phrase in one.exact for phrase in asked.phrases) for one in ranked}
    return sorted(ranked, key=lambda one: (-held[one.piece.id], -one.score, one.piece.id))


def _ranked(piece: Piece, asked: _Asked, near: float, worded: float) -> Ranked | None:
    readable = _readable(piece)
    codes = tuple(code for code in asked.codes if code in readable)
    if piece.words is None and near <= 0.0 and not codes:
        return None
    literally = min(CODES_MOST, CODE * len(codes)) + (ONLY_CODE if codes and asked.whole else 0.0)
    score = near + worded + SHARE * _share(asked.words, piece) + literally
    return Ranked(piece, score, tuple(one for one in asked.phrases if one in readable) + codes)


def _nearness(pieces: Sequence[Piece]) -> dict[str, float]:
    """Standard scores of the cosines; a passage without one is as far as the farthest, a fact (which has no
    vector of this kind) is neither near nor far."""
    scores = {p.id: p.similarity for p in pieces if p.similarity is not None}
    known = _standard(scores, LEAST_SPREAD_OF_MEANING)
    farthest = min(known.values(), default=0.0)
    return {p.id: known.get(p.id, 0.0 if p.kind in ("fact", "record") else farthest) for p in pieces}


def _wording(pieces: Sequence[Piece], *kinds: str) -> dict[str, float]:
    """Standard scores of the full-text scores of one index."""
    scores = {p.id: p.words or 0.0 for p in pieces if p.kind in kinds}
    return _standard(scores, LEAST_SPREAD_OF_WORDS * max(scores.values(), default=0.0))


def _readable(piece: Piece) -> str:
    return fold(" ".join((piece.text, piece.context, piece.title or "", piece.path or "")))


def _share(words: Sequence[str], piece: Piece) -> float:
    there = set(terms(f"{piece.text} {piece.context} {piece.title or ''}").split())
    return sum(word in there for word in words) / max(1, len(words))


def _standard(scores: dict[str, float], least: float) -> dict[str, float]:
    if not scores:
        return {}
    mean, deviation = fmean(scores.values()), max(pstdev(scores.values()), least) or 1.0
    return {key: (score - mean) / deviation for key, score in scores.items()}
