"""The sample vault: copied to a folder of the user's choice, known again, removed again."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from kg.errors import UsageError
from policy.rungs import Rung

MARKER = ".kg-demo"
"""In a folder that we made, so that we never write into or remove one that we did not."""

RUNGS = {"work": Rung.FACTS, "decisions": Rung.GIST, "invoices": Rung.TEXT, "diary": Rung.NOTHING}
WEEKLY = Path("work/weekly")


def unpack(folder: Path) -> None:
    """Copies the vault to `folder`, over an earlier copy of ours. Raises `UsageError` when something else is
    there."""
    if folder.exists() and not (folder / MARKER).is_file():
        raise UsageError(
            f"{folder} exists and is not a sample vault of kg. Nothing was touched; name another with --folder."
        )
    with as_file(files(__package__) / "vault") as vault:
        shutil.copytree(vault, folder, dirs_exist_ok=True)
    (folder / MARKER).write_text("Made by kg demo; kg demo --remove takes it away.\n", "utf-8")


def remove(folder: Path) -> bool:
    """Removes a vault we made; False when there is none. Raises `UsageError` for a folder that is not ours."""
    if not folder.exists():
        return False
    if not (folder / MARKER).is_file():
        raise UsageError(f"{folder} is not a sample vault of kg. Nothing was removed.")
    shutil.rmtree(folder)
    return True
