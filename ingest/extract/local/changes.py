"""Sentences that change things: a wish, a move, a rise, a switch, a new name."""

import re
from collections.abc import Iterator

from ingest.datewords import NUMBER_WORDS
from ingest.extract.local.found import found
from ingest.extract.local.lexicon import ATTRIBUTES
from ingest.extract.local.names import CODE, NAME, is_code, is_name, kind_of, proper_words, sentence_name
from ingest.extract.local.sentences import Sentence
from ingest.subjects import refuse_subject
from ingest.values import NUMBER, read_value
from kg.model.claim import RawClaim
from kg.model.kinds import Modality

_AMOUNT = (
    rf"(?:(?:EUR|USD|GBP|CHF|[€$£])\s?)?(?:{NUMBER})"
    r"(?:\s?(?:%|k\b|m\b|[A-Z]{3}\b|[€$£]|(?!per\b|a\b)[a-z]+\b))?(?:\s(?:a|per)\s[a-z]+)?"
)

_WISH = re.compile(
    rf"(?P<who>{NAME})\s(?:now\s|also\s|still\s)?(?P<how>wants?|wanted|would like|would prefer|asks?"
    rf"|asked|has asked|have asked|"
    r"wish(?:es)?|proposes?|proposed|suggests?|suggested|requests?|requested)\s(?:(?:us|me"
    r"|that we)\s)?(?:to\s)?"
    r"(?P<verb>bring|brought|move|push|shift|pull|put|postpone|bring|delay)\s(?P<what>(?:the\s|their\s"
    r"|its\s|our\s)?[\w' -]{2,40}?)"
    r"(?:\s(?:forward|back|up|out|ahead))?\s(?:to|until|till|by)\s(?P<to>[^,.;]+)"
)

_MOVES = re.compile(
    rf"(?P<who>{NAME})\s(?:has\s|have\s)?(?:moved|changed|raised|lowered|cut|increased|reduced|shifted"
    rf"|postponed|extended|"
    r"brought|put)\s(?:the|its|their|our)\s(?P<attr>[\w -]{2,30}?)\s(?:forward\s|back\s)?"
    rf"from\s(?:[^,;]|,\d){{1,40}}?\sto\s(?P<new>{_AMOUNT}|[^,;.]{{2,40}})"
)

_FROM_TO = re.compile(
    rf"(?P<what>[^,;:()]{{3,70}}?)\s(?:(?:has|have|had)\s(?:been\s)?|was\s|were\s|is\s|are\s|will be\s"
    rf"|went\s)?"
    rf"(?:raised|lowered|cut|reduced|increased|changed|moved|rose|fell|dropped|went|gone|up|down|grew"
    rf"|extended|shortened|goes|rises|drops)"
    rf"(?:\s(?:up|down|again))?\sfrom\s(?P<old>(?:[^,;]|,\d){{1,40}}?)\sto\s(?P<new>{_AMOUNT}|[^,;.]{{2,40}})"
)

_UP_TO = re.compile(
    rf"(?P<what>[^,;:()]{{3,60}}?)\s(?:(?:went|goes|rose|fell|dropped|is|was|are)\s(?:up|down"
    rf"|now)|now|goes|went)\s(?:to\s)?(?P<new>{_AMOUNT})"
)

_OF = re.compile(
    r"^(?:the\s|The\s)?(?P<attr>[\w -]{2,40}?)\s(?:of|for|at|on)\s(?:the\s|our\s)?(?P<owner>.+)$"
)

_POSSESSIVE = re.compile(rf"^(?P<owner>{NAME})['’]s?\s(?P<attr>[a-z][\w -]{{1,40}})$")

_COMPOUND = re.compile(rf"^(?:[Tt]he\s)?(?P<owner>{NAME})\s(?P<attr>[a-z]+(?: [a-z]+)?)$")
NEW_VALUE = re.compile(
    rf"^(?:the\s|The\s)?[Nn]ew\s(?P<attr>[a-z]+(?: [a-z]+)?)\s(?:for\s|at\s|with\s"
    rf"|from\s)?(?P<owner>{NAME})(?:\s?:|\sis)\s(?P<new>{_AMOUNT})"
)

