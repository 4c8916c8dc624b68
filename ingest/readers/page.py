"""An HTML page as blocks of text: what a reader sees, without scripts, styles, navigation and what is
hidden. Pages and HTML mail share it."""

import re
from dataclasses import dataclass, field

from ingest.readers.markup import Close, Open, Text, tokens

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_UNSEEN = """
script style template noscript nav svg iframe object button select math head canvas audio video datalist
dialog menu map
"""
_DROPPED = frozenset(_UNSEEN.split())
_BOXES = """
p div section article header footer main aside ul ol dl blockquote pre figure figcaption hr form fieldset
address details summary body html center caption legend h1 h2 h3 h4 h5 h6 li dt dd table tr td th thead tbody
tfoot hgroup search
"""
_BLOCKS = frozenset(_BOXES.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_CLOSED_BY = {
    "li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd"), "tr": ("td", "th", "tr"), "td": ("td", "th"),
    "th": ("td", "th"), "p": ("p",), "tbody": ("td", "th", "tr", "thead", "tbody"),
}  # fmt: skip
"""What a start tag ends without an end tag, as the HTML standard says, looked for near the top only."""
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|mso-hide\s*:\s*all"
)
_NEAR = 8
_DEEP = 2_000
"""Open elements that are kept track of; deeper ones are read as if they stood at that depth."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block: `kind` is an Entry's kind, `level` of a heading, `quote` how deep in quotes it stands."""

    kind: str
    text: str
    level: int = 0
    quote: int = 0


@dataclass(slots=True)
class Page:
    """What is in a page: its blocks, its title, its `meta` values by lower-case name."""

    blocks: list[Block] = field(default_factory=list)
    title: str | None = None
    meta: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Table:
    rows: list[list[str]] = field(default_factory=list)
    layout: bool = False


