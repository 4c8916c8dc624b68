"""Transcripts and chats kept as plain text: who said which words. A text is one when most of its lines name a
speaker and speakers come back; `Key: value` lines name each key once."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from ingest.normalise import trimmed
from ingest.readers.dates import field_date
from ingest.readers.log import slashed_day
from kg.model.document import Entry

_CLOCK = r"[0-9]{1,3}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]{1,3})?(?:[\s\u202f]?[ap]\.?\s?m\.?)?"
_DAY = r"[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}"
_NAME = r"[^\W\d_][\w.'’&()@+-]*(?:[ \u00a0][\w.'’&()@+~-]+){0,8}"
_PHONE = r"\+[0-9][0-9 \u00a0()-]{6,20}"
_STAMPED = rf"[\[(]?(?:(?P<day>{_DAY})[,T]?\s{{1,3}})?(?P<clock>{_CLOCK})[\])]?\s*(?:[-–—|]\s*)?"
_TURN = re.compile(
    rf"[\u200e\u200f\ufeff]?(?:{_STAMPED})?\W{{0,2}}(?P<name>{_NAME}|{_PHONE})\W{{0,2}}?"
    rf"(?:\s?[\[(]{_CLOCK}[\])])?\**\s?:\**(?:[ \t]+|$)",
    re.IGNORECASE,
)
"""`Dana: …`, `[00:01:02] Dana Reyes: …`, `04/11/2026, 10:03 - Dana: …`, `10:03 From Dana to Everyone: …`."""
_ALONE = re.compile(rf"(?P<name>{_NAME})\s{{1,12}}[\[(]?(?P<clock>{_CLOCK})[\])]?\s*:?\s*", re.IGNORECASE)
"""A speaker and a time on a line of their own, the words below."""
_STAMP = re.compile(rf"[\u200e\u200f]?{_STAMPED}")
_WORDS_OF_FIELDS = """
info warn warning error debug trace notice fatal critical note todo q a http https from to cc subject date
name team title role email phone address client customer company firm fee price total status owner location place
notes summary action actions decision decisions agenda topic topics attendees present absent next due start end
monday tuesday wednesday thursday friday saturday sunday january february march july september october november
december today tomorrow yesterday week day month year number id type kind key value
step question answer pros cons problem solution goal result example description version morning evening
"""
_NO_SPEAKER = frozenset(_WORDS_OF_FIELDS.split())
_ADDRESSED = re.compile(r"From\s+(.+?)\s+to\s.*")
_SAMPLE_LINES = 400
_WORDS = 6


@dataclass(frozen=True, slots=True)
class _Turn:
    start: int
    """Where the line begins."""
    words: int
    """Where the speaker's words begin."""
    name: str | None
    """None for a line of the chat itself: who joined, who left."""
    day: str


def speaker_turns(text: str, dated: date | None) -> tuple[int, tuple[Entry, ...]] | None:
    """Where the first turn begins, and an entry for each turn, with speaker and day; None when the text is
    no transcript. `dated` is the day of turns that say none."""
    if not _is_transcript(text):
        return None
    turns = list(_turns(text, _alone(text)))
    entries = tuple(_entries(text, turns, dated, _day_first(turns)))
    return (turns[0].start, entries) if entries else None


def _is_transcript(text: str) -> bool:
    lines = [line for line in text[:60_000].split("\n") if line.strip()][:_SAMPLE_LINES]
    found = [found for line in lines if (found := _match(line)) is not None]
    names = Counter(_name(each).lower() for each in found)
    if len(names) < 2 or len(found) < 3 or len(names) == len(found):
        return _alone(text)
    if sum(1 for each in found if each["clock"]) >= 0.8 * len(found):
        return len(found) >= 0.3 * len(lines)
    talk = sum(1 for each in found if _is_talk(each.string[each.end() :]))
    return len(found) >= max(0.6 * len(lines), 2 * len(names)) and talk >= 0.5 * len(found)


def _is_talk(words: str) -> bool:
    """What a person says, as against the value of a field: words that end like a sentence."""
    ends = words.rstrip("\"'”’)* ")[-1:] in tuple(".?!…。？！")
    return (ends and (len(words.split()) >= 2 or not words.isascii())) or len(words.split()) >= 8


def _alone(text: str) -> bool:
    """Whether speakers stand on lines of their own, each with a time."""
    lines = [line for line in text[:60_000].split("\n") if line.strip()][:_SAMPLE_LINES]
    found = [found["name"].lower() for line in lines if (found := _ALONE.fullmatch(line.strip()))]
    return (
        len(found) >= 3
        and len(set(found)) >= 2
        and len(set(found)) < len(found)
        and len(found) >= 0.2 * len(lines)
    )


def _match(line: str) -> re.Match[str] | None:
    found = _TURN.match(line[:200])
    if found is None:
        return None
    name = _name(found)
    fits = len(name.split()) <= _WORDS and not _NO_SPEAKER.issuperset(name.lower().split())
    capital = name[0] == "+" or name[0] != name[0].lower() or name[0] == name[0].upper()
    return found if fits and (capital or (found["day"] and found["clock"])) else None


def _name(found: re.Match[str]) -> str:
    """The speaker; of `From Dana to Everyone` the first."""
    name = found["name"].strip(" ~*")
    addressed = _ADDRESSED.fullmatch(name)
    return addressed[1] if addressed else name


def _turns(text: str, alone: bool) -> Iterator[_Turn]:
    at = 0
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop]
        if alone and (found := _ALONE.fullmatch(line.strip())):
            yield _Turn(at, stop, found["name"].strip(), "")
        elif not alone and (found := _match(line)):
            yield _Turn(at, at + found.end(), _name(found), found["day"] or "")
        elif not alone and (found := _STAMP.match(line[:60])) and found["day"]:
            yield _Turn(at, at + found.end(), None, found["day"])
        at = stop + 1


def _entries(
    text: str, turns: Sequence[_Turn], dated: date | None, day_first: bool | None
) -> Iterator[Entry]:
    for turn, stop in zip(turns, [*(each.start for each in turns[1:]), len(text)], strict=True):
        if turn.name and (span := trimmed(text, turn.words, stop)):
            yield Entry(*span, (), _day(turn.day, day_first) or dated, turn.name[:120])


def _day_first(turns: Sequence[_Turn]) -> bool | None:
    for turn in turns:
        numbers = [int(part) for part in re.findall("[0-9]+", turn.day)]
        if len(numbers) == 3 and numbers[0] < 32 and "." not in turn.day and max(numbers[:2]) > 12:
            return numbers[0] > 12
    return None


def _day(stamp: str, day_first: bool | None) -> date | None:
    if not stamp:
        return None
    if (told := field_date(stamp)) is not None:
        return told
    try:
        return slashed_day(stamp, True if "." in stamp else day_first)
    except (ValueError, OverflowError):
        return None
