"""Every named query on a filled graph: it finds its way by an index, whatever its mode."""

from collections.abc import Iterator
from typing import Any

import pytest
from neo4j import ResultSummary

from kg.store import Graph, ask, cookbook, queries
from policy.scope import audience

ONE_ROW = {"NodeUniqueIndexSeek", "NodeUniqueIndexSeek(Locking)", "Argument", "Apply", "Filter", "Optional"}
"""Plans of these alone give one row at most."""
SERVER = {
    *("resample_indexes", "replan", "drop_index"),
    *("create_passages_a", "create_passages_b", "create_memory_a", "create_memory_b"),
}
"""They change no graph, but its indexes and what the server plans with."""


def operators(plan: dict[str, Any]) -> Iterator[str]:
    """The names of a plan's operators, without the database's suffix."""
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)


def faults(plan: dict[str, Any]) -> Iterator[str]:
    """Scans, and products both of whose sides may have many rows."""
    name = plan["operatorType"].partition("@")[0]
    children = plan.get("children", ())
    if "Scan" in name:
        yield f"{name} {plan.get('args', {}).get('Details', '')}"
    if name == "CartesianProduct" and not any(set(operators(side)) <= ONE_ROW for side in children):
        yield name
    for child in children:
        yield from faults(child)


async def explained(graph: Graph, text: str) -> ResultSummary:
    async with graph._driver.session() as session:
        result = await session.run("EXPLAIN " + text)
        return await result.consume()


async def explain(graph: Graph, text: str) -> dict[str, Any]:
    summary = await explained(graph, text)
    assert summary.plan is not None
    return summary.plan


@pytest.mark.usefixtures("filled")
async def test_no_query_scans(graph: Graph) -> None:
    scanning = {}
    for name, query in {**queries(), **cookbook()}.items():
        if found := sorted(set(faults(await explain(graph, query.text)))):
            scanning[name] = found
    assert scanning == {}


async def test_what_is_said_to_write_writes_and_nothing_else_does(graph: Graph) -> None:
    wrong = []
    for name, query in {**queries(), **cookbook()}.items():
        writes = "w" in ((await explained(graph, query.text)).query_type or "") or name in SERVER
        if writes != (query.mode == "write"):
            wrong.append(name)
    assert wrong == []


async def test_the_cookbook_answers_its_reader_and_nobody_else(graph: Graph, filled: str) -> None:
    for name, query in cookbook().items():
        given: dict[str, object] = {"workspace": filled, "audiences": [audience(filled, "org")]}
        table = await ask(graph, query.text, {key: given[key] for key in query.params})
        assert "user:dana" not in str(table.rows), name
        for nobody in ([], [audience(filled, "dept:other")]):
            given["audiences"] = nobody
            asked = {key: given[key] for key in query.params}
            assert (await ask(graph, query.text, asked)).rows == (), name


async def test_the_filled_graph_is_filled(graph: Graph, filled: str) -> None:
    (counts,) = await graph.read("progress_counts", {"workspace": filled})
    assert counts["facts"] >= 2000
    assert counts["passages"] >= 300


async def test_a_scan_would_be_seen(graph: Graph) -> None:
    plan = await explain(graph, "CYPHER 25 MATCH (f:Fact) WHERE f.text CONTAINS 'x' RETURN f")
    assert list(faults(plan)) == ["NodeByLabelScan f:Fact"]
    plan = await explain(graph, "CYPHER 25 MATCH (f:Fact {group: 'a'}), (g:Fact {group: 'b'}) RETURN f, g")
    assert list(faults(plan)) == ["CartesianProduct"]
