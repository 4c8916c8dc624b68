"""The labelled notes as they are counted on, and when a found fact is a wanted one."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from ingest.extract.local import LocalExtractor
from kg.errors import UsageError
from kg.model.claim import Claim, Mention, Value
from kg.model.kinds import EntityKind, Modality, ValueKind
from tests.bench.notes import folders, interval, measured, summary
from tests.bench.notes_gold import GoldFact, read_batch
from tests.bench.notes_match import matches, same
from tests.bench.notes_memory import Said


def test_there_are_enough_notes_of_other_hands() -> None:
    batches = [read_batch(folder) for folder in folders(())]
    assert len(batches) >= 8
    assert sum(len(batch.documents) for batch in batches) >= 100
    assert sum(fact.must for batch in batches for fact in batch.facts) >= 500
    assert sum(len(batch.changes) for batch in batches) >= 40
    assert sum(len(batch.pairs) for batch in batches) >= 60
    assert sum(len(batch.questions) for batch in batches) >= 150
    assert all(path.is_file() for batch in batches for path in batch.documents)
    documents = {path.name for batch in batches for path in batch.documents}
    assert {Path(name).suffix for name in documents} >= {".md", ".txt", ".eml", ".csv", ".log"}


def said(subject: str, relation: str, object_: str, modality: str = "asserted") -> Said:
    value = Value(object_, ValueKind.TEXT, object_.casefold())
    claim = Claim(Mention(subject, EntityKind.THING), relation, value, Modality(modality), 0, 1, 0.5)
    return Said("a.md", claim, frozenset({subject}), frozenset({object_}), "")


@pytest.mark.parametrize(
    ("found", "gold", "right", "strict"),
    [
        (("Torvik", "fee", "480 EUR"), ("Torvik", "fee", "480 EUR"), True, True),
        (("Torvik", "costs", "480 EUR"), ("Torvik", "fee", "480 EUR"), True, False),
        (("Torvik Marine Ltd", "fee", "480 EUR"), ("Torvik Marine", "fee", "480 EUR"), True, True),
        (("TR-5", "fee", "480 EUR"), ("TR-55", "fee", "480 EUR"), False, False),
        (("Torvik", "fee", "490 EUR"), ("Torvik", "fee", "480 EUR"), False, False),
        (("Torvik", "moved berth to", "Hull"), ("Torvik", "moved", "berth to Hull"), True, True),
        (("Quarrier", "fee", "480 EUR"), ("Torvik", "fee", "480 EUR"), False, False),
    ],
)
def test_a_found_fact_is_a_wanted_one(
    found: tuple[str, str, str], gold: tuple[str, str, str], right: bool, strict: bool
) -> None:
    some = matches(said(*found), (GoldFact("a.md", (gold,), "asserted", "plain", True),))
    assert bool(some) == right
    assert any(one.strict for one in some) == strict


def test_what_is_denied_is_another_fact_and_another_document_is_none() -> None:
    gold = (GoldFact("a.md", (("Torvik", "buys from", "Birk"),), "negated", "plain", True),)
    elsewhere = (GoldFact("b.md", (("Torvik", "buys from", "Birk"),), "asserted", "plain", True),)
    assert not matches(said("Torvik", "buys from", "Birk"), gold)
    assert matches(said("Torvik", "buys from", "Birk", "negated"), gold)
    assert not matches(said("Torvik", "buys from", "Birk"), elsewhere)
    assert not same("door 4", "door 5")


async def test_a_batch_is_measured_through_memory(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Torvik\n\n- Fee: 480 EUR\n- Contact: Ada Pell\n", "utf-8")
    (tmp_path / "b.md").write_text("Torvik was sold to Birk Ltd.\n", "utf-8")
    gold = """{"documents": {"a.md": {"date": "2025-02-01"}, "b.md": {"date": null}}, "facts": [
      {"doc": "a.md", "subject": "Torvik", "relation": "fee", "object": "480 EUR", "modality": "asserted",
       "difficulty": "keyvalue", "must": true},
      {"doc": "a.md", "subject": "Torvik", "relation": "owner", "object": "Bo Renn", "modality": "asserted",
       "difficulty": "keyvalue", "must": true}], "supersessions": [],
      "pairs": [{"a": "Torvik", "a_doc": "a.md", "b": "Torvik", "b_doc": "b.md", "same": true},
                {"a": "Ada Pell", "a_doc": "a.md", "b": "Birk Ltd", "b_doc": "b.md", "same": false}],
      "questions": [{"about": "Torvik", "question": "What is the fee?", "answer": "480 EUR"},
                    {"about": "Torvik", "question": "Who owns it?", "answer": "Bo Renn"}]}"""
    (tmp_path / "gold.json").write_text(gold, "utf-8")
    extractor = LocalExtractor()
    one = await measured(tmp_path, extractor)
    await extractor.close()
    result = summary([one])
    assert one.batch.latest == date(2025, 2, 1)
    assert (result["recall"], result["n"], result["facts"]) == (0.5, 2, 3)
    assert result["precision"] == pytest.approx(1 / 3)
    assert (result["pairs_right"], result["joins"], result["joins_precision"]) == (1.0, 1, 1.0)
    assert (result["answers_current"], result["questions"]) == (0.5, 2)


async def test_a_newer_value_that_closes_an_older_one_is_a_change_and_the_answer(tmp_path: Path) -> None:
    (tmp_path / "2025-01-01 a.md").write_text("# Torvik\n\n- Fee: 480 EUR\n", "utf-8")
    (tmp_path / "2025-02-01 b.md").write_text("# Torvik\n\n- Fee: 500 EUR\n", "utf-8")
    gold = """{"documents": {"2025-01-01 a.md": {"date": "2025-01-01"}, "2025-02-01 b.md": {"date": "2025-02-01"}},
      "facts": [], "pairs": [],
      "supersessions": [{"subject": "Torvik", "relation": "fee", "old": "480 EUR", "new": "500 EUR"}],
      "questions": [{"about": "Torvik", "question": "Fee?", "answer": "500 EUR", "stale": ["480 EUR"]}]}"""
    (tmp_path / "gold.json").write_text(gold, "utf-8")
    extractor = LocalExtractor()
    result = summary([await measured(tmp_path, extractor)])
    await extractor.close()
    assert (result["changes_said"], result["changes_precision"], result["changes_recall"]) == (1, 1.0, 1.0)
    assert (result["answers_current"], result["stale_shown"]) == (1.0, 0.0)


def test_an_interval_is_the_same_each_time_and_holds_the_share() -> None:
    units = [Counter({"a": n % 2, "b": 1}) for n in range(40)]

    def share(some: Sequence[Counter[str]]) -> float:
        return sum(unit["a"] for unit in some) / sum(unit["b"] for unit in some)

    low, high = interval(units, share)
    assert (low, high) == interval(units, share)
    assert 0.2 < low < share(units) < high < 0.8


def test_a_batch_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no batch nowhere"):
        folders(("nowhere",))
