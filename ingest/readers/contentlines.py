"""The lines that calendars and address books are made of: `NAME;PARAM=value:value`, folded (RFC 5545, RFC 6350,
and vCard 2.1 with its quoted-printable). Broken lines are passed over."""

import quopri
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ingest.encodings import named_charsets

_HEAD = re.compile(r'(?:[\w-]{1,40}\.)?([A-Za-z][\w-]{0,60})((?:;(?:[^":;\n]|"[^"\n]*")*)*):')
_PARAM = re.compile(r';([^=;:"]{1,60})(?:=((?:[^";]|"[^"]*")*))?')
_SOFT = re.compile(r"=[ \t]*\n[ \t]?")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_LONGEST = 100_000
"""Characters of one value; a picture inside a card is longer and is no text anyway."""


_NESTED = 200
"""Components inside each other; calendars have three. What goes deeper is no calendar."""


@dataclass(frozen=True, slots=True)
class Property:
    """One line. `name` and the names of parameters are in capitals; the value is as written, unescaped only
    by `plain` and `pieces`."""

    name: str
    value: str
    params: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def param(self, name: str) -> str:
        return next(iter(self.params.get(name, ())), "")

    @property
    def plain(self) -> str:
        return unescaped(self.value).strip()

    @property
    def pieces(self) -> list[str]:
        """The components of a structured value (`N`, `ADR`, `ORG`)."""
        return [unescaped(each).strip() for each in re.split(r"(?<!\\);", self.value)]


@dataclass(slots=True)
class Component:
    """What stands between `BEGIN` and `END`, inner components apart."""

    name: str
    lines: list[Property] = field(default_factory=list)

    def first(self, name: str) -> Property | None:
        return next((line for line in self.lines if line.name == name), None)

    def text(self, name: str) -> str:
        found = self.first(name)
        return found.plain if found else ""

    def all(self, name: str) -> list[Property]:
        return [line for line in self.lines if line.name == name]


def components(text: str) -> Iterator[Component]:
    """Every component when it ends, inner ones first; one that never ends comes at the end of the text."""
    stack = list[Component]()
    for line in properties(text):
        if line.name == "BEGIN" and len(stack) >= _NESTED:
            return
        if line.name == "BEGIN":
            stack.append(Component(line.plain.upper()[:60]))
        elif line.name == "END":
            if any(each.name == line.plain.upper() for each in stack):
                while stack[-1].name != line.plain.upper():
                    yield stack.pop()
                yield stack.pop()
        elif stack:
            stack[-1].lines.append(line)
    yield from reversed(stack)


def properties(text: str) -> Iterator[Property]:
    """The lines of a text, unfolded and decoded."""
    for line in _unfolded(text):
        head = _HEAD.match(line)
        if head is None:
            continue
        params = _params(head[2])
        value = line[head.end() : head.end() + _LONGEST]
        encoding = next(iter(params.get("ENCODING", ())), "").upper()
        if encoding == "QUOTED-PRINTABLE" or "QUOTED-PRINTABLE" in params:
            value = _quoted_printable(value, next(iter(params.get("CHARSET", ())), "utf-8"))
        elif encoding in ("B", "BASE64") or "BASE64" in params:
            value = ""
        yield Property(head[1].upper(), value, params)


def unescaped(value: str) -> str:
    """A text value as meant: `\\n` is a line end, any other escaped character itself."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def _unfolded(text: str) -> Iterator[str]:
    """Whole lines: one that begins with a blank goes on the line above it, and in quoted-printable one that
    ends in `=` goes on below."""
    run = list[str]()
    soft = False
    for line in text.split("\n"):
        if soft:
            run.append("\n" + line)
        elif line[:1] in (" ", "\t") and run:
            run.append(line[1:])
        else:
            if run:
                yield "".join(run)
            run = [line]
        quoted = soft or ("QUOTED-PRINTABLE" in line[:200].upper() and ":" in line)
        soft = quoted and line.rstrip(" \t").endswith("=")
    if run:
        yield "".join(run)


def _params(head: str) -> dict[str, tuple[str, ...]]:
    made = dict[str, tuple[str, ...]]()
    for found in _PARAM.finditer(head[:4_000]):
        values = (
            tuple(each.strip('"') for each in re.findall(r'"[^"]*"|[^,"]+', found[2])) if found[2] else ()
        )
        key = found[1].strip().upper()
        made[key] = made.get(key, ()) + values
    return made


def _quoted_printable(value: str, charset: str) -> str:
    raw = quopri.decodestring(_SOFT.sub("", value).encode("utf-8", "surrogatepass"))
    for name in (*named_charsets(charset), "utf-8"):
        try:
            return raw.decode(name)
        except (UnicodeError, ValueError):
            continue
    return raw.decode("utf-8", "replace")
