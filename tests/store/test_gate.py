"""The gate for Cypher that others bring, against a real server: reads pass, nothing else does."""

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest

from kg.errors import EngineError, Refused, UsageError
from kg.store import Graph, GraphStore
from kg.store.gate import Bounds, ask, strip_prefix
from kg.store.plan import foreign_functions
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.store.makes import ROOT, Doc, document, money, set_vectors

if TYPE_CHECKING:
    from kg.engine import Address

REFUSED = (
    # writes, plain and hidden
    "CREATE (:Pwned)",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n:Fact) SET n.text = 'x'",
    "MATCH (n:Fact) REMOVE n.text",
    "MERGE (n:Pwned {id: 1}) RETURN n",
    "FOREACH (x IN [1] | CREATE (:Pwned))",
    "MATCH (n) CALL (n) { CREATE (:Pwned) } RETURN n",
    "CALL () { CREATE (n:Pwned) RETURN n } RETURN n",
    "RETURN 1 AS x NEXT CREATE (:Pwned)",
    "UNWIND [1] AS x CREATE (:Pwned) FINISH",
    "WHEN true THEN CREATE (:Pwned)",
    "// a comment\nCREATE (:Pwned)",
    "/* RETURN 1 */ CREATE (:Pwned)",
    "\\u0043REATE (:Pwned)",
    "// \\u000aCREATE (:Pwned)",
    "CYPHER 25 CREATE (:Pwned)",
    "EXPLAIN CREATE (:Pwned)",
    "MATCH (n) CALL (n) { SET n.x = 1 } IN TRANSACTIONS",
    "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS OF 1 ROWS RETURN x",
    "MATCH (n) CALL (n) { RETURN 1 AS x } IN 4 CONCURRENT TRANSACTIONS RETURN x",
    # schema and server
    "CREATE INDEX pwned FOR (n:Pwned) ON (n.x)",
    "DROP INDEX memory",
    "CREATE CONSTRAINT pwned FOR (n:Pwned) REQUIRE n.x IS UNIQUE",
    "CREATE USER pwned SET PASSWORD 'abcdefgh1'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'abcdefgh1'",
    "CREATE DATABASE pwned",
    "SHOW USERS",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "SHOW PROCEDURES YIELD name RETURN name",
    "SHOW FUNCTIONS",
    "SHOW INDEXES",
    "SHOW DATABASES",
    "TERMINATE TRANSACTION 'neo4j-transaction-1'",
    "SHOW TRANSACTIONS YIELD transactionId AS id TERMINATE TRANSACTION id YIELD message RETURN message",
    # files, addresses, procedures
    "LOAD CSV FROM 'file:///../../../etc/passwd' AS line RETURN line",
    "LOAD CSV FROM 'http://127.0.0.1:1/x' AS line RETURN line",
    "LOAD CSV WITH HEADERS FROM $address AS line RETURN line",
    "CALL () { LOAD CSV FROM 'https://127.0.0.1/x' AS line RETURN line } RETURN line",
    "RETURN COLLECT { LOAD CSV FROM 'ftp://127.0.0.1/x' AS line RETURN line } AS lines",
    "CALL dbms.killConnection('bolt-1')",
    "CALL dbms.killConnections(['bolt-1'])",
    "CALL dbms.listConfig() YIELD name, value RETURN name, value",
    "CALL `dbms`.`listConfig`()",
    "CALL dbms.queryJmx('*:*')",
    "CALL dbms.components()",
    "CALL db.clearQueryCaches()",
    "CALL db.resampleIndex('memory')",
    "CALL db.prepareForReplanning(1)",
    "CALL db.createLabel('Pwned')",
    "MATCH (n:Fact) CALL db.create.setNodeVectorProperty(n, 'embedding', [1.0]) RETURN n",
    "CALL tx.setMetaData({a: 1})",
    "CALL tx.getMetaData()",
    "CALL () { CALL dbms.listConfig() YIELD name RETURN name } RETURN name",
    "OPTIONAL CALL dbms.listConnections() YIELD connectionId RETURN connectionId",
    "RETURN genai.vector.encode('x', 'OpenAI', {token: 'x'})",
    "RETURN `genai`.vector . `encode`('x', 'OpenAI', {})",
    "RETURN \\u0067enai.vector.encode('x', 'OpenAI', {})",
    "RETURN apoc.load.json('http://127.0.0.1/x')",
    # what looks like a string or a comment inside a name in backticks is neither
    "RETURN 1 AS `a'b`, apoc.load.json('x'), 'c'",
    "RETURN `a'b`, apoc.load.json('x'), 'c'",
    'RETURN `a"b`, apoc.load.json("x"), "c"',
    "RETURN `//` , apoc.x(1)",
    "WITH 1 AS `//` RETURN `//` , genai.vector.encode('x', 'OpenAI', {})",
    "WITH 1 AS `/*` RETURN `/*`, apoc.x(1), 1 AS `*/`",
    "RETURN `'`, apoc.load.json(\"u\"), `'`",
    "RETURN `a``'`, apoc.x(1), `'`",
    "RETURN \\u0060'\\u0060, apoc.x(1), 'c'",
    "RETURN `apoc`.`lo'ad`.`json`('x')",
    "RETURN `apoc.load`.json('x')",
    "RETURN '`', apoc.x(1), '`'",
    "USE system SHOW USERS",
    # prefixes and more than one statement
    "PROFILE MATCH (n) RETURN n",
    "CYPHER 5 MATCH (n) RETURN n",
    "CYPHER runtime=slotted MATCH (n) RETURN n",
    "CYPHER 25 planner=dp MATCH (n) RETURN n",
    "cypher /* x */ 25 profile MATCH (n) RETURN n",
    "\\u0050ROFILE MATCH (n) RETURN n",
    "RETURN 1; CREATE (:Pwned)",
    "RETURN 1;\nMATCH (n) DETACH DELETE n;",
)


