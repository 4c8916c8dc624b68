"""JSON as models write it: inside prose or fences, with trailing commas, cut off in the middle of a list.

Nothing is guessed: only whole values are kept, every departure from JSON is counted, and what cannot be read
gives nothing, which is not the same as an empty object.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out
from typing import Any

from kg.model.texts import clean

LONGEST = 100_000
"""Characters; a reply of 4,096 tokens is a fifth of that. More is not read."""

DEEPEST = 32
CANDIDATES = 64
"""Brackets in prose that are tried as a beginning."""

_OPENING = re.compile(r"[{\[]")
_BLANK = re.compile(r"[\s\ufeff]*")
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_CONSTANTS: dict[str, Any] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Loose:
    """An object or array, and how many departures from JSON were mended on the way. All its strings are
    sendable (`kg.model.texts.clean`)."""

    value: dict[str, Any] | list[Any]
    mended: int


class _Malformed(Exception):
    """Not JSON at this place."""


class _Cut(Exception):
    """The text ends inside a value."""


def read_json(text: str) -> Iterator[Loose]:
    """The objects and arrays in the text in order, each read to its end; at last the one that the end of
    the text cuts off, with the whole items of its outermost array."""
    end = 0
    starts = [match.start() for match in _OPENING.finditer(text[:LONGEST])][:CANDIDATES]
    for start in starts if len(text) <= LONGEST else ():
        if start < end:
            continue
        reader = _Reader(text, start)
        try:
            value = reader.value(0)
        except (_Malformed, _Cut):
            continue
        around = bool(text[:start].strip("\ufeff \t\r\n") or text[reader.at :].strip())
        yield Loose(value, reader.mended + around)
        if reader.cut:
            return
        end = reader.at


class _Reader:
    """Reads one value from `at` on. `cut` is True once the end of the text took something away."""

    def __init__(self, text: str, at: int) -> None:
        self.at = at
        self.mended = 0
        self.cut = False
        self._text = text

    def value(self, depth: int, listed: bool = False) -> Any:
        if depth > DEEPEST:
            raise _Malformed
        match self._peek():
            case "{":
                return self._object(depth, listed)
            case "[":
                return self._array(depth, listed)
            case '"':
                return self._string()
        return self._plain()

    def _object(self, depth: int, listed: bool) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        try:
            while self._more("}", bool(found)):
                key = self._key()
                found[key] = self.value(depth + 1, listed)
                if self.cut:
                    break
        except _Cut:
            # Its members so far are whole; whether more would have come, only the outermost can ignore.
            if depth or not found:
                raise
            self._end_here()
        return found

    def _key(self) -> str:
        if self._peek() != '"':
            raise _Malformed
        key = self._string()
        if self._peek() != ":":
            raise _Malformed
        self.at += 1
        return key

    def _array(self, depth: int, listed: bool) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        try:
            while self._more("]", bool(found)):
                found.append(self.value(depth + 1, True))
        except _Cut:
            # An item that is cut is not an item, and a list without any says nothing.
            if listed or not found:
                raise
            self._end_here()
        return found

    def _end_here(self) -> None:
        self.cut = True
        self.mended += 1
        self.at = len(self._text)

    def _more(self, closing: str, begun: bool) -> bool:
        """Steps over the comma; False once the closing bracket is passed."""
        here = self._peek()
        comma = begun and here == ","
        if comma:
            self.at += 1
            here = self._peek()
        if here == closing:
            self.at += 1
            self.mended += comma
            return False
        if begun and not comma:
            raise _Malformed
        return True

    def _string(self) -> str:
        try:
            raw, self.at = scanstring(self._text, self.at + 1, False)
        except ValueError as error:
            # An unterminated string reaches the end of the text; a bad escape is no JSON at all.
            raise (_Cut if "Unterminated" in str(error) else _Malformed) from None
        sound: str = clean(raw)
        self.mended += sum(a != b for a, b in zip(raw, sound, strict=True)) if raw != sound else 0
        return sound

    def _plain(self) -> Any:
        match = _PLAIN.match(self._text, self.at)
        if match is None:
            raise _Malformed
        self.at = match.end()
        if self.at == len(self._text):
            raise _Cut
        if match[0] in _CONSTANTS:
            return _CONSTANTS[match[0]]
        return float(match[0]) if any(sign in match[0] for sign in ".eE") else int(match[0])

    def _peek(self) -> str:
        """The next character that is not blank."""
        blank = _BLANK.match(self._text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self._text):
            raise _Cut
        return self._text[self.at]
