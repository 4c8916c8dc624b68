"""One bad file among good ones: it is named with its reason, the others go on, and nobody waits for it."""

import os
import sys
from pathlib import Path

import pytest

from kg.model.document import NotRead
from tests.ingest.rig import Rig

LOCKED = NotRead(
    "unreadable", "The file cannot be opened (Permission denied); what was known of it stays.", True
)


@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes with a name in a folder")
async def test_the_folder_goes_on_without_its_bad_files(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "vault")
    rig.write("aa-first.md", "# First\n\nA heron stands in the ford.\n")
    rig.write("broken head.md", "---\ntitle: [never closed\n---\n\nStill a body about the ford.\n")
    rig.write("locked.md", "# Locked\n\nNobody may read this.\n")
    rig.write("named like a note.md/inside.md", "# Inside\n\nA folder may be called so.\n")
    rig.write("zz-last.md", "# Last\n\nAfter all the bad ones.\n")
    os.mkfifo(rig.root / "pipe.md")
    rig.refusing["locked.md"] = LOCKED
    first = await rig.sync()
    assert first.exit_code == 1
    assert {Path(problem.path).name: problem.code for problem in first.problems} == {
        "locked.md": "unreadable"
    }
    assert "pipe.md" not in rig.opened
    texts = {Path(write.path).name for write in rig.store.all_written() if write.passages}
    assert texts == {"aa-first.md", "broken head.md", "inside.md", "zz-last.md"}
    assert any(Path(notice.path).name == "broken head.md" for notice in first.warnings)
    rig.opened.clear()
    del rig.refusing["locked.md"]
    second = await rig.sync()
    assert (second.exit_code, set(rig.opened)) == (0, {"locked.md"})
