"""A shell on a workspace of the test server, and one that has taken the tour."""

import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.engine import Address
from tests.engine.probing import remove_workspace
from tests.service.running import Shell

VAULT = Path(__file__).parents[2] / "kg" / "service" / "demo" / "vault"


@pytest.fixture
def shell(tmp_path: Path, neo4j_address: Address, workspace: str) -> Shell:
    return Shell(tmp_path, neo4j_address, workspace)


@pytest.fixture(scope="session")
async def vault(tmp_path_factory: pytest.TempPathFactory, neo4j_address: Address) -> AsyncIterator[Shell]:
    """The sample vault at ~/notes, on its four rungs, synced once for all tests that only ask."""
    shell = Shell(tmp_path_factory.mktemp("vault"), neo4j_address, f"vault-{uuid.uuid4().hex[:8]}")
    shutil.copytree(VAULT, shell.home / "notes")
    for folder, rung in (("work", "facts"), ("decisions", "gist"), ("diary", "nothing")):
        shell.ok("policy", "set", str(shell.home / "notes" / folder), rung, "--no-wait")
    shell.ok("sync", str(shell.home / "notes"))
    yield shell
    await remove_workspace(neo4j_address, shell.workspace)
