"""`kg purge`: erasing for good, asked once, and looked after."""

from pathlib import Path
from typing import Any

import click

from kg import bootstrap
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run
from kg.service.cli.consent import agree, confirm_sending

REFUSAL = "Nothing was purged. Run it again with --yes."
YES = click.option("--yes", is_flag=True, help="Do not ask.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def purge() -> None:
    """Erase for good. Your files stay as they are, with all they hold; what kg made of them goes, and does not come
    back by a sync."""


@purge.command(name="document", epilog="Example: kg purge document ~/notes/private.md")
@click.argument("path", type=click.Path(path_type=Path))
@YES
@asked
def document(call: Call, path: Path, yes: bool) -> None:
    """What is known of the file at PATH goes for good: text, card, facts, tombstones, ledger. Only hashes of its path
    and content are remembered, so that a sync does not take it in again (kg purge allow lifts that)."""
    if not yes:
        _ask(run(bootstrap.purge_file(call.settings, path, False)))
    with bars(call.json) as progress:
        shape = run(bootstrap.purge_file(call.settings, path, True, progress))
    _end(call, shape)


def _thing(what: str) -> click.Command:
    @click.argument("name")
    @click.option("--no-wait", is_flag=True, help="Leave vectors and distilling to `kg work`.")
    @YES
    @asked
    def command(call: Call, name: str, no_wait: bool, yes: bool) -> None:
        if not yes:
            _ask(run(bootstrap.purge_thing(call.settings, name, False, False)))
        if not no_wait:
            confirm_sending(call, yes)
        with bars(call.json) as progress:
            shape = run(bootstrap.purge_thing(call.settings, name, True, not no_wait, progress))
        _end(call, shape)

    command.__doc__ = (
        f"{what} and every name of it go for good: facts about it, mentions, ledger entries, corrections. The "
        "documents that hold a name are made anew from their files with a placeholder in its place, now and at "
        "every sync; at facts a model is asked for them again. Names in the names of files stay."
    )
    word = what.lower().split()[-1]
    return click.command(name=word, epilog=f'Example: kg purge {word} "Dana Lopez"')(command)


purge.add_command(_thing("The person"))
purge.add_command(_thing("The entity"))


@purge.command(name="allow", epilog="Example: kg purge allow ~/notes/private.md")
@click.argument("path", type=click.Path(path_type=Path))
@asked
def allow(call: Call, path: Path) -> None:
    """The file at PATH, purged before, may come in again with the next sync."""
    with bars(call.json) as progress:
        shape = run(bootstrap.allow_file(call.settings, path, progress))
    call.show(shape, lambda shown: click.echo(f"{shown['allowed']} comes in again with the next sync."))


def _ask(shape: Any) -> None:
    names = f" (as {', '.join(shape['names'])})" if shape.get("names") else ""
    agree(f"This erases {shape['purged']}{names} for good: {_counted(shape['bill'])}.", REFUSAL)


def _end(call: Call, shape: Any) -> None:
    call.show(shape, _purged)
    if shape["left"]:
        raise click.exceptions.Exit(1)


def _purged(shape: Any) -> None:
    console = render.out()
    console.print(f"{render.clean(shape['purged'])} is purged: {_counted(shape['bill'])}.")
    console.print(f"  looked at {render.clean('; '.join(shape['looked']))}: {shape['left']} left")
    if shape["left"]:
        console.print(f"  [yellow]left: {render.clean(_counted(shape['checked']))}[/yellow]")
    for problem in shape.get("problems", ()):
        console.print(f"  [yellow]{render.clean(problem)}[/yellow]")
    console.print(
        "  your files hold what they held; the engine's own log keeps traces for a while (see README)"
    )


def _counted(bill: Any) -> str:
    return ", ".join(f"{count} {what}" for what, count in bill.items() if count) or "nothing"
