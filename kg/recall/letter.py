"""What a question wants to the letter: quoted phrases, codes, names of files."""

import re

_PHRASE = re.compile(r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»')
_CODE = re.compile(r"[^\s\"“”„«»,;!?()]*[\d_/\\@#&+.:-][^\s\"“”„«»,;!?()]*")
_FILE = re.compile(r"\w\.(?=\w*[a-z])\w{1,8}$")
_BLANKS = re.compile(r"\s+")


def quoted(text: str) -> tuple[str, ...]:
    """The quoted phrases, case and blanks folded."""
    phrases = (next(part for part in match.groups() if part) for match in _PHRASE.finditer(text))
    return tuple(dict.fromkeys(fold(phrase) for phrase in phrases if any(c.isalnum() for c in phrase)))


def literal(text: str) -> tuple[str, ...]:
    """The tokens outside of quotes that are codes (a digit, or a sign inside of the token), case folded."""
    codes = (token.strip(".:-/\\") for token in _CODE.findall(_PHRASE.sub(" ", text)))
    wanted = (fold(code) for code in codes if len(code) > 1)
    return tuple(dict.fromkeys(one for one in wanted if any(c.isalnum() for c in one)))


def file_names(text: str) -> tuple[str, ...]:
    """What in the question may be the end of a path: a code or a quoted phrase with an ending of letters."""
    named = (one for one in (*quoted(text), *literal(text)) if _FILE.search(one))
    return tuple("/" + name.lstrip("/") for name in named)


def fold(text: str) -> str:
    """Case and blanks folded, for comparing letters."""
    return _BLANKS.sub(" ", text).strip().casefold()
