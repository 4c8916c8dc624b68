"""What a reader may not see is as if it were not there, on every read, from the moment a folder says so."""

import inspect
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from neo4j import AsyncDriver

from kg.engine import Address
from kg.errors import NotFound
from kg.model.answers import UnknownName, View
from kg.model.kinds import FactStatus
from kg.model.lucene import lucene_query
from kg.model.seen import FactFilter, RecallAsk, SearchAsk
from kg.ports import GraphReader
from kg.recall.about import about
from kg.recall.facts import list_facts, show_fact, show_ledger
from kg.recall.pull import search
from kg.recall.push import Recall
from kg.store import GraphStore
from kg.store.queries import queries
from kg.store.reader import Reader
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.engine.probing import remove_workspace
from tests.fakes.embedder import FakeEmbedder
from tests.recall.world import World, run, view
from tests.store.makes import ROOT, Doc, document, money

TODAY = date(2026, 11, 9)
STILL = f"test-{uuid.uuid4().hex[:12]}"
SECRET = "Zephyrine budget: 777 EUR"


class Vault:
    """One private, one shared folder, each with everything a document can leave in the graph."""

    def __init__(self, workspace: str) -> None:
        world = self.world = World(workspace)
        self.folders = {"org": world.folder("/v/org"), "user:ada": world.folder("/v/ada", scope="user:ada")}
        self.facts: dict[str, str] = {}
        self.pointers: dict[str, str] = {}
        self.gone: dict[str, str] = {}
        self.corrections: dict[str, str] = {}
        self.files = {}
        for scope, folder in self.folders.items():
            file = self.files[scope] = world.file(
                f"{folder}/note.md", "Zephyrine budget is 777 EUR", "Zephyrine note"
            )
            world.card(file, "Zephyrine, budget", ["Zephyrine"])
            self.pointers[scope] = world.pointer(file, "Zephyrine, budget")
            self.facts[scope] = world.fact(
                file, "Zephyrine", "budget", "777 EUR", "budget is 777 EUR", kind="money", text=SECRET
            )
            self.gone[scope] = world.tombstone(file, "Zephyrine", f"old budget {scope}", "5 EUR")
            self.corrections[scope] = world.correction(file, self.gone[scope])
            world.extraction(file, [self.facts[scope], self.gone[scope]], '[{"reason": "pronoun"}]')
            world.file(f"{folder}/waits.md")
            world.rows["documents"][-1]["values"]["state"] = "waiting"


@pytest.fixture
async def vault(workspace: str, driver: AsyncDriver, graph: object) -> Vault:
    """One whose folders a test may change."""
    made = Vault(workspace)
    await made.world.write(driver, FakeEmbedder())
    return made


@pytest.fixture(scope="module")
async def still(neo4j_address: Address, driver: AsyncDriver, graph: object) -> AsyncIterator[Vault]:
    """One that is only read."""
    made = Vault(STILL)
    await made.world.write(driver, FakeEmbedder())
    yield made
    await remove_workspace(neo4j_address, STILL)


Probe = Callable[[Reader, View, Vault], Awaitable[Any]]


async def _ask(view_: View) -> tuple[Any, str | None]:
    return await FakeEmbedder().embed_query(SECRET), lucene_query(SECRET, view_.audiences)


async def probe_recall(reader: Reader, seen: View, vault: Vault) -> Any:
    vector, lucene = await _ask(seen)
    found = await reader.recall(seen, RecallAsk(vector, lucene, ("zephyrine",), embedder="fake-words"))
    return {one.id for one in found}


async def probe_search(reader: Reader, seen: View, vault: Vault) -> Any:
    vector, lucene = await _ask(seen)
    by_name = await reader.search(seen, SearchAsk(None, None, ("/note.md",)))
    return {
        (one.path, one.kind)
        for one in await reader.search(seen, SearchAsk(vector, lucene, embedder="fake-words"))
    } | {(one.path, "file") for one in by_name}


async def probe_entities(reader: Reader, seen: View, vault: Vault) -> Any:
    found = await reader.entities_named(seen, ["zephyrine"])
    listed = await reader.entities(seen, 10, 0)
    around = [await reader.surroundings(seen, one.id, 10) for one in found]
    return (
        {(one.key, one.facts, one.documents) for one in found}
        | {document.path for one in around for document in one.documents}
        | {(one.key, one.facts) for one in listed}
    )


