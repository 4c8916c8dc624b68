"""`NAME – description`, `NAME, role, place, phone`, signatures: what stands behind a name."""

import re
from collections.abc import Iterator

from ingest.extract.local.commonness import is_common
from ingest.extract.local.fields import is_role, person_claims, read_bare, read_pair, read_phone, read_since
from ingest.extract.local.found import Place, found
from ingest.extract.local.lexicon import IMPERATIVES, ROLES, STATES
from ingest.extract.local.measured import read_measured
from ingest.extract.local.names import NAME, is_code, is_name, kind_of, proper_words
from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind

_CARD = re.compile(
    rf"^(?:the\s|The\s)?(?P<name>{NAME})(?:\s\((?P<paren>[^()]*)\))?(?:\s+[–—-]\s+|\s?:\s|,\s)(?P<rest>\S.*)$"
)
_UNTIL = re.compile(r"^(?P<what>.+?)\s(?:(?P<from>since|from)|until|till)\s(?P<when>[^,;]+)$")
_CLOSING = re.compile(
    r"^(?:kind |best |warm |many )?(?:regards|wishes|thanks|cheers|best|sincerely|yours(?: sincerely"
    r"| faithfully)?|greetings|"
    r"(?:mit )?(?:freundlichen?|herzlichen?|besten?|vielen?|lieben?|schönen?) (?:grüßen?|grüssen?)(?: [^.,]{2,30})?"
    r"|gr[uü](?:ß|ss)(?: [^.,]{2,20})?|mfg|[lvb]g|cordialement|bien (?:à|a) (?:vous|toi)|amicalement"
    r"|saludos(?: [^.,]{2,20})?"
    r"|un saludo|atentamente|all the best|take care|talk soon|have a (?:nice|good) [a-z]+)[,.!]?$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"^\d{1,4}\w?\s[A-Z][\w' -]+|^[A-ZÄÖÜ][\w' -]+\s\d{1,4}\w?(?:,\s.+)?$|.*\b(?:Street|Road|Lane|Avenue"
    r"|Straße|straße|Weg|Square|Quay)\b.*"
)


def read_card(text: str) -> tuple[str, str | None, str] | None:
    """The name in front of a description, its parenthesis and the description; None when it is no card."""
    match = _CARD.match(text)
    if match is None or not is_name(match["name"]) or len(match["name"].split()) > 6:
        return None
    name = match["name"]
    role, _, person = name.partition(" ")
    if role.lower() in ROLES and kind_of(person) is EntityKind.PERSON and is_name(person):
        return person, role.lower(), match["rest"]
    return name, match["paren"], match["rest"]


def is_described(text: str, card: tuple[str, str | None, str]) -> bool:
    """A card is a line of parts, not a sentence that happens to begin with a name and a comma."""
    name, _, rest = card
    if rest[:1].isupper() and not is_role(rest.split(",")[0]) and not is_name(name):
        return False
    dash = re.search(rf"{re.escape(name)}(?:\s\([^()]*\))?(?:\s+[–—-]\s+|\s?:\s)", text)
    person = kind_of(name) is EntityKind.PERSON and is_role(rest.split(",")[0]) and not _FINITE.search(rest)
    return bool(dash) or person


_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|could|would|does|do|did|must|should|may|might)\b"
)
_AWAY = re.compile(r"^(?:on|in|at|off|out|away|back|blocked|waiting|still|under|busy|sick|due|now)\b")
_NOUNS = re.compile(r"^(?:an?\s)?[a-z][\w-]*(?:\s[\w&-]+){0,6}$")


def card_claims(
    name: str, paren: str | None, rest: str, place: Place, plain_words: bool
) -> tuple[list[RawClaim], list[str]]:
    """The facts of a description, and its clauses that want the parser, with the name put in front. With
    `plain_words` a first part that is a noun phrase says what the thing is."""
    claims: list[RawClaim] = []
    clauses: list[str] = []
    kind = kind_of(name)
    if paren:
        claims.extend(person_claims(name, [part.strip() for part in paren.split(",")], place))
    for position, part in enumerate(re.split(r"[,;]\s+(?![^()]*\))|\s+[–—-]\s+", rest)):
        bare = part.strip(" .")
        made = list(_part_claims(name, kind, bare, place))
        if not made and position == 0 and kind is EntityKind.PERSON and _JOB.match(bare) and _is_job(bare):
            made = [found(place, "card", name, "role", bare, kind, "text")]
        if not made and plain_words and position == 0 and _is_what(name, bare):
            made = [found(place, "card", name, "is", _strip_article(bare), kind, "text")]
        claims.extend(made)
        if not made and len(bare.split()) >= 2 and not bare.startswith(name):
            verb = "is " if _AWAY.match(bare.lower()) else ""
            clauses.append(f"{name} {verb}{_uncapital(bare)}.")
    return claims, clauses


