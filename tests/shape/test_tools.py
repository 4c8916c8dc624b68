"""The tools that hold the house in shape, run as tests so that one command shows everything."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

UV = [os.environ.get("UV", "uv"), "run", "--quiet", "--group", "lint", "python"]
"""uv adds what only this file needs; it tells its children where it is."""

TOOLS = {
    "ruff check": ["-m", "ruff", "check", "--no-cache", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "--no-cache", "."],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
}


@pytest.mark.parametrize("name", TOOLS)
def test_tool_has_nothing_to_say(name: str) -> None:
    done = subprocess.run([*UV, *TOOLS[name]], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{name}:\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
