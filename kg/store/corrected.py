"""Corrections as rows of the graph."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from kg.model.claim import Value
from kg.model.correction import Change, NewCorrection, Standing
from kg.model.kinds import Modality, ValueKind
from kg.model.stored import ResolvedEntity
from kg.store.connection import Row, Work


async def standing_of(work: Work, targets: Sequence[str]) -> dict[str, list[Standing]]:
    """The corrections that stand, by what they are about."""
    found: dict[str, list[Standing]] = {}
    for row in await work.run("standing_corrections", targets=list(targets)):
        one = standing(row["correction"])
        found.setdefault(one.target, []).append(one)
    return found


def standing(row: Row) -> Standing:
    """A `Correction` node as statements meet it."""
    return Standing(
        id=row["id"],
        order=row["order"],
        target=row["target"],
        wording=row["wording"],
        quotes=frozenset(row["quotes"]),
        spared=frozenset(row["spared"]),
        start=row.get("start"),
        end=row.get("end"),
        change=None if row["kind"] == "retract" else change_from_json(row["change"]),
    )


def correction_row(new: NewCorrection, about: Standing, fact: Row) -> Row:
    """The node of a correction of this fact."""
    return {
        "id": new.id,
        "workspace": fact["workspace"],
        "project": fact["project"],
        "scope": fact["scope"],
        "audience": fact["audience"],
        "kind": "retract" if new.change is None else "correct",
        "fact": new.fact,
        "order": about.order,
        "target": about.target,
        "wording": about.wording,
        "quotes": sorted(about.quotes),
        "spared": sorted(about.spared),
        "start": about.start,
        "end": about.end,
        "folders": fact["folders"],
        "change": None if new.change is None else change_to_json(new.change),
        "by": new.by,
        "reason": new.reason,
    }


def change_to_json(change: Change) -> str:
    """See `change_from_json`; parts that stay are left out."""
    parts = {key: value for key, value in asdict(change).items() if value is not None}
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"), default=date.isoformat)


def change_from_json(text: str) -> Change:
    """The same change again."""
    parts: dict[str, Any] = json.loads(text)
    modality = parts.get("modality")
    return Change(
        subject=_thing(parts["subject"]) if "subject" in parts else None,
        relation=parts.get("relation"),
        object=_object(parts["object"]) if "object" in parts else None,
        modality=None if modality is None else Modality(modality),
        valid_from=_date(parts.get("valid_from")),
        valid_to=_date(parts.get("valid_to")),
    )


def change_in_words(text: str | None) -> dict[str, str]:
    """What was put in place, by part, as people read it."""
    parts: dict[str, Any] = json.loads(text) if text else {}
    return {key: _words(value) for key, value in parts.items()}


def _words(value: Any) -> str:
    return str(value.get("name") or value.get("text")) if isinstance(value, dict) else str(value)


def _thing(parts: dict[str, Any]) -> ResolvedEntity:
    return ResolvedEntity(parts["id"], parts["name"], parts["kind"], tuple(parts["keys"]))


def _object(parts: dict[str, Any]) -> ResolvedEntity | Value:
    return _thing(parts) if "id" in parts else Value(parts["text"], ValueKind(parts["kind"]), parts["key"])


def _date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
