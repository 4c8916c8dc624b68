"""Files of at most 1 MB that would take all time or memory: each is read or refused within 2 s of processor time,
and all of them one after the other within 256 MiB."""

import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ingest.readers.drawn import column, pdf
from tests.ingest.readers.made import docx, epub, ods, paragraph, pptx, shape, xlsx
from tests.ingest.readers.told import packed

ROOT = Path(__file__).parents[3]
MEGABYTE = 1_000_000
READS = """
import json, sys, time
from pathlib import Path
from ingest.readers import read
for name in sys.argv[1:]:
    read("warm" + Path(name).suffix, b"")
for name in sys.argv[1:]:
    data = Path(name).read_bytes()
    started = time.process_time()
    outcome = read(name, data)
    taken = time.process_time() - started
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    print(json.dumps([Path(name).name, len(data), taken, peak, getattr(outcome, "code", "read")]))
"""


def _filled(scrap: bytes) -> bytes:
    return scrap * (MEGABYTE // len(scrap))


def _deflated(scrap: bytes, times: int) -> bytes:
    engine = zlib.compressobj(9)
    return b"".join(engine.compress(scrap) for _ in range(times)) + engine.flush()


def _merged() -> bytes:
    cells = '<row><c r="A1"><v>1</v></c></row>' * 60_000
    refs = "".join(f'<mergeCell ref="A{at}:A{at + 4_900}"/>' for at in range(1, 9_000))
    return xlsx(f"<sheetData>{cells}</sheetData><mergeCells>{refs}</mergeCells>")


_CELL = "<table-cell number-columns-repeated='99999999'><p>a</p></table-cell>"
_ROW = f"<table-row number-rows-repeated='9999999'>{_CELL}</table-row>"
BOMBS: dict[str, Callable[[], bytes]] = {
    "line.md": lambda: _filled(b"word "),
    "line.txt": lambda: _filled(b"a:b "),
    "names.txt": lambda: _filled(b"Dana Reyes Jun Park Ada Pell: ok. "),
    "talk.txt": lambda: _filled(b"Dana: We do.\nSam: Yes, we do.\n"),
    "stamps.log": lambda: _filled(b"[10:00:01] "),
    "quotes.csv": lambda: _filled(b'"a,'),
    "open.html": lambda: _filled(b"<p <a "),
    "brackets.eml": lambda: b"From: " + _filled(b"(") + b"\n\nx",
    "quoted.eml": lambda: b"From: a@x\n\n" + _filled(b"> a line\n>> another\n"),
    "openings.mbox": lambda: _filled(b"From a 2020\nFrom:b\n\n"),
    "quoting.mbox": lambda: _filled(
        b"From a 2020\nFrom: b@x\n\nOn 1 Nov 2026, c wrote:\n> d. e. f. g. h. i.\n\n"
    ),
    "cues.vtt": lambda: b"WEBVTT\n\n" + _filled(b"0:01.000 --> 0:02.000\na\n\n"),
    "folded.ics": lambda: b"BEGIN:VEVENT\nSUMMARY:" + _filled(b"\n a"),
    "begins.ics": lambda: _filled(b"BEGIN:VEVENT\n"),
    "soft.vcf": lambda: b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:" + _filled(b"=\n"),
    "params.vcf": lambda: b"BEGIN:VCARD\nTEL" + _filled(b';a="b"') + b":1\n",
    "deep.json": lambda: _filled(b"["),
    "wide.json": lambda: b"[" + _filled(b"[],") + b"[]]",
    "messages.json": lambda: b"[" + _filled(b'{"text":"a","ts":1793786400},') + b"{}]",
    "lines.jsonl": lambda: _filled(b"{}\n"),
    "zip.docx": lambda: packed({"word/document.xml": bytes(400 * MEGABYTE)}),
    "text.docx": lambda: docx(paragraph("a b " * 5_000_000)),
    "paragraphs.docx": lambda: docx(paragraph("a") * 70_000),
    "deep.docx": lambda: docx("<w:p>" * 90_000 + "</w:p>" * 90_000),
    "cells.docx": lambda: docx(f"<w:tbl><w:tr>{'<w:tc><w:p/></w:tc>' * 90_000}</w:tr></w:tbl>"),
    "attributes.docx": lambda: docx("<w:p " + " ".join(f'a{at}="1"' for at in range(380_000)) + "/>"),
    "cells.xlsx": lambda: xlsx("<sheetData><row>" + "<c><v>1</v></c>" * 1_000_000 + "</row></sheetData>"),
    "rows.xlsx": lambda: xlsx("<sheetData>" + "<row/>" * 3_000_000 + "</sheetData>"),
    "strings.xlsx": lambda: xlsx(
        "<sheetData><row>" + '<c t="s"><v>0</v></c>' * 200_000 + "</row></sheetData>",
        strings=f"<si><t>{'long ' * 6_000}</t></si>",
    ),
    "merged.xlsx": _merged,
    "repeated.ods": lambda: ods(f"<table>{_ROW * 20_000}</table>"),
    "shapes.pptx": lambda: pptx(shape("a") * 30_000),
    "slides.pptx": lambda: pptx(*[shape("a")] * 4_000),
    "tags.epub": lambda: epub("<p>a</p>" * 55_000),
    "text.epub": lambda: epub("a b c. " * 800_000),
    "tables.epub": lambda: epub("<table>" + "<tr><td>a<td>b" * 30_000),
    "pages.pdf": lambda: pdf(*([column(72, 700, *["words of a line"] * 10)] * 2_900), packed=True),
    "stream.pdf": lambda: pdf(b"BT /F 9 Tf (abc def) Tj ET " * 1_000_000, packed=True),
    "zeros.pdf": lambda: pdf(bytes(300 * MEGABYTE), packed=True),
    "runs.pdf": lambda: pdf(
        *[[(at % 50 * 10, 800 - at // 50 * 5, 5, "ab") for at in range(8_000)]] * 6, packed=True
    ),
}


linux = pytest.mark.skipif(
    sys.platform != "linux", reason="peak memory is asked of the system in another way there"
)


@linux
def test_one_of_each_sort_is_bounded(tmp_path: Path) -> None:
    _read_within(tmp_path, [name for number, name in enumerate(BOMBS) if number % 4 == 3])


@linux
@pytest.mark.full
def test_each_is_bounded_in_time_and_all_in_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slowest, peak = _read_within(tmp_path, list(BOMBS))
    with capsys.disabled():
        print(f"\n{len(BOMBS)} bombs: slowest {slowest:.2f} s, peak {peak:.0f} MiB")  # noqa: T201


def _read_within(folder: Path, names: list[str]) -> tuple[float, float]:
    """The most seconds one took and the most memory, both within their limits."""
    paths = list[str]()
    for name in names:
        data = BOMBS[name]()
        assert len(data) <= 1.05 * MEGABYTE, name
        (folder / name).write_bytes(data)
        paths.append(str(folder / name))
    done = subprocess.run(
        [sys.executable, "-c", READS, *paths],
        cwd=ROOT,
        check=True,
        timeout=300,
        capture_output=True,
        text=True,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(names)
    assert [(name, taken) for name, _, taken, _, _ in told if taken > 2] == []
    peak = max(peak for *_, peak, _ in told)
    assert peak <= 256
    return max(taken for _, _, taken, _, _ in told), peak
