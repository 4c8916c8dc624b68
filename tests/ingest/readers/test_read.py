"""Every reader against any bytes: it never raises, and what it says about the text is exact."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ingest.card import make_card
from ingest.normalise import VISIBLE, is_blank
from ingest.passages import passages
from ingest.readers import READERS, read
from ingest.segment import segments
from kg.model.document import NotRead, ReadText
from kg.model.ids import content_hash
from kg.model.tokens import count_tokens

NAMES = tuple(f"note{extension}" for extension in READERS)

_LAYOUT = [
    "# Head\n", "## 4 Nov 2026\n", "- item\n", "  - nested\n", "1. one\n", "> quoted\n", ">> deeper\n", "\n", "\n\n",
    "---\n", "***\n", "```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "Key: value\n", "[[Link|x]] ", "==\n", "=====\n",
    "title: *Draft*\n", "tags: [a, b]\n", "+++\n", "[a]: http://x\n", "a,b,c\n", '"x, y",', "\t", " ", "word " * 60,
]  # fmt: skip
_TAGS = [
    "<p>", "</p>", "<table><tr><td>", "</table>", "<!--", "-->", "<script>", "</script>", "<li>", "<br>", "&amp;",
    "&#0;", "&#xD800;", "<title>x</title>", "<div hidden>", "</div>", "<pre>", "<h2>", "<blockquote>", "<dt>", "<dd>",
]  # fmt: skip
_MAIL_AND_LOGS = [
    "2026-11-04 10:00:01 INFO started\n", "    at trace\n", "Nov  4 10:00:00 host x\n", "From: Dana <d@x.example>\n",
    "Subject: =?utf-8?q?caf=C3=A9?=\n", "Date: Wed, 4 Nov 2026 10:00:00 +0100\n", "On 3 Nov 2026, Sam wrote:\n",
    "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "--b--\n", "-- \nSig\n", "Northwind pays 48,000 EUR. ",
    "título — 契約\u200b ", "e\u0301", "👩\u200d👩\u200d👧", "\ufeff", "\u2028", "x" * 300, "\x0b", "\x1c", "\x85",
    "Content-Transfer-Encoding: base64\nContent-Type: text/html; charset=bogus\n\n", "PHA+aGk8L3A+\n", "\x00",
]  # fmt: skip
_SCRAPS = st.sampled_from(_LAYOUT + _TAGS + _MAIL_AND_LOGS)
_TEXTS = st.lists(_SCRAPS | st.text(max_size=12), max_size=40).map("".join)
_BYTES = st.one_of(
    st.binary(max_size=300),
    _TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
    _TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass")),
    _TEXTS.map(lambda text: text.encode("cp1252", "ignore")),
    _TEXTS.map(lambda text: text.replace("\n", "\r\n").encode("utf-8", "replace")),
    _TEXTS.map(lambda text: ("---\n" + text + "---\n" + text).encode("utf-8", "replace")),
)


def _whole(outcome: ReadText) -> None:
    text, at = outcome.text, 0
    assert "\r" not in text and "\x00" not in text and "\ufeff" not in text
    text.encode("utf-8")
    for entry in outcome.entries:
        assert at <= entry.start < entry.end <= len(text)
        assert VISIBLE.match(text, entry.start) and VISIBLE.match(text, entry.end - 1)
        at = entry.end
    if is_blank(text):
        assert not outcome.entries


def _cut(outcome: ReadText) -> None:
    text, at = outcome.text, 0
    made = passages("document", outcome)
    for passage in made:
        assert passage.text == text[passage.start : passage.end]
        assert is_blank(text[at : passage.start]) and not is_blank(passage.text)
        assert len(passage.text) <= 900
        at = passage.end
    assert is_blank(text[at:])
    assert len({passage.id for passage in made}) == len(made)
    covered = set[int]()
    for segment in segments(outcome, budget=40):
        assert segment.text == text[segment.start : segment.end]
        assert count_tokens(segment.text) <= 40
        for entry in segment.entries:
            assert 0 <= entry.start < entry.end <= len(segment.text)
            covered.update(range(segment.start + entry.start, segment.start + entry.end))
    told = {
        at for entry in outcome.entries for at in range(entry.start, entry.end) if VISIBLE.match(text, at)
    }
    assert told <= covered


def _check(name: str, data: bytes) -> None:
    outcome = read(name, data)
    if isinstance(outcome, NotRead):
        assert outcome.code in ("binary", "undecodable")
        return
    _whole(outcome)
    _cut(outcome)
    card = make_card(outcome)
    assert card.title and "\n" not in card.title + card.about and len(card.mentions) <= 20


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=_BYTES)
def test_any_bytes_give_exact_entries_passages_and_segments(name: str, data: bytes) -> None:
    _check(name, data)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=_BYTES)
def test_ten_thousand_files_for_each_reader(name: str, data: bytes) -> None:
    _check(name, data)


@settings(max_examples=60, deadline=None)
@given(text=_TEXTS)
def test_line_ends_and_marks_change_nothing(text: str) -> None:
    text = text.replace("\r", "")
    plain = read("a.md", text.encode("utf-8", "replace"))
    windows = read("a.md", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode("utf-8", "replace"))
    assume(isinstance(plain, ReadText))
    assert isinstance(plain, ReadText) and isinstance(windows, ReadText)
    assert content_hash(plain.text) == content_hash(windows.text)
    assert (plain.title, plain.entries, plain.fields) == (windows.title, windows.entries, windows.fields)


def test_other_kinds_have_no_reader_and_are_no_failure() -> None:
    outcome = read("/vault/scan.pdf", b"%PDF-1.7\n\x00\xff")
    assert isinstance(outcome, NotRead) and outcome.code == "no_reader" and not outcome.failed


def test_a_file_without_extension_is_text_when_its_bytes_are() -> None:
    outcome = read("README", b"Ada waters the ferns.\n")
    assert isinstance(outcome, ReadText) and len(outcome.entries) == 1
    program = read("tool", b"\x7fELF\x02\x01\x01" + bytes(64))
    assert isinstance(program, NotRead) and program.code == "binary"


def test_the_extension_is_read_in_any_case_and_behind_any_path() -> None:
    assert isinstance(read("C:\\vault\\A.MD", b"x"), ReadText)
    assert isinstance(read("/vault/deep er/'; MATCH (n) DETACH DELETE n; //.Md", b"x"), ReadText)
