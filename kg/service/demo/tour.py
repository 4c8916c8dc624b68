"""The tour: a sample vault on four rungs, synced, asked, demoted and brought back. Every answer is a real one."""

import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click

from ingest.deps import SyncOptions
from kg import bootstrap
from kg.config import Settings
from kg.model.answers import EntityCard, as_json
from kg.model.receipt import SyncReceipt
from kg.observe import Progress
from kg.service.cli import render
from kg.service.cli.bars import bars
from kg.service.cli.call import run
from kg.service.demo.vault import RUNGS, WEEKLY, unpack

T = TypeVar("T")

QUESTION = "When should we start the renewal conversation with Northwind?"
SMALL_TALK = "Thanks, that was a lovely lunch. How was your weekend?"
BODY = "replacement of a label printer"


class Tour:
    """Says what it does, then does it."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self._folder = settings, folder
        self._console = render.out()

    def walk(self) -> None:
        """The whole tour. Raises `KgError`."""
        begun = time.monotonic()
        self._arrive()
        self._about()
        self._recall(QUESTION, "An agent is about to answer this. Unasked, memory says")
        self._recall(SMALL_TALK, "And to small talk")
        self._search()
        self._demote()
        self._farewell(time.monotonic() - begun)

    def _do(self, use_case: Callable[[Progress], Coroutine[Any, Any, T]]) -> T:
        """Runs one use case under bars of its own, which are gone before its answer is printed."""
        with bars() as progress:
            return run(use_case(progress))

    def _say(self, text: str) -> None:
        self._console.print(f"\n[bold cyan]{render.clean(text)}[/bold cyan]")

    def _arrive(self) -> None:
        unpack(self._folder)
        self._say(f"A sample vault is at {self._folder}, one folder on each rung:")
        for name, rung in RUNGS.items():
            self._console.print(f"  {name + '/':<12} {rung}")
            self._policy(name, rung, wait=False)
        self._say("Synced: text is findable first, vectors and facts follow. The receipt:")
        render.receipt(self._sync().as_json())

    def _policy(self, name: str, rung: str, wait: bool = True) -> Any:
        folder = self._folder / name
        return self._do(lambda p: bootstrap.set_policy(self._settings, folder, rung, None, None, wait, p))

    def _sync(self) -> SyncReceipt:
        return self._do(lambda p: bootstrap.sync_folder(self._settings, self._folder, SyncOptions(), p))

    def _about(self) -> None:
        self._say("kg about Northwind")
        card = self._card()
        if card is not None:
            render.about(as_json(card))

    def _card(self) -> EntityCard | None:
        answer = self._do(lambda p: bootstrap.ask_about(self._settings, "Northwind", None, p))
        return answer if isinstance(answer, EntityCard) else None

    def _recall(self, turn: str, heading: str) -> None:
        self._say(f"{heading}:  kg recall {turn!r}")
        render.recall(as_json(self._do(lambda p: bootstrap.ask_recall(self._settings, turn, 300, False, p))))

    def _search(self) -> None:
        self._say(f"The invoices stand at text: found when asked.  kg search {BODY!r}")
        found = self._do(lambda p: bootstrap.ask_search(self._settings, BODY, None, 1, 0, p))
        render.search(as_json(found))
        self._recall(BODY, "But never volunteered")

    def _demote(self) -> None:
        weekly = (self._folder / WEEKLY).as_posix()
        before = self._facts()
        self._say(f"Take the weekly notes down a rung.  kg policy set {self._folder / WEEKLY} text")
        self._policy(WEEKLY.as_posix(), "text")
        after = self._facts()
        only = {key for key, paths in before.items() if all(path.startswith(weekly + "/") for path in paths)}
        gone = before.keys() - after.keys()
        self._console.print(
            f"  {len(before)} facts before, {len(gone)} gone, {len(after)} stay. "
            f"Only from the weekly notes: {len(only)}; gone and only those: {'yes' if gone == only else 'NO'}."
        )
        self._recall(QUESTION, "Now the same question")
        self._say("And back up: nothing is read by a model again, the ledger has it.")
        receipt = self._policy(WEEKLY.as_posix(), "facts")["receipt"]
        render.work(receipt)
        self._console.print(f"  {len(self._facts())} facts again")

    def _facts(self) -> dict[str, list[str]]:
        """Live facts by id, with the files each rests on."""
        listed = self._do(lambda p: bootstrap.list_facts(self._settings, None, "live", 5_000, 0, p))
        return {fact["id"]: [e["path"] for e in fact["evidence"]] for fact in listed["facts"]}

    def _farewell(self, seconds: float) -> None:
        address = self._do(lambda p: bootstrap.engine_up(self._settings, p))
        self._say(f"That took {seconds:.0f} s. Go on from here (from a checkout: uv run kg …):")
        where = (
            "KG_NEO4J_PASSWORD" if self._settings.server else f"the file {self._settings.home / 'password'}"
        )
        for line in (
            "ask              kg about 'Dana Reyes'   kg search invoice   kg recall 'Who leads Beacon?'",
            "your own files   kg policy set FOLDER facts   kg sync FOLDER",
            f"see the graph    any Neo4j client at {address.uri}, user {address.user}, password in {where}",
            "stop             kg down",
            "remove it all    kg demo --remove",
        ):
            click.echo(f"  {line}")
