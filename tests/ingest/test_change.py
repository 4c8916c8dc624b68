"""Segments follow content: a change costs what it touches, wherever in a long file it falls."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.segment import segments
from kg.model.document import Entry, ReadText
from policy.rungs import Rung
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig

WORDS = [
    "pump",
    "valve",
    "crate",
    "ledger",
    "berth",
    "crane",
    "quay",
    "lease",
    "rope",
    "tar",
    "harbour",
    "fee",
    "audit",
    "notice",
    "depot",
]


def paragraph(chance: random.Random, number: int) -> str:
    words = " ".join(chance.choice(WORDS) for _ in range(chance.randrange(10, 70)))
    return f"Firm {number} | fee | {chance.randrange(9_000)} EUR\n{words}.\n\n"


@pytest.fixture
async def rig(tmp_path: Path) -> Rig:
    made = Rig(tmp_path / "root")
    await made.rung(Rung.FACTS)
    return made


async def cost(rig: Rig, paragraphs: list[str]) -> int:
    """Segments that a sync extracts for this text."""
    rig.write("long.md", "".join(paragraphs))
    return (await rig.sync()).work.segments.extracted


def edited(chance: random.Random, paragraphs: list[str], kind: str) -> list[str]:
    """One edit of a copy."""
    made = list(paragraphs)
    at = chance.randrange(len(made))
    match kind:
        case "insert":
            made.insert(at, paragraph(chance, 1_000 + at))
        case "delete":
            del made[at]
        case "change":
            made[at] = made[at].replace("fee", "price")
        case "reorder":
            block = made[at : at + 30]
            del made[at : at + 30]
            to = chance.randrange(len(made))
            made[to:to] = block
    return made


@pytest.mark.parametrize(
    ("kind", "mean", "most"),
    [("insert", 2.0, 5), ("delete", 2.0, 5), ("change", 2.0, 5), ("reorder", 7.0, 12)],
)
async def test_an_edit_re_extracts_only_what_it_touches(rig: Rig, kind: str, mean: float, most: int) -> None:
    """A block that moves leaves one seam and makes two."""
    chance, costs = random.Random(5), list[int]()
    paragraphs = [paragraph(chance, number) for number in range(150)]
    whole = await cost(rig, paragraphs)
    assert whole > 12
    for _ in range(12):
        paragraphs = edited(chance, paragraphs, kind)
        costs.append(await cost(rig, paragraphs))
    assert (sum(costs) / len(costs) <= mean, max(costs) <= most) == (True, True), costs


async def test_facts_of_untouched_segments_are_kept_and_not_written_again(rig: Rig) -> None:
    chance = random.Random(8)
    paragraphs = [paragraph(chance, number) for number in range(120)]
    await cost(rig, paragraphs)
    del paragraphs[60]
    rig.write("long.md", "".join(paragraphs))
    receipt = await rig.sync()
    assert (receipt.work.facts.tombstoned, receipt.work.facts.written) == (1, 0)
    assert receipt.work.facts.kept == 119


lines = st.lists(
    st.integers(3, 60).map(lambda words: " ".join(WORDS[n % len(WORDS)] for n in range(words))),
    min_size=1,
    max_size=4,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(lines, min_size=5, max_size=30))
def test_an_append_to_a_log_makes_at_most_two_segments(appends: list[list[str]]) -> None:
    known: set[str] = set()
    text, entries = "", list[Entry]()
    for number, appended in enumerate(appends):
        for line in appended:
            said = f"2026-11-04 10:{number:02} {line}\n"
            entries.append(Entry(len(text), len(text) + len(said)))
            text += said
        hashes = {segment.hash for segment in segments(ReadText(text=text, entries=tuple(entries)))}
        assert len(hashes - known) <= 2
        known |= hashes


async def test_the_same_segment_elsewhere_shares_the_extraction_and_not_the_evidence(rig: Rig) -> None:
    shared = "# Terms\n\nNorthwind | fee | 48,000 EUR\n\n" + "The fee is paid in advance. " * 60 + "\n\n"
    rig.write("a.md", shared + "# Notes\n\nAsh | fee | 1 EUR\n\n" + "more " * 400)
    await rig.sync()
    assert isinstance(rig.extractor, LineExtractor)
    asked = len(rig.extractor.asked)
    rig.write("b.md", shared + "# Other\n\nBirch | fee | 2 EUR\n\n" + "less " * 400)
    receipt = await rig.sync()
    assert receipt.work.segments.reused >= 1
    assert len(rig.extractor.asked) - asked == receipt.work.segments.extracted
    shared_fact = next(fact for fact in rig.store.facts().values() if "Northwind" in fact.text)
    assert shared_fact.documents == {(await rig.document(name)).id for name in ("a.md", "b.md")}
    (rig.root / "a.md").unlink()
    await rig.sync()
    shared_fact = next(fact for fact in rig.store.facts().values() if "Northwind" in fact.text)
    assert shared_fact.documents == {(await rig.document("b.md")).id}
