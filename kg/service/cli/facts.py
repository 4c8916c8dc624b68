"""`kg facts` and `kg ledger`: every fact in memory, its story, and what wrote it."""

from pathlib import Path
from typing import Any

import click

from kg import bootstrap
from kg.model.answers import as_json
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def facts() -> None:
    """The facts in memory that you may read."""


@facts.command(
    name="list", epilog="\b\nExamples:\n  kg facts list\n  kg facts list --entity Northwind --json"
)
@click.option("--entity", metavar="NAME", help="Only facts about this.")
@click.option("--status", metavar="STATUS", help="live, stale or tombstoned.")
@click.option("--limit", default=100, show_default=True, help="Most facts to give back.")
@click.option("--offset", default=0, show_default=True, help="Facts to pass over, for paging.")
@asked
def list_(call: Call, entity: str | None, status: str | None, limit: int, offset: int) -> None:
    """A table of facts."""
    with bars(call.json) as progress:
        listed = run(bootstrap.list_facts(call.settings, entity, status, limit, offset, progress))
    call.show(listed, render.facts)


@facts.command(name="show", epilog="Example: kg facts show 3f1c9a")
@click.argument("fact_id", metavar="ID")
@asked
def show(call: Call, fact_id: str) -> None:
    """The whole story of one fact: sources, quotes, what happened to it. The first letters of its id are enough."""
    with bars(call.json) as progress:
        call.show(as_json(run(bootstrap.show_fact(call.settings, fact_id, progress))), render.fact)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def ledger() -> None:
    """Which extraction of which content wrote which fact."""


@ledger.command(
    name="show",
    epilog="\b\nExamples:\n  kg ledger show ~/notes/a.md\n  kg ledger show ~/notes/a.md --rejected",
)
@click.argument("document", type=click.Path(path_type=Path))
@click.option("--rejected", is_flag=True, help="Only what was refused, and why.")
@asked
def show_ledger(call: Call, document: Path, rejected: bool) -> None:
    """What DOCUMENT wrote: extractions with their cost, facts, tombstones, refused claims."""
    with bars(call.json) as progress:
        shape = as_json(run(bootstrap.show_ledger(call.settings, document, progress)))
    call.show(shape, _refused if rejected else _ledger)


def _ledger(shape: Any) -> None:
    console = render.out()
    console.print(f"[bold]{render.clean(shape['title'])}[/bold]  {shape['state']}, at {shape['rung']}")
    for entry in shape["entries"]:
        place = "earlier state" if entry["start"] is None else f"{entry['start']}–{entry['end']}"
        console.print(
            f"[dim]{place}  {render.clean(entry['fingerprint'])}  {entry['calls']} calls, "
            f"{entry['tokens_in']} + {entry['tokens_out']} tokens, {len(entry['rejections'])} refused[/dim]"
        )
        for fact in entry["facts"]:
            console.print(f"  • {render.clean(fact['text'])}")
        for fact in entry["tombstones"]:
            console.print(f"  [dim strike]{render.clean(fact['text'])}[/dim strike]")


def _refused(shape: Any) -> None:
    for entry in shape["entries"]:
        for refused in entry["rejections"]:
            triple = " – ".join(render.clean(refused[part]) for part in ("subject", "relation", "object"))
            render.out().print(f"{render.clean(refused['reason'])}: {triple}")
