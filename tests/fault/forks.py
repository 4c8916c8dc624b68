"""Orders for the forking process of `child.py`."""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
DEADLINE = 300.0
ENDED = (-9, -14)
"""By SIGKILL at a step, by the timer at an instant."""

Point = tuple[str, str, int]
"""A step, its edge, and which time it is passed."""


@dataclass(frozen=True)
class Ended:
    """How a run ended, the steps it passed, and what it said at its end."""

    code: int
    seconds: float
    steps: tuple[tuple[str, str], ...]
    said: dict[str, Any] = field(default_factory=dict)

    @property
    def killed(self) -> bool:
        return self.code in ENDED

    @property
    def points(self) -> list[Point]:
        """Every point of this run at which another one can be ended."""
        passed: Counter[tuple[str, str]] = Counter()
        found = []
        for step in self.steps:
            passed[step] += 1
            found.append((*step, passed[step]))
        return found

    def passed(self, name: str, edge: str) -> int:
        return self.steps.count((name, edge))


class Forks:
    """The forking process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runs = 0

    async def __aenter__(self) -> Self:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("KG_")}
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.fault.child",
            cwd=ROOT,
            env={**kept, **threads},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert await self._line() == "ready"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def run(self, **order: Any) -> Ended:
        """One run to its end."""
        (ended,) = await self.together([order])
        return ended

    async def together(self, orders: Sequence[dict[str, Any]]) -> list[Ended]:
        """Several runs at once."""
        traces = []
        for order in orders:
            self._runs += 1
            traces.append(self._folder / f"{self._runs}.trace")
            order["trace"] = str(traces[-1])
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(orders).encode() + b"\n")
        await self._process.stdin.drain()
        answers = json.loads(await self._line())
        return [_ended(answer, trace) for answer, trace in zip(answers, traces, strict=True)]

    async def _line(self) -> str:
        assert self._process.stdout is not None
        async with asyncio.timeout(DEADLINE):
            return (await self._process.stdout.readline()).decode().strip()


def _ended(answer: dict[str, Any], trace: Path) -> Ended:
    lines = trace.read_text().splitlines() if trace.exists() else []
    steps = tuple((name, edge) for name, edge, *_ in (line.split(" ") for line in lines))
    said = Path(f"{trace}.json")
    words = said.read_text("utf-8") if said.exists() else ""
    told = json.loads(words) if words else {}
    return Ended(answer["code"], answer["seconds"], steps, told)