async def probe_names(reader: Reader, seen: View, vault: Vault) -> Any:
    return {one.key for one in await reader.names_near(seen, ["ze"], 10)}


async def probe_facts(reader: Reader, seen: View, vault: Vault) -> Any:
    every = [*vault.facts.values(), *vault.gone.values()]
    return {one.id for one in await reader.facts(seen, every)}


async def probe_lists(reader: Reader, seen: View, vault: Vault) -> Any:
    entity = vault.world.name("Zephyrine", "Zephyrine", "org")
    live = await reader.listed_facts(seen, FactFilter())
    return {*live, *await reader.entity_facts(seen, entity, 10)}


async def probe_tombstones(reader: Reader, seen: View, vault: Vault) -> Any:
    return set(await reader.listed_facts(seen, FactFilter(FactStatus.TOMBSTONED)))


async def probe_ids(reader: Reader, seen: View, vault: Vault) -> Any:
    every = [*vault.facts.values(), *vault.gone.values()]
    return {found for one in every for found in await reader.fact_ids(seen, one[:12])}


async def probe_events(reader: Reader, seen: View, vault: Vault) -> Any:
    every = [*vault.facts.values(), *vault.gone.values()]
    return {(one, event.what) for one in every for event in await reader.events(seen, one)}


async def probe_ledger(reader: Reader, seen: View, vault: Vault) -> Any:
    found = [await reader.ledger(seen, file.path) for file in vault.files.values()]
    written = {
        id for one in found if one for entry in one.extractions for id in (*entry.facts, *entry.tombstones)
    }
    return {one.path for one in found if one} | written


async def probe_file(reader: Reader, seen: View, vault: Vault) -> Any:
    files = [await reader.file_in_graph(seen, file.path) for file in vault.files.values()]
    return {(one.path, one.facts) for one in files if one}


async def probe_corrections(reader: Reader, seen: View, vault: Vault) -> Any:
    begun = [await reader.correction_ids(seen, one[:12]) for one in vault.corrections.values()]
    return {one.id for one in await reader.corrections(seen, 10, 0)} | {one for some in begun for one in some}


async def probe_troubles(reader: Reader, seen: View, vault: Vault) -> Any:
    return {one.path for one in await reader.troubles(seen, 10)}


PROBES = [value for name, value in sorted(globals().items()) if name.startswith("probe_")]


def test_every_method_of_the_read_side_is_probed() -> None:
    asked = "".join(inspect.getsource(probe) for probe in PROBES)
    methods = [name for name in vars(GraphReader) if not name.startswith("_")]
    assert [name for name in methods if f"reader.{name}(" not in asked] == []


@pytest.mark.parametrize("probe", PROBES)
async def test_without_an_audience_nothing_is_there(reader: Reader, still: Vault, probe: Probe) -> None:
    assert await probe(reader, view(still.world.workspace), still)
    assert not await probe(reader, View(still.world.workspace, ()), still)
    stranger = (audience(still.world.workspace, "dept:nobody"),)
    assert not await probe(reader, View(still.world.workspace, stranger), still)


@pytest.mark.parametrize("probe", PROBES)
async def test_another_workspace_sees_nothing(reader: Reader, still: Vault, probe: Probe) -> None:
    other = view(still.world.workspace + "x")
    assert not await probe(reader, other, still)
    assert not await probe(reader, View(other.workspace, view(still.world.workspace).audiences), still)
    assert not await probe(reader, View(still.world.workspace, other.audiences), still)


@pytest.mark.parametrize("probe", [p for p in PROBES if p is not probe_names])
async def test_a_draft_is_there_for_its_author_only(reader: Reader, still: Vault, probe: Probe) -> None:
    author, other = view(still.world.workspace, "ada"), view(still.world.workspace, "ben")
    assert await probe(reader, author, still) != await probe(reader, other, still)


