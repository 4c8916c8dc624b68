"""`kg sync` and `kg work`: a folder into the graph, and what is left to do."""

import dataclasses
import json
from contextlib import suppress
from pathlib import Path

import click

from ingest.deps import SyncOptions
from kg import bootstrap
from kg.errors import KgError, UsageError
from kg.model.receipt import SyncReceipt
from kg.observe import Progress
from kg.service.cli.bars import bars
from kg.service.cli.call import Call, asked, rendered, run
from kg.service.cli.consent import confirm_sending


@click.command(
    epilog="\b\nExamples:\n  kg sync ~/notes --plan\n  kg sync ~/notes\n  kg sync ~/notes --max-calls 100 --yes\n"
    "  kg sync ~/notes --re-extract --plan\n  kg sync ~/notes --watch\n  kg sync ~/notes --no-wait; kg work"
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--plan", is_flag=True, help="Only the bill: files, segments, model calls, tokens, money; calls nothing."
)
@click.option("--yes", is_flag=True, help="Do not ask before text is sent to a hosted model.")
@click.option("--max-calls", type=int, help="Stop cleanly after this many model calls.")
@click.option("--max-tokens", type=int, help="Stop cleanly after this many model tokens.")
@click.option("--confirm", is_flag=True, help="Yes, more than half of the folder really is gone.")
@click.option(
    "--re-extract",
    is_flag=True,
    help="Replace facts of another extractor, prompt or model; retry what failed.",
)
@click.option("--watch", is_flag=True, help="Stay and follow changes: text at once, facts when it is quiet.")
@click.option(
    "--quiet", type=float, help="Seconds without a change before facts (default: KG_WATCH_QUIET, 30)."
)
@click.option("--no-wait", is_flag=True, help="Return when the text is findable; `kg work` does the rest.")
@asked
def sync(
    call: Call,
    folder: Path,
    plan: bool,
    yes: bool,
    max_calls: int | None,
    max_tokens: int | None,
    confirm: bool,
    re_extract: bool,
    watch: bool,
    quiet: float | None,
    no_wait: bool,
) -> None:
    """Bring FOLDER into the graph: text is findable first, vectors and facts follow. Interrupt it at any time; the
    same command goes on."""
    limits = bootstrap.limits(max_calls, max_tokens)
    options = bootstrap.sync_options(confirm, not no_wait, limits, re_extract)
    with bars(call.json) as progress:
        if plan:
            bill = run(bootstrap.plan_sync(call.settings, folder, options, progress))
            call.show(bill.as_json(), rendered("bill"))
            return
        shown = confirm_sending(call, yes, folder, options)
        if watch:
            _watch(call, folder, options, quiet, progress)
            return
        options = dataclasses.replace(options, planned=shown)
        receipt = run(bootstrap.sync_folder(call.settings, folder, options, progress))
    call.show(receipt.as_json(), rendered("receipt"))
    if receipt.exit_code:
        raise click.exceptions.Exit(receipt.exit_code)


def _watch(call: Call, folder: Path, options: SyncOptions, quiet: float | None, progress: Progress) -> None:
    settings = call.settings
    if quiet is not None:
        if quiet < 0:
            raise UsageError("A quiet time is not negative.")
        settings = dataclasses.replace(settings, watch_quiet=quiet)

    def tell(said: SyncReceipt | KgError) -> None:
        if isinstance(said, KgError):
            click.echo(f"kg: {said.message} Waiting for it.", err=True)
        elif call.json:
            click.echo(json.dumps(said.as_json(), ensure_ascii=False))
        elif said.did_something:
            rendered("receipt")(said.as_json())

    with suppress(KeyboardInterrupt):
        run(bootstrap.watch_folder(settings, folder, options, tell, progress))
    click.echo("kg: stopped watching; what was finished is kept.", err=True)


@click.command(epilog="Example: kg work")
@click.option("--max-calls", type=int, help="Stop cleanly after this many model calls.")
@click.option("--max-tokens", type=int, help="Stop cleanly after this many model tokens.")
@click.option("--yes", is_flag=True, help="Do not ask before text is sent to a hosted model.")
@click.option("--retry", is_flag=True, help="Also what failed for good, or waits for a later try.")
@asked
def work(call: Call, max_calls: int | None, max_tokens: int | None, retry: bool, yes: bool) -> None:
    """Work off what is left to do: taking back, vectors, extractions, retries."""
    confirm_sending(call, yes)
    with bars(call.json) as progress:
        receipt = run(
            bootstrap.work_off(call.settings, bootstrap.limits(max_calls, max_tokens), progress, retry)
        )
    call.show(receipt.as_json(), rendered("work"))
    if receipt.exit_code:
        raise click.exceptions.Exit(receipt.exit_code)
