"""`kg bench`: measures that anyone can repeat. Their code stands beside the tests of a checkout."""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import click

from kg.errors import UsageError
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run

CHECKOUT = Path(__file__).resolve().parents[3]
BENCHES = {"growing-log": "growing_log", "notes": "notes", "sync-speed": "sync_speed"}
"""Name of a measure to its module in `tests/bench`. Each has `measure(settings, options, progress)`, which
gives numbers and texts by flat keys, `name` and `n` among them."""


@click.command(
    epilog="\b\nExamples:\n  kg bench growing-log --data ~/data/changelog\n"
    "  kg bench sync-speed --data ~/data/handbook --files 10000 --json\n"
    "  kg bench notes --extractor local --batches seventh,eleventh"
)
@click.argument("name", type=click.Choice(sorted(BENCHES)))
@click.option("--data", type=click.Path(path_type=Path), help="The data; nothing is downloaded.")
@click.option("--only", metavar="A-B", help="Only these parts of the data, counted from 0.")
@click.option("--files", type=int, default=10_000, help="Size of a generated tree.")
@click.option("--extractor", default="local", help="Whose facts are measured.")
@click.option("--batches", default="", metavar="A,B", help="Only these batches of labelled notes.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="The result as JSON (default: in KG_HOME/bench)."
)
@asked
def bench(
    call: Call,
    name: str,
    data: Path | None,
    only: str | None,
    files: int,
    extractor: str,
    batches: str,
    out: Path | None,
) -> None:
    """Measure NAME on this machine and write one JSON file. Run it from a checkout; it works in a workspace of
    its own, which is removed at the end."""
    if not (CHECKOUT / "tests" / "bench").is_dir():
        raise UsageError("Benches are part of a checkout, not of an installed kg. Nothing was measured.")
    sys.path.insert(0, str(CHECKOUT))
    measuring = importlib.import_module(f"tests.bench.{BENCHES[name]}")
    named = tuple(filter(None, batches.split(",")))
    told = importlib.import_module("tests.bench.options")
    options = told.Options(data, _range(only), files, extractor, named)
    with bars(call.json) as progress:
        result: dict[str, Any] = run(measuring.measure(call.settings, options, progress))
    path = out or call.settings.home / "bench" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", "utf-8")
    call.show(result, _lines)


def _range(only: str | None) -> tuple[int, int] | None:
    if only is None:
        return None
    first, _, last = only.partition("-")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise UsageError(f"{only!r} is no range; write it as 0-49. Nothing was measured.")
    return int(first), int(last)


def _lines(result: dict[str, Any]) -> None:
    for key, value in result.items():
        click.echo(f"{key:32} {value:.3f}" if isinstance(value, float) else f"{key:32} {value}")
