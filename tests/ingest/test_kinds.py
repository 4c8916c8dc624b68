"""Files of every kind through a whole sync: read, guarded, findable, and nothing done again the next time."""

from pathlib import Path

import pytest

from kg.model.kinds import DocumentState
from policy.rungs import Rung
from tests.ingest.readers.drawn import column, pdf
from tests.ingest.readers.made import docx, paragraph, rows, xlsx
from tests.ingest.readers.samples import SAMPLES
from tests.ingest.rig import Rig


async def test_a_folder_of_every_kind_is_live_and_read_once(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "vault")
    rig.write_all({f"note{number}{kind}": data for number, (kind, data) in enumerate(SAMPLES.items())})
    await rig.rung(Rung.GIST)
    first = await rig.sync()
    assert (first.documents.new, first.documents.failed, first.documents.unread) == (len(SAMPLES), 0, 0)
    for number, kind in enumerate(SAMPLES):
        assert (await rig.document(f"note{number}{kind}")).state is DocumentState.LIVE
    rig.opened.clear()
    again = await rig.sync()
    assert (again.documents.unchanged, rig.opened) == (len(SAMPLES), [])


@pytest.mark.parametrize("kind", [".docx", ".xlsx", ".pdf"])
async def test_a_secret_inside_a_packed_file_is_no_more_stored_than_in_a_note(
    kind: str, tmp_path: Path
) -> None:
    secret = "AKIA" + "Q3EGRIZ7P" + "KLMNOPQ"
    line = f"The key is {secret} for now."
    made = {
        ".docx": lambda: docx(paragraph(line)),
        ".xlsx": lambda: xlsx(rows(["Name", "Key"], ["Northwind", line])),
        ".pdf": lambda: pdf(column(72, 600, line)),
    }
    rig = Rig(tmp_path / "vault")
    rig.write(f"a{kind}", made[kind]())
    receipt = await rig.sync()
    assert sum(receipt.redacted.values()) == 1
    assert secret not in repr([rig.store.all_written(), rig.store.texts(), rig.body.texts, rig.memory.texts])


async def test_files_that_cannot_be_read_are_named_and_the_others_go_on(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "vault")
    rig.write_all(
        {
            "a.md": "Ada waters the ferns.\n",
            "broken.docx": SAMPLES[".docx"][:200],
            "locked.xlsx": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "scan.pdf": pdf(b"72 72 400 600 re f"),
        }
    )
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.documents.failed, receipt.documents.unread) == (3, 1, 2)
    assert [each.code for each in receipt.problems] == ["damaged"]
    assert sorted(each.code for each in receipt.warnings) == ["encrypted", "no_text_layer"]