async def test_nothing_but_reading_passes(graph: Graph) -> None:
    before = await _whole(graph)
    passed = [statement for statement in REFUSED if not await _refused(graph, statement)]
    assert passed == []
    assert await _whole(graph) == before


async def _refused(graph: Graph, statement: str) -> bool:
    try:
        await ask(graph, statement, {"address": "file:///etc/passwd"})
    except UsageError:
        return True
    return False


async def test_a_comment_that_ends_by_an_escape_runs_nothing(graph: Graph) -> None:
    before = await _whole(graph)
    assert (await ask(graph, "/* \\u002a/ CREATE (:Pwned) //*/ RETURN 1")).rows == ((1,),)
    assert await _whole(graph) == before


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("LOAD CSV FROM 'file:///x' AS l RETURN l", "the operation LoadCSV"),
        ("SHOW SETTINGS", "the operation ShowSettings"),
        ("TERMINATE TRANSACTION 'x'", "the operation TerminateTransactions"),
        ("CALL db.clearQueryCaches()", "the function db.clearQueryCaches"),
        ("MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN x", "the operation TransactionApply"),
        ("CREATE (n)", "changes the graph"),
    ],
)
async def test_a_refusal_says_what_it_is_about(graph: Graph, statement: str, named: str) -> None:
    with pytest.raises(Refused, match=named) as caught:
        await ask(graph, statement)
    assert "was not run" in caught.value.message


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("RETURN `a'b`, apoc.load.json('x'), 'c'", ["the function apoc.load.json"]),
        ("RETURN `//` , apoc.x(1)", ["the function apoc.x"]),
        ("RETURN `/*`, apoc.x(1), `*/`", ["the function apoc.x"]),
        ("RETURN `'`, apoc.load.json(\"u\"), `'`", ["the function apoc.load.json"]),
        ("RETURN `a``'`, apoc.x(1), `'`", ["the function apoc.x"]),
        ("RETURN \\u0060'\\u0060, apoc.x(1), 'c'", ["the function apoc.x"]),
        ("RETURN `apoc`./* ` */`load` . json('x')", ["the function apoc.load.json"]),
        ("RETURN `apoc.load.json`('x')", ["the function apoc.load.json"]),
        ("RETURN '`', apoc.x(1), '`'", ["the function apoc.x"]),
        ("RETURN `apoc.x(1)` AS n, date.truncate('day', `it's`) // apoc.x(1)", []),
        ("MATCH (n:`Fact`)-[:`a b`]->() WHERE n.`x y` = '` apoc.x(1)' RETURN `n`.`text`", []),
    ],
)
def test_functions_are_seen_beside_names_in_backticks(statement: str, named: list[str]) -> None:
    assert list(foreign_functions(statement)) == named


