"""The client libraries are switched off before they are imported, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, logging, os, sys, warnings
warnings.simplefilter("error")
from kg.endpoint.telemetry import TALKATIVE, quiet
assert "graphiti_core" not in sys.modules
quiet()
from graphiti_core.telemetry.telemetry import is_telemetry_enabled
print(json.dumps({
    "reports": is_telemetry_enabled(),
    "leaked": os.environ.get("LEAKED"),
    "silent": all(not logging.getLogger(name + ".x").isEnabledFor(logging.CRITICAL) for name in TALKATIVE),
}))
"""


def test_nothing_is_reported_read_or_logged(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LEAKED=yes\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120
    )
    assert json.loads(done.stdout) == {"reports": False, "leaked": None, "silent": True}


def test_importing_the_room_does_not_import_the_libraries() -> None:
    program = (
        "import sys, kg.endpoint.completion, kg.endpoint.embedding;"
        "print([name for name in ('graphiti_core', 'openai', 'anthropic', 'neo4j') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
