"""Both sides of full text are cut alike, and no text is syntax."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model.lucene import AUDIENCE_LIMIT, WORD_LIMIT, lucene_query, query_words, terms

READER = "a" + "0123456789abcdef" + "01234567"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("AC/DC", "AC/DC played at the quay."),
        ("ac/dc", "we saw AC/DC"),
        ("tb-", "Part tb-12 fits"),
        ("tb-12", "Part TB-12, new"),
        ("node:7", "fits node:7."),
        ("R&D", "our R&D team"),
        ("(x)", "uses tool (x)."),
        ('"blue', 'The "blue" ticket'),
        ("NOT", "the NOT gate"),
        ("rope AND", "the rope is cut"),
        ("OR rope", "the rope is cut"),
        ("^2~", "box ^2~"),
        (r"C:\rope\end", r"Path C:\rope\end is full"),
        ("/solutions.", "see /solutions for it"),
        ("C++", "written in C++, later"),
        ("48000", "a fee of 48,000 EUR"),
        ("Größe", "GROESSE or grosse Grösse"),
        ("cafe", "the Café by the quay"),
        ("O'Hara", "O’Hara's mill"),
        ("renewals", "the renewal of the contract"),
        ("灯台", "灯台の鍵は佐野さんが持っている。"),
        ("台", "灯台の鍵"),
        ("青石镇", "林小雨在青石镇经营一家书店。"),
        ("김하늘", "김하늘 씨는 매주 목요일에 시장에 간다."),
        ("목요일", "매주 목요일에 시장에 간다."),
        ("สวัสดี", "เขาพูดว่าสวัสดีทุกวัน"),
        ("नमस्ते", "उसने नमस्ते कहा"),
        ("ＡＢＣ１２３", "the ABC123 form"),
    ],
)
def test_a_question_finds_the_words_of_its_text(question: str, text: str) -> None:
    assert query_words(question)
    assert set(query_words(question)) <= set(terms(text).split(" "))


@pytest.mark.parametrize("blank", ["", " \n", "!", "*", "( ) [", "…", '""', "\\", "&&||"])
def test_text_without_a_word_makes_no_query(blank: str) -> None:
    assert lucene_query(blank, [READER]) is None


@pytest.mark.parametrize(
    "audiences", [[], [""], ["org"], ["a1 OR x"], ["*"], [READER + "0"], [READER.upper()]]
)
def test_without_a_well_formed_audience_there_is_no_query(audiences: list[str]) -> None:
    assert lucene_query("renewal", audiences) is None


def test_a_malformed_audience_never_joins_a_good_one() -> None:
    query = lucene_query("renewal", ["x) terms:(y", READER])
    assert query == f"+audience:({READER})^0 +(terms:(renew) context_terms:(renew))"


def test_operators_are_words() -> None:
    assert query_words("AND OR NOT TO") == ("and", "or", "not", "to")


def test_a_name_of_a_project_is_one_word_of_the_query() -> None:
    query = lucene_query("renewal", [READER], project="a) OR (b")
    assert query is not None
    assert "a)" not in query
    assert "+project_token:(p" in query


def test_words_and_audiences_are_bounded() -> None:
    many = [f"a{number:024x}" for number in range(AUDIENCE_LIMIT + 100)]
    long = " ".join(f"word{number}" for number in range(500))
    words = query_words(long)
    query = lucene_query(long, many)
    assert query is not None
    assert len(words) == WORD_LIMIT
    assert ("word0" in words) and ("word499" in words)
    assert sum(token in query for token in many) == AUDIENCE_LIMIT


def test_an_endless_run_is_cut() -> None:
    assert max(map(len, terms("x" * 100_000 + " " + "é" * 100_000).split(" "))) <= 64


@given(st.text())
def test_every_clause_is_escaped(text: str) -> None:
    query = lucene_query(text, [READER])
    if query is None:
        assert terms(text) == "" or not query_words(text)
        return
    body = query.removeprefix(f"+audience:({READER})^0 +(terms:(")
    inside = body[: body.index(") context_terms:(")]
    assert all(word for word in inside.split(" "))
    assert not set(re.sub(r"\\.", "", inside)) & set('+-!(){}[]^"~*?:/&|\\')


@given(st.text())
def test_every_word_asked_for_is_a_word_of_the_same_text(text: str) -> None:
    assert set(query_words(text, limit=10_000)) <= set(terms(text).split(" "))
