"""Inputs that broke other tools, at the level of a whole sync."""

import os
import unicodedata
from pathlib import Path

import pytest

from ingest.segment import BUDGET
from kg.model.kinds import DocumentState
from kg.model.tokens import count_tokens
from policy.rungs import Rung
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig

NFC = unicodedata.normalize("NFC", "Soirée notes.md")
NFD = unicodedata.normalize("NFD", NFC)


@pytest.fixture
async def rig(tmp_path: Path) -> Rig:
    made = Rig(tmp_path / "root")
    await made.rung(Rung.FACTS)
    return made


def asked(rig: Rig) -> list[str]:
    assert isinstance(rig.extractor, LineExtractor)
    return rig.extractor.asked


async def contents(rig: Rig) -> dict[str, str]:
    """The stored text of every document, by file name."""
    documents = await rig.store.documents(rig.root.as_posix())
    return {
        Path(document.path).name: "".join(passage.text for passage in rig.store.written(document.id).passages)
        for document in documents
    }


async def test_a_name_is_one_name_however_its_accent_is_spelled(rig: Rig) -> None:
    rig.write(NFD, "Harborlight | tasting | 4 May 2026\n")
    await rig.sync()
    document = await rig.store.document((rig.root / NFC).as_posix())
    assert document is not None
    assert Path(document.path).name == NFD, "the exact spelling on disk is kept"
    (rig.root / NFD).rename(rig.root / NFC)
    receipt = await rig.sync()
    assert (receipt.documents.moved, receipt.documents.removed, receipt.documents.new) == (1, 0, 0)
    assert len(asked(rig)) == 1
    moved = await rig.store.document((rig.root / NFC).as_posix())
    assert moved is not None
    assert (moved.id, Path(moved.path).name) == (document.id, NFC)


async def test_two_spellings_that_both_exist_are_two_files_and_named(rig: Rig) -> None:
    rig.write(NFD, "Harborlight | tasting | 4 May 2026\n")
    rig.write(NFC, "Harborlight | tasting | 11 May 2026\n")
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.exit_code, receipt.status) == (2, 0, "warnings")
    assert [notice.code for notice in receipt.warnings] == ["name_clash"]
    assert sorted(await contents(rig)) == sorted([NFC, NFD])
    assert (await rig.sync()).documents.unchanged == 2


@pytest.mark.parametrize("after", ["CAFÉ.md", "cafe.md"])
async def test_a_file_renamed_in_case_or_accent_keeps_its_id(rig: Rig, after: str) -> None:
    rig.write("café.md", "Harborlight | tasting | 4 May 2026\n")
    await rig.sync()
    before = await rig.document("café.md")
    (rig.root / "café.md").rename(rig.root / after)
    receipt = await rig.sync()
    assert (receipt.documents.moved, len(asked(rig))) == (1, 1)
    assert (await rig.document(after)).id == before.id


async def test_one_text_in_three_encodings(rig: Rig) -> None:
    text = "The orchids are watered by Ines.\nHarborlight | status | open\n"
    rig.write("u8.txt", text.encode("utf-8-sig"))
    rig.write("le.txt", b"\xff\xfe" + text.encode("utf-16-le"))
    rig.write("be.txt", b"\xfe\xff" + text.encode("utf-16-be"))
    await rig.sync()
    assert len(set((await contents(rig)).values())) == 1
    assert not set("\x00\ufeff") & set("".join((await contents(rig)).values()))
    written = [rig.store.written((await rig.document(name)).id) for name in ("u8.txt", "le.txt", "be.txt")]
    assert len({write.encoding for write in written}) == 3
    assert len({write.content_hash for write in written}) == 1
    assert (await rig.sync()).documents.unchanged == 3


async def test_a_file_that_comes_back_with_other_line_ends_is_unchanged(rig: Rig) -> None:
    text = "---\ntitle: Beds\n---\n# Beds\n\nHarborlight | status | open\n"
    rig.write_all({"a.md": text, "mixed.md": "one\r\ntwo\nthree\r"})
    await rig.sync()
    before = await rig.document("a.md")
    rig.write("a.md", text.replace("\n", "\r\n"))
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.documents.changed, len(asked(rig))) == (2, 0, 2)
    assert receipt.work.embeddings == 0
    after = await rig.document("a.md")
    assert (after.id, after.content_hash) == (before.id, before.content_hash)
    assert after.raw_hash != before.raw_hash


