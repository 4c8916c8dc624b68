"""Who is what where, who was met, who is to do what."""

import re
from collections.abc import Iterator

from ingest.extract.local.fields import is_role, person_claims
from ingest.extract.local.found import found
from ingest.extract.local.lexicon import PRESIDING
from ingest.extract.local.names import NAME, is_name, kind_of, sentence_name
from ingest.extract.local.sentences import Sentence
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality

_ACTION = re.compile(
    rf"^(?:Action(?: item)?s?\s*[:–-]\s*|TODO:?\s*|AP:?\s*)?(?P<who>{NAME})\s(?:is\s"
    rf"|are\s)?to\s(?P<verb>[a-z]+)\s(?P<what>[^.;]+?)"
    r"(?:\s(?:by|before|until)\s(?P<by>[^.,;]+))?[.;]?$"
)

_MET = re.compile(
    rf"\b(?:[Ss]poke|[Mm]et|[Tt]alked|[Cc]all|[Cc]alled|[Mm]eeting|[Ll]unch|[Pp]honed|[Ss]aw"
    rf"|[Vv]isit)(?:\s(?:with|to|from|by))?\s"
    rf"(?P<who>{NAME})\s(?:from|of|at)\s(?P<firm>{NAME})"
)

_FORMER = re.compile(r"^(?:ex|formerly|previously|former|late of)[- ](?:at |with )?(?P<firm>[A-ZÀ-Þ].+)$")

_PAREN = re.compile(rf"(?P<name>{NAME})\s\((?P<what>[^()]{{2,60}})\)")

NEW_ROLE = re.compile(
    rf"^(?:[Oo]ur\s|[Tt]he\s)?[Nn]ew\s(?P<role>(?!\S+ (?:at|for|of"
    rf"|with)\b)[a-z][\w -]{{2,30}}?)(?:\s?[:–-]\s?|\sis\s)(?P<name>{NAME})"
)

_HOLDER = re.compile(
    rf"\b(?P<whose>[Oo]ur|[Tt]heir|[Ii]ts|[Tt]he|[Nn]ew|[Oo]ur new|[Tt]heir new"
    rf"|{NAME}['’]s)\s(?P<role>(?:(?!is\b|was\b|are\b|and\b|with\b|from\b|by\b|to\b)[a-z-]+\s){{1,3}})"
    rf"(?P<name>{NAME})"
)

_GIVEN = re.compile(
    rf"\b[Ww]e\s(?:have\s)?(?P<verb>offered|gave|sent|sold|lent|promised|paid|owe|leased"
    rf"|rented)\s(?:the\s|a\s|an\s)?"
    rf"(?P<what>[\w -]{{2,40}}?)\sto\s(?P<who>{NAME})"
)


_NO_ACTIONS = frozenset(
    {
        "be",
        "get",
        "become",
        "say",
        "have",
        "see",
        "think",
        "know",
        "look",
        "the",
        "a",
        "an",
        "this",
        "that",
        "our",
        "their",
        "its",
    }
)


def _action(sentence: Sentence) -> Iterator[RawClaim]:
    match = _ACTION.match(sentence.text)
    who = sentence_name(match["who"]) if match else None
    if match is None or who is None or match["verb"] in _NO_ACTIONS:
        return
    kind = kind_of(who)
    if (
        kind not in (EntityKind.PERSON, EntityKind.ORGANIZATION)
        and who not in sentence.known
        and len(who.split()) > 1
    ):
        return
    by = match["by"] if match["by"] in sentence.dates else None
    what = re.sub(r"^(?:the|a|an)\s", "", match["what"])
    if len(what.split()) <= 12:
        yield found(
            sentence.place,
            "pattern:action",
            who,
            match["verb"],
            what,
            kind,
            "text",
            Modality.PLANNED,
            valid_to=by,
        )


def _met(sentence: Sentence) -> Iterator[RawClaim]:
    match = _MET.search(sentence.text)
    if (
        match
        and is_name(match["who"])
        and is_name(match["firm"])
        and kind_of(match["who"]) is EntityKind.PERSON
    ):
        firm_kind = kind_of(match["firm"])
        kind = EntityKind.ORGANIZATION if firm_kind in (EntityKind.THING, EntityKind.PERSON) else firm_kind
        yield found(
            sentence.place,
            "pattern:met",
            match["who"],
            "works at",
            match["firm"],
            EntityKind.PERSON,
            kind.value,
        )


def _holder(sentence: Sentence) -> Iterator[RawClaim]:
    """`our technician Selin Aksoy`: whose, if that is known, and what the person is."""
    for match in _HOLDER.finditer(sentence.text):
        role, name, whose = match["role"].strip(), match["name"], match["whose"]
        if not is_role(role) or not is_name(name) or kind_of(name) is not EntityKind.PERSON:
            continue
        owner = re.sub(r"['’]s$", "", whose) if whose.endswith(("'s", "’s")) else None
        if owner is None and whose.lower().startswith("our") and sentence.firm is not None:
            owner = sentence.firm.name
        if owner is not None:
            yield found(sentence.place, "pattern:role", owner, role, name, kind_of(owner), "person")
        else:
            yield found(sentence.place, "pattern:role", name, "role", role, EntityKind.PERSON, "text")


def _given(sentence: Sentence) -> Iterator[RawClaim]:
    match = _GIVEN.search(sentence.text)
    if match is not None and is_name(match["who"], sentence.known):
        yield found(
            sentence.place,
            "pattern:given",
            match["who"],
            match["verb"],
            match["what"],
            kind_of(match["who"]),
            "text",
        )


