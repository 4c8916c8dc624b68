"""Readers: from a file's name and bytes to its text and structure, one module per format.

A reader is a pure function of name and bytes; it may run in any thread or process. It never raises for
what a file can do wrong: it returns `NotRead`, or reads on and warns."""

from collections.abc import Callable
from pathlib import PurePosixPath

from ingest.readers.log import read_log
from ingest.readers.mail import read_mail
from ingest.readers.markdown import read_markdown
from ingest.readers.plain import read_plain
from ingest.readers.sheet import read_sheet
from ingest.readers.web import read_web
from kg.model.document import NotRead, ReadText

Reader = Callable[[str, bytes], ReadText | NotRead]

READERS: dict[str, Reader] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_plain,
    ".text": read_plain,
    ".log": read_log,
    ".eml": read_mail,
    ".html": read_web,
    ".htm": read_web,
    ".csv": read_sheet,
    ".tsv": read_sheet,
    "": read_plain,
}
"""By extension in lower case. A file without one is plain text when its bytes are."""


def read(path_name: str, data: bytes) -> ReadText | NotRead:
    """The text and structure of a file. `path_name` is its path or bare name: it chooses the reader, and
    gives a date and a title when the content has none."""
    name = PurePosixPath(path_name.replace("\\", "/")).name
    reader = READERS.get(PurePosixPath(name).suffix.lower())
    if reader is None:
        return NotRead("no_reader", f"No reader for files of this kind ({PurePosixPath(name).suffix[:20]}).")
    return reader(name, data)
