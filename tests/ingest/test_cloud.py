"""Files whose content is only in the cloud are told by what the file system says, and never opened."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from ingest import cloud, load, walk
from ingest.walk import Walk
from kg.model.document import NotRead
from kg.model.kinds import DocumentState
from tests.ingest.rig import Rig

AWAY = 777
"""Bytes by which the tests tell a file that this system cannot mark."""


def _away(status: os.stat_result) -> bool:
    return status.st_size == AWAY


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets files of a certain size count as placeholders, where the walk and the loader look."""
    monkeypatch.setattr(walk, "is_placeholder", _away)
    monkeypatch.setattr(load, "is_placeholder", _away)


@pytest.mark.parametrize(
    ("status", "away"),
    [
        (SimpleNamespace(st_flags=0x4000_0000), True),
        (SimpleNamespace(st_flags=0x4000_0020), True),
        (SimpleNamespace(st_flags=0x0000_0020), False),
        (SimpleNamespace(st_file_attributes=0x0040_0020), True),
        (SimpleNamespace(st_file_attributes=0x0004_0000), True),
        (SimpleNamespace(st_file_attributes=0x0000_1000), True),
        (SimpleNamespace(st_file_attributes=0x0000_0420), False),
        (SimpleNamespace(), False),
    ],
)
def test_marks_of_macos_and_windows(status: SimpleNamespace, away: bool) -> None:
    assert cloud.is_placeholder(cast(os.stat_result, status)) is away


@pytest.mark.parametrize(
    ("name", "stands_for"),
    [
        (".Plan.pdf.icloud", "Plan.pdf"),
        (".a.md.iCloud", "a.md"),
        ("a.icloud", None),
        (".icloud", None),
        (".a.md", None),
    ],
)
def test_stubs_of_older_icloud_versions(name: str, stands_for: str | None) -> None:
    assert cloud.stub_of(name) == stands_for


def _cloud_only(result: Walk) -> list[str]:
    return [Path(each.path).name for each in result.notices if each.code == "cloud_only"]


@pytest.mark.usefixtures("marked")
async def test_the_walk_names_them_and_takes_none_for_gone(tmp_path: Path) -> None:
    (tmp_path / "here.md").write_text("Ada waters the ferns.\n")
    (tmp_path / "away.md").write_bytes(b"x" * AWAY)
    (tmp_path / ".Plan.pdf.icloud").write_bytes(b"bplist00")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / ".x.md.icloud").write_bytes(b"bplist00")
    result = await walk.walk(tmp_path)
    assert [Path(each.path).name for each in result.files] == ["here.md"]
    assert _cloud_only(result) == ["Plan.pdf", "away.md"]
    root = result.root
    assert result.may_exist(f"{root}/away.md") and result.may_exist(f"{root}/Plan.pdf")
    assert not result.may_exist(f"{root}/gone.md")


async def test_a_folder_in_the_cloud_is_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "away"
    folder.mkdir()
    (folder / "a.md").write_text("x\n")
    (tmp_path / "b.md").write_text("x\n")
    inode = folder.stat().st_ino
    monkeypatch.setattr(walk, "is_placeholder", lambda status: status.st_ino == inode)
    result = await walk.walk(tmp_path)
    assert [Path(each.path).name for each in result.files] == ["b.md"]
    assert _cloud_only(result) == ["away"]
    assert result.may_exist(f"{result.root}/away/a.md")


@pytest.mark.usefixtures("marked")
def test_one_that_went_there_since_the_walk_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x" * AWAY)
    loaded = load.load((tmp_path / "a.md").resolve().as_posix())
    assert isinstance(loaded, NotRead) and loaded.code == "cloud_only"


@pytest.mark.usefixtures("marked")
async def test_what_was_known_of_a_file_stays_while_it_is_away(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "vault")
    rig.write("a.md", "Ada waters the ferns.\n")
    rig.write("b.md", "Jun Park rents a hall.\n")
    await rig.sync()
    rig.write("a.md", b"x" * AWAY)
    rig.opened.clear()
    receipt = await rig.sync()
    assert (rig.opened, receipt.documents.removed) == ([], 0)
    assert [each.code for each in receipt.warnings] == ["cloud_only"]
    assert (await rig.document("a.md")).state is DocumentState.LIVE
    rig.write("a.md", "Ada waters the moss.\n")
    assert (await rig.sync()).documents.changed == 1
