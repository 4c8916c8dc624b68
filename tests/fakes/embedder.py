"""A deterministic embedder without weights: texts that share words are near each other."""

import hashlib
import math
from collections.abc import Sequence

from kg.model.texts import is_blank
from kg.ports import Vector


class FakeEmbedder:
    """Each lower-cased word is a fixed direction drawn from its hash; a text is their normalised sum. Counts
    what it was asked, so that a test can say that nothing was embedded twice."""

    def __init__(self, dimensions: int = 384, name: str = "fake-words") -> None:
        self.texts: list[str] = []
        self.queries: list[str] = []
        self.closed = False
        self._dimensions = dimensions
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        self.texts += [text for text in texts if not is_blank(text)]
        return tuple(self._vector(text) for text in texts)

    async def embed_query(self, text: str) -> Vector | None:
        if not is_blank(text):
            self.queries.append(text)
        return self._vector(text)

    async def close(self) -> None:
        self.closed = True

    def _vector(self, text: str) -> Vector | None:
        if is_blank(text):
            return None
        total = [0.0] * self._dimensions
        for word in text.lower().split() or [text]:
            total = [a + b for a, b in zip(total, self._direction(word), strict=True)]
        length = math.sqrt(sum(a * a for a in total))
        return tuple(a / length for a in total)

    def _direction(self, word: str) -> list[float]:
        bits = hashlib.shake_128(word.encode("utf-8", "replace")).digest(self._dimensions)
        return [byte / 127.5 - 1.0 for byte in bits]
