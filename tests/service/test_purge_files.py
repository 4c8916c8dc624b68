"""The look into logs and caches after a purge."""

from pathlib import Path

import pytest

from kg.bootstrap import purge
from kg.config import Settings, load


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"KG_HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")})


async def test_only_whole_words_in_files_that_kg_writes_are_left(settings: Settings) -> None:
    logs, models = settings.home / "logs", settings.cache / "models"
    for folder in (logs, models):
        folder.mkdir(parents=True)
    (models / "weights.bin").write_bytes(b"\0Ann\0 Wei\xc3\x9f ")
    (logs / "kg.log").write_text("Annotation of Hannah\n")
    assert await purge._in_files(settings, ["Ann", "Weiß"]) == {"logs": 0, "caches": 0}
    (logs / "kg.log").write_text("x" * (purge.CHUNK - 2) + " Ann, and so on\n")
    (settings.cache / "seen.txt").write_text("(Weiß)")
    assert await purge._in_files(settings, ["Ann", "Weiß"]) == {"logs": 1, "caches": 1}
