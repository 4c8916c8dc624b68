"""Writes what a projection found to be different."""

from typing import Any

from kg.store.connection import Row, Work
from kg.store.projection import Changes


async def apply(work: Work, found: Changes, reason: str) -> None:
    """In this order an edge never ends at a node that is gone, and no unique id is there twice. `reason` is why
    facts leave memory."""
    ids = [row["values"]["id"] for row in found.create]
    rows = await work.run("tombstones_among", ids=ids) if ids else []
    buried = {row["id"]: row["cap"] for row in rows}
    gone = sorted([*(row["id"] for row in found.bury), *found.delete])
    if found.bury:
        await work.run("bury_facts", rows=found.bury, reason=reason)
    if found.lapse:
        await work.run("lapse_retracted", rows=found.lapse, reason=reason)
    revived = [_capped(row, buried[id_]) for row in found.create if (id_ := row["values"]["id"]) in buried]
    steps: list[tuple[str, str, list[Any]]] = [
        ("remove_evidence", "ids", found.remove_evidence),
        ("remove_supersedes", "rows", found.remove_supersedes),
        ("remove_relations", "facts", gone),
        ("forget_retracted", "ids", found.forget),
        ("create_facts", "rows", [row for row in found.create if row["values"]["id"] not in buried]),
        ("revive_facts", "rows", revived),
        ("retract_facts", "rows", found.retract),
        ("set_corrects", "rows", found.correct),
        ("move_marks", "rows", found.moved),
        ("delete_facts", "ids", found.delete),
        ("update_facts", "rows", found.update),
        ("reembed_facts", "ids", found.reembed),
        ("update_relations", "rows", found.relations),
        ("add_evidence", "rows", found.add_evidence),
        ("keep_out_evidence", "rows", found.keep_out),
        ("update_evidence", "rows", found.update_evidence),
        ("add_supersedes", "rows", found.add_supersedes),
    ]
    for query, param, rows in steps:
        if rows:
            await work.run(query, **{param: rows})


def _capped(row: Row, cap: float | None) -> Row:
    """What is said again lifts no judgement."""
    if cap is None or cap >= row["values"]["confidence"]:
        return row
    lowered = {"confidence": cap}
    return {**row, "values": row["values"] | lowered, "relation": row["relation"] | lowered}
