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
@click.option("--status", metavar="STATUS", help="live, stale, tombstoned or retracted.")
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


@facts.command(
    name="retract",
    epilog='\b\nExamples:\n  kg facts retract 3f1c9a\n  kg facts retract 3f1c9a --reason "another Northwind"',
)
@click.argument("fact_id", metavar="ID")
@click.option("--reason", metavar="TEXT", help="Why, for the ledger.")
@asked
def retract(call: Call, fact_id: str, reason: str | None) -> None:
    """This fact is not so: it leaves memory at once, and stays out however often files say it, until it is undone."""
    with bars(call.json) as progress:
        done = run(bootstrap.retract_fact(call.settings, fact_id, reason, progress))
    call.show(done, _corrected)


@facts.command(
    name="correct",
    epilog="\b\nExamples:\n"
    '  kg facts correct 3f1c9a --object "52,000 EUR a year"\n'
    "  kg facts correct 3f1c9a --subject Northwind --valid-from 2026-01-01 --reason typo",
)
@click.argument("fact_id", metavar="ID")
@click.option("--subject", metavar="NAME", help="Who or what it is about.")
@click.option("--relation", metavar="TEXT", help="How subject and object are related.")
@click.option("--object", "object_", metavar="TEXT", help="A name, an amount, a date, other words.")
@click.option("--kind", metavar="KIND", help="What the object is, when its words do not tell.")
@click.option("--valid-from", metavar="DATE", help="From when on it holds.")
@click.option("--valid-to", metavar="DATE", help="Until when it holds.")
@click.option("--modality", metavar="WORD", help="asserted, planned, requested, hedged, negated or asked.")
@click.option("--reason", metavar="TEXT", help="Why, for the ledger.")
@asked
def correct(
    call: Call,
    fact_id: str,
    subject: str | None,
    relation: str | None,
    object_: str | None,
    kind: str | None,
    valid_from: str | None,
    valid_to: str | None,
    modality: str | None,
    reason: str | None,
) -> None:
    """This fact is so, and not as it was said: what you give goes in place of its parts, at once and for whoever
    says it later. It keeps its sources, and lives as long as one of them does."""
    from ingest.correct import Words

    words = Words(subject, relation, object_, kind, modality, valid_from, valid_to)
    with bars(call.json) as progress:
        done = run(bootstrap.correct_fact(call.settings, fact_id, words, reason, progress))
    call.show(done, _corrected)


@facts.command(name="undo", epilog="Example: kg facts undo 7b20d1")
@click.argument("correction", metavar="CORRECTION")
@asked
def undo(call: Call, correction: str) -> None:
    """A correction stands no more: what files say holds again. Its entry stays in the ledger."""
    with bars(call.json) as progress:
        call.show(run(bootstrap.undo_correction(call.settings, correction, progress)), _corrected)


@facts.command(
    name="corrections", epilog="\b\nExamples:\n  kg facts corrections\n  kg facts corrections --json"
)
@click.option("--limit", default=100, show_default=True, help="Most corrections to give back.")
@click.option("--offset", default=0, show_default=True, help="Corrections to pass over, for paging.")
@asked
def corrections(call: Call, limit: int, offset: int) -> None:
    """What people took out or put right, latest first, and what was undone of it."""
    with bars(call.json) as progress:
        found = run(bootstrap.list_corrections(call.settings, limit, offset, progress))
    call.show(as_json(found), render.corrections)


def _corrected(shape: Any) -> None:
    console = render.out()
    console.print(f"correction {shape['correction'][:10]} of fact {shape['fact'][:10]}")
    for fact in shape["facts"]:
        render.fact_lines(console, fact, quotes=True)


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
