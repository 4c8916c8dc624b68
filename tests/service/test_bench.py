"""`kg bench` from a checkout: flat keys, a file, and nothing left in the graph."""

import json
from pathlib import Path

from tests.service.running import Shell


def test_a_growing_log_is_measured(shell: Shell, tmp_path: Path) -> None:
    versions = [
        f"1.0.{n}\n=====\n\n* change: part {n} was made {'faster ' * 40}\n\n\n" for n in range(60, 0, -1)
    ]
    data = tmp_path / "log"
    data.mkdir()
    (data / "CHANGELOG.rst").write_text("=====\nLOG\n=====\n\n" + "".join(versions))
    shape = shell.json("bench", "growing-log", "--data", str(data), "--only", "0-2")
    assert (shape["name"], shape["n"]) == ("growing-log", 3)
    assert 1 <= shape["segments_extracted_max"] <= 2
    assert (shape["calls_unchanged"], shape["embeddings_unchanged"]) == (0, 0)
    assert json.loads((shell.home / "kg" / "bench" / "growing-log.json").read_text()) == shape
    assert all(isinstance(value, int | float | str) for value in shape.values())


def test_data_that_is_not_there_is_said(shell: Shell) -> None:
    done = shell.run("bench", "growing-log", "--data", str(shell.home / "none"))
    assert (done.returncode, "Nothing was measured" in done.stderr) == (2, True)


def test_a_second_sync_is_measured_beside_git_status(shell: Shell) -> None:
    shape = shell.json("bench", "sync-speed", "--files", "120")
    assert (shape["name"], shape["generated_files"]) == ("sync-speed", 120)
    assert (shape["generated_second_calls"], shape["generated_second_embeddings"]) == (0, 0)
    assert shape["generated_second_unchanged"] == 120
    ratio = shape["generated_second_sync_s"] / shape["generated_git_status_s"]
    assert abs(shape["generated_second_over_git_status"] - ratio) < 1e-9
