"""Token counts are exact for what fits in one piece, close above it, and quick on anything."""

import time

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from kg.model.tokens import ENCODING, count_tokens, fits


def test_known_counts() -> None:
    assert [count_tokens(text) for text in ("", "a", "hello world", "48,000 EUR")] == [0, 1, 2, 4]


@given(st.text(max_size=200), st.integers(0, 60))
def test_fits_agrees_with_the_count(text: str, budget: int) -> None:
    assert fits(text, budget) == (count_tokens(text) <= budget)


def test_long_text_is_counted_in_pieces_that_hardly_matter() -> None:
    text = "the pump leaks at its seal. " * 5_000
    exact = len(tiktoken.get_encoding(ENCODING).encode_ordinary(text))
    assert count_tokens(text) == exact
    run = "x1y2" * 10_000
    exact = len(tiktoken.get_encoding(ENCODING).encode_ordinary(run))
    assert 0 <= count_tokens(run) - exact <= 2 * (len(run) // 8_000)


@pytest.mark.parametrize("unit", ["x", " ", "契", "ab c", "\n", "👩\u200d"])
def test_time_grows_with_the_length(unit: str) -> None:
    def seconds(size: int) -> float:
        start = time.process_time()
        count_tokens(unit * (size // len(unit)))
        return time.process_time() - start

    seconds(100)
    assert seconds(800_000) < 24 * max(seconds(100_000), 0.01)


def test_what_is_far_too_long_is_refused_without_counting() -> None:
    start = time.process_time()
    assert not fits("x" * 20_000_000, 700)
    assert time.process_time() - start < 0.5
