"""Tags and text of HTML, in order, as lenient as a browser. The standard library's parser takes quadratic
time on unclosed comments and tags (a 1 MB file can hold it for minutes), and Beautiful Soup stands on it;
this one only ever moves forward."""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_NAME = re.compile(r"[a-zA-Z][^\s/>\x00]{0,60}")
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]{1,60})(?:\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_RAW = frozenset(("script", "style", "title", "textarea", "xmp", "noembed", "noframes"))
"""Elements whose content is text up to their end tag, whatever it looks like."""
_TAG_LIMIT = 20_000
"""Characters of one tag; what is longer is cut there (pictures inside an attribute)."""


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text with its character references resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Open:
    """A start tag; `raw` is the content of an element that holds text only."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """An end tag."""

    name: str


Token = Text | Open | Close


def tokens(markup: str) -> Iterator[Token]:
    """The tokens of a page. Time is linear in its length for anything but a page made of half-open quotes,
    where each tag is looked at up to 20,000 characters ahead."""
    at, missing = 0, set[str]()
    while at < len(markup):
        tag = markup.find("<", at)
        if tag < 0:
            yield Text(html.unescape(markup[at:]))
            return
        if tag > at:
            yield Text(html.unescape(markup[at:tag]))
        at = tag
        if markup.startswith("<!--", at):
            close = markup.find("-->", at + 4)
            at = len(markup) if close < 0 else close + 3
        elif markup.startswith(("<!", "<?"), at):
            close = markup.find(">", at)
            at = len(markup) if close < 0 else close + 1
        elif markup.startswith("</", at) and (name := _NAME.match(markup, at + 2)):
            close = markup.find(">", name.end())
            at = len(markup) if close < 0 else close + 1
            yield Close(name.group().lower())
        elif name := _NAME.match(markup, at + 1):
            at, token = _open(markup, name, missing)
            yield token
        else:
            yield Text("<")
            at += 1


def _open(markup: str, name: re.Match[str], missing: set[str]) -> tuple[int, Open]:
    end = _tag_end(markup, name.end())
    tag = name.group().lower()
    inside = markup[name.end() : min(end, name.end() + _TAG_LIMIT)]
    attributes = _attributes(inside) if inside else {}
    if tag not in _RAW or tag in missing:
        return end + 1, Open(tag, attributes)
    close = re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE).search(markup, end + 1)
    if close is None:
        missing.add(tag)
        return end + 1, Open(tag, attributes)
    after = markup.find(">", close.end())
    return (len(markup) if after < 0 else after + 1), Open(tag, attributes, markup[end + 1 : close.start()])


def _attributes(inside: str) -> dict[str, str]:
    return {
        found[1].lower(): html.unescape(found[2].strip("\"'")) if found[2] else ""
        for found in _ATTRIBUTE.finditer(inside)
    }


def _tag_end(markup: str, at: int) -> int:
    """Where the `>` of a tag stands, outside its quotes if they close soon."""
    end = markup.find(">", at)
    limit = min(len(markup), at + _TAG_LIMIT)
    first = end
    while 0 <= end < limit:
        inside = markup[at:end]
        mark = '"' if inside.count('"') % 2 else "'" if inside.count("'") % 2 and '"' not in inside else ""
        if not mark:
            return end
        close = markup.find(mark, end, limit)
        end = markup.find(">", close, limit) if close >= 0 else -1
    return first if first >= 0 else len(markup)
