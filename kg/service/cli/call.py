"""What every command shares: who asks, about which workspace, and in which form the answer is wanted."""

import asyncio
import dataclasses
import functools
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from kg.config import Settings, load

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """One run of a command: the settings with the options laid over them."""

    settings: Settings
    json: bool

    def show(self, shape: Any, render: Callable[[Any], None]) -> None:
        """Prints the stable JSON shape for programs, or the rendering for people."""
        if self.json:
            click.echo(json.dumps(shape, ensure_ascii=False, indent=2))
        else:
            render(shape)


def rendered(name: str) -> Callable[[Any], None]:
    """The rendering of that name, imported when it is needed: programs ask for JSON and never pay for it."""

    def show(shape: Any) -> None:
        from kg.service.cli import render

        getattr(render, name)(shape)

    return show


def asked(function: Callable[..., T]) -> Callable[..., T]:
    """Adds the common options to a command and hands them over as its first argument, a `Call`."""

    @click.option("--as", "principal", metavar="PRINCIPAL", help="Who asks (default: KG_PRINCIPAL).")
    @click.option("--workspace", metavar="NAME", help="Workspace (default: KG_WORKSPACE).")
    @click.option("--project", metavar="NAME", help="Only this project (default: KG_PROJECT, else all).")
    @click.option("--json", "as_json", is_flag=True, help="The answer as JSON, for programs.")
    @functools.wraps(function)
    def wrapper(
        principal: str | None, workspace: str | None, project: str | None, as_json: bool, **rest: Any
    ) -> T:
        settings = load()
        changed = dataclasses.replace(
            settings,
            principal=principal or settings.principal,
            workspace=workspace or settings.workspace,
            project=project or settings.project,
        )
        return function(Call(changed, as_json), **rest)

    return wrapper


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs one use case to its end. Ctrl-C cancels it, so that what was begun is left resumable."""
    return asyncio.run(work)
