"""What end-to-end tests may ask for beside the engine: a real model behind a real address."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.config import Endpoint, default_cache

SERVER = Path(__file__).parents[1] / "fakes" / "gguf_server.py"


def uv() -> str:
    """The uv that runs the tests; it tells its children where it is."""
    found = os.environ.get("UV") or shutil.which("uv")
    assert found, "the model server needs uv; run the tests with: uv run pytest"
    return found


@pytest.fixture(scope="session")
def real_model() -> Iterator[Endpoint]:
    """gemma-3 270M in a process of its own, as an OpenAI-compatible endpoint on a free loopback port. It
    proves the wire, not the quality: its facts are poor, and it seldom ends a list by itself, so give
    `Limits(reply_tokens=...)` of a few hundred."""
    weights = default_cache(os.environ) / "models" / "gemma-3-270m-q4_k_m.gguf"
    process = subprocess.Popen(
        [uv(), "run", "--quiet", "--python", sys.executable, "--script", SERVER, weights],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, "the model server did not start"
        yield Endpoint("generic", f"{address}/v1", "gemma-3-270m", "")
    finally:
        process.stdin.close()
        process.wait(timeout=60)
        process.stdout.close()
