"""Pull: what is stored about a question, when asked: passages, cards, facts and records."""

import time

from kg.errors import UsageError
from kg.model.answers import Found, Hit, View
from kg.model.lucene import lucene_query, query_words
from kg.model.seen import SearchAsk
from kg.ports import Embedder, GraphReader
from kg.recall.letter import file_names
from kg.recall.neighbours import Ranked, joined
from kg.recall.rank import rank
from policy.folders import folder_key

LIMIT = 10
MOST = 200
"""Hits that can be paged to: what is further down is better found by another question."""
NEAREST, NEAREST_MOST, NEAREST_IN_FOLDER = 60, 600, 1_000
"""Candidates of each arm: at least, at most, and when a folder takes most of them away again."""


async def search(
    graph: GraphReader,
    bodies: Embedder,
    text: str,
    view: View,
    *,
    folder: str | None = None,
    limit: int = LIMIT,
    offset: int = 0,
    notice: str | None = None,
) -> Found:
    """The hits for a question, best first. `folder` is an absolute folder path; only what lies at or below
    it is found. With a `notice` why not, nothing is looked for by meaning. A question without a word finds
    nothing and says so. Raises `UsageError` for a page that cannot be, `EngineError`, and `ModelError` of the
    embedder."""
    if limit < 1 or offset < 0:
        raise UsageError("A page has a limit of at least 1 and an offset of at least 0.")
    began = time.perf_counter()
    lucene = lucene_query(text, view.audiences, view.project)
    if lucene is None:
        return Found((), _since(began), reason=_nothing(text), notice=notice)
    within = None if folder is None else folder_key(folder)
    nearest = _nearest(limit + offset, within is not None)
    vector = await bodies.embed_query(text) if notice is None else None
    ask = SearchAsk(vector, lucene, file_names(text), within, nearest, bodies.name)
    ranked = rank(text, await graph.search(view, ask))
    hits = tuple(_hit(one) for one in joined(ranked))[:MOST]
    return Found(
        hits[offset : offset + limit],
        _since(began),
        reason=None if hits else "Nothing that you may read is near this.",
        more=len(hits) > offset + limit,
        notice=notice,
    )


def _nothing(text: str) -> str:
    if not query_words(text):
        return "The question holds no word or number to look for."
    return "There is nothing that you may read."


def _nearest(wanted: int, narrowed: bool) -> int:
    return NEAREST_IN_FOLDER if narrowed else min(NEAREST_MOST, max(NEAREST, 3 * wanted))


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


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
