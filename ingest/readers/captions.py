"""Subtitles and transcripts with times: WebVTT and SubRip. Cues are joined to what one speaker said in one go;
what a tool shows while words are still being recognised is said once."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.normalise import normalise
from ingest.readers.dates import name_date
from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name, stem
from kg.model.document import NotRead, ReadText

_TIMES = re.compile(
    r"\s*((?:[0-9]{1,4}:)?[0-9]{1,2}:[0-9]{2}[.,][0-9]{1,3})\s*-->\s*((?:[0-9]{1,4}:)?[0-9]{1,2}:[0-9]{2}[.,][0-9]{1,3}).*"
)
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]{1,120})>")
_TAG = re.compile(r"<[^>\n]{0,200}>|\{\\[^}\n]{0,80}\}")
_NAMED = re.compile(
    r"(?:-\s?|>>\s?)?(?:\[([^\W\d_][\w .'’-]{0,60})\]:?|"
    r"([^\W\d_][\w.'’-]*(?: [\w.'’-]+){0,4}):)(?:[ \t]+|$)"
)
_PAUSE = 4.0
"""Seconds without words after which something new begins."""
_LONG = 600
"""Characters above which the words of one speaker go on in a new entry at the end of a sentence."""


@dataclass(frozen=True, slots=True)
class _Cue:
    begin: float
    end: float
    speaker: str | None
    text: str


def read_captions(name: str, data: bytes) -> ReadText | NotRead:
    """Reads WebVTT or SubRip; see the module. Notes, styles and cue settings are left out."""
    normal = normalise(data)
    if isinstance(normal, NotRead):
        return normal
    day = name_date(stem(name))
    title = re.match(r"WEBVTT[ \t]+-?[ \t]*(\S[^\n]*)", normal.text)
    parts = list[Part]()
    for cue in _joined(_cues(normal.text)):
        label = f"{cue.speaker or ''} [{_clock(cue.begin)}]".strip()
        parts.append(Part("label", label))
        parts.append(Part("paragraph", cue.text, said_at=day, speaker=cue.speaker, tight=True))
    if title:
        parts.insert(0, Part("label", title[1]))
    outline = lay_out(parts)
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[1].strip()[:200] if title else readable_name(name),
        title_from="content" if title else "name",
        dated=day,
        encoding=normal.encoding,
        media_type="text/vtt" if name.lower().endswith(".vtt") else "application/x-subrip",
        warnings=normal.warnings,
    )


def _cues(text: str) -> Iterator[_Cue]:
    """The cues in order: a line with two times, and the lines below it up to a blank one or the next."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        times = _TIMES.fullmatch(lines[at][:200])
        at += 1
        if times is None:
            continue
        block = list[str]()
        while at < len(lines) and lines[at].strip() and not _TIMES.fullmatch(lines[at][:200]):
            block.append(lines[at])
            at += 1
        if at < len(lines) and lines[at].strip() and block and block[-1].strip().isdigit():
            block.pop()
        for speaker, words in _voices(block):
            yield _Cue(_seconds(times[1]), _seconds(times[2]), speaker, words)


def _voices(block: list[str]) -> Iterator[tuple[str | None, str]]:
    """What each speaker says in one cue; a line without a name goes on with the one above it."""
    speaker, words = None, list[str]()
    for line in block:
        voice = _VOICE.search(line)
        plain = " ".join(html.unescape(_TAG.sub("", line)).split())
        named = _NAMED.match(plain) if voice is None else None
        told = voice[1].strip() if voice else (named[1] or named[2]) if named else None
        if told is not None:
            if words:
                yield speaker, " ".join(words)
            speaker, words = told, []
        words.append(plain[named.end() :] if named else plain)
    if any(words):
        yield speaker, " ".join(filter(None, words))


def _joined(cues: Iterator[_Cue]) -> Iterator[_Cue]:
    """Cues of one speaker without a pause as one; a cue that repeats the one before adds what is new in it."""
    run: _Cue | None = None
    last = ""
    for cue in cues:
        text = cue.text
        if run is not None and text.startswith(last) and last:
            text = text[len(last) :].strip()
        last = cue.text
        if not text:
            continue
        speaker = cue.speaker or (run.speaker if run and cue.begin - run.end < _PAUSE else None)
        if run is not None and speaker == run.speaker and not _breaks(run, cue):
            run = _Cue(run.begin, cue.end, speaker, f"{run.text} {text}")
            continue
        if run is not None:
            yield run
        run = _Cue(cue.begin, cue.end, speaker, text)
    if run is not None:
        yield run


def _breaks(run: _Cue, cue: _Cue) -> bool:
    ended = run.text[-1:] in ".?!…。"
    return cue.begin - run.end >= _PAUSE or (ended and len(run.text) > _LONG) or len(run.text) > 4 * _LONG


def _seconds(stamp: str) -> float:
    total = 0.0
    for part in stamp.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
