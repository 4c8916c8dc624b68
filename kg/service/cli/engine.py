"""`kg up`, `down`, `status`, `doctor`: the engine, and how far everything is."""

from typing import Any

import click
from rich.table import Table

from kg import bootstrap
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run


@click.command(epilog="Example: kg up")
@asked
def up(call: Call) -> None:
    """Start the engine (the first time it is fetched, about 180 MB) and say where it answers."""
    with bars(call.json) as progress:
        address = run(bootstrap.engine_up(call.settings, progress))
    password = bootstrap.password_place(call.settings)
    call.show({"uri": address.uri, "user": address.user, "password_in": password}, _up)


def _up(shape: Any) -> None:
    click.echo(
        f"Neo4j answers at {shape['uri']} (user {shape['user']}, password in {shape['password_in']}). "
        "Stop it with: kg down"
    )


@click.command(epilog="Example: kg down")
@asked
def down(call: Call) -> None:
    """Stop the engine. Data stays; the next command starts it again."""
    with bars(call.json) as progress:
        stopped = run(bootstrap.engine_down(call.settings, progress))
    call.show(
        {"stopped": stopped}, lambda _: click.echo("Stopped." if stopped else "No engine of ours runs.")
    )


@click.command(epilog="Examples:\n  kg status\n  kg status --json")
@asked
def status(call: Call) -> None:
    """Where the engine stands and how far the graph is: what is findable, embedded, extracted, waiting."""
    call.show(run(bootstrap.status(call.settings)), _status)


def _status(shape: Any) -> None:
    console = render.out()
    engine = shape["engine"]
    console.print(f"engine: {engine['state']}" + (f" at {engine['uri']}" if engine.get("uri") else ""))
    graph = shape.get("graph")
    if graph is None:
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for state, count in sorted(graph["documents"].items()):
        table.add_row(f"documents {state}", str(count))
    for word in ("passages", "pointers", "facts", "entities"):
        table.add_row(word, str(graph[word]))
    table.add_row("waiting for a vector", str(graph["unembedded"]))
    for state, count in sorted(graph["jobs"].items()):
        table.add_row(f"jobs {state}", str(count))
    for index in graph["vectors"]:
        table.add_row(
            f"vectors of {index['name']} by", render.clean(f"{index['embedder']} ({index['dimensions']})")
        )
        if far := index["building"]:
            table.add_row("  being made", render.clean(f"{far['done']} of {far['total']} by {far['by']}"))
    console.print(table)
    for trouble in graph["troubles"]:
        again = render.tried_again(trouble)
        console.print(
            f"[yellow]{trouble['state']}[/yellow] {render.clean(trouble['path'])}  "
            f"[dim]{render.clean(trouble['reason'])}{again}[/dim]"
        )
    for index in graph["vectors"]:
        if index["notice"]:
            console.print(f"[yellow]{render.clean(index['notice'])}[/yellow]")


@click.command(epilog="Example: kg doctor")
@asked
def doctor(call: Call) -> None:
    """Look at everything a run needs, changing nothing. Exit code 1 when something is wrong."""
    checks = run(bootstrap.doctor(call.settings))
    shape = {"checks": [{"name": c.name, "ok": c.ok, "message": c.message} for c in checks]}
    call.show(shape, _doctor)
    if not all(check.ok for check in checks):
        raise click.exceptions.Exit(1)


def _doctor(shape: Any) -> None:
    console = render.out()
    for check in shape["checks"]:
        mark = "[green]ok[/green]  " if check["ok"] else "[red]no[/red]  "
        console.print(f"{mark}{render.clean(check['name'])}: {render.clean(check['message'])}")
