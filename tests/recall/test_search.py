"""Pull on the real graph: questions that are syntax, other scripts, folded names, phrases, folders, pages."""

from collections.abc import Sequence

import pytest
from neo4j import AsyncDriver

from kg.errors import UsageError
from kg.model.answers import Found, as_json
from kg.recall.pull import search
from kg.store.reader import Reader
from tests.fakes.embedder import FakeEmbedder
from tests.recall.story import tell
from tests.recall.world import World, view


class Blind(FakeEmbedder):
    """No vector for any question: the full-text path alone."""

    async def embed_query(self, text: str) -> None:
        self.queries.append(text)


WAYS = [Blind(), FakeEmbedder()]


@pytest.fixture(params=WAYS, ids=["words alone", "hybrid"])
def bodies(request: pytest.FixtureRequest) -> FakeEmbedder:
    return request.param


async def filled(driver: AsyncDriver, workspace: str, files: dict[str, str], context: str = "") -> None:
    world = World(workspace)
    world.folder("/v")
    for name, text in files.items():
        world.file(f"/v/{name}", text, title=name.rpartition(".")[0], context=context)
    await world.write(driver, FakeEmbedder())


async def ask(reader: Reader, bodies: FakeEmbedder, workspace: str, question: str, **rest: object) -> Found:
    return await search(reader, bodies, question, view(workspace), **rest)


def names(found: Found) -> list[str]:
    return [(hit.path or "").rpartition("/")[2] for hit in found.hits]


SYNTAX = {
    "play.md": "AC/DC played at the quay. Part tb-12 fits node:7, and R&D uses tool (x).",
    "gate.md": 'The "blue" ticket and the NOT gate are in box ^2~. Path C:\\rope\\end is full.',
    "other.md": "Nothing else lies in this drawer but a ball of yarn.",
}
NAMED = [
    ("AC/DC", "play.md"), ("tb-", "play.md"), ("tb-12", "play.md"), ("node:", "play.md"), ("node:7", "play.md"),
    ("(x)", "play.md"), ("what is R&D && why || how?", "play.md"), ('"blue', "gate.md"), ("NOT", "gate.md"),
    ("rope AND", "gate.md"), ("OR rope", "gate.md"), ("^2~", "gate.md"), ("C:\\rope\\end", "gate.md"),
    ("rope*", "gate.md"), ("rope~1", "gate.md"), ("text:rope", "gate.md"),
]  # fmt: skip
NOTHING = ["(", ")", "!", "*", "", " \n", "&&", "||", '""', "^~", "[]", "\\", "\u200b"]
HARMLESS = ["[1 TO", "/solutions.", "a" * 5_000, "x " * 3_000, "' OR 1=1 //", "\x00", "\ud83d", "$audiences"]


async def test_questions_that_are_syntax_find_what_they_name(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object
) -> None:
    await filled(driver, workspace, SYNTAX)
    for bodies in WAYS:
        for question, wanted in NAMED:
            assert names(await ask(reader, bodies, workspace, question))[:1] == [wanted], question
        for question in NOTHING:
            found = await ask(reader, bodies, workspace, question)
            assert found.hits == () and found.reason, repr(question)
        for question in HARMLESS:
            assert "other.md" not in names(await ask(reader, WAYS[0], workspace, question)), question


async def test_a_question_without_a_word_never_reaches_the_embedder(workspace: str, reader: Reader) -> None:
    bodies = FakeEmbedder()
    for question in ("", "  ", "?!", "\u200b"):
        assert (await ask(reader, bodies, workspace, question)).reason == (
            "The question holds no word or number to look for."
        )
    assert bodies.queries == []


async def test_scripts_without_blanks_are_found_by_two_characters(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object
) -> None:
    files = {
        "ja.md": "灯台の鍵は佐野さんが持っている。",
        "ko.md": "김하늘 씨는 매주 목요일에 시장에 간다.",
        "zh.md": "林小雨在青石镇经营一家书店。",
        "th.md": "ประภาคารอยู่ริมทะเล",
    }
    await filled(driver, workspace, files)
    asked = [("青石镇", "zh.md"), ("林小雨", "zh.md"), ("灯台", "ja.md"), ("김하늘", "ko.md"), ("목요일", "ko.md"),
             ("ประภาคาร", "th.md")]  # fmt: skip
    for bodies in WAYS:
        for question, wanted in asked:
            assert names(await ask(reader, bodies, workspace, question))[0] == wanted, question


async def test_names_are_found_in_any_folding(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object
) -> None:
    files = {
        "a.md": "The depot is at Straße 9. A second label says STRASSE 9.",
        "b.md": "İzmir ships to eBay. The repo is acme-widget.",
        "c.md": "Der Café-Besitzer heißt Ångström, ΟΔΥΣΣΕΥΣ auch.",
    }
    await filled(driver, workspace, files)
    asked = [("izmir", "b.md"), ("İZMİR", "b.md"), ("strasse 9", "a.md"), ("ebay", "b.md"), ("EBAY", "b.md"),
             ("acme-widget", "b.md"), ("cafe", "c.md"), ("ångström", "c.md"), ("οδυσσεύς", "c.md")]  # fmt: skip
    for bodies in WAYS:
        for question, wanted in asked:
            assert names(await ask(reader, bodies, workspace, question))[0] == wanted, question


