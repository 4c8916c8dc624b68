"""Text recognised in pictures, for who has the extra `[ocr]`: pages without a text layer, and picture files."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ingest.readers.apart import Apart
from ingest.readers.laid_pages import laid_out
from ingest.readers.names import readable_name
from ingest.readers.paper import lines_on, stretches
from ingest.readers.plain import document_date
from kg.model.document import NotRead, ReadText, Warned

_RECOGNISER = Apart(Path(__file__).with_name("recogniser.py"))
_SECONDS = 120.0
"""Seconds by the clock for a first answer, the models' loading included; pages come on top."""
_SECONDS_A_PAGE = 60.0
PAGES = 200
"""Pages of one file that are looked at: some minutes' work."""
_ENDED = NotRead(
    "too_slow",
    "Its text could not be recognised within the time and memory that a file is given; what was known of it stays.",
    failed=True,
)
_DAMAGED = NotRead("damaged", "The picture is broken, or of a kind that cannot be opened.", True)


def recognise(data: bytes, pages: Sequence[int]) -> list[list[Any]] | NotRead:
    """The runs of text on pages of a PDF (numbers from 1), or in a picture when none is named."""
    numbers = "".join(f"{number}," for number in pages).encode()
    answer = _RECOGNISER.ask(numbers + b"\n" + data, _SECONDS + _SECONDS_A_PAGE * max(len(pages), 1))
    if answer is None:
        return _ENDED
    told = json.loads(answer)
    runs: list[list[Any]] | None = told.get("pages")
    return _DAMAGED if runs is None else runs


def read_picture(name: str, data: bytes) -> ReadText | NotRead:
    """Reads what is written in a picture. One without words has nothing to remember."""
    runs = recognise(data, ())
    if isinstance(runs, NotRead):
        return runs
    made = list(stretches([lines_on(each) for each in runs]))
    outline = laid_out(made, alone=True)
    warned = Warned("recognised", "The text was recognised in a picture; expect errors in it.")
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=readable_name(name),
        title_from="name",
        dated=document_date(name, None, outline.text),
        media_type="image/*",
        warnings=(warned,) if outline.entries else (),
    )
