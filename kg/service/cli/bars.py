"""Progress bars on standard error, so that an answer on standard output stays clean."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kg import observe

if TYPE_CHECKING:
    from rich.progress import Progress

BYTES_STAGE = "download"
"""Stages that begin with this word count bytes, not items."""


class Bars:
    """One line per stage. A stage whose total is unknown pulses."""

    def __init__(self, progress: "Progress", downloads: "Progress") -> None:
        self._items, self._bytes = progress, downloads
        self._tasks: dict[str, object] = {}

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        progress = self._bytes if stage.startswith(BYTES_STAGE) else self._items
        task = self._tasks.get(stage)
        if task is None:
            progress.start()
            task = self._tasks[stage] = progress.add_task(stage, total=total)
        progress.update(task, completed=done, total=total)  # type: ignore[arg-type]


@contextmanager
def bars(quiet: bool = False) -> Iterator[observe.Progress]:
    """Bars on a terminal; silence for programs and pipes."""
    if quiet:
        yield observe.silent
        return
    # Imported where a person looks on: it takes longer than a short answer to a program.
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    console = Console(stderr=True)
    if not console.is_terminal:
        yield observe.silent
        return
    label = TextColumn("{task.description}")
    items = Progress(label, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console)
    downloads = Progress(label, BarColumn(), DownloadColumn(), TimeElapsedColumn(), console=console)
    try:
        yield Bars(items, downloads)
    finally:
        items.stop()
        downloads.stop()