async def test_a_phrase_and_a_file_name_are_found_to_the_letter(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object, bodies: FakeEmbedder
) -> None:
    files = {
        f"2026-11-{day:02}.md": f"Week note. The forward was played; renewal {day}." for day in range(1, 15)
    }
    files["2026-11-04.md"] = "Northwind want to bring the renewal forward to January."
    files["words.md"] = "They bring January forward and want the renewal, the renewal, the renewal."
    await filled(driver, workspace, files)
    for question in ('"bring the renewal forward"', "2026-11-04.md", "“renewal forward to January”"):
        assert names(await ask(reader, bodies, workspace, question))[0] == "2026-11-04.md", question


async def test_a_file_is_found_by_a_name_that_nothing_in_it_says(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object, bodies: FakeEmbedder
) -> None:
    world = World(workspace)
    world.folder("/v/Weekly Notes")
    for number in range(12):
        world.file(f"/v/Weekly Notes/x{number}.md", f"Some words about the week {number}.", title="Week note")
    world.rows["passages"] = [row | {"context_terms": ""} for row in world.rows["passages"]]
    await world.write(driver, FakeEmbedder())
    for question in ("x7.md", "what was in X7.md?", '"Weekly Notes/x7.md"', "x7.md please"):
        assert names(await ask(reader, bodies, workspace, question))[0] == "x7.md", question


async def test_the_context_of_a_passage_is_searched_and_not_shown(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object, bodies: FakeEmbedder
) -> None:
    world = World(workspace)
    world.folder("/v")
    world.file("/v/a.md", "The third one is late.", "Deliveries", context="Deliveries › Harborlight")
    world.file("/v/b.md", "The third one is early.", "Deliveries", context="Deliveries › Fernhill")
    await world.write(driver, FakeEmbedder())
    (hit, *_) = (await ask(reader, bodies, workspace, "harborlight third")).hits
    assert (hit.path, hit.text) == ("/v/a.md", "The third one is late.")


async def test_every_kind_is_found_and_none_beyond_the_folder(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object
) -> None:
    world = World(workspace)
    story = tell(world)
    world.card(story.contract, "Northwind, Dana Reyes", ["Northwind"])
    world.folder("/vault/contracts/old")
    world.file("/vault/contracts/old/2019.md", "Northwind paid 30,000 EUR in 2019.")
    world.folder("/vault/contracts-2")
    world.file("/vault/contracts-2/x.md", "Northwind again")
    await world.write(driver, FakeEmbedder())
    found = await ask(reader, WAYS[1], workspace, "Northwind fee contract", limit=50)
    assert {hit.kind for hit in found.hits} == {"passage", "card", "fact"}
    below = await ask(reader, WAYS[1], workspace, "Northwind", folder="/vault/contracts/", limit=50)
    assert {hit.path for hit in below.hits} == {
        "/vault/contracts/northwind.md",
        "/vault/contracts/old/2019.md",
    }
    nowhere = await ask(reader, WAYS[1], workspace, "Northwind", folder="/elsewhere")
    assert nowhere.hits == () and nowhere.reason == "Nothing that you may read is near this."


async def test_an_invoice_body_is_found_that_recall_never_shows(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object, bodies: FakeEmbedder
) -> None:
    world = World(workspace)
    tell(world)
    await world.write(driver, FakeEmbedder())
    hits = (await ask(reader, bodies, workspace, "label printer fuser unit")).hits
    assert hits[0].path == "/vault/archive/2026-0417.txt" and hits[0].kind == "passage"
    assert (hits[0].start, hits[0].title) == (0, "Invoice 2026-0417")
    assert {"kind", "path", "title", "about", "text", "start", "end", "score", "graph_relations"} <= set(
        as_json(hits[0])
    )


async def test_pages_do_not_overlap_and_miss_nothing(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object, bodies: FakeEmbedder
) -> None:
    await filled(driver, workspace, {f"n{n}.md": f"note {n} about the lighthouse keeper" for n in range(25)})
    pages: list[Sequence[str]] = []
    for offset in (0, 10, 20, 30):
        found = await ask(reader, bodies, workspace, "lighthouse keeper", limit=10, offset=offset)
        pages.append(names(found))
        assert found.more == (offset + 10 < 25)
    every = [name for page in pages for name in page]
    assert len(every) == 25 == len(set(every)) and pages[3] == []
    with pytest.raises(UsageError):
        await ask(reader, bodies, workspace, "x", limit=0)
    with pytest.raises(UsageError):
        await ask(reader, bodies, workspace, "x", offset=-1)


async def test_neighbouring_passages_come_as_one_hit(
    workspace: str, driver: AsyncDriver, reader: Reader, graph: object, bodies: FakeEmbedder
) -> None:
    text = "The lighthouse has a keeper.\n\nThe keeper of the lighthouse sleeps.\n\nBread is baked on Monday."
    await filled(driver, workspace, {"a.md": text})
    hits = (await ask(reader, bodies, workspace, "lighthouse keeper")).hits
    assert hits[0].text == text[: text.index("\n\nBread")]
    assert (hits[0].start, hits[0].end) == (0, len(hits[0].text))
