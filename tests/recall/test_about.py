"""Cards and the ledger on the real graph."""

from datetime import date
from typing import Any

import pytest
from neo4j import AsyncDriver

from kg.errors import NotFound, UsageError
from kg.model.answers import EntityCard, UnknownName, as_json
from kg.model.kinds import FactStatus
from kg.recall.about import about
from kg.recall.facts import list_facts, show_fact, show_ledger
from kg.store.reader import Reader
from tests.fakes.embedder import FakeEmbedder
from tests.recall.story import TODAY, Story, tell
from tests.recall.world import World, view

FACT = {
    "id", "subject", "relation", "object", "text", "modality", "status", "current", "confidence", "valid_from",
    "valid_to", "recorded_at", "superseded_by", "graph_relations", "evidence",
}  # fmt: skip


@pytest.fixture
async def story(workspace: str, driver: AsyncDriver, graph: object) -> Story:
    world = World(workspace)
    told = tell(world)
    world.card(told.weekly, "Northwind, Tom", ["Northwind"])
    await world.write(driver, FakeEmbedder())
    return told


async def card(reader: Reader, workspace: str, name: str, **rest: Any) -> EntityCard:
    answer = await about(reader, name, view(workspace), today=TODAY, **rest)
    assert isinstance(answer, EntityCard), answer
    return answer


async def test_the_card_holds_the_four_facts_each_with_file_and_quote(
    workspace: str, reader: Reader, story: Story
) -> None:
    northwind = await card(reader, workspace, "northwind")
    facts = {fact.id: fact for fact in northwind.facts}
    quotes = {id_: fact.evidence[0].quote for id_, fact in facts.items()}
    assert quotes[story.fee] == "fee is 48,000 EUR a year"
    assert quotes[story.notice] == "Notice period is 60 days"
    assert quotes[story.term] == "term ends on 30 June 2027" and facts[story.term].current
    assert quotes[story.wish] == "Northwind want to bring the renewal forward to January"
    assert facts[story.wish].evidence[0].path == "/vault/weekly/2026-11-04.md"
    assert story.wish in northwind.groups.wanted and story.term in northwind.groups.current
    assert [(one.name, one.relations, one.count) for one in northwind.related] == [
        ("Dana Reyes", ("contact",), 1)
    ]
    assert [(d.path, d.facts) for d in northwind.documents] == [
        ("/vault/contracts/northwind.md", 4),
        ("/vault/weekly/2026-11-04.md", 1),
    ]


async def test_the_json_is_the_stable_shape(workspace: str, reader: Reader, story: Story) -> None:
    shape = as_json(await card(reader, workspace, "Northwind"))
    assert {"entity", "facts", "related", "documents"} <= shape.keys()
    assert {"key", "name", "kind", "aliases"} <= shape["entity"].keys()
    assert all(fact.keys() >= FACT for fact in shape["facts"])
    assert {"path", "title", "quote", "start", "end", "said_at"} == set(shape["facts"][0]["evidence"][0])


async def test_a_thing_is_found_as_an_object_by_alias_and_in_any_spelling(
    workspace: str, driver: AsyncDriver, reader: Reader, story: Story
) -> None:
    world = World(workspace)
    world.name("Dana Reyes", "D. Reyes", "org", "person")
    await world.write(driver, FakeEmbedder())
    for name in ("Dana Reyes", "DANA  REYES", "D. Reyes", "“Dana Reyes”"):
        dana = await card(reader, workspace, name)
        assert (dana.entity.name, dana.entity.aliases) == ("Dana Reyes", ("D. Reyes",))
        assert [fact.id for fact in dana.facts] == [story.contact]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Northwnd", "Northwind"),
        ("Nortwind", "Northwind"),
        ("Reyes", "Dana Reyes"),
        ("marta lindquist", "Marta Lindqvist"),
    ],
)
async def test_an_unknown_name_offers_the_nearest_with_counts(
    workspace: str, reader: Reader, story: Story, typed: str, wanted: str
) -> None:
    answer = await about(reader, typed, view(workspace), today=TODAY)
    assert isinstance(answer, UnknownName)
    assert answer.suggestions[0].name == wanted and answer.suggestions[0].facts >= 1
    assert wanted in answer.message and typed in answer.message


@pytest.mark.parametrize("name", ["", " ", "\u200b", "Zzyzx", "*", "'; MATCH (n) DETACH DELETE n //"])
async def test_a_name_nobody_knows_offers_nothing(
    workspace: str, reader: Reader, story: Story, name: str
) -> None:
    answer = await about(reader, name, view(workspace), today=TODAY)
    assert isinstance(answer, UnknownName) and answer.suggestions == () and answer.message


