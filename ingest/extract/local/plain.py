"""Inline markup out, offsets kept: what a reader sees of a line, and where it stands in the segment."""

import html
import re
from dataclasses import dataclass

_MARKUP = re.compile(
    r"(?P<image>!\[[^\]]*\]\([^)]*\))"
    r"|\[\[(?:[^\]|\n]*\|)?(?P<wiki>[^\]|\n]+)\]\]"
    r"|\[(?P<link>[^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)"
    r"|\[(?P<ref>[^\]\n]+)\]\[[^\]\n]*\]"
    r"|(?P<gone>\[\^[^\]]+\]|</?[A-Za-z][^<>\n]*>|<!--.*?-->|\{\{.*?\}\}|\*\*|__|~~|=="
    r"|\\(?=[\\`*_{}\[\]()#+.!|-]))"
    r"|(?P<auto><(?:https?://|mailto:)[^>\s]+>)"
    r"|(?P<emphasis>(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w))"
    r"|`(?P<code>[^`\n]+)`"
    r"|(?P<entity>&(?:amp|lt|gt|quot|nbsp|ndash|mdash|#\d+);)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without markup. `origin[i]` is the place of character i in the segment; `code` are the spans
    of `text` that stood between back quotes."""

    text: str
    origin: tuple[int, ...]
    code: tuple[tuple[int, int], ...] = ()

    def cut(self, start: int, end: int) -> "Plain":
        """The part from start to end, without outer white space."""
        part = self.text[start:end]
        start += len(part) - len(part.lstrip())
        end = start + len(part.strip())
        code = tuple(
            (max(a, start) - start, min(b, end) - start) for a, b in self.code if a < end and b > start
        )
        return Plain(self.text[start:end], self.origin[start:end], code)

    def span(self, start: int = 0, end: int | None = None) -> tuple[int, int]:
        """Start and end in the segment of a part of this text; (0, 0) when it is empty."""
        part = self.origin[start:end]
        return (part[0], part[-1] + 1) if part else (0, 0)


def plain(raw: str, base: int) -> Plain:
    """The text without markup, line breaks and runs of white space as one space, or as one tab where they hold
    one or are three wide; `base` is the place of its first character in the segment."""
    builder = _Builder()
    at = 0
    for match in _MARKUP.finditer(raw):
        builder.add(raw[at : match.start()], base + at)
        builder.add_markup(match, base)
        at = match.end()
    builder.add(raw[at:], base + at)
    whole = Plain("".join(builder.characters), tuple(builder.origin), tuple(builder.code))
    return whole.cut(0, len(whole.text))


class _Builder:
    def __init__(self) -> None:
        self.characters: list[str] = []
        self.origin: list[int] = []
        self.code: list[tuple[int, int]] = []

    def add(self, text: str, base: int) -> None:
        for place, character in enumerate(text):
            if character.isspace():
                wide = character == "\t" or text[place : place + 3] == "   "
                if self.characters and self.characters[-1].isspace():
                    self.characters[-1] = "\t" if wide else self.characters[-1]
                    continue
                character = "\t" if wide else " "
            self.characters.append(character)
            self.origin.append(base + place)

    def add_markup(self, match: re.Match[str], base: int) -> None:
        for group in ("wiki", "link", "ref", "code"):
            if match[group] is not None:
                start = len(self.characters)
                inner = plain(match[group], base + match.start(group)) if group != "code" else None
                if inner is None:
                    self.add(match[group], base + match.start(group))
                    self.code.append((start, len(self.characters)))
                else:
                    self.characters.extend(inner.text)
                    self.origin.extend(inner.origin)
                    self.code.extend((start + a, start + b) for a, b in inner.code)
                return
        if match["entity"]:
            self.characters.append(html.unescape(match["entity"])[:1])
            self.origin.append(base + match.start())
