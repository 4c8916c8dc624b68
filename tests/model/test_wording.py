"""A fact in words: its triple, the way a person would say it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model.kinds import Modality
from kg.model.relations import SINGLE_VALUED, is_single_valued
from kg.model.wording import fact_text

DAY = date(2026, 5, 4)


@pytest.mark.parametrize(
    ("relation", "object_", "modality", "text"),
    [
        ("fee", "48,000 EUR a year", "asserted", "Northwind fee: 48,000 EUR a year"),
        ("works at", "Harborlight", "asserted", "Northwind works at Harborlight"),
        ("work at", "Harborlight", "asserted", "Northwind works at Harborlight"),
        ("supply", "Birk", "asserted", "Northwind supplies Birk"),
        ("based in", "Lyon", "asserted", "Northwind is based in Lyon"),
        ("owned by", "Birk", "asserted", "Northwind is owned by Birk"),
        ("moved to", "Lyon", "asserted", "Northwind moved to Lyon"),
        ("gehört zu", "Q", "asserted", "Northwind gehört zu: Q"),
        ("is-co-owner-of", "Q", "asserted", "Northwind is-co-owner-of: Q"),
        ("move the renewal to", "May", "requested", "on 4 May 2026 Northwind asked to move the renewal to May"),
        ("wants to move it to", "May", "requested", "on 4 May 2026 Northwind asked to move it to May"),
        ("renewal", "January", "requested", "on 4 May 2026 Northwind asked for renewal: January"),
        ("asked for", "a day in May", "requested", "on 4 May 2026 Northwind asked for a day in May"),
        ("wants", "a day in May", "requested", "on 4 May 2026 Northwind asked for a day in May"),
        ("requests delivery by", "May", "requested", "on 4 May 2026 Northwind asked for delivery by May"),
        ("asked about", "the fee", "requested", "on 4 May 2026 Northwind asked about the fee"),
        ("wants to", "leave", "requested", "on 4 May 2026 Northwind asked to leave"),
        ("be inspected on", "5 May", "planned", "Northwind is to be inspected on 5 May"),
        ("inspected by", "Birk", "planned", "Northwind is to be inspected by Birk"),
        ("was delayed to", "May", "asserted", "Northwind was delayed to May"),
        ("is delayed to", "May", "negated", "Northwind is not delayed to May"),
        ("open", "a branch", "planned", "Northwind plans to open a branch"),
        ("renewal", "January", "planned", "Northwind plans renewal: January"),
        ("supplies", "Birk", "negated", "Northwind does not supply Birk"),
        ("is located in", "Lyon", "negated", "Northwind is not located in Lyon"),
        ("fee", "3 EUR", "negated", "Northwind fee: not 3 EUR"),
        ("fee", "3 EUR", "hedged", "possibly: Northwind fee: 3 EUR"),
        ("pays", "Birk", "asked", "on 4 May 2026 asked whether Northwind pays Birk"),
    ],
)  # fmt: skip
def test_says_it_as_it_was_meant(relation: str, object_: str, modality: str, text: str) -> None:
    assert fact_text("Northwind", relation, object_, Modality(modality), None, DAY) == text


def test_names_what_it_is_about_and_when_the_text_says_so() -> None:
    text = fact_text("N", "fee", "3", Modality.ASSERTED, "hosting", None, DAY, date(2027, 1, 31))
    assert text == "N fee (hosting): 3, from 4 May 2026, until 31 Jan 2027"


@given(
    *(st.text(min_size=1, max_size=30) for _ in range(3)),
    st.sampled_from(list(Modality)),
    st.none() | st.text(max_size=10),
)
def test_is_one_line_that_holds_all_its_words(
    subject: str, relation: str, object_: str, modality: Modality, qualifier: str | None
) -> None:
    text = fact_text(subject, relation, object_, modality, qualifier, DAY)
    assert text.splitlines() in ([text], [])
    assert all(word in text for word in (*subject.split(), *object_.split()))


def test_single_valued_relations_are_worded_as_claims_are() -> None:
    assert all(r == r.casefold().strip() and len(r.split()) <= 5 for r in SINGLE_VALUED)
    assert is_single_valued("Fee") and is_single_valued("works at")
    assert not is_single_valued("supplies")