async def test_frontmatter_that_is_none_stops_nobody(rig: Rig) -> None:
    broken = {
        "colon.md": "---\ntitle: Review: spring plan\ntags: [garden]\n---\nThe beds get compost in March.\n",
        "rule.md": "---\nA rule above, and nothing to close it.\n",
        "star.md": "---\ntitle: *Draft*\n---\nStar body.\n",
        "path.md": "---\nkey: `D:\\jobs\\y`\n---\nPath body.\n",
        "link.md": "---\nrelated:\n  - [[Pump]]s\n---\nLink body.\n",
        "z_good.md": "---\ntitle: Good\n---\nGood body.\n",
    }
    rig.write_all(broken)
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.documents.failed, receipt.exit_code) == (6, 0, 0)
    assert receipt.status == "warnings"
    assert {Path(notice.path).name for notice in receipt.warnings} >= {"star.md", "path.md", "link.md"}
    assert all(notice.line > 0 for notice in receipt.warnings)
    stored = await contents(rig)
    for name, body in broken.items():
        assert body.splitlines()[-1] in stored[name]
        assert (rig.root / name).read_text() == body, "user files are never rewritten"
    titled = rig.store.written((await rig.document("colon.md")).id)
    assert titled.title == "Review: spring plan"


async def test_files_with_nothing_in_them_are_seen_and_cost_nothing(rig: Rig) -> None:
    rig.write_all({"empty.md": "", "spaces.md": "  \n\t\n\u00a0 \n", "zwsp.md": "\u200b\ufeff"})
    rig.write_all({"only-fm.md": "---\ntitle: Placeholder\n---\n", "real.md": "The kettle | colour | blue\n"})
    receipt = await rig.sync()
    assert (receipt.documents.seen, receipt.documents.new, receipt.exit_code) == (5, 5, 0)
    assert len(rig.texts) == 1
    assert not any(not text.strip() for text in [*asked(rig), *rig.body.texts, *rig.memory.texts])
    for name in ("empty.md", "spaces.md", "zwsp.md"):
        assert not rig.store.written((await rig.document(name)).id).passages
    titled = rig.store.written((await rig.document("only-fm.md")).id)
    assert titled.card is not None
    assert titled.card.title == "Placeholder"
    counted = (rig.store.calls.copy(), len(asked(rig)), len(rig.body.texts))
    assert (await rig.sync()).documents.unchanged == 5
    assert (rig.store.calls, len(asked(rig)), len(rig.body.texts)) == counted


async def test_a_line_of_megabytes_is_cut_and_found(rig: Rig) -> None:
    filler = "row value, " * 40_000
    rig.write("line.txt", f"{filler}Door 7 is painted teal. {filler}Door 9 is painted amber.")
    receipt = await rig.sync()
    assert receipt.exit_code == 0
    assert max(count_tokens(text) for text in asked(rig)) <= BUDGET
    passages = rig.store.written((await rig.document("line.txt")).id).passages
    assert max(len(passage.text) for passage in passages) <= 1_000
    assert any("Door 7 is painted teal" in passage.text for passage in passages)
    assert any("Door 9 is painted amber" in passage.text for passage in passages)


async def test_binary_content_under_a_text_name_is_named_and_remembered(rig: Rig) -> None:
    binaries = {
        "pic.md": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
        "arch.txt": b"PK\x03\x04" + bytes((i * 37) % 256 for i in range(2048)),
        "db.md": b"SQLite format 3\x00" + b"\x00\x10" * 512,
        "nul.txt": bytes(4096),
    }
    rig.write_all({**binaries, "notes.md": "The tank | volume | 90 litres\n"})
    receipt = await rig.sync()
    assert (receipt.documents.unread, receipt.documents.failed, receipt.exit_code) == (4, 0, 0)
    assert {Path(notice.path).name for notice in receipt.warnings} == set(binaries)
    assert len(asked(rig)) == 1
    assert {(await rig.document(name)).state for name in binaries} == {DocumentState.UNREAD}
    for name in binaries:
        rig.touch(name)
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.documents.unread) == (5, 4)
    rig.opened.clear()
    await rig.sync()
    assert rig.opened == []


