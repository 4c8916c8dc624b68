"""The command line: each command is a thin translator of a use case in `kg.bootstrap`.

Commands are imported when they are called, so that `kg recall` does not pay for what `kg sync` needs.
"""

import importlib
import json
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

import click

from kg.errors import KgError

COMMANDS = {
    "about": "answers",
    "bench": "bench",
    "cypher": "cypher",
    "demo": "demo",
    "doctor": "engine",
    "down": "engine",
    "facts": "facts",
    "fingerprint": "upkeep",
    "ledger": "facts",
    "policy": "policy",
    "purge": "purge",
    "rebuild": "upkeep",
    "recall": "answers",
    "reindex": "reindex",
    "search": "answers",
    "status": "engine",
    "sync": "sync",
    "up": "engine",
    "work": "sync",
}
"""Command name to the module of this package that holds it."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kg.service.cli.{COMMANDS[cmd_name]}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="kg-librarian", prog_name="kg")
def cli() -> None:
    """A knowledge service for files nobody ranked: what each folder becomes in memory is yours to say.

    \b
    Examples:
      kg demo                       see it work on a sample vault
      kg policy set ~/work facts    distil this folder into facts
      kg sync ~/work                bring the folder into the graph
      kg about Northwind            what do we know about it
      kg search "printer invoice"   find it in the files' text
      kg recall "When do we renew?" what an agent would be told unasked
    """


def fail(error: KgError, as_json: bool) -> int:
    """Prints one error the way the caller reads: a sentence, or one JSON shape. Returns the exit code."""
    if as_json:
        shape: dict[str, Any] = {"error": {"code": error.code, "message": error.message}}
        click.echo(json.dumps(shape, ensure_ascii=False))
    else:
        click.echo(f"kg: {error.message}", err=True)
    return error.exit_code


def main() -> None:
    """Entry point: exit codes 0 ok, 1 some items failed, 2 usage, 3 engine or model unreachable."""
    # A polite end from outside is Ctrl-C: work is given back, and the next run goes on.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        cli.main(prog_name="kg", standalone_mode=False)
    except KgError as error:
        sys.exit(fail(error, "--json" in sys.argv))
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.Abort:
        click.echo(
            "kg: interrupted; what was finished is kept, the same command goes on from here.", err=True
        )
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        click.echo(
            "kg: interrupted; what was finished is kept, the same command goes on from here.", err=True
        )
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output (head, less) left; that is no failure of ours.
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        sys.exit(fail(unexpected(error), "--json" in sys.argv))


def unexpected(error: Exception) -> KgError:
    """A fault of kg itself, for people: where it happened, without the message, which may hold document text."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown place"
    return KgError(
        f"Something went wrong inside kg ({type(error).__name__} at {place}). What was stored before is safe; try "
        "again, and look with kg doctor."
    )
