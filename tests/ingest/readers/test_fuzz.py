"""Spoiled files of every kind: a reason or a document that holds together, soon, and never an exception."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ingest.readers import READERS, read
from kg.model.document import ReadText
from tests.ingest.readers.samples import SAMPLES, spoiled
from tests.ingest.readers.told import check, guarded, told

SMALL, FULL = 150, 10_000
ROOT = Path(__file__).parents[3]


def _spoil(kind: str, files: int) -> tuple[int, float]:
    """How many of the files still had a text, and the most seconds of processor time one took."""
    chance, readable, slowest = random.Random(kind), 0, 0.0
    for number in range(files):
        data = spoiled(SAMPLES[kind], chance)
        started = time.process_time()
        outcome = read(f"note{kind}", data)
        slowest = max(slowest, time.process_time() - started)
        if isinstance(outcome, ReadText):
            readable += 1
            if number % 3 == 0:
                guarded(outcome)
        if number % 5 == 0:
            check(f"note{kind}", data)
    return readable, slowest


@pytest.mark.parametrize("kind", SAMPLES)
def test_spoiled_files(kind: str) -> None:
    readable, slowest = _spoil(kind, SMALL)
    assert slowest <= 2
    assert readable > 0


@pytest.mark.full
@pytest.mark.parametrize("kind", SAMPLES)
def test_ten_thousand_spoiled_files(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    readable, slowest = _spoil(kind, FULL)
    with capsys.disabled():
        print(f"\n{kind}: {FULL:,} spoiled files, {readable:,} readable, 0 crashes, slowest {slowest:.2f} s")  # noqa: T201
    assert slowest <= 2


def test_every_reader_has_a_sound_sample() -> None:
    kinds = {READERS[kind] for kind in SAMPLES}
    assert kinds == set(READERS.values())
    for kind, data in SAMPLES.items():
        assert told(f"note{kind}", data).entries


def test_no_reader_is_imported_before_its_file_comes() -> None:
    script = (
        "import sys, ingest.readers, ingest.walk, ingest.sync.run\n"
        "heavy = ('ingest.readers.', 'pypdfium2', 'rapidocr', 'onnxruntime')\n"
        "assert not [name for name in sys.modules if name.startswith(heavy)]\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=120)
