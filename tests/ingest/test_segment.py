"""Segments hold whole entries within a budget, and a change touches only those near it."""

import random
import time
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.readers import read
from ingest.segment import segments
from kg.model.document import ReadText, Segment
from kg.model.tokens import count_tokens

WORDS = (
    "the",
    "pump",
    "of",
    "hall",
    "was",
    "checked",
    "by",
    "Dana",
    "and",
    "leaks",
    "since",
    "a",
    "storm",
    "in",
    "June",
)


def _read(text: str, name: str = "note.md") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


def _hashes(text: str, name: str = "note.md", budget: int = 120) -> list[str]:
    return [each.hash for each in segments(_read(text, name), budget)]


def _sentence(seed: int) -> str:
    chance = random.Random(seed)
    return " ".join(chance.choices(WORDS, k=chance.randint(4, 18))) + f" {seed}."


def _log(lines: range | list[int]) -> str:
    return "".join(
        f"2026-{1 + at // 28 % 12:02d}-{1 + at % 28:02d} 10:{at % 60:02d} {_sentence(at)}\n" for at in lines
    )


def test_small_notes_are_one_segment_with_what_it_does_not_say() -> None:
    outcome = _read(
        "---\nclient: Northwind\nupdated: 2026-11-30\n---\n# Renewal\n\nThey want January.\n\n- fee stays\n",
        "2026-11-04.md",
    )
    (segment,) = segments(outcome)
    assert outcome.text[segment.start : segment.end] == segment.text
    assert [segment.text[each.start : each.end] for each in segment.entries] == [
        "client: Northwind",
        "# Renewal",
        "They want January.",
        "- fee stays",
    ]
    assert (segment.context.title, segment.context.said_at) == ("Renewal", date(2026, 11, 4))
    assert segment.context.fields == (("client", "Northwind"),)


def test_a_section_that_is_no_scrap_is_a_segment_under_its_heading() -> None:
    section = " ".join(map(_sentence, range(6)))
    outcome = _read(f"# Journal\n\n{section}\n\n## 4 Nov 2026\n\n{section}\n\n## 5 Nov 2026\n\n{section}\n")
    *_, one, two = segments(outcome, 200)
    assert (one.context.heading, one.context.said_at) == (("Journal", "4 Nov 2026"), date(2026, 11, 4))
    assert (two.context.heading, two.context.said_at) == (("Journal", "5 Nov 2026"), date(2026, 11, 5))


def test_nothing_to_remember_makes_no_segment() -> None:
    assert segments(_read("---\ntitle: Placeholder\n---\n \u200b\n")) == ()


def test_context_belongs_to_the_hash_and_a_name_only_when_it_names_something() -> None:
    body = "The kettle is blue.\n"
    assert _hashes(body, "a.md") == _hashes(body, "copy of notes.md") == _hashes(body, "2.md")
    assert _hashes(body, "Northwind.md") != _hashes(body, "a.md")
    assert _hashes(body, "Northwind.md") == _hashes(body, "Northwind (2).md")
    assert _hashes(body, "2026-11-04.md") != _hashes(body, "2026-11-05.md")
    outcome = _read(body)
    assert segments(replace(outcome, title="Kitchen"))[0].hash != segments(outcome)[0].hash


def test_an_edit_of_unrelated_frontmatter_changes_no_segment() -> None:
    pages = [f"---\nupdated: 2026-11-{day}\ntags: [x{day}]\n---\nThe kettle is blue.\n" for day in (10, 11)]
    assert _hashes(pages[0]) == _hashes(pages[1])


def test_speakers_and_days_that_differ_are_left_to_the_entries() -> None:
    mail = (
        "From: Dana <d@x.example>\nDate: 4 Nov 2026 10:00 +0000\n\nYes.\n\n"
        "On 3 Nov 2026, Sam Ode wrote:\n> January?\n"
    )
    (segment,) = segments(_read(mail, "m.eml"))
    assert (segment.context.speaker, segment.context.said_at) == (None, date(2026, 11, 4))
    assert [each.speaker for each in segment.entries] == ["Dana", "Sam Ode"]
    assert ("From", "Dana <d@x.example>") in segment.context.fields


def test_no_segment_spans_a_long_comment_or_many_fields_about_the_file() -> None:
    comment = "<!-- " + "what nobody should read " * 10 + "-->"
    outcome = _read(f"Before the comment.\n\n{comment}\n\nAfter the comment.\n")
    assert [each.text for each in segments(outcome)] == ["Before the comment.", "After the comment."]
    tags = "".join(f"  - tag number {at}\n" for at in range(40))
    outcome = _read(f"---\nclient: Northwind\ntags:\n{tags}fee: 3\n---\nBody.\n")
    assert all("tag number" not in each.text for each in segments(outcome, 100))
    assert all(count_tokens(each.text) <= 100 for each in segments(outcome, 100))


