"""The door to Neo4j: what it lets through, and what it says when it cannot."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import EngineBusy, EngineError, EngineMismatch, EngineUnavailable
from kg.store import Graph
from kg.store.connection import Work, check_version
from kg.store.values import clean

if TYPE_CHECKING:
    from kg.engine import Address


async def test_says_what_the_server_is(graph: Graph) -> None:
    server = await graph.verify()
    assert server.version.startswith("20")
    assert server.edition in ("community", "enterprise")


async def test_a_wrong_password_is_one_clear_sentence(neo4j_address: "Address") -> None:
    async with Graph.open(replace(neo4j_address, password="wrong" * 3)) as graph:
        with pytest.raises(EngineMismatch, match="refused the user name or password"):
            await graph.verify()


async def test_a_missing_database_is_one_clear_sentence(neo4j_address: "Address") -> None:
    async with Graph.open(neo4j_address, "nosuchdatabase") as graph:
        with pytest.raises(EngineMismatch, match="no database of that name"):
            await graph.verify()


async def test_nobody_there(neo4j_address: "Address") -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    async with Graph.open(replace(neo4j_address, uri=f"bolt://127.0.0.1:{port}")) as graph:
        with pytest.raises(EngineUnavailable, match="does not answer"):
            await graph.verify()


def test_an_address_that_is_none(neo4j_address: "Address") -> None:
    with pytest.raises(EngineMismatch, match="KG_NEO4J_URI"):
        Graph.open(replace(neo4j_address, uri="ftp://somewhere"))


@pytest.mark.parametrize(
    "agent", ["Neo4j/5.26.0", "Neo4j/2025.11.2", "Neo4j/2026.08.1", "Neo4j/4.4", "other"]
)
def test_a_server_that_is_too_old_is_refused(agent: str) -> None:
    with pytest.raises(EngineMismatch, match=r"needs 2026\.09 or newer"):
        check_version(agent)


@pytest.mark.parametrize("agent", ["Neo4j/2026.09.0", "Neo4j/2026.10.3-21", "Neo4j/2027.01.0"])
def test_a_server_that_is_new_enough_is_taken(agent: str) -> None:
    check_version(agent)


async def test_a_transaction_that_waits_too_long_ends(graph: Graph, workspace: str) -> None:
    holding, over = asyncio.Event(), asyncio.Event()

    async def hold(work: Work) -> None:
        await work.run("hold_entities", workspace=workspace, rows=[_entity(workspace)])
        holding.set()
        await over.wait()

    async def wait(work: Work) -> None:
        await work.run("hold_entities", workspace=workspace, rows=[_entity(workspace)])

    async with asyncio.TaskGroup() as group:
        group.create_task(graph.write("the first", hold))
        await holding.wait()
        try:
            with pytest.raises(EngineBusy, match="did not finish the second in its time"):
                await graph.write("the second", wait, seconds=0.5)
        finally:
            over.set()


async def test_a_write_query_is_no_read(graph: Graph) -> None:
    with pytest.raises(ValueError, match="no read query"):
        await graph.read("finish_job", {"lease": "x", "id": "x"})


async def test_other_parameters_than_declared_never_reach_the_server(graph: Graph) -> None:
    with pytest.raises(ValueError, match="other parameters"):
        await graph.read("rungs_of", {"ids": [], "more": 1})


async def test_an_error_of_ours_inside_a_transaction_comes_out_and_nothing_is_kept(
    graph: Graph, workspace: str
) -> None:
    class Ours(Exception):
        pass

    async def work(work: Work) -> None:
        await work.run("hold_entities", workspace=workspace, rows=[_entity(workspace)])
        raise Ours

    with pytest.raises(Ours):
        await graph.write("a test", work)
    counts = await graph.read("progress_counts", {"workspace": workspace})
    assert counts[0]["entities"] == 0


async def test_the_server_s_words_stay_behind(graph: Graph, workspace: str) -> None:
    async def work(work: Work) -> None:
        await work.run("hold_entities", workspace=workspace, rows=[{**_entity(workspace), "id": ["no id"]}])
        await work.run("hold_entities", workspace=workspace, rows=["not a map with a private name"])

    with pytest.raises(EngineError) as caught:
        await graph.write("a test", work)
    assert "private" not in caught.value.message
    assert caught.value.__cause__ is None


def _entity(workspace: str) -> dict[str, str]:
    return {"id": f"e-{workspace}", "key": "k", "name": "n", "kind": "thing"}


@given(st.text())
def test_clean_text_can_be_sent_and_keeps_what_was_sound(text: str) -> None:
    cleaned = clean({"deep": [{"text": text}]})["deep"][0]["text"]
    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    if "\x00" not in text:
        assert cleaned == text


def test_lone_halves_become_the_replacement_and_pairs_are_joined() -> None:
    assert clean("Kiln \ud83d") == "Kiln \ufffd"
    assert clean("\ude00 a") == "\ufffd a"
    assert clean("\ud83d\ude00") == "\U0001f600"
    assert clean("a\x00b") == "a\ufffdb"
