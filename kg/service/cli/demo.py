"""`kg demo`: the main job on a sample vault."""

from pathlib import Path

import click

from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked


@click.command(epilog="\b\nExamples:\n  kg demo\n  kg demo --folder ~/tour\n  kg demo --remove")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=Path("~/kg-demo"),
    show_default=True,
    help="Where it goes.",
)
@click.option("--remove", is_flag=True, help="Take the sample vault and everything it wrote away again.")
@asked
def demo(call: Call, folder: Path, remove: bool) -> None:
    """A sample vault on four rungs, synced, then asked. Needs no key and no network but package registries."""
    from kg.service.demo.leave import leave
    from kg.service.demo.tour import Tour

    place = folder.expanduser().absolute()
    if remove:
        with bars(call.json) as progress:
            leave(call.settings, place, progress)
    else:
        Tour(call.settings, place).walk()
