"""The groups of a card: what holds, what is wanted, what is unsure, what disagrees, what was."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.answers import as_json
from kg.model.kinds import FactStatus, Modality
from kg.recall.about import grouped
from kg.recall.shown import holds, known, shown
from tests.recall.made import DAYS, fact

DAY = date(2026, 11, 9)


def group_of(name: str, *facts: object) -> list[str]:
    return list(getattr(grouped(list(facts), DAY), name))


def test_what_is_asserted_or_denied_and_holds_is_current() -> None:
    assert group_of("current", fact(), fact("no", relation="use", modality=Modality.NEGATED)) == ["f0", "no"]


@pytest.mark.parametrize(
    ("group", "rest"),
    [
        ("wanted", {"modality": Modality.REQUESTED}),
        ("wanted", {"modality": Modality.PLANNED}),
        ("unsure", {"modality": Modality.HEDGED}),
        ("unsure", {"modality": Modality.ASKED}),
        ("history", {"valid_to": DAY}),
        ("wanted", {"valid_from": date(2027, 1, 1)}),
        ("wanted", {"valid_from": date(2027, 1, 1), "modality": Modality.REQUESTED}),
        ("history", {"valid_from": date(2027, 1, 1), "status": FactStatus.STALE}),
        ("history", {"status": FactStatus.STALE}),
        ("history", {"modality": Modality.REQUESTED, "valid_to": DAY}),
    ],
)
def test_everything_else_has_its_group(group: str, rest: dict[str, object]) -> None:
    assert group_of(group, fact(**rest)) == ["f0"]


def test_two_values_of_a_single_valued_relation_are_a_conflict() -> None:
    found = [fact("a", object="48,000 EUR"), fact("b", object="52,000 EUR"), fact("c", relation="contact")]
    assert group_of("conflicts", *found) == ["a", "b"] and group_of("current", *found) == ["c"]


def test_the_same_value_in_two_scopes_or_many_values_of_another_relation_are_none() -> None:
    assert group_of("conflicts", fact("a"), fact("b", object="48,000 eur a year")) == []
    assert (
        group_of("conflicts", fact("a", relation="use", object="x"), fact("b", relation="use", object="y"))
        == []
    )
    assert (
        group_of("conflicts", fact("a", qualifier="2025"), fact("b", qualifier="2026", object="other")) == []
    )
    ended = fact("b", object="other", valid_to=DAY)
    assert group_of("conflicts", fact("a"), ended) == [] and group_of("history", fact("a"), ended) == ["b"]


@settings(deadline=None, max_examples=80)
@given(
    st.lists(
        st.builds(
            fact,
            st.uuids().map(str),
            valid_to=st.none() | DAYS,
            object=st.sampled_from("ab"),
            modality=st.sampled_from(Modality),
            status=st.sampled_from(FactStatus),
        )
    )
)
def test_every_fact_stands_in_exactly_one_group(facts: list[object]) -> None:
    groups = as_json(grouped(facts, DAY))
    assert sorted(id_ for ids in groups.values() for id_ in ids) == sorted(one.id for one in facts)


@settings(deadline=None)
@given(st.none() | DAYS, st.none() | DAYS, DAYS)
def test_an_interval_holds_from_its_first_day_to_the_day_before_its_end(
    begin: date | None, end: date | None, day: date
) -> None:
    seen = fact(valid_from=begin, valid_to=end)
    assert holds(seen, day) == ((begin or date.min) <= day < (end or date.max))
    assert shown(seen, day).current == holds(seen, day)


def test_a_wish_for_a_later_day_is_one_already() -> None:
    wish = fact(modality=Modality.REQUESTED, valid_from=date(2027, 1, 1))
    assert shown(wish, DAY).current and not shown(fact(valid_from=date(2027, 1, 1)), DAY).current


def test_a_past_day_knows_nothing_that_was_said_later_unless_it_says_since_when() -> None:
    said = date(2026, 11, 4)
    assert not known(fact(said_at=said), date(2026, 10, 1))
    assert known(fact(said_at=said), said) and known(fact(), date(2026, 10, 1))
    assert known(fact(said_at=said, valid_from=date(2026, 1, 1)), date(2026, 10, 1))