NOTHING = FolderSetting("/v/org", Rung.NOTHING)
TEXT = FolderSetting("/v/org", Rung.TEXT)
PRIVATE = FolderSetting("/v/org", Rung.FACTS, scope="user:ada")
AT_TEXT: dict[Probe, Callable[[Vault], Any]] = {
    probe_search: lambda vault: {("/v/org/note.md", "passage"), ("/v/org/note.md", "file")},
    probe_facts: lambda vault: {vault.gone["org"]},
    probe_tombstones: lambda vault: {vault.gone["org"]},
    probe_ids: lambda vault: {vault.gone["org"]},
    probe_events: lambda vault: {(vault.gone["org"], what) for what in ("said", "retired", "retracted")},
    probe_corrections: lambda vault: {vault.corrections["org"]},
    probe_ledger: lambda vault: {"/v/org/note.md", vault.gone["org"]},
    probe_troubles: lambda vault: {"/v/org/waits.md"},
}
"""What is left of the shared folder at `text`, before anything is taken back: no live fact, card or name."""


@pytest.fixture
async def folders(vault: Vault, store: GraphStore) -> GraphStore:
    """The store the folders are set by: they say for themselves what the vault says of them."""
    await store.set_folder(FolderSetting("/v/ada", Rung.FACTS, scope="user:ada"))
    await store.set_folder(FolderSetting("/v/org", Rung.FACTS))
    return store


async def test_a_lowered_or_rescoped_folder_is_as_if_it_were_not_there(
    reader: Reader, vault: Vault, folders: GraphStore
) -> None:
    other = view(vault.world.workspace, "ben")
    for probe in PROBES:
        assert await probe(reader, other, vault), probe.__name__
    for setting in (NOTHING, PRIVATE):
        await folders.set_folder(setting)
        left = {probe.__name__: await probe(reader, other, vault) for probe in PROBES}
        # What a file has in the graph is counted by the owner of the policy until it is taken back.
        assert {name for name, seen in left.items() if seen} == (
            {"probe_file"} if setting is NOTHING else set()
        )
    author = view(vault.world.workspace, "ada")
    assert vault.gone["org"] in await probe_tombstones(reader, author, vault)


async def test_a_folder_at_text_shows_its_text_and_what_left_memory(
    reader: Reader, vault: Vault, folders: GraphStore
) -> None:
    await folders.set_folder(TEXT)
    other = view(vault.world.workspace, "ben")
    for probe in PROBES:
        if probe is not probe_file:
            expected = AT_TEXT[probe](vault) if probe in AT_TEXT else set()
            assert await probe(reader, other, vault) == expected, probe.__name__


async def test_what_a_deleted_file_said_is_readable_by_what_its_folder_is_now(
    reader: Reader, store: GraphStore
) -> None:
    org = FolderSetting(ROOT, Rung.FACTS)
    await store.set_folder(org)
    await store.write_documents([document(store.workspace)])
    doc = Doc(store.workspace, "a.md").says("Northwind", "fee", money("48,000 EUR"))
    await store.write_facts(doc.facts)
    other = view(store.workspace, "ben")
    (fact,) = await reader.listed_facts(other, FactFilter())
    await store.remove_document(doc.id)

    async def seen() -> list[bool]:
        listed = await reader.listed_facts(other, FactFilter(FactStatus.TOMBSTONED))
        begun = await reader.fact_ids(other, fact[:12])
        return [
            bool(one)
            for one in (listed, begun, await reader.facts(other, [fact]), await reader.events(other, fact))
        ]

    assert await seen() == [True] * 4
    for setting in (replace(org, rung=Rung.NOTHING), replace(org, scope="user:ada")):
        await store.set_folder(setting)
        assert await seen() == [False] * 4
    await store.set_folder(replace(org, rung=Rung.TEXT))
    assert await seen() == [True] * 4
    await store.write_documents([document(store.workspace)])
    assert await seen() == [True] * 4
    await store.set_folder(org)
    await store.write_facts(doc.facts)
    assert set(await reader.listed_facts(other, FactFilter())) == {fact}


