"""Every reader against any bytes: it never raises, and what it says about the text is exact."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ingest.readers import READERS, read
from kg.model.document import NotRead, ReadText
from kg.model.ids import content_hash
from tests.ingest.readers.told import check

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
_LINES = [
    "From a@x Wed Nov  4 10:00:00 2026\n", "BEGIN:VEVENT\nSUMMARY:Call\n",
    "DTSTART;TZID=Europe/Berlin:20261104T100000\n",
    "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270101\n", "END:VEVENT\n", "BEGIN:VCARD\n", "END:VCARD\n", "FN:Dana\n",
    "N;ENCODING=QUOTED-PRINTABLE:=C3=\n=A9;x\n", "ORG:a;b\\;c\n", "WEBVTT\n\n", "00:00:01.000 --> 00:00:02.000\n",
    "<v Dana>Hello</v>\n", "Dana: Hello there.\n", "Sam: Good.\n", "[00:01:02] Dana Reyes: We want it.\n",
    '{"role": "user", "content": "hi"}\n', '[{"user": "U1", "text": "hi", "ts": "1793786400.1"}, ',
    '{"mapping": {"a": ',
    "04/11/2026, 10:03 - Dana: ok\n", "]", "}", ", ", "Dana Reyes  0:03\n",
]  # fmt: skip
_SCRAPS = st.sampled_from(_LAYOUT + _TAGS + _MAIL_AND_LOGS + _LINES)
_TEXTS = st.lists(_SCRAPS | st.text(max_size=12), max_size=40).map("".join)
_BYTES = st.one_of(
    st.binary(max_size=300),
    _TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
    _TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass")),
    _TEXTS.map(lambda text: text.encode("cp1252", "ignore")),
    _TEXTS.map(lambda text: text.replace("\n", "\r\n").encode("utf-8", "replace")),
    _TEXTS.map(lambda text: ("---\n" + text + "---\n" + text).encode("utf-8", "replace")),
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=_BYTES)
def test_any_bytes_give_exact_entries_passages_and_segments(name: str, data: bytes) -> None:
    check(name, data)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=_BYTES)
def test_ten_thousand_files_for_each_reader(name: str, data: bytes) -> None:
    check(name, data)


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
    outcome = read("/vault/scan.tiff", b"II*\x00")
    assert isinstance(outcome, NotRead) and outcome.code == "no_reader" and not outcome.failed


def test_a_file_without_extension_is_text_when_its_bytes_are() -> None:
    outcome = read("README", b"Ada waters the ferns.\n")
    assert isinstance(outcome, ReadText) and len(outcome.entries) == 1
    program = read("tool", b"\x7fELF\x02\x01\x01" + bytes(64))
    assert isinstance(program, NotRead) and program.code == "binary"


def test_the_extension_is_read_in_any_case_and_behind_any_path() -> None:
    assert isinstance(read("C:\\vault\\A.MD", b"x"), ReadText)
    assert isinstance(read("/vault/deep er/'; MATCH (n) DETACH DELETE n; //.Md", b"x"), ReadText)
