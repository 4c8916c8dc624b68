"""Bytes become one clean text, or a named problem."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.normalise import NormalText, is_blank, normalise, trimmed
from kg.model.document import NotRead
from kg.model.ids import content_hash

SENTENCE = "Ada Pell waters the ferns on Fridays.\n"


def _text(data: bytes) -> NormalText:
    outcome = normalise(data)
    assert isinstance(outcome, NormalText)
    return outcome


def test_marks_and_widths_give_the_same_text() -> None:
    kinds = [
        SENTENCE.encode(),
        b"\xef\xbb\xbf" + SENTENCE.encode(),
        b"\xff\xfe" + SENTENCE.replace("\n", "\r\n").encode("utf-16-le"),
        b"\xfe\xff" + SENTENCE.replace("\n", "\r\n").encode("utf-16-be"),
        b"\xff\xfe\x00\x00" + SENTENCE.encode("utf-32-le"),
        SENTENCE.encode("utf-16-le"),
        SENTENCE.replace("\n", "\r").encode(),
    ]
    assert {_text(data).text for data in kinds} == {SENTENCE}
    assert len({content_hash(_text(data).text) for data in kinds}) == 1
    assert [_text(data).encoding for data in kinds[1:4]] == ["utf-8", "utf-16-le", "utf-16-be"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Die Gebühr für Müller beträgt 48.000 € und läuft bis März.", "cp1252"),
        ("¿Cuándo empieza la renovación? El niño llegó mañana.", "cp1252"),
        ("Договор с компанией Северный Ветер заканчивается тридцатого июня этого года.", "cp1251"),
        ("Договор с компанией Северный Ветер заканчивается тридцатого июня этого года.", "koi8_r"),
        ("Sözleşme haziran ayında bitiyor, ücret yıllık kırk sekiz bin avro; görüşmek üzere.", "cp1254"),
        ("契約は六月三十日に終了します。料金は年間四万八千ユーロです。", "cp932"),
        ("契約は六月三十日に終了します。料金は年間四万八千ユーロです。", "iso2022_jp"),
        ("合同于六月三十日到期，费用为每年四万八千欧元，需要提前六十天通知对方。", "gb18030"),
    ],
)
def test_old_encodings_are_read_when_they_are_plain(text: str, encoding: str) -> None:
    found = _text(text.encode(encoding))
    assert (found.text, found.encoding) == (text, encoding)


def test_two_readings_that_are_about_as_good_are_a_named_problem() -> None:
    for text in (
        "Sözleşme haziran ayında bitiyor, ücret yıllık kırk sekiz bin.",
        "Привет мир",
        "Příliš žluťoučký kůň",
    ):
        for encoding in ("cp1254", "cp1251", "cp1250"):
            data = text.encode(encoding, "ignore")
            outcome = normalise(data)
            assert isinstance(outcome, NotRead) or outcome.text == data.decode(encoding)


@pytest.mark.parametrize("encoding", ["cp850", "mac_roman", "cp037"])
def test_an_encoding_that_cannot_be_told_is_a_named_problem(encoding: str) -> None:
    outcome = normalise("Le café de Zoé est fermé à midi, évidemment.".encode(encoding))
    assert isinstance(outcome, NotRead)
    assert outcome.code in ("undecodable", "binary")


def test_a_guess_is_said() -> None:
    assert [
        warning.code for warning in _text("Erste Zeile\nGebühr für Müller".encode("cp1252")).warnings
    ] == ["encoding_guessed"]


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
        b"PK\x03\x04" + bytes((i * 37) % 256 for i in range(2048)),
        b"SQLite format 3\x00" + b"\x00\x10" * 512,
        bytes(4096),
        bytes((i * i * 31 + i // 7) % 256 for i in range(5000)),
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj",
        b"GIF89a\x01\x00\x01\x00",
        b"text at first\n" * 20_000 + bytes(range(32)) * 20_000 + b"text at the end\n" * 20_000,
    ],
)
def test_binary_content_is_named_and_no_failure(data: bytes) -> None:
    outcome = normalise(data)
    assert isinstance(outcome, NotRead)
    assert (outcome.code, outcome.failed) == ("binary", False)


@pytest.mark.parametrize(
    "text", ["PK is a postcode", "GIF89a is an old format.", "%PDF- begins a file", "MZ", "BZh"]
)
def test_words_that_look_like_a_format_are_text(text: str) -> None:
    assert _text(text.encode()).text == text


def test_what_cannot_be_kept_is_replaced_and_counted() -> None:
    found = _text(b"a\x00b \xed\xa0\xbd\xed\xb8\x80 and \xed\xa0\xbd end\n")
    assert found.text == "a\ufffdb \U0001f600 and \ufffd end\n"
    assert [(warning.code, warning.line) for warning in found.warnings] == [("replaced", 1)]
    assert found.warnings[0].message.startswith("2 ")


def test_a_few_broken_bytes_do_not_cost_a_utf8_file() -> None:
    found = _text("Größe, Übergabe, Äste, Öl\n".encode() + b"cut \xc3\n")
    assert found.encoding == "utf-8"
    assert found.text.endswith("cut \ufffd\n")
    assert found.warnings[0].line == 2


def test_a_mark_inside_a_text_goes_too() -> None:
    assert _text("one\ufefftwo".encode()).text == "onetwo"


@pytest.mark.parametrize(
    "text", ["", "  \n\t\n", "\u200b\ufeff\n", "\u00a0\u2003", "\u200d\ufe0f\u2060", "\x00\x01"]
)
def test_nothing_to_see_is_blank(text: str) -> None:
    assert is_blank(text)


def test_trimming_keeps_what_is_seen() -> None:
    text = " \u200b x y\u00a0\n"
    assert trimmed(text, 0, len(text)) == (3, 6)
    assert trimmed(text, 0, 2) is None


@given(st.text(), st.text())
def test_trimmed_spans_begin_and_end_visibly(left: str, right: str) -> None:
    text = left + "x" + right
    span = trimmed(text, 0, len(text))
    assert span is not None and not is_blank(text[span[0]]) and not is_blank(text[span[1] - 1])
    assert is_blank(text[: span[0]]) and is_blank(text[span[1] :])


@given(st.binary(max_size=400))
def test_any_bytes_end_in_a_clean_text_or_a_reason(data: bytes) -> None:
    outcome = normalise(data)
    if isinstance(outcome, NormalText):
        outcome.text.encode("utf-8")
        assert not {"\r", "\x00", "\ufeff"} & set(outcome.text)