def _parentheses(sentence: Sentence) -> Iterator[RawClaim]:
    for match in _PAREN.finditer(sentence.text):
        name = sentence_name(match["name"])
        if name is None or kind_of(name) is not EntityKind.PERSON:
            continue
        parts = [part.strip() for part in match["what"].split(",")]
        if parts[0].lower() in PRESIDING and sentence.text.count(",") >= 2:
            continue
        if (former := _FORMER.match(match["what"])) and is_name(former["firm"]):
            kind = kind_of(former["firm"])
            yield found(
                sentence.place,
                "pattern:firm",
                name,
                "formerly at",
                former["firm"],
                EntityKind.PERSON,
                kind.value,
            )
            continue
        yield from person_claims(name, parts, sentence.place)
        if len(parts) == 2 and is_role(parts[0]) and is_name(parts[1]):
            yield found(
                sentence.place, "pattern:firm", name, "works at", parts[1], EntityKind.PERSON, "organization"
            )


def _new_role(sentence: Sentence) -> Iterator[RawClaim]:
    match = NEW_ROLE.match(sentence.text)
    if match is None or not is_role(match["role"]) or not is_name(match["name"]):
        return
    topic = sentence.topic
    if topic is not None and topic.strong:
        yield found(
            sentence.place,
            "pattern:role",
            topic.name,
            match["role"],
            match["name"],
            topic.kind,
            kind_of(match["name"]).value,
        )
    else:
        yield found(
            sentence.place,
            "pattern:role",
            match["name"],
            "role",
            match["role"],
            kind_of(match["name"]),
            "text",
        )


_SPOKEN = re.compile(
    rf"\b(?:[Ss]poke|[Tt]alked|[Mm]et|[Cc]all|[Mm]eeting|[Ll]unch)\s(?:(?:with"
    rf"|to)\s)?(?P<who>{NAME})(?!\s(?:from|of|at)\s[A-Z])"
)


def _spoken(sentence: Sentence) -> Iterator[RawClaim]:
    """Who was spoken to under a firm's heading is the firm's."""
    match, topic = _SPOKEN.search(sentence.text), sentence.topic
    if match is None or topic is None or not topic.strong or topic.kind is not EntityKind.ORGANIZATION:
        return
    if is_name(match["who"]) and kind_of(match["who"]) is EntityKind.PERSON:
        yield found(
            sentence.place,
            "pattern:met",
            match["who"],
            "works at",
            topic.name,
            EntityKind.PERSON,
            topic.kind.value,
        )


_TAKES_OVER = re.compile(
    rf"^(?P<who>{NAME})\s(?P<how>takes|took|has taken|will take|is taking)\sover\s(?:the\s)?"
    rf"(?P<client>{NAME})(?:['’]s)?\saccount\sfrom\s(?P<old>{NAME})(?=[.,;]|\s(?:on|in|from|as|until|at|next|this)\s|$)"
)


def _takes_over(sentence: Sentence) -> Iterator[RawClaim]:
    """`X takes over the Y account from Z`: X is from now on who manages it."""
    match = _TAKES_OVER.match(sentence.text)
    if match is None or kind_of(match["who"]) is not EntityKind.PERSON or sentence.negated:
        return
    if not is_name(match["client"], sentence.known) or kind_of(match["old"]) is not EntityKind.PERSON:
        return
    said = sentence.said_at
    days = [each.when for each in sentence.dates.values()]
    ahead = match["how"].startswith("will") or (said is not None and any(day.first > said for day in days))
    yield found(
        sentence.place, "pattern:takeover", match["client"], "account manager", match["who"],
        EntityKind.ORGANIZATION, "person", Modality.PLANNED if ahead else Modality.ASSERTED,
        valid_from=days[0].key if len(days) == 1 else None,
    )  # fmt: skip


FOR_FIRM = re.compile(
    rf"^(?:For|Für|Pour|Por)\s(?:the\s)?(?P<firm>{NAME}):\s(?:(?:Mr|Mrs|Ms"
    rf"|Dr)\.?\s)?(?P<who>{NAME})(?:,\s(?P<role>[\w -]{{3,40}}))?\.?$"
)


def _for_firm(sentence: Sentence) -> Iterator[RawClaim]:
    """`For Northwind: Dana Reyes, Head of Purchasing` under a contract."""
    match = FOR_FIRM.match(sentence.text)
    if match is None or kind_of(match["who"]) is not EntityKind.PERSON or not is_name(match["who"]):
        return
    yield found(
        sentence.place,
        "pattern:firm",
        match["who"],
        "works at",
        match["firm"],
        EntityKind.PERSON,
        "organization",
    )
    if match["role"]:
        yield found(
            sentence.place, "pattern:role", match["who"], "role", match["role"], EntityKind.PERSON, "text"
        )


_NOW_HELD = re.compile(
    rf"^(?:[Oo]ur |[Tt]he |[Nn]ew )?(?P<role>[A-Za-z][a-z]+(?: [a-z]+)?)(?: is now| is| now|,)\s(?P<who>{NAME})[.]?$"
)


def _now_held(sentence: Sentence) -> Iterator[RawClaim]:
    """`Maintainer is now Dana Reyes` under the name of what she maintains."""
    match, topic = _NOW_HELD.match(sentence.text), sentence.topic
    if match is None or topic is None or not topic.strong or not is_role(match["role"]):
        return
    if is_name(match["who"]) and kind_of(match["who"]) is EntityKind.PERSON:
        yield found(
            sentence.place,
            "pattern:role",
            topic.name,
            match["role"].lower(),
            match["who"],
            topic.kind,
            "person",
        )


PEOPLE = (_for_firm, _now_held, _takes_over, _spoken, _holder, _given, _action, _met, _parentheses, _new_role)
"""Every pattern of this module, in the order they are tried."""
