"""A segment as blocks: what stands together and how it is laid out, whatever the entries' own kinds say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ingest.dates import find_dates
from ingest.extract.local.stamps import WRITER, is_running, month_first, read_stamp
from kg.model.document import Entry, Segment

_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^(\s*)(?:[-*+•–]|\d{1,2}[.)]|[a-z]\))\s+(?:\[[ xX]\]\s+)?(?=\S)")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_QUOTE = re.compile(r"^\s*>+\s?")
_WROTE = re.compile(
    r"^(?:On|Am|Le|El)\s(?P<when>.{4,60}?),?\s(?:(?P<who>[A-ZÀ-Þ][^<>\n]{2,50}?)\s*(?:<[^>]*>)?\s(?:wrote"
    r"|schrieb|a écrit|escribió)|(?:schrieb|a écrit|escribió)\s(?P<after>[A-ZÀ-Þ][^<>\n]{2,50}?)\s*(?:<[^>]*>)?)"
    r"\s*:?\s*$"
)
_STAMP = re.compile(
    r"^\s*\[?(?P<date>(?:19|20)\d\d[-/.]\d\d[-/.]\d\d|\d{1,2}\.\d{1,2}\.(?:19"
    r"|20)\d\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?Z?)?\]?"
    r"\s*(?:[-–—:|]\s*)?(?P<time>\d\d:\d\d(?::\d\d)?\s*(?:[-–—:|]\s*)?)?(?:(?:INFO|WARN|NOTE)\s+)?(?=\S)"
)
_TAG = re.compile(r"</?[a-z][^<>]*>")
_WEEKDAY = re.compile(
    r"^(?:Mo|Di|Mi|Do|Fr|Sa|So|Lu|Ma|Me|Je|Ve|Mon|Tues?|Wed|Thu(?:rs)?|Fri|Sat|Sun|mo|di|mi|do|fr|mon|tue|wed"
    r"|thu|fri)\.?(?:\s{2,}|\t|:\s+)(?=\S)"
)
_RULE = re.compile(r"^\s*(?:[-=_*]\s?){3,}$")


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its list or quote mark; `start` and `end` are places in the segment."""

    start: int
    end: int
    text: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one layout: `table`, `item`, `text` (a stanza or paragraph) or `field` (front matter)."""

    kind: str
    lines: tuple[Line, ...]
    heading: tuple[str, ...]
    said_at: date | None
    speaker: str | None
    entry_kind: str = "paragraph"
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """A line as it is met, with where it belongs."""

    kind: str
    line: Line
    heading: tuple[str, ...]
    said_at: date | None
    speaker: str | None
    entry_kind: str
    quoted: bool = False
    entry: int = -1


def blocks(segment: Segment) -> tuple[Block, ...]:
    """The blocks of a segment, in order. Code and headings give none; headings set the path of what follows."""
    return tuple(_grouped(list(_seen(segment))))


def _seen(segment: Segment) -> Iterator[_Seen]:
    tracker = _Tracker(segment)
    at = 0
    for raw in segment.text.split("\n"):
        yield from tracker.take(raw, at)
        at += len(raw) + 1


class _Tracker:
    """Walks the lines of a segment and knows the entry, heading, date and writer of each."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.path: tuple[str, ...] = segment.context.heading
        self.heading_date: date | None = None
        self.code = False
        self.quoted: tuple[str | None, date | None] = (None, None)
        self.index = 0
        lines = segment.text.split("\n")
        self.running, self.turned = is_running(lines), month_first(lines)

    def take(self, raw: str, at: int) -> Iterator[_Seen]:
        if _FENCE.match(raw):
            self.code = not self.code
            return
        entry = self._entry(at)
        if self.code or (entry and entry.kind == "code"):
            return
        if entry and entry.kind == "heading" and entry.heading:
            self._move(entry.heading)
            return
        if heading := _HEADING.match(raw):
            level = len(heading[1])
            self._move((*self.path[: level - 1], heading[2]))
            return
        wrote = _WROTE.match(_QUOTE.sub("", raw).strip())
        if wrote:
            self.quoted = ((wrote["who"] or wrote["after"]).strip(" ,:"), self._date(wrote["when"]))
            return
        yield from self._line(raw, at, entry)

    def _entry(self, at: int) -> Entry | None:
        entries = self.segment.entries
        while self.index < len(entries) and entries[self.index].end <= at:
            self.index += 1
        if self.index < len(entries) and entries[self.index].start <= at:
            return entries[self.index]
        return None

    def _move(self, path: tuple[str, ...]) -> None:
        self.path = path
        dated = find_dates(path[-1], self.segment.context.said_at)
        self.heading_date = (
            dated[0].when.first if dated and dated[0].when.first == dated[0].when.last else None
        )

    def _date(self, text: str) -> date | None:
        found = find_dates(text, self.segment.context.said_at)
        return found[0].when.first if found else None

    def _line(self, raw: str, at: int, entry: Entry | None) -> Iterator[_Seen]:
        quote = _QUOTE.match(raw)
        text = raw[quote.end() :] if quote else raw
        start = at + len(raw) - len(text)
        said_at = (entry.said_at if entry else None) or self.heading_date or self.segment.context.said_at
        speaker = (entry.speaker if entry else None) or self.segment.context.speaker
        mail_quote = bool(quote) and self.quoted != (None, None)
        if mail_quote:
            speaker, said_at = self.quoted[0] or speaker, self.quoted[1] or said_at
        stamp = _STAMP.match(text)
        stamped = bool(stamp)
        if stamp and "|" not in text[stamp.end() :] and (day := self._date(stamp["date"])):
            said_at, start, text = day, start + stamp.end(), text[stamp.end() :]
            if writer := WRITER.match(text):
                start, text = start + writer.end(), text[writer.end() :]
        if weekday := _WEEKDAY.match(text):
            start, text = start + weekday.end(), text[weekday.end() :]
        if self.running and (loose := read_stamp(text)):
            loose = loose.turned() if self.turned else loose
            stamped, said_at = True, loose.dated(self.segment.context.said_at or said_at) or said_at
            start, text = start + loose.length, text[loose.length :]
        kind, line = _layout(text, start, stamped, entry)
        heading = entry.heading if entry and entry.heading else self.path
        entry_kind = entry.kind if entry else "paragraph"
        yield _Seen(kind, line, heading, said_at, speaker, entry_kind, mail_quote, self.index)


