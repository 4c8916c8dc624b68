"""PDF: text in the order people read it in, pages as places, and files that would harm what opens them."""

import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import chain
from pathlib import Path

import psutil
import pytest

from ingest.readers import can_recognise
from ingest.readers.apart import Apart
from ingest.readers.pages import read_pages
from tests.ingest.readers.drawn import Drawn, column, drawn, pdf, written
from tests.ingest.readers.told import by, refused, told, words

CHECKOUT = Path(__file__).parents[3]
LEFT = [f"words of the left column, line {at} of it" for at in range(8)]
RIGHT = [f"words of the right side, line {at} of it" for at in range(8)]
SCAN = b"72 72 400 600 re f"


def test_a_report_of_the_usual_library(office: Path) -> None:
    outcome = told("report.pdf", (office / "report.pdf").read_bytes())
    assert outcome.title == "Chapter 1"
    first = by(outcome, "The fee")
    assert outcome.text[first.start : first.end] == (
        "The fee of the contract with Northwind stays at 1 EUR a year.\nIt is paid each quarter."
    )
    assert first.heading == ("Chapter 1", "page 1") and by(outcome, "stays at 3").heading == (
        "Chapter 3",
        "page 3",
    )
    assert by(outcome, "left column").end < by(outcome, "right column").start
    assert "confidential" not in "".join(words(outcome)) and outcome.text.count("confidential") == 1
    assert "Page 2 of 3" not in outcome.text
    assert (outcome.fields, outcome.warnings) == ({}, ())


@pytest.mark.parametrize("order", ["column by column", "line by line"])
def test_columns_are_read_one_after_the_other_however_they_were_drawn(order: str) -> None:
    left, right = column(72, 600, *LEFT), column(320, 600, *RIGHT)
    pairs = chain.from_iterable(zip(left, right, strict=True))
    texts = [*left, *right] if order == "column by column" else list(pairs)
    outcome = told("a.pdf", pdf([(72, 760, 18, "Title"), *texts]))
    assert words(outcome) == ["Title", " ".join(LEFT), " ".join(RIGHT)]


def _table(*rows: tuple[str, ...]) -> Iterator[Drawn]:
    for at, row in enumerate(rows):
        yield from ((72 + 130 * number, 600 - 14 * at, 11, cell) for number, cell in enumerate(row))


def test_rows_of_a_table_stay_rows() -> None:
    rows = [
        ("Client", "Fee", "Since"),
        ("Northwind", "3 EUR", "2026"),
        ("Alto", "4 EUR", "2025"),
        ("Birk", "5", "2024"),
    ]
    outcome = told("a.pdf", pdf(list(_table(*rows))))
    assert words(outcome) == ["\n".join(" | ".join(row) for row in rows)]
    assert outcome.entries[0].kind == "table"


def test_a_letter_with_an_address_and_items() -> None:
    letter = [
        *column(72, 780, "Northwind Ltd", "Main Street 1", "10115 Marn"),
        *column(
            72, 700, "we thank you for the order and invoice the items, as agreed in", "our contract of June."
        ),
        *_table(("Item", "Price"), ("Label printer", "300 EUR"), ("Paper", "50 EUR")),
    ]
    assert words(told("a.pdf", pdf(letter))) == [
        "Northwind Ltd\nMain Street 1\n10115 Marn",
        "we thank you for the order and invoice the items, as agreed in our contract of June.",
        "Item | Price\nLabel printer | 300 EUR\nPaper | 50 EUR",
    ]


def test_a_key_and_its_value_far_apart_are_a_field() -> None:
    rows = [("Client:", "Northwind"), ("Amount:", "48,000 EUR"), ("Due:", "30 June 2027")]
    outcome = told("a.pdf", pdf(list(_table(*rows))))
    assert outcome.text == "Client: Northwind\nAmount: 48,000 EUR\nDue: 30 June 2027\n"
    assert {each.kind for each in outcome.entries} == {"field"}


def test_words_cut_at_line_ends_are_put_together_and_compounds_kept() -> None:
    lines = [
        "The con-",
        "tract with the North-",
        "Wind group ends in the long-",
        "term plan of 2026-",
        "2027.",
    ]
    (only,) = words(told("a.pdf", pdf(column(72, 600, *lines))))
    assert "contract with" in only and "North-Wind group" in only and "longterm" in only.replace("-", "")
    assert "2026" in only and "2027" in only


