"""The body of a mail: who wrote which part of it and when, and where the signature begins."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ingest.normalise import VISIBLE
from ingest.readers.dates import DATE, match_date
from ingest.readers.outline import Outline, is_rule
from ingest.readers.plain import add_lines, lines_of

_QUOTE = re.compile(r"(?:[ \t]?>)+[ \t]?")
_WROTE = r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|napisał\(?a?\)?)"
_ATTRIBUTION = re.compile(
    rf"(?:.{{1,200}}\s{_WROTE}\s?:?|(?:Am|Den|Op|On)\s.{{4,120}}\s{_WROTE}\s.{{2,120}}:)\s*", re.IGNORECASE
)
_OPENS = re.compile(
    r"(?:On|Am|Le|El|Il|Op|Em|Den|Dnia|W dniu)\s|[0-9]{4}[-/]|.{2,120}<[^<>\s]+@[^<>\s]+>", re.IGNORECASE
)
_SEPARATOR = re.compile(
    r"\s*(?:-{2,}|_{2,})\s*(?:original message|original appointment|forwarded (?:message|by).{0,80}|"
    r"ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|"
    r"messaggio originale|oorspronkelijk bericht)\s*(?:-{2,}|_{2,})?\s*|\s*begin forwarded message:\s*|_{20,}\s*",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\s*\*?(?P<key>from|von|de|da|van|sent|date|gesendet|datum|envoyé|enviado|fecha|data|inviato|verzonden|to|an|"
    r"à|para|a|aan|cc|subject|betreff|objet|asunto|oggetto|onderwerp|reply-to)\s?:\*?[ \t]*(?P<value>.*)",
    re.IGNORECASE,
)
_FROM = frozenset(("from", "von", "de", "da", "van"))
_SENT = frozenset(
    ("sent", "date", "gesendet", "datum", "envoyé", "enviado", "fecha", "data", "inviato", "verzonden")
)
_CLOSING = re.compile(
    r"\s*(?:(?:with |my )?(?:best|kind|kindest|warm|warmest|many) ?(?:regards|wishes|thanks)?|regards|cheers|thanks|"
    r"thank you|sincerely|yours(?: \w+)?|cordially|(?:mit )?(?:freundlichen|besten|herzlichen|liebe|viele|beste) "
    r"gr(?:ü|ue)(?:ß|ss)en?|cordialement|bien à vous|saludos|un saludo|atentamente|cordiali saluti|met vriendelijke "
    r"groet)(?: and (?:regards|best))?\s*[,.!]?\s*",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b[0-9]{1,2}[:.h][0-9]{2}(?::[0-9]{2})?(?:\s?[ap]\.?m\.?)?|[+-][0-9]{4}\b|\b(?:GMT|UTC|CES?T|[ECMP][SD]T)\b",
    re.I,
)
_SMALL = re.compile(
    r"^(?:(?:on|am|le|el|il|op|em|den|dnia|w dniu|at|um|à|a las|alle|om|um|às|kl|uhr|hat|the)\b[\s,]*|[,.():-]\s*)+",
    re.I,
)
_SIGNATURE_LINES = 8


@dataclass(slots=True)
class _Line:
    start: int
    end: int
    depth: int
    text: str


Author = tuple[str | None, date | None]


def body_entries(outline: Outline, start: int, writer: str | None, sent: date | None) -> None:
    """Adds the entries of a mail's body, which begins at an offset, with speaker and day."""
    lines = [_line(outline.text, *span) for span in lines_of(outline.text, start, len(outline.text))]
    authors: dict[int, Author] = {0: (writer, sent)}
    run, at = list[_Line](), 0
    while at < len(lines):
        taken, author, depth = _turn(lines, at)
        if taken:
            _section(outline, run, authors)
            run = []
            authors = {level: each for level, each in authors.items() if level < depth}
            authors[depth] = author
            at += taken
            continue
        if run and run[-1].depth != lines[at].depth and lines[at].text:
            _section(outline, run, authors)
            run = []
        if lines[at].text or run:
            run.append(lines[at])
        at += 1
    _section(outline, run, authors)


def _line(text: str, start: int, end: int) -> _Line:
    mark = _QUOTE.match(text, start, end)
    body = text[mark.end() if mark else start : end].strip()
    depth = mark.group().count(">") if mark else 0
    return _Line(start, end, depth, body if VISIBLE.search(body) else "")