async def test_one_name_for_two_things_asks_which(
    workspace: str, driver: AsyncDriver, reader: Reader
) -> None:
    world = World(workspace)
    world.folder("/v")
    file = world.file("/v/a.md", "two of them")
    for who in ("Springfield Mill", "Springfield Depot"):
        world.fact(file, who, "located in", "Ohio", kind="place")
        world.name(who, "Springfield", "org")
    await world.write(driver, FakeEmbedder())
    answer = await about(reader, "Springfield", view(workspace), today=TODAY)
    assert isinstance(answer, UnknownName) and answer.ambiguous
    assert {one.name for one in answer.suggestions} == {"Springfield Mill", "Springfield Depot"}


@pytest.fixture
async def fees(workspace: str, driver: AsyncDriver, graph: object) -> dict[str, str]:
    """A fee that rose and fell back, and a wish said later."""
    world = World(workspace)
    world.folder("/v")
    days = {"a": date(2025, 1, 1), "b": date(2025, 7, 1), "c": date(2026, 1, 1)}
    prices = {"a": "10 EUR", "b": "12 EUR", "c": "10 EUR"}
    ends = {"a": days["b"], "b": days["c"], "c": None}
    made = {}
    for key, day in days.items():
        file = world.file(f"/v/{key}.md", f"fee is {prices[key]}", dated=day)
        made[key] = world.fact(file, "Northwind", "fee", prices[key], prices[key], kind="money",
                               said_at=day, valid_from=day, valid_to=ends[key])  # fmt: skip
    world.supersede(made["b"], made["a"])
    world.supersede(made["c"], made["b"])
    late = world.file("/v/late.md", "want to leave", dated=date(2026, 6, 1))
    made["wish"] = world.fact(
        late, "Northwind", "leave", "soon", modality="planned", said_at=date(2026, 6, 1)
    )
    await world.write(driver, FakeEmbedder())
    return made


@pytest.mark.parametrize(
    ("day", "current"),
    [("2025-01-01", "a"), ("2025-06-30", "a"), ("2025-07-01", "b"), ("2026-01-01", "c"), ("2026-11-09", "c")],
)
async def test_as_of_answers_by_interval(
    workspace: str, reader: Reader, fees: dict[str, str], day: str, current: str
) -> None:
    northwind = await card(reader, workspace, "Northwind", as_of=date.fromisoformat(day))
    assert northwind.groups.current == (fees[current],) and northwind.as_of.isoformat() == day
    assert ("wish" in {k for k, v in fees.items() if v in northwind.groups.wanted}) == (day >= "2026-06-01")


async def test_what_superseded_a_fact_is_named(workspace: str, reader: Reader, fees: dict[str, str]) -> None:
    northwind = await card(reader, workspace, "Northwind")
    facts = {fact.id: fact for fact in northwind.facts}
    assert facts[fees["a"]].superseded_by == (fees["b"],)
    assert [(r.type, r.fact) for r in facts[fees["b"]].graph_relations] == [("SUPERSEDES", fees["a"])]
    story = await show_fact(reader, view(workspace), fees["b"], today=TODAY)
    lines = {line.what: line for line in story.history}
    assert lines["said in"].why == "/v/b.md" and lines["superseded"].by == "rule"
    assert lines["superseded"].why == "newer statement: Northwind fee: 10 EUR" == lines["superseded by"].why


async def test_facts_are_listed_in_pages_by_status_and_by_thing(
    workspace: str, reader: Reader, driver: AsyncDriver, story: Story
) -> None:
    world = World(workspace)
    world.folder("/v")
    file = world.file("/v/a.md", "old")
    stale = world.fact(file, "Kestrel", "colour", "blue", stale=True)
    gone = world.tombstone(file, "Kestrel", "colour", "red")
    await world.write(driver, FakeEmbedder())
    seen = view(workspace)
    first = await list_facts(reader, seen, today=TODAY, limit=4)
    rest = await list_facts(reader, seen, today=TODAY, limit=40, offset=4)
    ids = [fact.id for fact in first.facts + rest.facts]
    assert first.more and not rest.more and len(ids) == len(set(ids)) == 10
    by_status = {
        status: {fact.id for fact in (await list_facts(reader, seen, today=TODAY, status=status)).facts}
        for status in FactStatus
    }
    assert by_status[FactStatus.STALE] == {stale} and by_status[FactStatus.TOMBSTONED] == {gone}
    assert by_status[FactStatus.PENDING] == set() and stale not in by_status[FactStatus.LIVE]
    of_one = await list_facts(reader, seen, today=TODAY, entity="Marta Lindqvist", limit=1)
    assert of_one.more and of_one.facts[0].subject == "Marta Lindqvist"
    with pytest.raises(NotFound, match="Nothing is known"):
        await list_facts(reader, seen, today=TODAY, entity="Marta Lindquist")