def _layout(text: str, start: int, stamped: bool, entry: Entry | None) -> tuple[str, Line]:
    item = _ITEM.match(text)
    if not text.strip() or _RULE.match(text) or len(_TAG.findall(text)) > 2:
        return "blank", Line(start, start, "")
    if (entry is not None and entry.kind == "table") or _is_row(text):
        return "table", _line(text, start)
    if item:
        return "item", _line(text[item.end() :], start + item.end(), len(item[1].expandtabs(4)))
    if entry is not None and entry.kind == "field":
        return "field", _line(text, start)
    indent = len(text) - len(text.lstrip())
    return ("item" if stamped else "text"), _line(text, start, indent)


def _is_row(text: str) -> bool:
    bare = text.strip()
    return (
        (bare.startswith("|") and bare.count("|") >= 2)
        or bare.count(" | ") >= 2
        or bool(re.fullmatch(r"[|:\s]*-{2,}[|:\s-]*\|[|:\s-]*", bare))
    )


def _line(text: str, start: int, depth: int = 0) -> Line:
    start += len(text) - len(text.lstrip())
    bare = text.strip()
    return Line(start, start + len(bare), bare, depth)


def _grouped(seen: list[_Seen]) -> Iterator[Block]:
    run: list[_Seen] = []
    for each in seen:
        if run and not _continues(run[-1], each):
            yield _block(run)
            run = []
        if each.kind != "blank":
            run.append(each)
    if run:
        yield _block(run)


def _continues(last: _Seen, each: _Seen) -> bool:
    if each.kind == "blank" or (last.heading, last.quoted) != (each.heading, each.quoted):
        return False
    if last.kind == "item" and each.kind == "text":
        return each.line.depth > 0 and each.said_at == last.said_at
    return last.kind == each.kind and each.kind != "item" and last.said_at == each.said_at


def _block(run: list[_Seen]) -> Block:
    first = run[0]
    lines = tuple(each.line for each in run)
    block = Block(
        first.kind, lines, first.heading, first.said_at, first.speaker, first.entry_kind, first.quoted
    )
    return replace(block, kind="item") if first.kind == "item" else block