_JOB = re.compile(r"^[a-z]+(?:[ -][a-z]+){0,2}(?: (?:and|&|\+) [a-z]+)?$")


def _is_job(part: str) -> bool:
    """What somebody does, in a list of people: `box office`, `programming`. No state, no verb, no day."""
    first, last = part.split()[0], part.split()[-1]
    if _AWAY.match(part) or first in _CONDITIONS or first in IMPERATIVES or {first, last} & STATES:
        return False
    verbal = (
        re.match(r"^[a-z]+(?:s|ed)$", first) and len(part.split()) > 1 and not first.endswith(("ss", "sales"))
    )
    return (
        is_common(last)
        and not verbal
        and not _FINITE.search(part)
        and last not in ("day", "days", "week", "only")
    )


_CONDITIONS = frozenset({"if", "when", "where", "while", "unless", "once", "for", "to", "how", "why", "see"})


def _is_what(name: str, part: str) -> bool:
    """A noun phrase that says what a named thing is: `toolmaker in Solingen`, and no clause or command."""
    first = part.split(" ", 1)[0]
    if first.lower() in _CONDITIONS or is_code(part) or re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+", part):
        return False
    if (
        kind_of(name) is EntityKind.PERSON
        or not proper_words(name)
        or not _NOUNS.match(part)
        or _AWAY.match(part)
    ):
        return False
    verbal = (re.match(r"^[a-z]+(?:s|ed|ing)$", first) and not first.endswith("ss")) or first in IMPERATIVES
    return not verbal and not _FINITE.search(part)


def _uncapital(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if first[1:].islower() and not is_name(first) else text


def _part_claims(name: str, kind: EntityKind, part: str, place: Place) -> Iterator[RawClaim]:
    pair = read_pair(part) or (read_bare(part) if part[:1].islower() else None) or read_since(part)
    pair = pair or read_measured(part)
    until = _UNTIL.match(part)
    if pair is not None and pair.key.lower().split()[0] in ("phone", "tel", "mobile", "telephone", "ext"):
        yield found(place, "card", name, "phone", pair.value, kind, "text")
    elif pair is not None:
        yield found(place, "card", name, pair.key, pair.value, kind)
    elif "@" in part or read_phone(part):
        yield from person_claims(name, [part], place)
    elif is_role(part) and len(part.split()) <= 5 and kind is EntityKind.PERSON:
        yield found(place, "card", name, "role", _strip_article(part), kind, "text")
    elif until and is_role(until["what"]) and kind is EntityKind.PERSON:
        dated = {"valid_from" if until["from"] else "valid_to": until["when"]}
        yield found(place, "card", name, "role", _strip_article(until["what"]), kind, "text", **dated)  # type: ignore[arg-type]


def _strip_article(text: str) -> str:
    return re.sub(r"^(?:the|a|an|our|their)\s", "", text)


def is_closing(text: str) -> bool:
    """True for the line that ends a mail: `Kind regards,`."""
    return bool(_CLOSING.match(text.strip()))


def signature_claims(lines: list[str], place: Place) -> Iterator[RawClaim]:
    """The facts of the lines under a mail's closing: name, role, firm, phone, mail."""
    name = next(
        (line.strip() for line in lines[:2] if is_name(line) and kind_of(line) is EntityKind.PERSON), None
    )
    if name is None and lines:
        name, comma, behind = lines[0].strip().partition(", ")
        if not comma or not is_name(name) or kind_of(name) is not EntityKind.PERSON:
            return
        lines = [name, behind, *lines[1:]]
    if name is None:
        return
    rest = [
        line.strip()
        for line in lines[lines.index(next(each for each in lines if each.strip() == name)) + 1 :]
    ]
    for line in rest[:6]:
        yield from _signature_line(name, line, place)


def _signature_line(name: str, line: str, place: Place) -> Iterator[RawClaim]:
    parts = [part.strip(" ()") for part in re.split(r",\s|\s\|\s|\s[–—]\s|\sat\s", line) if part.strip()]
    for position, part in enumerate(parts):
        if "@" in part or read_phone(part):
            yield from person_claims(name, [part], place)
        elif is_role(part):
            yield found(place, "card:signature", name, "role", part, EntityKind.PERSON, "text")
        elif is_name(part) and not read_value(part):
            kind = kind_of(part)
            edge = position in (0, len(parts) - 1) and not any(
                kind_of(other) is EntityKind.ORGANIZATION for other in parts
            )
            if (kind is EntityKind.ORGANIZATION or edge) and kind in (
                EntityKind.ORGANIZATION,
                EntityKind.THING,
            ):
                yield found(
                    place, "card:signature", name, "works at", part, EntityKind.PERSON, "organization"
                )


def is_address(text: str) -> bool:
    """True for a line that is a street address."""
    return bool(_ADDRESS.match(text)) and len(text.split()) <= 9 and bool(re.search(r"\d", text))
