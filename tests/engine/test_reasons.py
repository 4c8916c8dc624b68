"""Why a server ended, from what it prints: lines as Neo4j 2026.09 and the JVM write them, shortened."""

import pytest

from kg.engine.reasons import is_recovering, size, why_it_ended, written_since
from kg.engine.sentences import PortTaken
from kg.errors import EngineBusy, EngineError, EngineMismatch

LINES = [
    (
        "PortBindException: An error occurred while trying to bind to the socket /127.0.0.1:7687",
        PortTaken,
        "Port 7687",
    ),
    ("java.io.IOException: No space left on device", EngineError, "full"),
    (
        "FileLockException: Lock file has been locked by another process: store_lock",
        EngineBusy,
        "Another Neo4j",
    ),
    ("UnableToMigrateException: Unknown store version", EngineMismatch, "version of Neo4j"),
    (
        "OpenJDK 64-Bit Server VM warning: ... error='Cannot allocate memory' (errno=12)",
        EngineError,
        "memory",
    ),
    ("ERROR Invalid memory configuration - exceeds physical memory.", EngineError, "memory"),
    ("something nobody has seen yet", EngineError, "console.log"),
]


@pytest.mark.parametrize(("line", "kind", "words"), LINES)
def test_each_reason_is_one_sentence_with_exit_code_3(tmp_path, line: str, kind: type, words: str) -> None:
    error = why_it_ended(f"INFO Starting...\nERROR Failed to start\n{line}\n\tat a.B", tmp_path, 7687)
    assert type(error) is kind
    assert words in error.message
    assert error.exit_code == 3
    assert line not in error.message and "\n" not in error.message


def test_only_what_came_after_the_start_counts(tmp_path) -> None:
    log = tmp_path / "neo4j.log"
    log.write_text("No space left on device\n")
    offset = size(log)
    with log.open("a") as file:
        file.write("Recovery required\n")
    assert written_since(log, offset) == "Recovery required\n"
    assert is_recovering(written_since(log, offset))
    log.write_text("new\n")
    assert written_since(log, offset) == "new\n"
    assert written_since(tmp_path / "none", 5) == ""
