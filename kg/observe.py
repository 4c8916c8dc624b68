"""Logs and progress: what a run says about itself, without document text."""

import logging
from typing import Protocol

LOGGER = logging.getLogger("kg")


class Progress(Protocol):
    """Hears how far a long piece of work is. `total` None means not known yet."""

    def __call__(self, stage: str, done: int, total: int | None) -> None: ...


def silent(stage: str, done: int, total: int | None) -> None:
    """The progress of programs and tests: nobody listens."""
