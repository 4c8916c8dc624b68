"""A folder into the graph: what is read, what is left alone, what is taken back."""

import asyncio
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from ingest import arrive
from kg.errors import NotFound, UsageError
from kg.model.document import NotRead
from kg.model.kinds import DocumentState
from policy.rungs import Rung
from tests.ingest.rig import Rig

NOTE = "# Plan\n\nNorthwind | fee | 48,000 EUR\n"


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path / "root")


async def test_a_new_file_is_findable_and_its_facts_follow(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a.md", NOTE)
    receipt = await rig.sync()
    assert (receipt.documents.seen, receipt.documents.new, receipt.exit_code) == (1, 1, 0)
    assert receipt.passages > 0
    assert receipt.work.segments.extracted == receipt.work.usage.calls == 1
    assert receipt.work.facts.written == len(rig.texts) == 1
    assert receipt.work.embeddings > 0
    document = await rig.document("a.md")
    assert (document.state, document.rung, document.fingerprint) == (
        DocumentState.LIVE,
        Rung.FACTS,
        "lines:1",
    )


async def test_an_unchanged_folder_costs_nothing(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all(
        {"a.md": NOTE, "b/c.md": "Harborlight | status | open\n", "pic.md": b"\x89PNG\r\n\x1a\n" + bytes(99)}
    )
    first = await rig.sync()
    calls, embedded = rig.store.calls.copy(), len(rig.body.texts) + len(rig.memory.texts)
    rig.opened.clear()
    second = await rig.sync()
    assert first.documents.unread == second.documents.unread == 1
    assert second.documents.unchanged == second.documents.seen == 3
    assert (second.work.usage.calls, second.work.embeddings, second.work.facts.written) == (0, 0, 0)
    assert rig.store.calls == calls
    assert rig.opened == []
    assert len(rig.body.texts) + len(rig.memory.texts) == embedded


@pytest.mark.parametrize("rung", list(Rung))
async def test_each_rung_touches_its_own_machinery(rig: Rig, rung: Rung) -> None:
    await rig.rung(rung)
    rig.write("sub/a.md", NOTE)
    receipt = await rig.sync()
    labels = {label for label, _ in rig.store.texts()}
    assert (
        labels
        == {
            Rung.NOTHING: set(),
            Rung.TEXT: {"Passage"},
            Rung.GIST: {"Passage", "Card"},
            Rung.FACTS: {"Passage", "Card", "Pointer", "Fact"},
        }[rung]
    )
    assert receipt.work.usage.calls == (1 if rung is Rung.FACTS else 0)


async def test_no_name_below_a_folder_at_nothing_reaches_the_graph(rig: Rig) -> None:
    await rig.rung(Rung.NOTHING, "diary")
    rig.write("diary/therapy/monday.md", NOTE)
    await rig.sync()
    (document,) = await rig.store.documents(rig.root.as_posix())
    assert (document.path, document.content_hash is not None) == ("", True)
    assert not any("therapy" in folder for folder in rig.store.folders)
    second = await rig.sync()
    assert second.documents.unchanged == 1
    assert rig.store.calls["write_documents"] == 1


async def test_a_changed_file_asks_only_for_what_changed(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    sections = [f"# Part {n}\n\nFirm {n} | fee | {n},000 EUR\n\n" for n in range(30)]
    rig.write("a.md", "".join(sections))
    first = await rig.sync()
    before = len(rig.extractor.asked)
    sections[20] = sections[20].replace("20,000", "21,500")
    rig.write("a.md", "".join(sections))
    second = await rig.sync()
    assert second.documents.changed == 1
    assert len(rig.extractor.asked) - before == second.work.segments.extracted == 1
    assert second.work.segments.reused == first.work.segments.total - 1
    assert second.work.facts.written == second.work.facts.tombstoned == 1
    assert "Firm 20 fee: 21,500 EUR" in rig.texts
    assert "Firm 20 fee: 20,000 EUR" not in rig.texts


async def test_a_touched_file_is_unchanged(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a.md", NOTE)
    await rig.sync()
    rig.touch("a.md")
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.work.usage.calls, receipt.work.embeddings) == (1, 0, 0)
    rig.opened.clear()
    await rig.sync()
    assert rig.opened == []


def renamed(rig: Rig, before: str, after: str) -> None:
    (rig.root / after).parent.mkdir(parents=True, exist_ok=True)
    (rig.root / before).rename(rig.root / after)


@pytest.mark.parametrize("after", ["b/note.md", "a/other.md", "b/Northwind offer.md"])
async def test_a_moved_file_keeps_its_id_and_costs_nothing(rig: Rig, after: str) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a/note.md", NOTE)
    await rig.sync()
    document, embedded = await rig.document("a/note.md"), len(rig.body.texts) + len(rig.memory.texts)
    renamed(rig, "a/note.md", after)
    receipt = await rig.sync()
    assert (receipt.documents.moved, receipt.documents.removed, receipt.documents.new) == (1, 0, 0)
    assert (receipt.work.usage.calls, receipt.work.segments.extracted) == (0, 0)
    assert (receipt.work.embeddings, receipt.work.facts.tombstoned) == (0, 0)
    assert len(rig.body.texts) + len(rig.memory.texts) == embedded
    assert (await rig.document(after)).id == document.id
    assert (await rig.sync()).documents.unchanged == 1


async def test_a_renamed_file_without_a_title_keeps_the_vectors_of_its_text(rig: Rig) -> None:
    await rig.rung(Rung.TEXT)
    rig.write("a.md", NOTE.removeprefix("# Plan\n"))
    assert (await rig.sync()).work.embeddings > 0
    renamed(rig, "a.md", "b.md")
    receipt = await rig.sync()
    assert (receipt.documents.moved, receipt.work.embeddings) == (1, 0)
    (passage,) = rig.store.written((await rig.document("b.md")).id).passages
    assert passage.called == "b"


async def test_a_file_renamed_to_another_day_says_its_words_on_that_day(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("2026-11-04.md", NOTE)
    await rig.sync()
    document = await rig.document("2026-11-04.md")
    renamed(rig, "2026-11-04.md", "2026-11-11.md")
    receipt = await rig.sync()
    assert receipt.documents.moved == 1
    assert (await rig.document("2026-11-11.md")).id == document.id
    (fact,) = rig.store.facts().values()
    assert fact.span.said_at is not None
    assert fact.span.said_at.day == 11


async def test_a_moved_file_takes_the_form_of_its_new_folder(rig: Rig) -> None:
    await rig.rung(Rung.FACTS, "work")
    await rig.rung(Rung.TEXT, "archive")
    rig.write_all({"work/a.md": NOTE, "archive/b.md": NOTE.replace("Northwind", "Harborlight")})
    await rig.sync()
    renamed(rig, "work/a.md", "archive/a.md")
    renamed(rig, "archive/b.md", "work/b.md")
    receipt = await rig.sync()
    assert (receipt.documents.moved, receipt.documents.lowered, receipt.documents.raised) == (2, 1, 1)
    assert rig.texts == ["Harborlight fee: 48,000 EUR"]
    assert (await rig.sync()).documents.unchanged == 2


async def test_a_copy_is_a_second_document_with_evidence_of_its_own(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a.md", NOTE)
    await rig.sync()
    rig.write("copy/a.md", NOTE)
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.work.usage.calls, receipt.work.segments.reused) == (1, 0, 1)
    (fact,) = rig.store.facts().values()
    assert len(fact.documents) == 2
    (rig.root / "a.md").unlink()
    receipt = await rig.sync()
    assert (receipt.documents.removed, receipt.work.facts.tombstoned) == (1, 0)
    assert rig.texts == ["Northwind fee: 48,000 EUR"]


async def test_a_removed_file_takes_back_what_only_it_said(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"a.md": NOTE, "b.md": NOTE + "Harborlight | status | open\n"})
    await rig.sync()
    (rig.root / "b.md").unlink()
    receipt = await rig.sync()
    assert (receipt.documents.removed, receipt.work.facts.tombstoned) == (1, 1)
    assert rig.texts == ["Northwind fee: 48,000 EUR"]
    assert {label for label, _ in rig.store.texts()} == {"Passage", "Card", "Pointer", "Fact"}


async def test_a_missing_root_is_an_error_and_no_deletion(rig: Rig, tmp_path: Path) -> None:
    rig.write("a.md", NOTE)
    await rig.sync()
    renamed(rig, "", "../elsewhere")
    with pytest.raises(NotFound):
        await rig.sync()
    assert len(await rig.store.documents(rig.root.as_posix())) == 1
    rig.root.write_text("a file now")
    with pytest.raises(UsageError):
        await rig.sync()
    assert len(await rig.store.documents(rig.root.as_posix())) == 1


async def test_more_than_half_of_a_root_goes_only_when_confirmed(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({f"{n}.md": f"Firm {n} | fee | 1,000 EUR\n" for n in range(12)})
    await rig.sync()
    for n in range(7):
        (rig.root / f"{n}.md").unlink()
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["mass_removal"]
    assert (receipt.exit_code, receipt.documents.removed, len(rig.texts)) == (1, 0, 12)
    receipt = await rig.sync(confirm=True)
    assert (receipt.exit_code, receipt.documents.removed, len(rig.texts)) == (0, 7, 5)


async def test_all_of_a_small_root_goes_only_when_confirmed(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({f"{n}.md": f"Firm {n} | fee | 1,000 EUR\n" for n in range(3)})
    await rig.sync()
    for n in range(3):
        (rig.root / f"{n}.md").unlink()
    rig.write("other.txt", "Nothing of what was here.\n")
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["mass_removal"]
    assert (receipt.exit_code, receipt.documents.removed, len(rig.texts)) == (1, 0, 3)
    receipt = await rig.sync(confirm=True)
    assert (receipt.exit_code, receipt.documents.removed, rig.texts) == (0, 3, [])


@pytest.mark.parametrize(("files", "gone"), [(1, 1), (3, 2)])
async def test_a_small_root_may_lose_much_but_not_all_unasked(rig: Rig, files: int, gone: int) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({f"{n}.md": f"Firm {n} | fee | 1,000 EUR\n" for n in range(files)})
    await rig.sync()
    for n in range(gone):
        (rig.root / f"{n}.md").unlink()
    rig.write("other.txt", "Nothing of what was here.\n")
    receipt = await rig.sync()
    assert (receipt.exit_code, receipt.documents.removed, len(rig.texts)) == (0, gone, files - gone)


async def test_demotion_takes_exactly_its_facts_and_promotion_brings_them_back(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"weekly/a.md": NOTE + "Harborlight | status | open\n", "b.md": NOTE})
    await rig.sync()
    before = rig.texts
    rig.opened.clear()
    await rig.rung(Rung.TEXT, "weekly")
    receipt = await rig.sync()
    assert (receipt.documents.lowered, receipt.documents.unchanged) == (1, 2)
    assert rig.texts == ["Northwind fee: 48,000 EUR"]
    assert rig.opened == [], "demotion reads no file"
    await rig.rung(Rung.FACTS, "weekly")
    receipt = await rig.sync()
    assert (receipt.documents.raised, receipt.work.usage.calls) == (1, 0)
    assert rig.texts == before


async def test_a_folder_that_goes_to_another_scope_takes_its_facts_along(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a.md", NOTE)
    await rig.sync()
    await rig.rung(Rung.FACTS, scope="dept:sales", project="renewals")
    receipt = await rig.sync()
    assert (receipt.documents.rescoped, receipt.documents.unchanged, receipt.work.usage.calls) == (1, 1, 0)
    assert {(fact.project, fact.scope) for fact in rig.store.facts().values()} == {("renewals", "dept:sales")}
    assert (await rig.sync()).documents.rescoped == 0


async def test_a_folder_whose_policy_cannot_be_read_is_held(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"work/a.md": NOTE, "b.md": "Harborlight | status | open\n"})
    await rig.sync()
    before = rig.texts
    rig.store.break_setting((rig.root / "work").as_posix())
    rig.write_all({"work/new.md": NOTE, "work/a.md": "Northwind | fee | 1 EUR\n"})
    rig.opened.clear()
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["policy_unreadable"]
    assert (receipt.exit_code, receipt.documents.held, receipt.documents.unchanged) == (1, 2, 1)
    assert rig.opened == []
    assert rig.texts == before
    assert (await rig.document("work/a.md")).state is DocumentState.HELD
    (rig.root / "work" / "a.md").unlink()
    assert (await rig.sync()).documents.removed == 0


async def test_a_folder_that_is_held_no_more_goes_on_where_it_was(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("work/a.md", NOTE)
    await rig.sync()
    rig.store.break_setting((rig.root / "work").as_posix())
    await rig.sync()
    await rig.rung(None, "work")
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.work.usage.calls, receipt.work.embeddings) == (1, 0, 0)
    assert (await rig.document("work/a.md")).state is DocumentState.LIVE


async def test_a_file_that_fails_is_named_and_stops_no_other(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"a.md": NOTE, "b.md": NOTE, "c.md": "Harborlight | status | open\n"})
    rig.refusing["a.md"] = NotRead("unreadable", "Permission denied.", failed=True)
    rig.before_reading["b.md"] = lambda: (rig.root / "b.md").unlink()
    receipt = await rig.sync()
    assert {problem.code for problem in receipt.problems} == {"unreadable", "vanished"}
    assert (receipt.documents.failed, receipt.documents.new, receipt.exit_code) == (2, 1, 1)
    assert rig.texts == ["Harborlight status: open"]
    assert (await rig.document("a.md")).state is DocumentState.FAILED
    receipt = await rig.sync()
    assert (receipt.documents.failed, receipt.documents.unchanged) == (1, 1), "never called unchanged"
    rig.refusing.clear()
    receipt = await rig.sync()
    assert (receipt.exit_code, len(rig.texts)) == (0, 2)


async def test_what_was_known_of_a_file_stays_while_it_cannot_be_read(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a.md", NOTE)
    await rig.sync()
    rig.refusing["a.md"] = NotRead("unreadable", "Permission denied.", failed=True)
    rig.write("a.md", NOTE + "more\n")
    assert (await rig.sync()).documents.failed == 1
    assert rig.texts == ["Northwind fee: 48,000 EUR"]
    rig.refusing.clear()
    rig.write("a.md", NOTE)
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.work.usage.calls, receipt.exit_code) == (1, 0, 0)
    assert (await rig.document("a.md")).state is DocumentState.LIVE


async def test_a_reader_that_breaks_stops_only_its_file(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    real = arrive.read

    def breaking(name: str, data: bytes) -> object:
        if name == "bad.md":
            raise RecursionError("maximum recursion depth exceeded")
        return real(name, data)

    monkeypatch.setattr(arrive, "read", breaking)
    rig.write_all({"bad.md": NOTE, "good.md": NOTE})
    receipt = await rig.sync()
    assert [(problem.path, problem.code) for problem in receipt.problems] == [
        ((rig.root / "bad.md").as_posix(), "reader_failed")
    ]
    assert "RecursionError" in receipt.problems[0].message
    assert receipt.documents.new == 1


async def test_text_that_becomes_binary_or_empty_takes_its_facts_back(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"a.md": NOTE, "b.md": NOTE.replace("Northwind", "Harborlight")})
    await rig.sync()
    rig.write_all({"a.md": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "b.md": "\n\n"})
    receipt = await rig.sync()
    assert (receipt.documents.changed, receipt.documents.unread) == (2, 1)
    assert rig.texts == []
    assert rig.store.texts() == {}
    rig.write("a.md", NOTE)
    await rig.sync()
    assert rig.texts == ["Northwind fee: 48,000 EUR"]


async def test_order_of_import_does_not_matter(tmp_path: Path) -> None:
    files = {
        "2026-01-05.md": "Northwind | fee | 40,000 EUR\nNorthwind | owner | Dana Reyes\n",
        "2026-03-05.md": "Northwind | fee | 48,000 EUR\n",
        "2026-06-05.md": "Northwind | fee | 40,000 EUR\nNorthwind | customer of | Harborlight\n",
        "undated.md": "Northwind | fee | 52,000 EUR\nNorthwind | customer of | Harborlight\n",
    }
    seen = set()
    for number, order in enumerate(
        (list(files), list(files)[::-1], sorted(files, key=lambda name: name[5:]))
    ):
        rig = Rig(tmp_path / f"run-{number}" / "root")
        await rig.rung(Rung.FACTS)
        for name in order:
            rig.write(name, files[name])
            await rig.sync()
        seen.add(frozenset((id_, fact.text, fact.span) for id_, fact in unlocated(rig).items()))
    assert len(seen) == 1


def unlocated(rig: Rig) -> dict[str, object]:
    """Facts without the ids of documents, which differ from run to run."""
    return {
        id_: replace(fact, span=replace(fact.span, evidence=())) for id_, fact in rig.store.facts().items()
    }


async def test_the_plan_says_what_the_sync_then_does(rig: Rig) -> None:
    await rig.rung(Rung.FACTS, "work")
    rig.write_all(
        {"work/a.md": NOTE, "work/b.md": NOTE, "c.md": NOTE, "work/new.md": "Harborlight | status | open\n"}
    )
    calls = rig.store.calls.copy()
    bill = await rig.plan()
    assert rig.store.calls == calls
    assert rig.extractor.asked == []
    assert bill.estimate.tokens_in > 0
    receipt = await rig.sync()
    assert bill.documents.new == receipt.documents.new == 4
    assert bill.estimate.calls == receipt.work.usage.calls == 2
    again = await rig.plan()
    assert (again.estimate.calls, again.documents.unchanged) == (0, 4)


async def test_a_plan_counts_each_segment_once_however_often_it_asks_the_ledger(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("ingest.sync.bill"), "ASKED", 3)
    await rig.rung(Rung.FACTS)
    sections = [f"# Part {n}\n\nFirm {n} | fee | {n},000 EUR\n\n{'and more ' * 60}\n\n" for n in range(12)]
    rig.write("a.md", "".join(sections[:5]))
    await rig.sync()
    rig.write_all({"a.md": "".join(sections), "b.md": "".join(sections[:9])})
    bill = await rig.plan()
    receipt = await rig.sync()
    assert bill.segments.extracted == receipt.work.segments.extracted == bill.estimate.calls >= 7
    assert bill.segments.total == bill.segments.extracted + bill.segments.reused
    assert bill.segments.reused >= 4


async def test_a_plan_counts_what_still_waits(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write("a.md", NOTE)
    await rig.sync(wait=False)
    bill = await rig.plan()
    assert (bill.documents.unchanged, bill.estimate.calls) == (1, 1)


async def test_a_sync_that_is_cancelled_while_it_reads_goes_on_where_it_was(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({f"{n:02}.md": f"Firm {n} | fee | 1,000 EUR\n" for n in range(90)})
    running = asyncio.create_task(rig.sync())
    loop = asyncio.get_running_loop()
    rig.before_reading["80.md"] = lambda: loop.call_soon_threadsafe(running.cancel)
    with pytest.raises(asyncio.CancelledError):
        await running
    stored = len(await rig.store.documents(rig.root.as_posix()))
    assert stored < 90
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.documents.unchanged) == (90 - stored, stored)
    assert (receipt.exit_code, len(rig.texts)) == (0, 90)
    assert (await rig.sync()).documents.unchanged == 90


async def test_an_ignore_file_that_cannot_be_read_holds_its_folder(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"work/a.md": NOTE, "b.md": "Harborlight | status | open\n"})
    await rig.sync()
    rig.write_all({"work/.kgignore": b"\x00\x01", "work/new.md": NOTE})
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["ignore_unreadable"]
    assert (receipt.documents.seen, receipt.documents.removed, receipt.exit_code) == (1, 0, 1)
    assert len(rig.texts) == 2


async def test_a_file_that_is_ignored_from_now_on_is_taken_back(rig: Rig) -> None:
    await rig.rung(Rung.FACTS)
    rig.write_all({"work/a.md": NOTE, "b.md": "Harborlight | status | open\n"})
    await rig.sync()
    rig.write(".kgignore", "work/\n")
    receipt = await rig.sync()
    assert (receipt.documents.removed, receipt.exit_code) == (1, 0)
    assert rig.texts == ["Harborlight status: open"]
