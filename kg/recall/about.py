"""`about`: what one reader may know of one thing, put together when asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rapidfuzz import fuzz, process

from kg.model.answers import About, EntityCard, EntityHead, Fact, Groups, Suggestion, UnknownName, View
from kg.model.kinds import FactStatus, Modality
from kg.model.lucene import lucene_query
from kg.model.names import display_name, name_key
from kg.model.relations import is_single_valued
from kg.model.seen import RecallAsk, SeenEntity, SeenFact
from kg.ports import GraphReader
from kg.recall.shown import WANTED, known, shown

FACTS = 200
AROUND = 50
SUGGESTED = 5
NEAR = 60.0
"""Of 100 by rapidfuzz's weighted ratio: a letter or two of a name, or a part of it."""
CANDIDATES = 500


async def about(
    graph: GraphReader, name: str, view: View, *, today: date, as_of: date | None = None, most: int = FACTS
) -> About:
    """The card of the thing that bears this name, as it was on `as_of`. `UnknownName` when nothing that the
    view may see bears it, or several things do. Raises `EngineError`."""
    match await named(graph, name, view):
        case SeenEntity() as entity:
            return await _card(graph, entity, view, as_of or today, as_of is not None, most)
        case UnknownName() as unknown:
            return unknown


async def named(graph: GraphReader, name: str, view: View) -> SeenEntity | UnknownName:
    """The one thing that bears the name; one first known by it goes before one that only has it as alias."""
    key = name_key(name)
    found = await graph.entities_named(view, [key]) if key else ()
    match [one for one in found if one.key == key] or found:
        case []:
            return UnknownName(display_name(name), await suggestions(graph, name, view))
        case [entity]:
            return entity
        case several:
            return UnknownName(display_name(name), tuple(map(_suggestion, several)), ambiguous=True)


async def suggestions(graph: GraphReader, name: str, view: View) -> tuple[Suggestion, ...]:
    """The names nearest to this one that the view knows, the nearest first: among those that begin alike and
    those in facts that share a word with it. Only things with something readable behind them."""
    key = name_key(name)
    if not any(c.isalnum() for c in key):
        return ()
    spelled = {*await _beginning_alike(graph, key, view), *await _sharing_a_word(graph, name, view)}
    near = process.extract(key, sorted(spelled), scorer=fuzz.WRatio, limit=SUGGESTED * 3, score_cutoff=NEAR)
    order = [candidate for candidate, _, _ in near]
    entities = await graph.entities_named(view, order)
    ranked = sorted(entities, key=lambda entity: _rank(entity, order))
    return tuple(map(_suggestion, ranked[:SUGGESTED]))


async def _beginning_alike(graph: GraphReader, key: str, view: View) -> list[str]:
    prefixes = {key[:3], key[:1], *(word[:3] for word in key.split() if len(word) > 2)}
    return [name.key for name in await graph.names_near(view, sorted(prefixes), CANDIDATES)]


async def _sharing_a_word(graph: GraphReader, name: str, view: View) -> list[str]:
    lucene = lucene_query(name, view.audiences, view.project)
    found = () if lucene is None else await graph.recall(view, RecallAsk(None, lucene, ()))
    return [name_key(part) for one in found for part in (one.subject, one.object) if part]


def _rank(entity: SeenEntity, order: Sequence[str]) -> tuple[int, str]:
    keys = {entity.key, *map(name_key, entity.aliases)}
    return min((order.index(key) for key in keys if key in order), default=len(order)), entity.id


def _suggestion(entity: SeenEntity) -> Suggestion:
    return Suggestion(entity.name, entity.kind, entity.facts, entity.documents)


async def _card(
    graph: GraphReader, entity: SeenEntity, view: View, day: date, past: bool, most: int
) -> EntityCard:
    ids = await graph.entity_facts(view, entity.id, most + 1)
    seen = [one for one in await graph.facts(view, ids[:most]) if not past or known(one, day)]
    around = await graph.surroundings(view, entity.id, AROUND)
    groups = grouped(seen, day)
    order = {id_: place for place, id_ in enumerate(_all(groups))}
    facts = sorted((shown(one, day) for one in seen), key=lambda fact: order[fact.id])
    return EntityCard(
        entity=EntityHead(entity.key, entity.name, entity.kind, entity.aliases),
        facts=tuple(facts),
        related=around.related,
        documents=around.documents,
        groups=groups,
        as_of=day,
        more=len(ids) > most,
    )


@dataclass(frozen=True, slots=True)
class _Placed:
    fact: Fact
    seen: SeenFact


def grouped(seen: Sequence[SeenFact], day: date) -> Groups:
    """The facts by what they are to a reader on that day; in each group by subject and relation, what was
    said last first."""
    placed = [_Placed(shown(one, day), one) for one in seen]
    placed.sort(key=lambda p: (p.seen.said_at is None, -(p.seen.said_at or date.min).toordinal(), p.fact.id))
    placed.sort(key=lambda p: (p.fact.subject.casefold(), p.fact.relation))
    conflicts = _conflicts(placed)
    named: dict[str, list[str]] = {"current": [], "wanted": [], "unsure": [], "conflicts": [], "history": []}
    for one in placed:
        named[_group(one.fact, conflicts, day)].append(one.fact.id)
    return Groups(**{group: tuple(ids) for group, ids in named.items()})


def _group(fact: Fact, conflicts: frozenset[str], day: date) -> str:
    if not fact.current:
        coming = fact.status is FactStatus.LIVE and fact.valid_from is not None and fact.valid_from > day
        return "wanted" if coming else "history"
    if fact.id in conflicts:
        return "conflicts"
    match fact.modality:
        case modality if modality in WANTED:
            return "wanted"
        case Modality.HEDGED | Modality.ASKED:
            return "unsure"
        case _:
            return "current"


def _conflicts(placed: Sequence[_Placed]) -> frozenset[str]:
    """Current statements of one single-valued relation of one thing that give different objects."""
    values: dict[tuple[str, str, str | None], dict[str, list[str]]] = {}
    for one in placed:
        fact = one.fact
        if fact.current and fact.modality is Modality.ASSERTED and is_single_valued(fact.relation):
            group = values.setdefault((name_key(fact.subject), fact.relation, fact.qualifier), {})
            group.setdefault(name_key(fact.object), []).append(fact.id)
    several = (group for group in values.values() if len(group) > 1)
    return frozenset(id_ for group in several for ids in group.values() for id_ in ids)


def _all(groups: Groups) -> tuple[str, ...]:
    return groups.current + groups.wanted + groups.unsure + groups.conflicts + groups.history
