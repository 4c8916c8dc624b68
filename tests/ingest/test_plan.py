"""The bill before, the receipt after: equal, or each difference explained."""

import random
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

import pytest

from ingest.deps import Limits
from ingest.extract.llm import LlmExtractor
from kg.config import Endpoint
from kg.endpoint.completion import EndpointCompleter
from kg.model.kinds import DocumentState
from kg.model.outcome import Unparsed, Unreachable, Usage
from kg.model.price import Prices
from kg.model.receipt import Difference
from kg.model.stored import DocumentWrite
from policy.rungs import Rung
from tests.fakes.extractor import BatchLineExtractor, LineExtractor
from tests.fakes.model_server import ModelServer, says
from tests.ingest.rig import Rig

FILES = {f"{name}.md": f"{name.title()} | fee | 1,000 EUR\n" for name in ("ash", "birch", "cedar", "elm")}


@pytest.fixture
async def rig(tmp_path: Path) -> Rig:
    made = Rig(tmp_path / "root")
    await made.rung(Rung.FACTS)
    made.write_all(FILES)
    return made


def lines(rig: Rig) -> LineExtractor:
    assert isinstance(rig.extractor, LineExtractor)
    return rig.extractor


def explained(differences: tuple[Difference, ...]) -> dict[str, str]:
    return {difference.what: difference.why for difference in differences}


async def test_a_plan_neither_calls_nor_writes(rig: Rig) -> None:
    await rig.sync(wait=False)
    rig.write("oak.md", "Oak | fee | 1 EUR\n")
    before = rig.store.calls.copy()
    bill = await rig.plan(re_extract=True)
    assert (rig.store.calls, lines(rig).asked) == (before, [])
    assert (bill.documents.new, bill.documents.unchanged, bill.estimate.calls) == (1, 4, 5)


async def test_the_receipt_shows_what_was_planned(rig: Rig) -> None:
    bill = await rig.plan()
    receipt = await rig.sync(planned=bill)
    assert receipt.differences == ()
    shape = receipt.as_json()
    assert shape["planned"]["model_calls"] == shape["model_calls"] == 4
    assert shape["planned"]["tokens"] == {"in": 400, "out_estimate": 40}
    assert shape["planned"]["documents"]["new"] == 4
    assert (shape["differences"], shape["cost"]) == ([], None)


async def test_a_bill_has_a_line_for_each_folder_and_rung(rig: Rig) -> None:
    await rig.rung(Rung.TEXT, "archive/old")
    await rig.rung(Rung.NOTHING, "diary")
    names = ("archive/old/a.md", "archive/b.md", "archive/deep/er/c.md", "diary/d.md", "work/x/e.md")
    rig.write_all({name: f"Firm {n} | fee | 1 EUR\n" for n, name in enumerate(names)})
    bill = await rig.plan()
    root = rig.root.as_posix()
    assert {(line.folder.removeprefix(root), line.rung): line.documents for line in bill.lines} == {
        ("", "facts"): 4,
        ("/archive", "facts"): 2,
        ("/archive/old", "text"): 1,
        ("/diary", "nothing"): 1,
        ("/work", "facts"): 1,
    }
    assert sum(line.estimate.calls for line in bill.lines) == bill.estimate.calls == 7
    assert sum(line.segments.total for line in bill.lines) == bill.segments.total
    assert sum(line.documents for line in bill.lines) == bill.documents.seen
    assert not any(line.estimate.calls for line in bill.lines if line.rung != "facts")


async def test_a_local_extractor_costs_nothing_and_is_not_planned_twice(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "root", BatchLineExtractor())
    await rig.rung(Rung.FACTS)
    rig.write_all(FILES)
    bill = await rig.plan()
    assert (bill.estimate, bill.segments.extracted) == (Usage(), 4)
    rig.opened.clear()
    receipt = await rig.sync()
    assert sorted(rig.opened) == sorted([*FILES, *FILES]), "once for the text, once for the facts"
    assert receipt.as_json()["planned"]["model_calls"] == 0
    assert receipt.differences == ()


