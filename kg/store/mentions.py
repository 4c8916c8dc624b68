"""Who a document mentions, and what follows: things, the names that lead to them, and their going.

Locks are taken in one order everywhere: things, values, names, documents; each by id or key."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.model.ids import entity_id
from kg.model.names import name_key
from kg.model.stored import ResolvedEntity
from kg.store.connection import Row, Work


@dataclass(frozen=True, slots=True)
class Mentioned:
    """One MENTIONS edge as it should be."""

    document: str
    audience: str
    entity: ResolvedEntity

    @property
    def row(self) -> Row:
        thing = self.entity
        return {
            "document": self.document,
            "entity": thing.id,
            "name": thing.name,
            "kind": thing.kind,
            "keys": sorted(set(thing.keys)),
            "audience": self.audience,
        }


@dataclass(slots=True)
class Touched:
    """What a transaction may have left without anything that refers to it."""

    entities: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    untaught: list[Row] = field(default_factory=list)
    renamed: set[str] = field(default_factory=set)


def entity_row(workspace: str, entity: ResolvedEntity) -> Row:
    """A thing as `hold_entities` makes it: its key is the name key its id is made of."""
    own = (key for key in entity.keys if entity_id(workspace, key) == entity.id)
    key = next(own, name_key(entity.name))
    return {"id": entity.id, "key": key, "name": entity.name, "kind": str(entity.kind)}


async def hold_entities(work: Work, workspace: str, rows: Iterable[Row]) -> None:
    """Makes and locks things (`id`, `key`, `name`, `kind`) in order of id."""
    by_id = {row["id"]: row for row in rows}
    if by_id:
        await work.run("hold_entities", workspace=workspace, rows=[by_id[id_] for id_ in sorted(by_id)])


async def hold_values(work: Work, workspace: str, rows: Iterable[Row]) -> None:
    """Makes and locks objects that are no entity (`id`, `kind`, `key`, `text`) in order of id."""
    by_id = {row["id"]: row for row in rows}
    if by_id:
        await work.run("hold_values", workspace=workspace, rows=[by_id[id_] for id_ in sorted(by_id)])


async def mentions_held(work: Work, documents: Sequence[str], *by: str) -> list[Row]:
    """The MENTIONS edges of these kinds (`by`) that these documents have, flat."""
    rows = await work.run("mentions_held", documents=list(documents), by=list(by)) if documents else []
    return [
        {**row["mention"], "document": row["document"], "entity": row["entity"]["id"], "thing": row["entity"]}
        for row in rows
    ]


async def set_mentions(
    work: Work, workspace: str, held: Sequence[Row], wanted: Iterable[Mentioned], by: str, touched: Touched
) -> None:
    """Makes the edges of one kind what is wanted, and teaches their names. The caller holds the things."""
    new = {(m.document, m.entity.id): m.row for m in wanted}
    old = {(row["document"], row["entity"]): row for row in held}
    created = [row for at, row in sorted(new.items()) if at not in old]
    changed = [row for at, row in sorted(new.items()) if at in old and not _same(row, old[at])]
    gone = [row for at, row in sorted(old.items()) if at not in new]
    lost = [*gone, *(old[at] for at in sorted(old) if at in new and not _same(new[at], old[at]))]
    taught = _names([*created, *changed])
    touched.untaught += [row for row in _names(lost) if row not in taught]
    touched.names |= {row["key"] for row in (*taught, *touched.untaught)}
    touched.entities |= {row["entity"] for row in gone}
    touched.renamed |= {row["entity"] for row in lost}
    if gone:
        await work.run("delete_mentions", rows=[_edge(row) for row in gone], by=by)
    if created:
        await work.run("create_mentions", rows=created, by=by)
    if changed:
        await work.run("update_mentions", rows=changed, by=by)
    if touched.names:
        await work.run("hold_names", workspace=workspace, keys=sorted(touched.names))
    if taught:
        await work.run("teach_names", workspace=workspace, rows=taught)


async def settle(work: Work, workspace: str, touched: Touched) -> None:
    """Removes what nothing refers to any more, among what was touched. The caller holds the things."""
    if touched.untaught:
        # Many documents may have taught one name.
        rows = {(row["key"], row["entity"], row["audience"]): row for row in touched.untaught}
        await work.run("drop_untaught_names", workspace=workspace, rows=[rows[at] for at in sorted(rows)])
    names = set(touched.names)
    if touched.entities:
        for row in await work.run("drop_orphan_entities", ids=sorted(touched.entities)):
            names |= set(row["keys"])
    if touched.renamed:
        await work.run("rename_entities", ids=sorted(touched.renamed))
    if touched.values:
        await work.run("drop_orphan_values", ids=sorted(touched.values))
    if names:
        await work.run("drop_unused_names", workspace=workspace, keys=sorted(names))


def _same(wanted: Row, held: Row) -> bool:
    return all(wanted[key] == held[key] for key in ("name", "kind", "keys", "audience"))


def _edge(row: Row) -> Row:
    return {"document": row["document"], "entity": row["entity"]}


def _names(mentions: Iterable[Row]) -> list[Row]:
    return [
        {"key": key, "entity": row["entity"], "audience": row["audience"], "name": row["name"]}
        for row in mentions
        for key in row["keys"]
        if key
    ]
