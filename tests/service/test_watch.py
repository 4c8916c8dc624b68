"""`kg sync --watch` as people run it: the real watcher, the real graph, Ctrl-C at the end."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.service.running import Shell


def following(shell: Shell, root: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "kg", "sync", str(root), "--watch", "--quiet", "0.5", "--json"],
        env=shell.env(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def until(process: "subprocess.Popen[str]", found: Any) -> dict[str, Any]:
    """The first receipt that is what is looked for. A process that ends before has no more lines."""
    assert process.stdout is not None
    for line in process.stdout:
        receipt: dict[str, Any] = json.loads(line)
        if found(receipt):
            return receipt
    raise AssertionError("it ended")


def test_a_folder_is_followed_until_it_is_interrupted(shell: Shell, tmp_path: Path) -> None:
    root = tmp_path / "notes"
    root.mkdir()
    (root / "northwind.md").write_text("# Northwind\n\n- Client: Northwind\n- Fee: 48,000 EUR a year\n")
    shell.ok("policy", "set", str(root), "facts")
    process = following(shell, root)
    try:
        first = until(process, lambda receipt: receipt["documents"]["new"] == 1)
        assert first["facts"]["written"] == 0
        until(process, lambda receipt: receipt["facts"]["written"] > 0)
        temporary = root / ".northwind.md.tmp"
        temporary.write_text("# Northwind\n\n- Client: Northwind\n- Fee: 52,000 EUR a year\n")
        temporary.replace(root / "northwind.md")
        changed = until(process, lambda receipt: receipt["documents"]["changed"] == 1)
        assert changed["model_calls"] == 0
        until(process, lambda receipt: receipt["facts"]["tombstoned"] > 0)
    finally:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, "stopped watching" in said) == (0, True), said
    assert "52,000" in shell.ok("facts", "list")