READS = (
    "MATCH (n:Fact) RETURN n LIMIT 1",
    "match (n:Fact) return count(n);",
    "CYPHER 25 MATCH (n:Fact|Pointer) RETURN n LIMIT 1",
    "MATCH (n) SEARCH n IN (FULLTEXT INDEX memory_text FOR 'northwind' LIMIT 3) SCORE AS s RETURN n.text, s",
    "MATCH p = SHORTEST 1 (a:Entity)-[:RELATION]->+(b:Entity) RETURN p LIMIT 1",
    "MATCH (a:Entity {id: 'x'})-[:RELATION]->{2,5}(b) RETURN DISTINCT b",
    "MATCH (a:Entity)((x)-[:RELATION]->(y) WHERE x.name <> y.name){1,3}(b) RETURN [z IN x | z.name] LIMIT 1",
    "MATCH (n:Fact) WHERE n.group STARTS WITH 'a' OR n.group IN ['b'] RETURN n ORDER BY n.id SKIP 1 LIMIT 2",
    "MATCH (n:Fact) WHERE NOT EXISTS { (n)-[:EVIDENCE]->(:Document) } RETURN n LIMIT 1",
    "MATCH (n:Fact) RETURN COLLECT { MATCH (n)-->(m) RETURN m.id } LIMIT 1",
    "MATCH (n:Fact) CALL (n) { MATCH (n)-->(m) RETURN m UNION MATCH (n)<--(m) RETURN m } RETURN count(m)",
    "MATCH (a:Entity), (b:Entity) WHERE a.name = b.name RETURN count(*)",
    "MATCH ()-[r:EVIDENCE {id: 'x'}]-() RETURN r",
    "MATCH (n:$($label)) RETURN count(n)",
    "CALL db.labels() YIELD label RETURN label",
    "CALL db.schema.relTypeProperties()",
    "RETURN date.truncate('month', date('2026-11-04')) AS d, vector.similarity.cosine([1.0], [1.0])",
    "LET x = 'CREATE (n) LOAD CSV' FILTER x <> 'apoc.load.json(' RETURN x",
    "UNWIND range(1, 3) AS x RETURN x UNION ALL RETURN 4 AS x",
    "WHEN true THEN RETURN 1 AS x ELSE RETURN 2 AS x",
    "/* why */ MATCH (n:`Fact`) // trailing\n RETURN n.text LIMIT 1",
)


async def test_reading_passes(graph: Graph) -> None:
    for statement in READS:
        table = await ask(graph, statement, {"label": "Fact"})
        json.dumps(table.rows)
        assert all(len(row) == len(table.columns) for row in table.rows)


async def test_an_answer_stops_at_its_rows(graph: Graph) -> None:
    statement = "UNWIND range(1, 5000) AS x RETURN x"
    table = await ask(graph, statement, bounds=Bounds(rows=250))
    assert (table.columns, len(table.rows), table.rows[-1], table.more) == (("x",), 250, (250,), True)
    assert not (await ask(graph, "UNWIND range(1, 250) AS x RETURN x", bounds=Bounds(rows=250))).more


async def test_an_answer_stops_at_its_bytes(graph: Graph) -> None:
    statement = "UNWIND range(1, 5000) AS x RETURN 'a long text of forty characters, again x' AS t"
    table = await ask(graph, statement, bounds=Bounds(bytes=2_000))
    assert 10 < len(table.rows) < 60
    assert table.more


async def test_an_answer_stops_in_its_time(graph: Graph) -> None:
    statement = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a + b < 0 RETURN a"
    with pytest.raises(EngineError, match="in its time"):
        await ask(graph, statement, bounds=Bounds(seconds=1.0))


