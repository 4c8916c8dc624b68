"""The same history, clock and model again: the same steps in the same order, and the same graph."""

import shutil
import uuid
from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kg import observe
from policy.rungs import Rung
from tests.engine.probing import remove_workspace
from tests.property.notes import ALIAS, Chapter, Line
from tests.property.oracle import Setting
from tests.property.pictures import Naming, Picture, real_picture
from tests.property.player import Counts, Player
from tests.property.test_histories import around

if TYPE_CHECKING:
    from kg.engine import Address
    from kg.store import Graph

SIDE_BY_SIDE = {"file.read", "extractor.call", "ledger.write", "jobs.take"}
"""Steps of several at once: how often they are taken is the same, which of them is first is not."""

FEE = Chapter("North", (Line("Northwind", "fee", "48,000 EUR"), Line("Northwind", "owner", "Dana Reyes")))
LATER = Chapter("North", (Line("Northwind", "fee", "52,000 EUR", starts=date(2026, 11, 4)),))
CALLED = Chapter("East", (Line("NW", "owner", "Tomas Okafor"), Line("NW", "fee", "48,000 EUR")))
NAMED = Chapter("South", (Line("Northwind", ALIAS, "NW"), Line("Harborlight", "customer of", "NW")))
HISTORY: list[tuple[Any, ...]] = [
    ("write", "work/2026-11-04.md", (FEE,)),
    ("write", "work/weekly/2026-11-11.md", (LATER,)),
    ("write", "diary/plan.md", (Chapter("South", (Line("Harborlight", "status", "open"),)),)),
    ("write", "plan.md", (CALLED,)),
    ("sync",),
    # One file changes what others mean by a name, and those are worked on again in the same run.
    ("write", "work/plan.md", (NAMED,)),
    ("write", "diary/2026-11-04.md", (CALLED,)),
    ("sync",),
    ("move", "work/weekly/2026-11-11.md", "diary/2026-11-11.md"),
    ("say more", "work/2026-11-04.md", Line("Harborlight", "customer of", "Northwind")),
    ("sync with bad replies", "Harborlight"),
    ("write", "work/weekly/plan.md", (Chapter("East", LATER.lines),)),
    ("sync with the model down",),
    ("sync",),
    ("set and apply", "diary", Setting(Rung.GIST)),
    ("delete", "diary/plan.md"),
    ("delete", "work/plan.md"),
    ("set", "diary", Setting(Rung.FACTS, "birds", "dept:sales")),
    ("sync",),
]


async def lived(graph: "Graph", address: "Address", root: Path) -> tuple[list[str], Counter[str], str]:
    """The steps that were entered in order, how often those were that go side by side, and the fingerprint."""
    from kg.store import GraphStore

    store = GraphStore(graph, f"again-{uuid.uuid4().hex[:12]}")
    trace: list[str] = []
    deps, model = around(store, 384)

    async def look(naming: Naming) -> Picture:
        return await real_picture(store, graph, naming)

    def listen(name: str, edge: observe.Edge) -> None:
        if edge == "enter":
            trace.append(name)

    observe.listen(listen)
    try:
        await Player(root, deps, model, look, None, Counts()).play(HISTORY)
        found = await store.fingerprint()
    finally:
        observe.listen(None)
        shutil.rmtree(root)
        await remove_workspace(address, store.workspace)
    alone = [name for name in trace if name not in SIDE_BY_SIDE]
    return alone, Counter(name for name in trace if name in SIDE_BY_SIDE), found.fingerprint


async def again(runs: int, graph: "Graph", address: "Address", root: Path) -> str:
    lives = [await lived(graph, address, root) for _ in range(runs)]
    traces, counts, fingerprints = zip(*lives, strict=True)
    for trace in traces[1:]:
        assert trace == traces[0], [
            (n, a, b) for n, (a, b) in enumerate(zip(trace, traces[0], strict=False)) if a != b
        ][:9]
    assert all(count == counts[0] for count in counts)
    assert set(fingerprints) == {fingerprints[0]}
    return f"same again: {runs} runs of {len(traces[0]) + counts[0].total()} steps, 1 trace, 1 fingerprint"


async def test_three_runs_are_the_same(
    graph: "Graph", neo4j_address: "Address", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = await again(3, graph, neo4j_address, tmp_path / "root")
    with capsys.disabled():
        print(f"\n{line}")  # noqa: T201


@pytest.mark.full
async def test_twenty_runs_are_the_same(
    graph: "Graph", neo4j_address: "Address", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = await again(20, graph, neo4j_address, tmp_path / "root")
    with capsys.disabled():
        print(f"\n{line}")  # noqa: T201
