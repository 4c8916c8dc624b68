"""Fusion: each arm lifts, nothing is lost, and what only colours a candidate never beats a clear lead."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.kinds import Modality
from kg.model.seen import Candidate
from kg.recall.everyday import Background
from kg.recall.fusion import Weighed, weigh
from kg.recall.turn import read_turn
from tests.recall.made import candidate, candidates, link

TODAY = date(2026, 11, 9)
PLAIN = Background(0.8, 0.02)
ASKED = read_turn("When should we start the renewal conversation with Northwind?")
STATED = read_turn("Northwind pays the fee.")


def first(turn_text: str, *found: Candidate) -> str:
    return order(turn_text, *found)[0].candidate.id


def order(turn_text: str, *found: Candidate) -> tuple[Weighed, ...]:
    return weigh(read_turn(turn_text), list(found), PLAIN, {"northwind": 1.0}, TODAY)


@settings(deadline=None, max_examples=30)
@given(st.lists(candidates(), max_size=30), st.none() | st.just(PLAIN))
def test_every_candidate_comes_back_once_in_an_order_that_does_not_depend_on_the_given_one(
    found: list[Candidate],
    background: Background | None,
) -> None:
    distinct = list({c.id: c for c in found}.values())
    ahead = weigh(ASKED, distinct, background, {"northwind": 1.0}, TODAY)
    back = weigh(ASKED, distinct[::-1], background, {"northwind": 1.0}, TODAY)
    assert [w.candidate.id for w in ahead] == [w.candidate.id for w in back]
    assert sorted(w.candidate.id for w in ahead) == sorted(c.id for c in distinct)
    assert all(abs(sum(w.features.values()) - w.score) < 1e-9 for w in ahead)


def test_nearer_in_meaning_comes_first() -> None:
    assert first("the fee", candidate("far", similarity=0.7), candidate("near", similarity=0.9)) == "near"


def test_more_shared_words_come_first() -> None:
    assert first("the fee", candidate("a", words=1.0), candidate("b", words=5.0)) == "b"


def test_what_is_named_comes_first_and_as_subject_before_as_object() -> None:
    found = [
        candidate("none"),
        candidate("object", links=(link(role="object"),)),
        candidate("subject", links=(link(),)),
    ]
    assert [w.candidate.id for w in order("of Northwind", *found)] == ["subject", "object", "none"]


def test_a_name_that_does_not_count_lifts_nothing() -> None:
    (w,) = weigh(STATED, [candidate(links=(link("fee"),))], PLAIN, {"northwind": 1.0}, TODAY)
    assert (w.names, w.features["names"]) == ((), 0)


def test_two_names_of_one_thing_count_once() -> None:
    one, two = link("northwind"), link("nw ltd")
    linked = {"northwind": 1.0, "nw ltd": 1.0}
    (single,) = weigh(STATED, [candidate(links=(one,))], PLAIN, linked, TODAY)
    (double,) = weigh(STATED, [candidate(links=(one, two))], PLAIN, linked, TODAY)
    assert single.features["names"] == double.features["names"]


def test_the_kind_of_answer_asked_for_is_preferred() -> None:
    day, money = candidate("day", object_kind="date"), candidate("money", object_kind="money")
    assert first("When is that due?", money, day) == "day"
    assert first("How much is that?", day, money) == "money"


def test_a_year_that_has_passed_is_no_answer_to_what_looks_ahead() -> None:
    since, ends = (
        candidate("a", object_kind="date", object="2023"),
        candidate("b", object_kind="date", object="30 June 2027"),
    )
    assert first("When should we renew?", since, ends) == "b"
    assert first("When was that?", since, ends) == "a"


def test_a_wish_comes_first_when_the_turn_looks_ahead_and_only_then() -> None:
    wish = candidate("wish", modality=Modality.REQUESTED)
    assert first("What should we do next?", candidate("fact"), wish) == "wish"
    assert first("What was said?", candidate("fact"), wish) == "fact"


def test_hedged_asked_ended_and_stale_facts_come_later() -> None:
    for worse in (
        candidate("worse", modality=Modality.HEDGED),
        candidate("worse", modality=Modality.ASKED),
        candidate("worse", valid_to=date(2026, 1, 1)),
        candidate("worse", stale=True),
        candidate("worse", confidence=0.3),
        candidate("worse", said_at=date(2020, 1, 1)),
    ):
        assert first("so", worse, candidate("z", said_at=date(2026, 11, 1))) == "z"


def test_a_fact_whose_interval_ends_later_has_not_ended() -> None:
    (w,) = weigh(STATED, [candidate(valid_to=date(2027, 1, 1))], PLAIN, {}, TODAY)
    assert w.features["state"] == 0.0


def test_a_clear_lead_in_meaning_and_words_beats_everything_that_only_colours() -> None:
    lead = [candidate("lead", similarity=0.95, words=9.0, modality=Modality.HEDGED, confidence=0.5)]
    rest = [
        candidate(f"r{n}", similarity=0.7 + n / 1000, said_at=TODAY, object_kind="date") for n in range(8)
    ]
    assert first("When should it be?", *rest, *lead) == "lead"


def test_outstanding_counts_meaning_above_everyday_talk_and_shared_words_up_to_three() -> None:
    (w,) = weigh(
        read_turn("northwind fee year eur"), [candidate(similarity=0.84, nearest=False)], PLAIN, {}, TODAY
    )
    assert len(w.matched) == 4
    assert abs(w.outstanding - (2.0 + 3.0)) < 1e-9


def test_a_list_that_is_near_as_a_whole_does_not_stand_out() -> None:
    alone = weigh(STATED, [candidate(similarity=0.86), candidate("b", similarity=0.80)], PLAIN, {}, TODAY)
    crowd = weigh(STATED, [candidate(similarity=0.86), candidate("b", similarity=0.85)], PLAIN, {}, TODAY)
    assert crowd[0].outstanding < alone[0].outstanding


def test_without_vectors_words_alone_weigh() -> None:
    found = [candidate("a", similarity=None, words=1.0), candidate("b", similarity=None, words=6.0)]
    assert weigh(STATED, found, None, {}, TODAY)[0].candidate.id == "b"
