"""Why a server ended, from what it prints: lines as Neo4j 2026.09 and the JVM write them, shortened."""

import pytest

from kg.engine.reasons import recovered_percent, size, why_it_ended, written_since
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
    ("java.nio.file.AccessDeniedException: /h/data/databases", EngineError, "make the folder yours"),
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
        file.write("Starting...\n")
    assert written_since(log, offset) == "Starting...\n"
    log.write_text("new\n")
    assert written_since(log, offset) == "new\n"
    assert written_since(tmp_path / "none", 5) == ""


def test_a_recovery_is_followed_from_its_begin_to_its_end() -> None:
    steps = [
        ("[neo4j] Starting...", None),
        ("[neo4j] Recovery required from position LogPosition{logVersion=0, byteOffset=3246}", 0),
        ("[neo4j]  10% completed", 10),
        ("[neo4j] 100% completed", 100),
        ("[neo4j] Recovery in 'full' mode completed. 16 transactions applied", None),
        ("[system] Recovery required from position LogPosition{logVersion=0, byteOffset=99}", 0),
    ]
    for upto, (_, percent) in enumerate(steps, start=1):
        log = "\n".join(line for line, _ in steps[:upto])
        assert recovered_percent(log) == percent
