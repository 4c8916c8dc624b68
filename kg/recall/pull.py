"""Pull: what is stored about a question, when asked: passages, cards, facts and records."""

import re
import time
from collections.abc import Sequence
from statistics import fmean, pstdev

from kg.errors import UsageError
from kg.model.answers import Found, Hit, View
from kg.model.lucene import lucene_query, query_words, terms
from kg.model.seen import Piece, SearchAsk
from kg.ports import Embedder, GraphReader
from kg.recall.neighbours import Ranked, joined
from policy.folders import folder_key

LIMIT = 10
MOST = 200
"""Hits that can be paged to: what is further down is better found by another question."""
NEAREST, NEAREST_MOST, NEAREST_IN_FOLDER = 60, 600, 1_000
"""Candidates of each arm: at least, at most, and when a folder takes most of them away again."""

SHARE = 1.0
"""For a hit that holds every word of the question, less for fewer."""
EXACT, EXACT_MOST = 2.0, 4.0
"""For each quoted phrase and each code, number or file name that stands there literally."""
LEAST_DEVIATION = 1e-6

_PHRASE = re.compile(r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»')
_CODE = re.compile(r"[^\s\"“”„«»,;!?()]*[\d_/\\@#&+.:-][^\s\"“”„«»,;!?()]*")
_BLANKS = re.compile(r"\s+")


async def search(
    graph: GraphReader,
    bodies: Embedder,
    text: str,
    view: View,
    *,
    folder: str | None = None,
    limit: int = LIMIT,
    offset: int = 0,
) -> Found:
    """The hits for a question, best first. `folder` is an absolute folder path; only what lies at or below
    it is found. A question without a word finds nothing and says so. Raises `UsageError` for a page that
    cannot be, `EngineError`, and `ModelError` of the embedder."""
    if limit < 1 or offset < 0:
        raise UsageError("A page has a limit of at least 1 and an offset of at least 0.")
    began = time.perf_counter()
    lucene = lucene_query(text, view.audiences, view.project)
    if lucene is None:
        return Found((), _since(began), reason=_nothing(text))
    within = None if folder is None else folder_key(folder)
    nearest = _nearest(limit + offset, within is not None)
    ask = SearchAsk(await bodies.embed_query(text), lucene, within, nearest)
    ranked = rank(text, await graph.search(view, ask))
    hits = tuple(_hit(one) for one in joined(ranked))[:MOST]
    return Found(
        hits[offset : offset + limit],
        _since(began),
        reason=None if hits else "Nothing that you may read is near this.",
        more=len(hits) > offset + limit,
    )


def _nothing(text: str) -> str:
    if not query_words(text):
        return "The question holds no word or number to look for."
    return "There is nothing that you may read."


def _nearest(wanted: int, narrowed: bool) -> int:
    return NEAREST_IN_FOLDER if narrowed else min(NEAREST_MOST, max(NEAREST, 3 * wanted))


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


def rank(text: str, pieces: Sequence[Piece]) -> list[Ranked]:
    """The pieces with their scores, best first, equal ones by id: the sum of standard scores of meaning and
    words (words apart for passages and facts, which are two indexes), the share of the question's words,
    and what stands there literally. What shares no word and is no nearer than most is left out."""
    words, exact = query_words(text), literal(text)
    nearness = _standard({p.id: p.similarity for p in pieces if p.similarity is not None})
    wording = {
        **_standard({p.id: p.words or 0.0 for p in pieces if p.kind in ("passage", "card")}),
        **_standard({p.id: p.words or 0.0 for p in pieces if p.kind in ("fact", "record")}),
    }
    lowest = min(nearness.values(), default=0.0)
    ranked = []
    for piece in pieces:
        near = nearness.get(piece.id, 0.0 if piece.kind in ("fact", "record") else lowest)
        if piece.words is None and near <= 0.0:
            continue
        found = tuple(one for one in exact if one in _readable(piece))
        score = near + wording[piece.id] + SHARE * _share(words, piece)
        ranked.append(Ranked(piece, score + min(EXACT_MOST, EXACT * len(found)), found))
    return sorted(ranked, key=lambda one: (-one.score, one.piece.id))


def literal(text: str) -> tuple[str, ...]:
    """What the question wants to the letter: quoted phrases, and tokens that are codes (a digit, or a sign
    inside of the token), case and blanks folded."""
    phrases = [next(part for part in match.groups() if part) for match in _PHRASE.finditer(text)]
    codes = [token.strip(".:-/\\") for token in _CODE.findall(_PHRASE.sub(" ", text))]
    wanted = (_fold(one) for one in (*phrases, *(code for code in codes if len(code) > 1)))
    return tuple(dict.fromkeys(one for one in wanted if any(c.isalnum() for c in one)))


def _fold(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().casefold()


def _readable(piece: Piece) -> str:
    return _fold(" ".join((piece.text, piece.context, piece.title or "", piece.path or "")))


def _share(words: Sequence[str], piece: Piece) -> float:
    there = set(terms(f"{piece.text} {piece.context} {piece.title or ''}").split())
    return sum(word in there for word in words) / max(1, len(words))


def _standard(scores: dict[str, float]) -> dict[str, float]:
    if not scores:
        return {}
    mean, deviation = fmean(scores.values()), max(pstdev(scores.values()), LEAST_DEVIATION)
    return {key: (score - mean) / deviation for key, score in scores.items()}


def _hit(one: Ranked) -> Hit:
    piece = one.piece
    shared = [f"literally: {', '.join(one.exact)}"] if one.exact else []
    shared += ["words"] if piece.words is not None else []
    shared += [f"meaning {piece.similarity:.2f}".replace("0.", ".")] if piece.similarity is not None else []
    return Hit(
        kind=piece.kind,
        path=piece.path,
        title=piece.title,
        about=piece.about,
        text=piece.text,
        start=piece.start,
        end=piece.end,
        score=one.score,
        graph_relations=piece.relations,
        id=piece.id,
        why="; ".join(shared),
    )
