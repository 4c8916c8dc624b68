"""Rows of the read queries as the values of `kg.model.seen`."""

import json
from typing import Any

from kg.model.answers import EntityHead, EntityLine, FileInGraph, GraphRelation
from kg.model.correction import SeenCorrection
from kg.model.kinds import FactStatus, Modality
from kg.model.seen import (
    Candidate,
    Link,
    Piece,
    SeenEntity,
    SeenEvidence,
    SeenExtraction,
    SeenFact,
    SeenLedger,
    SeenPassage,
)
from kg.store.connection import Row
from kg.store.corrected import change_in_words


def candidate(row: Row) -> Candidate:
    """A row of `read_recall`."""
    arms: list[Row] = row["arms"]
    node, source = row["node"], row["source"]
    words = [arm["score"] for arm in arms if arm["arm"] == "words"]
    links = {(arm["key"], arm["entity"]): arm for arm in arms if arm["arm"] == "name"}
    return _candidate(
        node,
        source,
        kind=row["kind"],
        similarity=cosine(row["similarity"]),
        words=max(words) if words else None,
        nearest=any(arm["arm"] == "meaning" for arm in arms),
        links=tuple(
            Link(key, entity, arm["name"], "subject" if arm["role"] == "SUBJECT" else "object")
            for (key, entity), arm in sorted(links.items())
        ),
        newer=tuple(
            _candidate(newer, newer["source"], kind="fact", superseded=newer["superseded"])
            for newer in sorted(row["newer"], key=lambda fact: str(fact["id"]))
        ),
    )


def _candidate(node: Row, source: Row, **rest: Any) -> Candidate:
    return Candidate(
        id=node["id"],
        text=_line(node),
        subject=node.get("subject") or node.get("title") or "",
        relation=node.get("relation") or "",
        object=node.get("object") or "",
        object_kind=node.get("object_kind") or "text",
        modality=Modality(node.get("modality") or Modality.ASSERTED),
        confidence=1.0 if node.get("confidence") is None else node["confidence"],
        stale=bool(node.get("stale")),
        valid_from=node.get("valid_from"),
        valid_to=node.get("valid_to"),
        path=source["path"],
        said_at=source["said_at"],
        **rest,
    )


def _line(node: Row) -> str:
    """A pointer is shown with its place, which is no part of the words it is found by meaning for."""
    text, place = node["text"] or "", node.get("place")
    return f"{text} ({place})" if place else text


def cosine(similarity: float | None) -> float | None:
    """Neo4j scales a cosine from 0 to 1; this undoes it."""
    return None if similarity is None else 2.0 * similarity - 1.0


def piece(row: Row) -> Piece:
    """A row of `read_search`."""
    node, document = row["node"], row["document"]
    return Piece(
        kind=row["kind"],
        id=node["id"],
        document=document["id"],
        path=document["path"],
        title=document["title"],
        about=document["about"],
        text=node["text"] or "",
        context=node["context"] or "",
        start=node["start"],
        end=node["end"],
        position=node["position"],
        similarity=cosine(row["similarity"]),
        words=row["words"],
        relations=_relations(row["relations"]),
    )


def head(row: Row) -> EntityHead:
    """The names of an entity that its reader was taught: the entity's own if it is among them, else the one
    whose key it was first known by, else the first."""
    names: list[Row] = row["names"]
    shown = next((n for n in names if n["name"] == row["name"]), None)
    shown = shown or next((n for n in names if n["key"] == row["key"]), None)
    if shown is None:
        shown = names[0] if names else {"name": row["name"], "key": row["key"]}
    aliases = dict.fromkeys(n["name"] for n in names if n["name"] != shown["name"])
    return EntityHead(shown["key"], shown["name"], row["kind"], tuple(aliases))


def entity(row: Row) -> SeenEntity:
    """A row of `read_entities_named`."""
    who = head(row)
    return SeenEntity(row["id"], who.key, who.name, who.kind, who.aliases, row["facts"], row["documents"])


