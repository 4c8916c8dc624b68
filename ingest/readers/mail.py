"""Mail in `.eml` files. The text is the headers people read, then the body. What is quoted belongs to who
wrote it, on the day it was written, when the mail says so; a signature is an entry of its own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from email import message_from_bytes, policy
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime

from ingest.encodings import named_charsets
from ingest.normalise import NormalText, clean, normalise
from ingest.readers.bodies import body_entries
from ingest.readers.dates import DATE, match_date
from ingest.readers.names import addressed, readable_name
from ingest.readers.outline import Outline
from ingest.readers.page import read_page
from ingest.readers.plain import plain_document
from kg.model.document import Entry, NotRead, ReadText, Warned

_SHOWN = ("Subject", "From", "To", "Cc", "Date")
_KEPT = (*_SHOWN, "Reply-To", "Message-ID", "In-Reply-To", "List-Id")
_PREFIX = re.compile(
    r"^(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|antw|enc|ynt|odp)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE
)
_MARKUP_BREAK = re.compile(r"<(?:p|div|br|table|html|body)\b", re.IGNORECASE)
_LOOSE_COLON = re.compile(rb"^([A-Za-z-]{2,40})[ \t]+:", re.MULTILINE)
_YEARS = range(1960, 2101)
"""Years a mail may have been sent in; others are a broken clock."""
_FIELD_LIMIT = 1_000
_PARTS = 500
"""Parts of one mail that are looked at."""


@dataclass(slots=True)
class _Body:
    """What the parts of a mail gave: plain and HTML texts, names of attachments, what went wrong."""

    plain: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    attached: list[str] = field(default_factory=list)
    encodings: list[str] = field(default_factory=list)
    warnings: list[Warned] = field(default_factory=list)


def read_mail(name: str, data: bytes) -> ReadText | NotRead:
    """Reads one mail. A file without any header of a mail is read as plain text."""
    plain = normalise(data)
    if isinstance(plain, NotRead) and plain.code == "binary":
        return plain
    if isinstance(plain, NormalText) and plain.encoding.startswith("utf-16"):
        data = plain.text.encode()
    message = _parsed(data)
    headers = _headers(message)
    if not headers and isinstance(plain, NormalText):
        return plain_document(name, plain)
    mail = _told(message, headers)
    subject = mail.subject
    return ReadText(
        text=mail.text,
        entries=mail.entries,
        title=subject[:200] or readable_name(name),
        title_from="content" if subject else "name",
        dated=mail.sent,
        encoding=mail.encoding,
        media_type="message/rfc822",
        fields=headers,
        warnings=mail.warnings,
    )


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail as text and entries."""

    text: str
    entries: tuple[Entry, ...]
    subject: str
    writer: str | None
    sent: date | None
    encoding: str
    warnings: tuple[Warned, ...]


def read_message(data: bytes) -> Mail:
    """One mail of a box."""
    message = _parsed(data)
    return _told(message, _headers(message))


def _parsed(data: bytes) -> Message:
    """The parts of a mail; of one that nests too deeply only its headers."""
    tidy = _tidy(data)
    try:
        return message_from_bytes(tidy, policy=policy.compat32)
    except RecursionError:
        return BytesHeaderParser(policy=policy.compat32).parsebytes(tidy)


def _headers(message: Message) -> dict[str, str]:
    return {key: value for key in _KEPT if (value := _header(message, key))}


def _tidy(data: bytes) -> bytes:
    """The old syntax of headers with a space before the colon as the current one."""
    end = re.search(rb"\r?\n\r?\n", data)
    head = data[: end.start()] if end else data
    return _LOOSE_COLON.sub(rb"\1:", head) + data[len(head) :]


def _told(message: Message, headers: dict[str, str]) -> Mail:
    body = _Body()
    _collect(message, body)
    sent = _sent(headers.get("Date", ""))
    writer = _writer(headers.get("From", ""))
    head = "\n".join(f"{key}: {headers[key]}" for key in _SHOWN if key in headers)
    content = _content(body)
    text = f"{head}\n\n{content}\n" if content.strip() else f"{head}\n"
    normal = clean(text, body.encodings[0] if body.encodings else "utf-8")
    outline = Outline(normal.text)
    body_entries(outline, len(head) + 2, writer, sent)
    if body.attached:
        body.warnings.append(Warned("attachments", _unread(body.attached)))
    return Mail(
        text=normal.text,
        entries=tuple(outline.entries),
        subject=_PREFIX.sub("", headers.get("Subject", "")).strip(),
        writer=writer,
        sent=sent,
        encoding=normal.encoding,
        warnings=normal.warnings + tuple(body.warnings),
    )


def _header(message: Message, key: str) -> str:
    """A header as people read it: decoded, on one line. Broken encodings are shown as far as they go."""
    raw = message.get(key)
    if raw is None:
        return ""
    parts = list[str]()
    try:
        for value, charset in decode_header(re.sub(r"\r?\n[ \t]*", " ", str(raw))):
            parts.append(value if isinstance(value, str) else _decoded(value, charset).text)
    except (ValueError, LookupError, UnicodeError, AssertionError):
        parts = [str(raw)]
    line = "".join(parts).encode("utf-8", "surrogateescape")
    return re.sub(r"\s+", " ", _decoded(line, None).text).strip()[:_FIELD_LIMIT]


