"""What a run is given from outside, and what its caller may say."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.load import Load, load
from kg.model.bill import Bill
from kg.model.price import Prices
from kg.observe import Progress, silent
from kg.ports import Embedder, Extractor, GraphStore

if TYPE_CHECKING:
    from ingest.work.budget import Budget


@dataclass(frozen=True, slots=True)
class SyncDeps:
    """The other rooms, joined by the composition root. `clock` gives the time with its zone; `load` takes
    a file's bytes; `own` are folders of kg itself, never taken in; `stamp` says by which state of what was purged
    `load` keeps out (`kg.model.purged`)."""

    store: GraphStore
    body_embedder: Embedder
    memory_embedder: Embedder
    extractor: Extractor
    clock: Callable[[], datetime]
    progress: Progress = silent
    load: Load = load
    own: tuple[Path, ...] = ()
    prices: Prices | None = None
    stamp: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a run may ask of a model; None is no limit. Tokens count what goes in and out."""

    max_calls: int | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """`confirm`: more than half of a root may be taken back. `wait`: work off vectors and facts before the
    run ends; otherwise `drain` does it later. `patience`: seconds to wait for another run that works on the
    same root. `re_extract`: facts of an earlier extractor are made anew by the present one. `planned`: the bill
    that was shown for this run; None has one made if a model will be asked. `budget`: one that other runs draw
    from too; None is one of `limits` for this run alone."""

    confirm: bool = False
    wait: bool = True
    limits: Limits = Limits()
    patience: float = 300.0
    re_extract: bool = False
    planned: Bill | None = None
    budget: "Budget | None" = None
