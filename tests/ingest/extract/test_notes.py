"""The project's own labelled notes. The rules were tuned on them: a floor under what is reached, no measure of
what they reach on notes of another hand."""

from pathlib import Path

import pytest

from kg.model.claim import Mention
from kg.model.names import name_key
from tests.ingest.extract.scoring import document_segments, extract_file, matches_gold, read_gold, score

NOTES = Path(__file__).parents[2] / "data" / "notes"
BATCHES = sorted(path.parent.name for path in NOTES.glob("*/gold.txt"))


@pytest.mark.parametrize("batch", BATCHES)
def test_a_batch_keeps_its_recall_and_precision(batch: str) -> None:
    result = score(NOTES / batch)
    assert result.recall >= 0.85, result.missed
    assert result.precision >= 0.92, result.wrong


@pytest.mark.parametrize("batch", BATCHES)
def test_every_claim_stands_where_it_says(batch: str) -> None:
    for file in sorted((NOTES / batch).glob("*.*")):
        if file.name == "gold.txt":
            continue
        segments = document_segments(file.name, file.read_bytes())
        longest = max(len(segment.text) for segment in segments)
        for claim in extract_file(file.name, file.read_bytes())[0]:
            assert 0 <= claim.start < claim.end <= longest
            assert claim.rule is not None


def test_the_scorer_tells_a_wrong_object_from_a_right_one() -> None:
    gold = read_gold(NOTES / "first" / "gold.txt")
    claims = extract_file("contract-brisgold.md", (NOTES / "first" / "contract-brisgold.md").read_bytes())[0]
    fee = next(each for each in gold if each.relation == "fee")
    matching = [claim for claim in claims if matches_gold(claim, fee)]
    assert [claim.relation for claim in matching] == ["fee"]
    assert not isinstance(matching[0].object, Mention)
    assert matching[0].object.key == "12600 EUR/quarter"
    assert name_key(matching[0].subject.name) == name_key(fee.subject)