_SWITCH = re.compile(
    r"\b(?:[Ww]e|[Tt]he (?:team|company|firm|board))\s(?P<will>will\s)?(?:switch(?:ed)?|mov(?:e|ed)"
    r"|chang(?:e|ed))\s(?:the|our)\s"
    rf"(?P<what>[a-z][\w -]{{2,40}}?)\s(?:from\s{NAME}\s)?(?:to|over to)\s(?P<to>{NAME})"
)

_USE = re.compile(
    rf"\b(?:[Ww]e|[Ww]e will|[Ww]e now)\s(?:use|chose|choose|picked|selected|take|buy)\s(?P<new>{NAME})"
    rf"(?:\s(?:instead of|rather than|over|in place of)\s(?P<old>{NAME}))?(?:\s(?:for|as)\s(?:the\s"
    rf"|our\s)?(?P<what>[a-z][\w -]{{2,40}})(?![\w-]))?"
)

_CALLED = re.compile(
    rf"^(?P<old>(?:[Tt]he\s)?[^,;:]{{3,50}}?)\s(?:is|was|has been|will be)\s(?:now\s)?(?:called|named"
    rf"|renamed(?:\sto)?)\s(?P<new>{NAME})"
)


def _wish(sentence: Sentence) -> Iterator[RawClaim]:
    match = _WISH.search(sentence.text)
    who = sentence_name(match["who"]) if match else None
    if match is None or who is None:
        return
    verb = {"bring": "move", "brought": "move", "put": "move", "shift": "move"}.get(
        match["verb"], match["verb"]
    )
    what = re.sub(r"^(?:the|their|its|our)\s", "", match["what"].strip())
    yield found(
        sentence.place, "pattern:wish", who, f"asked to {verb} {_last_words(what, 1)} to", match["to"].strip(),
        kind_of(who), modality=Modality.REQUESTED,
    )  # fmt: skip


def _last_words(text: str, count: int) -> str:
    return " ".join(text.split()[-count:])


def _new_value(match: re.Match[str], sentence: Sentence) -> str:
    """The new value; a date in full when one begins there."""
    behind = sentence.text[match.start("new") :]
    written = next((each for each in sentence.dates if behind.startswith(each)), None)
    return written or match["new"].strip(" .")


def _moves(sentence: Sentence) -> Iterator[RawClaim]:
    match = _MOVES.search(sentence.text)
    who = sentence_name(match["who"]) if match else None
    if match is not None and who is not None and (re.search(r"\d", match["new"]) or is_name(match["new"])):
        yield found(
            sentence.place,
            "pattern:change",
            who,
            match["attr"].lower(),
            _new_value(match, sentence),
            kind_of(who),
        )


def _owner_and_attribute(what: str, sentence: Sentence) -> tuple[str, str] | None:
    """Whose value changes, and which: `Budget for the Skagen project`, `Northwind's fee`, `the fee`."""
    for pattern in (_POSSESSIVE, _OF):
        match = pattern.match(what.strip())
        if match and (proper_words(match["owner"]) or len(match["owner"].split()) <= 2):
            return re.sub(r"^(?:the|our)\s", "", match["owner"]), match["attr"].lower()
    joined = _COMPOUND.match(what.strip())
    if joined and is_name(joined["owner"]) and joined["attr"].split()[-1] in ATTRIBUTES:
        return joined["owner"], joined["attr"]
    bare = re.sub(r"^(?:[Tt]he|[Ii]ts|[Tt]heir|[Oo]ur)\s", "", what.strip())
    if (
        sentence.topic is not None
        and sentence.topic.strong
        and 1 <= len(bare.split()) <= 3
        and not proper_words(bare)
    ):
        return sentence.topic.name, bare.lower()
    return None


