"""When facts hold, told from the rules alone: a small oracle that goes day by day.

Of a relation with one value at a time, what is asserted with a date ends what was said of another object before
it; objects of one day stand side by side; A, then B, then A are three facts. What has no date joins the open
fact that agrees with it and otherwise stands alone, and ends nothing. What is not asserted ends nothing."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from tests.property.notes import Line

ONE_AT_A_TIME = frozenset({"fee", "owner", "status"})
"""The relations of the made-up notes that have one value at a time."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One line as one document says it."""

    document: str
    line: Line
    said_at: date | None

    @property
    def day(self) -> date | None:
        return self.line.starts or self.said_at


@dataclass(slots=True)
class Held:
    """One fact: who says it, from when, until when, and the starts and objects of those it replaced."""

    object: str
    modality: str
    start: date | None
    documents: set[str]
    end: date | None = None
    replaced: list["Held"] = field(default_factory=list)


def facts_of(relation: str, tellings: Iterable[Telling]) -> list[Held]:
    """The facts that these tellings of one subject and relation make."""
    told = list(tellings)
    dated = [t for t in told if _counts(relation, t) and t.day is not None]
    made, standing = _by_day(dated)
    for telling in told:
        if _counts(relation, telling) and telling.day is not None:
            continue
        agreeing = [held for held in standing if held.object == telling.line.object]
        if _counts(relation, telling) and agreeing:
            agreeing[0].documents.add(telling.document)
        else:
            _stand_alone(made, telling)
    return made


def _counts(relation: str, telling: Telling) -> bool:
    return relation in ONE_AT_A_TIME and telling.line.modality == "asserted"


def _by_day(dated: Iterable[Telling]) -> tuple[list[Held], list[Held]]:
    days: dict[date, dict[str, set[str]]] = {}
    for telling in dated:
        assert telling.day is not None
        days.setdefault(telling.day, {}).setdefault(telling.line.object, set()).add(telling.document)
    made: list[Held] = []
    standing: list[Held] = []
    for day in sorted(days):
        over = [held for held in standing if held.object not in days[day]]
        going_on = [held for held in standing if held.object in days[day]]
        for held in over:
            held.end = day
        for held in going_on:
            held.documents |= days[day][held.object]
        begun = [
            Held(object_, "asserted", day, documents)
            for object_, documents in days[day].items()
            if object_ not in {held.object for held in going_on}
        ]
        for held in (*going_on, *begun):
            held.replaced += over
        made += begun
        standing = going_on + begun
    return made, standing


def _stand_alone(made: list[Held], telling: Telling) -> None:
    key = (telling.line.object, telling.line.modality, telling.line.starts)
    for held in made:
        if (held.object, held.modality, held.start) == key:
            held.documents.add(telling.document)
            return
    made.append(Held(*key, {telling.document}))
