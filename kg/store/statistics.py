"""What the planner believes of the graph: after much was written it must look again, or it scans."""

from kg.store.connection import Graph, Work

FIRST_LOOK = 500
GROWTH = 4
"""A look costs the plans of all queries, about two seconds, so the next one waits for four times as much."""
SECONDS = 60


class Statistics:
    """Counts what one process has written, and has the server look again in time."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._written = 0
        self._next = FIRST_LOOK

    async def grew(self, by: int) -> None:
        """`by` nodes more were written."""
        self._written += by
        if self._written >= self._next:
            self._next = self._written * GROWTH
            await refresh_statistics(self._graph)


async def refresh_statistics(graph: Graph) -> None:
    """Samples indexes that have changed, and throws away plans made before."""

    async def work(work: Work) -> None:
        await work.run("resample_indexes")
        await work.run("replan", seconds=SECONDS)

    await graph.write("fresh statistics", work, SECONDS * 2.0)
