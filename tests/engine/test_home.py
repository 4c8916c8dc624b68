"""The files of a home: private, whole or absent, and never trusted blindly."""

import json
import os
import stat
from pathlib import Path

import pytest

from kg.engine.home import Home, Note
from kg.errors import EngineError


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    made.make()
    return made


def test_the_password_is_for_its_owner_alone(home: Home) -> None:
    password = home.new_password()
    assert home.password() == password
    assert stat.S_IMODE(home.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.root.stat().st_mode) == 0o700
    assert len(password) >= 32


def test_no_repr_carries_the_password(home: Home) -> None:
    password = home.new_password()
    assert password not in repr(home.address(7687))


def test_a_note_comes_back_as_written(home: Home) -> None:
    note = Note(pid=4, born="77", port=1234, log_offset=9, debug_offset=8)
    home.write_note(note)
    assert home.note() == note


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', json.dumps({"other": 1}), "\x00"])
def test_a_note_that_makes_no_sense_is_none(home: Home, text: str) -> None:
    home.write_note(Note(1, "1", 1, 0, 0))
    (home.run / "server.json").write_text(text)
    assert home.note() is None


def test_a_home_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "neo4j").write_text("a file")
    with pytest.raises(EngineError, match="KG_HOME") as caught:
        Home(tmp_path).make()
    assert str(tmp_path) in caught.value.message and caught.value.exit_code == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser reads everything")
def test_a_home_without_permission_is_named(home: Home) -> None:
    home.root.chmod(0)
    try:
        with pytest.raises(EngineError, match="readable"):
            home.note()
    finally:
        home.root.chmod(0o700)
