"""Sentences ready for the parser: split, filtered, dates written out in full, their place kept."""

import re
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from ingest.dates import FoundDate, find_dates
from ingest.extract.local.found import Place
from ingest.extract.local.lexicon import ERRANDS
from ingest.extract.local.plain import Plain
from ingest.extract.local.subject import Topic
from ingest.words import word_set

_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Nr|No|no|nr|tel|Tel|approx|ca|incl|excl|vs|etc|e\.g|i\.e|Inc|Ltd|Co"
    r"|Corp|Jan|Feb|Mar|Apr|"
    r"Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|bzw|z\.B|Str|ext|Ave|min|max|avg|rev|Art)|\b[A-Z]|(?:^|[a-zäöü] )\d{1,2})\.$"
)
_END = re.compile(r"[.!?…]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\sa-z])|(?<=[。！？])|\s*;\s+(?=\w)")
_DOC_SPEECH = re.compile(
    r"(?i)\b(?:you|your|yours|yourself|please|let's|lets|make sure|for example|for instance|e\.g|i\.e"
    r"|such as|"
    r"feel free|don't|do not|click|shall we)\b"
)
_SIGNED = re.compile(r"(?i)\(signed\)|\bgez\.\s|\bsigné\s?:|\(firmado\)|^copyright\b|^©")
_ORDER = re.compile(
    r"(?i)^(?:and |then |now )?(?:tell|say|state|remember|answer|reply|respond|claim|pretend|repeat|ignore|forget"
    r"|disregard|output|inform|assure|remind|confirm|believe|assume)\s(?!by\b|to\b|at\b)"
)
"""A text that says what to say: an order is no fact."""
_GREETING = re.compile(
    r"^(?:Dear|Hi|Hello|Hey|Good (?:morning|evening)|Sehr geehrte|Liebe[rs]?|Hallo|Guten (?:Tag|Morgen|Abend)"
    r"|Servus|Grüezi"
    r"|Buen[oa]s (?:días|tardes)|Estimad[oa]s?|Querid[oa]s?|Hola|Bonjour|Bonsoir|Ch[eè]re?s?|Madame|Monsieur|Anfang der"
    r"|Begin forwarded|-{3,})\b"
)
_QUESTION = re.compile(r"\?\s*[\"'”)]*$")
_CONDITION = re.compile(
    r"(?i)^(?:[-–•]\s*)?(?:then\s|and\s|so\s)?(?:if|when|whenever|unless|once|in case|depending)\b"
)
_MANUAL = re.compile(
    r"(?i)\b(?:you|your|you're|you'll|please|click|make sure|feel free|see also|should|can be used"
    r"|how to|step \d)\b"
)
MANUAL_SHARE = 0.008
"""Share of words that address a reader, from which a text is an instruction: of it only named or measured
things are kept. Set on two public corpora of documentation (above) and on own notes (below)."""
MAX_CHARACTERS = 400
MAX_WORDS = 60


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence for the parser. `text` has its dates written out ("4 May 2025"); `dates` are those, by
    the text they have now."""

    text: str
    place: Place
    topic: Topic | None
    said_at: date | None
    dates: dict[str, FoundDate] = field(default_factory=dict)
    negated: bool = False
    asked: bool = False
    elided: bool = False
    """True when a name was put in front that the text does not repeat."""
    known: frozenset[str] = frozenset()
    """Names that the segment shows to be names."""
    ordinary: frozenset[str] = frozenset()
    """Words that the segment shows to be no names."""
    firm: Topic | None = None
    """The firm that `we` and `our` mean: the writer's, in mail."""
    manual: bool = False
    """True in instructions: only named and measured things are kept."""
    loose: bool = False
    """True for a list item or a log line: it may lack a verb or a subject."""
    scope: int = 0
    """Of the paragraph: pronouns do not reach beyond it."""


