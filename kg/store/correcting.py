"""Corrections by people: made, undone, each in one transaction that also does what follows."""

from collections.abc import Sequence

from kg import observe
from kg.model.claim import Value
from kg.model.correction import Change, Corrected, NewCorrection, Standing, wording
from kg.model.ids import digest, value_id
from kg.store.connection import Row, Work
from kg.store.corrected import change_from_json, correction_row
from kg.store.mentions import Touched, entity_row, hold_entities, hold_values, settle
from kg.store.part import Part
from kg.store.parts import SECONDS
from kg.store.regroup import Regrouped, regroup


class Corrections(Part):
    """See `kg.ports.GraphStore`."""

    async def correct_fact(self, audiences: Sequence[str], new: NewCorrection) -> Corrected | None:
        """See the port."""

        async def work(work: Work) -> Corrected | None:
            await work.run("hold_workspace", workspace=self._workspace)
            if made := await work.run("correction_made", id=new.id):
                return Corrected(new.id, made[0]["fact"], tuple(made[0]["facts"]))
            fact = await self._fact(work, audiences, new.fact)
            if fact is None:
                return None
            await self._hold(work, fact["subject_thing"], new.change)
            fact = await self._fact(work, audiences, new.fact)
            if fact is None:
                return None
            await self._write(work, new, fact)
            rows = await work.run(
                "groups_about",
                subject=fact["subject_id"],
                object=fact["object_id"],
                project=fact["project"],
                scope=fact["scope"],
            )
            reason = "retracted" if new.change is None else "corrected"
            done = await regroup(work, {row["group"] for row in rows}, None, reason)
            return Corrected(new.id, new.fact, _by(done, new.id))

        with observe.step("facts.correct"):
            return await self._graph.write("a correction", work, SECONDS)

    async def undo_correction(self, audiences: Sequence[str], id: str, by: str) -> Corrected | None:
        """See the port."""

        async def work(work: Work) -> Corrected | None:
            await work.run("hold_workspace", workspace=self._workspace)
            rows = await work.run(
                "correction_to_undo", workspace=self._workspace, audiences=list(audiences), id=id
            )
            if not rows:
                return None
            row = rows[0]["correction"]
            if row.get("undone_at") is not None:
                return Corrected(id, row["fact"])
            change = None if row["kind"] == "retract" else change_from_json(row["change"])
            subjects = await work.run("subjects_of_correction", id=id)
            await hold_entities(
                work, self._workspace, [*(s["thing"] for s in subjects), *_things(self._workspace, change)]
            )
            await hold_values(work, self._workspace, _values(self._workspace, change))
            groups = {r["group"] for r in await work.run("groups_of_correction", id=id)}
            await work.run("undo_correction", id=id, by=by)
            done = await regroup(work, groups, None, "correction undone")
            await settle(work, self._workspace, await self._released(work, row, change))
            before = done.before.facts.keys()
            return Corrected(id, row["fact"], tuple(sorted(done.found.live.keys() - before)))

        with observe.step("facts.correct"):
            return await self._graph.write("undoing a correction", work, SECONDS)

    async def _fact(self, work: Work, audiences: Sequence[str], id_: str) -> Row | None:
        rows = await work.run("fact_to_correct", workspace=self._workspace, audiences=list(audiences), id=id_)
        return {**rows[0]["fact"], **rows[0]} if rows else None

    async def _hold(self, work: Work, subject: Row, change: Change | None) -> None:
        await hold_entities(work, self._workspace, [subject, *_things(self._workspace, change)])
        await hold_values(work, self._workspace, _values(self._workspace, change))

    async def _write(self, work: Work, new: NewCorrection, fact: Row) -> None:
        (counted,) = await work.run("next_correction", workspace=self._workspace)
        about = Standing(
            id=new.id,
            order=counted["order"],
            target=digest(
                "target",
                self._workspace,
                fact["project"],
                fact["scope"],
                fact["subject_id"],
                fact["object_id"],
            ),
            wording=wording(fact["relation"], fact["qualifier"], fact["modality"]),
            quotes=frozenset(fact["quotes"]),
            spared=frozenset(wording(*one) for one in fact["beside"]),
            start=fact["valid_from"],
            end=fact["valid_to"],
            change=new.change,
        )
        change = new.change or Change()
        value = change.object if isinstance(change.object, Value) else None
        await work.run(
            "write_correction",
            row=correction_row(new, about, fact),
            things=[
                {"id": thing.id, "name": thing.name, "kind": str(thing.kind), "keys": list(thing.keys)}
                for thing in change.things
            ],
            value=None if value is None else value_id(self._workspace, value.kind, value.key),
        )
        taught = [
            {"key": key, "entity": thing.id, "audience": fact["audience"], "name": thing.name}
            for thing in change.things
            for key in thing.keys
        ]
        if taught:
            keys = sorted({row["key"] for row in taught})
            await work.run("hold_names", workspace=self._workspace, keys=keys)
            await work.run("teach_names", workspace=self._workspace, rows=taught)

    async def _released(self, work: Work, row: Row, change: Change | None) -> Touched:
        things = change.things if change is not None else ()
        untaught = [
            {"key": key, "entity": thing.id, "audience": row["audience"], "name": thing.name}
            for thing in things
            for key in thing.keys
        ]
        keys = {one["key"] for one in untaught}
        if keys:
            await work.run("hold_names", workspace=self._workspace, keys=sorted(keys))
        return Touched(
            entities={thing.id for thing in things},
            values={value["id"] for value in _values(self._workspace, change)},
            names=keys,
            untaught=untaught,
            renamed={thing.id for thing in things},
        )


def _by(done: Regrouped, correction: str) -> tuple[str, ...]:
    live = done.found.live.items()
    return tuple(
        sorted(id_ for id_, fact in live if any(s.edge["correction"] == correction for s in fact.statements))
    )


def _things(workspace: str, change: Change | None) -> list[Row]:
    return [entity_row(workspace, thing) for thing in (change.things if change is not None else ())]


def _values(workspace: str, change: Change | None) -> list[Row]:
    value = change.object if change is not None else None
    if not isinstance(value, Value):
        return []
    return [
        {
            "id": value_id(workspace, value.kind, value.key),
            "kind": value.kind,
            "key": value.key,
            "text": value.text,
        }
    ]
