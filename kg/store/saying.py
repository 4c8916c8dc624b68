"""Makes what one document says into facts, in one transaction: what writing and taking back share."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.model.stored import FactsReceipt, PlacedSegment, ResolvedEntity, Statement
from kg.store.connection import Row, Work
from kg.store.mentions import (
    Mentioned,
    Touched,
    entity_row,
    hold_entities,
    hold_values,
    mentions_held,
    set_mentions,
    settle,
)
from kg.store.regroup import Words, regroup
from kg.store.stated import ENTITY_KINDS, Stated, place, stated, value_rows


@dataclass(frozen=True, slots=True)
class Saying:
    """What a document is to say from now on; nothing at all when everything is taken back."""

    statements: tuple[Statement, ...] = ()
    mentions: tuple[ResolvedEntity, ...] = ()
    segments: tuple[PlacedSegment, ...] = ()
    reason: str = "changed"
    """Why facts that lose their last evidence by it leave memory."""

    def restricted(self, groups: Collection[str], workspace: str, document: Row) -> "Saying":
        """The statements of these groups and what they are about."""
        kept = tuple(s for s in self.statements if place(workspace, document, s).id in groups)
        return replace(self, statements=kept, mentions=(), segments=())

    @property
    def entities(self) -> dict[str, ResolvedEntity]:
        """Everything it refers to, by id, with every name key given for it."""
        found: dict[str, ResolvedEntity] = {}
        for entity in (*self.mentions, *self._ends()):
            known = found.get(entity.id)
            keys = (*entity.keys, *known.keys) if known is not None else entity.keys
            name, kind = (known.name, known.kind) if known is not None else (entity.name, entity.kind)
            found[entity.id] = ResolvedEntity(entity.id, name, kind, tuple(sorted(set(keys))))
        return found

    def _ends(self) -> Iterable[ResolvedEntity]:
        for statement in self.statements:
            yield statement.subject
            if statement.object is not None:
                yield statement.object


async def say(
    work: Work, workspace: str, document: Row, saying: Saying, only: Collection[str] | None = None
) -> FactsReceipt:
    """Makes the facts, mentions and segments of a document what `saying` holds. The caller has locked
    nothing; things, values and the document are locked here, in that order.

    With `only`, the facts of these groups and nothing else: what they mention is added, and no mention and
    no thing goes. The whole must follow."""
    id_ = document["id"]
    new = {one.id: one for one in stated(workspace, document, saying.statements)}
    if only is not None:
        new = {key: one for key, one in new.items() if one.group.id in only}
        saying = saying.restricted({one.group.id for one in new.values()}, workspace, document)
    mentions, values = await _hold(work, workspace, id_, saying, only)
    evidence = await work.run("evidence_of_documents", ids=[id_], groups=_listed(only))
    receipt = await reproject(work, [id_], new, evidence, saying.reason)
    touched = Touched(values=values)
    wanted = [Mentioned(id_, document["audience"], entity) for entity in saying.entities.values()]
    if only is None:
        touched.entities |= {row["subject"] for row in evidence}
        touched.entities |= {row["object"] for row in evidence if row["object_kind"] in ENTITY_KINDS}
        await _segments(work, id_, saying.segments)
    else:
        mentions = [row for row in mentions if row["entity"] in saying.entities]
    await set_mentions(work, workspace, mentions, wanted, "facts", touched)
    await settle(work, workspace, touched)
    return receipt


async def _hold(
    work: Work, workspace: str, document: str, saying: Saying, only: Collection[str] | None
) -> tuple[list[Row], set[str]]:
    """Locks everything that may change hands, and tells what the document mentioned and which values it
    gave. What it said before is about things it mentioned, so those are all there is to lock."""
    rows = [entity_row(workspace, entity) for entity in saying.entities.values()]
    given = value_rows(workspace, saying.statements)
    before = await mentions_held(work, [document], "facts")
    found = await work.run("values_of_documents", ids=[document], groups=_listed(only))
    values = [row["value"] for row in found]
    await hold_entities(work, workspace, [*(row["thing"] for row in before), *rows])
    await hold_values(work, workspace, [*values, *given])
    await work.run("hold_documents", workspace=workspace, ids=[document])
    now = await mentions_held(work, [document], "facts")
    if more := [row["thing"] for row in now if row not in before]:
        # Another transaction wrote this document between our look and our lock.
        await hold_entities(work, workspace, more)
    return now, {row["id"] for row in values}


def _listed(groups: Collection[str] | None) -> list[str] | None:
    return None if groups is None else sorted(groups)


async def reproject(
    work: Work, documents: Sequence[str], new: Mapping[str, Stated], evidence: Sequence[Row], reason: str
) -> FactsReceipt:
    """Makes the facts of these documents' groups anew: `evidence` is what the documents said until now, `new`
    what they say from now on. The caller holds the things, the values and the documents."""
    own = frozenset(documents)
    said = {row["evidence"]["id"]: row for row in evidence if row["evidence"].get("correction") is None}
    groups = _touched_groups(new, said)
    done = await regroup(work, groups, Words(own, new, groups), reason)
    untouched = {row["fact"] for row in evidence if row["live"] and row["group"] not in done.groups}
    mine = {id_ for id_, fact in done.found.live.items() if any(s.document in own for s in fact.statements)}
    before = done.before.facts.keys()
    return FactsReceipt(
        written=len(mine - before), kept=len(untouched | (mine & before)), tombstoned=len(done.found.bury)
    )


def _touched_groups(new: Mapping[str, Stated], old: Mapping[str, Row]) -> set[str]:
    """Groups in which the document says something else than before. A statement that only moved, or whose
    words differ in nothing its fact is made of, touches its group too: its edge has to be written."""
    touched = {row["group"] for id_, row in old.items() if id_ not in new}
    for id_, one in new.items():
        before = old.get(id_)
        if before is None or before["group"] != one.group.id:
            touched |= {one.group.id} | ({before["group"]} if before is not None else set())
        elif _differs(before, one):
            touched.add(one.group.id)
    return touched


def _differs(before: Row, one: Stated) -> bool:
    fact = (before["object"], before["modality"])
    edge = before["evidence"]
    return fact != (one.object, one.modality) or any(edge.get(k) != value for k, value in one.edge.items())


async def _segments(work: Work, document: str, segments: Sequence[PlacedSegment]) -> None:
    rows = await work.run("segments_held", document=document)
    wanted = [{"extraction": s.extraction, "start": s.start, "end": s.end} for s in segments]
    if sorted(map(_place, rows)) != sorted(map(_place, wanted)):
        await work.run("replace_segments", document=document, rows=wanted)


def _place(row: Row) -> tuple[int, int, str]:
    return (row["start"], row["end"], row["extraction"])
