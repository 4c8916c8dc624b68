"""What a reader sees of each document, so that a half-written one is told from a whole one."""

import re
from collections import defaultdict
from dataclasses import dataclass

from kg.model.answers import View
from kg.model.lucene import lucene_query
from kg.model.seen import FactFilter, SearchAsk
from kg.store import Reader

EVERYWHERE = "oakmoss"
"""Stands in every paragraph of the story."""
_TAG = re.compile(r"\btag(\w+)")


@dataclass(frozen=True)
class Form:
    """One document as it can be read: by its tag, which every paragraph of it has."""

    paths: frozenset[str] = frozenset()
    passages: frozenset[str] = frozenset()
    cards: frozenset[tuple[str, str]] = frozenset()
    facts: frozenset[str] = frozenset()
    groundless: int = 0
    """Facts whose quote cannot be read in any passage."""


async def forms(reader: Reader, view: View) -> dict[str, Form]:
    """Every document that the view sees anything of."""
    places = await _texts(reader, view)
    tag_of = {path: tag for tag, (paths, _, _) in places.items() for path in paths}
    facts, groundless = await _facts(reader, view, tag_of)
    return {
        tag: Form(
            frozenset(places[tag][0]),
            frozenset(places[tag][1]),
            frozenset(places[tag][2]),
            frozenset(facts[tag]),
            groundless[tag],
        )
        for tag in sorted({*places, *facts})
    }


_Texts = dict[str, tuple[set[str], set[str], set[tuple[str, str]]]]


async def _texts(reader: Reader, view: View) -> _Texts:
    found: _Texts = defaultdict(lambda: (set(), set(), set()))
    lucene = lucene_query(EVERYWHERE, view.audiences)
    assert lucene is not None
    pieces = await reader.search(view, SearchAsk(None, lucene, nearest=1000))
    tags: dict[str | None, str] = {}
    for piece in pieces:
        if piece.kind == "passage":
            (tag,) = set(_TAG.findall(piece.text))
            assert piece.path is not None
            tags[piece.path] = tag
            found[tag][0].add(piece.path)
            found[tag][1].add(piece.text)
    for piece in pieces:
        if piece.kind == "card":
            found[tags[piece.path]][2].add((piece.title or "", piece.about or ""))
    return found


async def _facts(
    reader: Reader, view: View, tag_of: dict[str, str]
) -> tuple[dict[str, set[str]], dict[str, int]]:
    facts: dict[str, set[str]] = defaultdict(set)
    groundless: dict[str, int] = defaultdict(int)
    ids = await reader.listed_facts(view, FactFilter(limit=1000))
    for fact in await reader.facts(view, ids):
        for evidence in fact.evidence:
            tag = tag_of.get(evidence.path, evidence.path)
            facts[tag].add(f"{fact.subject} | {fact.relation} | {fact.object}")
            groundless[tag] += not evidence.passages
    return facts, groundless
