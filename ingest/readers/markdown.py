"""Markdown by its block structure: sections, paragraphs, list items, tables, code, quotes. Wikilinks,
task marks and emphasis stay in the text as they are; offsets are those of the file's own characters."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ingest.normalise import VISIBLE, normalise
from ingest.readers.dates import field_date
from ingest.readers.frontmatter import read_frontmatter
from ingest.readers.names import readable_name
from ingest.readers.outline import Outline, entry_date, is_rule, plain_words
from ingest.readers.plain import add_lines, document_date, head_field, lines_of
from kg.model.document import NotRead, ReadText

_SHORT_ITEM = 600
"""Characters up to which a list item and what is nested in it are one entry."""
_PARENT_WORDS = 12
"""Words of an item's own line up to which it heads the items nested in it; a longer one is a sentence."""
_DATE_KEYS = ("date", "dated", "day", "meeting_date", "meeting date", "event_date", "sent")
_LATE_DATE_KEYS = ("created", "created_at", "created at", "published", "publish_date")
_ABOUT_KEYS = ("description", "summary", "abstract", "excerpt", "about")
_TITLE = re.compile(r"\W*(?:title|titel|titre|título|titolo)\**\s*:\s*(.+)", re.IGNORECASE)
_DEFINITION = re.compile(
    r" {0,3}\[[^\]\n]+\]:[ \t]*\S+.*|\s*<!--.*?-->\s*|\s*\[\[?_?TOC_?\]?\]\s*", re.DOTALL
)


@dataclass(slots=True)
class _Block:
    """A block with its lines: `start` to `stop`, counted from 0, `stop` exclusive."""

    kind: str
    start: int
    stop: int
    children: list["_Block"] = field(default_factory=list)
    level: int = 0


def read_markdown(name: str, data: bytes) -> ReadText | NotRead:
    """Reads Markdown; see the module."""
    normal = normalise(data)
    if isinstance(normal, NotRead):
        return normal
    text, front = normal.text, read_frontmatter(normal.text)
    outline = Outline(text)
    for start, end in front.lines:
        outline.add(start, end, "field")
    markdown_entries(outline, front.end)
    fields = {key: value for key, value in front.fields.items() if value}
    lowered = {key.lower(): value for key, value in fields.items()}
    heading = next((each.heading[-1] for each in outline.entries if each.kind == "heading"), None)
    title = lowered.get("title") or heading or head_field(text, _TITLE, front.end)
    return ReadText(
        text=text,
        entries=tuple(outline.entries),
        title=(title or "").strip()[:200] or readable_name(name),
        title_from="content" if title else "name",
        about=next((lowered[key] for key in _ABOUT_KEYS if key in lowered), None),
        dated=_dated(name, lowered, title, text, front.end),
        encoding=normal.encoding,
        media_type="text/markdown",
        fields=fields,
        warnings=normal.warnings + front.warnings,
    )


def _dated(name: str, fields: Mapping[str, str], title: str | None, text: str, body: int) -> date | None:
    stated = (field_date(fields[key]) for key in _DATE_KEYS if key in fields)
    created = (field_date(fields[key]) for key in _LATE_DATE_KEYS if key in fields)
    return (
        next(filter(None, stated), None)
        or document_date(name, title, text, body)
        or next(filter(None, created), None)
    )


def markdown_entries(outline: Outline, start: int) -> None:
    """Adds the entries of the Markdown that begins at an offset (the start of a line)."""
    text = outline.text
    offsets = [begin for begin, _ in lines_of(text, start, len(text))] + [len(text)]
    at = 0
    for block in _blocks(text[start:]):
        _loose(outline, offsets, at, block.start)
        _emit(outline, offsets, block, ())
        at = max(at, block.stop)
    _loose(outline, offsets, at, len(offsets) - 1)


_PARSER = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table")
_PARSER.core.ruler.enableOnly(["normalize", "block"])


_INSIDE = frozenset(("inline", "thead", "tbody", "tr", "th", "td"))


