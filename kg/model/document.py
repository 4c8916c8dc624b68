"""What a file becomes on its way in: read text, entries, passages, segments. Offsets count characters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Warned:
    """Something a reader could not use; the document goes on. `line` counts from 1, 0 when unknown."""

    code: str
    message: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """The smallest run that is never cut unless it alone passes the budget: a paragraph, a list item,
    a table with its header, a log entry, one mail. `start` and `end` are offsets into `ReadText.text`."""

    start: int
    end: int
    heading: tuple[str, ...] = ()
    said_at: date | None = None
    speaker: str | None = None
    kind: str = "paragraph"
    """paragraph | item | table | log | mail | code | heading | field | signature"""


@dataclass(frozen=True, slots=True)
class ReadText:
    """What a reader made of the bytes: normalised text (NFC kept as written, LF, no BOM, no NUL, no
    lone surrogate) and its structure. An empty `entries` means there is nothing to remember."""

    text: str
    entries: tuple[Entry, ...]
    title: str | None = None
    about: str | None = None
    dated: date | None = None
    encoding: str = "utf-8"
    media_type: str = "text/plain"
    fields: Mapping[str, str] = field(default_factory=dict)
    """Frontmatter, mail headers and the like, as written."""
    warnings: tuple[Warned, ...] = ()
    title_from: str = "content"
    """content | name. A title made from the file's name is no part of the text, so a copy under another
    name has another one."""


@dataclass(frozen=True, slots=True)
class NotRead:
    """No text: `unread` kinds (no reader, binary content) are not errors, `failed` ones are."""

    code: str
    """Of its kind: no_reader | old_format | unknown_shape. Of this one: binary | encrypted | no_text_layer |
    too_large | undecodable | damaged. Of where it is: unreadable | outside | vanished | cloud_only.
    Of what failed on it: too_slow | reader_failed | guard_failed."""
    message: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """Unit of retrieval. `context` (title, heading path) is indexed beside the text, never shown as it.
    `called`, the name of a file without a title, is searched by words only: a file that is renamed keeps its
    vectors."""

    id: str
    start: int
    end: int
    text: str
    context: str = ""
    called: str = ""


@dataclass(frozen=True, slots=True)
class SegmentContext:
    """What a reader of one segment has to know and the segment does not say."""

    title: str | None = None
    heading: tuple[str, ...] = ()
    said_at: date | None = None
    """The date the words were said: of the entry, else of the document, else unknown."""
    speaker: str | None = None
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """Unit of extraction: a run of whole entries up to a token budget. `hash` covers text and context,
    so that an extraction is cached for exactly what was shown. Entry offsets are relative to `text`."""

    start: int
    end: int
    text: str
    context: SegmentContext
    entries: tuple[Entry, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class Card:
    """Title, what it is about, who and what is in it, when: one line each, no sentence of the file."""

    title: str
    about: str
    mentions: tuple[str, ...] = ()
    dated: date | None = None
