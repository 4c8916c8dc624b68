"""`facts` and `ledger`: every fact a reader may see, the story of one, and what a document wrote."""

import re
from datetime import date

from kg.errors import NotFound, UsageError
from kg.model.answers import (
    CorrectionLine,
    CorrectionLines,
    Facts,
    FactStory,
    HistoryLine,
    Ledger,
    LedgerEntry,
    UnknownName,
    View,
)
from kg.model.kinds import FactStatus
from kg.model.seen import FactFilter, SeenEvent, SeenExtraction, SeenFact
from kg.ports import GraphReader
from kg.recall.about import named
from kg.recall.shown import shown

MOST_OF_ONE = 2_000
"""Facts of one thing that can be paged through."""

_ID = re.compile(r"[0-9a-f]{4,}")
_WHAT = {
    "said": "said in",
    "superseded": "superseded by",
    "supersedes": "superseded",
    "retired": "retired",
    "retracted": "retracted",
    "corrected": "corrected",
    "restored": "correction undone",
    "put": "put in place",
}


async def list_facts(
    graph: GraphReader,
    view: View,
    *,
    today: date,
    entity: str | None = None,
    status: FactStatus | None = None,
    limit: int = 100,
    offset: int = 0,
) -> Facts:
    """A page of facts, latest recorded first; of one thing, what still holds first. Raises `NotFound` for a
    name that nothing readable bears."""
    if limit < 1 or offset < 0:
        raise UsageError("A page has a limit of at least 1 and an offset of at least 0.")
    if entity is None:
        ids = await graph.listed_facts(view, FactFilter(status, limit + 1, offset))
        seen = await graph.facts(view, ids[:limit])
        return Facts(tuple(shown(one, today) for one in seen), more=len(ids) > limit)
    who = await named(graph, entity, view)
    if isinstance(who, UnknownName):
        raise NotFound(who.message)
    ids = await graph.entity_facts(view, who.id, MOST_OF_ONE)
    every = [one for one in await graph.facts(view, ids) if status is None or one.status is status]
    page = every[offset : offset + limit]
    return Facts(tuple(shown(one, today) for one in page), more=len(every) > offset + limit)


async def show_fact(graph: GraphReader, view: View, beginning: str, *, today: date) -> FactStory:
    """One fact by its id or the first letters of it. Raises `NotFound` with the same words for an id nobody
    has and for one that only others may see, `UsageError` when several begin so."""
    fact = await the_fact(graph, view, beginning)
    events = await graph.events(view, fact.id)
    return FactStory(shown(fact, today), tuple(_line(event) for event in events))


async def the_fact(graph: GraphReader, view: View, beginning: str) -> SeenFact:
    """The one fact or tombstone whose id begins so. Raises as `show_fact` does."""
    if not _ID.fullmatch(beginning):
        raise NotFound(_missing(beginning))
    match await graph.fact_ids(view, beginning):
        case (id_,):
            facts = await graph.facts(view, [id_])
        case ():
            facts = ()
        case _:
            raise UsageError(f"Several facts begin with {beginning}; give more letters of the id.")
    if not facts:
        raise NotFound(_missing(beginning))
    return facts[0]


async def list_corrections(graph: GraphReader, view: View, *, limit: int, offset: int) -> CorrectionLines:
    """A page of what people corrected, latest first."""
    if limit < 1 or offset < 0:
        raise UsageError("A page has a limit of at least 1 and an offset of at least 0.")
    found = await graph.corrections(view, limit + 1, offset)
    texts = {fact.id: fact.text for fact in await graph.facts(view, [one.fact for one in found[:limit]])}
    lines = tuple(
        CorrectionLine(
            id=one.id,
            kind=one.kind,
            fact=one.fact,
            text=texts.get(one.fact),
            change=one.change,
            by=one.by,
            at=one.at,
            reason=one.reason,
            undone_by=one.undone_by,
            undone_at=one.undone_at,
            holds_back=one.holds_back,
        )
        for one in found[:limit]
    )
    return CorrectionLines(lines, more=len(found) > limit)


async def the_correction(graph: GraphReader, view: View, beginning: str) -> str:
    """The id of the one correction that begins so. Raises `NotFound` with the same words for one nobody made
    and for one that only others may see, `UsageError` when several begin so."""
    found = await graph.correction_ids(view, beginning) if _ID.fullmatch(beginning) else ()
    if len(found) > 1:
        raise UsageError(f"Several corrections begin with {beginning}; give more letters of the id.")
    if not found:
        raise NotFound(
            f"There is no correction {beginning[:40]!r} that you may read. See them with: kg facts corrections"
        )
    return found[0]


def _missing(id_: str) -> str:
    return f"There is no fact {id_[:40]!r} that you may read. See them with: kg facts list"


def _line(event: SeenEvent) -> HistoryLine:
    return HistoryLine(event.at, event.by, _WHAT[event.what], event.why)


async def show_ledger(graph: GraphReader, view: View, path_key: str, *, today: date) -> Ledger:
    """What the document at this path wrote and what was refused. Raises `NotFound` with the same words for a
    path nobody synced and for one that only others may see."""
    seen = await graph.ledger(view, path_key)
    if seen is None:
        raise NotFound(f"The ledger holds nothing for {path_key!r}. Sync its folder first: kg sync FOLDER")
    ids = [id_ for entry in seen.extractions for id_ in (*entry.facts, *entry.tombstones)]
    facts = {fact.id: shown(fact, today) for fact in await graph.facts(view, ids)}

    def entry(one: SeenExtraction) -> LedgerEntry:
        return LedgerEntry(
            id=one.id,
            start=one.start,
            end=one.end,
            fingerprint=one.fingerprint,
            recorded_at=one.recorded_at,
            calls=one.calls,
            tokens_in=one.tokens_in,
            tokens_out=one.tokens_out,
            facts=tuple(facts[id_] for id_ in one.facts if id_ in facts),
            tombstones=tuple(facts[id_] for id_ in one.tombstones if id_ in facts),
            rejections=one.rejections,
        )

    return Ledger(
        seen.path, seen.title, seen.state, seen.reason, seen.rung, tuple(map(entry, seen.extractions))
    )
