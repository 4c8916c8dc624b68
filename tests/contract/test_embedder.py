"""What every embedder promises, run on the real ones and on the fake."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable

import pytest

from kg.embed.distilled import DistilledEmbedder
from kg.embed.model import Weights
from kg.embed.nano import NanoEmbedder
from kg.ports import Embedder, Vector
from tests.fakes.embedder import FakeEmbedder

WEIGHTS = Weights()
MAKERS: dict[str, Callable[[], Embedder]] = {
    "distilled": DistilledEmbedder,
    "fake": FakeEmbedder,
    "nano": lambda: NanoEmbedder(WEIGHTS, threads=1),
}


@pytest.fixture(params=MAKERS)
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    made = MAKERS[request.param]()
    yield made
    await made.close()


def cosine(a: Vector | None, b: Vector | None) -> float:
    assert a is not None and b is not None
    return sum(x * y for x, y in zip(a, b, strict=True))


async def test_vectors_are_floats_of_unit_length(embedder: Embedder) -> None:
    vectors = await embedder.embed(["Rope is in shed 1.", "Größe 7 … 東京 🎈"])
    vectors += (await embedder.embed_query("where is the rope"),)
    for vector in vectors:
        assert vector is not None and len(vector) == embedder.dimensions
        assert all(type(value) is float for value in vector)
        assert math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-5)


async def test_blank_texts_keep_their_place(embedder: Embedder) -> None:
    texts = ["Rope is in shed 1.", "", " \n\t", "\u200b", "Tar is in shed 2."]
    vectors = await embedder.embed(texts)
    assert [vector is None for vector in vectors] == [False, True, True, True, False]
    assert vectors[0] != vectors[4]
    assert await embedder.embed(["", "\ufeff"]) == (None, None)
    assert await embedder.embed([]) == ()


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u2060\n"])
async def test_a_blank_question_has_no_vector(embedder: Embedder, text: str) -> None:
    assert await embedder.embed_query(text) is None


@pytest.mark.parametrize(
    "text", ["half a pair \ud83d here", "before\0after", "!?", "—", "👍", "_" * 50, "x" * 300]
)
async def test_any_visible_text_has_a_vector(embedder: Embedder, text: str) -> None:
    [vector] = await embedder.embed([text])
    assert vector is not None and math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-5)


async def test_what_follows_a_nul_counts(embedder: Embedder) -> None:
    cut, whole = await embedder.embed(["harbour", "harbour\0 dentist reminder"])
    assert cosine(cut, whole) < 0.99


async def test_a_text_has_one_vector_whatever_stands_beside_it(embedder: Embedder) -> None:
    [alone] = await embedder.embed(["The harbour fee rises in May."])
    among = await embedder.embed(["Tar.", "The harbour fee rises in May.", "A much longer line " * 20])
    assert cosine(alone, among[1]) > 0.999


async def test_the_nearest_text_speaks_of_the_same_thing(embedder: Embedder) -> None:
    texts = ["the lease of the harbour shed", "a cake with plums", "how to splice rope"]
    vectors = await embedder.embed(texts)
    question = await embedder.embed_query("plums for the cake")
    assert max(range(3), key=lambda place: cosine(question, vectors[place])) == 1


async def test_many_callers_at_once(embedder: Embedder) -> None:
    texts = [f"crate {number} stands on quay {number % 3}" for number in range(12)]
    expected = await embedder.embed(texts)
    found = await asyncio.gather(*(embedder.embed([text]) for text in texts))
    assert all(cosine(vector, want) > 0.999 for [vector], want in zip(found, expected, strict=True))


async def test_the_name_is_stable(embedder: Embedder) -> None:
    assert embedder.name and embedder.name == embedder.name.strip()
