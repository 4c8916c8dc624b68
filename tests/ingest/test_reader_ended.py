"""A reader process that ends, or cannot be started, takes nothing back of what is known of a file."""

import os
from pathlib import Path

import pytest

from ingest.readers import pages
from ingest.readers.apart import Apart
from kg.model.kinds import DocumentState
from policy.rungs import Rung
from tests.ingest.readers.drawn import column, pdf
from tests.ingest.rig import Rig


@pytest.mark.parametrize("program", ["import os\nos._exit(1)\n", None])
async def test_what_is_known_of_a_file_outlives_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    rig = Rig(tmp_path / "root")
    await rig.rung(Rung.FACTS)
    data = pdf(column(72, 600, "Ash | fee | 1,000 EUR"))
    rig.write("ash.pdf", data)
    await rig.sync()
    (known,) = rig.store.written_texts()
    script = tmp_path / "reader.py"
    script.write_text(program or "")
    with monkeypatch.context() as broken:
        broken.setattr(pages, "_PDFIUM", Apart(script))
        if program is None:
            broken.setattr("sys.executable", os.fspath(tmp_path / "gone"))
        # Other bytes with the same text: the file is read again.
        rig.write("ash.pdf", data + b"\n")
        receipt = await rig.sync()
        assert [problem.code for problem in receipt.problems] == ["too_slow"]
        assert rig.store.written_texts() == [known]
    rig.later(hours=1)
    assert (await rig.sync()).problems == ()
    assert (await rig.document("ash.pdf")).state is DocumentState.LIVE
