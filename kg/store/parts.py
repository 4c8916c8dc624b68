"""More statements than one transaction may hold: group by group, each group whole."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping

from kg import observe
from kg.model.stored import FactsReceipt
from kg.store.connection import Graph, Row, Work
from kg.store.saying import Saying, say
from kg.store.stated import place

PART = 5_000
"""Statements in one transaction, unless a single group has more. Facts are written without vectors, so it is the
transaction's memory that bounds it: 12,000 need between 384 and 512 MB, and the smallest engine has 256."""
SECONDS = 600.0

Look = Callable[[Work], Awaitable[Row | None]]
"""The document's row as it is now, None when there is nothing to do for it any more."""


async def say_most(graph: Graph, workspace: str, document: str, saying: Saying, look: Look) -> FactsReceipt:
    """Does most of a change that is too large for one transaction; of a smaller one nothing. The whole
    change must follow in a transaction of its own, which then finds little left to do.

    Readers meanwhile see some groups as they will be and others as they were."""
    rows = await graph.read("statement_groups", {"workspace": workspace, "id": document}, SECONDS)
    sizes = Counter({row["group"]: row["statements"] for row in rows})
    if sizes.total() + len(saying.statements) <= PART:
        return FactsReceipt()
    done = FactsReceipt()
    known = await graph.write("a look at a document", look)
    if known is None:
        return done
    sizes.update(place(workspace, known, statement).id for statement in saying.statements)
    for groups in parts(sizes):

        async def work(work: Work, groups: frozenset[str] = groups) -> FactsReceipt:
            row = await look(work)
            return FactsReceipt() if row is None else await say(work, workspace, row, saying, groups)

        with observe.step("facts.part"):
            done = add(done, await graph.write("a part of a large document's facts", work, SECONDS))
    return done


def add(before: FactsReceipt, last: FactsReceipt) -> FactsReceipt:
    """The receipt of a change done in parts: what a part wrote, the whole finds kept."""
    return FactsReceipt(
        written=before.written + last.written,
        kept=max(0, last.kept - before.written),
        tombstoned=before.tombstoned + last.tombstoned,
    )


def parts(sizes: Mapping[str, int]) -> Iterator[frozenset[str]]:
    """Groups put together until they have as many statements as one transaction takes."""
    part: set[str] = set()
    size = 0
    for group, count in sorted(sizes.items()):
        if part and size + count > PART:
            yield frozenset(part)
            part, size = set(), 0
        part.add(group)
        size += count
    if part:
        yield frozenset(part)
