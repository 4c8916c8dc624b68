"""Sentences that change things, read by pattern before the parse: the parser breaks on many of them."""

import re
from collections.abc import Iterator

from ingest.extract.local.fields import is_role, person_claims, read_bare
from ingest.extract.local.found import found
from ingest.extract.local.lexicon import IMPERATIVES
from ingest.extract.local.names import CODE, NAME, is_code, is_name, kind_of, proper_words
from ingest.extract.local.sentences import Sentence
from ingest.subjects import refuse_subject
from ingest.values import NUMBER
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality

_AMOUNT = (
    rf"(?:(?:EUR|USD|GBP|CHF|[€$£])\s?)?(?:{NUMBER})"
    r"(?:\s?(?:%|k\b|m\b|[A-Z]{3}\b|[€$£]|[a-z]+\b))?(?:\s(?:a|per)\s[a-z]+)?"
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
_FROM_TO = re.compile(
    rf"(?P<what>[^,;:()]{{3,70}}?)\s(?:(?:has|have|had)\s(?:been\s)?|was\s|were\s|is\s|are\s|will be\s"
    rf"|went\s)?"
    rf"(?:raised|lowered|cut|reduced|increased|changed|moved|rose|fell|dropped|went|gone|up|down|grew"
    rf"|extended|shortened|goes|rises|drops)"
    rf"(?:\s(?:up|down|again))?\sfrom\s(?P<old>(?:[^,;]|,\d){{1,40}}?)\sto\s(?P<new>{_AMOUNT}|[^,;.]{{2,40}})"
)
_UP_TO = re.compile(
    rf"(?P<what>[^,;:()]{{3,60}}?)\s(?:went|goes|rose|fell|dropped|is|was|are)\s(?:up|down"
    rf"|now)\s(?:to\s)?(?P<new>{_AMOUNT})"
)
_OF = re.compile(
    r"^(?:the\s|The\s)?(?P<attr>[\w -]{2,40}?)\s(?:of|for|at|on)\s(?:the\s|our\s)?(?P<owner>.+)$"
)
_POSSESSIVE = re.compile(rf"^(?P<owner>{NAME})['’]s?\s(?P<attr>[a-z][\w -]{{1,40}})$")
_SWITCH = re.compile(
    r"\b(?:[Ww]e|[Tt]he (?:team|company|firm|board))\s(?P<will>will\s)?(?:switch(?:ed)?|mov(?:e|ed)"
    r"|chang(?:e|ed))\s(?:the|our)\s"
    rf"(?P<what>[a-z][\w -]{{2,40}}?)\s(?:from\s{NAME}\s)?(?:to|over to)\s(?P<to>{NAME})"
)
_USE = re.compile(
    rf"\b(?:[Ww]e|[Ww]e will|[Ww]e now)\s(?:use|chose|choose|picked|selected|take|buy)\s(?P<new>{NAME})"
    rf"(?:\s(?:instead of|rather than|over|in place of)\s(?P<old>{NAME}))?(?:\s(?:for|as)\s(?:the\s"
    rf"|our\s)?(?P<what>[a-z][\w -]{{2,40}}))?"
)
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
_CALLED = re.compile(
    rf"^(?P<old>(?:[Tt]he\s)?[^,;:]{{3,50}}?)\s(?:is|was|has been|will be)\s(?:now\s)?(?:called|named"
    rf"|renamed(?:\sto)?)\s(?P<new>{NAME})"
)
_FORMER = re.compile(r"^(?:ex|formerly|previously|former|late of)[- ](?:at |with )?(?P<firm>[A-ZÀ-Þ].+)$")
_PAREN = re.compile(rf"(?P<name>{NAME})\s\((?P<what>[^()]{{2,60}})\)")
NEW_ROLE = re.compile(
    rf"^(?:[Oo]ur\s|[Tt]he\s)?[Nn]ew\s(?P<role>(?!\S+ (?:at|for|of|with)\b)[a-z][\w -]{{2,30}}?)(?:\s?[:–-]\s?|\sis\s)(?P<name>{NAME})"
)


def pattern_claims(sentence: Sentence) -> Iterator[RawClaim]:
    """What the patterns find. A sentence may give several, and may still go to the parser."""
    for pattern in (
        _passive,
        _moves,
        _holder,
        _given,
        _wish,
        _state,
        _costs,
        _changes,
        _switch,
        _use,
        _action,
        _met,
        _renamed,
        _parentheses,
        _new_role,
    ):
        yield from pattern(sentence)


def settles(claims: list[RawClaim]) -> bool:
    """True when a pattern said all that a sentence has: the parser would only repeat or break it."""
    return any(claim.rule in _SETTLING for claim in claims)


_SETTLING = frozenset(
    f"pattern:{name}" for name in ("wish", "change", "switch", "use", "action", "name", "state", "passive")
)


_STATE = re.compile(
    rf"^(?:[A-Za-z][a-z]*\s){{0,3}}?(?P<who>(?:[A-Z]?[a-z]+\s)?{CODE}|{NAME})\s(?:(?:is|was|are)\s)?(?:still\s|now\s|again\s)?"
    r"(?P<state>(?:back in|out of|still in|under)\s(?:service|order|use|repair|operation|stock|production)"
    r"|(?:leaking|overheating|vibrating|jammed|broken|offline|online|down|faulty|on hold|on leave)(?:\sagain)?)"
    r"(?:\s(?P<how>since|until|from)\s(?P<when>[^,;]+?))?[.]?$"
)
_COSTS = re.compile(r",\s(?:the\s)?(?P<clause>[a-z][\w -]{2,30}\s(?:[^,;]|,\d){1,40}?)[.]?$")


def _state(sentence: Sentence) -> Iterator[RawClaim]:
    match = _STATE.match(sentence.text)
    if match is None or not is_name(
        match["who"].split()[-1] if re.search(r"\d$", match["who"]) else match["who"]
    ):
        return
    who = match["who"].split()[-1] if is_code(match["who"].split()[-1]) else match["who"]
    when = sentence.dates[match["when"]].when.key if match["when"] in sentence.dates else None
    start, end = (None, when) if match["how"] == "until" else (when, None)
    yield found(
        sentence.place,
        "pattern:state",
        who,
        "status",
        match["state"],
        kind_of(who),
        "text",
        valid_from=start,
        valid_to=end,
    )


def _costs(sentence: Sentence) -> Iterator[RawClaim]:
    """`Truck TR-5 is at X until Thursday, repair costs 1,150 CHF`: a pair behind a comma is the subject's."""
    match, who = _COSTS.search(sentence.text), re.match(rf"(?:The\s)?(?P<who>{NAME})\s", sentence.text)
    pair = read_bare(match["clause"]) if match else None
    name = _clean_who(who["who"]) if who else None
    if pair is not None and name is not None:
        yield found(sentence.place, "pattern:pair", name, pair.key, pair.value, kind_of(name))


_MOVES = re.compile(
    rf"(?P<who>{NAME})\s(?:has\s|have\s)?(?:moved|changed|raised|lowered|cut|increased|reduced|shifted|postponed|extended|"
    r"brought|put)\s(?:the|its|their|our)\s(?P<attr>[\w -]{2,30}?)\s(?:forward\s|back\s)?"
    rf"from\s(?:[^,;]|,\d){{1,40}}?\sto\s(?P<new>{_AMOUNT}|[^,;.]{{2,40}})"
)
_HOLDER = re.compile(
    rf"\b(?P<whose>[Oo]ur|[Tt]heir|[Ii]ts|[Tt]he|[Nn]ew|[Oo]ur new|[Tt]heir new|{NAME}['’]s)\s(?P<role>(?:(?!is\b|was\b|are\b|and\b|with\b|from\b|by\b|to\b)[a-z-]+\s){{1,3}})"
    rf"(?P<name>{NAME})"
)
_GIVEN = re.compile(
    rf"\b[Ww]e\s(?:have\s)?(?P<verb>offered|gave|sent|sold|lent|promised|paid|owe|leased|rented)\s(?:the\s|a\s|an\s)?"
    rf"(?P<what>[\w -]{{2,40}}?)\sto\s(?P<who>{NAME})"
)


def _new_value(match: re.Match[str], sentence: Sentence) -> str:
    """The new value; a date in full when one begins there."""
    behind = sentence.text[match.start("new") :]
    written = next((each for each in sentence.dates if behind.startswith(each)), None)
    return written or match["new"].strip(" .")


def _moves(sentence: Sentence) -> Iterator[RawClaim]:
    match = _MOVES.search(sentence.text)
    who = _clean_who(match["who"]) if match else None
    if match is not None and who is not None and (re.search(r"\d", match["new"]) or is_name(match["new"])):
        yield found(
            sentence.place,
            "pattern:change",
            who,
            match["attr"].lower(),
            _new_value(match, sentence),
            kind_of(who),
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


_PASSIVE = re.compile(
    rf"^(?:[Tt]he\s)?(?:[a-z]+\s){{0,2}}(?P<what>{CODE}|{NAME})\s(?:was|were|is|has been|will be)\s(?P<verb>[a-z]+(?:ed|t|n|d))\s"
    rf"by\s(?P<who>{NAME})[.]?$"
)


def _passive(sentence: Sentence) -> Iterator[RawClaim]:
    """`pump P3 was replaced by X`: the tagger takes many a class noun for a verb."""
    match = _PASSIVE.match(sentence.text)
    what = _clean_who(match["what"]) if match else None
    if match is None or what is None or not (is_name(match["who"]) or match["who"] in sentence.known):
        return
    planned = " will be " in sentence.text
    yield found(
        sentence.place,
        "pattern:passive",
        what,
        f"{match['verb']} by",
        match["who"],
        kind_of(what),
        kind_of(match["who"]).value,
        Modality.PLANNED if planned else Modality.NEGATED if sentence.negated else Modality.ASSERTED,
    )


def _clean_who(name: str) -> str | None:
    bare = re.sub(
        r"^(?:The|A|Our|But|And|So|Also|Then|Today|Yesterday|While|When|If|As|[A-Z][a-z]+ed)\s", "", name
    )
    if bare != name and bare.split()[0] != name.split()[0] and name.split()[0].endswith("ed"):
        return None
    if bare.split()[0].lower() in IMPERATIVES and len(bare.split()) > 1 and not bare.split()[0].isupper():
        return None
    return bare if is_name(bare) and not refuse_subject(bare) else None


def _wish(sentence: Sentence) -> Iterator[RawClaim]:
    match = _WISH.search(sentence.text)
    who = _clean_who(match["who"]) if match else None
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


def _owner_and_attribute(what: str, sentence: Sentence) -> tuple[str, str] | None:
    """Whose value changes, and which: `Budget for the Skagen project`, `Northwind's fee`, `the fee`."""
    for pattern in (_POSSESSIVE, _OF):
        match = pattern.match(what.strip())
        if match and (proper_words(match["owner"]) or len(match["owner"].split()) <= 2):
            return re.sub(r"^(?:the|our)\s", "", match["owner"]), match["attr"].lower()
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
    if not re.search(r"\d", new) and not is_name(new):
        return
    yield found(
        sentence.place,
        "pattern:change",
        owned[0],
        owned[1],
        new,
        kind_of(owned[0]),
        valid_from=_event_date(sentence),
    )


def _event_date(sentence: Sentence) -> str | None:
    days = [each.when.key for each in sentence.dates.values() if each.when.first == each.when.last]
    return days[0] if len(days) == 1 else None


def _switch(sentence: Sentence) -> Iterator[RawClaim]:
    match = _SWITCH.search(sentence.text)
    if match:
        modality = Modality.PLANNED if match["will"] or _is_future(sentence) else Modality.ASSERTED
        yield found(
            sentence.place, "pattern:switch", match["what"], "switch to" if modality is Modality.PLANNED else "switched to",
            match["to"], object_kind=kind_of(match["to"]).value, modality=modality, valid_from=_event_date(sentence),
        )  # fmt: skip


def _is_future(sentence: Sentence) -> bool:
    said = sentence.said_at
    return said is not None and any(each.when.first > said for each in sentence.dates.values())


def _use(sentence: Sentence) -> Iterator[RawClaim]:
    match = _USE.search(sentence.text)
    if match is None:
        return
    kind = kind_of(match["new"])
    if match["what"]:
        yield found(
            sentence.place, "pattern:use", match["what"].strip(), "uses", match["new"], object_kind=kind.value
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


def _action(sentence: Sentence) -> Iterator[RawClaim]:
    match = _ACTION.match(sentence.text)
    who = _clean_who(match["who"]) if match else None
    if match is None or who is None or match["verb"] in ("be", "get", "become"):
        return
    kind = kind_of(who)
    if (
        kind not in (EntityKind.PERSON, EntityKind.ORGANIZATION)
        and who not in sentence.known
        and len(who.split()) > 1
    ):
        return
    by = match["by"] if match["by"] in sentence.dates else None
    what = re.sub(r"^(?:the|a|an)\s", "", match["what"]) + (
        "" if by or not match["by"] else f" by {match['by']}"
    )
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


def _renamed(sentence: Sentence) -> Iterator[RawClaim]:
    match = _CALLED.match(sentence.text)
    if match is None or not is_name(match["new"]):
        return
    old = re.sub(r"^(?:[Tt]he|[Oo]ur)\s", "", match["old"])
    if is_name(old):
        yield found(
            sentence.place,
            "pattern:name",
            old,
            "called",
            match["new"],
            kind_of(old),
            kind_of(match["new"]).value,
        )


def _parentheses(sentence: Sentence) -> Iterator[RawClaim]:
    for match in _PAREN.finditer(sentence.text):
        name = _clean_who(match["name"])
        if name is None or kind_of(name) is not EntityKind.PERSON:
            continue
        parts = [part.strip() for part in match["what"].split(",")]
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
        yield from person_claims(name, parts, sentence.place, None)
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
