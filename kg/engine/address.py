"""Where a server answers, what it says it is, and the port through which the engine asks it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """How to reach a server; the password never appears in a repr."""

    uri: str
    user: str
    password: str

    def __repr__(self) -> str:
        return f"Address({self.uri}, {self.user})"


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """What a server says of itself: `version` as in `2026.09.0`, `edition` as in `community`."""

    version: str
    edition: str


Probe = Callable[[Address], Awaitable[ServerInfo]]
"""Asks the server once, with a deadline of its own. Raises a retryable `EngineError` while it does not answer or
is too busy to (the engine asks again), and `EngineMismatch` when it refuses the login."""
