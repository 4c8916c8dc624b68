"""A fact is wrong: taken out or put right by a person, and undone."""

import uuid
from typing import TYPE_CHECKING, Any

from kg.bootstrap.app import App, opened
from kg.config import Settings
from kg.errors import NotFound, UsageError
from kg.model.answers import CorrectionLines, as_json
from kg.model.correction import Change, Corrected, NewCorrection
from kg.model.kinds import FactStatus
from kg.model.seen import SeenFact
from kg.observe import Progress, silent

if TYPE_CHECKING:
    from ingest.correct import Words


async def retract_fact(
    settings: Settings, beginning: str, reason: str | None, progress: Progress = silent
) -> dict[str, Any]:
    """The fact is not so. It holds for whoever says it, now and later."""
    async with opened(settings, progress) as app:
        fact = await _live(app, beginning)
        return await _made(app, fact, None, reason)


async def correct_fact(
    settings: Settings, beginning: str, words: "Words", reason: str | None, progress: Progress = silent
) -> dict[str, Any]:
    """The fact is so and not as it was said."""
    from ingest.correct import read_change

    async with opened(settings, progress) as app:
        fact = await _live(app, beginning)
        change = await read_change(app.store, words, fact.scope or "org", fact.said_at or app.today)
        return await _made(app, fact, change, reason)


async def undo_correction(settings: Settings, beginning: str, progress: Progress = silent) -> dict[str, Any]:
    """The correction stands no more: what is said holds again."""
    from kg.recall.facts import the_correction

    async with opened(settings, progress) as app:
        id_ = await the_correction(app.reader, app.view, beginning)
        done = await app.store.undo_correction(app.view.audiences, id_, settings.principal)
        if done is None:
            raise NotFound(f"There is no correction {beginning[:40]!r} that you may read.")
        return await _shape(app, done)


async def list_corrections(
    settings: Settings, limit: int, offset: int, progress: Progress = silent
) -> CorrectionLines:
    """What people corrected, latest first."""
    from kg.recall.facts import list_corrections as listed

    async with opened(settings, progress) as app:
        return await listed(app.reader, app.view, limit=limit, offset=offset)


async def _live(app: App, beginning: str) -> SeenFact:
    from kg.recall.facts import the_fact

    fact = await the_fact(app.reader, app.view, beginning)
    if fact.status not in (FactStatus.LIVE, FactStatus.STALE):
        why = f"It is {fact.status} already" + (
            f"; undo that with: kg facts undo {fact.corrections[0][:10]}" if fact.corrections else ""
        )
        raise UsageError(f"Fact {beginning[:40]} is not in memory, so nothing was changed. {why}.")
    return fact


async def _made(app: App, fact: SeenFact, change: Change | None, reason: str | None) -> dict[str, Any]:
    new = NewCorrection(uuid.uuid4().hex, fact.id, change, app.settings.principal, reason)
    done = await app.store.correct_fact(app.view.audiences, new)
    if done is None:
        raise NotFound(f"There is no fact {fact.id[:40]!r} that you may read. See them with: kg facts list")
    return await _shape(app, done)


async def _shape(app: App, done: Corrected) -> dict[str, Any]:
    """What is in memory by it now, with its vectors, so that recall finds it by meaning too."""
    from ingest.work.vectors import Embedding
    from kg.recall.shown import shown

    if done.facts:
        await Embedding(app.store, app.progress).run("memory", app.memory_embedder)
    facts = await app.reader.facts(app.view, done.facts)
    return {
        "correction": done.id,
        "fact": done.fact,
        "facts": as_json([shown(one, app.today) for one in facts]),
    }
