"""Short lines that say how a thing stands or what was done to it."""

import re
from collections.abc import Iterator

from ingest.extract.local.fields import read_bare
from ingest.extract.local.found import found
from ingest.extract.local.names import CODE, NAME, is_code, is_name, kind_of, sentence_name
from ingest.extract.local.sentences import Sentence
from kg.model.claim import RawClaim
from kg.model.kinds import Modality

_STATE = re.compile(
    rf"^(?:[A-Za-z][a-z]*\s){{0,3}}?(?P<who>(?:[A-Z]?[a-z]+\s)?{CODE}|{NAME})\s(?:(?:is|was"
    rf"|are)\s)?(?:still\s|now\s|again\s)?"
    r"(?P<state>(?:back in|out of|still in|under)\s(?:service|order|use|repair|operation|stock|production)"
    r"|(?:leaking|overheating|vibrating|jammed|broken|offline|online|down|faulty|on hold"
    r"|on leave)(?:\sagain)?)"
    r"(?:\s(?P<how>since|until|from)\s(?P<when>[^,;]+?))?[.]?$"
)

_COSTS = re.compile(r",\s(?:the\s)?(?P<clause>[a-z][a-z -]{2,30}\s(?:[^,;]|,\d){1,40}?)(?=[.]?$|,\s)")

_PASSIVE = re.compile(
    rf"^(?:[Tt]he\s)?(?:[a-z]+\s){{0,2}}(?P<what>{CODE}|{NAME})\s(?P<be>was|were|is|has been"
    rf"|will be)\s(?P<verb>[a-z]+(?:ed|t|n|d))\s"
    rf"by\s(?P<who>{NAME})[.]?$"
)


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
    who = re.match(rf"(?:The\s)?(?P<who>{NAME})\s", sentence.text)
    name = sentence_name(who["who"]) if who else None
    topic = sentence.topic
    if (
        name is None
        and topic is not None
        and topic.strong
        and re.match(r"(?:They|It|We|Their)\b", sentence.text)
    ):
        name = topic.name
    if name is None:
        return
    for match in _COSTS.finditer(sentence.text):
        pair = read_bare(match["clause"])
        if pair is not None:
            yield found(sentence.place, "pattern:pair", name, pair.key, pair.value, kind_of(name))


def _passive(sentence: Sentence) -> Iterator[RawClaim]:
    """`pump P3 was replaced by X`: the tagger takes many a class noun for a verb."""
    match = _PASSIVE.match(sentence.text)
    what = sentence_name(match["what"]) if match else None
    if match is None or what is None or not (is_name(match["who"]) or match["who"] in sentence.known):
        return
    planned = match["be"] == "will be"
    voice = {"will be": "be", "has been": "was"}.get(match["be"], match["be"])
    yield found(
        sentence.place,
        "pattern:passive",
        what,
        f"{voice} {match['verb']} by",
        match["who"],
        kind_of(what),
        kind_of(match["who"]).value,
        Modality.PLANNED if planned else Modality.NEGATED if sentence.negated else Modality.ASSERTED,
    )


HAPPENINGS = (_state, _costs, _passive)
"""Every pattern of this module, in the order they are tried."""
