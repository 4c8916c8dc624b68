"""The command as people run it: a process of its own, a home of its own, a real server."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.engine import Address


@dataclass(frozen=True)
class Shell:
    """A home with nothing in it, against one workspace of the test server."""

    home: Path
    address: Address
    workspace: str

    def env(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("KG_", "XDG_"))}
        return {
            **kept,
            "HOME": str(self.home),
            "KG_HOME": str(self.home / "kg"),
            "KG_NEO4J_URI": self.address.uri,
            "KG_NEO4J_USER": self.address.user,
            "KG_NEO4J_PASSWORD": self.address.password,
            "KG_WORKSPACE": self.workspace,
            "KG_PRINCIPAL": "tester",
            "COLUMNS": "200",
            **more,
        }

    def run(self, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "kg", *words],
            env=self.env(**more),
            capture_output=True,
            text=True,
            timeout=300,
            cwd=Path(__file__).parents[2],
        )

    def ok(self, *words: str, **more: str) -> str:
        done = self.run(*words, **more)
        assert done.returncode == 0, f"kg {' '.join(words)}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def json(self, *words: str, **more: str) -> Any:
        return json.loads(self.ok(*words, "--json", **more))
