"""One real server through the accidents of its life. The tests share it and run in this order."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.config import default_cache
from kg.engine import LocalConfig, LocalEngine, Memory, Running, Starting, Stopped
from kg.engine.home import Home
from kg.errors import EngineBusy, EngineMismatch, EngineUnavailable
from tests.engine.probing import driver, probe

ROOT = Path(__file__).parents[2]


AWKWARD = 'Zoë\'s "kg", $more & \\ ${x} 日本'
"""A folder name with what shells, Java properties and argument files each take for their own."""


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LocalEngine]:
    folder = tmp_path_factory.mktemp("lives") / AWKWARD
    made = LocalEngine(LocalConfig(folder / "home", linked_cache(folder), memory=Memory(512, 64, 256)), probe)
    yield made
    await made.down()


def linked_cache(folder: Path) -> Path:
    """The jars that are here already, under a name as awkward as the home's."""
    real = default_cache(os.environ)
    real.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    (folder / "cache").symlink_to(real)
    return folder / "cache"


def home_of(engine: LocalEngine) -> Home:
    return Home(engine.config.home)


async def write(engine: LocalEngine, text: str) -> None:
    async with driver(await engine.up()) as connected:
        await connected.execute_query("CYPHER 25 CREATE (:Kept {text: $text})", text=text)


async def kept(engine: LocalEngine) -> set[str]:
    async with driver(await engine.up()) as connected:
        found = await connected.execute_query("CYPHER 25 MATCH (k:Kept) RETURN collect(k.text) AS texts")
        return set(found.records[0]["texts"])


async def up_in_a_process(engine: LocalEngine) -> str:
    folders = (str(engine.config.home), str(engine.config.cache))
    command = (sys.executable, "-m", "tests.engine.up_once", *folders)
    child = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    output, _ = await child.communicate()
    assert child.returncode == 0
    return output.decode()


async def test_two_starts_at_once_give_one_server(engine: LocalEngine) -> None:
    assert await engine.status() == Stopped(had_data=False)
    one, two = await asyncio.gather(up_in_a_process(engine), up_in_a_process(engine))
    address = await engine.up()
    assert one == two == address.uri
    state = await engine.status()
    assert isinstance(state, Running) and state.info.version.startswith("2026.09")


async def test_the_password_stands_in_no_list_of_processes_and_no_open_file(engine: LocalEngine) -> None:
    password = (await engine.up()).password
    home = home_of(engine)
    assert password not in started_with(home)
    assert not (home.run / "admin.args").exists()
    for file in (*home.logs.iterdir(), *home.conf.iterdir(), home.arguments):
        assert password.encode() not in file.read_bytes(), file.name


def started_with(home: Home) -> str:
    """The command line and environment of the server, where the system shows them."""
    note = home.note()
    assert note is not None
    shown = [Path(f"/proc/{note.pid}/{name}") for name in ("cmdline", "environ")]
    return "".join(file.read_text("utf-8") for file in shown if file.exists())


async def test_the_server_gets_nothing_of_the_users_environment(engine: LocalEngine) -> None:
    await engine.up()
    assert "HOME=" not in started_with(home_of(engine))


async def test_a_wrong_password_is_said_and_changes_nothing(engine: LocalEngine) -> None:
    await write(engine, "before the mix-up")
    file = home_of(engine).password_file
    right = file.read_text("ascii")
    file.write_text("0" * len(right), "ascii")
    try:
        with pytest.raises(EngineMismatch, match="refused the password") as caught:
            await engine.up()
    finally:
        file.write_text(right, "ascii")
    assert right not in caught.value.message and caught.value.exit_code == 3
    assert await kept(engine) == {"before the mix-up"}


async def test_a_killed_server_comes_back_with_its_data_past_a_stale_pid(engine: LocalEngine) -> None:
    """The note is left behind, and its pid now belongs to somebody else: this test."""
    await write(engine, "before the kill")
    home = home_of(engine)
    note = home.note()
    assert note is not None
    os.kill(note.pid, signal.SIGKILL)
    await engine.down()
    home.write_note(replace(note, pid=os.getpid()))
    assert await engine.status() == Stopped(had_data=True)
    assert await kept(engine) == {"before the mix-up", "before the kill"}
    assert (await engine.up()).uri.endswith(f":{note.port}")


async def test_the_server_is_seen_while_it_does_not_answer(engine: LocalEngine) -> None:
    async def deaf(address: object) -> object:
        raise EngineUnavailable("not yet")

    listening = replace(engine, probe=deaf)
    assert isinstance(await listening.status(), Starting)
    impatient = replace(listening, config=replace(engine.config, ready_seconds=0.3))
    with pytest.raises(EngineUnavailable, match="not killed"):
        await impatient.up()
    assert isinstance(await engine.status(), Running)


async def test_a_lost_port_is_replaced_and_a_fixed_one_is_not(engine: LocalEngine) -> None:
    before = await kept(engine)
    assert await engine.down()
    assert not await engine.down()
    note = home_of(engine).note()
    assert note is not None
    with socket.create_server(("127.0.0.1", note.port)):
        fixed = replace(engine, config=replace(engine.config, bolt_port=note.port))
        with pytest.raises(EngineBusy, match=f"Port {note.port}") as caught:
            await fixed.up()
        assert caught.value.exit_code == 3
        address = await engine.up()
        assert not address.uri.endswith(f":{note.port}")
        assert await kept(engine) == before
    assert all(check.ok for check in await engine.doctor())
