# /// script
# requires-python = ">=3.11,<3.13"
# dependencies = ["charset-normalizer>=3.4,<4", "numpy>=2,<3", "pypdfium2>=5,<6", "rapidocr-onnxruntime>=1.4,<2"]
# ///
"""Draws text into a picture, a scanned page and a mixed file, and prints what the readers make of them.

    PYTHONPATH=CHECKOUT uv run ocr_reading.py

Run by uv as a script of its own, so that nobody who only uses kg downloads 140 MB for its tests. Prints one
line of JSON for each file: its name, the words of its entries, and the codes of its warnings.
"""

import io
import json
import sys

from PIL import Image, ImageDraw, ImageFont

from ingest.readers import read
from kg.model.document import NotRead

LINES = ("Renewal in 2027", "The fee stays at 48,000 EUR.", "It ends on 30 June 2027.")


def picture() -> Image.Image:
    made = Image.new("RGB", (1240, 700), "white")
    draw = ImageDraw.Draw(made)
    font = ImageFont.load_default(size=36)
    for at, line in enumerate(LINES):
        draw.text((80, 80 + 70 * at), line, fill="black", font=font)
    return made


def saved(made: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer, kind)
    return buffer.getvalue()


def main() -> None:
    made = picture()
    bomb = saved(Image.new("1", (30_000, 30_000)), "PNG")
    files = {
        "scan.png": saved(made, "PNG"),
        "scan.jpg": saved(made, "JPEG"),
        "scan.pdf": saved(made, "PDF"),
        "blank.png": saved(Image.new("RGB", (400, 300), "white"), "PNG"),
        "broken.png": saved(made, "PNG")[:900],
        "bomb.png": bomb,
    }
    for name, data in files.items():
        outcome = read(name, data)
        if isinstance(outcome, NotRead):
            told = {"name": name, "code": outcome.code}
        else:
            words = [outcome.text[each.start : each.end] for each in outcome.entries]
            told = {"name": name, "words": words, "warnings": [each.code for each in outcome.warnings]}
        sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
