"""Mail boxes in `.mbox` files: the messages in order, each with its writer and day. What a message quotes is not
read again where the message it quotes is in the box too, before it or after it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ingest.normalise import normalise
from ingest.readers.mail import Mail, read_message
from ingest.readers.names import readable_name
from ingest.readers.plain import plain_document
from kg.model.document import Entry, NotRead, ReadText, Warned

_FROM = re.compile(rb"(?:\A|(?<=\n)(?:\r?\n)?)From [^\r\n]{1,300}\r?\n(?=[!-9;-~]{1,60}[ \t]*:)")
"""The line that opens a message (RFC 4155): at the very top or behind a line end, and a header below it."""
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_LEAST_BYTES = 200
"""Bytes below which no mail with its headers stays: more messages than that are not taken for a mail box."""
_FEW = 3_000
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n")
_MARKS = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_HEADING = 200


def read_mailbox(name: str, data: bytes) -> ReadText | NotRead:
    """Reads a mail box. A file in which no message begins is read as plain text."""
    starts = [match.start() for match in _FROM.finditer(data)]
    if not starts:
        normal = normalise(data)
        return normal if isinstance(normal, NotRead) else plain_document(name, normal)
    most = max(_FEW, len(data) // _LEAST_BYTES)
    spans = zip(starts[:most], [*starts[1:], len(data)][:most], strict=True)
    mails = [read_message(_message(data[start:end])) for start, end in spans]
    text, entries, warnings = _together(mails)
    if len(starts) > most:
        message = f"Only the first {most:,} of {len(starts):,} messages were read: the others are too short for mail."
        warnings = (*warnings, Warned("cut", message))
    return ReadText(
        text=text,
        entries=tuple(entries),
        title=readable_name(name),
        title_from="name",
        media_type="application/mbox",
        fields={"messages": str(len(mails))},
        warnings=warnings,
    )


def _message(data: bytes) -> bytes:
    """A message without the line that opens it, and with its own lines that begin with "From" as written."""
    body = data.lstrip(b"\r\n")
    return _ESCAPED.sub(rb"\1", body[body.find(b"\n") + 1 :]).rstrip(b"\r\n") + b"\n"


def _together(mails: list[Mail]) -> tuple[str, list[Entry], tuple[Warned, ...]]:
    own = {
        said
        for mail in mails
        for entry in mail.entries
        if not _is_quoted(mail, entry)
        for said in _sentences(mail.text[entry.start : entry.end])
    }
    quoted = set[str]()
    parts, entries, at = list[str](), list[Entry](), 0
    warned = dict[str, Warned]()
    for mail in mails:
        for entry in mail.entries:
            if _is_quoted(mail, entry):
                said = set(_sentences(mail.text[entry.start : entry.end]))
                if all(each in own or each in quoted for each in said):
                    continue
                quoted |= said
            heading = ((mail.subject[:_HEADING],) if mail.subject else ()) + entry.heading
            moved = replace(entry, start=entry.start + at, end=entry.end + at, heading=heading)
            entries.append(moved)
        parts.append(mail.text + "\n")
        at += len(mail.text) + 1
        for each in mail.warnings:
            warned.setdefault(each.code, each)
    return "".join(parts), entries, _counted(mails, warned)


def _is_quoted(mail: Mail, entry: Entry) -> bool:
    return entry.speaker != mail.writer or mail.text.startswith(">", entry.start)


def _sentences(text: str) -> Iterator[str]:
    """What an entry says, sentence by sentence and as a whole line, however it was wrapped and marked."""
    plain = " ".join(_MARKS.sub("", text).split()).lower()
    yield from (each for each in _SENTENCE.split(plain) if each)


def _counted(mails: list[Mail], warned: dict[str, Warned]) -> tuple[Warned, ...]:
    """One warning of each kind, with how many messages it is about."""
    made = list[Warned]()
    for code, first in warned.items():
        count = sum(1 for mail in mails if any(each.code == code for each in mail.warnings))
        message = first.message if count == 1 else f"{count} messages, the first of them: {first.message}"
        made.append(Warned(code, message))
    return tuple(made)