def _decoded(data: bytes, charset: str | None) -> NormalText:
    """Bytes of a header or part as text, whatever they claim: by the declared charset or the wider one it
    stands for, as UTF-8, by guess, and last with marks for what cannot be read."""
    known = named_charsets(charset) if charset else ()
    for name in known or ("utf-8",):
        if (outcome := _strictly(data, name)) is not None:
            return outcome
    guessed = normalise(data)
    if isinstance(guessed, NormalText):
        return guessed
    name = known[-1] if known else "utf-8"
    text = data.decode(name, "replace")
    return clean(text, name, already=text.count("\ufffd"))


def _strictly(data: bytes, name: str) -> NormalText | None:
    try:
        return clean(data.decode(name), name)
    except (UnicodeError, ValueError):
        return None


def _writer(value: str) -> str | None:
    """The name of who sent it, else the address."""
    for name, address in addressed(value):
        if told := name.strip(" \"'()") or (address if address[:1] != "@" else ""):
            return told[:120]
    found = re.search(r"[^\s<>@]+@[^\s<>@]+", value)
    return (found.group() if found else value.strip())[:120] or None


def _sent(value: str) -> date | None:
    """The day in a `Date` header, in the sender's own time zone."""
    day: date | None
    try:
        day = parsedate_to_datetime(value).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        found = DATE.search(value)
        day = match_date(found) if found else None
    return day if day is not None and day.year in _YEARS else None


def _collect(message: Message, body: _Body) -> None:
    """Puts every part where it belongs. Of alternatives the plain one is taken, the page if there is none."""
    pending = [message]
    seen = 0
    while pending and seen < _PARTS:
        part = pending.pop(0)
        seen += 1
        kind = part.get_content_type()
        payload = part.get_payload()
        if isinstance(payload, list) and kind != "message/rfc822" and not kind.startswith("message/"):
            pending[:0] = [each for each in payload if isinstance(each, Message)]
        elif _attached(part, kind):
            body.attached.append(_file_name(part))
        else:
            _take(part, kind, body)


def _attached(part: Message, kind: str) -> bool:
    disposition = str(part.get("Content-Disposition", "")).strip().lower()
    return disposition.startswith("attachment") or kind not in ("text/plain", "text/html", "text/enriched")


def _file_name(part: Message) -> str:
    """What an attachment is called; its kind when it has no name."""
    try:
        told = part.get_filename() or ""
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
        told = ""
    return (
        " ".join(_decoded(told.encode("utf-8", "surrogateescape"), None).text.split())[:80]
        or part.get_content_type()
    )


def _unread(names: list[str]) -> str:
    shown = ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
    return (
        f"{len(names)} attachments of this mail were not read: {shown}."
        if len(names) > 1
        else (f"1 attachment of this mail was not read: {shown}.")
    )


def _take(part: Message, kind: str, body: _Body) -> None:
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, TypeError, AttributeError):
        raw = str(part.get_payload()).encode("utf-8", "surrogateescape")
    if not isinstance(raw, bytes) or not raw.strip():
        return
    charset = part.get_param("charset")
    told = _decoded(raw, charset if isinstance(charset, str) else None)
    body.encodings.append(told.encoding)
    body.warnings.extend(told.warnings)
    if kind == "text/html" or (kind == "text/plain" and _is_page(told.text)):
        body.pages.append(told.text)
        return
    flowed = str(part.get_param("format", "")).lower() == "flowed"
    body.plain.append(_unflowed(told.text) if flowed else told.text)


def _is_page(text: str) -> bool:
    return text.lstrip()[:1] == "<" and _MARKUP_BREAK.search(text[:4_000]) is not None


def _unflowed(text: str) -> str:
    """Joins the soft line breaks of `format=flowed` (RFC 3676): a line that ends in a space goes on."""
    lines = list[str]()
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        last = lines[-1] if lines else ""
        goes_on = last.endswith(" ") and last != "-- " and len(last) - len(last.lstrip(">")) == depth
        if goes_on and line != "-- ":
            lines[-1] = last + line[depth:].removeprefix(" ")
        else:
            lines.append(line)
    return "\n".join(line if line == "-- " else line.rstrip() for line in lines)


def _content(body: _Body) -> str:
    texts = [text for text in body.plain if text.strip()] or list(_page_texts(body.pages))
    return "\n\n".join(text.strip("\n") for text in texts)


def _page_texts(pages: list[str]) -> Iterator[str]:
    """HTML bodies as plain text, quoted blocks marked by `>` as in a plain mail."""
    for markup in pages:
        parts, before = list[str](), ""
        for block in read_page(markup).blocks:
            mark = "> " * min(block.quote, 20)
            tight = block.kind == before and block.kind in ("item", "field")
            parts += ["\n" if tight else "\n\n"] if parts else []
            parts.append("\n".join(mark + line for line in block.text.split("\n")))
            before = block.kind
        yield "".join(parts)
