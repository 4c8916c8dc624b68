"""What a plan may hold to count as reading: lists of what is known to be harmless, all else is refused."""

import re
from collections.abc import Iterator
from typing import Any

READS = frozenset(
    {
        # where rows begin
        *("AllNodesScan", "Argument", "DynamicLabelNodeLookup", "EmptyRow", "IntersectionNodeByLabelsScan"),
        *("MultiNodeIndexSeek", "NodeByElementIdSeek", "NodeByIdSeek", "NodeByLabelScan"),
        *("NodeCountFromCountStore", "NodeFulltextIndexSearch", "NodeIndexContainsScan"),
        *("NodeIndexEndsWithScan", "NodeIndexScan", "NodeIndexSeek", "NodeIndexSeekByRange"),
        *("NodeUniqueIndexSeek", "NodeUniqueIndexSeekByRange", "NodeVectorIndexSearch"),
        *("RelationshipCountFromCountStore", "SubtractionNodeByLabelsScan", "UnionNodeByLabelsScan"),
        *(
            f"{way}Relationship{rest}"
            for way in ("Directed", "Undirected")
            for rest in (
                *("ByElementIdSeek", "ByIdSeek", "IndexContainsScan", "IndexEndsWithScan", "IndexScan"),
                *("IndexSeek", "IndexSeekByRange", "TypeScan", "UniqueIndexSeek", "UniqueIndexSeekByRange"),
            )
        ),
        *("DirectedAllRelationshipsScan", "DirectedUnionRelationshipTypesScan"),
        *("UndirectedAllRelationshipsScan", "UndirectedUnionRelationshipTypesScan"),
        # where they go
        *(
            "BFSPruningVarLengthExpand",
            "Expand",
            "OptionalExpand",
            "ProjectEndpoints",
            "PruningVarLengthExpand",
        ),
        *("Repeat", "ShortestPath", "StatefulShortestPath", "VarLengthExpand"),
        # how they are joined
        *("AntiConditionalApply", "AntiSemiApply", "Apply", "AssertSameNode", "AssertSameRelationship"),
        *("CartesianProduct", "ConditionalApply", "LetAntiSemiApply", "LetSelectOrAntiSemiApply"),
        *("LetSelectOrSemiApply", "LetSemiApply", "NodeHashJoin", "NodeLeftOuterHashJoin"),
        *("NodeRightOuterHashJoin", "Optional", "OrderedUnion", "RollUpApply", "SelectOrAntiSemiApply"),
        *("SelectOrSemiApply", "SemiApply", "TriadicBuild", "TriadicFilter", "TriadicSelection", "Union"),
        *("ValueHashJoin",),
        # what becomes of them
        *("CacheProperties", "Distinct", "DropResult", "Eager", "EagerAggregation", "EmptyResult"),
        *("ExhaustiveLimit", "Filter", "Limit", "NonFuseable", "NonPipelined", "OrderedAggregation"),
        *("OrderedDistinct", "PartialSort", "PartialTop", "PreserveOrder", "ProcedureCall", "ProduceResults"),
        *("Projection", "Skip", "Sort", "Top", "Top1WithTies", "Unwind"),
    }
)
"""Operators of Neo4j's planner that only read the graph, by name without what stands in parentheses.
`LoadCSV` reads files and addresses, the `Show…` operators the server, `TransactionApply` commits: none is here."""

PROCEDURES = frozenset(
    {
        *("db.labels", "db.propertyKeys", "db.relationshipTypes", "db.schema.nodeTypeProperties"),
        *("db.schema.relTypeProperties", "db.schema.visualization"),
        *("db.index.fulltext.queryNodes", "db.index.vector.queryNodes"),
    }
)
"""Procedures that read the graph or its schema. Everything of `dbms` and `tx` is left out on purpose."""

NAMESPACES = frozenset(
    {
        *("date", "datetime", "localdatetime", "localtime", "time", "duration", "point"),
        *("vector.similarity", "string", "list"),
    }
)
"""Built-in functions with a dotted name. Others come from plug-ins of a server that we do not know: some of
them read addresses."""

_CALLED = re.compile(r"((?:[^\W\d]\w*\s*\.\s*)+)([^\W\d]\w*)\s*\(")
_ESCAPE = re.compile(r"\\u+([0-9a-fA-F]{4})")
_QUIET = re.compile(
    r"`(?P<name>(?:``|[^`])*)`|//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL
)


def objections(plan: dict[str, Any]) -> Iterator[str]:
    """What in the plan is not on the lists, in words."""
    operator = plan["operatorType"].partition("@")[0].partition("(")[0]
    details = str(plan.get("args", {}).get("Details", ""))
    if operator not in READS:
        yield f"the operation {operator}"
    if operator == "ProcedureCall":
        name = details.partition("(")[0].strip()
        if name not in PROCEDURES:
            yield f"the procedure {name}"
    for child in plan.get("children", ()):
        yield from objections(child)


def foreign_functions(statement: str) -> Iterator[str]:
    """Dotted names that the statement calls and that are no built-in function or listed procedure. A plan
    does not list functions, so this looks at the text as the server reads it, and rather at too much."""
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), statement)
    for match in _CALLED.finditer(_QUIET.sub(_heard, text)):
        space = re.sub(r"\s", "", match[1]).rstrip(".")
        if space.casefold() not in NAMESPACES and f"{space}.{match[2]}" not in PROCEDURES:
            yield f"the function {space}.{match[2]}"


def _heard(match: re.Match[str]) -> str:
    """Of a name in backticks what may be part of a function's name; nothing of strings and comments."""
    return " " if match["name"] is None else re.sub(r"[^\w.]", "_", match["name"])
