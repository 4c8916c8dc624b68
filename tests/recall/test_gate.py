"""Silence: broken by a name, or by what clearly stands out; nothing else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.recall.gate import OPEN, OPEN_NAMED, Verdict, judge, names_that_count
from kg.recall.turn import read_turn
from tests.recall.made import candidate, link, weighed

TURN = read_turn("what about the fee?")


def said(verdict: Verdict) -> list[str]:
    return [w.candidate.id for w in verdict.said]


def test_nothing_is_said_of_nothing() -> None:
    assert judge(read_turn(" "), [], {}, "turn").reason == "nothing was said"
    assert judge(TURN, [], {}, "turn").reason == "memory holds nothing near this"
    code = read_turn("```\nfee = 1\n```")
    assert judge(code, [weighed(outstanding=9.0)], {}, "turn").reason == "only pasted code or recalled text"


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(-5, OPEN - 0.01), min_size=1, max_size=8))
def test_what_does_not_stand_out_is_not_said(values: list[float]) -> None:
    found = [weighed(f"f{n}", outstanding=value) for n, value in enumerate(values)]
    assert judge(TURN, found, {}, "turn").silent


def test_what_stands_out_is_said_with_what_is_not_far_below_it() -> None:
    found = [weighed("a", outstanding=6.0), weighed("b", outstanding=3.4), weighed("c", outstanding=2.4)]
    assert said(judge(TURN, found, {}, "turn")) == ["a", "b"]


def test_a_name_opens_for_what_is_said_of_the_thing() -> None:
    found = [
        weighed("a", score=5.0, names=("northwind",), outstanding=0.1),
        weighed("b", score=3.0, names=("northwind",), outstanding=-0.5),
        weighed("other", score=4.0, outstanding=1.0),
    ]
    verdict = judge(TURN, found, {"northwind": 1.0}, "turn")
    assert said(verdict) == ["a", "b"] and verdict.reason == "a thing was named"


def test_what_stands_out_comes_along_with_a_name() -> None:
    found = [weighed("a", names=("northwind",), outstanding=3.0), weighed("other", outstanding=OPEN + 0.5)]
    assert said(judge(TURN, found, {"northwind": 1.0}, "turn")) == ["a", "other"]


def test_holding_the_name_of_the_thing_is_no_reason_to_come_along() -> None:
    found = [
        weighed("a", names=("northwind",), outstanding=3.0),
        weighed("same", outstanding=OPEN + 0.5, matched=("northwind",)),
        weighed("more", outstanding=OPEN + 0.5, matched=("renew",)),
    ]
    assert said(judge(TURN, found, {"northwind": 1.0}, "turn")) == ["a", "more"]


def test_of_what_only_holds_the_name_no_more_than_a_few_come_along() -> None:
    found = [weighed(f"f{n}", score=9.0 - n / 10, names=("northwind",)) for n in range(8)]
    asked = weighed("asked", score=8.0, names=("northwind",), matched=("fee",))
    assert said(judge(TURN, [*found, asked], {"northwind": 1.0}, "turn")) == ["f0", "f1", "f2", "asked"]


def test_a_lower_case_word_that_is_a_name_needs_something_near() -> None:
    near = [weighed("a", names=("apple",), outstanding=OPEN_NAMED + 0.1)]
    far = [weighed("a", names=("apple",), outstanding=OPEN_NAMED - 0.1)]
    assert said(judge(TURN, near, {"apple": 0.5}, "turn")) == ["a"]
    assert judge(TURN, far, {"apple": 0.5}, "turn").silent


def test_without_a_person_speaking_meaning_alone_is_not_enough() -> None:
    by_meaning = [weighed("a", outstanding=OPEN + 1)]
    by_words = [weighed("a", outstanding=OPEN + 1, matched=("fee", "northwind"))]
    for kind in ("scheduled", "stage"):
        assert judge(TURN, by_meaning, {}, kind).silent
        assert said(judge(TURN, by_words, {}, kind)) == ["a"]
        assert said(judge(TURN, [weighed("a", names=("x",))], {"x": 1.0}, kind)) == ["a"]


def test_the_longer_name_counts_and_the_one_inside_of_it_does_not() -> None:
    turn = read_turn("Is Northwind Ltd late? And is Harborlight?")
    found = [
        candidate("a", links=(link("northwind ltd"),)),
        candidate("b", links=(link("northwind"), link("harborlight"))),
    ]
    assert names_that_count(turn, found) == {"northwind ltd": 1.0, "harborlight": 1.0}


def test_a_name_the_turn_does_not_hold_counts_nothing() -> None:
    assert names_that_count(TURN, [candidate(links=(link("northwind"),))]) == {}


def test_case_tells_how_much_a_single_word_counts() -> None:
    lower, upper = read_turn("an apple pie"), read_turn("ask Apple")
    assert names_that_count(lower, [candidate(links=(link("apple"),))]) == {"apple": 0.5}
    assert names_that_count(upper, [candidate(links=(link("apple"),))]) == {"apple": 1.0}