class _Builder:
    def __init__(self) -> None:
        self.page = Page()
        self.open: list[str] = []
        self.counts: dict[str, int] = {}
        self.dropped: list[int] = []
        """Depths at which something unseen begins; nothing is taken while there is one."""
        self.parts: list[str] = []
        self.tables: list[_Table] = []
        self.term = ""

    def start(self, tag: Open) -> None:
        name = tag.name
        if name == "meta":
            self._meta(tag)
        elif name == "title" and tag.raw is not None and not self.counts.get("svg"):
            self.page.title = self.page.title or _one_line(tag.raw) or None
        if name in _VOID or tag.raw is not None:
            self._void(tag)
            return
        self._close_implied(name)
        if name in _BLOCKS:
            self.end("head")
            self._before(name)
        if len(self.open) >= _DEEP:
            return
        self.open.append(name)
        self.counts[name] = self.counts.get(name, 0) + 1
        if name in _DROPPED or _hidden(tag):
            self.dropped.append(len(self.open))
        elif name == "table" and not self.dropped:
            self._arrange()
            self.tables.append(_Table(layout=tag.attributes.get("role", "") in ("presentation", "none")))

    def _void(self, tag: Open) -> None:
        if tag.name == "br" and not self.dropped:
            self.parts.append("\n")
        elif tag.name in ("hr", "textarea"):
            self.flush()

    def _meta(self, tag: Open) -> None:
        key = tag.attributes.get("name") or tag.attributes.get("property") or tag.attributes.get("itemprop")
        if key and len(self.page.meta) < 200:
            self.page.meta.setdefault(key.lower()[:80], _one_line(tag.attributes.get("content", ""))[:2_000])

    def _close_implied(self, name: str) -> None:
        for closed in () if self.dropped else _CLOSED_BY.get(name, ()):
            near = self.open[-_NEAR:] if self.counts.get(closed) else []
            if closed in near and not {"ul", "ol", "table", "dl"} & set(
                near[len(near) - near[::-1].index(closed) :]
            ):
                self.end(closed)

    def _before(self, name: str) -> None:
        table = self.tables[-1] if self.tables else None
        if table and not table.layout and not self.dropped and name in ("h1", "h2", "h3"):
            self._arrange()
        elif table and not table.layout and not self.dropped:
            if name == "tr" or (name in ("td", "th") and not table.rows):
                table.rows.append([])
            if name != "table":
                self.parts.append(" ")
                return
        if name == "dd" and self.term:
            return
        self.flush()

    def _arrange(self) -> None:
        """A table that holds a table or a heading arranges a page: what it has so far becomes paragraphs."""
        for table in self.tables:
            if not table.layout:
                table.layout = True
                cells = [cell for row in table.rows for cell in row]
                table.rows.clear()
                for cell in cells:
                    self._add("paragraph", cell)
                self.flush()

    def end(self, name: str) -> None:
        if not self.counts.get(name):
            if name == "p":
                self.flush()
            return
        while self.open:
            last = self.open[-1]
            self._leave(last)
            self.open.pop()
            self.counts[last] -= 1
            if self.dropped and self.dropped[-1] > len(self.open):
                self.dropped.pop()
            if last == name:
                return

    def _leave(self, name: str) -> None:
        if self.dropped or name not in _BLOCKS:
            return
        table = self.tables[-1] if self.tables else None
        if name == "table" and table:
            self.tables.pop()
            self._render(table)
        elif table and not table.layout:
            self._leave_cell(name, table)
        elif name == "dt":
            self.term = _one_line("".join(self.parts))
            self.parts.clear()
        else:
            self.flush(name)

    def _leave_cell(self, name: str, table: _Table) -> None:
        if name in ("td", "th") and table.rows:
            table.rows[-1].append(_one_line("".join(self.parts)).replace("|", "\\|"))
            self.parts.clear()
        elif name == "caption":
            self._add("paragraph", _one_line("".join(self.parts)))
            self.parts.clear()
        else:
            self.parts.append(" ")

    def _render(self, table: _Table) -> None:
        if table.layout:
            self.flush()
            return
        loose = _one_line("".join(self.parts))
        self.parts.clear()
        rows = [row for row in table.rows if any(row)]
        if max((len(row) for row in rows), default=0) < 2:
            for row in rows:
                self._add("paragraph", row[0])
        else:
            self._add("table", "\n".join(" | ".join(row) for row in rows))
        self._add("paragraph", loose)

    def data(self, text: str) -> None:
        if self.dropped:
            return
        text = text.replace("\ufeff", "").replace("\x00", "\ufffd")
        self.parts.append(text if self.counts.get("pre") else re.sub(r"\s+", " ", text))

    def flush(self, name: str | None = None) -> None:
        """Ends the block at hand; `name` is the element that ends with it."""
        if self.dropped:
            return
        text = "".join(self.parts)
        self.parts.clear()
        if not text or text.isspace():
            return
        inside = self.open
        if self.counts.get("pre"):
            self._add("code", text.replace("\r\n", "\n").replace("\r", "\n").strip("\n"))
            return
        lines = [line for line in (re.sub(r"[^\S\n]+", " ", raw).strip() for raw in text.split("\n")) if line]
        body = "\n".join(lines)
        if name == "dd" or (self.term and body):
            body, self.term = (f"{self.term.rstrip(':')}: {body}" if self.term else body), ""
            self._add("field", body)
            return
        heading = next((each for each in reversed(inside[-_NEAR:]) if each in _HEADINGS), None)
        if heading and body:
            self._add("heading", " ".join(lines), int(heading[1]))
            return
        depth = self.counts.get("ul", 0) + self.counts.get("ol", 0)
        if self.counts.get("li") and depth and body:
            self._add("item", "  " * (min(depth, 6) - 1) + "- " + "\n  ".join(lines))
            return
        self._add("paragraph", body)

    def _add(self, kind: str, text: str, level: int = 0) -> None:
        if text.strip():
            self.page.blocks.append(Block(kind, text, level, self.counts.get("blockquote", 0)))


def _hidden(tag: Open) -> bool:
    attributes = tag.attributes
    style = attributes.get("style", "").lower()
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or attributes.get("role") == "navigation"
        or (bool(style) and _HIDDEN_STYLE.search(style) is not None)
    )


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\ufeff", "").replace("\x00", "\ufffd")).strip()


def read_page(markup: str) -> Page:
    """The blocks of a page. Linear in its length; never raises."""
    builder = _Builder()
    for token in tokens(markup):
        match token:
            case Text(text):
                builder.data(text)
            case Open():
                builder.start(token)
            case Close(name):
                builder.end(name)
    builder.flush()
    while builder.tables:
        builder._render(builder.tables.pop())
    return builder.page
