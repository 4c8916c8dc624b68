"""Every command of the README runs, in its order, as it is written."""

import re
import shlex
import shutil
from pathlib import Path

from tests.service.conftest import VAULT
from tests.service.running import Shell

README = Path(__file__).parents[2] / "README.md"
ELSEWHERE = ("pip install uv", "uv run")
"""The two commands that start everything: the run that reads this is one of them, and tests/service/test_demo.py
walks the other."""


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    return [line for line in lines if not line.startswith(ELSEWHERE)]


def test_every_command_runs(shell: Shell) -> None:
    shutil.copytree(VAULT, shell.home / "notes")
    lines = commands()
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line, comments=True)
        assert words[0] == "kg", line
        shell.ok(
            *(word.replace("~", str(shell.home), 1) if word.startswith("~") else word for word in words[1:])
        )
