"""Leaving: the sample vault's folder and everything in the graph because of it."""

from pathlib import Path

import click

from kg import bootstrap
from kg.config import Settings
from kg.errors import NotFound
from kg.observe import Progress
from kg.service.cli.call import run
from kg.service.demo.vault import MARKER, remove


def _forget(settings: Settings, folder: Path, progress: Progress) -> None:
    try:
        run(bootstrap.unlink_folder(settings, folder, True, progress))
    except NotFound:
        # A tour that ended before its first sync has nothing in the graph.
        return


def leave(settings: Settings, folder: Path, progress: Progress) -> None:
    """Takes back what the vault wrote, then the folder. The engine, its data and its jars stay: the last line
    says how to remove those."""
    if (folder / MARKER).is_file():
        _forget(settings, folder, progress)
    removed = remove(folder)
    click.echo(
        f"{folder} and what it wrote are gone." if removed else f"There is no sample vault at {folder}."
    )
    if settings.server is None:
        click.echo(
            f"To remove kg's engine and all data: kg down, then delete {settings.home} and {settings.cache}."
        )
