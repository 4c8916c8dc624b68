"""Statements become facts the same way in every order, and taking one back leaves no trace of it."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from kg.model.interval import Said, Span, project
from kg.model.kinds import Modality

JAN, FEB, MAR, APR = (date(2026, month, 1) for month in (1, 2, 3, 4))
ASSERTED = Modality.ASSERTED


def said(evidence: str, object_: str, day: date | None = None, **more: object) -> Said:
    return Said(evidence, object_, more.pop("modality", ASSERTED), day, **more)  # type: ignore[arg-type]


def shape(spans: tuple[Span, ...]) -> list[tuple[str, date | None, date | None]]:
    return [(span.object, span.start, span.valid_to) for span in spans]


def superseded(spans: tuple[Span, ...]) -> set[tuple[str, date | None]]:
    return {(key[0], key[2]) for span in spans for key in span.supersedes}


def test_back_and_forth_gives_three_facts() -> None:
    spans = project([said("1", "A", JAN), said("2", "B", FEB), said("3", "A", MAR)], True)
    assert shape(spans) == [("A", JAN, FEB), ("B", FEB, MAR), ("A", MAR, None)]
    assert [span.supersedes for span in spans] == [
        (),
        (("A", ASSERTED, JAN),),
        (("B", ASSERTED, FEB),),
    ]


def test_saying_the_same_again_is_further_evidence() -> None:
    (span,) = project([said("1", "A", FEB, confidence=0.4), said("2", "A", JAN, confidence=0.9)], True)
    assert (span.start, span.valid_to, span.evidence, span.confidence) == (JAN, None, ("1", "2"), 0.9)
    assert span.said_at == FEB


def test_what_the_text_says_of_its_beginning_counts_before_the_day_it_was_said() -> None:
    spans = project([said("1", "A", MAR, valid_from=JAN), said("2", "B", FEB)], True)
    assert shape(spans) == [("A", JAN, FEB), ("B", FEB, None)]


def test_two_values_on_one_day_contradict_and_supersede_only_what_was_before() -> None:
    spans = project([said("0", "Z", JAN), said("1", "A", FEB), said("2", "B", FEB)], True)
    assert shape(spans) == [("Z", JAN, FEB), ("A", FEB, None), ("B", FEB, None)]
    assert superseded(spans) == {("Z", JAN)}


def test_undated_joins_what_agrees_and_supersedes_nothing() -> None:
    spans = project([said("1", "A", JAN), said("2", "B", FEB), said("3", "B"), said("4", "A")], True)
    assert shape(spans) == [("A", None, None), ("A", JAN, FEB), ("B", FEB, None)]
    assert [span.evidence for span in spans] == [("4",), ("1",), ("2", "3")]


def test_a_wish_closes_nothing() -> None:
    spans = project([said("1", "A", JAN), said("2", "B", FEB, modality=Modality.REQUESTED)], True)
    assert shape(spans) == [("B", None, None), ("A", JAN, None)]
    assert superseded(spans) == set()


def test_an_end_in_the_text_counts_and_what_comes_after_does_not_supersede() -> None:
    spans = project([said("1", "A", JAN, valid_to=FEB), said("2", "B", MAR)], True)
    assert shape(spans) == [("A", JAN, FEB), ("B", MAR, None)]
    assert superseded(spans) == set()


def test_said_again_after_its_end_it_is_a_new_fact() -> None:
    spans = project([said("1", "A", JAN, valid_to=FEB), said("2", "A", MAR)], True)
    assert shape(spans) == [("A", JAN, FEB), ("A", MAR, None)]


def test_what_was_over_when_it_was_said_begins_nothing() -> None:
    spans = project([said("1", "B", JAN), said("2", "A", APR, valid_to=FEB)], True)
    assert shape(spans) == [("A", None, FEB), ("B", JAN, None)]


def test_many_values_stand_side_by_side() -> None:
    spans = project(
        [said("1", "A", JAN), said("2", "B", FEB), said("3", "A", MAR), said("4", "A", MAR, valid_from=MAR)],
        False,
    )
    assert shape(spans) == [("A", None, None), ("B", None, None), ("A", MAR, None)]
    assert superseded(spans) == set()


DAYS = st.none() | st.integers(0, 6).map(lambda n: JAN + timedelta(days=n))
STATEMENTS = st.lists(
    st.builds(
        Said,
        evidence=st.uuids().map(str),
        object=st.sampled_from("ABC"),
        modality=st.sampled_from([ASSERTED, ASSERTED, ASSERTED, Modality.REQUESTED, Modality.NEGATED]),
        said_at=DAYS,
        valid_from=DAYS,
        valid_to=DAYS,
        confidence=st.sampled_from([0.2, 0.5, 0.9]),
    ),
    max_size=12,
    unique_by=lambda one: one.evidence,
)


@given(STATEMENTS, st.booleans(), st.randoms(use_true_random=False))
def test_order_does_not_matter(statements: list[Said], single: bool, random: object) -> None:
    shuffled = list(statements)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # Hypothesis's Random
    assert project(shuffled, single) == project(statements, single)


@given(STATEMENTS, st.booleans())
def test_every_statement_is_evidence_of_exactly_one_fact(statements: list[Said], single: bool) -> None:
    spans = project(statements, single)
    assert sorted(e for span in spans for e in span.evidence) == sorted(s.evidence for s in statements)
    by_id = {one.evidence: one for one in statements}
    assert all(
        by_id[e].object == span.object and by_id[e].modality == span.modality
        for span in spans
        for e in span.evidence
    )


@given(STATEMENTS, st.booleans())
def test_facts_have_keys_of_their_own(statements: list[Said], single: bool) -> None:
    spans = project(statements, single)
    assert len({span.key for span in spans}) == len(spans)


@given(STATEMENTS)
def test_superseded_is_exactly_what_was_closed(statements: list[Said]) -> None:
    spans = project(statements, True)
    by_key = {span.key: span for span in spans}
    named = {key for span in spans for key in span.supersedes}
    assert named == {span.key for span in spans if span.closed}
    for span in spans:
        for key in span.supersedes:
            older = by_key[key]
            assert older.valid_to is not None
            assert older.modality is span.modality is ASSERTED
            assert older.object != span.object


@given(STATEMENTS)
def test_many_valued_statements_close_nothing(statements: list[Said]) -> None:
    assert not any(span.closed or span.supersedes for span in project(statements, False))
