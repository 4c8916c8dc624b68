"""Cypher that people and programs bring along, through the gate; and the cookbook."""

from typing import Any

from kg.bootstrap.app import opened
from kg.config import Settings
from kg.errors import NotFound, UsageError
from kg.observe import Progress, silent
from kg.store import Bounds, ask
from kg.store import cookbook as recipes

MOST_ROWS = 100_000
MOST_SECONDS = 120.0


def cookbook() -> list[dict[str, str]]:
    """Name and purpose of each ready-made question."""
    return [{"name": query.name, "doc": query.doc} for query in recipes().values()]


async def ask_cypher(
    settings: Settings,
    statement: str | None,
    recipe: str | None,
    limit: int,
    seconds: float,
    progress: Progress = silent,
) -> dict[str, Any]:
    """The rows of a statement whose plan only reads, or of a ready-made question for who asks. Raises `Refused`
    for a statement that does more, `NotFound` for a name the cookbook lacks."""
    if not 1 <= limit <= MOST_ROWS or not 0 < seconds <= MOST_SECONDS:
        raise UsageError(f"A limit is 1 to {MOST_ROWS:,} rows, a timeout up to {MOST_SECONDS:.0f} seconds.")
    text = statement if recipe is None else _recipe(recipe)
    async with opened(settings, progress) as app:
        params = {"workspace": app.view.workspace, "audiences": list(app.view.audiences)}
        table = await ask(app.graph, text or "", params, Bounds(rows=limit, seconds=seconds))
    return {"columns": list(table.columns), "rows": [list(row) for row in table.rows], "more": table.more}


def _recipe(name: str) -> str:
    query = recipes().get(name)
    if query is None:
        raise NotFound(f"The cookbook has no {name!r}. See its names with: kg cypher --cookbook list")
    return query.text
