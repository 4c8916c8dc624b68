"""How fast a folder becomes findable, and what a sync costs when nothing changed.

Two folders: the one that is given, and a generated tree of short notes (`--files`, 10,000 if not said), both at
the rung `text`. Each is synced once, and then again several times as a command of its own, as a person does,
beside `git status` on the same tree. A second command per tree is measured in wall time from start to end, the
interpreter, the driver and the engine's answers included; `git status` the same way, in turn with it."""

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from ingest.deps import SyncOptions
from kg import bootstrap
from kg.config import Settings
from kg.observe import Progress
from tests.bench.options import Options, Result, own_workspace

ROUNDS = 5
WORDS = [
    "pump",
    "valve",
    "crate",
    "ledger",
    "berth",
    "crane",
    "quay",
    "lease",
    "rope",
    "tar",
    "harbour",
    "fee",
    "audit",
    "notice",
    "depot",
]
CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Times:
    """Seconds of whole commands, medians, and what the last sync said."""

    sync: float
    git: float
    last: dict[str, Any]


def generate(root: Path, files: int) -> None:
    """Short notes, a hundred a folder, the same each time."""
    chance = random.Random(3)
    for number in range(files):
        folder = root / f"part-{number // 100:03}"
        folder.mkdir(parents=True, exist_ok=True)
        text = " ".join(chance.choice(WORDS) for _ in range(60))
        (folder / f"note-{number:05}.md").write_text(f"# Note {number}\n\n{text}.\n", "utf-8")


def under_git(root: Path) -> None:
    """Everything committed, so that `git status` has nothing to say."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "all")):
        subprocess.run(["git", *words], cwd=root, check=True, stdout=subprocess.DEVNULL)


def again(root: Path, settings: Settings) -> Times:
    """Whole commands in turn, after one of each that does not count."""
    command = [sys.executable, "-m", "kg", "sync", str(root), "--json", "--workspace", settings.workspace]
    git = ["git", "status", "--porcelain"]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    syncs, gits, said = [], [], "{}"
    for number in range(ROUNDS + 1):
        seconds, said = timed(command, root, environment)
        beside, _ = timed(git, root, environment)
        if number:
            syncs.append(seconds)
            gits.append(beside)
    return Times(median(syncs), median(gits), json.loads(said))


def timed(command: list[str], root: Path, environment: dict[str, str]) -> tuple[float, str]:
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, text=True)
    return time.perf_counter() - begun, done.stdout


async def measure(settings: Settings, options: Options, progress: Progress) -> Result:
    """See the module. Without `--data` only the generated tree is measured."""
    result: Result = {"name": "sync-speed", "n": ROUNDS}
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as made:
        trees = {"generated": Path(made) / "generated"}
        generate(trees["generated"], options.files)
        if options.data is not None:
            trees["data"] = Path(made) / "data"
            shutil.copytree(options.folder(), trees["data"], ignore=shutil.ignore_patterns(".git"))
        for name, root in trees.items():
            async with own_workspace(settings, progress) as own:
                result |= await _tree(name, root, own, progress)
    return result


async def _tree(name: str, root: Path, settings: Settings, progress: Progress) -> Result:
    await asyncio.to_thread(under_git, root)
    first = await bootstrap.sync_folder(settings, root, SyncOptions(), progress)
    times = await asyncio.to_thread(again, root, settings)
    files, last = first.documents.new, times.last
    return {
        f"{name}_files": files,
        f"{name}_mb": first.bytes_read / 1e6,
        f"{name}_files_per_second_findable": files / first.seconds_findable,
        f"{name}_files_per_second_embedded": files / first.seconds,
        f"{name}_second_sync_s": times.sync,
        f"{name}_second_sync_inside_s": last["seconds"],
        f"{name}_git_status_s": times.git,
        f"{name}_second_over_git_status": times.sync / times.git,
        f"{name}_second_calls": last["model_calls"],
        f"{name}_second_embeddings": last["embeddings"],
        f"{name}_second_unchanged": last["documents"]["unchanged"],
    }
