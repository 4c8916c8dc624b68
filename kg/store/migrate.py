"""Sets the database up: constraints and indexes, applied once, in order, by one process at a time."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg import observe
from kg.errors import EngineBusy, EngineMismatch
from kg.model.ids import digest
from kg.store.connection import Graph, Row, Work
from kg.store.queries import migration_files

SETUP_SECONDS = 300.0
"""Building the vector index over 100,000 facts took two minutes on two cores."""
POLL_SECONDS = 0.1

_FILE = re.compile(r"V(?P<version>\d{4})__(?P<name>[a-z0-9_]+)\.cypher")
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `cypher/migrations`: statements that each end in a semicolon at the end of a line. Each
    may run twice (`IF NOT EXISTS`): a process may die between a statement and its record."""

    version: int
    name: str
    checksum: str
    statements: tuple[str, ...]


def migrations(files: Sequence[tuple[str, str]] | None = None) -> tuple[Migration, ...]:
    """All migrations of this code, by version. A number may be missing, and come later. Raises `ValueError`
    for a file that is none."""
    found = tuple(_migration(name, text) for name, text in files or migration_files())
    versions = [m.version for m in found]
    if versions != sorted(set(versions)) or versions[:1] != [0]:
        raise ValueError("migrations are numbered from V0000, each number once")
    return found


async def set_up(
    graph: Graph, seconds: float = SETUP_SECONDS, known: tuple[Migration, ...] | None = None
) -> None:
    """Brings the database to this code's schema and waits until every index is ONLINE. Any number of
    processes may call it at once; a database that is ready costs two reads.

    Raises `EngineMismatch` when an applied migration's text has changed since, or when the database is newer
    than this code; `EngineBusy` when the indexes are not ready in time."""
    known = migrations() if known is None else known
    if pending(known, await graph.read("migrations_applied", {}, seconds)):
        await _run(graph, known[0], seconds)
        await graph.write("the set-up", lambda work: _apply(graph, work, known, seconds), seconds)
    await wait_for_indexes(graph, seconds)


def pending(known: Sequence[Migration], applied: Sequence[Row]) -> tuple[Migration, ...]:
    """What has still to run. Raises `EngineMismatch`, see `set_up`."""
    by_version: Mapping[int, Row] = {row["version"]: row for row in applied}
    newer = by_version.keys() - {migration.version for migration in known}
    if newer:
        raise EngineMismatch(
            f"This database was set up by a newer kg (schema {max(newer)}, this one knows {known[-1].version}). "
            "Nothing was changed. Upgrade kg, or point it at another database."
        )
    for migration in known:
        row = by_version.get(migration.version)
        if row is not None and row["checksum"] != migration.checksum:
            raise EngineMismatch(
                f"Migration {migration.version} ({migration.name}) of this database was another text than "
                "that of this kg. Nothing was changed. Use the kg that set it up, or an empty database."
            )
    return tuple(m for m in known if m.version > 0 and m.version not in by_version)


async def wait_for_indexes(graph: Graph, seconds: float = SETUP_SECONDS) -> None:
    """Returns when every index is ONLINE. Raises `EngineBusy` after `seconds`, `EngineMismatch` for an index
    that failed to build."""
    late: list[Row] = []
    try:
        async with asyncio.timeout(seconds):
            while late := await _late(graph, seconds):
                _refuse_failed(late)
                await asyncio.sleep(POLL_SECONDS)
    except TimeoutError:
        names = ", ".join(f"{row['name']} ({row['percent']:.0f} %)" for row in late) or "the answer"
        raise EngineBusy(
            f"Neo4j still builds indexes after {seconds:.0f} s: {names}. Nothing is lost; try again later."
        ) from None


async def _late(graph: Graph, seconds: float) -> list[Row]:
    states = await graph.read("index_states", {}, seconds)
    return [row for row in states if row["state"] != "ONLINE"]


async def _apply(graph: Graph, work: Work, known: tuple[Migration, ...], seconds: float) -> None:
    await work.run("hold_setup")
    # Another process may have finished while this one waited for the lock.
    for migration in pending(known, await graph.read("migrations_applied", {}, seconds)):
        await _run(graph, migration, seconds)
        await _record(graph, migration)


async def _run(graph: Graph, migration: Migration, seconds: float) -> None:
    for statement in migration.statements:
        with observe.step("setup.apply"):
            await graph.run_alone(statement, migration.name, seconds)


async def _record(graph: Graph, migration: Migration) -> None:
    async def record(work: Work) -> None:
        await work.run(
            "record_migration", version=migration.version, name=migration.name, checksum=migration.checksum
        )

    with observe.step("setup.record"):
        await graph.write("the set-up's record", record)


def _refuse_failed(states: Sequence[Row]) -> None:
    failed = ", ".join(row["name"] for row in states if row["state"] == "FAILED")
    if failed:
        raise EngineMismatch(f"Neo4j could not build the index {failed}. See its log, or kg doctor.")


def _migration(file: str, text: str) -> Migration:
    match = _FILE.fullmatch(file)
    if match is None:
        raise ValueError(f"{file} is no migration: V0001__name.cypher")
    body = _COMMENT.sub("", text.replace("\r\n", "\n"))
    statements = tuple(part.strip() for part in re.split(r";[ \t]*(?:\n|$)", body) if part.strip())
    if not all(statement.startswith("CYPHER 25") for statement in statements):
        raise ValueError(f"{file}: every statement begins with CYPHER 25")
    return Migration(int(match["version"]), match["name"], digest("migration", *statements), statements)
