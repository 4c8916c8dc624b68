"""`kg about`, `search`, `recall`: the answers."""

from datetime import date
from pathlib import Path

import click

from kg import bootstrap
from kg.errors import NotFound, UsageError
from kg.model.answers import EntityCard, UnknownName, as_json
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run


def day(text: str | None) -> date | None:
    """A date from the command line, ISO only, so that nobody has to guess."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is no date; write it as 2026-11-30.") from None


@click.command(epilog="\b\nExamples:\n  kg about Northwind\n  kg about 'Dana Reyes' --as-of 2026-10-01")
@click.argument("name")
@click.option("--as-of", metavar="DATE", help="What held on that day.")
@asked
def about(call: Call, name: str, as_of: str | None) -> None:
    """What do we know about NAME: facts with file and quote, what was asked for, what changed, what is around it."""
    with bars(call.json) as progress:
        answer = run(bootstrap.ask_about(call.settings, name, day(as_of), progress))
    match answer:
        case EntityCard():
            call.show(as_json(answer), render.about)
        case UnknownName():
            raise NotFound(answer.message)


@click.command(
    epilog="\b\nExamples:\n  kg search 'label printer'\n  kg search ERR_0x80 --in ~/notes/logs --limit 5"
)
@click.argument("query")
@click.option("--in", "folder", type=click.Path(path_type=Path), help="Only under this folder.")
@click.option("--limit", default=10, show_default=True, help="Most hits to give back.")
@click.option("--offset", default=0, show_default=True, help="Hits to pass over, for paging.")
@asked
def search(call: Call, query: str, folder: Path | None, limit: int, offset: int) -> None:
    """Pull: find QUERY in passages, cards and facts; by words and by meaning."""
    with bars(call.json) as progress:
        found = run(bootstrap.ask_search(call.settings, query, folder, limit, offset, progress))
    call.show(as_json(found), render.search)


@click.command(
    epilog="\b\nExamples:\n  kg recall 'When do we renew with Northwind?'\n  kg recall 'hello there' --explain"
)
@click.argument("text")
@click.option("--budget", default=300, show_default=True, help="Most tokens to say.")
@click.option("--explain", is_flag=True, help="Every candidate, its scores, and why it was said or not.")
@asked
def recall(call: Call, text: str, budget: int, explain: bool) -> None:
    """Push: the few lines an agent is given before it answers TEXT, from pointers and facts only; silent when
    nothing stands out."""
    with bars(call.json) as progress:
        recalled = run(bootstrap.ask_recall(call.settings, text, budget, explain, progress))
    call.show(as_json(recalled), render.recall)
