"""The seams between the rooms. Each protocol has one real implementation and one hand-written fake."""

from collections.abc import Sequence
from typing import Protocol

from kg.model.document import Segment
from kg.model.outcome import Extraction

Vector = tuple[float, ...]


class Extractor(Protocol):
    """Turns a segment into raw claims."""

    @property
    def fingerprint(self) -> str:
        """Stable for one extractor, prompt, model and reply schema; a change makes old facts `kept`."""

    @property
    def hosted(self) -> bool:
        """True when a call leaves the machine and may cost money."""

    async def extract(self, segment: Segment) -> Extraction:
        """One structured call (local extractors: none). Never raises for what a model can do wrong."""

    async def close(self) -> None:
        """Releases connections and threads."""


class Embedder(Protocol):
    """Turns text into vectors of unit length."""

    @property
    def name(self) -> str:
        """Stable name of model and version; vectors of two names are never compared."""

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        """Vectors of texts to be found; a blank text keeps its place as None and is never sent."""

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question; None when blank."""

    async def close(self) -> None: ...
