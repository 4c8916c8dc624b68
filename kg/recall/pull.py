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
CODE, CODES_MOST, ONLY_CODE = 2.0, 4.0, 4.0
"""For each code, number or file name that stands there literally; more when the question is nothing else.
A quoted phrase is no matter of degree: what holds it goes before what does not."""
LEAST_SPREAD_OF_WORDS, LEAST_SPREAD_OF_MEANING = 0.25, 0.005
"""A standard deviation is taken to be at least this share of the best full-text score, and at least this
cosine: in a list of two or three nearly equal ones each would lie a whole deviation from the mean."""

_PHRASE = re.compile(r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»')
_CODE = re.compile(r"[^\s\"“”„«»,;!?()]*[\d_/\\@#&+.:-][^\s\"“”„«»,;!?()]*")
_FILE = re.compile(r"\w\.(?=\w*[a-z])\w{1,8}$")
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
    ask = SearchAsk(await bodies.embed_query(text), lucene, file_names(text), within, nearest)
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
    words, phrases, codes = query_words(text), quoted(text), literal(text)
    nearness = _standard(
        {p.id: p.similarity for p in pieces if p.similarity is not None}, LEAST_SPREAD_OF_MEANING
    )
    wording = _wording(pieces, "passage", "card") | _wording(pieces, "fact", "record")
    lowest = min(nearness.values(), default=0.0)
    whole = ONLY_CODE if codes == (_fold(text),) else 0.0
    ranked = []
    for piece in pieces:
        near = nearness.get(piece.id, 0.0 if piece.kind in ("fact", "record") else lowest)
        readable = _readable(piece)
        exact = tuple(code for code in codes if code in readable)
        if piece.words is None and near <= 0.0 and not exact:
            continue
        score = near + wording[piece.id] + SHARE * _share(words, piece)
        score += min(CODES_MOST, CODE * len(exact)) + (whole if exact else 0.0)
        ranked.append(Ranked(piece, score, tuple(one for one in phrases if one in readable) + exact))
    held = {one.piece.id: sum(phrase in one.exact for phrase in phrases) for one in ranked}
    return sorted(ranked, key=lambda one: (-held[one.piece.id], -one.score, one.piece.id))


def _wording(pieces: Sequence[Piece], *kinds: str) -> dict[str, float]:
    """Standard scores of the full-text scores of one index."""
    scores = {p.id: p.words or 0.0 for p in pieces if p.kind in kinds}
    return _standard(scores, LEAST_SPREAD_OF_WORDS * max(scores.values(), default=0.0))


def quoted(text: str) -> tuple[str, ...]:
    """The quoted phrases, case and blanks folded."""
    phrases = (next(part for part in match.groups() if part) for match in _PHRASE.finditer(text))
    return tuple(dict.fromkeys(_fold(phrase) for phrase in phrases if any(c.isalnum() for c in phrase)))


def literal(text: str) -> tuple[str, ...]:
    """The tokens outside of quotes that are codes (a digit, or a sign inside of the token), case folded."""
    codes = (token.strip(".:-/\\") for token in _CODE.findall(_PHRASE.sub(" ", text)))
    wanted = (_fold(code) for code in codes if len(code) > 1)
    return tuple(dict.fromkeys(one for one in wanted if any(c.isalnum() for c in one)))


def file_names(text: str) -> tuple[str, ...]:
    """What in the question may be the end of a path: a code or a quoted phrase with an ending of letters."""
    named = (one for one in (*quoted(text), *literal(text)) if _FILE.search(one))
    return tuple("/" + name.lstrip("/") for name in named)


def _fold(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().casefold()


def _readable(piece: Piece) -> str:
    return _fold(" ".join((piece.text, piece.context, piece.title or "", piece.path or "")))


def _share(words: Sequence[str], piece: Piece) -> float:
    there = set(terms(f"{piece.text} {piece.context} {piece.title or ''}").split())
    return sum(word in there for word in words) / max(1, len(words))


def _standard(scores: dict[str, float], least: float) -> dict[str, float]:
    if not scores:
        return {}
    mean, deviation = fmean(scores.values()), max(pstdev(scores.values()), least) or 1.0
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
