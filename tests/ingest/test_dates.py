"""Dates in text: the forms they are written in, and the day they are resolved against."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.dates import find_dates, resolve

SAID = date(2026, 11, 4)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2027-06-30", "2027-06-30"),
        ("on 30 June 2027", "2027-06-30"),
        ("30th of June 2027", "2027-06-30"),
        ("June 30, 2027", "2027-06-30"),
        ("Tue, 9 Jun 2026", "2026-06-09"),
        ("31.12.2027", "2027-12-31"),
        ("3. März 2025", "2025-03-03"),
        ("14 juillet 2025", "2025-07-14"),
        ("25/12/2025", "2025-12-25"),
        ("12/25/2025", "2025-12-25"),
        ("June 2027", "2027-06"),
        ("end of June 2027", "2027-06-30"),
        ("Q3 2026", "2026-Q3"),
        ("2027", "2027"),
    ],
)
def test_an_absolute_date_needs_no_day_of_saying(text: str, key: str) -> None:
    when = resolve(text)
    assert when is not None
    assert (when.key, when.relative) == (key, False)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("in January", "2027-01"),
        ("next Tuesday", "2026-11-10"),
        ("last Friday", "2026-10-30"),
        ("Friday", "2026-11-06"),
        ("tomorrow", "2026-11-05"),
        ("three weeks ago", "2026-10-14"),
        ("in two months", "2027-01"),
        ("next year", "2027"),
        ("this week", "2026-W45"),
        ("the end of the year", "2026-12-31"),
        ("1 December", "2026-12-01"),
        ("mid-March", "2027-03"),
    ],
)
def test_a_relative_date_is_read_against_the_day_it_was_said(text: str, key: str) -> None:
    when = resolve(text, SAID)
    assert when is not None
    assert (when.key, when.relative) == (key, True)
    assert resolve(text) is None


def test_a_date_that_can_be_read_two_ways_is_none() -> None:
    assert resolve("03/04/2025") is None
    assert find_dates("due 03/04/2025") == ()


def test_another_date_in_the_text_shows_the_order_of_day_and_month() -> None:
    day_first = find_dates("from 03/04/2025 to 25/12/2025")
    assert [found.when.key for found in day_first] == ["2025-04-03", "2025-12-25"]
    month_first = find_dates("from 03/04/2025 to 12/25/2025")
    assert [found.when.key for found in month_first] == ["2025-03-04", "2025-12-25"]


@pytest.mark.parametrize(
    "text",
    [
        "I may go",
        "she may march",
        "on Fridays",
        "every Monday-ish",
        "10.2.3.4",
        "version 5.3.207",
        "31.2.2025",
    ],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert [found for found in find_dates(text, SAID) if found.when.first == found.when.last] == []


def test_until_and_since_say_which_way_an_open_date_lies() -> None:
    assert [found.when.key for found in find_dates("delayed until July", SAID)] == ["2027-07"]
    assert [found.when.key for found in find_dates("open since July", SAID)] == ["2026-07"]


def test_a_past_verb_turns_a_weekday_back() -> None:
    assert [found.when.key for found in find_dates("moved on Monday", SAID, lean=-1)] == ["2026-11-02"]
    assert [found.when.key for found in find_dates("moves on Monday", SAID, lean=1)] == ["2026-11-09"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Torvik went live on Monday.", ["2026-11-02"]),
        ("On Monday Torvik went live.", ["2026-11-02"]),
        ("Torvik left Hull in December", ["2025-12"]),
        ("Torvik wants the crates in March", ["2027-03"]),
        ("moved on 3 December", ["2025-12-03"]),
        ("The office will be closed on Monday", ["2026-11-09"]),
        ("The office was closed on Monday", ["2026-11-02"]),
        ("Torvik asked for crates on Friday", ["2026-11-06"]),
        ("Torvik asked on Monday for crates", ["2026-11-02"]),
        ("Ada confirmed that Torvik delivers on Friday", ["2026-11-06"]),
        ("We met on Monday and will decide on Friday", ["2026-11-02", "2026-11-06"]),
        ("The boiler broke on Sunday, the fitter comes on Friday", ["2026-11-01", "2026-11-06"]),
        ("The demo on Friday was cancelled", ["2026-11-06"]),
    ],
)
def test_the_verb_of_its_clause_says_which_way_an_open_date_lies(text: str, keys: list[str]) -> None:
    assert [found.when.key for found in find_dates(text, SAID)] == keys


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_is_read_back_from_every_plain_form(day: date) -> None:
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y"):
        when = resolve(day.strftime(form))
        assert when is not None
        assert (when.first, when.last) == (day, day)


@given(
    st.text(max_size=80),
    st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 1, 1)),
    st.sampled_from([-1, 0, 1]),
)
def test_any_text_gives_dates_in_order_that_do_not_overlap(text: str, said: date, lean: int) -> None:
    found = find_dates(text, said, lean)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(left.end <= right.start for left, right in pairwise(found))
    assert all(each.when.first <= each.when.last for each in found)
