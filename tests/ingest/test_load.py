"""Taking a file's bytes from a disk that may change under us."""

import os
from pathlib import Path

from ingest.load import Loaded, load, raw_hash
from kg.model.document import NotRead

DAY_NS = 86_400 * 10**9


def aged(path: Path) -> int:
    """Sets a time stamp in the past, so that no clock tick is in doubt."""
    stamp = path.stat().st_mtime_ns - DAY_NS
    os.utime(path, ns=(stamp, stamp))
    return stamp


def test_bytes_come_with_their_size_time_and_hash(tmp_path: Path) -> None:
    file = tmp_path / 'a "quoted" `name` }) DETACH DELETE n.md'
    file.write_bytes(b"one\r\n\x00two")
    stamp = aged(file)
    assert load(str(file)) == Loaded(b"one\r\n\x00two", 9, stamp, raw_hash(b"one\r\n\x00two"))


def test_a_file_written_this_very_moment_is_looked_at_again(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"one")
    loaded = load(str(file))
    assert isinstance(loaded, Loaded)
    assert loaded.mtime_ns == 0


def test_a_time_stamp_in_the_future_is_settled(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"one")
    stamp = file.stat().st_mtime_ns + DAY_NS
    os.utime(file, ns=(stamp, stamp))
    loaded = load(str(file))
    assert isinstance(loaded, Loaded)
    assert loaded.mtime_ns == stamp


def code(path: Path, limit: int = 100) -> tuple[str, bool]:
    loaded = load(str(path), limit)
    assert isinstance(loaded, NotRead)
    return loaded.code, loaded.failed


def test_what_cannot_be_read_is_said_and_never_raised(tmp_path: Path) -> None:
    big = tmp_path / "big.log"
    big.write_bytes(b"x" * 101)
    link = tmp_path / "link.md"
    link.symlink_to(big)
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    assert code(tmp_path / "gone.md") == ("vanished", True)
    assert code(link) == ("outside", True)
    assert code(big) == ("too_large", False)
    assert code(pipe) == ("unreadable", False)
    assert code(tmp_path) == ("unreadable", False)
    assert code(big / "below") == ("unreadable", True)
