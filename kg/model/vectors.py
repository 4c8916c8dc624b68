"""Which embedder the vectors of an index are of: vectors of two embedders are never compared."""

from dataclasses import dataclass
from typing import Literal

IndexName = Literal["passages", "memory"]
"""The two meaning-level indexes: what is found when asked, and what may be said unasked."""

INDEXES: tuple[IndexName, ...] = ("passages", "memory")

LABELS: dict[IndexName, tuple[str, ...]] = {"passages": ("Card", "Passage"), "memory": ("Fact", "Pointer")}

INDEX_OF: dict[str, IndexName] = {label: name for name, labels in LABELS.items() for label in labels}

UNNAMED = "an embedder without a name"
"""Of vectors that were written before the graph kept the name."""

MOST_DIMENSIONS = 4096
"""The longest vector that Neo4j indexes (Cypher manual, vector indexes). Longer ones are cut and brought back to
unit length, which models of the Matryoshka kind are trained for."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """An embedder as an index knows it. `dimensions` is None where only a reply of the model tells."""

    name: str
    dimensions: int | None

    def __str__(self) -> str:
        return self.name if self.dimensions is None else f"{self.name} ({self.dimensions})"

    def is_that_of(self, other: "Embedding") -> bool:
        """Whether their vectors can be compared, as far as is known."""
        known = self.dimensions is not None and other.dimensions is not None
        return self.name == other.name and (not known or self.dimensions == other.dimensions)


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """One workspace's part of a vector index. Vectors stand in one of two slots; `building` is what is being made
    in the other one, `clearing` whether that still holds what an abandoned run left, `retired` a slot that was in
    use before and is not swept yet."""

    name: IndexName
    embedding: Embedding
    slot: str
    building: Embedding | None = None
    clearing: bool = False
    retired: str | None = None

    @property
    def other_slot(self) -> str:
        return "b" if self.slot == "a" else "a"

    def differs(self, configured: Embedding) -> str | None:
        """One sentence when the configured embedder is another one; None when its vectors can be compared."""
        if self.embedding.is_that_of(configured):
            return None
        return (
            f"The vectors of {self.name} were made by {self.embedding} and {configured} is configured: search by "
            "meaning is off there and no vector is written, words and names go on, nothing is lost. Make them anew "
            "with: kg reindex"
        )


@dataclass(frozen=True, slots=True)
class Built:
    """How far a vector index is that is being made: so many nodes of `total` have their new vector."""

    done: int
    total: int