async def test_explain_shows_the_plan_and_runs_nothing(graph: Graph) -> None:
    table = await ask(graph, "EXPLAIN MATCH (n:Fact) RETURN count(n)")
    assert table.columns == ("operator", "details")
    assert [row[0].strip() for row in table.rows] == ["ProduceResults", "NodeCountFromCountStore"]
    assert (await ask(graph, "\\u0045XPLAIN MATCH (n) RETURN n")).rows == ()


async def test_values_are_plain(store: GraphStore, graph: Graph) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.write_documents([document(store.workspace)])
    doc = Doc(store.workspace, "a.md").says("Northwind", "fee", money("48,000 EUR"), date(2026, 1, 2))
    await store.write_facts(doc.facts)
    fact = "MATCH p = (f:Fact {workspace: $w})-[r:SUBJECT]->(e) "
    table = await ask(
        graph,
        fact + "RETURN f, r, p, f.valid_from AS day, f.recorded_at AS at, duration('P1M2D') AS d, "
        "point({x: 1, y: 2}) AS pt, 0.0/0.0 AS nan, 1/3.0 AS third, null AS nothing, [1, {a: date('2026-01-01')}] AS l",
        {"w": store.workspace},
    )
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert row["f"]["labels"] == ["Fact", "Unembedded"]
    assert row["f"]["properties"]["text"] == "Northwind fee: 48,000 EUR"
    assert row["r"] == {"type": "SUBJECT", "properties": {}}
    assert [part.get("type") for part in row["p"]] == [None, "SUBJECT", None]
    assert (row["day"], row["d"], row["nan"], row["nothing"]) == ("2026-01-02", "P1M2D", "nan", None)
    assert row["at"].startswith("20")
    assert row["pt"]["coordinates"] == [1.0, 2.0]
    assert row["l"] == [1, {"a": "2026-01-01"}]


async def test_a_vector_is_shown_only_by_name(store: GraphStore, graph: Graph) -> None:
    await store.write_documents([document(store.workspace, rung=Rung.TEXT)])
    await set_vectors(
        store, {node.id: (1.0, *(0.0,) * 383) for node in await store.unembedded(["Passage"], 9)}, "Passage"
    )
    table = await ask(
        graph, "MATCH (p:Passage {workspace: $w}) RETURN p, size(p.embedding) AS n", {"w": store.workspace}
    )
    assert "embedding" not in table.rows[0][0]["properties"]
    assert table.rows[0][1] == 384


@pytest.mark.parametrize(
    ("statement", "body", "explain"),
    [
        (" RETURN 1", "RETURN 1", False),
        ("explain cypher 25 RETURN 1", "RETURN 1", True),
        ("CYPHER 25 EXPLAIN RETURN 1", "RETURN 1", True),
        ("// c\n/* d */CYPHER/**/25/**/ RETURN 1", "RETURN 1", False),
        ("EXPLAINED", "EXPLAINED", False),
        ("CYPHERPUNK", "CYPHERPUNK", False),
    ],
)
def test_prefixes_are_taken_off(statement: str, body: str, explain: bool) -> None:
    assert strip_prefix(statement) == (body, explain)


@pytest.mark.parametrize(
    "statement", ["", "  ", "EXPLAIN", "// only a comment", "CYPHER 25", "RETURN", "x" * 200_000]
)
async def test_what_is_no_statement_is_the_caller_s_error(graph: Graph, statement: str) -> None:
    with pytest.raises(UsageError):
        await ask(graph, statement)


async def test_an_unreachable_server_is_an_engine_error(neo4j_address: "Address") -> None:
    from dataclasses import replace

    async with Graph.open(replace(neo4j_address, password="wrong" * 3)) as graph:
        with pytest.raises(EngineError):
            await ask(graph, "RETURN 1")


async def _whole(graph: Graph) -> tuple[object, ...]:
    """What an attack of the list would change: nodes it makes, the schema, the users."""
    (indexes, applied) = (await graph.read("index_states", {}), await graph.read("migrations_applied", {}))
    async with graph.session() as session:
        result = await session.run("MATCH (n:Pwned) RETURN count(n) AS nodes")
        pwned = await result.data()
        users = await (await session.run("SHOW USERS YIELD user RETURN user ORDER BY user")).data()
    return [row["name"] for row in indexes], applied, pwned, users
