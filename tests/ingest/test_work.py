"""Working off the queue: replies that fail, endpoints that stay away, limits, deaths, and blank texts."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ingest.work.extract import TRIES
from ingest.work.lease import LEASE_SECONDS, backoff, lease
from kg.errors import EngineError, ModelUnavailable
from kg.model.document import Segment
from kg.model.kinds import DocumentState
from kg.model.outcome import Extracted, Extraction, Unparsed, Unreachable, Usage
from kg.model.stored import UnreadReply
from kg.ports import Again, Vector, always
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import BatchLineExtractor, LineExtractor
from tests.fakes.store import FakeStore
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


async def test_a_reply_that_does_not_parse_is_no_answer(rig: Rig) -> None:
    lines(rig).fails["Birch"] = Unparsed("The reply was no JSON.", Usage(2, 50, 5))
    receipt = await rig.sync()
    assert (receipt.documents.waiting, receipt.exit_code, len(rig.texts)) == (1, 1, 3)
    (problem,) = receipt.work.problems
    assert (problem.code, problem.next_try) == ("unparsed", rig.now + backoff(1))
    assert receipt.as_json()["problems"][0]["next_try"] == (rig.now + backoff(1)).isoformat()
    assert len(rig.store.ledger) == 3, "a reply that did not parse is never cached"
    document = await rig.document("birch.md")
    assert document.state is DocumentState.WAITING
    assert document.reason == "unparsed: The reply was no JSON."
    assert receipt.work.usage.calls == 5


async def test_it_is_tried_again_only_when_its_time_has_come(rig: Rig) -> None:
    lines(rig).fails["Birch"] = Unparsed("The reply was no JSON.")
    await rig.sync()
    asked = len(lines(rig).asked)
    lines(rig).fails.clear()
    assert (await rig.sync()).documents.waiting == 1
    assert len(lines(rig).asked) == asked
    rig.later(seconds=backoff(1).total_seconds())
    receipt = await rig.drain()
    assert (receipt.exit_code, len(rig.texts), len(lines(rig).asked)) == (0, 4, asked + 1)
    assert (await rig.document("birch.md")).state is DocumentState.LIVE


async def test_after_enough_tries_it_has_failed_until_it_changes(rig: Rig) -> None:
    lines(rig).fails["Birch"] = Unparsed("The reply was no JSON.")
    await rig.sync()
    for _ in range(TRIES):
        rig.later(hours=2)
        await rig.drain()
    document, asked = await rig.document("birch.md"), len(lines(rig).asked)
    assert document.state is DocumentState.FAILED
    rig.later(days=2)
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["unparsed"]
    assert (receipt.exit_code, len(lines(rig).asked)) == (1, asked)
    lines(rig).fails.clear()
    rig.write("birch.md", "Birch | fee | 2,000 EUR\n")
    receipt = await rig.sync()
    assert (receipt.exit_code, receipt.documents.changed, len(rig.texts)) == (0, 1, 4)


async def test_a_wrong_key_stops_the_run_with_its_reason(rig: Rig) -> None:
    lines(rig).replies = [Unreachable("The endpoint refuses the key.", retryable=False)] * 4
    receipt = await rig.sync()
    assert receipt.work.stopped is not None
    assert receipt.work.stopped.message == "The endpoint refuses the key."
    assert (receipt.exit_code, rig.texts) == (3, [])
    assert len(lines(rig).asked) <= 4
    assert receipt.passages == 4, "the text is findable all the same"
    lines(rig).replies.clear()
    receipt = await rig.sync()
    assert (receipt.exit_code, len(rig.texts), receipt.documents.waiting) == (0, 4, 0)


async def test_an_endpoint_that_stays_away_is_not_asked_for_every_file(rig: Rig) -> None:
    rig.write_all({f"{n}.md": f"Firm {n} | fee | 1 EUR\n" for n in range(30)})
    lines(rig).fails[""] = Unreachable("The endpoint does not answer.", retryable=True)
    receipt = await rig.sync()
    assert receipt.work.stopped is not None
    assert receipt.exit_code == 3
    assert len(lines(rig).asked) <= 6
    assert receipt.work.left == 34
    lines(rig).fails.clear()
    rig.later(hours=1)
    receipt = await rig.sync()
    assert (receipt.exit_code, len(rig.texts), receipt.documents.waiting) == (0, 34, 0)


async def test_a_limit_stops_cleanly_and_the_next_run_goes_on(rig: Rig) -> None:
    receipt = await rig.sync(wait=False)
    assert lines(rig).asked == []
    first = await rig.drain(max_calls=3)
    assert (first.usage.calls, len(rig.store.ledger), first.exit_code) == (3, 3, 0)
    assert first.stopped is not None
    assert first.stopped.code == "limit"
    assert first.left == 1
    second = await rig.drain(max_tokens=1)
    assert (second.usage.calls, second.stopped, len(rig.texts)) == (1, None, 4)
    assert receipt.exit_code == 0


async def test_limits_do_not_use_up_the_tries_of_a_document(rig: Rig) -> None:
    await rig.sync(wait=False)
    for _ in range(TRIES + 1):
        await rig.drain(max_calls=0)
    lines(rig).fails["Birch"] = Unparsed("The reply was no JSON.")
    await rig.drain()
    assert (await rig.document("birch.md")).state is DocumentState.WAITING


class Repairing(LineExtractor):
    """Every reply needs a second call before it can be read."""

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        outcome = await super().extract(segment)
        return replace(outcome, usage=Usage(2)) if again() else Unparsed("The reply was no JSON.", Usage(1))


@pytest.mark.parametrize("most", [1, 2, 3, 5, 7])
async def test_repairs_do_not_pass_the_limit_either(tmp_path: Path, most: int) -> None:
    rig = Rig(tmp_path / "root", Repairing())
    await rig.rung(Rung.FACTS)
    rig.write_all(FILES)
    await rig.sync(wait=False)
    receipt = await rig.drain(max_calls=most)
    assert receipt.usage.calls == most
    assert receipt.stopped is not None
    assert (receipt.stopped.code, receipt.problems, receipt.exit_code) == ("limit", (), 0)
    assert receipt.left == 4 - len(rig.texts)
    await rig.drain()
    assert len(rig.texts) == 4


class Stubborn(LineExtractor):
    """Reads no first reply, and every repair."""

    def __init__(self) -> None:
        super().__init__()
        self.repairs: list[UnreadReply] = []

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        outcome = await super().extract(segment)
        if unread is not None:
            self.repairs.append(unread)
            return outcome
        return replace(outcome, usage=Usage(2)) if again() else Unparsed("No JSON.", Usage(1), cut=True)


async def test_under_a_limit_of_one_call_a_repair_is_the_next_run_s_call(tmp_path: Path) -> None:
    extractor = Stubborn()
    rig = Rig(tmp_path / "root", extractor)
    await rig.rung(Rung.FACTS)
    rig.write_all(FILES)
    await rig.sync(wait=False)
    spent = [(await rig.drain(max_calls=1)).usage.calls for _ in range(2 * len(FILES))]
    assert spent == [1] * 2 * len(FILES)
    assert len(rig.texts) == len(extractor.repairs) == len(FILES)
    assert all(reply.cut for reply in extractor.repairs)
    assert (await rig.drain()).usage.calls == 0


async def test_a_repair_that_fails_too_uses_up_a_try(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "root", extractor := Stubborn())
    await rig.rung(Rung.FACTS)
    rig.write("ash.md", FILES["ash.md"])
    await rig.sync(wait=False)
    await rig.drain(max_calls=1)
    extractor.fails[""] = Unparsed("No JSON.", Usage(1))
    calls = 0
    for _ in range(2 * TRIES):
        calls += (await rig.drain(max_calls=1)).usage.calls
        rig.later(hours=2)
    document = await rig.document("ash.md")
    assert (document.state, calls) == (DocumentState.FAILED, 2 * TRIES - 1)


async def test_tokens_of_calls_under_way_count_to_the_limit(rig: Rig) -> None:
    await rig.sync(wait=False)
    receipt = await rig.drain(max_tokens=220)
    assert (receipt.usage.calls, receipt.usage.tokens_in + receipt.usage.tokens_out) == (2, 220)
    assert receipt.stopped is not None and "--max-tokens" in receipt.stopped.message


async def test_what_several_files_share_is_asked_once(rig: Rig) -> None:
    rig.write_all({"copy-1.md": FILES["ash.md"], "copy-2.md": FILES["ash.md"]})
    receipt = await rig.sync()
    assert len(lines(rig).asked) == receipt.work.usage.calls == 4
    ash = next(fact for fact in rig.store.facts().values() if fact.text.startswith("Ash"))
    assert len(ash.documents) == 3


async def test_a_rejected_claim_is_counted_by_reason(rig: Rig) -> None:
    rig.write("path.md", "/etc/hosts | fee | 1,000 EUR\n")
    receipt = await rig.sync()
    assert receipt.work.rejected == {"path": 1}
    assert receipt.work.facts.rejected == 1


async def test_a_file_that_changed_since_it_was_read_is_left_to_the_next_sync(rig: Rig) -> None:
    await rig.sync(wait=False)
    rig.write("birch.md", "Birch | fee | 2,000 EUR\n")
    (rig.root / "elm.md").unlink()
    receipt = await rig.drain()
    assert {problem.code for problem in receipt.problems} == {"changed"}
    assert (receipt.waiting, len(rig.texts)) == (2, 2)
    receipt_ = await rig.sync()
    assert (receipt_.exit_code, receipt_.documents.changed, receipt_.documents.removed) == (0, 1, 1)
    assert "Birch fee: 2,000 EUR" in rig.texts


async def test_a_folder_that_is_demoted_while_it_waits_costs_nothing(rig: Rig) -> None:
    await rig.sync(wait=False)
    await rig.rung(Rung.TEXT)
    receipt = await rig.drain()
    assert (lines(rig).asked, receipt.left, rig.texts) == ([], 0, [])


async def test_a_folder_that_is_held_while_it_waits_is_not_extracted(rig: Rig) -> None:
    await rig.sync(wait=False)
    rig.store.break_setting(rig.root.as_posix())
    receipt = await rig.drain()
    assert (lines(rig).asked, receipt.left, rig.body.texts) == ([], 4, [])
    await rig.rung(Rung.FACTS)
    rig.later(hours=1)
    await rig.drain()
    assert len(rig.texts) == 4
    assert rig.body.texts


@pytest.mark.parametrize("tries", [1, TRIES])
async def test_what_waits_or_has_failed_is_that_again_after_its_folder_was_held(rig: Rig, tries: int) -> None:
    lines(rig).fails["Birch"] = Unparsed("The reply was no JSON.")
    await rig.sync()
    for _ in range(tries - 1):
        rig.later(hours=2)
        await rig.drain()
    before = await rig.document("birch.md")
    assert before.state is (DocumentState.WAITING if tries < TRIES else DocumentState.FAILED)
    rig.store.break_setting(rig.root.as_posix())
    assert (await rig.sync()).documents.held == 4
    assert (await rig.document("ash.md")).state is DocumentState.HELD
    await rig.rung(Rung.FACTS)
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.documents.waiting) == (4, int(tries < TRIES))
    assert await rig.document("birch.md") == before
    assert (await rig.document("ash.md")).state is DocumentState.LIVE
    lines(rig).fails.clear()
    rig.later(hours=2)
    await rig.drain()
    assert len(rig.texts) == (4 if tries < TRIES else 3)


async def test_a_folder_that_is_set_to_nothing_while_it_waits_is_not_embedded(rig: Rig) -> None:
    await rig.sync(wait=False)
    await rig.rung(Rung.NOTHING)
    receipt = await rig.drain()
    assert (receipt.embeddings, rig.body.texts, rig.memory.texts) == (0, [], [])


class Interrupted(LineExtractor):
    """Waits at the third segment until it is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()
        self.patient = True

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        if self.patient and len(self.asked) == 2:
            self.reached.set()
            await asyncio.Event().wait()
        return await super().extract(segment, again)


