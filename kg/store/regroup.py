"""Makes the facts of some groups what is said in them, through the corrections that stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.model.correction import Form, Passed, Standing, passed
from kg.store.changing import apply
from kg.store.connection import Work
from kg.store.corrected import standing_of
from kg.store.projection import Changes, Held, KeptOut, changes, held
from kg.store.stated import Stated, derived, form_of, group_of, said_as


@dataclass(frozen=True, slots=True)
class Words:
    """What documents say from now on in `groups`, by evidence id."""

    documents: frozenset[str]
    statements: Mapping[str, Stated]
    groups: frozenset[str] | set[str]


@dataclass(frozen=True, slots=True)
class Regrouped:
    """What was held, and what was done."""

    before: Held
    found: Changes
    groups: frozenset[str]


@dataclass(slots=True)
class _Looked:
    """The groups as far as they are known, and what corrections make of what is said in them."""

    groups: set[str]
    held: Held = field(default_factory=lambda: held(()))
    standing: dict[str, Sequence[Standing]] = field(default_factory=dict)
    locked: set[str] = field(default_factory=set)
    live: list[Stated] = field(default_factory=list)
    kept_out: list[KeptOut] = field(default_factory=list)


async def regroup(work: Work, groups: Iterable[str], words: Words | None, reason: str) -> Regrouped:
    """Projects the groups anew and writes the difference. Groups that corrections join to them come too, with
    locks on what those are about. `words` is what documents say differently; the caller holds the subjects of
    these groups."""
    looked = _Looked(set(groups))
    while await _look(work, looked, words):
        pass
    documents = frozenset() if words is None else words.documents
    found = changes(looked.held, looked.live, looked.kept_out, documents)
    await apply(work, found, reason)
    return Regrouped(looked.held, found, frozenset(looked.groups))


async def _look(work: Work, looked: _Looked, words: Words | None) -> bool:
    """One look further; False when nothing more belongs to it."""
    groups = sorted(looked.groups)
    if groups:
        rows = await work.run("facts_of_groups", groups=groups)
        looked.held = held(rows, await work.run("retracted_of_groups", groups=groups))
    said = list(_said(looked, words))
    forms = await _passed(work, looked, [form_of(one) for one in said])
    looked.live, looked.kept_out = [], []
    for one, way in zip(said, forms, strict=True):
        _place(looked, one, way)
    more = {one.group.id for one in looked.live} | looked.held.related()
    unlocked = _subjects(looked) - looked.locked if looked.kept_out or looked.held.retracted else set()
    if unlocked:
        # What is led to another subject meets what is said of that one, so both stand still; then looked at
        # again, since they may have moved before.
        await work.run("lock_things", ids=sorted(unlocked))
        looked.locked |= unlocked
        looked.standing.clear()
    found = more - looked.groups
    looked.groups |= found
    return bool(found or unlocked)


def _subjects(looked: _Looked) -> set[str]:
    rows = (*looked.held.facts.values(), *looked.held.retracted.values())
    return {row["subject_id"] for row in rows} | {one.group.subject for one in looked.live}


def _said(looked: _Looked, words: Words | None) -> Iterable[Stated]:
    """What documents say in these groups."""
    for one in looked.held.statements.values():
        mine = words is not None and one.document in words.documents and one.group.id in words.groups
        if not (one.corrected or mine):
            yield one
    if words is not None:
        yield from (one for one in words.statements.values() if one.group.id in words.groups)


async def _passed(work: Work, looked: _Looked, forms: Sequence[Form]) -> list[Passed]:
    ways = [passed(form, looked.standing) for form in forms]
    while unknown := sorted({way.unknown for way in ways if way.unknown is not None}):
        found = await standing_of(work, unknown)
        looked.standing |= {target: found.get(target, ()) for target in unknown}
        ways = [passed(form, looked.standing) for form in forms]
    return ways


def _place(looked: _Looked, one: Stated, way: Passed) -> None:
    if not way.by:
        looked.live.append(said_as(one, None))
        return
    if way.form is None:
        looked.kept_out.append(KeptOut(said_as(one, None), way.by))
        return
    target = group_of(one, way.form).id
    looked.kept_out.append(KeptOut(said_as(one, target), way.by))
    looked.live.append(derived(one, way.form, way.by[-1]))
