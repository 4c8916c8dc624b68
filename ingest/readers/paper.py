"""From runs of text on a page to lines and paragraphs in the order they are read in: columns one after the other,
rows of a table kept, words cut at line ends put together."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any

from ingest.readers.outline import is_field

_WIDE = 1.5
"""A gap in a line wider than so many times its height parts what stands beside each other."""
_SPACE = 0.12
_FULL = 0.85
"""A line that reaches so much of its column's width goes on in the next one."""
_NARROW = 0.35
"""Share of what a page fills in width, below which a paragraph's lines are an address rather than prose."""
_LEADING = 1.3
"""Distance between two lines of one paragraph, in distances between usual lines."""
_BIG = 1.22
"""Times the usual height from which a line is a heading."""
_EDGE_LINES = 3
"""Lines that a header or footer has at most."""
_TAIL = 100
_LONG = 8_000
"""Characters above which a paragraph does not go on over the end of a page."""
_HYPHEN = re.compile(r"[^\W\d_](?:\x02|\ufffe|\xad|-)$")
_CUT = re.compile(r"[\x02\ufffe\xad]")


Mark = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or one column's part of it. Points from the lower left corner of the page."""

    left: float
    bottom: float
    right: float
    top: float
    text: str

    @property
    def height(self) -> float:
        return max(self.top - self.bottom, 0.1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What stands together on a page: `kind` is `heading`, `paragraph`, `table` or `furniture` (a line that
    stands on most pages); `size` its height, for the level of a heading."""

    kind: str
    text: str
    page: int
    size: float = 0.0


def lines_on(runs: Sequence[Sequence[Any]]) -> list[Line]:
    """The lines of a page in reading order."""
    made = [Line(float(run[0]), float(run[1]), float(run[2]), float(run[3]), str(run[4])) for run in runs]
    if len(made) == 1 and made[0].top == made[0].bottom:
        return [replace(made[0], text=text) for text in re.split(r"[\r\n]+", made[0].text) if text.strip()]
    return list(_ordered(_joined(made)))


def _joined(runs: Sequence[Line]) -> list[list[Line]]:
    """Rows from the top of the page down, each of the parts that wide gaps leave."""
    rows = list[list[Line]]()
    for run in sorted(runs, key=lambda each: (-(each.top + each.bottom) / 2, each.left)):
        middle = (run.top + run.bottom) / 2
        for row in rows[-4:]:
            if any(
                each.bottom <= middle <= each.top or run.bottom <= (each.top + each.bottom) / 2 <= run.top
                for each in row[:1]
            ):
                row.append(run)
                break
        else:
            rows.append([run])
    return [_parts(row) for row in rows]


def _parts(row: list[Line]) -> list[Line]:
    row.sort(key=lambda each: each.left)
    made = [row[0]]
    for run in row[1:]:
        last = made[-1]
        height = max(last.height, run.height)
        gap = run.left - last.right
        if gap > _WIDE * height:
            made.append(run)
            continue
        spaced = gap > _SPACE * height and not last.text[-1:].isspace() and not run.text[:1].isspace()
        text = last.text + (" " if spaced else "") + run.text
        made[-1] = Line(
            min(last.left, run.left),
            min(last.bottom, run.bottom),
            max(last.right, run.right),
            max(last.top, run.top),
            text,
        )
    return made


def _ordered(rows: list[list[Line]]) -> Iterator[Line]:
    """Bands of rows with a gutter column by column, other rows as they stand: parts of one row are cells."""
    gutter = _gutter(rows)
    band = list[list[Line]]()
    for row in [*rows, []]:
        if row and gutter is not None and all(part.right <= gutter or part.left >= gutter for part in row):
            band.append(row)
            continue
        if band and gutter is not None:
            yield from (
                part for row_of in band for part in _merged(each for each in row_of if each.right <= gutter)
            )
            yield from (
                part for row_of in band for part in _merged(each for each in row_of if each.left >= gutter)
            )
        band = []
        yield from _merged(iter(row))


def _merged(parts: Iterator[Line]) -> Iterator[Line]:
    """The cells of a row as one line, bars between them; a key and its value as a field."""
    cells = list(parts)
    if len(cells) == 2 and cells[0].text.rstrip().endswith(":"):
        yield replace(
            cells[0], right=cells[1].right, text=f"{cells[0].text.rstrip()} {cells[1].text.strip()}"
        )
    elif cells:
        text = (
            " | ".join(cell.text.strip().replace("|", "\\|") for cell in cells)
            if len(cells) > 1
            else cells[0].text
        )
        yield Line(
            cells[0].left,
            min(each.bottom for each in cells),
            cells[-1].right,
            max(each.top for each in cells),
            text,
        )


def _gutter(rows: list[list[Line]]) -> float | None:
    """Where two columns of running text part; None when the page has no such place. Rows of a table have
    a gap too, but their cells do not fill their columns."""
    beside = [row for row in rows if len(row) >= 2]
    if len(beside) < 4 or len(beside) < 0.3 * len(rows):
        return None
    left = min(part.left for row in rows for part in row)
    right = max(part.right for row in rows for part in row)
    best, chosen = 0, 0.0
    gaps = Counter(
        round((row[at].right + row[at + 1].left) / 2 / 6) for row in beside for at in range(len(row) - 1)
    )
    for place, _ in gaps.most_common(12):
        x = place * 6.0
        clear = sum(
            1
            for row in beside
            if all(part.right <= x or part.left >= x for part in row) and row[0].right <= x <= row[-1].left
        )
        if clear > best and left + 0.2 * (right - left) < x < right - 0.2 * (right - left):
            best, chosen = clear, x
    if best < 4 or best < 0.6 * len(beside):
        return None
    sides = [
        [part for row in beside for part in row if part.right <= chosen],
        [part for row in beside for part in row if part.left >= chosen],
    ]
    widths = [max(part.right for part in side) - min(part.left for part in side) for side in sides]
    full = [
        sum(1 for part in side if part.right - part.left >= 0.7 * width) / len(side)
        for side, width in zip(sides, widths, strict=True)
    ]
    words = [median(len(part.text.split()) for part in side) for side in sides]
    return chosen if min(full) >= 0.4 and min(words) >= 3 else None


@dataclass(frozen=True, slots=True)
class Usual:
    """The height of the usual line of a document, and its distance to the next one."""

    height: float
    step: float


def usual_of(pages: Sequence[Sequence[Line]]) -> Usual:
    """Medians over all pages; the distance at most that of lines set double."""
    height = median([line.height for lines in pages for line in lines] or [1.0])
    steps = [last.bottom - line.bottom for lines in pages for last, line in pairwise(lines)]
    near = [step for step in steps if 0.5 * height < step < 2.6 * height]
    return Usual(height, median(near or [1.2 * height]))


def running(pages: Sequence[Sequence[Line]], usual: Usual) -> frozenset[Mark]:
    """What stands at the top or bottom of most pages, numbers aside: headers and footers."""
    if len(pages) < 3:
        return frozenset()
    seen = Counter[Mark]()
    for lines in pages:
        seen.update({_mark(line) for line in _margins(lines, usual)})
    filled = sum(1 for lines in pages if lines)
    return frozenset(mark for mark, count in seen.items() if count >= max(3, 0.6 * filled))


def _margins(lines: Sequence[Line], usual: Usual) -> Iterator[Line]:
    """Lines at the edges of a page with more than a line's distance to what is inside of them."""
    down = sorted(lines, key=lambda line: -line.bottom)
    for order in (down, down[::-1]):
        for count in range(1, min(_EDGE_LINES, len(order) - 1) + 1):
            if abs(order[count - 1].bottom - order[count].bottom) > _LEADING * usual.step:
                yield from (line for line in order[:count] if not _is_big(line, usual))
                break


def _mark(line: Line) -> Mark:
    """What a line says without its numbers, and about where."""
    return _shape(line.text), round(line.bottom / 8)


def _shape(text: str) -> str:
    """A line without its numbers; a line of nothing else is one shape."""
    return re.sub(r"[0-9]+|\b[ivxlc]{1,6}\b", "#", " ".join(text.split()).lower())


def stretches(pages: Sequence[Sequence[Line]]) -> Iterator[Stretch]:
    """The paragraphs, headings and tables of all pages. A header or footer is given once; a paragraph that a
    page's end cuts is given whole, on the page it begins on."""
    usual = usual_of(pages)
    furniture, told = running(pages, usual), set[str]()
    open_ends: Stretch | None = None
    for number, lines in enumerate(pages, start=1):
        margins = {id(line) for line in _margins(lines, usual) if _mark(line) in furniture}
        for line in lines:
            if id(line) in margins and _shape(line.text) not in told:
                told.add(_shape(line.text))
                yield Stretch("furniture", line.text.strip(), number)
        body = [line for line in lines if id(line) not in margins]
        for made in _paragraphs(body, number, usual):
            if open_ends is not None and made.kind == "paragraph" and _goes_on(open_ends, made):
                made = replace(open_ends, text=_continued(open_ends.text, made.text, full=True))
                open_ends = None
            if open_ends is not None:
                yield open_ends
            open_ends = made
    if open_ends is not None:
        yield open_ends


def _goes_on(before: Stretch, after: Stretch) -> bool:
    if before.kind != "paragraph" or before.page == after.page:
        return False
    cut = _HYPHEN.search(before.text[-2:]) is not None
    return (
        len(before.text) < _LONG
        and (cut or before.text[-1:].isalnum() or before.text[-1:] == ",")
        and after.text[:1].islower()
    )


def _paragraphs(lines: Sequence[Line], page: int, usual: Usual) -> Iterator[Stretch]:
    run = list[Line]()
    width = max((line.right for line in lines), default=0.0) - min((line.left for line in lines), default=0.0)
    for line in lines:
        if run and not _together(run[-1], line, usual):
            yield _stretch(run, page, usual, _NARROW * width)
            run = []
        run.append(line)
    if run:
        yield _stretch(run, page, usual, _NARROW * width)


def _together(last: Line, line: Line, usual: Usual) -> bool:
    """Whether a line belongs to the paragraph of the one before it."""
    if _is_big(last, usual) != _is_big(line, usual) or (" | " in last.text) != (" | " in line.text):
        return False
    if last.top == last.bottom:
        return True
    step, near = last.bottom - line.bottom, _LEADING * max(usual.step, min(last.height, line.height))
    return -0.5 * usual.height <= step <= near and line.left < last.right


def _is_big(line: Line, usual: Usual) -> bool:
    return (
        line.height >= _BIG * usual.height
        and len(line.text) <= 120
        and re.search(r"[^\W\d_]", line.text) is not None
    )


def _stretch(run: Sequence[Line], page: int, usual: Usual, narrow: float) -> Stretch:
    """The lines of one stretch put together; those narrower than `narrow` points were ended by who wrote them."""
    size = median(line.height for line in run)
    if all(" | " in line.text for line in run) and len(run) > 1:
        return Stretch("table", "\n".join(_plain(line.text) for line in run), page)
    if len(run) <= 3 and all(_is_big(line, usual) for line in run):
        return Stretch("heading", " ".join(_plain(line.text) for line in run), page, size)
    left = min(line.left for line in run)
    right = max(left + narrow, *(line.right for line in run))
    parts, text = list[str](), run[0].text.strip()
    for before, line in pairwise(run):
        full = before.right - left >= _FULL * (right - left) and right > left
        text = _continued(text, line.text.strip(), full)
        if len(text) > _LONG:
            parts.append(text[:-_TAIL])
            text = text[-_TAIL:]
    return Stretch("paragraph", _plain("".join(parts) + text), page, size)


def _continued(text: str, line: str, full: bool) -> str:
    """A line behind the text so far: behind a full one it goes on, else it is a line of its own."""
    if _HYPHEN.search(text[-2:]) and line[:1].isalpha():
        return text[:-1] + ("" if line[:1].islower() else "-") + line
    return f"{text} {line}" if full and not is_field(line) else f"{text}\n{line}"


def _plain(text: str) -> str:
    return "\n".join(" ".join(_CUT.sub("-", line).split()) for line in text.split("\n"))
