"""Kinds of input that broke other tools, as far as readers meet them: names at the limit of the file system, times
with and without a zone side by side, days and months that could be swapped."""

import json
from datetime import date
from pathlib import Path

import pytest

from ingest.readers.dates import field_date, heading_date, name_date
from tests.ingest.readers.samples import SAMPLES
from tests.ingest.readers.told import by, told
from tests.ingest.rig import Rig

ASCII = "n" * 252 + ".md"
WIDE = "契" * 84 + ".md"
"""Both have 255 bytes in UTF-8, the most a file system takes."""


@pytest.mark.parametrize("name", [ASCII, WIDE])
async def test_names_of_the_greatest_length_are_read(name: str, tmp_path: Path) -> None:
    assert len(name.encode()) == 255
    rig = Rig(tmp_path / "vault")
    rig.write(name, "Ada waters the ferns.\n")
    receipt = await rig.sync()
    assert (receipt.documents.new, receipt.documents.failed) == (1, 0)
    stem = "n" * 250 if name == ASCII else "契" * 84
    for kind, data in SAMPLES.items():
        assert told(stem + kind, data).title


def test_times_with_and_without_a_zone_stand_side_by_side() -> None:
    times = [
        "2026-11-04T10:00:00Z",
        "2026-11-04T10:00:00+01:00",
        "2026-11-04 10:00",
        "20261104",
        "",
        None,
        "N/A",
        "2026-13-45",
    ]
    messages = [{"from": "Dana", "text": f"words {at}", "date": time} for at, time in enumerate(times)]
    outcome = told("chat.json", json.dumps({"messages": messages}))
    days = [by(outcome, f"words {at}").said_at for at in range(len(times))]
    assert days == [date(2026, 11, 4)] * 4 + [None] * 4
    stamps = ["20261104T100000Z", "20261104T100000", "20261104"]
    events = "".join(
        f"BEGIN:VEVENT\nSUMMARY:e{at}\nDTSTART:{time}\nEND:VEVENT\n" for at, time in enumerate(stamps)
    )
    calendar = told("a.ics", events)
    assert {each.said_at for each in calendar.entries if each.kind == "field"} == {date(2026, 11, 4)}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("03/04/2023", None),
        ("2023-04-03", date(2023, 4, 3)),
        ("3 Apr 2023", date(2023, 4, 3)),
        ("25/12/2023", date(2023, 12, 25)),
        ("12/25/2023", date(2023, 12, 25)),
        ("W05 2024", None),
        ("05/2024", None),
        ("2024", None),
    ],
)
def test_a_date_that_can_be_read_two_ways_is_none(text: str, day: date | None) -> None:
    assert field_date(text) == heading_date(text) == day
    assert name_date(text.replace("/", "-")) in (day, None)


def test_one_chat_is_read_by_one_order_of_day_and_month() -> None:
    told_by = "03/04/23, 10:00 - Dana: a\n03/04/23, 10:01 - Sam: b\n25/12/23, 10:00 - Dana: c\n"
    days = [each.said_at for each in told("chat.txt", told_by).entries]
    assert days == [date(2023, 4, 3), date(2023, 4, 3), date(2023, 12, 25)]
    turned = told_by.replace("25/12/23", "12/25/23")
    assert told("chat.txt", turned).entries[0].said_at == date(2023, 3, 4)
