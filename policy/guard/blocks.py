"""Private keys: secrets of many lines."""

import re
from collections.abc import Iterable

from policy.guard.rule import Rule, Span

_LIMIT = 32 * 1024
"""Characters between the first and the last line of a key; the longest keys in use have half of it."""

_BEGIN = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_END = re.compile(r"-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_BODY = re.compile(
    r"(?:(?:[\s>|#*\"'+,\\]|\\[nr]){0,12}[A-Za-z0-9+/=]{20,512})*+(?:\s{0,4}[A-Za-z0-9+/]{1,19}={1,2})?"
)
"""Lines of a key whose end was cut off: quoted in a mail, as a string in code, in a list."""


def _private_key(text: str, at: int) -> Iterable[Span]:
    begin = _BEGIN.match(text, at)
    if begin is None:
        return ()
    following = text.find("BEGIN ", begin.end(), begin.end() + _LIMIT)
    limit = following if following >= 0 else begin.end() + _LIMIT
    end = _END.search(text, begin.end(), limit) or _BODY.match(text, begin.end(), limit)
    return ((at, end.end()),) if end is not None and end[0] else ()


_PUTTY = re.compile(r"PuTTY-User-Key-File-\d: ?[\w-]{1,40}\r?\n")
_PUTTY_END = re.compile(r"Private-MAC: ?[0-9a-f]{20,128}")


def _putty_key(text: str, at: int) -> Iterable[Span]:
    begin = _PUTTY.match(text, at)
    if begin is None:
        return ()
    following = text.find("PuTTY-User-Key-File-", begin.end(), begin.end() + _LIMIT)
    limit = following if following >= 0 else begin.end() + _LIMIT
    end = _PUTTY_END.search(text, begin.end(), limit)
    return ((at, end.end() if end is not None else min(limit, len(text))),)


BLOCKS = (
    Rule("private-key", "private-key", ("-----|begin ", "---- |begin ", "----- |begin "), _private_key),
    Rule("putty-key", "private-key", ("putty-user-|key-file-",), _putty_key),
)
