"""Recall on the real graph with the real embedder: the running example, silence, what superseded what."""

import uuid
from collections.abc import AsyncIterator
from datetime import date

import pytest
from neo4j import AsyncDriver

from kg.embed.nano import NanoEmbedder
from kg.engine import Address
from kg.model.answers import Recalled, View, as_json
from kg.model.frame import FRAME_LINE
from kg.model.tokens import count_tokens
from kg.recall.push import Recall
from kg.store.reader import Reader
from tests.engine.probing import remove_workspace
from tests.recall.story import TODAY, Story, tell
from tests.recall.test_turn import CODE, JAVA, LOG, TRACE
from tests.recall.turns import ASKED, QUIET
from tests.recall.world import World, view

WORKSPACE = f"test-{uuid.uuid4().hex[:12]}"


@pytest.fixture(scope="module")
async def story(
    neo4j_address: Address, driver: AsyncDriver, graph: object, memory: NanoEmbedder
) -> AsyncIterator[Story]:
    world = World(WORKSPACE)
    told = tell(world)
    await world.write(driver, memory)
    yield told
    await remove_workspace(neo4j_address, WORKSPACE)


@pytest.fixture
def recall(reader: Reader, memory: NanoEmbedder) -> Recall:
    return Recall(reader, memory)


async def say(recall: Recall, text: str, seen: View | None = None, **rest: object) -> Recalled:
    return await recall.recall(text, seen or view(WORKSPACE), today=TODAY, **rest)


async def test_january_comes_first_and_the_term_end_beside_it(story: Story, recall: Recall) -> None:
    answer = await say(recall, "When should we start the renewal conversation with Northwind?")
    first, second = answer.items[:2]
    assert (first.id, second.id) == (story.wish, story.term)
    assert "January" in first.text and first.modality == "requested"
    assert "30 June 2027" in second.text and second.modality == "asserted"
    assert (first.source.path, first.source.said_at) == ("/vault/weekly/2026-11-04.md", date(2026, 11, 4))
    assert first.why.startswith("names Northwind; words: renewal, Northwind; meaning .")


@pytest.mark.parametrize(("question", "wanted"), ASKED)
async def test_questions_about_the_story_get_their_fact(
    story: Story, recall: Recall, question: str, wanted: str
) -> None:
    answer = await say(recall, question)
    assert getattr(story, wanted) in [item.id for item in answer.items[:3]], answer.block


@pytest.mark.parametrize("turn", [*QUIET, TRACE, JAVA, LOG, f"```\n{CODE}\n```"])
async def test_nothing_is_said_to_what_needs_nothing(story: Story, recall: Recall, turn: str) -> None:
    answer = await say(recall, turn)
    assert answer.silent and answer.items == () and answer.block == "" and answer.tokens == 0
    assert answer.reason


async def test_the_block_is_framed_counted_and_within_its_budget(story: Story, recall: Recall) -> None:
    for budget in (0, 20, 45, 80, 300):
        answer = await say(recall, "What do we know about Northwind?", budget=budget)
        assert answer.tokens == count_tokens(answer.block) <= budget
        assert answer.silent == (answer.items == ())
        assert answer.silent or answer.block.startswith(FRAME_LINE)
    assert len(answer.items) > 1


async def test_the_json_is_the_stable_shape(story: Story, recall: Recall) -> None:
    shape = as_json(await say(recall, "Who is the contact at Northwind?"))
    assert {"items", "silent", "tokens", "took_ms"} <= shape.keys() and "explain" not in shape
    assert {"kind", "id", "text", "score", "why", "source"} <= shape["items"][0].keys()
    assert shape["items"][0]["source"] == {"path": "/vault/contracts/northwind.md", "said_at": "2026-06-15"}


async def test_explain_shows_every_candidate_and_the_gate(story: Story, recall: Recall) -> None:
    loud = (await say(recall, "When does Northwind's term end?", explain=True)).explain
    assert loud is not None and loud.linked == ("northwind",) and loud.gate == "a thing was named"
    fates = {one.id: one.verdict for one in loud.candidates}
    assert fates[story.term] == "said" and fates[story.allergy] == "held back by the gate"
    assert all(one.features and "outstanding" in one.features for one in loud.candidates)
    quiet = (await say(recall, "hello there", explain=True)).explain
    assert quiet is not None and quiet.numbers["best"] < 2.3 and quiet.candidates


async def test_a_blank_turn_asks_neither_embedder_nor_graph() -> None:
    class Untouched:
        name, dimensions = "none", 384

        async def embed_query(self, text: str) -> None:
            assert not text.strip()

    answer = await Recall(Untouched(), Untouched()).recall(" \n", view("none"), today=TODAY)
    assert answer.silent and answer.reason == "nothing was said"


async def test_what_superseded_a_fact_is_said_in_its_place(
    workspace: str, driver: AsyncDriver, recall: Recall, memory: NanoEmbedder
) -> None:
    world = World(workspace)
    world.folder("/v")
    first, second = world.file("/v/a.md", "fee is 48,000"), world.file("/v/b.md", "fee is 52,000")
    old = world.fact(
        first,
        "Northwind",
        "fee",
        "48,000 EUR a year",
        "48,000",
        kind="money",
        valid_to=date(2026, 10, 1),
        said_at=date(2026, 6, 15),
    )
    new = world.fact(
        second,
        "Northwind",
        "fee",
        "52,000 EUR a year",
        "52,000",
        kind="money",
        valid_from=date(2026, 10, 1),
        said_at=date(2026, 10, 1),
    )
    world.supersede(new, old)
    await world.write(driver, memory)
    answer = await say(recall, "Is the Northwind fee still 48,000 EUR a year?", view(workspace))
    (item,) = answer.items
    assert (item.id, item.source.path) == (new, "/v/b.md")
    assert item.text == "Northwind fee: 52,000 EUR a year (was 48,000 EUR a year until 1 Oct 2026)"


async def test_a_fact_that_waits_for_its_vector_is_said_when_named(
    workspace: str, driver: AsyncDriver, recall: Recall
) -> None:
    class Never:
        name = "never"

        async def embed(self, texts: list[str]) -> list[None]:
            return [None] * len(texts)

    world = World(workspace)
    world.folder("/v")
    fact = world.fact(world.file("/v/a.md", "Kestrel is blue"), "Kestrel", "colour", "blue", "blue")
    await world.write(driver, Never())
    answer = await say(recall, "What colour is Kestrel?", view(workspace))
    assert [item.id for item in answer.items] == [fact]
    assert "meaning" not in answer.items[0].why


async def test_recall_on_an_empty_workspace_is_silent(workspace: str, recall: Recall) -> None:
    answer = await say(recall, "When does Northwind renew?", view(workspace))
    assert answer.silent and answer.reason == "memory holds nothing near this"


async def test_names_that_are_syntax_are_linked_by_their_letters(
    workspace: str, driver: AsyncDriver, recall: Recall, memory: NanoEmbedder
) -> None:
    names = [
        "O'Hara's Mill",
        "`tick`",
        "{brace}",
        "$price",
        "back\\slash",
        "// not a comment",
        'Cosmic "Crabs"',
    ]
    world = World(workspace)
    world.folder("/v")
    file = world.file("/v/a.md", "all of them")
    ids = {name: world.fact(file, name, "stored in", f"box {n}") for n, name in enumerate(names)}
    await world.write(driver, memory)
    for name in names:
        answer = await say(recall, f"Where is {name} now?", view(workspace), explain=True)
        assert answer.items and answer.items[0].id == ids[name], name