def test_a_paragraph_goes_on_over_the_end_of_a_page() -> None:
    first = column(72, 120, "We agreed with Northwind that the fee", "stays as it is for all of the next")
    second = column(72, 760, "year and is paid each quarter by them.", "Then it ends.")
    outcome = told("a.pdf", pdf(first, second))
    assert by(outcome, "next year and is paid").heading == ("page 1",)


def test_fields_keep_their_lines() -> None:
    lines = ["Invoice", "Client: Northwind", "Amount: 48,000 EUR", "Due: 30 June 2027"]
    outcome = told("a.pdf", pdf(column(72, 600, *lines)))
    assert "Client: Northwind\nAmount: 48,000 EUR\nDue: 30 June 2027" in outcome.text
    assert {each.heading for each in outcome.entries} <= {(), ("Invoice",)}


def test_what_repeats_inside_a_page_is_no_header() -> None:
    pages = [
        column(72, 600, "Northwind pays.", f"That was visit {at}.", "Northwind pays.") for at in range(5)
    ]
    assert told("a.pdf", pdf(*pages)).text.count("Northwind pays.") == 10


@pytest.mark.parametrize(
    ("info", "title", "day"),
    [
        (
            "/Title (Renewal of Northwind) /CreationDate (D:20261104100000+01'00')",
            "Renewal of Northwind",
            date(2026, 11, 4),
        ),
        ("/Title (Microsoft Word - offer.docx) /CreationDate (D:19700101000000Z)", "a", None),
        ("/Title (untitled) /CreationDate (yesterday)", "a", None),
    ],
)
def test_properties_count_where_the_content_is_silent(info: str, title: str, day: date | None) -> None:
    outcome = told("a.pdf", pdf(column(72, 600, "it ends in june, they say", "and so it does"), info=info))
    assert (outcome.title, outcome.dated) == (title, day)
    own = told(
        "a.pdf",
        pdf([(72, 700, 20, "Own title"), *column(72, 600, "Date: 2025-01-02", "It ends.")], info=info),
    )
    assert (own.title, own.dated) == ("Own title", date(2025, 1, 2))


@pytest.mark.skipif(can_recognise(), reason="with the extra [ocr] such pages are read")
def test_pages_without_a_text_layer_are_counted_and_named() -> None:
    some = told("a.pdf", pdf(SCAN, column(72, 600, "Words here."), SCAN, b""))
    assert [(each.code, each.message) for each in some.warnings] == [
        ("no_text_layer", "2 of 4 pages have no text layer: 1, 3. The extra [ocr] reads such pages.")
    ]
    none = refused("a.pdf", pdf(SCAN, SCAN))
    assert (none.code, none.failed) == ("no_text_layer", False) and "2 pages" in none.message


def test_an_empty_page_is_nothing_to_remember() -> None:
    assert told("a.pdf", pdf(b"")).entries == ()


LOCK = [b"<< /Filter /Standard /V 1 /R 2 /O <" + b"11" * 32 + b"> /U <" + b"22" * 32 + b"> /P -4 >>"]
ROOT = b"<< /Type /Catalog /Pages 2 0 R >>"


def _page(content: bytes, filters: bytes) -> bytes:
    page = b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F 5 0 R >> >> >>"
    stream = b"<< /Length %d /Filter %s >>\nstream\n" % (len(content), filters) + content + b"\nendstream"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    return written([ROOT, b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page, stream, font])


