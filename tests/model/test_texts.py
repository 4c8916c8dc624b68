"""Texts on their way to a model: cleaned, known as blank, in bounded batches."""

from hypothesis import given
from hypothesis import strategies as st

from kg.model.texts import batches, clean, is_blank, sendable

ANY = st.text(st.characters(exclude_categories=()))


@given(ANY)
def test_cleaned_texts_can_be_sent(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert "\0" not in cleaned
    assert len(cleaned) == len(text)
    assert is_blank(text) <= is_blank(cleaned)


@given(st.lists(ANY, max_size=8))
def test_what_is_left_out_keeps_its_place(texts: list[str]) -> None:
    places, wanted = sendable(texts)
    assert [clean(texts[place]) for place in places] == wanted
    assert all(is_blank(text) == (place not in places) for place, text in enumerate(texts))


@given(st.lists(st.text(max_size=30), max_size=40), st.integers(1, 9), st.integers(1, 60))
def test_batches_keep_order_and_bounds(texts: list[str], most: int, characters: int) -> None:
    runs = list(batches(texts, most, characters))
    assert [text for run in runs for text in run] == texts
    for run in runs:
        assert 1 <= len(run) <= most
        assert len(run) == 1 or sum(map(len, run)) <= characters