async def test_prices_make_money_of_tokens(rig: Rig) -> None:
    rig.prices = Prices(3.0, 15.0, "EUR")
    bill, receipt = await rig.plan(), await rig.sync()
    assert bill.as_json()["cost_estimate"] == {"amount": 0.0018, "currency": "EUR"}
    assert bill.as_json()["folders"][0]["cost_estimate"]["amount"] == 0.0018
    assert receipt.as_json()["cost"] == {"amount": 0.0018, "currency": "EUR"}


async def test_a_repair_is_the_difference(rig: Rig) -> None:
    lines(rig).fails["Birch"] = Unparsed("No JSON.", Usage(2, 250, 5))
    receipt = await rig.sync()
    why = explained(receipt.differences)
    assert why.keys() == {"segments.extracted", "model_calls", "tokens.in"}
    assert "1 documents wait" in why["segments.extracted"]
    assert "repaired" in why["model_calls"]
    (calls,) = (d for d in receipt.differences if d.what == "model_calls")
    assert (calls.planned, calls.real) == (4, 5)


async def test_a_limit_is_the_difference(rig: Rig) -> None:
    receipt = await rig.sync(limits=Limits(max_calls=3))
    assert "1 not asked, because a limit was reached" in explained(receipt.differences)["model_calls"]
    bill, rest = await rig.plan(), await rig.sync()
    assert bill.estimate.calls == rest.work.usage.calls == 1
    assert rest.differences == ()


async def test_an_endpoint_that_is_away_is_the_difference(rig: Rig) -> None:
    rig.write_all({f"{n}.md": f"Firm {n} | fee | 1 EUR\n" for n in range(30)})
    lines(rig).fails[""] = Unreachable("The endpoint does not answer.", retryable=True)
    receipt = await rig.sync()
    why = explained(receipt.differences)["model_calls"]
    assert "the model could not be had" in why
    assert "turned away" in why


async def test_a_file_that_changed_meanwhile_is_the_difference(rig: Rig) -> None:
    bill = await rig.plan()
    (rig.root / "elm.md").unlink()
    rig.write("ash.md", "Ash | fee | 1 EUR\n\n# Part\n\n" + "more " * 900)
    receipt = await rig.sync(planned=bill)
    why = explained(receipt.differences)
    assert why["documents.new"] == "files, or what the ledger has, changed between the bill and the run."
    rig.write("oak.md", "Oak | fee | 1 EUR\n")
    await rig.sync(wait=False)
    bill = await rig.plan()
    rig.write("oak.md", "Oak | fee | 2 EUR\n")
    rig.before_reading["oak.md"] = lambda: None
    receipt = await rig.sync(planned=bill)
    assert explained(receipt.differences)["documents.changed"]