async def test_a_newer_fact_is_over_only_by_one_the_reader_may_see(
    workspace: str, reader: Reader, driver: AsyncDriver
) -> None:
    world = World(workspace)
    facts = []
    for name in ("old", "new", "last"):
        folder = world.folder(f"/v/{name}")
        file = world.file(f"{folder}/n.md", "Zephyrine pays")
        facts.append(world.fact(file, "Zephyrine", "budget", f"{name} EUR", kind="money", text=SECRET))
    old, new, last = facts
    world.supersede(new, old)
    world.supersede(last, new)
    await world.write(driver, FakeEmbedder())

    async def newer() -> dict[str, bool]:
        found = await reader.recall(view(workspace, "ben"), RecallAsk(None, None, ("zephyrine",)))
        (first,) = [one for one in found if one.id == old]
        return {one.id: one.superseded for one in first.newer}

    assert await newer() == {new: True, last: False}
    for lowered in (
        {"rung": "gist"},
        {"rung": "facts", "held": True},
        {"held": False, "audience": "a" + "0" * 24},
    ):
        await run(driver, "set_folder", workspace=workspace, key="/v/last", values=lowered)
        assert await newer() == {new: False}


@pytest.mark.parametrize("absent", [None, []])
@pytest.mark.parametrize("name", sorted(name for name in queries() if name.startswith("read_")))
async def test_a_missing_audience_gives_no_row(
    driver: AsyncDriver, still: Vault, name: str, absent: Any
) -> None:
    query, fact = queries()[name], still.facts["org"]
    vector = list(await FakeEmbedder().embed_query(SECRET) or ())
    given = {
        "workspace": still.world.workspace, "audiences": absent, "project_from": "", "project_to": "z",
        "vector": vector, "embedder": "fake-words", "nearest": 9, "lucene": [f"terms:({SECRET.split()[0].lower()})"],
        "names": ["zephyrine"], "per_entity": 9, "shown_per_entity": 9, "ids": [fact], "id": fact, "quotes": 9,
        "entity": still.world.name("Zephyrine", "Zephyrine", "org"), "limit": 9, "offset": 0, "stale": None,
            "retracted": False,
        "beginning": fact[:8], "keys": ["zephyrine"], "files": ["/note.md"], "most": 9, "prefixes": ["ze"],
        "folder": None, "below": None, "path_hash": "x",
    }  # fmt: skip
    result = await driver.execute_query(query.text, {key: given[key] for key in query.params})
    assert result.records == []


async def recalled(reader: Reader, vault: Vault, name: str = "ben") -> set[str]:
    answer = await Recall(reader, FakeEmbedder()).recall(
        "What is the budget of Zephyrine?", view(vault.world.workspace, name), today=TODAY, explain=True
    )
    assert answer.explain is not None
    return {one.id for one in answer.explain.candidates}


async def found(reader: Reader, vault: Vault) -> set[str]:
    hits = await search(reader, FakeEmbedder(), "Zephyrine budget", view(vault.world.workspace, "ben"))
    return {hit.kind for hit in hits.hits}


async def test_a_lowered_folder_is_silent_at_once_and_says_less_when_asked(
    reader: Reader, vault: Vault, driver: AsyncDriver
) -> None:
    key, workspace = vault.folders["org"], vault.world.workspace
    assert await recalled(reader, vault) == {vault.facts["org"], vault.pointers["org"]}
    assert await found(reader, vault) == {"passage", "card", "fact"}
    for rung, kinds in (("gist", {"passage", "card"}), ("text", {"passage"}), ("nothing", set())):
        await run(driver, "set_folder", workspace=workspace, key=key, values={"rung": rung})
        assert await recalled(reader, vault) == set()
        assert await found(reader, vault) == kinds
    gone = await about(reader, "Zephyrine", view(workspace, "ben"), today=TODAY)
    assert isinstance(gone, UnknownName) and gone.suggestions == ()


async def test_a_folder_made_private_is_gone_for_others_at_once(
    reader: Reader, vault: Vault, driver: AsyncDriver
) -> None:
    key, workspace = vault.folders["org"], vault.world.workspace
    private = {"scope": "user:ada", "audience": audience(workspace, "user:ada")}
    await run(driver, "set_folder", workspace=workspace, key=key, values=private)
    other, author = view(workspace, "ben"), view(workspace, "ada")
    assert await recalled(reader, vault) == set() and await found(reader, vault) == set()
    assert vault.facts["org"] in await recalled(reader, vault, "ada")
    with pytest.raises(NotFound):
        await show_fact(reader, other, vault.facts["org"], today=TODAY)
    assert (await show_fact(reader, author, vault.facts["org"], today=TODAY)).fact.id == vault.facts["org"]


