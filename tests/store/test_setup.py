"""Set-up: once, by one process at a time, and not before everything is ready."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from kg.errors import EngineBusy, EngineMismatch
from kg.store import Graph, set_up
from kg.store.migrate import migrations, pending, wait_for_indexes

if TYPE_CHECKING:
    from kg.engine import Address


async def test_two_processes_set_up_one_database_at_once(neo4j_address: "Address") -> None:
    async with Graph.open(neo4j_address) as one, Graph.open(neo4j_address) as other:
        await asyncio.gather(set_up(one), set_up(other), set_up(one))
        applied = await one.read("migrations_applied", {})
    assert [row["version"] for row in applied] == [m.version for m in migrations()][1:]


async def test_every_index_is_online_when_set_up_returns(graph: Graph) -> None:
    states = await graph.read("index_states", {})
    assert {"passages", "memory", "passages_text", "memory_text"} <= {row["name"] for row in states}
    assert {row["state"] for row in states} == {"ONLINE"}


async def test_an_index_that_is_late_is_named(graph: Graph) -> None:
    with pytest.raises(EngineBusy, match=r"still builds indexes after 0 s"):
        await wait_for_indexes(graph, seconds=0.0)


def test_a_changed_migration_is_refused() -> None:
    known = migrations()
    applied = [{"version": known[1].version, "name": known[1].name, "checksum": "another"}]
    with pytest.raises(EngineMismatch, match=r"Migration 1 .* another text"):
        pending(known, applied)


def test_a_newer_database_is_refused() -> None:
    known = migrations()
    with pytest.raises(EngineMismatch, match="set up by a newer kg"):
        pending(known, [{"version": known[-1].version + 1, "name": "later", "checksum": "x"}])


def test_only_what_is_missing_is_applied() -> None:
    known = migrations()
    applied = [{"version": m.version, "name": m.name, "checksum": m.checksum} for m in known[1:-1]]
    assert pending(known, applied) == known[-1:]


@pytest.mark.parametrize(
    "files",
    [
        [("V0000__a.cypher", "CYPHER 25 RETURN 1;"), ("V0000__b.cypher", "CYPHER 25 RETURN 1;")],
        [("V0001__a.cypher", "CYPHER 25 RETURN 1;")],
        [("notes.txt", "")],
        [("V0000__a.cypher", "RETURN 1;")],
    ],
)
def test_a_file_that_is_no_migration_is_an_error(files: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match=r"migration|CYPHER 25"):
        migrations(files)


def test_line_ends_change_no_checksum() -> None:
    text = "// why\nCYPHER 25 RETURN 1;\nCYPHER 25\nRETURN 2;\n"
    (unix,) = migrations([("V0000__a.cypher", text)])
    (windows,) = migrations([("V0000__a.cypher", text.replace("\n", "\r\n"))])
    assert unix == windows
    assert len(unix.statements) == 2
