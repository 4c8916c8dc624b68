"""Recognising a process again, and the argument file that Java reads."""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kg.engine.process import argument_file, ask_to_end, born


def test_a_process_is_itself_and_no_other() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert born(child.pid) == born(child.pid) is not None
        assert born(child.pid) != born(os.getpid())
        ask_to_end(child.pid)
        child.wait(timeout=30)
    assert born(child.pid) is None
    ask_to_end(child.pid)


def java_reads(text: str) -> list[str]:
    """Java's rule for a quoted argument: a backslash takes the next character as it is."""
    found = []
    for line in text.splitlines():
        assert line[0] == line[-1] == '"'
        inside, plain = iter(line[1:-1]), ""
        for character in inside:
            assert character != '"'
            plain += next(inside) if character == "\\" else character
        found.append(plain)
    return found


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Zl", "Zp", "Cs"]), min_size=1)))
def test_arguments_come_out_as_they_went_in(arguments: list[str]) -> None:
    text = argument_file(arguments, [Path("/j/a.jar"), Path("/j/b.jar")], "Main")
    assert java_reads(text) == [*arguments, "-cp", f"/j/a.jar{os.pathsep}/j/b.jar", "Main"]
