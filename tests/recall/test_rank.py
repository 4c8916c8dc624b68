"""Pull's ranking: both channels, the share of words, and the letter of phrases, codes and file names."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.lucene import terms
from kg.recall.letter import file_names, literal, quoted
from kg.recall.neighbours import LONGEST, joined
from kg.recall.rank import rank
from tests.recall.made import piece


def order(question: str, *pieces: object) -> list[str]:
    return [one.piece.id for one in rank(question, list(pieces))]


def test_meaning_and_words_both_lift() -> None:
    found = [
        piece("both", similarity=0.9, words=8.0),
        piece("meaning", similarity=0.9, words=1.0),
        piece("none", similarity=0.5, words=1.0),
    ]
    assert order("renewal", *found) == ["both", "meaning", "none"]


def test_what_shares_no_word_and_is_no_nearer_than_most_is_left_out() -> None:
    found = [
        piece("near", similarity=0.9),
        piece("far", similarity=0.5),
        piece("word", similarity=0.4, words=2.0),
    ]
    assert order("renewal", *found) == ["near", "word"]


def test_a_hit_with_all_words_goes_before_one_with_a_part() -> None:
    found = [
        piece("part", text="label paper", words=4.0),
        piece("all", text="label printer fuser", words=4.0),
    ]
    assert order("label printer fuser", *found)[0] == "all"


@pytest.mark.parametrize("kind", ["fact", "record"])
def test_facts_are_ranked_by_words_among_themselves(kind: str) -> None:
    found = [
        piece("passage", similarity=0.6, words=9.0, text="nothing of it"),
        piece("best", kind=kind, similarity=None, words=3.0, text="Northwind fee: 48,000 EUR"),
        piece("less", kind=kind, similarity=None, words=1.0, text="Northwind contact: Dana"),
    ]
    ranked = order("Northwind fee", *found)
    assert ranked.index("best") < ranked.index("less")


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("tb-12", ("tb-12",)),
        ("ERR_0x80 in the log", ("err_0x80",)),
        ("who wrote 2026-11-04.md?", ("2026-11-04.md",)),
        ("AC/DC", ("ac/dc",)),
        ("node:7", ("node:7",)),
        ("is 10.0.4.17 up", ("10.0.4.17",)),
        ("anna@x.org", ("anna@x.org",)),
        ("R&D", ("r&d",)),
        ('not in "quotes-4 here" but P-21', ("p-21",)),
        ("C:\\rope\\end", ("c:\\rope\\end",)),
        ("plain words only", ()),
        ("what is it?", ()),
        ('"', ()),
        ("*", ()),
        ("1", ()),
    ],
)
def test_what_a_question_wants_to_the_letter(question: str, wanted: tuple[str, ...]) -> None:
    assert literal(question) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ('the phrase "bring the renewal  forward" please', ("bring the renewal forward",)),
        ("„erste Woche“ und «la semaine» “so on”", ("erste woche", "la semaine", "so on")),
        ('no phrase " ** " here', ()),
    ],
)
def test_what_a_question_quotes(question: str, wanted: tuple[str, ...]) -> None:
    assert quoted(question) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("2026-11-04.md", ("/2026-11-04.md",)),
        ("see weekly/Note.MD now", ("/weekly/note.md",)),
        ('"my notes.txt"', ("/my notes.txt",)),
        ("version 2.4 on 10.0.4.17", ()),
        ("a plain question.", ()),
    ],
)
def test_what_may_be_a_file_name(question: str, wanted: tuple[str, ...]) -> None:
    assert file_names(question) == wanted


def test_what_holds_a_quoted_phrase_goes_before_what_does_not() -> None:
    found = [
        piece("words", text="forward the renewal they bring", similarity=0.95, words=9.0),
        piece("phrase", text="to bring the\nrenewal forward", similarity=0.5, words=0.5),
    ]
    assert order('"bring the renewal forward"', *found) == ["phrase", "words"]


def test_what_stands_there_literally_comes_first() -> None:
    found = [
        piece("like", text="tb-13 and tb-21", similarity=0.95, words=3.0),
        piece("exact", text="Part TB-12 of the press", similarity=0.6, words=2.0),
        piece("other", text="parts", similarity=0.5, words=0.1),
    ]
    assert order("tb-12", *found)[0] == "exact"


def test_a_file_is_found_by_its_name() -> None:
    found = [
        piece("other", path="/v/weekly/2026-11-11.md", similarity=0.9, words=3.0),
        piece("wanted", path="/v/weekly/2026-11-04.md", similarity=0.8, words=2.0),
        piece("far", path="/v/x.md", similarity=0.5, words=0.1),
    ]
    assert order("2026-11-04.md", *found)[0] == "wanted"


def test_equal_scores_are_in_order_of_id() -> None:
    assert order("x", piece("b", words=1.0), piece("a", words=1.0)) == ["a", "b"]


def passages_of(text: str, cuts: list[int], gap: int) -> list[object]:
    """The text cut at these places, with `gap` line breaks between that belong to no passage."""
    made, start = [], 0
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    for position, part in enumerate(parts):
        made.append(
            piece(f"p{position}", text=part, start=start, end=start + len(part), position=position, words=1.0)
        )
        start += len(part) + gap
    return made


@settings(deadline=None, max_examples=60)
@given(
    st.text(min_size=5, max_size=60), st.sets(st.integers(1, 4), max_size=4), st.integers(0, 16), st.randoms()
)
def test_joined_neighbours_keep_offsets_and_lose_no_passage(
    text: str, cuts: set[int], gap: int, random: object
) -> None:
    pieces = passages_of(text, sorted(cuts), gap)
    random.shuffle(pieces)
    hits = list(joined(rank("word", pieces)))
    assert all(len(one.piece.text) == one.piece.end - one.piece.start for one in hits)
    spans = sorted((one.piece.start, one.piece.end) for one in hits)
    assert sum(len(one.piece.text.replace("\n", "")) for one in hits) == len(text.replace("\n", ""))
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def test_neighbours_become_one_hit_and_others_do_not() -> None:
    one, two, four = (
        piece(f"p{n}", position=n, start=n * 12, end=n * 12 + 10, text=f"part {n} text"[:10], words=1.0)
        for n in (1, 2, 4)
    )
    foreign = piece("q3", document="d9", position=3, start=36, end=46, words=1.0)
    hits = list(joined(rank("text", [one, two, four, foreign])))
    assert sorted((hit.piece.start, hit.piece.end) for hit in hits) == [(12, 34), (36, 46), (48, 58)]


def test_a_wide_gap_or_a_much_worse_neighbour_stays_apart() -> None:
    best = piece("a", position=0, start=0, end=10, text="exact tb-1", similarity=0.9, words=9.0)
    wide = piece("b", position=1, start=60, end=70, similarity=0.9, words=9.0, text="exact tb-1")
    assert len(list(joined(rank("tb-1", [best, wide])))) == 2
    worse = piece("c", position=1, start=11, end=21, similarity=0.1, words=0.1)
    assert len(list(joined(rank("tb-1", [best, worse])))) == 2


def test_a_hit_never_grows_beyond_a_few_passages() -> None:
    many = [
        piece(f"p{n}", position=n, start=n * 11, end=n * 11 + 10, text="0123456789", words=1.0)
        for n in range(9)
    ]
    hits = list(joined(rank("zero", many)))
    assert max(hit.piece.end - hit.piece.start for hit in hits) <= LONGEST * 11
    assert terms(hits[0].piece.text)