def _changes(sentence: Sentence) -> Iterator[RawClaim]:
    match = _FROM_TO.search(sentence.text) or _UP_TO.search(sentence.text)
    owned = _owner_and_attribute(match["what"], sentence) if match else None
    if match is None or owned is None or refuse_subject(owned[0]):
        return
    new = _new_value(match, sentence)
    if new.split()[0].lower() in NUMBER_WORDS and len(new.split()) == 1:
        new = f"{new} {' '.join((match.groupdict().get('old') or '').split()[1:])}".strip()
    if not re.search(r"\d", new) and not is_name(new) and read_value(new) is None:
        return
    yield found(
        sentence.place,
        "pattern:change",
        owned[0],
        owned[1],
        new,
        kind_of(owned[0]),
        valid_from=event_date(sentence),
    )


def _new_values(sentence: Sentence) -> Iterator[RawClaim]:
    """`new rate Northwind: 10.40 per pallet`."""
    match = NEW_VALUE.match(sentence.text)
    if match and match["attr"].split()[-1] in ATTRIBUTES and is_name(match["owner"], sentence.known):
        owner = match["owner"]
        yield found(sentence.place, "pattern:change", owner, match["attr"], match["new"], kind_of(owner))


def event_date(sentence: Sentence) -> str | None:
    days = [each.when.key for each in sentence.dates.values() if each.when.first == each.when.last]
    return days[0] if len(days) == 1 else None


def _switch(sentence: Sentence) -> Iterator[RawClaim]:
    match = _SWITCH.search(sentence.text)
    if match:
        planned = bool(match["will"]) or _is_future(sentence)
        yield found(
            sentence.place,
            "pattern:switch",
            match["what"],
            "switch to" if planned else "switched to",
            match["to"],
            object_kind=kind_of(match["to"]).value,
            modality=Modality.PLANNED if planned else Modality.ASSERTED,
            valid_from=event_date(sentence),
        )


def _is_future(sentence: Sentence) -> bool:
    said = sentence.said_at
    return said is not None and any(each.when.first > said for each in sentence.dates.values())


def _use(sentence: Sentence) -> Iterator[RawClaim]:
    match = _USE.search(sentence.text)
    if match is None:
        return
    kind = kind_of(match["new"])
    if match["what"] and len(match["what"].split()) <= 4:
        yield found(
            sentence.place,
            "pattern:use",
            re.sub(r"^an?\s", "", match["what"].strip()),
            "uses",
            match["new"],
            object_kind=kind.value,
        )
    if match["old"]:
        yield found(
            sentence.place,
            "pattern:use",
            match["new"],
            "used instead of",
            match["old"],
            kind,
            kind_of(match["old"]).value,
        )


def _renamed(sentence: Sentence) -> Iterator[RawClaim]:
    match = _CALLED.match(sentence.text)
    if match is None or not is_name(match["new"]):
        return
    old = re.sub(r"^(?:[Tt]he|[Oo]ur)\s", "", match["old"])
    if is_name(old, sentence.known):
        yield found(
            sentence.place,
            "pattern:name",
            old,
            "called",
            match["new"],
            kind_of(old),
            kind_of(match["new"]).value,
        )


_MOTIONS = "moved|upgraded|downgraded|migrated|relocated|switched|updated|reverted|connected|attached"
_MOTION = re.compile(
    rf"^(?:[Tt]he\s)?(?P<who>(?:[a-z]+\s)?(?:{NAME}|[a-z][a-z0-9-]+))\s(?P<verb>{_MOTIONS})\s"
    rf"(?P<prep>to|into|onto)\s(?P<where>[a-z]+\s{CODE}|{NAME}(?:\s\d[\d.]*)?)[.]?$"
)


def _motion(sentence: Sentence) -> Iterator[RawClaim]:
    """`kestrel moved to rack B7`, which the parser takes for `to rack`."""
    match = _MOTION.match(sentence.text)
    who = match["who"].split()[-1] if match and is_code(match["who"].split()[-1]) else match and match["who"]
    if match and who and (is_name(who, sentence.known) or who in sentence.known):
        kind = kind_of(who)
        relation = f"{match['verb']} {match['prep']}"
        yield found(sentence.place, "pattern:change", who, relation, match["where"], kind)


CHANGES = (_wish, _moves, _new_values, _changes, _switch, _use, _renamed, _motion)
"""Every pattern of this module, in the order they are tried."""
