"""What the engine of one home needs to know."""

from dataclasses import dataclass
from pathlib import Path

from kg.engine.settings import Memory

READY_SECONDS = 900.0
"""How long a server may take until it answers. Recovery after a kill took 30 to 45 s, and over six minutes when
checkpoints were far apart; it is waited for and never killed."""


@dataclass(frozen=True, slots=True)
class LocalConfig:
    """`home` is the KG_HOME, `cache` the folder for the jars that homes share.

    `bolt_port` fixes the port; without it a free one is chosen and kept. `memory` is sized to the machine unless
    given. With less disk than `min_free_mb` nothing is started."""

    home: Path
    cache: Path
    bolt_port: int | None = None
    memory: Memory | None = None
    min_free_mb: int = 256
    ready_seconds: float = READY_SECONDS