def entity_line(row: Row) -> EntityLine:
    """A row of `read_entities`."""
    who = head(row)
    return EntityLine(who.key, who.name, who.kind, row["facts"], row["documents"])


def fact(row: Row) -> SeenFact:
    """A row of `read_facts`."""
    status = FactStatus.STALE if row["fact"]["stale"] else FactStatus.LIVE
    return _fact(
        row["fact"],
        status,
        superseded_by=tuple(row["superseded_by"]),
        relations=_relations(row["relations"]),
        evidence=tuple(_evidence(said) for said in row["evidence"]),
        corrections=tuple(row["corrections"]),
    )


def tombstone(row: Row) -> SeenFact:
    """A row of `read_tombstones`."""
    status = FactStatus.RETRACTED if row["retracted"] else FactStatus.TOMBSTONED
    return _fact(row["fact"], status, corrections=tuple(row["corrections"]))


def correction(row: Row) -> SeenCorrection:
    """A row of `read_corrections`."""
    node = row["correction"]
    return SeenCorrection(
        id=node["id"],
        kind=node["kind"],
        fact=node["fact"],
        by=node["by"],
        at=node["at"],
        reason=node["reason"],
        change=change_in_words(node["change"]),
        undone_by=node["undone_by"],
        undone_at=node["undone_at"],
        holds_back=tuple(sorted(row["holds_back"])),
    )


def _fact(node: Row, status: FactStatus, **rest: Any) -> SeenFact:
    return SeenFact(
        id=node["id"],
        subject=node["subject"] or "",
        relation=node["relation"] or "",
        object=node["object"] or "",
        text=node["text"] or "",
        qualifier=node["qualifier"],
        modality=Modality(node["modality"] or Modality.ASSERTED),
        status=status,
        confidence=1.0 if node["confidence"] is None else node["confidence"],
        valid_from=node["valid_from"],
        valid_to=node["valid_to"],
        said_at=node["said_at"],
        recorded_at=node["recorded_at"],
        project=node["project"],
        group=node["group"],
        scope=node["scope"],
        **rest,
    )


def _evidence(said: Row) -> SeenEvidence:
    passages = sorted((p["start"], p["end"], p["text"]) for p in said["passages"])
    return SeenEvidence(
        said["path"] or "",
        said["title"] or "",
        said["start"],
        said["end"],
        said["hash"] or "",
        said["said_at"],
        tuple(SeenPassage(*passage) for passage in passages),
    )


def _relations(found: list[Row]) -> tuple[GraphRelation, ...]:
    return tuple(GraphRelation(row["type"], row["weight"], row["fact"]) for row in found)


def ledger(row: Row, path: str) -> SeenLedger:
    """A row of `read_ledger`."""
    document = row["document"]
    entries = [_extraction(entry) for entry in row["extractions"]]
    return SeenLedger(
        document["id"],
        document["path"] or path,
        document["title"] or "",
        document["state"],
        document["reason"],
        document["rung"],
        tuple(sorted(entries, key=lambda e: (e.start is None, e.start or 0, e.id))),
    )


def _extraction(entry: Row) -> SeenExtraction:
    refused = json.loads(entry["rejections"] or "[]")
    return SeenExtraction(
        entry["id"],
        entry["start"],
        entry["end"],
        entry["fingerprint"] or "",
        entry["recorded_at"],
        entry["calls"] or 0,
        entry["tokens_in"] or 0,
        entry["tokens_out"] or 0,
        tuple(entry["facts"]),
        tuple(entry["tombstones"]),
        tuple({str(key): str(value) for key, value in one.items()} for one in refused),
    )


def file_in_graph(row: Row, path: str) -> FileInGraph:
    """A row of `read_file`."""
    document = row["document"]
    counts = {key: row[key] for key in row if key != "document"}
    return FileInGraph(
        path=path, state=document["state"], reason=document["reason"], rung=document["rung"], **counts
    )
