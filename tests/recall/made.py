"""Values with the usual in every field, so that a test says only what it is about."""

from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import strategies as st

from kg.model.kinds import FactStatus, Modality
from kg.model.seen import Candidate, Link, Piece, SeenFact
from kg.recall.fusion import Weighed

_CANDIDATE = Candidate(
    kind="fact",
    id="f0",
    text="Northwind fee: 48,000 EUR a year",
    subject="Northwind",
    relation="fee",
    object="48,000 EUR a year",
    object_kind="money",
    modality=Modality.ASSERTED,
    confidence=0.8,
    stale=False,
    valid_from=None,
    valid_to=None,
    path="/vault/contracts/northwind.md",
    said_at=None,
    similarity=0.8,
    nearest=True,
)
_PIECE = Piece("passage", "p0", "d0", "/vault/a.md", "A", None, "some words", "", 0, 10, 0, 0.8, None)
_FACT = SeenFact(
    id="f0",
    subject="Northwind",
    relation="fee",
    object="48,000 EUR a year",
    text="Northwind fee: 48,000 EUR a year",
    qualifier=None,
    modality=Modality.ASSERTED,
    status=FactStatus.LIVE,
    confidence=0.8,
    valid_from=None,
    valid_to=None,
    said_at=None,
    recorded_at=None,
    project="default",
    group=None,
)


def candidate(id_: str = "f0", text: str | None = None, **rest: Any) -> Candidate:
    return replace(_CANDIDATE, id=id_, **({} if text is None else {"text": text}), **rest)


def weighed(id_: str = "f0", text: str | None = None, score: float = 1.0, **rest: Any) -> Weighed:
    outstanding = rest.pop("outstanding", 0.0)
    matched, names = rest.pop("matched", ()), rest.pop("names", ())
    return Weighed(candidate(id_, text, **rest), score, outstanding, matched, names, {})


def weighing(found: Candidate, score: float = 0.0) -> Weighed:
    return Weighed(found, score, 0.0, (), (), {})


def piece(id_: str = "p0", **rest: Any) -> Piece:
    return replace(_PIECE, id=id_, **rest)


def fact(id_: str = "f0", **rest: Any) -> SeenFact:
    return replace(_FACT, id=id_, **rest)


def link(key: str = "northwind", role: Any = "subject", entity: str = "e-northwind") -> Link:
    return Link(key, entity, key.title(), role)


DAYS = st.dates(min_value=date(2020, 1, 1), max_value=date(2030, 1, 1))
LINES = st.text(alphabet=st.characters(codec="utf-8"), max_size=120)


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    """Any candidate, some of them superseded."""
    number = draw(st.integers(0, 30))
    found = candidate(
        f"f{number}",
        draw(LINES),
        subject=draw(st.sampled_from(["Northwind", "Harborlight", "PX-2", ""])),
        kind=draw(st.sampled_from(["fact", "pointer"])),
        modality=draw(st.sampled_from(Modality)),
        confidence=draw(st.floats(0, 1)),
        stale=draw(st.booleans()),
        valid_from=draw(st.none() | DAYS),
        valid_to=draw(st.none() | DAYS),
        said_at=draw(st.none() | DAYS),
        similarity=draw(st.none() | st.floats(-1, 1)),
        words=draw(st.none() | st.floats(0, 40)),
        nearest=draw(st.booleans()),
        links=tuple(draw(st.lists(st.builds(link, st.sampled_from(["northwind", "px-2"])), max_size=2))),
    )
    newer = draw(st.lists(st.builds(candidate, st.sampled_from(["f3", "n1", "n2"]), LINES), max_size=2))
    return replace(found, newer=tuple(newer))
