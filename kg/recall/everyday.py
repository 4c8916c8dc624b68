"""What a turn is like when it is about nothing in memory: its nearness to sentences anyone may say.

Cosines of a small embedder are crowded (with e5 nearly all lie between .75 and .90) and their level differs
from turn to turn, so no fixed cosine tells a greeting from a question. The same turn's cosines to these
sentences do: what memory holds must come nearer to it than everyday talk. (The idea is the cohort
normalisation of speaker recognition: Auckenthaler et al., 2000.)"""

import base64
import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from operator import mul
from statistics import fmean, pstdev

from kg.ports import Embedder, Vector

SENTENCES = (
    "Hello, nice to meet you.",
    "Thank you very much for your help.",
    "Good evening everyone, sleep well.",
    "How is it going?",
    "Yes, that is fine with me.",
    "No, please stop doing that.",
    "Sorry, I did not understand, say it again.",
    "I agree with what you said.",
    "The weather is lovely, the sun is shining.",
    "I am going to have dinner now.",
    "I feel exhausted and a little sick.",
    "That was really funny!",
    "Congratulations and best wishes!",
    "Please rewrite this text in a friendlier tone.",
    "Make it longer and fix the grammar.",
    "Tell me a story about a dragon.",
    "Who created you and what can you do?",
    "What is the population of France?",
    "How do I cook rice?",
    "How do I reverse a list in Python?",
    "Explain how photosynthesis works.",
    "Who painted the Mona Lisa?",
    "What is the meaning of this word?",
    "Recommend me a film to watch tonight.",
    "How many grams are in an ounce?",
    "Let us move on to the next topic.",
    "Wait a second, I will return shortly.",
    "I like this music and this game.",
)
"""Courtesy, small talk, requests about the text at hand, and questions of general knowledge."""

NEAREST = 3
"""The level is the mean of the three nearest: one alone may be a chance likeness."""
LEAST_SPREAD = 0.005
"""So that an embedder for which all sentences are alike does not make every difference enormous."""


@dataclass(frozen=True, slots=True)
class Background:
    """One turn against everyday talk: cosines at or below `level` say nothing; `spread` is the unit."""

    level: float
    spread: float

    def stands_out(self, cosine: float) -> float:
        """How far a cosine lies above everyday talk, in units of its spread."""
        return (cosine - self.level) / self.spread


class Everyday:
    """The sentences' vectors by one embedder: shipped for the usual one, else made once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: tuple[Vector, ...] | None = None

    async def background(self, turn: Vector) -> Background:
        """The background of a turn's vector. Raises what the embedder raises."""
        if self._vectors is None:
            self._vectors = shipped(self._embedder.name) or await embedded(self._embedder)
        return background(turn, self._vectors)


def background(turn: Vector, sentences: Sequence[Vector]) -> Background:
    """Level and spread of a turn's cosines to the sentences (vectors of unit length)."""
    cosines = sorted((sum(map(mul, turn, sentence)) for sentence in sentences), reverse=True)
    return Background(fmean(cosines[:NEAREST]), max(pstdev(cosines), LEAST_SPREAD))


async def embedded(embedder: Embedder) -> tuple[Vector, ...]:
    """The sentences' vectors, made now."""
    return tuple(vector for vector in await embedder.embed(SENTENCES) if vector is not None)


def shipped(name: str) -> tuple[Vector, ...] | None:
    """The vectors that come with the package, when they are by this embedder: a fresh process then need not
    embed thirty sentences before its first answer."""
    stored = json.loads((files(__package__) / "everyday.json").read_text("ascii"))
    return unpack(stored["vectors"], stored["dimensions"]) if stored["embedder"] == name else None


def pack(vectors: Sequence[Vector]) -> str:
    """Vectors as half-precision numbers in base64."""
    numbers = [number for vector in vectors for number in vector]
    return base64.b64encode(struct.pack(f"<{len(numbers)}e", *numbers)).decode("ascii")


def unpack(text: str, dimensions: int) -> tuple[Vector, ...]:
    """The reverse of `pack`, to half precision."""
    raw = base64.b64decode(text)
    numbers = struct.unpack(f"<{len(raw) // 2}e", raw)
    return tuple(numbers[at : at + dimensions] for at in range(0, len(numbers), dimensions))
