"""Full text on the real server: what is asked for is found, and nothing that is asked is syntax."""

from kg.model.lucene import lucene_query
from kg.model.stored import DocumentWrite
from kg.store import Graph, GraphStore
from policy.rungs import Rung
from policy.scope import audience
from tests.store.makes import document

NAMES = ("zero", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
SEARCH = """CYPHER 25
MATCH (n) SEARCH n IN (FULLTEXT INDEX passages_text FOR $query LIMIT 50) SCORE AS score
RETURN n.context AS name, score ORDER BY score DESC"""

SIGNS = (
    "We heard AC/DC at the quay. Part tb-12 fits node:7, says R&D, with tool (x).",
    'The "blue" ticket and the NOT gate lie in box ^2~. Path C:\\rope\\end is full.',
)
TONGUES = (
    "林小雨在青石镇经营一家书店。",
    "灯台の鍵は佐野さんが持っている。",
    "김하늘 씨는 매주 목요일에 시장에 간다.",
    "Die Größe der Straße beträgt 12 m.",
    "हिन्दी में एक वाक्य है।",
    "เขาพูดว่าสวัสดีทุกวัน",
    "Η Ελένη μένει στην Αθήνα.",
    "كتب أحمد رسالة طويلة.",
)


async def found(
    graph: Graph, store: GraphStore, question: str, scopes: tuple[str, ...] = ("org",)
) -> list[str]:
    """The documents that full text finds, best first."""
    query = lucene_query(question, [audience(store.workspace, scope) for scope in scopes])
    if query is None:
        return []
    async with graph._driver.session() as session:
        result = await session.run(SEARCH, {"query": query})
        return [record["name"] async for record in result]


SIGNS_FIND = {
    "AC/DC": ["zero"],
    "tb-": ["zero"],
    "tb-12": ["zero"],
    "node:": ["zero"],
    "node:7": ["zero"],
    "(x)": ["zero"],
    "(": [],
    '"blue': ["first"],
    "NOT": ["first"],
    "AND": ["first"],
    "rope AND": ["first"],
    "OR rope": ["first"],
    "^2~": ["first"],
    "C:\\rope\\end": ["first"],
    "/quay.": ["zero"],
    "what is R&D && why || how?": ["zero"],
    "!": [],
    "*": [],
    "[1 TO": [],
    "": [],
    "terms:quay) OR audience:(*": ["zero"],
    "quay~1 +missing": ["zero"],
    "\\": [],
    "quay\\": ["zero"],
    "/[g-z]+/": [],
}


async def test_signs_are_no_syntax(store: GraphStore, graph: Graph) -> None:
    await store.write_documents(_documents(store, SIGNS))
    names = {question: sorted(await found(graph, store, question)) for question in SIGNS_FIND}
    assert names == SIGNS_FIND


TONGUES_FIND = {
    **dict.fromkeys(("青石镇", "林小雨", "书店", "书"), "zero"),
    **dict.fromkeys(("灯台", "鍵", "佐野さん"), "first"),
    **dict.fromkeys(("김하늘", "목요일"), "second"),
    **dict.fromkeys(("Größe", "grosse", "STRASSE"), "third"),
    "हिन्दी": "fourth",
    "สวัสดี": "fifth",
    "αθηνα": "sixth",
    "أحمد": "seventh",
}


async def test_names_of_every_script_are_found(store: GraphStore, graph: Graph) -> None:
    await store.write_documents(_documents(store, TONGUES))
    best = {question: (await found(graph, store, question))[0] for question in TONGUES_FIND}
    assert best == TONGUES_FIND


async def test_only_what_the_reader_may_see_is_found(store: GraphStore, graph: Graph) -> None:
    await store.write_documents(
        [
            document(store.workspace, "open", "The renewal", Rung.TEXT),
            document(store.workspace, "draft", "The renewal", Rung.TEXT, scope="user:dana"),
        ]
    )
    assert await found(graph, store, "renewal") == ["open"]
    assert await found(graph, store, "renewal", ("user:dana",)) == ["draft"]
    assert sorted(await found(graph, store, "renewal", ("org", "user:dana"))) == ["draft", "open"]
    assert await found(graph, store, "renewal", ("dept:other",)) == []


async def test_one_s_own_write_is_found_at_once_and_gone_at_once(store: GraphStore, graph: Graph) -> None:
    write = document(store.workspace, "a", "A unicorn", Rung.TEXT)
    await store.write_documents([write])
    assert await found(graph, store, "unicorns") == ["a"]
    await store.remove_document(write.id)
    assert await found(graph, store, "unicorns") == []


async def test_a_project_is_asked_for_inside_the_index(store: GraphStore, graph: Graph) -> None:
    for project in ("atlas", "a b) OR (c"):
        await store.write_documents(
            [document(store.workspace, project, "The renewal", Rung.TEXT, project=project)]
        )
    query = lucene_query("renewal", [audience(store.workspace, "org")], project="a b) OR (c")
    async with graph._driver.session() as session:
        result = await session.run(SEARCH, {"query": query})
        assert [record["name"] async for record in result] == ["a b) OR (c"]


async def test_the_most_there_may_be_is_no_error(store: GraphStore, graph: Graph) -> None:
    await store.write_documents(_documents(store, SIGNS))
    scopes = ("org", *(f"dept:{number}" for number in range(600)))
    question = " ".join(f"word{number}" for number in range(1000)) + " quay"
    assert await found(graph, store, question, scopes) == ["zero"]


def _documents(store: GraphStore, texts: tuple[str, ...]) -> list[DocumentWrite]:
    return [document(store.workspace, NAMES[at], text, Rung.TEXT) for at, text in enumerate(texts)]
