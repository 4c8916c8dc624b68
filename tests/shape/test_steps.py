"""The named steps of a run: the list and the code are one."""

import ast
from pathlib import Path

from kg.observe import STEPS

ROOT = Path(__file__).parents[2]


def used() -> dict[str, str]:
    """Every name given to `observe.step`, with the place of one use. One that is no literal is an error."""
    found: dict[str, str] = {}
    for room in ("kg", "ingest", "policy"):
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("observe.step"):
                    (name,) = node.args
                    place = f"{file.relative_to(ROOT)}:{node.lineno}"
                    assert isinstance(name, ast.Constant), f"{place} gives a step no literal name"
                    found[name.value] = place
    return found


def test_every_step_is_listed_and_every_listed_one_is_used() -> None:
    assert len(set(STEPS)) == len(STEPS)
    assert set(used()) == set(STEPS)
