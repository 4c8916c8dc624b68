"""A made-up way of writing notes: every fact is a line, so that a rule can say what a file says without reading
it as the product does. `tests.fakes.extractor` finds such lines."""

from dataclasses import dataclass
from datetime import date

ALIAS = "also known as"
_FILLER = "The tide was low and the boats lay still beside the long wall, and nobody spoke of it again."
_LONG = 22
"""Times the filler is said in a chapter of a long file: about 450 tokens, so that one chapter is one segment."""


@dataclass(frozen=True, slots=True)
class Line:
    """One fact as a note says it."""

    subject: str
    relation: str
    object: str
    modality: str = "asserted"
    starts: date | None = None

    def __str__(self) -> str:
        parts = [self.subject, self.relation, self.object]
        parts += [] if self.modality == "asserted" else [self.modality]
        parts += [f"from {self.starts}"] if self.starts else []
        return " | ".join(parts)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and what is said under it. The chapters of a long file are about as long as a segment may be."""

    heading: str
    lines: tuple[Line, ...]
    long: bool = False

    def __str__(self) -> str:
        parts = [f"# {self.heading}", *map(str, self.lines)]
        parts += ["\n".join([_FILLER] * _LONG)] if self.long else []
        return "\n\n".join(parts)


Note = tuple[Chapter, ...]
"""A file: nothing, one short chapter, or some long ones."""


def text_of(note: Note) -> str:
    """The file's text. Its title stands before the chapters, so that their order does not change it."""
    if not note:
        return "\n"
    return "---\ntitle: Ledger\n---\n\n" + "\n\n".join(map(str, note)) + "\n"


def words_of(note: Note) -> list[str]:
    """The lines of text that can be searched for, sorted."""
    return sorted(line for line in text_of(note).split("\n") if line.strip(" -"))
