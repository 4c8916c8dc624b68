"""Everyday talk as the background of a turn."""

import pytest

from kg.embed.nano import NanoEmbedder
from kg.recall.everyday import SENTENCES, Everyday, background, embedded, pack, shipped, unpack
from tests.fakes.embedder import FakeEmbedder


def test_vectors_survive_packing_to_half_precision() -> None:
    vectors = ((0.5, -0.25, 0.1), (1.0, 0.0, -1.0))
    for before, after in zip(vectors, unpack(pack(vectors), 3), strict=True):
        assert after == pytest.approx(before, abs=1e-3)


def test_level_and_spread_of_a_turn() -> None:
    found = background((1.0, 0.0), [(1.0, 0.0), (0.8, 0.6), (0.6, 0.8), (0.0, 1.0)])
    assert found.level == pytest.approx(0.8)
    assert found.stands_out(found.level + found.spread) == pytest.approx(1.0)


def test_an_embedder_that_knows_no_difference_makes_none_enormous() -> None:
    assert background((1.0, 0.0), [(1.0, 0.0)] * 4).stands_out(1.001) < 1.0


async def test_another_embedder_embeds_the_sentences_once() -> None:
    fake = FakeEmbedder()
    everyday, turn = Everyday(fake), await fake.embed_query("hello there")
    assert shipped(fake.name) is None and turn is not None
    assert await everyday.background(turn) == await everyday.background(turn)
    assert fake.texts == list(SENTENCES)


async def test_the_shipped_vectors_are_those_of_the_memory_embedder() -> None:
    embedder = NanoEmbedder(threads=1)
    stored, made = shipped(embedder.name), await embedded(embedder)
    await embedder.close()
    assert stored is not None, "run: python -m tests.bench.make_everyday"
    for before, after in zip(stored, made, strict=True):
        assert sum(a * b for a, b in zip(before, after, strict=True)) == pytest.approx(1.0, abs=0.003)
