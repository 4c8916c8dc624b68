"""Text in pictures and scanned pages: read with the extra `[ocr]`, named without it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.readers import can_recognise, has_reader
from tests.ingest.readers.told import refused

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "tests" / "fakes" / "ocr_reading.py"


@pytest.mark.skipif(can_recognise(), reason="the extra [ocr] is installed")
def test_without_the_extra_pictures_have_no_reader() -> None:
    assert not has_reader("scan.png")
    outcome = refused("scan.png", b"\x89PNG\r\n\x1a\n")
    assert (outcome.code, outcome.failed) == ("no_reader", False)


@pytest.mark.full
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the recogniser has no package for this Python")
def test_drawn_words_are_recognised_in_pictures_and_scanned_pages(uv: str) -> None:
    command = [uv, "run", "--quiet", "--no-project", "--python", sys.executable, "--script", str(SCRIPT)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, check=True, timeout=900, env=environment, capture_output=True, text=True)
    told = {each["name"]: each for each in map(json.loads, done.stdout.splitlines())}
    for name in ("scan.png", "scan.jpg", "scan.pdf"):
        said = "".join(told[name]["words"]).replace(" ", "").replace("\n", "")
        assert said == "Renewalin2027Thefeestaysat48,000EUR.Itendson30June2027."
        assert told[name]["warnings"] == ["recognised"]
    assert told["blank.png"]["words"] == []
    assert told["broken.png"]["code"] == told["bomb.png"]["code"] == "damaged"
