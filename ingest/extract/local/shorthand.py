"""Short forms made whole before the parse: the verb, the article or the subject that a note leaves out."""

import re

from ingest.extract.local.fields import is_role
from ingest.extract.local.lexicon import LASTING, PARTICIPLES, STATES, TRANSFERS
from ingest.extract.local.names import NAME, is_name, proper_words
from ingest.extract.local.plain import Plain
from ingest.extract.local.subject import Topic
from ingest.words import word_set

_ING = r"(?!bring|thing|spring|string|during|king|ring|evening|morning|meeting)[a-z]{3,}ing"
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|be|been|can|could|would|does|do|did|must|should|may|might)\b"
)
_REDUCED = re.compile(
    rf"^(?P<what>[^,.:;]{{2,50}}?)\s(?P<verb>\w+ed|{'|'.join(sorted(PARTICIPLES))})\s"
    r"(?P<rest>(?P<prep>by|with|to|from|for|at|in|on|until|due|as|over)\b.*)$"
)
_FRAGMENT = re.compile(
    r"^(?P<what>[^,.:;]{2,40}?)\s(?P<rest>(?:back in|out of|still in|under)\s"
    rf"(?:service|order|use|repair|operation|stock)\b.*|{_ING}\b(?:\s(?:again|since|at|in|near|on"
    rf"|from)\b.*)?)$"
)
_NO_SUBJECT = re.compile(
    rf"^(?P<verb>[A-Z][a-z]+ed|{'|'.join(word.capitalize() for word in sorted(PARTICIPLES))})\s(?:out\s"
    rf"|up\s|off\s|in\s)?"
    r"(?P<prep>by|on|in|out|at|from|to|until|since|for|with|under|as)\s(?P<rest>\S.*)$"
)
_WRITERS_OWN = word_set(
    "talked asked agreed decided looked worked waited walked tried wanted needed started stopped happened listened "
    "replied responded joined arrived travelled traveled called visited discussed checked emailed phoned moved turned "
    "learned heard tested stayed passed finished dropped"
)
"""Participles that, without a subject, tell what the writer did."""
_HELD_BY = re.compile(rf"^(?:The\s)?[A-Z][a-z]+(?:\s[a-z]+)?\s\((?P<name>{NAME})\)\s(?=[a-z])")
_STATE = re.compile(
    rf"^(?P<what>[A-Z]?[a-z][a-z ]{{2,28}}?)\s(?P<state>{'|'.join(sorted(STATES))})"
    r"(?P<rest>(?:\s(?:since|until|till|again|due|from|by|for)\b.*)?[.]?)$"
)


def completed(part: Plain, topic: Topic | None) -> Plain:
    """A log line's or card's short form with what it leaves out: `belt B7 replaced by X` was replaced,
    `Owned by X` under a name is that thing's, `Berth fee unpaid` is a state of its fee."""
    if (held := _HELD_BY.match(part.text)) and is_role(held[0].split(" (")[0].removeprefix("The ")):
        name = part.cut(held.start("name"), held.end("name"))
        rest = part.cut(held.end(), len(part.text))
        return Plain(f"{name.text} {rest.text}", (*name.origin, name.origin[-1], *rest.origin))
    if _FINITE.search(part.text):
        return part
    own = topic is not None and topic.strong
    bare = _NO_SUBJECT.match(part.text)
    if own and topic is not None and bare is not None and bare["verb"].lower() not in _WRITERS_OWN:
        return _prefixed(part, f"{topic.name} {_be(bare['verb'])} ", lower=True)
    reduced = _REDUCED.match(part.text)
    if reduced is not None:
        named = _ends_in_name(reduced["what"])
        passive = reduced["prep"] in ("by", "due") or (
            reduced["verb"] in TRANSFERS and reduced["prep"] in ("to", "for", "from", "at")
        )
        if named and passive:
            return _inserted(part, reduced.end("what"), f" {_be(reduced['verb'])}")
        if own and passive and not proper_words(reduced["what"]) and len(reduced["what"].split()) <= 4:
            return _prefixed(
                _inserted(part, reduced.end("what"), f" {_be(reduced['verb'])}"), "The ", lower=True
            )
        return part
    fragment = _FRAGMENT.match(part.text)
    if fragment is not None and _ends_in_name(fragment["what"]):
        return _inserted(part, fragment.end("what"), " is")
    state = _STATE.match(part.text)
    if (
        own
        and state is not None
        and len(state["what"].split()) <= 3
        and not proper_words(uncapital(state["what"]))
    ):
        return _prefixed(_inserted(part, state.end("what"), " is"), "The ", lower=True)
    return part


def is_state(text: str) -> bool:
    """True for a part and how it stands, in two words or a few: `spindle seized`."""
    return len(text.split()) >= 2 and _STATE.match(text) is not None


def _be(participle: str) -> str:
    """`owned by X` says how it stands, `replaced by X` what was done."""
    return "is" if participle.lower() in LASTING else "was"


def uncapital(text: str) -> str:
    """The text with a small first letter, unless its first word is a name or an acronym."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first[1:].islower() and not proper_words(first) else text


def _ends_in_name(text: str) -> bool:
    return bool(proper_words(text.split()[-1])) or is_name(text) or bool(re.search(r"[a-z] \d{1,3}$", text))


def _inserted(part: Plain, at: int, words: str) -> Plain:
    place = (part.origin[max(at - 1, 0)],) * len(words)
    return Plain(part.text[:at] + words + part.text[at:], part.origin[:at] + place + part.origin[at:])


def _prefixed(part: Plain, words: str, lower: bool) -> Plain:
    text = uncapital(part.text) if lower else part.text
    return Plain(words + text, part.origin[:1] * len(words) + part.origin)
