"""The terms of an agreement in running text: its notice period, when it is paid, how long it runs, sums under it."""

import re
from collections.abc import Iterator

from ingest.extract.local.found import found
from ingest.extract.local.lexicon import ATTRIBUTES
from ingest.extract.local.sentences import Sentence
from ingest.values import NUMBER
from kg.model.claim import RawClaim

_COUNT = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|sixty|ninety)"
_SPAN = rf"(?P<span>{_COUNT}(?:[ -](?:calendar|working|business|full|clear))?[ -](?:day|week|month|year)s?)"
_MONEY = (
    rf"(?P<money>(?:EUR|USD|GBP|CHF|[A-Z]{{3}}|[€$£])\s?(?:{NUMBER})|(?:{NUMBER})\s?(?:EUR|USD|GBP|CHF"
    rf"|euros?|pounds|dollars|[€$£]))"
)

_NOTICE = (
    re.compile(
        rf"(?i)\bnotice\b.{{0,40}}?\b{_SPAN}(?:['’]s?)?\s(?:before|prior|in advance|ahead|to the end)"
    ),
    re.compile(rf"(?i)\bnotice (?:period )?(?:is|of|:)\s{_SPAN}"),
    re.compile(rf"(?i)\b{_SPAN}(?:['’]s?)?\s(?:written\s)?notice\b"),
)
_PAID = (
    re.compile(rf"(?i)\b(?:payable|paid|due|settled|payment)\b[^.;]{{0,25}}?\b(?:within|after|in)\s{_SPAN}"),
    re.compile(rf"(?i)\bpayment\b[^.;]{{0,12}}?\b{_SPAN}(?:\snet)?"),
)
_RUNS = re.compile(
    rf"(?i)\b(?:runs?|term is|term of|concluded|valid|made) (?:for )?(?:a (?:fixed )?(?:term|period) of )?{_SPAN}\b"
)
_SUM = re.compile(rf"(?i)\b(?:a|an|the)\s(?P<what>(?:[a-z]+\s){{0,2}}[a-z]+) of {_MONEY}")
_FROM_TO = re.compile(
    r"^(?:(?:It|The (?:term|project|agreement|contract|lease|grant|licen[cs]e|order|policy)) runs "
    r"|Term: )?(?:[Ff]rom|[Vv]om)\s(?P<first>.+?)\s(?:to|until|till|bis)\s(?P<last>[^,;.]+)"
)

_SIGNED_ON = re.compile(
    r"^(?:Signed|Dated|Agreed)(?: (?:in|at) [A-ZÀ-Þ][\w -]+?)?(?:,"
    r"| on)? (?P<day>\d{1,2} [A-Z][a-z]+ \d{4})"
)


def term_claims(sentence: Sentence) -> Iterator[RawClaim]:
    """What a sentence under an agreement's name says of its terms. A condition or a denial says nothing."""
    topic = sentence.topic
    if topic is None or not topic.strong or sentence.negated:
        return
    for relation, patterns in (("notice period", _NOTICE), ("payment terms", _PAID), ("term", (_RUNS,))):
        match = next((found_ for pattern in patterns if (found_ := pattern.search(sentence.text))), None)
        if match is not None:
            yield found(sentence.place, "pattern:term", topic.name, relation, match["span"], topic.kind)
    if (amount := _SUM.search(sentence.text)) and amount["what"].split()[-1].lower() in ATTRIBUTES:
        yield found(
            sentence.place, "pattern:term", topic.name, amount["what"].lower(), amount["money"], topic.kind
        )
    if (signed := _SIGNED_ON.match(sentence.text)) and signed["day"] in sentence.dates:
        yield found(
            sentence.place, "pattern:term", topic.name, "signed on", signed["day"], topic.kind, "date"
        )
    ends = _FROM_TO.match(sentence.text)
    if ends and ends["first"] in sentence.dates and ends["last"].strip() in sentence.dates:
        yield found(
            sentence.place, "pattern:term", topic.name, "term", f"{ends['first']} to {ends['last'].strip()}",
            topic.kind, "text",
        )  # fmt: skip
