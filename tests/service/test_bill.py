"""The bill on the command line: shown before, asked about once, held to by limits, and beside the receipt after."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kg import bootstrap
from kg.service.cli import cli
from tests.fakes.model_server import ModelServer, says
from tests.service.running import Shell

FILES = {
    f"{name}.md": f"{name.title()} pays a fee of 1,000 EUR a year.\n" for name in ("ash", "birch", "cedar")
}


class Desk:
    """The command in this process, with a model that counts as one on another machine."""

    def __init__(self, shell: Shell, server: ModelServer, root: Path) -> None:
        self.server, self.root = server, root
        endpoint = {"KG_LLM_BASE_URL": server.base_url, "KG_LLM_MODEL": "tiny-1", "KG_PRICE_IN": "10"}
        self._env = shell.env(**endpoint, KG_PRICE_CURRENCY="EUR")

    async def run(self, *words: str, says: str = "") -> Result:
        return await asyncio.to_thread(CliRunner().invoke, cli, words, input=says, env=self._env)

    async def json(self, *words: str) -> Any:
        done = await self.run(*words, "--json")
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)


@pytest.fixture
async def desk(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    root = tmp_path / "notes"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text)
    shell.ok("policy", "set", str(root), "facts", "--no-wait")
    monkeypatch.setattr(bootstrap, "hosted_models", lambda _: ("tiny-1 (facts)",), raising=False)
    async with ModelServer(default=says({"facts": []}, usage=None)) as server:
        yield Desk(shell, server, root)


async def test_the_bill_names_folder_rung_calls_tokens_and_money(desk: Desk) -> None:
    bill = await desk.json("sync", str(desk.root), "--plan")
    assert (bill["plan"], bill["model_calls"], bill["documents"]["new"]) == (True, 3, 3)
    assert bill["tokens"]["in"] > 3_000 and bill["tokens"]["out_estimate"] > 0
    assert bill["cost_estimate"] == {"amount": round(bill["tokens"]["in"] / 1e5, 6), "currency": "EUR"}
    (line,) = bill["folders"]
    assert (line["folder"], line["rung"], line["documents"]) == (desk.root.as_posix(), "facts", 3)
    shown = (await desk.run("sync", str(desk.root), "--plan")).stdout
    assert "3 model calls" in shown and "an estimated" in shown and "EUR" in shown
    assert desk.server.requests == []


async def test_nothing_is_sent_without_a_yes(desk: Desk) -> None:
    done = await desk.run("sync", str(desk.root), says="n\n")
    assert "3 new or changed files (3 model calls," in done.stderr
    assert desk.server.requests == []
    assert (await desk.json("sync", str(desk.root), "--plan"))["documents"]["new"] == 3


async def test_after_a_yes_the_receipt_is_the_bill(desk: Desk) -> None:
    done = await desk.run("sync", str(desk.root), "--json", says="y\n")
    assert done.stderr.count("Go on?") == 1
    receipt = json.loads(done.stdout)
    assert receipt["planned"]["model_calls"] == receipt["model_calls"] == len(desk.server.requests) == 3
    assert receipt["planned"]["tokens"]["in"] == receipt["tokens"]["in"]
    assert receipt["differences"] == []
    assert receipt["cost"]["amount"] == receipt["planned"]["cost_estimate"]["amount"]


async def test_a_limit_stops_cleanly_and_the_next_run_goes_on(desk: Desk) -> None:
    first = await desk.json("sync", str(desk.root), "--yes", "--max-calls", "1")
    assert (first["model_calls"], first["stopped"]["code"], len(desk.server.requests)) == (1, "limit", 1)
    assert {difference["what"] for difference in first["differences"]} >= {"model_calls"}
    assert all("limit" in difference["why"] for difference in first["differences"])
    second = await desk.json("sync", str(desk.root), "--yes", "--max-tokens", "1")
    assert (second["model_calls"], second["planned"]["model_calls"]) == (1, 2)
    last = await desk.json("work", "--yes")
    assert (last["model_calls"], last["left"], len(desk.server.requests)) == (1, 0, 3)
    assert (await desk.json("sync", str(desk.root), "--yes"))["model_calls"] == 0
