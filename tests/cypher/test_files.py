"""The query files themselves: headers that hold, keys that are unique, nothing that nobody uses."""

import re
from pathlib import Path

import pytest

from kg.store.migrate import migrations
from kg.store.queries import Query, cookbook, parse, queries, used_params

ROOT = Path(__file__).parents[2]
MERGED = re.compile(r"MERGE \(\w*:(\w+) \{([^}]*)\}\)")
CONSTRAINT = re.compile(r"FOR \(n:(\w+)\) REQUIRE \(?([^)]*?)\)? IS UNIQUE")
LABELS_AND_TYPES = re.compile(r"\$\(|:\$|\[\$")


def by_name(query: Query) -> str:
    return query.name


def test_there_are_queries_of_both_modes() -> None:
    assert {query.mode for query in queries().values()} == {"read", "write"}


@pytest.mark.parametrize("query", queries().values(), ids=by_name)
def test_a_read_takes_audiences_or_says_why_not(query: Query) -> None:
    if query.mode == "read" and "audiences" not in query.params:
        assert query.internal, f"{query.path}:{query.line} {query.name} shows what it reads to everyone"


@pytest.mark.parametrize("query", queries().values(), ids=by_name)
def test_a_read_changes_nothing(query: Query) -> None:
    if query.mode == "read":
        plain = re.sub(r"//[^\n]*|'[^']*'", " ", query.text)
        assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|FOREACH|LOAD)\b", plain)


@pytest.mark.parametrize("query", cookbook().values(), ids=by_name)
def test_a_cookbook_question_is_a_read_for_a_reader(query: Query) -> None:
    assert query.mode == "read"
    assert "audiences" in query.params
    assert set(query.params) <= {"workspace", "audiences", "limit"}


def test_every_merge_key_is_unique() -> None:
    constraints = {
        (label, frozenset(key.strip().removeprefix("n.") for key in keys.split(",")))
        for migration in migrations()
        for statement in migration.statements
        for label, keys in CONSTRAINT.findall(statement)
    }
    merged = {
        (label, frozenset(pair.split(":")[0].strip() for pair in pairs.split(",")))
        for query in queries().values()
        for label, pairs in MERGED.findall(query.text)
    }
    assert len(merged) > 10
    assert merged - constraints == set()


def test_every_merge_of_a_node_names_its_key() -> None:
    for query in queries().values():
        nodes = re.findall(r"MERGE \(\w*:\w+[^{)]*\)", query.text)
        assert nodes == [], query.name


def test_labels_and_types_are_written_out() -> None:
    assert [q.name for q in queries().values() if LABELS_AND_TYPES.search(q.text)] == []


def test_no_query_is_unused() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "kg").rglob("*.py"))
    assert [name for name in queries() if f'"{name}"' not in code] == []


def test_parameters_are_seen_where_they_are_used() -> None:
    text = 'CYPHER 25 // $comment\nMATCH (n {a: $one, b: \'$text\', c: "it\\"s $x"}) /* $y */ RETURN n.`$z`, $two'
    assert used_params(text) == {"one", "two"}


HEADER = "// name: a\n// why: because\n// mode: read\n// params: x\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CYPHER 25 RETURN 1", "does not begin with // name"),
        ("// name: a\nCYPHER 25 RETURN 1", "needs why, mode"),
        (HEADER.replace("read", "both") + "CYPHER 25 RETURN $x", "needs why, mode"),
        (HEADER + "RETURN $x", "does not begin with CYPHER 25"),
        (HEADER + "CYPHER 25 RETURN $y", "other parameters than it uses: x, y"),
        (HEADER + "CYPHER 25 RETURN 1", "other parameters than it uses: x"),
    ],
)
def test_a_header_that_does_not_hold_is_an_error(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        list(parse(text, "file.cypher"))


def test_queries_of_one_file_are_kept_apart() -> None:
    second = "// name: b\n// why: w\n// mode: write\n// params:\n// internal: why\nCYPHER 25\nRETURN 2\n"
    one, two = parse(f"{HEADER}CYPHER 25\nRETURN $x\n\n{second}", "file.cypher")
    assert (one.name, one.params, one.text, one.line) == ("a", ("x",), "CYPHER 25\nRETURN $x", 1)
    assert (two.name, two.doc, two.mode, two.internal, two.line) == ("b", "w", "write", "why", 8)
