"""`kg cypher`: questions in Cypher, read-only."""

from typing import Any

import click
from rich.table import Table

from kg import bootstrap
from kg.errors import UsageError
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run


@click.command(
    epilog="\b\nExamples:\n  kg cypher 'MATCH (e:Entity) RETURN e.name LIMIT 5'\n  kg cypher --cookbook entities\n"
    "  kg cypher --cookbook list"
)
@click.argument("query", required=False)
@click.option("--cookbook", metavar="NAME", help="A ready-made question; `list` names them.")
@click.option("--limit", default=1000, show_default=True, help="Most rows to give back.")
@click.option("--timeout", default=10.0, show_default=True, help="Seconds, held by the server.")
@asked
def cypher(call: Call, query: str | None, cookbook: str | None, limit: int, timeout: float) -> None:
    """Ask the graph in Cypher. A statement is planned first and runs only if its plan reads and nothing else.

    A statement of your own reads the whole graph, every workspace and scope: it is for who runs the engine. The
    cookbook's questions show what the principal may read.
    """
    if (query is None) == (cookbook is None):
        raise UsageError("Give a statement, or --cookbook NAME (--cookbook list shows the names).")
    if cookbook == "list":
        call.show({"cookbook": bootstrap.cookbook()}, _names)
        return
    with bars(call.json) as progress:
        shape = run(bootstrap.ask_cypher(call.settings, query, cookbook, limit, timeout, progress))
    call.show(shape, _rows)


def _names(shape: Any) -> None:
    for entry in shape["cookbook"]:
        render.out().print(f"{entry['name']}  [dim]{render.clean(entry['doc'])}[/dim]")


def _rows(shape: Any) -> None:
    table = Table(box=None, pad_edge=False)
    for column in shape["columns"]:
        table.add_column(render.clean(column), overflow="fold")
    for row in shape["rows"]:
        table.add_row(*(render.clean(_cell(value)) for value in row))
    console = render.out()
    console.print(table)
    if shape.get("more"):
        console.print(f"[dim]… the first {len(shape['rows'])} rows; there are more (--limit)[/dim]")


def _cell(value: Any) -> str:
    return "" if value is None else str(value)
