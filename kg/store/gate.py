"""The gate for Cypher that others bring: planned first, run only if the plan reads and does nothing else.

Read access mode alone is no protection: it stops neither LOAD CSV (which reads files and addresses) nor
SHOW, TERMINATE or `dbms.killConnection`. So the statement is sent with EXPLAIN in read mode, its type must
be a read and every operator and procedure on a list; then the same text runs in read mode with the server's
own deadline, and we stop reading at a number of rows and bytes. What Neo4j Community cannot bound is the
memory of some expressions: people whom one does not trust get a server of their own.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from neo4j import READ_ACCESS, AsyncResult, AsyncSession
from neo4j import Query as Statement
from neo4j.exceptions import ClientError, Neo4jError

from kg.errors import Refused, UsageError
from kg.store.connection import GRACE_SECONDS, Graph
from kg.store.faults import TIMED_OUT, translated
from kg.store.plain import plain
from kg.store.plan import foreign_functions, objections
from kg.store.values import clean

LONGEST = 100_000
"""Characters of a statement: longer ones are no questions, and planning them takes the server's time."""
MOST_ROWS = 1_000
MOST_BYTES = 8_000_000
"""Of the answer as JSON."""
SECONDS = 10.0
FETCH = 100

_SPACE = re.compile(r"(?:\s|//[^\n]*(?:\n|$)|/\*.*?\*/)*", re.DOTALL)
_CYPHER = re.compile(r"CYPHER\b", re.IGNORECASE)
_VERSION = re.compile(r"25\b")
_OPTION = re.compile(r"\w+\s*=")
_MODE = re.compile(r"(EXPLAIN|PROFILE)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Table:
    """An answer in plain values. `more`: there were further rows, and `rows` stops before them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one statement may take."""

    rows: int = MOST_ROWS
    bytes: int = MOST_BYTES
    seconds: float = SECONDS


async def ask(
    graph: Graph, statement: str, params: Mapping[str, Any] | None = None, bounds: Bounds | None = None
) -> Table:
    """Runs a statement if it only reads. `EXPLAIN` before it gives its plan as rows.

    Raises `Refused` for what is not allowed (naming it), `UsageError` for what Neo4j does not understand
    (with its words: they quote nothing but the statement), `EngineError` for the rest."""
    bounds = bounds or Bounds()
    body, explain = strip_prefix(statement)
    async with graph.session(READ_ACCESS) as session:
        with translated("the statement"):
            async with asyncio.timeout(bounds.seconds * 2 + GRACE_SECONDS):
                plan = await _plan(session, body, params, bounds)
                if explain:
                    return Table(("operator", "details"), tuple(_outline(plan)))
                return await _run(session, body, params, bounds)


def strip_prefix(statement: str) -> tuple[str, bool]:
    """The statement without EXPLAIN and `CYPHER 25` before it, and whether there was an EXPLAIN. Raises
    `Refused` for PROFILE (it runs the statement), for another version and for planner options."""
    if len(statement) > LONGEST:
        raise Refused(f"The statement is longer than {LONGEST:,} characters; nothing was run.")
    explain = False
    at = _skip(statement, 0)
    while True:
        if match := _MODE.match(statement, at):
            if match[1].upper() == "PROFILE":
                raise Refused("PROFILE is not taken, since it runs the statement; EXPLAIN shows its plan.")
            explain = True
        elif match := _CYPHER.match(statement, at):
            inside = _skip(statement, match.end())
            version = _VERSION.match(statement, inside)
            if version is None or _OPTION.match(statement, _skip(statement, version.end())):
                raise Refused("Statements are Cypher 25, without planner options; leave the prefix out.")
            match = version
        else:
            break
        at = _skip(statement, match.end())
    body = statement[at:]
    if not body.strip():
        raise UsageError("The statement is empty.")
    return body, explain


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at


async def _plan(
    session: AsyncSession, body: str, params: Mapping[str, Any] | None, bounds: Bounds
) -> dict[str, Any]:
    """The plan of a statement that may run. Raises as `ask` does."""
    if found := sorted(set(foreign_functions(body))):
        raise _refusal(found)
    result = await _send(session, f"CYPHER 25 EXPLAIN {body}", params, bounds)
    try:
        summary = await result.consume()
    except ClientError as error:
        raise _misunderstood(error) from None
    plan = summary.plan
    if plan is None or summary.query_type != "r":
        raise _refusal(["what changes the graph or asks the server"])
    if found := sorted(set(objections(plan))):
        raise _refusal(found)
    return plan


async def _run(session: AsyncSession, body: str, params: Mapping[str, Any] | None, bounds: Bounds) -> Table:
    result = await _send(session, f"CYPHER 25 {body}", params, bounds)
    try:
        rows, more = await _rows(result, bounds)
        columns = tuple(result.keys())
        # What is left is discarded by the server, which ends its work.
        await result.consume()
    except ClientError as error:
        raise _misunderstood(error) from None
    return Table(columns, rows, more)


async def _rows(result: AsyncResult, bounds: Bounds) -> tuple[tuple[tuple[Any, ...], ...], bool]:
    rows: list[tuple[Any, ...]] = []
    size = 0
    while records := await result.fetch(FETCH):
        for record in records:
            row = tuple(plain(value) for value in record.values())
            size += len(json.dumps(row, ensure_ascii=False))
            if len(rows) == bounds.rows or size > bounds.bytes:
                return tuple(rows), True
            rows.append(row)
    return tuple(rows), False


async def _send(
    session: AsyncSession, text: str, params: Mapping[str, Any] | None, bounds: Bounds
) -> AsyncResult:
    try:
        return await session.run(Statement(text, timeout=bounds.seconds), clean(dict(params or {})))
    except ClientError as error:
        raise _misunderstood(error) from None


def _misunderstood(error: Neo4jError) -> Exception:
    """Of the server's refusals those that are about the statement; a time-out and the like stay its own."""
    code = error.code or ""
    if code in TIMED_OUT or not code.startswith(("Neo.ClientError.Statement", "Neo.ClientError.Procedure")):
        return error
    words = " ".join((error.message or code).split())
    return UsageError(f"Neo4j does not take the statement: {words}")


def _refusal(found: Sequence[str]) -> Refused:
    return Refused(
        f"The statement was not run, because it uses {' and '.join(found)}; only reading the graph is allowed."
    )


def _outline(plan: Mapping[str, Any], depth: int = 0) -> list[tuple[str, str]]:
    name = plan["operatorType"].partition("@")[0]
    lines = [("  " * depth + name, str(plan.get("args", {}).get("Details", "")))]
    for child in plan.get("children", ()):
        lines += _outline(child, depth + 1)
    return lines
