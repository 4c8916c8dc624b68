"""`kg policy`: what each folder lets its content become in memory."""

from pathlib import Path
from typing import Any

import click
from rich.table import Table

from kg import bootstrap
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, run
from kg.service.cli.consent import agree, confirm_sending
from policy.rungs import Rung

FOLDER = click.Path(path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def policy() -> None:
    """Rungs, projects and scopes of folders; the nearest folder that sets a thing decides."""


@policy.command(
    name="set",
    epilog="\b\nExamples:\n  kg policy set ~/work facts\n  kg policy set ~/hr text --scope dept:people",
)
@click.argument("folder", type=FOLDER)
@click.argument("rung", type=click.Choice([rung.value for rung in Rung]), required=False)
@click.option("--scope", metavar="SCOPE", help="Who may read: org, dept:NAME or user:NAME.")
@click.option("--set-project", metavar="NAME", help="The body of work the folder belongs to.")
@click.option("--no-wait", is_flag=True, help="Leave vectors and distilling to `kg work`.")
@click.option("--yes", is_flag=True, help="Do not ask before text is sent to a hosted model.")
@asked
def set_(
    call: Call,
    folder: Path,
    rung: str | None,
    scope: str | None,
    set_project: str | None,
    no_wait: bool,
    yes: bool,
) -> None:
    """Put FOLDER on a rung. It holds for every reader when the command's first step is done; taking nodes back,
    or distilling what is new, follows with a bar and can be interrupted."""
    if not no_wait:
        confirm_sending(call, yes)
    with bars(call.json) as progress:
        shape = run(
            bootstrap.set_policy(call.settings, folder, rung, scope, set_project, not no_wait, progress)
        )
    call.show(shape, _set)
    if shape["receipt"]["problems"]:
        raise click.exceptions.Exit(1)


def _set(shape: Any) -> None:
    console = render.out()
    effective = shape["folder"]
    console.print(
        f"{render.clean(effective['path'])}: {effective['rung']}, project {render.clean(effective['project'])}, "
        f"scope {render.clean(effective['scope'])}"
    )
    if shape["receipt"]["documents"]["seen"]:
        render.work(shape["receipt"])
    else:
        console.print("  nothing of it is in the graph yet; bring it in with: kg sync FOLDER")


@policy.command(
    name="forget",
    epilog="\b\nExamples:\n  kg policy forget ~/notes           it is not synced any more; a sync brings it back\n"
    "  kg policy forget ~/notes --purge   and nothing is kept for its return",
)
@click.argument("folder", type=FOLDER)
@click.option("--purge", is_flag=True, help="Keep nothing for its return: no ledger, no policy, no ids.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@asked
def forget(call: Call, folder: Path, purge: bool, yes: bool) -> None:
    """FOLDER is not synced any more: everything its files wrote is taken back. Your files stay as they are. Its
    policies and the ledger stay, so that syncing it again brings everything back without a model call."""
    if not yes:
        documents = run(bootstrap.count_root(call.settings, folder))
        kept = "nothing is kept for its return" if purge else "its ledger stays for its return"
        agree(
            f"This takes back {documents} documents of {folder}; {kept}.",
            "Nothing was taken back. Run it again with --yes.",
        )
    with bars(call.json) as progress:
        shape = run(bootstrap.unlink_folder(call.settings, folder, purge, progress))
    call.show(shape, _forgotten)


def _forgotten(shape: Any) -> None:
    kept = "nothing of it is kept" if shape["purged"] else "kg sync brings it back without a model call"
    render.out().print(
        f"{render.clean(shape['folder'])} is not synced any more: {shape['removed']} documents taken back, "
        f"{shape['facts']['tombstoned']} facts with them; {kept}."
    )


@policy.command(name="get", epilog="Example: kg policy get ~/work")
@click.argument("folder", type=FOLDER)
@asked
def get(call: Call, folder: Path) -> None:
    """What holds for FOLDER, and which folder decided it."""
    with bars(call.json) as progress:
        call.show(run(bootstrap.get_policy(call.settings, folder, progress)), _explained)


@policy.command(name="list", epilog="Example: kg policy list")
@asked
def list_(call: Call) -> None:
    """Every folder that sets something."""
    with bars(call.json) as progress:
        call.show(run(bootstrap.list_policy(call.settings, progress)), _listed)


def _listed(shape: Any) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("folder", "rung", "project", "scope"):
        table.add_column(column, overflow="fold")
    for row in shape["folders"]:
        table.add_row(*(render.clean(row[column]) for column in ("path", "rung", "project", "scope")))
    render.out().print(table if shape["folders"] else "No folder sets anything: everything is at text.")


@policy.command(name="explain", epilog="Example: kg policy explain ~/notes/plan.md")
@click.argument("file", type=FOLDER)
@asked
def explain(call: Call, file: Path) -> None:
    """Which folder decided for FILE, what its rung touches, and what is in the graph because of it."""
    with bars(call.json) as progress:
        call.show(run(bootstrap.explain_policy(call.settings, file, progress)), _explained)


def _explained(shape: Any) -> None:
    console = render.out()
    for line in shape["lines"]:
        console.print(render.clean(line))
