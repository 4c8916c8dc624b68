"""A Neo4j that these tests may kill: started by kg's engine in a home of its own."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

from kg.config import default_cache
from kg.engine import Address, LocalConfig, LocalEngine, Memory, process
from kg.engine.home import Home
from kg.engine.jars import lib, pinned
from kg.engine.settings import JVM_OPTIONS
from kg.store import Graph
from tests.engine.probing import probe

_SMALL = Memory(512, 64, 256)
_INDEXES = """CYPHER 25 SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, options, owningConstraint
WHERE type <> 'LOOKUP'
RETURN name, type, entityType, labelsOrTypes, properties, options, owningConstraint ORDER BY name"""
_CONSTRAINTS = """CYPHER 25 SHOW CONSTRAINTS YIELD name, type, entityType, labelsOrTypes, properties
RETURN name, type, entityType, labelsOrTypes, properties ORDER BY name"""
_APPLIED = """CYPHER 25 MATCH (m:Migration) WHERE m.checksum IS NOT NULL
RETURN m.version AS version, m.checksum AS checksum ORDER BY version"""


class Own:
    """The server, and what is done to it."""

    def __init__(self, home: Path) -> None:
        self._home = Home(home)
        cache = default_cache(os.environ)
        self._jars = [lib(cache) / jar.name for jar in pinned()]
        self.engine = LocalEngine(LocalConfig(home, cache, memory=_SMALL), probe)

    async def up(self) -> Address:
        """Starts the server, or waits until it has recovered."""
        return await self.engine.up()

    @property
    def pid(self) -> int:
        note = self._home.note()
        assert note is not None
        return note.pid

    async def ended(self, pid: int) -> None:
        """Returns when the process is gone."""
        with contextlib.suppress(psutil.NoSuchProcess):
            await asyncio.to_thread(psutil.Process(pid).wait, 60)

    async def kill(self) -> None:
        """Nothing is written down and nobody is told."""
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        await self.ended(pid)

    async def check(self, report: Path) -> tuple[bool, str]:
        """What `neo4j-admin database check` says; the server must be down, after a clean stop."""
        arguments = self._home.run / "check.args"
        command = (process.ADMIN_CLASS, "database", "check", "neo4j", f"--report-path={report}")
        arguments.write_text(process.argument_file(JVM_OPTIONS, self._jars, *command))
        return await asyncio.to_thread(process.run_admin, arguments, self._home.root)


@asynccontextmanager
async def own_server(home: Path) -> AsyncIterator[tuple[Own, Address]]:
    """Stopped at the end."""
    server = Own(home)
    try:
        yield server, await server.up()
    finally:
        await server.engine.down()


async def schema(graph: Graph) -> dict[str, list[dict[str, Any]]]:
    """Indexes, constraints and the migrations that are recorded."""
    async with graph._driver.session() as session:
        return {
            name: await (await session.run(query)).data()
            for name, query in (("indexes", _INDEXES), ("constraints", _CONSTRAINTS), ("applied", _APPLIED))
        }


async def wipe_schema(graph: Graph) -> None:
    """An empty database is as it was before the first set-up."""
    found = await schema(graph)
    async with graph._driver.session() as session:
        for row in found["constraints"]:
            await (await session.run(f"CYPHER 25 DROP CONSTRAINT `{row['name']}`")).consume()
        for row in found["indexes"]:
            if row["owningConstraint"] is None:
                await (await session.run(f"CYPHER 25 DROP INDEX `{row['name']}`")).consume()
        await (await session.run("CYPHER 25 MATCH (m:Migration) DETACH DELETE m")).consume()
