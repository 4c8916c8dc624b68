"""The read side of the graph: runs the named read queries and gives back plain frozen values."""

from collections.abc import Sequence
from typing import Any

from kg.model.answers import AboutDocument, EntityLine, FileInGraph, Related, Trouble, View
from kg.model.correction import SeenCorrection
from kg.model.ids import path_hash
from kg.model.kinds import FactStatus
from kg.model.seen import (
    Candidate,
    FactFilter,
    Piece,
    RecallAsk,
    SearchAsk,
    SeenEntity,
    SeenEvent,
    SeenFact,
    SeenLedger,
    SeenName,
    Surroundings,
)
from kg.store import rows
from kg.store.connection import Graph, Row

PER_ENTITY = 300
"""Facts of a named thing that are ranked by meaning. A thing with more is also reached by the other arms."""
SHOWN_PER_ENTITY = 30
QUOTES = 20
"""Pieces of evidence shown for one fact, those said last first."""
COUNTED = 1_000
"""Counts beside names stop here."""
LAST = "\U0010ffff"
"""No text sorts after it: with the empty text the bounds of "all projects", so that one statement serves
both, since a vector search takes ranges in its filter and no OR."""


class Reader:
    """`kg.ports.GraphReader` on Neo4j. Raises only `EngineError`."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    async def recall(self, view: View, ask: RecallAsk) -> tuple[Candidate, ...]:
        """See `GraphReader`."""
        found = await self._read(
            "read_recall",
            view,
            **_projects(view),
            vector=_vector(ask.vector),
            embedder=ask.embedder,
            nearest=ask.nearest,
            lucene=_once(ask.lucene),
            names=sorted(ask.names),
            per_entity=PER_ENTITY,
            shown_per_entity=SHOWN_PER_ENTITY,
        )
        return tuple(rows.candidate(row) for row in found)

    async def search(self, view: View, ask: SearchAsk) -> tuple[Piece, ...]:
        """See `GraphReader`."""
        found = await self._read(
            "read_search",
            view,
            **_projects(view),
            vector=_vector(ask.vector),
            embedder=ask.embedder,
            nearest=ask.nearest,
            lucene=_once(ask.lucene),
            files=list(ask.files),
            folder=ask.folder,
            below=None if ask.folder is None else ask.folder + "/",
        )
        return tuple(rows.piece(row) for row in found)

    async def entities_named(self, view: View, keys: Sequence[str]) -> tuple[SeenEntity, ...]:
        """See `GraphReader`."""
        found = await self._read(
            "read_entities_named", view, **_projects(view), keys=sorted(set(keys)), most=COUNTED
        )
        return tuple(rows.entity(row) for row in found)

    async def names_near(self, view: View, prefixes: Sequence[str], limit: int) -> tuple[SeenName, ...]:
        """See `GraphReader`."""
        wanted = sorted({prefix for prefix in prefixes if prefix})
        found = await self._read("read_names_near", view, prefixes=wanted, limit=limit)
        return tuple(SeenName(row["key"], row["name"]) for row in found)

    async def entities(self, view: View, limit: int, offset: int) -> tuple[EntityLine, ...]:
        """See `GraphReader`."""
        found = await self._read(
            "read_entities", view, **_projects(view), most=COUNTED, limit=limit, offset=offset
        )
        return tuple(rows.entity_line(row) for row in found)

    async def surroundings(self, view: View, entity: str, limit: int) -> Surroundings:
        """See `GraphReader`; two statements."""
        related = await self._read("read_related", view, **_projects(view), entity=entity, limit=limit)
        documents = await self._read(
            "read_entity_documents", view, **_projects(view), entity=entity, limit=limit
        )
        return Surroundings(
            tuple(_related(row) for row in related), tuple(AboutDocument(**row) for row in documents)
        )

    async def entity_facts(self, view: View, entity: str, limit: int) -> tuple[str, ...]:
        """See `GraphReader`."""
        found = await self._read("read_entity_fact_ids", view, **_projects(view), entity=entity, limit=limit)
        return tuple(row["id"] for row in found)

    async def listed_facts(self, view: View, wanted: FactFilter) -> tuple[str, ...]:
        """See `GraphReader`."""
        page = {"limit": wanted.limit, "offset": wanted.offset}
        match wanted.status:
            case FactStatus.TOMBSTONED | FactStatus.RETRACTED as status:
                retracted = status is FactStatus.RETRACTED
                found = await self._read(
                    "read_tombstone_ids", view, **_projects(view), retracted=retracted, **page
                )
            case FactStatus.PENDING:
                return ()
            case status:
                stale = None if status is None else status is FactStatus.STALE
                found = await self._read("read_fact_ids", view, **_projects(view), stale=stale, **page)
        return tuple(row["id"] for row in found)

    async def facts(self, view: View, ids: Sequence[str]) -> tuple[SeenFact, ...]:
        """See `GraphReader`; a second statement only for ids that are no live fact's."""
        wanted = list(dict.fromkeys(ids))
        found = {
            row["fact"]["id"]: rows.fact(row)
            for row in await self._read("read_facts", view, ids=wanted, quotes=QUOTES)
        }
        if missing := [one for one in wanted if one not in found]:
            retired = await self._read("read_tombstones", view, ids=missing)
            found |= {row["fact"]["id"]: rows.tombstone(row) for row in retired}
        return tuple(found[one] for one in wanted if one in found)

    async def fact_ids(self, view: View, beginning: str) -> tuple[str, ...]:
        """See `GraphReader`."""
        found = await self._read("read_fact_ids_beginning", view, beginning=beginning)
        return tuple(row["id"] for row in found)

    async def corrections(self, view: View, limit: int, offset: int) -> tuple[SeenCorrection, ...]:
        """See `GraphReader`."""
        page = {"limit": limit, "offset": offset}
        found = await self._read("read_corrections", view, **_projects(view), **page)
        return tuple(rows.correction(row) for row in found)

    async def correction_ids(self, view: View, beginning: str) -> tuple[str, ...]:
        """See `GraphReader`."""
        found = await self._read("read_correction_ids_beginning", view, beginning=beginning)
        return tuple(row["id"] for row in found)

    async def events(self, view: View, fact: str) -> tuple[SeenEvent, ...]:
        """See `GraphReader`."""
        return tuple(SeenEvent(**row) for row in await self._read("read_fact_events", view, id=fact))

    async def ledger(self, view: View, path_key: str) -> SeenLedger | None:
        """See `GraphReader`."""
        found = await self._read("read_ledger", view, path_hash=path_hash(view.workspace, path_key))
        return rows.ledger(found[0], path_key) if found else None

    async def troubles(self, view: View, limit: int) -> tuple[Trouble, ...]:
        """See `GraphReader`."""
        found = await self._read("read_troubles", view, limit=limit)
        return tuple(Trouble(**row) for row in found)

    async def file_in_graph(self, view: View, path_key: str) -> FileInGraph | None:
        """See `GraphReader`."""
        found = await self._read("read_file", view, path_hash=path_hash(view.workspace, path_key))
        return rows.file_in_graph(found[0], path_key) if found else None

    async def _read(self, name: str, view: View, **params: Any) -> list[Row]:
        """Without an audience nothing exists for the reader, and nothing is asked."""
        if not view.audiences:
            return []
        scope = {"workspace": view.workspace, "audiences": list(view.audiences)}
        return await self._graph.read(name, {**scope, **params})


def _projects(view: View) -> dict[str, str]:
    if view.project is None:
        return {"project_from": "", "project_to": LAST}
    return {"project_from": view.project, "project_to": view.project}


def _vector(vector: tuple[float, ...] | None) -> list[float] | None:
    return None if vector is None else list(vector)


def _once(lucene: str | None) -> list[str]:
    """As a list to unwind: no query text, no search."""
    return [] if lucene is None else [lucene]


def _related(row: Row) -> Related:
    head = rows.head(row)
    return Related(head.key, head.name, head.kind, tuple(row["relations"]), row["facts"])
