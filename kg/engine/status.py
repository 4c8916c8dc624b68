"""What can be said of an engine at one moment."""

from dataclasses import dataclass

from kg.engine.address import ServerInfo


@dataclass(frozen=True, slots=True)
class Stopped:
    """Nothing runs; `had_data` says whether there is a graph to start again."""

    had_data: bool


@dataclass(frozen=True, slots=True)
class Starting:
    """A server runs and does not answer yet: it boots, or recovers."""

    pid: int
    recovering: bool


@dataclass(frozen=True, slots=True)
class Running:
    """A server runs and answers at `uri`; `pid` is None for one that someone else runs."""

    pid: int | None
    uri: str
    info: ServerInfo


Status = Stopped | Starting | Running
