"""The vectors of bodies: the table they are built from, words of every kind, and that they never drift."""

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.embed.distilled import BATCH_CHARACTERS, DistilledEmbedder
from kg.embed.pieces import Pieces
from kg.errors import ModelRefused
from kg.model.texts import is_blank
from kg.ports import Vector

PIECES = Pieces()
EMBEDDER = DistilledEmbedder()
LENGTH = 1e-5


async def near(a: str, b: str) -> float:
    first, second = await EMBEDDER.embed([a, b])
    assert first is not None and second is not None
    return sum(x * y for x, y in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("word", "count"),
    [("contract", 1), ("northwind", 2), ("東京", 1), ("東京都", 1), ("q7x9z", 5), ("48000", 2)],
)
def test_words_fall_into_the_models_own_pieces(word: str, count: int) -> None:
    pieces = PIECES.split(word)
    assert len(pieces) == count
    assert PIECES.unknown not in pieces


def test_the_vocabularys_probabilities_follow_use() -> None:
    used = ["the", "house", "dentist", "harbour", "bollard"]
    found = [sum(float(PIECES.log_probability[piece]) for piece in PIECES.split(word)) for word in used]
    assert found == sorted(found, reverse=True)


def test_an_unknown_sign_is_a_piece_of_its_own() -> None:
    assert PIECES.split("\U00012345") == [PIECES.unknown]


def test_the_table_has_one_vector_a_piece() -> None:
    rows = PIECES.vectors([5, 99, 5])
    assert rows.shape == (3, 384)
    assert (rows[0] == rows[2]).all() and not (rows[0] == rows[1]).all()


@pytest.mark.parametrize("content", [b"", b"E5S1", b"GGUF" + b"\0" * 200, b"E5S1" + b"\7" * 200])
def test_a_file_of_another_layout_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(content)
    with pytest.raises(ModelRefused, match=r"version 0\.3\.0"):
        Pieces(path)


async def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused):
        Pieces(tmp_path / "none")


async def test_common_words_weigh_little() -> None:
    assert await near("the harbour", "harbour") > 0.95
    assert await near("it is in the harbour and on the way to it", "harbour") > await near(
        "harbour dentist", "harbour"
    )


async def test_case_and_width_do_not_matter() -> None:
    assert await near("NORTHWIND Straße", "northwind strasse") > 1 - LENGTH
    assert await near("ｎｏｒｔｈｗｉｎｄ", "northwind") > 1 - LENGTH


async def test_order_does_not_matter_and_words_do() -> None:
    assert await near("rope on the quay", "the quay on rope") > 1 - LENGTH
    assert await near("rope on the quay", "cake with plums") < 0.5


async def test_words_of_one_meaning_are_nearer_than_others() -> None:
    for same, other in itertools.product(
        [("doctor", "physician"), ("car", "automobile")], ["rope", "cheese"]
    ):
        assert await near(*same) > await near(same[0], other)


async def test_scripts_without_spaces_share_pieces() -> None:
    assert await near("東京都に住んでいます", "東京都の天気") > await near("東京都に住んでいます", "大阪の城")


async def test_a_vector_is_the_same_in_every_company_and_process() -> None:
    text = "Northwind want to bring the renewal forward to January."
    [alone] = await EMBEDDER.embed([text])
    crowd = [f"line {number} of quite another text" for number in range(700)]
    assert sum(map(len, crowd)) > BATCH_CHARACTERS
    among = await EMBEDDER.embed([*crowd[:350], text, *crowd[350:]])
    fresh = DistilledEmbedder()
    assert among[350] == alone == await fresh.embed_query(text)
    await fresh.close()


async def test_a_full_memory_of_words_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.embed.distilled.KNOWN_WORDS", 3)
    embedder = DistilledEmbedder()
    texts = ["one two three four five six", "six five four three two one"]
    first, second = await embedder.embed(texts)
    assert len(embedder._known) <= 3
    assert first is not None and second is not None
    assert math.isclose(sum(a * b for a, b in zip(first, second, strict=True)), 1.0, abs_tol=LENGTH)
    await embedder.close()


async def test_a_word_without_end_costs_one_word() -> None:
    assert await near("picture " + "iVBORw0KGgo" * 20_000, "picture " + "iVBORw0KGgo" * 7) > 1 - LENGTH


@given(st.lists(st.text(st.characters(exclude_categories=())), max_size=6))
async def test_every_visible_text_has_a_vector_of_unit_length(texts: list[str]) -> None:
    vectors: tuple[Vector | None, ...] = await EMBEDDER.embed(texts)
    assert [vector is None for vector in vectors] == [is_blank(text) for text in texts]
    assert all(math.isclose(math.hypot(*vector), 1.0, abs_tol=LENGTH) for vector in vectors if vector)