async def test_text_is_findable_before_the_bill_is_made(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[int]()

    write_documents = rig.store.write_documents

    async def write(writes: Sequence[DocumentWrite], stamp: str | None = None) -> None:
        opened.append(len(rig.opened))
        await write_documents(writes, stamp)

    monkeypatch.setattr(rig.store, "write_documents", write)
    receipt = await rig.sync()
    assert opened == [receipt.documents.seen]
    assert receipt.planned is not None
    assert (receipt.planned.documents.new, receipt.differences) == (receipt.documents.seen, ())


async def test_work_left_for_later_is_the_difference_and_is_planned_again(rig: Rig) -> None:
    receipt = await rig.sync(wait=False, planned=await rig.plan())
    assert "--no-wait" in explained(receipt.differences)["model_calls"]
    rig.write("ash.md", "Ash | fee | 2,000 EUR\n")
    await rig.sync(wait=False)
    bill, receipt = await rig.plan(), await rig.sync()
    assert (bill.documents.unchanged, bill.estimate.calls) == (4, 4)
    assert (receipt.work.usage.calls, receipt.differences) == (4, ())


async def test_what_is_not_due_yet_is_not_on_the_bill(rig: Rig) -> None:
    lines(rig).fails["Birch"] = Unparsed("No JSON.", Usage(2))
    await rig.sync()
    lines(rig).fails.clear()
    assert (await rig.plan()).estimate.calls == 0
    rig.later(hours=2)
    assert (await rig.plan()).estimate.calls == 1
    assert (await rig.sync()).differences == ()


async def test_a_mass_removal_is_on_the_bill_as_what_it_is(rig: Rig) -> None:
    await rig.sync()
    for name in FILES:
        (rig.root / name).unlink()
    rig.write("other.txt", "Nothing of what was here.\n")
    bill = await rig.plan()
    assert (bill.documents.removed, [problem.code for problem in bill.problems]) == (0, ["mass_removal"])
    assert (await rig.plan(confirm=True)).documents.removed == 4


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_happened_the_bill_is_what_the_sync_then_does(tmp_path: Path, seed: int) -> None:
    chance, rig = random.Random(seed), Rig(tmp_path / "root")
    await rig.rung(Rung.FACTS)
    names = [f"{folder}{name}.md" for folder in ("", "work/", "quiet/") for name in "abcde"]
    for _ in range(8):
        for _ in range(4):
            await happen(rig, chance, names)
        bill = await rig.plan()
        receipt = await rig.sync(wait=chance.random() < 0.8)
        planned, real = asdict(bill.documents), asdict(receipt.documents)
        same = ("seen", "new", "changed", "unchanged", "moved", "removed", "lowered", "raised", "rescoped")
        assert {key: planned[key] for key in same} == {key: real[key] for key in same}
        if receipt.work.segments.total:
            assert (bill.estimate.calls, bill.segments.extracted) == (
                receipt.work.usage.calls,
                receipt.work.segments.extracted,
            )
            assert receipt.differences == ()


async def happen(rig: Rig, chance: random.Random, names: list[str]) -> None:
    name, other = chance.choice(names), chance.choice(names)
    match chance.randrange(6):
        case 0 | 1:
            body = [f"Firm {chance.randrange(9)} | fee | {chance.randrange(9)} EUR" for _ in range(3)]
            rig.write(name, "\n\n".join(body) + "\n")
        case 2 if (rig.root / name).exists():
            (rig.root / other).parent.mkdir(exist_ok=True)
            (rig.root / name).rename(rig.root / other)
        case 3:
            (rig.root / name).unlink(missing_ok=True)
        case 4:
            await rig.rung(chance.choice([Rung.FACTS, Rung.TEXT, Rung.GIST]), "quiet")
        case 5 if (rig.root / name).exists():
            rig.touch(name)
    if not any(rig.root.rglob("*.md")):
        rig.write("keep.md", "Keep | fee | 1 EUR\n")


async def test_tokens_are_those_of_the_whole_prompt_as_it_is_sent(tmp_path: Path) -> None:
    async with ModelServer(default=says({"facts": []}, usage=None)) as server:
        extractor = LlmExtractor(EndpointCompleter(Endpoint("generic", server.base_url, "tiny-1", "")))
        rig = Rig(tmp_path / "root", extractor)
        await rig.rung(Rung.FACTS)
        rig.write_all(FILES)
        rig.write(
            "2026-11-04.md",
            "---\nclient: Northwind 12\n---\n# Week 45 1234567\n\n"
            + "Dana: paid 17\n\nTomas: 4 crates\n\n" * 90,
        )
        bill, receipt = await rig.plan(), await rig.sync()
        await extractor.close()
    assert bill.estimate.calls == receipt.work.usage.calls == len(server.requests) > 5
    assert bill.estimate.tokens_in == receipt.work.usage.tokens_in > 5_000
    assert bill.estimate.tokens_out > 0
    assert receipt.differences == ()


async def test_an_endpoint_that_counts_its_own_way_is_the_difference(tmp_path: Path) -> None:
    async with ModelServer(default=says({"facts": []}, usage=(7, 1))) as server:
        extractor = LlmExtractor(EndpointCompleter(Endpoint("generic", server.base_url, "tiny-1", "")))
        rig = Rig(tmp_path / "root", extractor)
        await rig.rung(Rung.FACTS)
        rig.write_all(FILES)
        receipt = await rig.sync()
        await extractor.close()
    assert explained(receipt.differences) == {"tokens.in": "the endpoint counts tokens in its own way."}


class Other(LineExtractor):
    """The same lines, by another set of rules."""

    def __init__(self) -> None:
        super().__init__("lines:2")


async def test_another_extractor_leaves_old_facts_and_says_so(rig: Rig) -> None:
    await rig.sync()
    before = rig.store.facts()
    rig.extractor = Other()
    bill, receipt = await rig.plan(), await rig.sync()
    assert bill.estimate.calls == receipt.work.usage.calls == 0
    assert bill.documents.older == receipt.documents.older == 4
    (notice,) = receipt.warnings
    assert (notice.code, "--re-extract" in notice.message) == ("older", True)
    assert rig.store.facts() == before
    assert receipt.exit_code == 0


async def test_re_extraction_is_billed_before_and_replaces_document_by_document(rig: Rig) -> None:
    await rig.sync()
    rig.write("ash.md", "Ash | fee | 7 EUR\n")
    rig.extractor = Other()
    bill = await rig.plan(re_extract=True)
    receipt = await rig.sync(re_extract=True, planned=bill, limits=Limits(max_calls=2))
    assert bill.estimate.calls == 4
    assert (receipt.work.usage.calls, receipt.documents.older) == (2, 2)
    assert "a limit was reached" in explained(receipt.differences)["model_calls"]
    bill, receipt = await rig.plan(), await rig.sync()
    assert bill.estimate.calls == receipt.work.usage.calls == 2, "what was begun goes on"
    assert (receipt.documents.older, receipt.warnings, receipt.differences) == (0, (), ())
    prints = {(await rig.document(name)).fingerprint for name in FILES}
    assert prints == {"lines:2"}
    assert (await rig.plan(re_extract=True)).estimate.calls == 0


async def test_a_document_whose_re_extraction_fails_keeps_its_facts(rig: Rig) -> None:
    await rig.sync()
    before = rig.texts
    rig.extractor = Other()
    rig.extractor.fails["Birch"] = Unparsed("No JSON.", Usage(2))
    receipt = await rig.sync(re_extract=True)
    assert (receipt.documents.older, receipt.documents.waiting, receipt.exit_code) == (1, 1, 1)
    assert rig.texts == before
    assert (await rig.document("birch.md")).fingerprint == "lines:1"
    rig.extractor.fails.clear()
    bill = await rig.plan(re_extract=True)
    receipt = await rig.sync(re_extract=True)
    assert bill.estimate.calls == receipt.work.usage.calls == 1, (
        "asked for again, it does not wait for its time"
    )
    assert (await rig.document("birch.md")).state is DocumentState.LIVE
    assert receipt.documents.older == 0


async def test_a_name_that_means_something_else_now_costs_an_older_document_nothing(rig: Rig) -> None:
    rig.write("nw.md", "NW | fee | 9 EUR\n")
    await rig.sync()
    rig.extractor = Other()
    rig.write("alias.md", "Ash | also known as | NW\n")
    bill, receipt = await rig.plan(), await rig.sync()
    assert bill.estimate.calls == receipt.work.usage.calls == 1
    assert "Ash fee: 9 EUR" in rig.texts
    assert (await rig.document("nw.md")).fingerprint == "lines:1"


async def test_an_older_document_that_changes_is_the_new_extractor_s(rig: Rig) -> None:
    sections = [f"# Part {n}\n\nFirm {n} | fee | {n} EUR\n\n{'and more ' * 60}\n\n" for n in range(9)]
    rig.write("long.md", "".join(sections))
    await rig.sync()
    rig.extractor = Other()
    rig.write("long.md", "".join(sections) + "Oak | fee | 1 EUR\n")
    bill, receipt = await rig.plan(), await rig.sync()
    assert bill.estimate.calls == receipt.work.usage.calls > 2
    assert (await rig.document("long.md")).fingerprint == "lines:2"
    assert receipt.differences == ()


async def test_an_older_document_that_is_renamed_keeps_its_extractor(rig: Rig) -> None:
    await rig.sync()
    rig.extractor = Other()
    (rig.root / "ash.md").rename(rig.root / "Northwind offer.md")
    bill, receipt = await rig.plan(), await rig.sync()
    assert (bill.documents.moved, receipt.documents.moved) == (1, 1)
    assert bill.estimate.calls == receipt.work.usage.calls
    rig.now += timedelta(hours=1)
    assert (await rig.sync()).work.usage.calls == 0
