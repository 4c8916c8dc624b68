"""`kg fingerprint` and `kg rebuild`: what the graph holds, as one number to compare, and made anew."""

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


@click.command(epilog="\b\nExamples:\n  kg rebuild\n  kg rebuild --json")
@asked
def rebuild(call: Call) -> None:
    """Make the graph anew from the files and the ledger, without a call to any model: text, cards, names, facts,
    vectors. Policy, corrections, what was paid for and what was retired stay as they are. For a graph that was
    damaged or edited by hand. Interrupt it at any time; the same command goes on."""
    with bars(call.json) as progress:
        done = run(bootstrap.rebuild(call.settings, progress))
    call.show(done, _rebuilt)
    if done["problems"]:
        raise click.exceptions.Exit(1)


def _rebuilt(shape: Any) -> None:
    console = render.out()
    said = {
        True: "it is another one now",
        False: "equal to what was there",
        None: "an earlier rebuild was finished",
    }
    console.print(f"[bold]{shape['documents']} files[/bold] made anew: {said[shape['changed']]}")
    if shape["waiting"]:
        console.print(f"  {shape['waiting']} wait for a model; ask it with: kg work")
    if shape["swept"]:
        console.print(f"  {shape['swept']} facts were there that nothing said")
    for problem in shape["problems"][: render.NAMED]:
        console.print(
            f"  [yellow]{render.short(problem['path'])}[/yellow] {render.clean(problem['message'])}"
        )
    console.print(f"  [dim]{shape['seconds']:.1f} s[/dim]")