def _blocks(text: str) -> list[_Block]:
    """The tree of blocks, by the parser's tokens."""
    root = _Block("root", 0, 0)
    stack = [root]
    for token in _PARSER.parse(text):
        if token.nesting < 0:
            if len(stack) > 1 and stack[-1].kind == token.type[:-6]:
                stack.pop()
            continue
        kind = token.type.removesuffix("_open")
        if token.map is None or kind in _INSIDE:
            continue
        block = _Block(kind, token.map[0], token.map[1], level=_level(token))
        stack[-1].children.append(block)
        if token.nesting > 0 and kind in ("bullet_list", "ordered_list", "list_item", "blockquote"):
            stack.append(block)
    return root.children


def _level(token: Token) -> int:
    return int(token.tag[1]) if token.type == "heading_open" else 0


def _emit(outline: Outline, offsets: Sequence[int], block: _Block, under: tuple[str, ...]) -> None:
    start, end = offsets[block.start], offsets[block.stop]
    match block.kind:
        case "heading" if not under:
            outline.heading(block.level, start, end)
        case "bullet_list" | "ordered_list":
            for item in block.children:
                _item(outline, offsets, item, under)
        case "blockquote":
            _spread(outline, offsets, block, block.start, under)
        case "table":
            outline.add(start, end, "table", under=under)
        case "fence" | "code_block":
            outline.add(start, end, "code", under=under)
        case "hr":
            return
        case "html_block" if _DEFINITION.fullmatch(outline.text[start:end]):
            return
        case _:
            _lines(outline, offsets, block.start, block.stop, under)


def _spread(outline: Outline, offsets: Sequence[int], block: _Block, at: int, under: tuple[str, ...]) -> None:
    """The children of a block, and the lines between them that no child has."""
    for child in block.children:
        _loose(outline, offsets, at, child.start, under)
        _emit(outline, offsets, child, under)
        at = max(at, child.stop)
    _loose(outline, offsets, at, block.stop, under)


def _item(outline: Outline, offsets: Sequence[int], item: _Block, under: tuple[str, ...]) -> None:
    """A list item: one entry with all that is nested in it, or, when that is long, its own lines and then
    its children, which carry its first line in their heading path."""
    text = outline.text
    start, end = offsets[item.start], offsets[item.stop]
    day = entry_date(text[start : start + 200])
    if end - start <= _SHORT_ITEM or not any(child.kind.endswith("list") for child in item.children):
        if (
            any(child.kind in ("table", "fence", "code_block") for child in item.children)
            and end - start > _SHORT_ITEM
        ):
            _spread(outline, offsets, item, item.start, under)
        else:
            outline.add(start, end, "item", day, under=under)
        return
    first = next(child for child in item.children if child.kind.endswith("list"))
    own = plain_words(re.sub(r"^[\s>*+•\-0-9.)(\[\]xX]*", "", text[start : offsets[first.start]]))
    outline.add(start, offsets[first.start], "item", day, under=under)
    rest = _Block("list_item", first.start, item.stop, item.children[item.children.index(first) :])
    before = len(outline.entries)
    _spread(
        outline, offsets, rest, first.start, (*under, own) if 0 < len(own.split()) <= _PARENT_WORDS else under
    )
    if day:
        outline.date_since(before, day)


def _lines(outline: Outline, offsets: Sequence[int], start: int, stop: int, under: tuple[str, ...]) -> None:
    spans = list(lines_of(outline.text, offsets[start], offsets[stop])) if start < stop else []
    before = len(outline.entries)
    add_lines(outline, [(begin, end) for begin, end in spans if outline.text[begin:end].strip()])
    outline.extend_since(before, under)


def _loose(
    outline: Outline, offsets: Sequence[int], start: int, stop: int, under: tuple[str, ...] = ()
) -> None:
    """Lines that no block claims: link definitions are no content, anything else is kept as a paragraph."""
    text = outline.text
    run = start
    for index in range(start, stop):
        line = text[offsets[index] : offsets[index + 1]]
        if (
            VISIBLE.search(line) is None
            or is_rule(line.rstrip("\n"))
            or _DEFINITION.fullmatch(line.rstrip("\n"))
        ):
            if run < index:
                _lines(outline, offsets, run, index, under)
            run = index + 1
    if run < stop:
        _lines(outline, offsets, run, stop, under)
