"""Parts of a document laid out as one text, with an entry for each: for formats whose files hold no text that
could be shown as it is. Offsets are those of the text made here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ingest.normalise import clean, is_blank
from ingest.readers.outline import Outline


@dataclass(frozen=True, slots=True)
class Part:
    """`kind` is an Entry's, or `label` for a line that people see and that says nothing by itself (who
    speaks, when). `level` is that of a heading. A `tight` part stands on the line under the one before."""

    kind: str
    text: str
    level: int = 0
    said_at: date | None = None
    speaker: str | None = None
    tight: bool = False
    under: tuple[str, ...] = ()
    """What extends the heading path of this part alone."""


def lay_out(parts: Iterable[Part]) -> Outline:
    """The text of parts in order, a blank line between them unless they are tight, and its entries."""
    pieces, spans, at = list[str](), list[tuple[Part, int, int]](), 0
    for part in parts:
        body = clean(part.text, "").text.strip("\n")
        if is_blank(body):
            continue
        gap = "" if not pieces else "\n" if part.tight else "\n\n"
        spans.append((part, at + len(gap), at + len(gap) + len(body)))
        pieces += [gap, body]
        at += len(gap) + len(body)
    outline = Outline("".join(pieces) + ("\n" if pieces else ""))
    for part, start, end in spans:
        if part.kind == "heading":
            outline.heading(part.level, start, end, " ".join(outline.text[start:end].split())[:200])
        elif part.kind != "label":
            outline.add(start, end, part.kind, part.said_at, part.speaker, part.under)
    return outline
