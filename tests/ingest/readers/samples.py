"""A small sound file of every kind, and ways to spoil one."""

import io
import json
import random
import zipfile

from tests.ingest.readers.drawn import column, pdf
from tests.ingest.readers.made import docx, epub, ods, paragraph, pptx, rows, shape, xlsx
from tests.ingest.readers.told import packed

_MAIL = (
    "From: Dana Reyes <dana@x.example>\nTo: Sam <sam@x.example>\nSubject: =?utf-8?q?Renewal=21?=\n"
    "Date: Wed, 4 Nov 2026 10:00:00 +0100\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nWe want it.\n\n"
    "On 3 Nov 2026, Sam wrote:\n> When?\n\n-- \nDana\n--b\nContent-Type: text/html\n\n<p>We <b>do</b>.</p>\n--b--\n"
)
_CALENDAR = (
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Europe/Berlin:20261104T100000\r\nSUMMARY:Call\r\n"
    'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3\r\nATTENDEE;CN="Sam":mailto:s@x\r\n y\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
)
_CARD = "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\nller;Zo\nTEL;CELL:+49 1\nORG:a;b\nEND:VCARD\n"
_NOTE = "---\ntitle: Renewal\ntags: [a, b]\n---\n# Plan\n\n- [ ] call [[Dana|her]]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
_PAGE = (
    "<html><head><title>T</title></head><body><h1>A</h1><p>b</p><table><tr><td>1<td>2</table></body></html>"
)
_CUES = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Dana>We want it.</v>\n\n00:02.000 --> 00:03.000\nSam: no.\n"
_TALK = "Dana: We want January.\nSam: Fine with me.\n[00:01:02] Dana: Good.\nDana: And the fee stays.\nSam: Bye.\n"
_LOG = (
    "2026-11-04 10:00:01 INFO started\n    at trace\n2026-11-04 10:00:02 ERROR broke\n2026-11-05 1:00:00 x\n"
)
_CHAT = [
    {
        "user": "U1",
        "text": "see <https://x.example|it>",
        "ts": "1793786400.1",
        "user_profile": {"real_name": "Dana"},
    },
    {"author": {"role": "user"}, "content": {"parts": ["a\n\n```py\nx\n```"]}, "create_time": 1_793_786_400},
]
_SHEET = rows(["Client", "Fee"], ["Northwind", "3"]) + '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>'
_OPEN = '<table name="A"><table-row><table-cell value-type="float" value="3"><p>3</p></table-cell></table-row></table>'

SAMPLES: dict[str, bytes] = {
    ".md": _NOTE.encode(),
    ".txt": _TALK.encode(),
    ".log": _LOG.encode(),
    ".eml": _MAIL.encode(),
    ".html": _PAGE.encode(),
    ".csv": b'Client,Fee\nNorthwind,"3,0"\nAlto,4\n',
    ".vtt": _CUES.encode(),
    ".srt": b"1\n00:00:01,000 --> 00:00:02,000\nDana: hi\n",
    ".mbox": (f"From d@x Wed Nov  4 10:00:00 2026\n{_MAIL}\n" * 2).encode(),
    ".ics": _CALENDAR.encode(),
    ".vcf": _CARD.encode(),
    ".json": json.dumps(_CHAT).encode(),
    ".jsonl": "\n".join(map(json.dumps, _CHAT)).encode(),
    ".xlsx": xlsx(_SHEET, rows(["a"]), strings="<si><t>x</t></si>", styles='<cellXfs><xf numFmtId="14"/></cellXfs>'),
    ".ods": ods(_OPEN),
    ".docx": docx(
        paragraph("Plan", "H") + f"<w:tbl><w:tr>{f'<w:tc>{paragraph(chr(97))}</w:tc>' * 2}</w:tr></w:tbl>",
        styles='<w:style w:styleId="H"><w:name w:val="heading 1"/></w:style>',
        core="<title>Plan</title><modified>2026-11-04T10:00:00Z</modified>",
    ),
    ".pptx": pptx(shape("Fees", place="title") + shape("one", "two"), shape("x")),
    ".epub": epub(_PAGE, "<p>b</p>", metadata="<title>Ferns</title>"),
    ".pdf": pdf([(72, 760, 18, "Title"), *column(72, 600, "words of a", "page of text")], column(72, 600, "more")),
}  # fmt: skip
"""By extension; other extensions share a reader with one of these."""


def spoiled(data: bytes, chance: random.Random) -> bytes:
    """The file with a few bytes changed, cut, doubled or moved; of an archive mostly one of its parts."""
    if data.startswith(b"PK") and chance.random() < 0.8:
        return _repacked(data, chance)
    made = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        _spoil(made, chance)
    return bytes(made)


def _spoil(made: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(made) + 1)
    end = min(len(made), at + chance.randint(1, 40))
    match chance.randrange(7):
        case 0:
            made[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
        case 1:
            del made[at:end]
        case 2:
            made[at:at] = made[at:end] * chance.randint(1, 30)
        case 3:
            del made[at:]
        case 4:
            other = chance.randrange(len(made) + 1)
            made[other:other] = made[at:end]
        case 5:
            made[at:at] = chance.choice(_SCRAPS)
        case _:
            if at < len(made):
                made[at] ^= 1 << chance.randrange(8)


_SCRAPS = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"<", b">", b"&#0;", b"&a;", b'"', b"\\", b"\n\n", b"\r", b"99999999",
    b"-1",
    b"=?x?q?=", b"[" * 400, b"{" * 400, b"<a>" * 400, b"(" * 400, b" \xe2\x80\xa8", b"\xed\xa0\x80", b"<!DOCTYPE a [",
    b"%%EOF",
    b"1e309", b"0 R", b"xmlns:w='x'", b"\x1b$B", b";;;;", b"::::", b"\t" * 50, b"BEGIN:", b"END:", b"<![CDATA[", b"--b",
)  # fmt: skip


def _repacked(data: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts: dict[str, str | bytes] = {info.filename: archive.read(info) for info in archive.infolist()}
    name = chance.choice(sorted(parts))
    if chance.random() < 0.1:
        del parts[name]
    else:
        made = bytearray(parts[name] if isinstance(parts[name], bytes) else b"")
        for _ in range(chance.randint(1, 6)):
            _spoil(made, chance)
        parts[name] = bytes(made)
    return packed(parts)