def _bomb(times: int, again: bool) -> bytes:
    engine = zlib.compressobj(9)
    piece = b"BT /F 11 Tf (abc def) Tj ET " * 10_000
    made = b"".join(engine.compress(piece) for _ in range(times)) + engine.flush()
    return zlib.compress(made, 9) if again else made


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("locked", {"encrypted"}),
        ("cut off", {"damaged"}),
        ("no pdf", {"damaged"}),
        ("pages that hold themselves", {""}),
        ("a page that is its own parent", {"", "damaged"}),
        ("a stream that unpacks for ever", {"too_slow"}),
        ("a stream inside a stream", {"too_slow"}),
        ("ten thousand pages", {""}),
        ("a page of eight thousand runs", {""}),
    ],
)
def test_harmful_files_are_bounded_and_the_next_file_is_read(name: str, codes: set[str]) -> None:
    data = {
        "locked": lambda: pdf(column(72, 600, "x"), trailer="/Encrypt 7 0 R /ID [<00><00>]", extra=LOCK),
        "cut off": lambda: pdf(column(72, 600, "x"))[:300],
        "no pdf": lambda: b"words",
        "pages that hold themselves": lambda: written(
            [ROOT, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 5000 >>"]
        ),
        "a page that is its own parent": lambda: written(
            [
                ROOT,
                b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                b"<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>",
                b"4 0 R",
            ]
        ),
        "a stream that unpacks for ever": lambda: _page(_bomb(600, again=False), b"/FlateDecode"),
        "a stream inside a stream": lambda: _page(_bomb(600, again=True), b"[/FlateDecode /FlateDecode]"),
        "ten thousand pages": lambda: pdf(*([column(72, 600, "Words of a page.")] * 10_000)),
        "a page of eight thousand runs": lambda: pdf(
            [(72 + at % 50 * 10, 800 - at // 50 * 5, 5, "ab") for at in range(8_000)]
        ),
    }[name]()
    started = time.process_time()
    outcome = read_pages("a.pdf", data)
    assert getattr(outcome, "code", "") in codes
    assert time.process_time() - started < 2
    assert words(told("a.pdf", pdf(column(72, 600, "Still here.")))) == ["Still here."]


def test_ten_thousand_pages_are_cut_and_said_so() -> None:
    outcome = told("a.pdf", pdf(*([column(72, 600, "Words.")] * 10_000), packed=True))
    assert [each.code for each in outcome.warnings] == ["cut"]


def test_a_process_that_hangs_is_ended_and_another_one_started(tmp_path: Path) -> None:
    script = tmp_path / "work.py"
    script.write_text(
        "import struct, sys, threading\n"
        "while head := sys.stdin.buffer.read(8):\n"
        "    data = sys.stdin.buffer.read(struct.unpack('>Q', head)[0])\n"
        "    threading.Event().wait(60 if data == b'hang' else 0)\n"
        "    if data == b'die':\n        sys.exit(1)\n"
        "    sys.stdout.buffer.write(struct.pack('>Q', len(data)) + data)\n    sys.stdout.buffer.flush()\n"
    )
    apart = Apart(script)
    try:
        assert [apart.ask(each, 0.7) for each in (b"a", b"hang", b"b", b"die", b"", b"c")] == [
            b"a",
            None,
            b"b",
            None,
            b"",
            b"c",
        ]
    finally:
        apart.close()


def test_many_threads_share_one_process() -> None:
    files = [pdf(column(72, 600, f"Words of file {at}.")) for at in range(40)]
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda data: told("a.pdf", data), files))
    assert [words(each) for each in outcomes] == [[f"Words of file {at}."] for at in range(40)]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf(column(72, 600, "Words.")))
    script = (
        "import os, signal, sys; from pathlib import Path; from ingest.readers import pages\n"
        "pages.read_pages('a.pdf', Path(sys.argv[1]).read_bytes())\n"
        "print(pages._PDFIUM._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "a.pdf")]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=120)
    assert done.returncode == -signal.SIGKILL
    psutil.wait_procs(
        [psutil.Process(int(done.stdout))] if psutil.pid_exists(int(done.stdout)) else [], timeout=30
    )
    assert not psutil.pid_exists(int(done.stdout)) or psutil.Process(int(done.stdout)).status() == "zombie"


def test_offsets_fit_whatever_marks_a_page_draws() -> None:
    odd = column(72, 600, "caf\u00e9 \u2013 \u201cquoted\u201d", "soft\u00adhyphen", "(paren) \\ back")
    outcome = told("a.pdf", pdf(odd))
    assert "café – “quoted”" in outcome.text


def test_content_is_drawn_as_given() -> None:
    assert drawn([(1, 2, 3, "a(b)")]) == b"BT /F 3 Tf 1 2 Td (a\\(b\\)) Tj ET"