async def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    extractor = Interrupted()
    rig = Rig(tmp_path / "root", extractor)
    await rig.rung(Rung.FACTS)
    rig.write_all(FILES)
    running = asyncio.create_task(rig.sync())
    await extractor.reached.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    extractor.patient = False
    receipt = await rig.sync()
    assert (receipt.documents.unchanged, receipt.work.segments.reused, len(rig.texts)) == (4, 2, 4)
    assert len(extractor.asked) == 4, "nothing is paid for twice"


async def test_what_a_dead_run_held_is_taken_over(rig: Rig) -> None:
    await rig.sync(wait=False)
    await rig.store.lease_jobs("dead", ("extract",), 10, rig.now, LEASE_SECONDS)
    receipt = await rig.drain()
    assert (receipt.left, rig.texts) == (4, [])
    rig.later(seconds=LEASE_SECONDS)
    await rig.drain()
    assert len(rig.texts) == 4


class Shaky(FakeStore):
    """Fails to renew leases the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.renewals = 0
        self.renewed = asyncio.Event()

    async def renew_jobs(self, *args: Any) -> None:
        self.renewals += 1
        if self.renewals == 1:
            raise EngineError("The engine does not answer. Nothing was changed; try again.")
        await super().renew_jobs(*args)
        self.renewed.set()


async def test_leases_are_kept_alive_after_a_renewal_that_failed(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.store = store = Shaky()
    await rig.rung(Rung.FACTS)
    await rig.sync(wait=False)
    monkeypatch.setattr("ingest.work.lease._RENEW_SECONDS", 0.0)
    async with asyncio.timeout(10), lease(rig.deps, 4, None) as leased:
        assert len(leased.jobs) == 4
        await store.renewed.wait()
    assert store.renewals > 1


class Requeued(LineExtractor):
    """Somebody else queues the document anew while it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: Callable[[], Awaitable[None]] | None = None

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().extract(segment, again)