def _turn(lines: Sequence[_Line], at: int) -> tuple[int, Author, int]:
    """How many lines from here say that someone else's words follow, whose, and at what depth."""
    line = lines[at]
    if not line.text:
        return 0, (None, None), 0
    for count in (1, 2, 3):
        block = lines[at : at + count]
        if len(block) < count or any(each.depth != line.depth or not each.text for each in block):
            break
        said = " ".join(each.text for each in block)
        opens = _OPENS.match(said) is not None
        if (
            len(said) < 400
            and (opens or (count == 1 and said.endswith(":")))
            and _ATTRIBUTION.fullmatch(said)
        ):
            return count, _attributed(said), _next_depth(lines, at + count, line.depth)
    return _headers(lines, at)


def _next_depth(lines: Sequence[_Line], at: int, depth: int) -> int:
    """Where the quoted words stand: below the line that names their writer, or beside it when no mark follows."""
    following = next((each for each in lines[at : at + 6] if each.text), None)
    return depth + 1 if following is not None and following.depth > depth else depth


def _attributed(said: str) -> Author:
    found = DATE.search(said)
    rest = said[: found.start()] + " " + said[found.end() :] if found else said
    name = re.sub(rf"\b{_WROTE}\b|[<\[(][^<>\]]*@[^<>\]]*[>\])]|\bmailto:\S+", " ", rest, flags=re.IGNORECASE)
    name = _SMALL.sub("", re.sub(r"\s+", " ", _CLOCK.sub(" ", name)).strip(" ,:;\"'"))
    name = name.strip(" ,:;\"'")
    address = re.search(r"[\w.+-]+@[\w.-]+", said)
    return (name[:120] if re.search(r"[^\W\d_]{2}", name) else address.group() if address else None), (
        match_date(found) if found else None
    )


def _headers(lines: Sequence[_Line], at: int) -> tuple[int, Author, int]:
    """A block of mail headers inside the body, with or without the line that announces it."""
    depth, count = lines[at].depth, 0
    announced = _SEPARATOR.fullmatch(lines[at].text) is not None
    while announced and at + count + 1 < len(lines) and count < 4:
        count += 1
        if lines[at + count].text:
            break
    found = dict[str, str]()
    last = at + count
    while (
        last < len(lines) and lines[last].depth == depth and (header := _HEADER.fullmatch(lines[last].text))
    ):
        found.setdefault(header["key"].lower(), header["value"].strip())
        last += 1
    sender = next((found[key] for key in found if key in _FROM), None)
    if sender is None or len(found) < (2 if announced else 3):
        return 0, (None, None), 0
    stated = next((DATE.search(found[key]) for key in found if key in _SENT), None)
    name = re.sub(r"[<\[(][^<>\]]*[>\])]", "", sender).strip(" \"'*") or sender.strip("<>")
    return last - at, (name[:120] or None, match_date(stated) if stated else None), depth


def _section(outline: Outline, run: list[_Line], authors: dict[int, Author]) -> None:
    """Adds the lines of one writer: paragraphs, and the signature at the end."""
    while run and not run[-1].text:
        run.pop()
    if not run:
        return
    depth = run[0].depth
    speaker, day = authors.get(depth, (None, None))
    if depth and len(run) == 1:
        if not is_rule(run[0].text):
            outline.add(run[0].start, run[0].end, said_at=day, speaker=speaker)
        return
    before = len(outline.entries)
    cut = _signature(run, speaker or "")
    block = list[_Line]()
    for line in [*run[:cut], _Line(0, 0, depth, "")]:
        if line.text:
            block.append(line)
        elif block:
            _paragraph(outline, block)
            block = []
    if cut < len(run):
        outline.add(run[cut].start, run[-1].end, "signature")
    outline.said_since(before, speaker, day)


def _paragraph(outline: Outline, block: Sequence[_Line]) -> None:
    """Adds the lines between blank ones; lines that only separate are passed over."""
    run = list[_Line]()
    for line in [*block, _Line(0, 0, 0, "---")]:
        if not is_rule(line.text):
            run.append(line)
        elif run and run[0].depth:
            outline.add(run[0].start, run[-1].end)
            run = []
        else:
            add_lines(outline, [(each.start, each.end) for each in run])
            run = []


def _signature(run: Sequence[_Line], speaker: str) -> int:
    """The index of the line where a signature begins: two dashes, a closing phrase, or the writer's own name
    in the last lines. The length of the run when there is none."""
    names = {speaker.lower(), *speaker.lower().split()[:1]} - {""}
    for index, line in enumerate(run):
        if line.text in ("--", "—") and index:
            return index
    told = [index for index, line in enumerate(run) if line.text]
    for index in told[-_SIGNATURE_LINES - 1 :]:
        after = [line.text for line in run[index + 1 :] if line.text]
        opens = _CLOSING.fullmatch(run[index].text) or (run[index].text.lower().strip(" ,.-") in names)
        if index and opens and all(len(text) <= 80 for text in after):
            return index
    return len(run)
