"""A lease's token tells whether the process that made it still lives."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg.engine.maker import has_ended, maker, new_lease

PRINT = "from kg.engine.maker import new_lease; print(new_lease(), flush=True); input()"


def test_a_token_is_new_each_time_and_names_its_process() -> None:
    one, two = new_lease(), new_lease()
    assert one != two
    assert maker(one).startswith(f"process {os.getpid()} on ")
    assert not has_ended(one)


def test_a_process_that_ends_is_seen_to_have_ended() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", PRINT],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdin is not None
    lease = child.stdout.readline().strip()
    assert not has_ended(lease)
    child.kill()
    # Not waited for yet: what is left of it in the system's list is no process that works.
    child.stdout.read()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert has_ended(lease)
    child.wait()
    assert has_ended(lease)
    child.stdin.close()
    child.stdout.close()


def test_a_reused_number_is_another_process() -> None:
    host, space, pid, _, chance = new_lease().split("/")
    assert has_ended("/".join((host, space, pid, "ffffffff", chance)))


def test_a_machine_of_the_same_name_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    host, space, _, moment, chance = new_lease().split("/")
    gone = "/".join((host, space, str(2**22 + 1), moment, chance))
    assert has_ended(gone)
    monkeypatch.setattr("kg.engine.maker._machine", lambda: "another")
    assert not has_ended(gone)


def test_what_cannot_be_known_from_here_has_not_ended() -> None:
    host, space, _, moment, chance = new_lease().split("/")
    assert not has_ended("/".join(("another-host", space, "1", moment, chance)))
    assert not has_ended("/".join((host, "another", "1", moment, chance)))
    assert not has_ended("a token of another kind")
    assert maker("a token of another kind") == "another run"