async def test_work_queued_anew_while_it_is_under_way_is_not_lost(tmp_path: Path) -> None:
    extractor = Requeued()
    rig = Rig(tmp_path / "root", extractor)
    await rig.rung(Rung.FACTS)
    rig.write("ash.md", FILES["ash.md"])
    await rig.sync(wait=False)
    document = (await rig.document("ash.md")).id
    extractor.meanwhile = lambda: rig.store.queue_extraction([document])
    receipt = await rig.drain()
    assert (receipt.left, rig.store.calls["write_facts"], len(extractor.asked)) == (0, 2, 1)


async def test_a_worker_that_was_too_slow_ends_nothing_of_the_next(rig: Rig) -> None:
    await rig.sync(wait=False)
    async with lease(rig.deps, 9, None) as slow:
        rig.later(seconds=LEASE_SECONDS)
        async with lease(rig.deps, 9, None) as following:
            assert {job.id for job in following.jobs} == {job.id for job in slow.jobs}
            await slow.finish(slow.jobs[0])
            await slow.retry(slow.jobs[1], "too late", None)
            assert (await rig.store.progress()).jobs == {"leased": 4}
            await following.finish(following.jobs[0])
        assert (await rig.store.progress()).jobs == {"queued": 3}


async def test_an_extractor_that_takes_several_gets_several(tmp_path: Path) -> None:
    extractor = BatchLineExtractor()
    rig = Rig(tmp_path / "root", extractor)
    await rig.rung(Rung.FACTS)
    rig.write_all(FILES)
    receipt = await rig.sync()
    assert (receipt.work.usage.calls, extractor.batches, len(rig.texts)) == (0, [4], 4)


