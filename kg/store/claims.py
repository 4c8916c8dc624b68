"""Claims as the ledger keeps them: JSON, one list an extraction, readable by later versions."""

import json
from dataclasses import asdict
from datetime import date
from typing import Any

from kg.model.claim import Claim, Mention, Rejection, Value
from kg.model.kinds import EntityKind, Modality, ValueKind


def claims_to_json(claims: tuple[Claim, ...]) -> str:
    """See `claims_from_json`."""
    return _dump([asdict(claim) for claim in claims])


def claims_from_json(text: str) -> tuple[Claim, ...]:
    """The same claims again. Raises `ValueError` or `KeyError` for what this module did not write."""
    return tuple(_claim(item) for item in json.loads(text))


def rejections_to_json(rejections: tuple[Rejection, ...]) -> str:
    """See `rejections_from_json`."""
    return _dump([asdict(rejection) for rejection in rejections])


def rejections_from_json(text: str) -> tuple[Rejection, ...]:
    """The same rejections again."""
    return tuple(Rejection(**item) for item in json.loads(text))


def _claim(item: dict[str, Any]) -> Claim:
    days = {key: _date(item[key]) for key in ("valid_from", "valid_to", "said_at")}
    rest = {
        "subject": _mention(item["subject"]),
        "object": _object(item["object"]),
        "modality": Modality(item["modality"]),
    }
    return Claim(**{**item, **days, **rest})


def _object(item: dict[str, str]) -> Mention | Value:
    if "key" in item:
        return Value(item["text"], ValueKind(item["kind"]), item["key"])
    return _mention(item)


def _mention(item: dict[str, str]) -> Mention:
    return Mention(item["name"], EntityKind(item["kind"]))


def _date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _dump(items: list[dict[str, Any]]) -> str:
    return json.dumps(items, ensure_ascii=False, separators=(",", ":"), default=date.isoformat)