async def test_a_held_folder_volunteers_nothing_and_still_answers(
    reader: Reader, vault: Vault, driver: AsyncDriver
) -> None:
    await run(
        driver, "set_folder", workspace=vault.world.workspace, key=vault.folders["org"], values={"held": True}
    )
    assert await recalled(reader, vault) == set()
    assert await found(reader, vault) == {"passage", "card", "fact"}


async def test_a_foreign_id_and_a_missing_one_look_the_same(reader: Reader, still: Vault) -> None:
    other = view(still.world.workspace, "ben")
    missing = "f" * 32

    async def refusal(asked: Awaitable[Any], name: str) -> str:
        with pytest.raises(NotFound) as caught:
            await asked
        return caught.value.message.replace(name, "…")

    foreign = still.facts["user:ada"]
    assert await refusal(show_fact(reader, other, foreign, today=TODAY), foreign) == await refusal(
        show_fact(reader, other, missing, today=TODAY), missing
    )
    private, absent = still.files["user:ada"].path, "/v/none.md"
    assert await refusal(show_ledger(reader, other, private, today=TODAY), private) == await refusal(
        show_ledger(reader, other, absent, today=TODAY), absent
    )


async def test_a_private_name_is_unknown_to_others_in_the_same_words(
    workspace: str, reader: Reader, driver: AsyncDriver
) -> None:
    world = World(workspace)
    world.folder("/v", scope="user:ada")
    file = world.file("/v/a.md", "Quillfeather pays")
    world.fact(file, "Quillfeather", "fee", "9 EUR", kind="money")
    await world.write(driver, FakeEmbedder())
    other = view(workspace, "ben")
    private = await about(reader, "Quillfeather", other, today=TODAY)
    absent = await about(reader, "Quillfeathex", other, today=TODAY)
    assert isinstance(private, UnknownName) and isinstance(absent, UnknownName)
    assert private.message.replace("Quillfeather", "…") == absent.message.replace("Quillfeathex", "…")
    with pytest.raises(NotFound):
        await list_facts(reader, other, today=TODAY, entity="Quillfeather")


async def test_an_alias_only_a_private_file_teaches_leads_others_nowhere(
    workspace: str, reader: Reader, driver: AsyncDriver
) -> None:
    world = World(workspace)
    world.folder("/v")
    world.folder("/mine", scope="user:ada")
    world.fact(world.file("/v/a.md", "Northwind pays"), "Northwind", "fee", "9 EUR", kind="money")
    world.name("Northwind", "Project Icicle", "user:ada")
    await world.write(driver, FakeEmbedder())
    author, other = view(workspace, "ada"), view(workspace, "ben")
    assert isinstance(await about(reader, "Project Icicle", other, today=TODAY), UnknownName)
    mine = await about(reader, "Project Icicle", author, today=TODAY)
    theirs = await about(reader, "Northwind", other, today=TODAY)
    assert mine.entity.name == "Northwind" and mine.entity.aliases == ("Project Icicle",)
    assert theirs.entity.aliases == ()


async def test_a_project_narrows_every_answer(workspace: str, reader: Reader, driver: AsyncDriver) -> None:
    world = World(workspace)
    world.folder("/a", project="alpha")
    world.folder("/b", project="beta")
    for folder in ("/a", "/b"):
        file = world.file(f"{folder}/n.md", "Zephyrine budget is 777 EUR")
        world.fact(file, "Zephyrine", "budget", f"777 EUR in {folder}", kind="money")
    await world.write(driver, FakeEmbedder())
    only = view(workspace, project="alpha")
    answer = await Recall(reader, FakeEmbedder()).recall("Zephyrine budget?", only, today=TODAY)
    assert {item.source.path for item in answer.items} == {"/a/n.md"}
    hits = (await search(reader, FakeEmbedder(), "Zephyrine budget", only)).hits
    assert {hit.path for hit in hits} == {"/a/n.md"}
    card = await about(reader, "Zephyrine", only, today=TODAY)
    assert [fact.object for fact in card.facts] == ["777 EUR in /a"]
    assert len((await list_facts(reader, only, today=TODAY)).facts) == 1
    assert len((await list_facts(reader, view(workspace), today=TODAY)).facts) == 2
