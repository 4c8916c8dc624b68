"""What a run says about itself, without document text: log lines, progress, and the named steps."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, Protocol

LOGGER = logging.getLogger("kg")

STEPS = (
    "setup.apply",
    "setup.record",
    "policy.set",
    "root.take",
    "root.leave",
    "look",
    "folders.ensure",
    "folders.forget",
    "file.read",
    "text.stage",
    "text.sweep",
    "text.write",
    "document.mark",
    "document.touch",
    "document.move",
    "document.release",
    "document.lower",
    "document.remove",
    "left.sweep",
    "purge.write",
    "jobs.queue",
    "jobs.take",
    "jobs.return",
    "jobs.retry",
    "jobs.finish",
    "extractor.call",
    "ledger.write",
    "facts.part",
    "facts.write",
    "facts.correct",
    "rebuild.stage",
    "rebuild.documents",
    "rebuild.take",
    "vectors.set",
    "vectors.begin",
    "vectors.sweep",
    "vectors.switch",
)
"""Every boundary at which something becomes durable or is paid for. A new one is added here, and to the acts
of `tests/fault`, which kill a run at each."""

Edge = Literal["enter", "leave"]
Listener = Callable[[str, Edge], None]


def _nobody(name: str, edge: Edge) -> None:
    """Nobody listens."""


_listener: Listener = _nobody


def listen(callback: Listener | None) -> None:
    """Has `callback` called at every step of this process, on whatever thread it runs; None ends that."""
    global _listener
    _listener = callback or _nobody


@contextmanager
def step(name: str) -> Iterator[None]:
    """One durable boundary, named in `STEPS`. It is logged with its duration when it is left, and is a point
    where a fault test may end the process: entering, when nothing of it is done, and leaving, when all of it
    is. A step that raises is not left."""
    _listener(name, "enter")
    begun = time.perf_counter()
    yield
    LOGGER.debug("%s %.1f ms", name, (time.perf_counter() - begun) * 1000.0)
    _listener(name, "leave")


class Progress(Protocol):
    """Hears how far a long piece of work is. `total` None means not known yet."""

    def __call__(self, stage: str, done: int, total: int | None) -> None: ...


def silent(stage: str, done: int, total: int | None) -> None:
    """The progress of programs and tests: nobody listens."""
