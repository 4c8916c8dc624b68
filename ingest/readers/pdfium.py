"""The process that PDF files are opened in. It is run as a script of its own, reads requests from standard input
and answers on standard output until the input ends; `apart` starts it and speaks to it.

PDFium is a library in C for a format made to be attacked through: here a file can at worst end a process that
holds nothing but that file, within limits of memory and processor time that the system keeps.

A request is eight bytes of length (big endian) and the file. An answer is the same with JSON: `error` (a code)
or `pages`, each a list of `[left, bottom, right, top, text]` in points and in the order they are drawn, or null
for a page that shows something and has no text; `count` of all pages; `about`, the properties of the file."""

import json
import struct
import sys
from typing import Any, BinaryIO

import pypdfium2
import pypdfium2.raw as raw

MEGABYTE = 2**20
MEMORY = 320 * MEGABYTE
"""Bytes of address space, code and libraries included, beside twenty times the file's size."""
SECONDS = 3
"""Seconds of processor time a file may take, and again for each MB of it."""
PAGES = 3_000
"""Pages that are read of a file of up to 1 MB; of a larger one as many for each MB."""
RUNS = 30_000
CHARACTERS = 3_000_000
"""The same for runs of text, and for characters."""
WORK = 30_000_000
"""Characters times runs of a page up to which each run is placed; a fuller page is read as it is drawn."""

LENGTH = struct.Struct(">Q")
Run = list[Any]


def main(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more."""
    while len(head := requests.read(LENGTH.size)) == LENGTH.size:
        (size,) = LENGTH.unpack(head)
        data = requests.read(size)
        _limit(size)
        answer = json.dumps(_answer(data)).encode()
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _limit(size: int) -> None:
    """Sets what the system lets this process use for the next file. Windows has no such limits."""
    if sys.platform == "win32":
        return
    import resource

    usage = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(usage.ru_utime + usage.ru_stime) + SECONDS * (1 + size // MEGABYTE) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY + 20 * size, hard))


def _answer(data: bytes) -> dict[str, Any]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        return {"error": "encrypted" if error.err_code == raw.FPDF_ERR_PASSWORD else "damaged"}
    with document:
        return _pages(document, 1 + len(data) // MEGABYTE)


def _pages(document: pypdfium2.PdfDocument, megabytes: int) -> dict[str, Any]:
    count = len(document)
    left, characters = RUNS * megabytes, CHARACTERS * megabytes
    pages = list[list[Run] | None]()
    for number in range(min(count, PAGES * megabytes)):
        runs = _runs(document, number)
        pages.append(runs)
        left -= len(runs or ())
        characters -= sum(len(run[4]) for run in runs or ())
        if left < 0 or characters < 0:
            break
    return {"pages": pages, "count": count, "about": document.get_metadata_dict(skip_empty=True)}


def _runs(document: pypdfium2.PdfDocument, number: int) -> list[Run] | None:
    """The runs of a page; an empty list for one that is blank or broken."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return []
    try:
        text = page.get_textpage()
        characters, rectangles = text.count_chars(), text.count_rects()
        if characters == 0:
            return None if raw.FPDFPage_CountObjects(page) > 0 else []
        if characters * rectangles > WORK:
            return [[0.0, 0.0, 0.0, 0.0, text.get_text_range()]]
        runs = [_run(text, text.get_rect(at)) for at in range(rectangles)]
        return [run for run in runs if run[4].strip()] or None
    except pypdfium2.PdfiumError:
        return []
    finally:
        page.close()


def _run(text: pypdfium2.PdfTextPage, box: tuple[float, float, float, float]) -> Run:
    """A run with the height of its font, which does not depend on the letters in it."""
    left, bottom, right, top = box
    words = text.get_text_bounded(*box)
    index = text.get_index(
        left + (top - bottom) / 4, (bottom + top) / 2, (top - bottom) / 2, (top - bottom) / 2
    )
    if index is not None:
        _, low, _, high = text.get_charbox(index, loose=True)
        if low < (bottom + top) / 2 < high < low + 4 * (top - bottom) + 1:
            bottom, top = low, high
    return [round(left, 1), round(bottom, 1), round(right, 1), round(top, 1), words]


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
