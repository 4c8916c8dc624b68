"""Readers: from a file's name and bytes to its text and structure, one module per format.

A reader is a pure function of name and bytes; it may run in any thread or process. It never raises for
what a file can do wrong: it returns `NotRead`, or reads on and warns. Each is imported when the first file
of its kind comes."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePosixPath

from kg.model.document import NotRead, ReadText

Reader = Callable[[str, bytes], ReadText | NotRead]

READERS: Mapping[str, str] = {
    ".md": "markdown.read_markdown",
    ".markdown": "markdown.read_markdown",
    ".txt": "plain.read_plain",
    ".text": "plain.read_plain",
    ".rst": "plain.read_plain",
    ".log": "log.read_log",
    ".eml": "mail.read_mail",
    ".html": "web.read_web",
    ".htm": "web.read_web",
    ".csv": "sheet.read_sheet",
    ".tsv": "sheet.read_sheet",
    ".ics": "calendar.read_calendar",
    ".vcf": "cards.read_cards",
    ".json": "records.read_records",
    ".jsonl": "records.read_records",
    ".ndjson": "records.read_records",
    ".xlsx": "workbook.read_workbook",
    ".xlsm": "workbook.read_workbook",
    ".ods": "opensheet.read_opensheet",
    ".docx": "letter.read_letter",
    ".pptx": "slides.read_slides",
    ".epub": "book.read_book",
    ".pdf": "pages.read_pages",
    ".mbox": "mailbox.read_mailbox",
    ".vtt": "captions.read_captions",
    ".srt": "captions.read_captions",
    "": "plain.read_plain",
}
"""Module and function by extension in lower case. A file without one is plain text when its bytes are."""

PICTURES = frozenset((".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp"))
"""Read only with the extra `[ocr]`; without it nothing reads them."""


def read(path_name: str, data: bytes) -> ReadText | NotRead:
    """The text and structure of a file. `path_name` is its path or bare name: it chooses the reader, and
    gives a date and a title when the content has none."""
    name = PurePosixPath(path_name.replace("\\", "/")).name
    kind = PurePosixPath(name).suffix.lower()
    if not has_reader(name):
        return NotRead("no_reader", f"No reader for files of this kind ({kind[:20]}).")
    return _reader(kind)(name, data)


def has_reader(path_name: str) -> bool:
    """Whether files of this name's kind are read. Costs nothing: no reader is imported."""
    kind = PurePosixPath(path_name).suffix.lower()
    return kind in READERS or (kind in PICTURES and can_recognise())


@lru_cache(maxsize=1)
def can_recognise() -> bool:
    """Whether the extra `[ocr]` is installed, which reads pictures and pages without a text layer."""
    return find_spec("rapidocr_onnxruntime") is not None


def _reader(kind: str) -> Reader:
    module, _, function = READERS.get(kind, "recognised.read_picture").partition(".")
    reader: Reader = getattr(import_module(f"ingest.readers.{module}"), function)
    return reader
