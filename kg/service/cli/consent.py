"""Nothing goes to another machine unasked: one question, with the bill, before text is sent."""

from pathlib import Path

import click

from kg import bootstrap
from kg.errors import Refused
from kg.service.cli.call import Call, run


def confirm_sending(call: Call, yes: bool, folder: Path | None = None) -> None:
    """Asks once when the settings name a model on another machine; `folder` gives the bill of its sync. Raises
    `Refused` when the answer is no, or nobody is there to answer."""
    hosted = bootstrap.hosted_models(call.settings)
    if yes or not hosted:
        return
    amount = "the text that waits" if folder is None else _bill(call, folder)
    click.echo(f"This sends {amount} to {' and '.join(hosted)}, on another machine.", err=True)
    try:
        agreed = click.confirm("Go on?", err=True)
    except click.Abort:
        agreed = False
    if not agreed:
        raise Refused("Nothing was sent. Run it again with --yes, or set KG_EXTRACTOR=local.")


def _bill(call: Call, folder: Path) -> str:
    bill = run(bootstrap.plan_sync(call.settings, folder))
    documents = bill["documents"]
    files = documents["new"] + documents["changed"]
    return f"{files} new or changed files ({bill['model_calls']} model calls, about {bill['tokens']['in']} tokens)"
