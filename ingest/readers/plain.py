"""Plain text: paragraphs, `Key: value` runs, lists, indented stanzas, underlined and capital headings,
dated lines. What reads like a log is handed to the log reader, what reads like a transcript has speakers."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from ingest.normalise import NormalText, normalise
from ingest.readers.dates import DATE, field_date, heading_date, match_date, name_date
from ingest.readers.log import first_stamp, log_entries, looks_like_log
from ingest.readers.names import readable_name, stem
from ingest.readers.outline import Outline, entry_date, is_field, is_rule, plain_words
from ingest.readers.speakers import speaker_turns
from kg.model.document import Entry, NotRead, ReadText

Line = tuple[int, int]

_LONG_BLOCK = 1_600
"""Characters above which a block of lines without a blank one is read line by line."""
_SHORT_ITEM = 600
"""Characters up to which a list item keeps its nested items."""
_BULLET = re.compile(r"([ \t]*)(?:[-*+•‣◦·–—][ \t]+|\(?[0-9]{1,3}[.)][ \t]+|\[[ xX]\][ \t]+)")
_LEVELS = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, "^": 3}
_HEAD_LINES = 12
_TITLE_LINE = re.compile(
    r"\W*(?:title|titel|titre|título|titolo|subject|betreff|re)\s*:\s*(.+)", re.IGNORECASE
)
_DATE_LINE = re.compile(r"\W*(?:date|dated|datum|fecha|data|day|tag)\**\s*[:=]\**\s*(.+)", re.IGNORECASE)


def read_plain(name: str, data: bytes) -> ReadText | NotRead:
    """Reads plain text; see the module."""
    normal = normalise(data)
    return normal if isinstance(normal, NotRead) else plain_document(name, normal)


def plain_document(name: str, normal: NormalText) -> ReadText:
    """The document of a normalised plain text."""
    text = normal.text
    outline = Outline(text)
    if turns := speaker_turns(text, name_date(stem(name)) or _stated_day(text)):
        plain_entries(outline, 0, turns[0])
        outline.entries.extend(turns[1])
    elif looks_like_log(text):
        begin = first_stamp(text)
        plain_entries(outline, 0, begin)
        outline.entries.extend(log_entries(text, name_date(stem(name)), begin))
    else:
        plain_entries(outline, 0, len(text))
    title = head_field(text, _TITLE_LINE) or _first_heading(outline.entries)
    dated = document_date(name, title, text)
    entries = tuple(outline.entries)
    return ReadText(
        text=text,
        entries=entries,
        title=title or readable_name(name),
        title_from="content" if title else "name",
        dated=dated,
        encoding=normal.encoding,
        media_type="text/plain",
        warnings=normal.warnings,
    )


def document_date(name: str, title: str | None, text: str, start: int = 0) -> date | None:
    """The day a document was written, where the document says so: its name, its title, a `Date:` line near
    the top. A date anywhere else in the first lines is a date in the content."""
    return name_date(stem(name)) or (heading_date(title) if title else None) or _stated_day(text, start)


def _stated_day(text: str, start: int = 0) -> date | None:
    line = head_field(text, _DATE_LINE, start)
    return field_date(line) if line else None


def head_field(text: str, pattern: re.Pattern[str], start: int = 0) -> str | None:
    """The value of a field line among the first lines."""
    for line in text[start : start + 4_000].split("\n")[:_HEAD_LINES]:
        if found := pattern.match(line):
            return plain_words(found[1]) or None
    return None


def _first_heading(entries: Sequence[Entry]) -> str | None:
    head = entries[0] if entries else None
    if head is None or head.kind != "heading" or not head.heading:
        return None
    return head.heading[-1]


def lines_of(text: str, start: int, end: int) -> Iterator[Line]:
    """The spans of the lines between two offsets, without their line ends."""
    while start < end:
        at = text.find("\n", start, end)
        stop = end if at < 0 else at
        yield start, stop
        start = stop + 1


def plain_entries(outline: Outline, start: int, end: int) -> None:
    """Adds the entries of a stretch of plain text."""
    text, block = outline.text, list[Line]()
    first = True
    for line in lines_of(text, start, end):
        if text[line[0] : line[1]].strip():
            block.append(line)
        elif block:
            _block(outline, block, first, last=False)
            block, first = [], False
    if block:
        _block(outline, block, first, last=True)


def _block(outline: Outline, block: list[Line], first: bool, last: bool) -> None:
    rest = list[Line]()
    index = 0
    while index < len(block):
        taken = _heading(outline, block, index, rest, alone=len(block) == 1, opens=first and not last)
        if taken:
            index += taken
            rest = []
            continue
        rest.append(block[index])
        index += 1
    add_lines(outline, rest)


def _heading(
    outline: Outline, block: list[Line], index: int, before: list[Line], alone: bool, opens: bool
) -> int:
    """How many lines of a block, from `index`, are a heading or a rule; what came before it is added."""
    text = outline.text
    start, end = block[index]
    line = text[start:end]
    under = text[slice(*block[index + 1])] if index + 1 < len(block) else ""
    mark = line.strip()[:1]
    if is_rule(line):
        boxed = index + 2 < len(block) and text[slice(*block[index + 2])].strip()[:1] == mark
        boxed = boxed and is_rule(text[slice(*block[index + 2])]) and not is_rule(under)
        if boxed and not is_field(under) and not _BULLET.match(under):
            add_lines(outline, before)
            outline.heading(_LEVELS.get(mark, 4) - 1, *block[index + 1])
            return 3
        add_lines(outline, before)
        return 1
    level = 0
    if under and is_rule(under) and len(line) <= 120 and len(under.strip()) >= 0.6 * len(line.strip()):
        level = _LEVELS.get(under.strip()[0], 4)
    if level and not _BULLET.match(line):
        add_lines(outline, before)
        outline.heading(level, start, end)
        return 2
    if level := _bare_level(line, alone, opens, at_start=not before):
        add_lines(outline, before)
        outline.heading(level, start, end)
        return 1
    return 0


def _bare_level(line: str, alone: bool, opens: bool, at_start: bool) -> int:
    """The level of a heading that nothing underlines; 0 for none."""
    words = line.strip()
    if not at_start or len(words) > 80:
        return 0
    if hashes := re.match(r"(#{1,6})[ \t]+\S", words):
        return len(hashes[1])
    day = DATE.search(words)
    if (
        day
        and match_date(day)
        and not re.search(r"[^\W\d_]{3}", words[day.end() :])
        and not words[: day.start()].strip("-* ")
    ):
        return 2 if len(words) - len(day.group()) <= 12 and not _BULLET.match(line) else 0
    if not alone or _BULLET.match(line) or is_field(line) or words[-1] in ".!?;,:":
        return 0
    if opens and len(words.split()) <= 10:
        return 1
    letters = [char for char in words if char.isalpha()]
    return 2 if len(letters) >= 4 and words == words.upper() != words.lower() else 0


def add_lines(outline: Outline, lines: list[Line]) -> None:
    """A run of lines without a blank one: split at list items and dated lines, else one entry."""
    if not lines:
        return
    text = outline.text
    starts = [index for index, line in enumerate(lines) if _opens_entry(text[slice(*line)])]
    if not starts and lines[-1][1] - lines[0][0] > _LONG_BLOCK:
        starts = [index for index, (start, _) in enumerate(lines) if not text[start].isspace()]
    if starts[:1] != [0]:
        starts.insert(0, 0)
    for group in _grouped(text, lines, starts):
        _entry(outline, group)


def _opens_entry(line: str) -> bool:
    return _BULLET.match(line) is not None or entry_date(line) is not None


def _grouped(text: str, lines: list[Line], starts: list[int]) -> Iterator[list[Line]]:
    """Lines by entry: a nested item stays with the item above it while that is short."""
    group: list[Line] = []
    indent = 0
    for index, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        piece = lines[index:stop]
        found = _BULLET.match(text[slice(*piece[0])])
        depth = len(found[1].expandtabs(4)) if found else 0
        if group and depth > indent and piece[-1][1] - group[0][0] <= _SHORT_ITEM:
            group += piece
            continue
        if group:
            yield group
        group, indent = piece, depth
    yield group


def _entry(outline: Outline, lines: list[Line]) -> None:
    text = outline.text
    first = text[slice(*lines[0])]
    day = entry_date(first)
    kind = "log" if day else "item" if _BULLET.match(first) else "paragraph"
    if kind != "log" and all(is_field(text[slice(*line)]) for line in lines):
        kind = "field"
    outline.add(lines[0][0], lines[-1][1], kind, day)
