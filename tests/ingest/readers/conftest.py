"""Files of each kind, made by the usual library for it in a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WRITER = Path(__file__).parents[2] / "fakes" / "office_files.py"


@pytest.fixture(scope="session")
def uv() -> str:
    """The uv that runs the tests; it tells its children where it is."""
    found = os.environ.get("UV") or shutil.which("uv")
    assert found, "scripts of the tests need uv; run the tests with: uv run pytest"
    return found


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory, uv: str) -> Path:
    """A folder with one file of each kind."""
    folder = tmp_path_factory.mktemp("office")
    command = [
        uv,
        "run",
        "--quiet",
        "--no-project",
        "--python",
        sys.executable,
        "--script",
        str(WRITER),
        str(folder),
    ]
    subprocess.run(command, check=True, timeout=600)
    return folder
