"""Who and what a text names most, by its spelling alone: links, senders, fields, and words written with a
capital where a sentence would not put one. Cheap on purpose: one pass, no language model."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ingest.namewords import COMMON, DAYS, OPENERS, THINGS, VERBS
from ingest.readers.names import addressed
from ingest.unspaced import unspaced_names
from kg.model.document import Entry, ReadText

LIMIT = 200_000
"""Characters that are looked at; a document says what it is about early."""

_LINK = re.compile(r"\[\[([^\]|#\n]{2,80})(?:[#|][^\]\n]*)?\]\]")
_WORD = re.compile(r"[^\W_](?:\w|['’&-](?=\w)|\.(?=\w))*(?:\+\+)?")
_NEXT = re.compile(r" ([a-z]+)\b")
_BAR = re.compile(r"(?<!\\) \| ")
_CODE = re.compile(
    r"`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|\w+://\S+|[\w.+-]+@[\w.-]+|\S*[_/\\]\S*|\S+\.[a-z]{2,4}\b(?!\s+[A-Z])"
)
"""Code, links, addresses, paths and file names: their capitals are no names."""
_CONNECTORS = frozenset(("of", "de", "van", "von", "der", "den", "la", "le", "du", "&"))
_RUN_WORDS = 5


def names(read: ReadText, most: int = 20) -> list[str]:
    """The names in a document, the weightiest first. A single word counts only when it is written with a
    capital inside a sentence or stands as a link, sender or field, and is not also written small."""
    text = in_words(read)
    weights, spelled = dict[str, float](), dict[str, str]()

    def count(name: str, weight: float) -> None:
        name = re.sub(r"['’]s$", "", " ".join(name.split()).strip(" .,;:'’\"-"))
        if 2 <= len(name) <= 60 and re.split("['’]", name.lower())[0] not in OPENERS:
            spelled.setdefault(name.casefold(), name)
            weights[name.casefold()] = weights.get(name.casefold(), 0.0) + weight

    for name, weight in _told(read, read.text[:LIMIT]):
        count(name, weight)
    for name in unspaced_names(text):
        count(name, 1.0)
    small = set(re.findall(r"(?<![\w'’])[^\W\d_A-ZÀ-Þ][^\W\d_]+", text))
    inner, outer = Counter[str](), Counter[str]()
    for name, inside in _spelled(text, read.entries):
        (inner if inside else outer)[name] += 1
    for name, times in (inner + outer).items():
        words = name.split()
        if len(words) == 1 and (not inner[name] or name.lower() in small or len(name) < 3):
            continue
        if len(words) > 1 and not inner[name] and all(word.lower() in small for word in words):
            continue
        share = 1.5 if len(words) > 1 else 0.4 if name.isupper() and len(name) < 5 else 1.0
        count(name, min(times, 10) * share)
    return _merged(weights, spelled)[:most]


def in_words(read: ReadText) -> str:
    """The beginning of a text with code, links, addresses and paths blanked out."""
    return _CODE.sub(lambda match: " " * len(match.group()), read.text[:LIMIT])


def _told(read: ReadText, text: str) -> Iterator[tuple[str, float]]:
    """Names that the document marks as such."""
    for match in _LINK.finditer(text):
        target = match[1].rsplit("/", 1)[-1].strip()
        if re.search(r"[^\W\d_]{2}", target) and target[:1].lower() != target[:1]:
            yield target, 3.0
    for entry in read.entries[:2_000]:
        if entry.speaker and "@" not in entry.speaker:
            yield entry.speaker, 0.5
    for key in ("From", "To", "Cc"):
        for name, _ in addressed(read.fields.get(key, ""))[:10]:
            if name and "@" not in name:
                yield name.strip("'\" "), 4.0
    if "columns" in read.fields:
        yield from ((name, 2.0) for name in _rows(read))
    for key, value in read.fields.items():
        if key.lower() in _NAMED_FIELDS:
            for part in re.split(r"[,;]", value)[:10]:
                yield re.sub(r"[\[\]]", "", part), 4.0


_NAMING = """
client customer company organisation organization vendor supplier partner project product person name owner
contact attendees participants present team
"""
_NAMED_FIELDS = frozenset(_NAMING.split())


def _rows(read: ReadText) -> Iterator[str]:
    """The cells of the first column of a table that reads like names."""
    rows = [_BAR.split(read.text[each.start : each.end]) for each in read.entries[1:200]]
    for column in range(min(len(rows[0]), 6) if rows else 0):
        cells = [row[column].strip() for row in rows if column < len(row)]
        named = [cell for cell in cells if cell[:1].isupper() and not re.search(r"[0-9@/]", cell)]
        if len(named) > 0.7 * len(rows) and len(set(named)) > 0.5 * len(named):
            yield from dict.fromkeys(cell for cell in named if len(cell.split()) <= 5)
            return


def _spelled(text: str, entries: Iterable[Entry]) -> Iterator[tuple[str, bool]]:
    """Runs of capitalised words, and whether each stands inside a sentence. Headings and code are left out:
    a heading writes everything with capitals, code means something else by them."""
    for entry in entries:
        if entry.start >= len(text):
            return
        if entry.kind not in ("heading", "code"):
            for run in _runs(text, entry.start, min(entry.end, len(text))):
                yield from _named(text, run, entry.start)


def _runs(text: str, start: int, end: int) -> Iterator[list[re.Match[str]]]:
    """Capitalised words with nothing but a space, or a connecting word, between them."""
    run, joining = list[re.Match[str]](), list[re.Match[str]]()
    for word in _WORD.finditer(text, start, end):
        near = bool(run) and text[(joining or run)[-1].end() : word.start()] in (" ", " & ")
        if word.group().lower().removesuffix("s") in DAYS:
            if run:
                yield run
            run, joining = [], []
        elif word.group()[0].isupper() or (near and word.group().isdigit() and len(word.group()) < 5):
            if near and len(run) + len(joining) < _RUN_WORDS:
                run += [*joining, word]
            else:
                if run:
                    yield run
                run = [word]
            joining = []
        elif near and not joining and word.group() in _CONNECTORS:
            joining = [word]
        else:
            if run:
                yield run
            run, joining = [], []
    if run:
        yield run


def _named(text: str, run: list[re.Match[str]], start: int) -> Iterator[tuple[str, bool]]:
    inside = _inside(text, start, run[0].start())
    while run and run[0].group().lower() in OPENERS | _CONNECTORS:
        run, inside = run[1:], True
    while run and run[-1].group().lower() in OPENERS:
        run = run[:-1]
    if run and not run[0].group().isdigit():
        yield text[run[0].start() : run[-1].end()], inside or (len(run) == 1 and _acts(text, run[0]))


def _acts(text: str, word: re.Match[str]) -> bool:
    """Whether a first word is what a verb follows (`Northwind want …`) and no common noun that stands
    without its article in notes (`Printer is …`)."""
    following = _NEXT.match(text, word.end())
    return following is not None and following[1] in VERBS and word.group().lower() not in COMMON | THINGS


def _inside(text: str, start: int, at: int) -> bool:
    """True when what stands before is the same sentence; behind a colon, when a sentence follows."""
    before = text[max(start, at - 4) : at]
    stripped = before.rstrip(" \t")
    if stripped[-1:] == ":" and before[-1:] == " ":
        return len(text[at : at + 80].split("\n")[0].split()) > 3
    return bool(stripped) and "\n" not in before and stripped[-1] not in ".!?:;•*>#|-–—\"“”'‘(["


def _merged(weights: dict[str, float], spelled: dict[str, str]) -> list[str]:
    """Names by weight; a part of one heavier longer name (`Reyes` of `Dana Reyes`) counts for that one."""
    longer = [key for key in weights if " " in key]
    for key in [key for key in weights if " " not in key]:
        wholes = [whole for whole in longer if key in whole.split()]
        if len(wholes) == 1 and weights[wholes[0]] >= 1:
            weights[wholes[0]] += weights.pop(key)
    return [spelled[key] for key, _ in sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))]
