"""Recalled text keeps to its lines and is known when it comes back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.frame import FRAME_LINE, MARK, framed, one_line, own_output_spans


def test_nothing_to_say_is_an_empty_block() -> None:
    assert framed([]) == ""


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(), min_size=1, max_size=8))
def test_no_stored_text_leaves_its_line(lines: list[str]) -> None:
    block = framed(lines)
    assert len(block.splitlines()) == len(lines) + 1
    assert all(line.startswith(MARK.rstrip()) for line in block.splitlines())
    assert not any(ord(c) < 32 and c != "\n" for c in block)


@settings(deadline=None, max_examples=60)
@given(st.text())
def test_one_line_is_stable(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)


def test_joiners_inside_a_script_stay_and_direction_marks_go() -> None:
    assert one_line("می\u200cخواهم") == "می\u200cخواهم"
    assert one_line("safe\u202etxt") == "safetxt"


@pytest.mark.parametrize("before", ["", "> ", "- ", "  > > ", "* ", "\t"])
def test_a_copied_line_is_known(before: str) -> None:
    block = framed(["Northwind fee: 48,000 EUR a year (note.md)"])
    copied = "Our own words.\n" + "\n".join(before + line for line in block.splitlines()) + "\nMore words."
    known = [copied[start:end] for start, end in own_output_spans(copied)]
    assert known == [before + line for line in block.splitlines()]


def test_other_words_are_not_taken_for_our_own() -> None:
    assert own_output_spans("The kg command works.\nkg|no\nweight 3 kg | 4 kg | 5 kg") == ()
    assert own_output_spans(FRAME_LINE) == ((0, len(FRAME_LINE)),)
