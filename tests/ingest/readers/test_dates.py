"""Dates are read only where they can be read one way."""

from datetime import date

import pytest

from ingest.readers.dates import field_date, heading_date, name_date
from ingest.readers.outline import entry_date

DAY = date(2026, 11, 4)


@pytest.mark.parametrize(
    "stem",
    [
        "2026-11-04",
        "2026-11-04 Weekly",
        "20261104",
        "notes_2026_11_04",
        "IMG_20261104_101112",
        "Weekly 4 Nov 2026",
    ],
)
def test_a_file_name_gives_its_day(stem: str) -> None:
    assert name_date(stem) == DAY


@pytest.mark.parametrize(
    "stem", ["2026-11", "v1.2.3", "contract until 2027-06-30", "2026-01-02 to 2026-02-03", "1234567890"]
)
def test_a_file_name_without_one_day_gives_none(stem: str) -> None:
    assert name_date(stem) is None


@pytest.mark.parametrize(
    "heading",
    [
        "4 Nov 2026", "Wed 4 November 2026", "Visit to Northwind, 4 Nov 2026", "2026-11-04 – weekly", "Nov 4th, 2026",
        "04.11.2026", "4. November 2026", "2026年11月4日", "4 de noviembre de 2026", "Release 1.2 (2026-11-04)",
    ],
)  # fmt: skip
def test_a_heading_gives_the_day_it_is_about(heading: str) -> None:
    assert heading_date(heading) == DAY


@pytest.mark.parametrize(
    "heading",
    [
        "Contract ends 30 June 2027",
        "Due by 4 Nov 2026",
        "From 1 May 2026 to 4 Nov 2026",
        "31 Feb 2026",
        "04/11/2026",
    ],
)
def test_a_date_in_the_content_is_not_the_day_of_the_heading(heading: str) -> None:
    assert heading_date(heading) is None


def test_dates_of_slashes_count_only_when_day_and_month_cannot_be_swapped() -> None:
    assert field_date("25/12/2026") == field_date("12/25/2026") == date(2026, 12, 25)
    assert field_date("11/11/2026") == date(2026, 11, 11)
    assert field_date("03/04/2026") is None


def test_an_entry_is_dated_when_something_sets_the_date_off() -> None:
    assert entry_date("- 2026-11-04: met Dana") == DAY
    assert entry_date("- **4 Nov 2026** call with Dana") == DAY
    assert entry_date("2026-11-04 10:15 pump replaced") == DAY
    assert entry_date("4 Nov 2026 was cold") is None
    assert entry_date("Met Dana on 2026-11-04") is None
