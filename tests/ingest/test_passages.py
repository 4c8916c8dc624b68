"""Passages cover a document, read by themselves, and keep their ids when other places change."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.normalise import is_blank
from ingest.passages import MOST, passages
from ingest.readers import read
from kg.model.document import Passage, ReadText


def _read(text: str, name: str = "note.md") -> ReadText:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    return outcome


def _made(text: str, name: str = "note.md") -> tuple[Passage, ...]:
    return passages("document", _read(text, name))


def _paragraph(seed: int) -> str:
    chance = random.Random(seed)
    return " ".join(
        chance.choices(
            ("pump", "hall", "seal", "Dana", "leaks", "storm", "June", "renewal", "fee"),
            k=chance.randint(8, 50),
        )
    )


def test_a_small_note_is_one_passage_with_title_and_heading_beside_it() -> None:
    (made,) = _made("---\ntitle: Northwind\n---\n# Terms\n\nFee 48,000 EUR.\n")
    assert made.text.startswith("---\ntitle: Northwind") and made.text.endswith("Fee 48,000 EUR.")
    (body,) = _made("# Northwind\n\n## Terms\n\nFee 48,000 EUR.\n")
    assert body.context == "Northwind"


def test_sections_are_passages_under_their_heading_path() -> None:
    text = "# Northwind\n\n" + "".join(
        f"## Part {at}\n\n{_paragraph(at)}\n\n{'fee and notice ' * 30}\n\n" for at in range(6)
    )
    made = _made(text)
    assert {"Northwind › Part 3", "Northwind › Part 5"} <= {each.context for each in made}
    assert all(len(each.text) <= MOST for each in made)


def test_frontmatter_alone_can_be_found() -> None:
    (made,) = _made("---\ntitle: Placeholder\n---\n")
    assert "Placeholder" in made.text and made.context == "Placeholder"


def test_the_name_of_a_file_stands_beside_its_text_for_words_only() -> None:
    text = "Fee 48,000 EUR.\n"
    before, after = _made(text, "harborlight-offer.md"), _made(text, "q3.md")
    assert [each.context for each in before] == [each.context for each in after]
    assert "offer" in before[0].called and "offer" not in before[0].context
    assert [each.called for each in _made("# Northwind\n\nFee 48,000 EUR.\n", "q3.md")] == [""]


def test_nothing_to_see_has_no_passage() -> None:
    assert _made(" \n\u200b\n") == ()


def test_table_rows_carry_the_names_of_their_columns() -> None:
    made = _made("Client,Fee\n" + "".join(f"Client {at},{at} EUR\n" for at in range(200)), "clients.csv")
    assert len(made) > 2 and all(each.context.endswith("Client | Fee") for each in made)


def test_equal_passages_in_one_document_have_different_ids_and_documents_differ() -> None:
    text = "\n\n".join(["# Same\n\n" + "word " * 150] * 3)
    made = _made(text)
    assert len({each.id for each in made}) == len(made) >= 3
    assert not {each.id for each in made} & {each.id for each in passages("other", _read(text))}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 300), max_size=30), st.sampled_from(["note.md", "note.txt", "page.html"]))
def test_every_visible_character_lies_in_exactly_one_passage(seeds: list[int], name: str) -> None:
    outcome = _read("\n\n".join(("# " if seed % 9 == 0 else "") + _paragraph(seed) for seed in seeds), name)
    at = 0
    for passage in passages("document", outcome):
        assert is_blank(outcome.text[at : passage.start])
        assert outcome.text[passage.start : passage.end] == passage.text
        assert len(passage.text) <= MOST
        at = passage.end
    assert is_blank(outcome.text[at:])


def test_a_change_makes_new_passages_only_near_it() -> None:
    chance = random.Random(3)
    paragraphs = [_paragraph(at) for at in range(400)]
    before = {each.id for each in _made("\n\n".join(paragraphs))}
    assert len(before) > 60
    touched = []
    for _ in range(30):
        at = chance.randrange(400)
        changed = [*paragraphs[:at], _paragraph(chance.randrange(10**6, 10**7)), *paragraphs[at:]]
        touched.append(len({each.id for each in _made("\n\n".join(changed))} - before))
    assert sum(touched) / 30 <= 3 and max(touched) <= 10


def test_long_lines_are_cut_at_words() -> None:
    made = _made("word and more, " * 2_000)
    assert all(len(each.text) <= MOST and each.text.split()[0] in ("word", "and", "more,") for each in made)