async def test_blank_texts_are_never_embedded_and_hold_up_nothing(rig: Rig) -> None:
    await rig.sync()
    await blanken(rig, "ash.md", "birch.md")
    embedded = list(rig.body.texts)
    receipt = await rig.drain()
    assert receipt.embeddings == 0
    assert rig.body.texts == embedded
    assert await rig.store.unembedded(("Passage",), 10) == ()


async def blanken(rig: Rig, *names: str) -> None:
    """Old rows whose text is blank."""
    for name in names:
        write = rig.store.written((await rig.document(name)).id)
        passages = tuple(replace(passage, text=" \n\u200b", context="") for passage in write.passages)
        await rig.store.write_documents([replace(write, passages=passages, extract=False)])


class Away(FakeEmbedder):
    """An embedding endpoint that is down."""

    async def embed(self, texts: object) -> tuple[Vector | None, ...]:
        raise ModelUnavailable("The embedding endpoint does not answer. Try again later: kg work")


async def test_an_embedder_that_is_away_stops_the_run_and_loses_nothing(rig: Rig) -> None:
    working, rig.body = rig.body, Away(4, "body")
    receipt = await rig.sync()
    assert receipt.exit_code == 3
    assert receipt.passages == 4
    rig.body = working
    receipt_ = await rig.drain()
    assert receipt_.exit_code == 0
    assert await rig.store.unembedded(("Passage", "Card", "Fact", "Pointer"), 10) == ()


def test_waiting_doubles_up_to_an_hour() -> None:
    assert [backoff(tries).total_seconds() for tries in (1, 2, 3)] == [30, 60, 120]
    assert backoff(200) == timedelta(hours=1)


async def test_nothing_said_is_an_answer(rig: Rig) -> None:
    lines(rig).replies = [Extracted((), Usage(1, 10, 1))] * 4
    receipt = await rig.sync()
    assert (receipt.exit_code, receipt.documents.waiting, rig.texts) == (0, 0, [])
    assert len(rig.store.ledger) == 4
