"""An embedding endpoint behind `kg.ports.Embedder`."""

import asyncio
import json
import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import httpx2

from kg.config import Endpoint
from kg.endpoint.call import Answered, Caller, Failed, Limits, Sleep
from kg.endpoint.clients import open_embedder
from kg.endpoint.wire import open_client
from kg.errors import ModelRefused, ModelUnavailable
from kg.model.texts import batches, sendable
from kg.model.vectors import MOST_DIMENSIONS
from kg.ports import Vector

if TYPE_CHECKING:
    from graphiti_core.embedder.client import EmbedderClient

BATCH_TEXTS = 64
BATCH_CHARACTERS = 100_000
"""Below the limits of every hosted endpoint known (300,000 tokens and 2,048 texts a request at OpenAI)."""

LIMITS = Limits(reply_bytes=16 * 2**20)
"""64 vectors of 4,096 dimensions as decimal text take about 6 MB."""


class EndpointEmbedder:
    """Any OpenAI-compatible `/embeddings`. Raises `ModelUnavailable` and `ModelRefused`."""

    def __init__(self, endpoint: Endpoint, limits: Limits = LIMITS, sleep: Sleep = asyncio.sleep) -> None:
        self._endpoint = endpoint
        self._limits = limits
        self._caller = Caller(limits, sleep)
        self._opening = asyncio.Lock()
        self._client: EmbedderClient | None = None
        self._dimensions: int | None = None

    @property
    def name(self) -> str:
        return f"endpoint-{self._endpoint.model}"

    @property
    def dimensions(self) -> int | None:
        return self._dimensions

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        places, wanted = sendable(texts)
        vectors: list[Vector | None] = [None] * len(texts)
        found: list[Vector] = []
        for batch in batches(wanted, BATCH_TEXTS, BATCH_CHARACTERS):
            found += await self._ask(batch)
        for place, vector in zip(places, found, strict=True):
            vectors[place] = vector
        return tuple(vectors)

    async def embed_query(self, text: str) -> Vector | None:
        [vector] = await self.embed([text])
        return vector

    async def close(self) -> None:
        if "_http" in self.__dict__:
            await self._http.aclose()

    @cached_property
    def _http(self) -> httpx2.AsyncClient:
        limits = self._limits
        return open_client(self._endpoint.base_url, limits.reply_bytes, limits.seconds, limits.at_once)

    async def _opened(self) -> "EmbedderClient":
        async with self._opening:
            if self._client is None:
                # Importing the libraries takes seconds; the loop goes on meanwhile.
                self._client = await asyncio.to_thread(
                    open_embedder, self._endpoint, self._http, MOST_DIMENSIONS
                )
        return self._client

    async def _ask(self, texts: list[str]) -> list[Vector]:
        client = await self._opened()
        found: list[list[float]] = []

        async def send() -> None:
            found[:] = await client.create_batch(texts)

        match await self._caller.call(send):
            case Failed(failure=failure):
                kind = ModelUnavailable if failure.retryable else ModelRefused
                raise kind(f"The embedding endpoint {failure.reason}. Nothing was changed.")
            case Answered(body=body):
                vectors = [_unit(vector) for vector in _in_order(found, body, len(texts))]
                self._dimensions = len(vectors[0])
                return vectors


def _in_order(vectors: list[list[float]], body: bytes, wanted: int) -> list[list[float]]:
    """The vectors in the order of the texts: the clients keep the order of the reply, which says itself
    which text each belongs to."""
    if len(vectors) != wanted:
        raise ModelUnavailable(
            f"The embedding endpoint sent {len(vectors)} vectors for {wanted} texts. Nothing was changed."
        )
    items = json.loads(body)["data"]
    places = {item.get("index", number): number for number, item in enumerate(items)}
    if sorted(places) != list(range(wanted)):
        return vectors
    return [vectors[places[number]] for number in range(wanted)]


def _unit(vector: list[float]) -> Vector:
    length = math.hypot(*vector)
    if not math.isfinite(length) or length == 0:
        raise ModelUnavailable(
            "The embedding endpoint sent a vector without a direction. Nothing was changed."
        )
    return tuple(value / length for value in vector)