def test_one_line_of_megabytes_is_cut_and_what_stands_in_it_stays_whole() -> None:
    filler = "row value, " * 40_000
    outcome = _read(f"{filler}Door 7 is painted teal. {filler}Door 9 is painted amber.", "line.txt")
    made = segments(outcome)
    assert all(count_tokens(each.text) <= 700 for each in made)
    assert sum(each.text.count("Door 7 is painted teal.") for each in made) == 1
    assert sum(each.text.count("Door 9 is painted amber.") for each in made) == 1


@pytest.mark.parametrize(
    "text",
    ["x" * 30_000, "契約" * 8_000, "👩\u200d👩\u200d👧" * 3_000, "e\u0301" * 9_000, '{"k":1},' * 5_000],
)
def test_runs_without_a_border_are_cut_between_characters(text: str) -> None:
    made = segments(_read(text, "line.txt"), 100)
    assert "".join(each.text for each in made) == text
    assert all(count_tokens(each.text) <= 100 for each in made)
    assert not any(each.text[0] in "\u200d\u0301" for each in made)


def test_paragraphs_are_split_at_sentences_before_words() -> None:
    outcome = _read(" ".join(map(_sentence, range(60))))
    made = segments(outcome, 100)
    assert len(made) > 5 and all(each.text.endswith(".") for each in made)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=60), st.integers(0, 10**6))
def test_an_append_touches_at_most_two_segments(lines: list[int], line: int) -> None:
    before, after = _hashes(_log(lines), "a.log"), _hashes(_log([*lines, line]), "a.log")
    assert before[:-1] == after[: len(before) - 1]
    assert len(after) - (len(before) - 1) <= 2


def test_a_growing_log_is_read_anew_two_segments_at_a_time() -> None:
    seen = set[str]()
    for size in range(1, 150):
        hashes = set(_hashes(_log(range(size)), "a.log"))
        assert len(hashes - seen) <= 2
        seen |= hashes


def _touched(before: list[str], after: list[str]) -> int:
    return len(set(after) - set(before))


def test_an_insert_a_delete_and_a_move_touch_few_segments() -> None:
    chance = random.Random(7)
    paragraphs = [_sentence(at) for at in range(600)]
    base = _hashes("\n\n".join(paragraphs))
    assert len(base) > 60
    inserts, deletes, moves = [], [], []
    for _ in range(40):
        at, to = chance.randrange(600), chance.randrange(600)
        inserted = [*paragraphs[:at], _sentence(chance.randrange(10**6, 10**7)), *paragraphs[at:]]
        deleted = paragraphs[:at] + paragraphs[at + 1 :]
        moved = [*deleted[:to], paragraphs[at], *deleted[to:]]
        inserts.append(_touched(base, _hashes("\n\n".join(inserted))))
        deletes.append(_touched(base, _hashes("\n\n".join(deleted))))
        moves.append(_touched(base, _hashes("\n\n".join(moved))))
    assert sum(inserts) / 40 <= 2.5 and max(inserts) <= 8
    assert sum(deletes) / 40 <= 2.5 and max(deletes) <= 8
    assert sum(moves) / 40 <= 5


def test_sections_may_change_places() -> None:
    sections = [
        f"# Part {at}\n\n" + "\n\n".join(_sentence(at * 100 + n) for n in range(12)) for at in range(12)
    ]
    start = f"# Start\n\n{_sentence(1)} {_sentence(2)}\n\n"
    before = _hashes(start + "\n\n".join(sections))
    after = _hashes(start + "\n\n".join(reversed(sections)))
    assert set(before) == set(after)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 400), max_size=40), st.integers(16, 300))
def test_segments_are_the_same_every_time_and_keep_entries_in_order(seeds: list[int], budget: int) -> None:
    outcome = _read("\n\n".join(("## " if seed % 7 == 0 else "") + _sentence(seed) for seed in seeds))
    made = segments(outcome, budget)
    assert made == segments(outcome, budget)
    at = 0
    for segment in made:
        assert at <= segment.start < segment.end
        assert count_tokens(segment.text) <= budget
        assert [entry.start for entry in segment.entries] == sorted(entry.start for entry in segment.entries)
        at = segment.end


def _seconds(lines: int) -> tuple[float, tuple[Segment, ...]]:
    outcome = _read(_log(list(range(lines))), "a.log")
    start = time.process_time()
    made = segments(outcome)
    return time.process_time() - start, made


def test_time_grows_with_the_length() -> None:
    _seconds(10)
    small, large = _seconds(1_000)[0], _seconds(8_000)[0]
    assert large < 24 * max(small, 0.01)