def split(text: Plain) -> list[Plain]:
    """The sentences of a text without markup."""
    cuts = [0]
    for match in _END.finditer(text.text):
        before = text.text[cuts[-1] : match.end()].rstrip()
        if not _ABBREVIATION.search(before):
            cuts.append(match.end())
    cuts.append(len(text.text))
    parts = [text.cut(a, b) for a, b in pairwise(cuts)]
    return [replace(part, text=part.text.replace("\t", " ")) for part in parts if part.text]


def worth_reading(text: str) -> bool:
    """False for what speaks to its reader, asks, is an errand of the writer, or is too long to be one statement."""
    words = text.split()
    if not 3 <= len(words) <= MAX_WORDS or len(text) > MAX_CHARACTERS:
        return False
    if (
        _SIGNED.search(text)
        or _GREETING.match(text)
        or _ORDER.search(text)
        or _CONDITION.match(text)
        or _DOC_SPEECH.search(text)
        or _QUESTION.search(text)
        or re.search(r"[{}<>]|\w\(\)|https?://|(?:^|[,(:]\s)[Ss]ee\s(?!to\b)", text)
    ):
        return False
    lowered = {word.strip(".,;:").lower() for word in words}
    return not (lowered & ERRANDS and not re.search(r"[A-Z][\w&]+\s+(?:Ltd|GmbH|Inc|Foods|Group)", text))


_UNLED = re.compile(
    r"(?i)(?:today|yesterday|tomorrow|tonight|(?:next |last |this )?(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day)$"
)
_LED = re.compile(
    r"(?i)\b(?:on|by|until|till|since|from|to|before|after|for|of|and|or|than|every|each|the)\s$|^$"
)


def is_manual(text: str) -> bool:
    """True for instructions and product documentation."""
    hits = len(_MANUAL.findall(text))
    return hits >= 2 and hits >= MANUAL_SHARE * len(text.split())


def is_english(text: str, foreign: bool = False) -> bool:
    """True unless small words of another language outnumber the English ones, or no Latin letters are there. In
    a `foreign` text only what has more English ones is English."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    latin = sum(c.isascii() for word in words for c in word)
    if not words or latin < 0.5 * sum(len(word) for word in words):
        return False
    others, own = sum(word in _FOREIGN for word in words), sum(word in _ENGLISH for word in words)
    if foreign:
        return own > others
    return others <= own or others < max(2, len(words) // 8)


_ENGLISH = word_set("the and is are was of to in for with has will by from on a at it not")
_FOREIGN = word_set(
    "der die das und ist mit von für bei wird wurde den dem ein eine hat auf im zum zur seit nicht "
    "noch nur auch el la los las y es con para por del una un fue desde hasta le les et est avec pour "
    "dans du des une au een het en van voor niet wordt zijn naar op il di che per è sono nel della "
    "och är med som till av ich wir ihr sie sein hat haben nach wegen vor noch mehr jetzt dann dass vom beim unser "
    "unsere ce cette je nous vous il elle sur pas plus sont notre votre au aux ou du el los está son más pero su "
    "nos ha muy ya al este esta kostet dauert wiegt coûte pèse dure cuesta dura trabaja desde hasta ab bis"
)


def prepare(part: Plain, place: Place, topic: Topic | None) -> Sentence:
    """A sentence with its dates written out, so that the parser sees one shape of date."""
    text, dates = part.text, {}
    negated = bool(re.search(r"\b(?:no longer|not any more|never)\b", text))
    for each in reversed(find_dates(text, place.said_at)):
        if each.when.first == each.when.last or each.when.relative:
            written = each.when.text + " " * text[each.start : each.end].endswith(" ")
            if _UNLED.match(text[each.start : each.end]) and not _LED.search(text[: each.start]):
                text, written = text[: each.start] + "on " + text[each.start :], each.when.text
                each = FoundDate(each.start + 3, each.end + 3, each.when)
            text = text[: each.start] + written + text[each.end :]
        else:
            written = text[each.start : each.end]
        dates[written] = each
    text = re.sub(r"\b(?:no longer|never)\s", "", text)
    text = re.sub(r"\s\([^()]{25,}\)", "", text)
    text = re.sub(r"\s+(?=[.,;])", "", text)
    return Sentence(text, place, topic, place.said_at, dates, negated)
