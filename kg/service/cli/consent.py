"""Nothing goes to another machine unasked: one question, with the bill, before text is sent."""

from pathlib import Path
from typing import Any

import click

from kg import bootstrap
from kg.errors import Refused
from kg.service.cli.call import Call, run


def confirm_sending(call: Call, yes: bool, folder: Path | None = None, options: Any = None) -> Any:
    """Asks once when the settings name a model on another machine. With `folder` the bill of its sync is shown
    and returned, else None. Raises `Refused` when the answer is no, or nobody is there to answer."""
    hosted = bootstrap.hosted_models(call.settings)
    if yes or not hosted:
        return None
    bill = None if folder is None else run(bootstrap.plan_sync(call.settings, folder, options))
    amount = "the text that waits" if bill is None else _amount(bill.as_json())
    agree(
        f"This sends {amount} to {' and '.join(hosted)}, on another machine.",
        "Nothing was sent. Run it again with --yes, or set KG_EXTRACTOR=local.",
    )
    return bill


def agree(what: str, refusal: str) -> None:
    """Says what is about to happen and asks once. Raises `Refused` when the answer is no, or nobody is there to
    answer."""
    click.echo(what, err=True)
    try:
        agreed = click.confirm("Go on?", err=True)
    except click.Abort:
        agreed = False
    if not agreed:
        raise Refused(refusal)


def _amount(bill: dict[str, Any]) -> str:
    from kg.service.cli import render

    documents = bill["documents"]
    files = documents["new"] + documents["changed"]
    return f"{files} new or changed files ({render.asked_for(bill)})"
