"""The process that text in pictures is recognised in, run as a script of its own like `pdfium`: it needs the extra
`[ocr]`, takes half a gigabyte and some seconds a page, and the library's decoders are made to be attacked through.

A request is the bytes of a file and, before them, the numbers of the pages to look at (`3,7,` and a line end;
an empty line for a picture). An answer is JSON: a list of pages, each a list of runs like those of `pdfium`."""

import io
import json
import struct
import sys
from typing import Any, BinaryIO

import numpy
import pypdfium2
from PIL import Image, ImageOps
from rapidocr_onnxruntime import RapidOCR

LENGTH = struct.Struct(">Q")
MEMORY = 3 * 2**30
"""Bytes of address space: the models' runtime reserves far more than it uses."""
PIXELS = 80_000_000
"""Pixels of a picture above which it is not unpacked."""
SIDE = 2_600
"""Pixels of the longer side that a picture is brought down to, and a page drawn with: about 220 a inch on A4."""
LEAST_SURE = 0.5
POINTS = 72 / 220


def main(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more."""
    _limit()
    engine = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)
    while len(head := requests.read(LENGTH.size)) == LENGTH.size:
        line, _, data = requests.read(LENGTH.unpack(head)[0]).partition(b"\n")
        pages = [int(number) for number in line.split(b",") if number]
        try:
            pictures = (_page(data, number) for number in pages) if pages else iter([_picture(data)])
            told = [_runs(engine, picture) for picture in pictures]
            answer = json.dumps({"pages": told}).encode()
        except (
            OSError,
            ValueError,
            SyntaxError,
            EOFError,
            Image.DecompressionBombError,
            pypdfium2.PdfiumError,
        ):
            answer = b'{"error": "damaged"}'
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _limit() -> None:
    Image.MAX_IMAGE_PIXELS = PIXELS // 2
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def _page(data: bytes, number: int) -> Any:
    """A page of a PDF as it looks."""
    with pypdfium2.PdfDocument(data) as document:
        page = document[number - 1]
        scale = min(SIDE / max(*page.get_size(), 1), 8)
        return page.render(scale=scale).to_pil().convert("RGB")


def _picture(data: bytes) -> Any:
    """The first picture of a file, the way up it is meant to be seen."""
    opened = Image.open(io.BytesIO(data))
    opened.draft("RGB", (SIDE, SIDE))
    picture = ImageOps.exif_transpose(opened).convert("RGB")
    picture.thumbnail((SIDE, SIDE))
    return picture


def _runs(engine: Any, picture: Any) -> list[list[Any]]:
    """What is written in a picture: places in points from the lower left corner, as if it were a page."""
    found, _ = engine(numpy.asarray(picture)[:, :, ::-1])
    runs = list[list[Any]]()
    for corners, text, sure in found or ():
        across, down = [corner[0] for corner in corners], [picture.height - corner[1] for corner in corners]
        if float(sure) >= LEAST_SURE and text.strip():
            box = (min(across), min(down), max(across), max(down))
            runs.append([*(round(float(side) * POINTS, 1) for side in box), text])
    return runs


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
