"""The questions: about, search, recall, facts, ledger, Cypher."""

from datetime import date
from pathlib import Path
from typing import Any

from kg.bootstrap.app import absolute, opened
from kg.config import Settings
from kg.errors import UsageError
from kg.model.answers import About, FactStory, Found, Ledger, Recalled, as_json
from kg.model.kinds import FactStatus
from kg.observe import Progress, silent


async def ask_about(settings: Settings, name: str, as_of: date | None, progress: Progress = silent) -> About:
    """The card of what bears this name."""
    from kg.recall.about import about

    async with opened(settings, progress) as app:
        return await about(app.reader, name, app.view, today=app.today, as_of=as_of)


async def ask_search(
    settings: Settings, query: str, folder: Path | None, limit: int, offset: int, progress: Progress = silent
) -> Found:
    """Pull: hits for a question."""
    from kg.bootstrap.vectors import notice
    from kg.recall.pull import search

    within = None if folder is None else absolute(folder).as_posix()
    async with opened(settings, progress) as app:
        return await search(
            app.reader,
            app.body_embedder,
            query,
            app.view,
            folder=within,
            limit=limit,
            offset=offset,
            notice=await notice(app, "passages"),
        )


async def ask_recall(
    settings: Settings, text: str, budget: int, explain: bool, progress: Progress = silent
) -> Recalled:
    """Push: what memory says to a turn."""
    from kg.bootstrap.vectors import notice
    from kg.recall.push import Recall

    if budget < 1:
        raise UsageError("The budget is at least one token.")
    async with opened(settings, progress) as app:
        recall = Recall(app.reader, app.memory_embedder)
        said = await notice(app, "memory")
        return await recall.recall(
            text, app.view, today=app.today, budget=budget, explain=explain, notice=said
        )


async def list_facts(
    settings: Settings,
    entity: str | None,
    status: str | None,
    limit: int,
    offset: int,
    progress: Progress = silent,
) -> dict[str, Any]:
    """A page of facts."""
    from kg.recall.facts import list_facts as listed

    wanted = None if status is None else _status(status)
    async with opened(settings, progress) as app:
        page = await listed(
            app.reader, app.view, today=app.today, entity=entity, status=wanted, limit=limit, offset=offset
        )
    shape: dict[str, Any] = as_json(page)
    return shape


def _status(text: str) -> FactStatus:
    try:
        return FactStatus(text)
    except ValueError:
        raise UsageError(f"{text!r} is no status; it can be {', '.join(FactStatus)}.") from None


async def show_fact(settings: Settings, fact: str, progress: Progress = silent) -> FactStory:
    """One fact with its history."""
    from kg.recall.facts import show_fact as shown

    async with opened(settings, progress) as app:
        return await shown(app.reader, app.view, fact, today=app.today)


async def show_ledger(settings: Settings, document: Path, progress: Progress = silent) -> Ledger:
    """What a document wrote, and what was refused."""
    import unicodedata

    from kg.recall.facts import show_ledger as shown

    key = unicodedata.normalize("NFC", absolute(document).as_posix())
    async with opened(settings, progress) as app:
        return await shown(app.reader, app.view, key, today=app.today)