async def test_links_end_nowhere(rig: Rig, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("Outside | fee | 1 EUR\n")
    rig.write("sub/a.md", "The gate | code | changes in June\n")
    for link, to in (("sub/up", ".."), ("self", "self"), ("gone", "nowhere.md"), ("out.md", outside)):
        (rig.root / link).symlink_to(to)
    receipt = await rig.sync()
    assert (receipt.documents.seen, receipt.exit_code) == (1, 0)
    assert sorted(Path(notice.path).name for notice in receipt.warnings) == ["gone", "out.md", "self", "up"]
    assert set(rig.opened) == {"a.md"}


async def test_a_link_put_in_the_place_of_a_file_is_not_followed(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.md").write_text("Outside | fee | 1 EUR\n")
    rig.write_all({"sub/a.md": "Inside | fee | 1 EUR\n", "z.md": "Harborlight | status | open\n"})

    def swap() -> None:
        (rig.root / "sub").rename(tmp_path / "old")
        (rig.root / "sub").symlink_to(tmp_path / "outside")

    rig.before_reading["a.md"] = swap
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["outside"]
    assert rig.texts == ["Harborlight status: open"]


async def test_hidden_and_tool_folders_are_not_taken_in(rig: Rig) -> None:
    tools = [".git/config", ".obsidian/app.json", "node_modules/x/README.md", ".trash/old.md", "~$note.docx"]
    for name in [*tools, "a.md.swp", ".DS_Store", "note.md", "keep/.hidden-but-allowed.md"]:
        rig.write(name, f"The gate | is | {name}\n")
    rig.write("keep/.kgignore", "!.hidden-but-allowed.md\n")
    receipt = await rig.sync()
    stored = sorted(Path(d.path).name for d in await rig.store.documents(rig.root.as_posix()))
    assert stored == [".hidden-but-allowed.md", "note.md"]
    assert sum(receipt.skipped.values()) >= len(tools)
    assert receipt.skipped == (await rig.plan()).skipped


async def test_kg_never_takes_in_its_own_folder(rig: Rig) -> None:
    rig.write_all({"note.md": "The gate | is | open\n", "memory-out/summary.md": "The gate | is | open\n"})
    rig.own = (rig.root / "memory-out",)
    assert (await rig.sync()).documents.seen == 1


async def test_names_that_look_like_queries_are_names(rig: Rig) -> None:
    names = [
        "a' OR 1=1.md",
        'say "hi".md',
        "`}) DETACH DELETE n; MATCH (m).md",
        "$param {x} \\u0060.md",
        "new\nline.md",
        "tab\t.md",
        "-rf.md",
    ]
    rig.write_all({name: f"Firm {n} | fee | 1 EUR\n" for n, name in enumerate(names)})
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.exit_code) == (len(names), 0)
    assert sorted(await contents(rig)) == sorted(names)
    assert (await rig.sync()).documents.unchanged == len(names)


async def test_a_nul_among_the_text_is_dropped(rig: Rig) -> None:
    rig.write("a.md", b"The tank holds\x00 90 litres.\nHarborlight | status | open\n")
    receipt = await rig.sync()
    assert receipt.exit_code == 0
    assert "\x00" not in "".join((await contents(rig)).values())
    assert len(rig.texts) == 1


async def test_lone_surrogates_in_a_file_are_replaced(rig: Rig) -> None:
    rig.write("a.txt", b"half \xed\xa0\xbd a pair\nHarborlight | status | open\n")
    rig.write(
        "b.txt", b"\xff\xfe" + "half ".encode("utf-16-le") + b"\x3d\xd8" + " pair\n".encode("utf-16-le")
    )
    assert (await rig.sync()).documents.failed == 0
    for text in (await contents(rig)).values():
        assert text.encode()


@pytest.mark.full
async def test_a_log_of_thirty_megabytes(rig: Rig) -> None:
    line = "2026-11-04 12:{:02d}:{:02d} INFO worker {} finished batch {} of the nightly run in {} ms\n"
    with (rig.root / "big.log").open("w") as log:
        for n in range(420_000):
            log.write(line.format(n // 60 % 60, n % 60, n % 7, n, n % 997))
    os.utime(rig.root / "big.log", ns=(1_700_000_000_000_000_000,) * 2)
    await rig.rung(Rung.TEXT)
    receipt = await rig.sync(wait=False)
    assert receipt.bytes_read > 30_000_000
    assert receipt.passages > 30_000
    assert (await rig.sync(wait=False)).documents.unchanged == 1
