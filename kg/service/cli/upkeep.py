"""`kg fingerprint`: what the graph holds, as one number to compare."""

from dataclasses import asdict
from typing import Any

import click

from kg import bootstrap
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run


@click.command(epilog="\b\nExamples:\n  kg fingerprint\n  kg fingerprint --json")
@asked
def fingerprint(call: Call) -> None:
    """One hash over everything the workspace holds: the same files, policy, extractions and corrections give the
    same hash, on any machine, whatever happened in between.

    \b
    In it:  folders and their policy, documents with state and rung, passages, cards, pointers, segments, names,
            things and values, facts with interval, confidence and words, evidence, links, marks,
            corrections.
    Not in: ids, times of recording, jobs, vectors, the workspace's name; tombstones are counted beside it.
    """
    with bars(call.json) as progress:
        found = run(bootstrap.fingerprint(call.settings, progress))
    call.show(asdict(found), _fingerprint)


def _fingerprint(shape: Any) -> None:
    console = render.out()
    console.print(shape["fingerprint"])
    counted = ", ".join(f"{count} {word}" for word, count in shape["counts"].items() if count)
    console.print(f"  [dim]{counted or 'nothing'}; beside it {shape['tombstones']} tombstones[/dim]")
