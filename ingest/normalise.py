"""Bytes to text, or the reason why not. A wrong guess of an encoding is worse than a named problem, so
only what decodes cleanly is taken, and what had to be replaced is counted in a warning."""

import re
from dataclasses import dataclass

from ingest.encodings import binary_kind, guess_encoding, is_iso_2022, named_charsets, wide_encoding
from kg.model.document import NotRead, Warned

_INVISIBLE = (
    "\\s\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202f"
    "\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
"""White space, controls, joiners, direction marks, fillers and variation selectors: nothing one can see."""

VISIBLE = re.compile(f"[^{_INVISIBLE}]")

_BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_UTF8_BOM = b"\xef\xbb\xbf"
_SEQUENCE = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_REPLACED = "\ufffd"


@dataclass(frozen=True, slots=True)
class NormalText:
    """Text with LF line ends, without byte-order marks, NUL and lone surrogates."""

    text: str
    encoding: str
    warnings: tuple[Warned, ...] = ()


def is_blank(text: str) -> bool:
    """True when there is nothing to see: white space, zero-width and control characters count as nothing."""
    return VISIBLE.search(text) is None


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without what cannot be seen at its ends; None when nothing is left."""
    first = VISIBLE.search(text, start, end)
    if first is None:
        return None
    while VISIBLE.match(text, end - 1) is None:
        end -= 1
    return first.start(), end


def normalise(data: bytes, declared: str | None = None) -> NormalText | NotRead:
    """Decodes by mark, as UTF-8, as `declared` (a charset the file itself names), else by a careful guess.
    Never raises. Content hashes are taken over the result: line ends and marks change nothing."""
    if data.startswith(_UTF8_BOM):
        return _decode(data[3:], None)
    wide = next((name for mark, name in _BOMS if data.startswith(mark)), None) or _unmarked(data)
    if isinstance(wide, NotRead):
        return wide
    return clean(data.decode(wide, "replace"), wide) if wide else _decode(data, declared)


def _unmarked(data: bytes) -> str | NotRead | None:
    wide = wide_encoding(data)
    kind = None if wide else binary_kind(data)
    if kind is None:
        return wide
    return NotRead("binary", f"Binary content under a text name ({kind}); it was skipped.")


def _decode(data: bytes, declared: str | None) -> NormalText | NotRead:
    for charset in named_charsets(declared) if declared else ():
        if (text := _strictly(data, charset)) is not None:
            return clean(text, charset)
    if is_iso_2022(data) and (text := _strictly(data, "iso2022_jp")) is not None:
        return clean(text, "iso2022_jp")
    if (text := _strictly(data, "utf-8")) is not None:
        return clean(text, "utf-8")
    if (text := _damaged_utf8(data)) is not None:
        return clean(text, "utf-8", already=text.count(_REPLACED) - data.count(b"\xef\xbf\xbd"))
    guess = guess_encoding(data)
    if guess and (text := _strictly(data, guess)) is not None:
        line = text.count("\n", 0, next((at for at, char in enumerate(text) if char > "\x7f"), 0)) + 1
        return clean(text, guess, Warned("encoding_guessed", f"Not UTF-8; it was read as {guess}.", line))
    return NotRead(
        "undecodable", "Not UTF-8, and no other encoding fits beyond doubt; save it as UTF-8.", True
    )


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, ValueError):
        return None


def _damaged_utf8(data: bytes) -> str | None:
    """UTF-8 with halves of surrogate pairs (as some exporters write them) or with a few broken bytes."""
    try:
        paired = data.decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass")
        return paired.decode("utf-16-le", "replace")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    broken = text.count(_REPLACED) - data.count(b"\xef\xbf\xbd")
    return text if sum(1 for _ in _SEQUENCE.finditer(data)) >= broken else None


def clean(text: str, encoding: str, *warnings: Warned, already: int = 0) -> NormalText:
    """Line ends to LF, marks away, NUL and lone surrogates to U+FFFD; `already` were replaced before."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\ufeff", "")
    replaced = already + text.count("\x00")
    text = text.replace("\x00", _REPLACED)
    if not text.isascii() and _surrogates(text):
        before = text.count(_REPLACED)
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        replaced += text.count(_REPLACED) - before
    if replaced:
        message = f"{replaced} unreadable characters were replaced by a mark; the rest is as written."
        warnings += (Warned("replaced", message, text[: text.index(_REPLACED)].count("\n") + 1),)
    return NormalText(text, encoding, warnings)


def _surrogates(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