async def test_a_fact_is_shown_by_the_first_letters_of_its_id(
    workspace: str, reader: Reader, driver: AsyncDriver, story: Story
) -> None:
    seen = view(workspace)
    assert (await show_fact(reader, seen, story.fee[:10], today=TODAY)).fact.id == story.fee
    shape = as_json(await show_fact(reader, seen, story.fee, today=TODAY))
    assert FACT | {"history"} <= shape.keys()
    for none in ("f" * 32, "zz", "", "abc", "'; MATCH (n)"):
        with pytest.raises(NotFound):
            await show_fact(reader, seen, none, today=TODAY)
    world = World(workspace)
    world.folder("/w")
    file = world.file("/w/a.md", "x")
    for number in range(2):
        world.fact(file, f"twin {number}", "fee", "1 EUR")
        world.rows["facts"][-1]["values"]["id"] = f"abcdef{number}"
    await world.write(driver, FakeEmbedder())
    with pytest.raises(UsageError, match="Several facts"):
        await show_fact(reader, seen, "abcdef", today=TODAY)


async def test_the_ledger_shows_what_a_document_wrote_retired_and_was_refused(
    workspace: str, reader: Reader, driver: AsyncDriver, graph: object
) -> None:
    world = World(workspace)
    world.folder("/v")
    file, other = world.file("/v/a.md", "Kestrel is blue"), world.file("/v/b.md", "Kestrel is blue")
    mine = world.fact(file, "Kestrel", "colour", "blue", "blue")
    world.fact(other, "Kestrel", "size", "small")
    gone = world.tombstone(file, "Kestrel", "colour", "red")
    refused = '[{"reason": "pronoun", "subject": "it", "relation": "be", "object": "late"}]'
    extraction = world.extraction(file, [mine, gone], refused)
    world.card(file, "Kestrel", ["Kestrel"])
    world.pointer(file, "Kestrel")
    await world.write(driver, FakeEmbedder())
    ledger = await show_ledger(reader, view(workspace), "/v/a.md", today=TODAY)
    (entry,) = ledger.entries
    assert (entry.id, entry.calls, entry.start, entry.end) == (extraction, 1, 0, 15)
    assert [fact.id for fact in entry.facts] == [mine] and entry.facts[0].evidence[0].quote == "blue"
    assert [(fact.id, fact.status) for fact in entry.tombstones] == [(gone, FactStatus.TOMBSTONED)]
    assert entry.rejections[0]["reason"] == "pronoun"
    story = await show_fact(reader, view(workspace), gone[:12], today=TODAY)
    assert [(line.what, line.why) for line in story.history] == [("said in", ""), ("retired", "demoted")]
    held = await reader.file_in_graph(view(workspace), "/v/a.md")
    assert held is not None
    assert (held.passages, held.card, held.pointer, held.mentions, held.facts, held.tombstones, held.extractions) == (
        1, True, True, 1, 1, 1, 1,
    )  # fmt: skip
    assert await reader.file_in_graph(view(workspace), "/v/none.md") is None


async def test_entities_are_listed_with_their_counts(workspace: str, reader: Reader, story: Story) -> None:
    listed = await reader.entities(view(workspace), 3, 0)
    assert [(one.name, one.facts) for one in listed][:2] == [("Northwind", 5), ("Marta Lindqvist", 2)]
    assert listed[0].documents == 1
    after = await reader.entities(view(workspace), 30, 3)
    assert not {one.key for one in listed} & {one.key for one in after}


async def test_a_card_is_cut_with_a_sign(workspace: str, driver: AsyncDriver, reader: Reader) -> None:
    world = World(workspace)
    world.folder("/v")
    file = world.file("/v/a.md", "many")
    for number in range(8):
        world.fact(
            file,
            "Kestrel",
            f"field {number}",
            str(number),
            valid_to=date(2020, 1, 1) if number == 3 else None,
        )
    await world.write(driver, FakeEmbedder())
    cut = await card(reader, workspace, "Kestrel", most=7)
    assert cut.more and len(cut.facts) == 7 and "field 3" not in {fact.relation for fact in cut.facts}
