"""Validation: what of an extractor's reply is believed, and why the rest is not."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.relation import normalise_relation
from ingest.validate import entity_kind, mend, validate
from kg.model.claim import Claim, Mention, RawClaim, Rejection, Value
from kg.model.document import Entry, Segment, SegmentContext
from kg.model.frame import framed
from kg.model.kinds import EntityKind, Modality

TEXT = (
    "Northwind’s fee is **48,000 EUR**   a year.\n"
    "The term ends on 30 June 2027. They asked to move the renewal to January.\n"
    "Alto supplies Birk."
)


def segment(text: str = TEXT, said_at: date | None = date(2026, 11, 4)) -> Segment:
    entry = Entry(0, len(text), said_at=said_at)
    return Segment(0, len(text), text, SegmentContext(said_at=said_at), (entry,), "hash")


def raw(
    subject: str = "Northwind", relation: str = "fee", object_: str = "48,000 EUR a year", **more: str
) -> RawClaim:
    return replace(RawClaim(subject, "organization", relation, object_, "money", quote="fee is"), **more)


def kept(claim: RawClaim, text: str = TEXT) -> Claim:
    claims, rejections = validate(segment(text), [claim])
    assert rejections == ()
    return claims[0]


def reason(claim: RawClaim, text: str = TEXT) -> str:
    claims, rejections = validate(segment(text), [claim])
    assert claims == ()
    return rejections[0].reason


def test_a_sound_claim_is_typed_and_placed() -> None:
    claim = kept(raw(quote="fee is **48,000 EUR**"))
    assert claim.subject == Mention("Northwind", EntityKind.ORGANIZATION)
    assert isinstance(claim.object, Value)
    assert claim.object.key == "48000 EUR/year"
    assert TEXT[claim.start : claim.end] == "fee is **48,000 EUR**"
    assert claim.said_at == date(2026, 11, 4)


@pytest.mark.parametrize(
    "quote",
    ["Northwind's fee is 48,000 EUR a year.", "NORTHWIND'S FEE IS", "48,000 EUR a year", "fee is\n48,000"],
)
def test_evidence_is_found_through_case_quotes_space_and_emphasis(quote: str) -> None:
    claim = kept(raw(quote=quote))
    assert "48,000" in TEXT[claim.start : claim.end] or "fee" in TEXT[claim.start : claim.end]


def test_a_quote_that_is_not_there_is_no_evidence() -> None:
    assert reason(raw(quote="the fee was waived")) == "no_evidence"


def test_without_a_quote_the_sentence_that_names_both_is_the_evidence() -> None:
    claim = kept(RawClaim("Alto", "organization", "supplies", "Birk", "organization"))
    assert TEXT[claim.start : claim.end] == "Alto supplies Birk."
    assert reason(RawClaim("Alto", "organization", "supplies", "Cedar", "organization")) == "no_evidence"


@pytest.mark.parametrize(
    ("subject", "why"),
    [
        ("it", "pronoun"),
        ("They", "pronoun"),
        ("Today", "pronoun"),
        ("notes/2026/plan.md", "path"),
        ("/etc/hosts.conf", "path"),
        ("C:\\temp\\a.txt", "path"),
        ("https://northwind.example/x", "url"),
        ("dana@northwind.example", "url"),
        ("30 June 2027", "date_subject"),
        ("Monday", "date_subject"),
        ("Summary", "heading"),
        ("the customer", "subject_not_entity"),
        ("users", "subject_not_entity"),
        ("48,000 EUR", "subject_not_entity"),
        ("three", "subject_not_entity"),
        ("word " * 12, "too_long"),
    ],
)
def test_a_subject_is_a_thing_of_the_world(subject: str, why: str) -> None:
    assert reason(raw(subject)) == why


@pytest.mark.parametrize(
    "name",
    [
        "O'Brien's Forge",
        "`gate`",
        "{slot}",
        "$total",
        "left\\right",
        "half; whole",
        "// a slash name",
        'Gentle "Giants"',
        "灯台",
        "eBay",
    ],
)
def test_a_name_is_kept_exactly_whatever_signs_it_has(name: str) -> None:
    text = f"There is {name} in the yard."
    claim = kept(RawClaim(name, "Thing", "is in", "the yard", "text", quote=name), text)
    assert claim.subject == Mention(name, EntityKind.THING)


@pytest.mark.parametrize("word", ["Org`) CREATE (:Gone) //", "z}) DETACH DELETE m //", "concept", ""])
def test_an_unknown_kind_is_a_thing(word: str) -> None:
    assert entity_kind(word) is EntityKind.THING


def test_a_lone_surrogate_is_replaced_and_counted() -> None:
    broken = RawClaim("Kiln \ud83d", "product", "reaches", "900 C", "quantity", quote="\ud83d reaches 900 C")
    mended, count = mend(broken)
    assert (mended.subject, count) == ("Kiln \ufffd", 2)
    claim = kept(broken, "The kiln \ufffd reaches 900 C.")
    assert claim.subject.name == "Kiln \ufffd"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("is-partner-of", "is_partner_of"),
        ("按……划分", "按划分"),
        ("50% of", "50 of"),
        ("gehört zu", "gehort zu"),
    ],
)
def test_two_wordings_never_become_one(left: str, right: str) -> None:
    assert normalise_relation(left) != normalise_relation(right)
    assert normalise_relation(left) == left


def test_a_relation_is_short_and_plain() -> None:
    assert normalise_relation("WORKS_AT") == "works at"
    assert normalise_relation("worksAt") == "works at"
    assert normalise_relation("  The Fee: ") == "fee"
    assert len(normalise_relation("asked us to please bring the renewal forward to").split()) == 5
    assert reason(raw(relation=" : ")) == "relation_empty"


def test_an_object_is_known_by_its_form_whatever_the_reply_called_it() -> None:
    end = kept(
        RawClaim("Northwind", "organization", "term ends", "30 June 2027", "organization", quote="term ends")
    )
    assert isinstance(end.object, Value)
    assert end.object.key == "2027-06-30"
    month = kept(
        RawClaim(
            "Northwind", "org", "move renewal to", "January", "date", "requested", quote="renewal to January"
        )
    )
    assert isinstance(month.object, Value)
    assert (month.object.text, month.object.key) == ("January 2027", "2027-01")
    firm = kept(RawClaim("Alto", "organization", "supplies", "Birk", "company", quote="Alto supplies"))
    assert firm.object == Mention("Birk", EntityKind.ORGANIZATION)


def test_the_tense_of_the_relation_says_which_weekday_is_meant() -> None:
    text = "Alto went live on Monday. Birk ships on Monday."
    went = kept(
        RawClaim("Alto", "organization", "went live on", "Monday", "date", quote="Alto went live"), text
    )
    ships = kept(RawClaim("Birk", "organization", "ships on", "Monday", "date", quote="Birk ships"), text)
    assert isinstance(went.object, Value) and isinstance(ships.object, Value)
    assert (went.object.key, ships.object.key) == ("2026-11-02", "2026-11-09")


@pytest.mark.parametrize("object_", ["", "  ", "—", "Northwind"])
def test_an_object_says_something(object_: str) -> None:
    assert reason(raw(object_=object_, quote="fee")) == "object_empty"


def test_a_copied_sentence_is_no_object() -> None:
    assert reason(raw(object_="word " * 80)) == "too_long"


def test_dates_of_validity_are_resolved_to_first_and_last_day() -> None:
    claim = kept(raw(valid_from="January", valid_to="2028-02"))
    assert (claim.valid_from, claim.valid_to) == (date(2027, 1, 1), date(2028, 2, 29))
    assert kept(raw(valid_from="03/04/2025")).valid_from is None


@pytest.mark.parametrize(
    ("word", "modality"),
    [("REQUESTED", Modality.REQUESTED), ("plan", Modality.PLANNED), ("perhaps so", Modality.HEDGED)],
)
def test_a_modality_is_one_of_six(word: str, modality: Modality) -> None:
    assert kept(raw(modality=word)).modality is modality


def test_recalled_text_is_no_evidence() -> None:
    text = "From the assistant:\n" + framed(["Northwind fee: 48,000 EUR a year"]) + "\n"
    assert reason(raw(quote="Northwind fee: 48,000 EUR a year"), text) == "own_output"


def test_what_is_said_twice_counts_once() -> None:
    claims, rejections = validate(segment(), [raw(), raw(object_="48.000 EUR per year")])
    assert len(claims) == 1
    assert [each.reason for each in rejections] == ["duplicate"]


def test_one_bad_claim_stops_no_other() -> None:
    claims, rejections = validate(segment(), [raw("it"), raw(), raw(relation="")])
    assert len(claims) == 1
    assert [each.reason for each in rejections] == ["pronoun", "relation_empty"]


words = st.text(alphabet=st.characters(codec=None), max_size=30)


@given(
    st.builds(RawClaim, words, words, words, words, words, words, words, words | st.none(), words | st.none())
)
def test_no_reply_breaks_validation(claim: RawClaim) -> None:
    claims, rejections = validate(segment(), [claim])
    assert len(claims) + len(rejections) == 1
    for each in claims:
        assert 0 <= each.start < each.end <= len(TEXT)
        assert 1 <= len(each.relation.split()) <= 5
        each.subject.name.encode("utf-8")
    assert all(isinstance(each, Rejection) for each in rejections)
