"""The embedding endpoint: order, blanks, lengths, and errors that say what to do."""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kg.config import Endpoint
from kg.endpoint.call import Limits
from kg.endpoint.embedding import BATCH_TEXTS, EndpointEmbedder
from kg.errors import ModelRefused, ModelUnavailable
from kg.model.vectors import MOST_DIMENSIONS
from tests.fakes.model_server import Answer, ModelServer, direction, embeds, sends, status


@asynccontextmanager
async def served(*script: Answer) -> AsyncIterator[tuple[ModelServer, EndpointEmbedder]]:
    async with ModelServer(*script) as server:
        endpoint = Endpoint("generic", server.base_url, "vec-1", "")
        embedder = EndpointEmbedder(endpoint, Limits(seconds=20, tries=2, first_wait=0.001))
        yield server, embedder
        await embedder.close()


def unit(text: str) -> list[float]:
    vector = direction(text)
    return [value / math.hypot(*vector) for value in vector]


async def test_vectors_come_in_the_order_of_the_texts_whatever_the_order_of_the_reply() -> None:
    async with served(embeds(reverse=True)) as (_, embedder):
        vectors = await embedder.embed(["rope", "tar", "sail"])
    for text, vector in zip(["rope", "tar", "sail"], vectors, strict=True):
        assert vector is not None and vector == pytest.approx(unit(text), abs=1e-6)


async def test_blank_texts_are_never_sent() -> None:
    async with served() as (server, embedder):
        vectors = await embedder.embed(["rope", "", " \u200b\n", "tar"])
        assert await embedder.embed(["", "\t"]) == (None, None)
        assert await embedder.embed_query(" ") is None
    assert [vector is None for vector in vectors] == [False, True, True, False]
    assert [request.body["input"] for request in server.requests] == [["rope", "tar"]]


async def test_many_texts_go_in_bounded_batches() -> None:
    texts = [f"crate {number}" for number in range(2 * BATCH_TEXTS + 1)]
    async with served() as (server, embedder):
        vectors = await embedder.embed(texts)
    assert [len(request.body["input"]) for request in server.requests] == [BATCH_TEXTS, BATCH_TEXTS, 1]
    assert len(set(vectors)) == len(texts)


async def test_vectors_longer_than_an_index_takes_are_cut_and_brought_to_unit_length() -> None:
    async with served(embeds(MOST_DIMENSIONS + 1)) as (_, embedder):
        [vector] = await embedder.embed(["rope"])
    assert vector is not None and len(vector) == MOST_DIMENSIONS
    assert math.isclose(math.hypot(*vector), 1, abs_tol=1e-6)


async def test_only_a_reply_tells_how_long_the_vectors_are() -> None:
    async with served(embeds(768)) as (_, embedder):
        assert embedder.dimensions is None
        [vector] = await embedder.embed(["rope"])
        assert vector is not None and embedder.dimensions == len(vector) == 768


@pytest.mark.parametrize("value", [0.0, math.nan, math.inf])
async def test_a_vector_without_direction_is_no_vector(value: float) -> None:
    async with served(embeds(value=value)) as (_, embedder):
        with pytest.raises(ModelUnavailable, match="without a direction"):
            await embedder.embed(["rope"])


@pytest.mark.parametrize(
    "answer", [embeds(leave_out=1), sends(b"<html>"), sends(b'{"data": []}'), sends(b"{}"), sends(b"")]
)
async def test_too_few_vectors_are_no_vectors(answer: Answer) -> None:
    async with served(answer) as (_, embedder):
        with pytest.raises(ModelUnavailable) as caught:
            await embedder.embed(["rope", "tar"])
    assert "rope" not in caught.value.message


async def test_a_full_endpoint_is_asked_again() -> None:
    async with served(status(429, headers={"Retry-After": "0"})) as (server, embedder):
        [vector] = await embedder.embed(["rope"])
    assert vector is not None and len(server.requests) == 2


@pytest.mark.parametrize(
    ("code", "error"), [(401, ModelRefused), (404, ModelRefused), (500, ModelUnavailable)]
)
async def test_refusals_and_failures_are_told_apart(code: int, error: type[Exception]) -> None:
    async with served(status(code), status(code)) as (_, embedder):
        with pytest.raises(error, match=str(code)):
            await embedder.embed(["rope"])
