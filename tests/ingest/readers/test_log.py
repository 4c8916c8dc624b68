"""Logs: many shapes of time stamp, entries of several lines, megabytes."""

import time
from datetime import date
from statistics import median

import pytest

from ingest.readers import read
from kg.model.document import ReadText

FOURTH, FIFTH = date(2026, 11, 4), date(2026, 11, 5)


def _read(text: str, name: str = "app.log") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("app.log", ["2026-11-04T10:00:00Z INFO start", "2026-11-05 10:00:02,123 - done"]),
        ("app.log", ["[2026-11-04 10:00] a", "[2026-11-05 10:01] b"]),
        ("app.log", ["INFO 2026-11-04 a", "ERROR: 2026-11-05 b"]),
        ("app-2026-11-04.log", ["Nov  4 10:00:01 host sshd[1]: a", "<34>Nov 5 10:00:02 host b"]),
        ("app.log", ["[Wed Nov 04 10:00:00.123 2026] [core:error] x", "[Thu Nov 05 10:00:00 2026] y"]),
        ("app.log", ["127.0.0.1 - - [04/Nov/2026:10:00:00 +0000] GET", "::1 - bob [05/Nov/2026:10:00:00 +0000] GET"]),
        ("app.log", ["1793793600 a", "1793880000123 b"]),
        ("app.log", ["11/04/2026 10:00 a", "11/05/2026, 10:00:01 b", "11/24/2026 10:00 c"]),
        ("app.log", ["4 Nov 2026 10:00:00 a", "Thu, 5 Nov 2026 10:00:00 b"]),
        ("app.log", ['{"time":"2026-11-04T10:00:00","msg":"a"}', '{"time":"2026-11-05T10:00:00","msg":"b"}']),
        ("app.log", ["time=2026-11-04T10:00:00 level=info", 'time="2026-11-05T10:00:00" level=warn']),
        ("app-20261104.log", ["I1104 10:00:00.1 1 x.go] a", "W1105 10:00:00.1 1 x.go] b"]),
        ("app.log", ["20261104 10:00 a", "20261105T100001 b"]),
        ("app.log", ["\x1b[32m2026-11-04 10:00:00\x1b[0m a", "\x1b[31m2026-11-05 10:00:00\x1b[0m b"]),
    ],
)  # fmt: skip
def test_each_time_stamp_opens_an_entry_of_its_day(name: str, lines: list[str]) -> None:
    trace = "\n  Traceback\n    at f(x)\nValueError: bad\n"
    outcome = _read(trace.join(lines), name)
    assert [each.said_at for each in outcome.entries][:2] == [FOURTH, FIFTH]
    assert len(outcome.entries) == len(lines)
    first = outcome.entries[0]
    assert outcome.text[first.start : first.end].endswith("ValueError: bad")


def test_a_stamp_without_a_year_invents_none() -> None:
    lines = "Nov  4 10:00:01 host a\nNov  5 10:00:02 host b\nDec 31 1:00:00 host c\nJan  1 10:00:00 host d\n"
    assert {each.said_at for each in _read(lines).entries} == {None}
    assert [each.said_at for each in _read(lines, "syslog-2026-12-31.log").entries] == [
        FOURTH,
        FIFTH,
        date(2026, 12, 31),
        date(2027, 1, 1),
    ]


def test_a_log_of_clock_times_has_the_day_of_its_name() -> None:
    outcome = _read("10:00:01.123 a\n10:00:02 b\n", "2026-11-04.log")
    assert [each.said_at for each in outcome.entries] == [FOURTH, FOURTH]


def test_slashed_stamps_that_could_be_swapped_have_no_day() -> None:
    assert {each.said_at for each in _read("03/04/2026 10:00 a\n03/05/2026 10:01 b\n").entries} == {None}


def test_lines_without_stamps_are_entries_with_what_is_indented_below() -> None:
    outcome = _read("started\n  with x\nstopped\n\nbye\n")
    assert [outcome.text[each.start : each.end] for each in outcome.entries] == [
        "started\n  with x",
        "stopped",
        "bye",
    ]


def test_lines_before_the_first_stamp_are_kept() -> None:
    outcome = _read("#Version: 1.0\n#Fields: date\n2026-11-04 10:00:00 a\n2026-11-04 10:00:01 b\n")
    assert len(outcome.entries) == 4


def _big(lines: int) -> bytes:
    return "".join(
        f"2026-{1 + at % 12:02d}-{1 + at % 28:02d}T10:{at % 60:02d}:{at % 59:02d}Z INFO worker-{at % 7} "
        f"request handled, item {at}\n"
        + ("Traceback:\n  File x, line 3\nValueError: bad\n" if at % 50 == 0 else "")
        for at in range(lines)
    ).encode()


def test_time_grows_with_the_length_of_a_log() -> None:
    def seconds(data: bytes) -> float:
        start = time.process_time()
        assert isinstance(read("a.log", data), ReadText)
        return time.process_time() - start

    _read("warm\n")
    small, large = (median(seconds(_big(lines)) for _ in range(3)) for lines in (4_000, 32_000))
    assert large < 24 * max(small, 0.01)


@pytest.mark.full
def test_thirty_megabytes_at_ten_a_second() -> None:
    data = _big(400_000)
    start = time.process_time()
    outcome = read("a.log", data)
    assert isinstance(outcome, ReadText) and len(outcome.entries) == 400_000
    assert len(data) / 1e6 / (time.process_time() - start) > 10
