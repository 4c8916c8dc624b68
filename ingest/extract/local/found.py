"""What a rule found, with what every rule has to say about it."""

import re
from dataclasses import dataclass
from datetime import date

from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality, ValueKind
from kg.model.relations import is_single_valued

CONFIDENCE = {
    "table": 0.9,
    "field": 0.9,
    "card": 0.85,
    "pattern": 0.8,
    "parse": 0.7,
    "foreign": 0.7,
    "elided": 0.6,
}
"""Per family of rules, by judgement: structure says more surely than a parse, and a parse of a sentence whose
subject the rules put in front least. Read samples of public documentation agree on the order (tables and fields
above .8, parsed sentences about .65), not on the digits."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands and who said it when."""

    start: int
    end: int
    said_at: date | None = None
    speaker: str | None = None


def found(
    place: Place,
    rule: str,
    subject: str,
    relation: str,
    object_: str,
    subject_kind: EntityKind = EntityKind.THING,
    object_kind: str = "",
    modality: Modality = Modality.ASSERTED,
    valid_from: str | None = None,
    valid_to: str | None = None,
    qualifier: str | None = None,
) -> RawClaim:
    """A raw claim with its evidence; `rule` is `family` or `family:detail`."""
    relation, object_ = _with_period(_settled(relation), object_)
    return RawClaim(
        subject=subject,
        subject_kind=subject_kind.value,
        relation=relation,
        object=object_,
        object_kind=object_kind,
        modality=modality.value,
        valid_from=valid_from,
        valid_to=valid_to,
        confidence=CONFIDENCE[rule.split(":")[0]],
        qualifier=qualifier,
        start=place.start,
        end=place.end,
        said_at=place.said_at,
        rule=rule,
    )


def _settled(relation: str) -> str:
    """`is managed by` is what a key or a table says as `managed by`: one relation, so that a newer one closes
    an older one."""
    bare = relation.removeprefix("is ").removeprefix("are ")
    return bare if bare != relation and is_single_valued(bare) else relation


_PERIODIC = re.compile(
    r"(?i)^(?:(?P<first>yearly|annual|monthly|weekly|daily|quarterly)\s(?P<what>\S.*)"
    r"|(?P<thing>\S.*)\s(?:per|a)\s(?P<last>year|month|week|day|quarter))$"
)
_PERIODS = {
    "yearly": "year",
    "annual": "year",
    "monthly": "month",
    "weekly": "week",
    "daily": "day",
    "quarterly": "quarter",
}


def _with_period(relation: str, object_: str) -> tuple[str, str]:
    """`yearly fee: 48,000 EUR` is what a contract says as `fee: 48,000 EUR a year`: one relation, one value."""
    match = _PERIODIC.match(relation)
    value = read_value(object_) if match else None
    if match is None or value is None or value.kind is not ValueKind.MONEY or "/" in value.key:
        return relation, object_
    period = match["last"] or _PERIODS[match["first"].lower()]
    return match["what"] or match["thing"], f"{object_} a {period.lower()}"
