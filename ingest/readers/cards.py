"""Address books in `.vcf` files (vCard 2.1, 3.0 and 4.0): an entry for each card, its lines `Key: value`."""

import re
from collections.abc import Iterator

from ingest.normalise import normalise
from ingest.readers.contentlines import Component, Property, components
from ingest.readers.dates import field_date
from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name
from ingest.readers.plain import document_date
from kg.model.document import NotRead, ReadText

_SHOWN = {
    "ORG": "Organisation", "TITLE": "Title", "ROLE": "Role", "NICKNAME": "Nickname", "EMAIL": "Email",
    "TEL": "Phone", "IMPP": "Chat", "ADR": "Address", "URL": "Website", "BDAY": "Birthday",
    "ANNIVERSARY": "Anniversary", "RELATED": "Related", "X-SPOUSE": "Spouse", "X-ASSISTANT": "Assistant",
    "X-MANAGER": "Manager", "X-SKYPE": "Skype", "X-SOCIALPROFILE": "Profile", "LANG": "Language", "TZ": "Time zone",
    "GENDER": "Gender", "CATEGORIES": "Categories", "NOTE": "Note", "DEATHDATE": "Died", "BIRTHPLACE": "Born in",
}  # fmt: skip
_TYPES = {"cell": "mobile", "iphone": "mobile", "pref": "", "internet": "", "voice": "", "x-internet": ""}
_URI = re.compile(r"(?:tel|mailto|xmpp|skype|sip|sips|sms):", re.IGNORECASE)
_MACHINE = re.compile(r"(?:urn|data|uuid):", re.IGNORECASE)


def read_cards(name: str, data: bytes) -> ReadText | NotRead:
    """Reads an address book. Pictures, sounds, keys and ids are left out. A file of one card has its title."""
    normal = normalise(data)
    if isinstance(normal, NotRead):
        return normal
    cards = [each for each in components(normal.text) if each.name == "VCARD"]
    told = [(_name(card), card) for card in cards]
    outline = lay_out(_part(called, card) for called, card in told)
    title = told[0][0] if len(told) == 1 else ""
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] or readable_name(name),
        title_from="content" if title else "name",
        dated=document_date(name, None, ""),
        encoding=normal.encoding,
        media_type="text/vcard",
        warnings=normal.warnings,
    )


def _part(called: str, card: Component) -> Part:
    lines = [called] if called else []
    lines += [f"{key}: {value}" for key, value in _fields(card) if value and value != called]
    revised = card.first("REV")
    day = field_date(revised.value) if revised else None
    return Part("field", "\n".join(lines), said_at=day, under=(called[:200],) if called else ())


def _name(card: Component) -> str:
    """The formatted name, else the one put together from its parts, else what the card is of."""
    shown = _one_line(card.text("FN"))
    structured = card.first("N")
    if not shown and structured:
        family, given, middle, before, after, *_ = [*structured.pieces, "", "", "", "", ""]
        shown = _one_line(" ".join((before, given, middle, family, after)))
    organisation = card.first("ORG")
    return shown or (_one_line(", ".join(filter(None, organisation.pieces))) if organisation else "")


def _fields(card: Component) -> Iterator[tuple[str, str]]:
    seen = set[tuple[str, str]]()
    for line in card.lines:
        key = _SHOWN.get(line.name)
        if key is None or _MACHINE.match(line.value):
            continue
        kind = _kind(line) if line.name in ("EMAIL", "TEL", "ADR", "URL", "IMPP", "RELATED") else ""
        pair = f"{key} ({kind})" if kind else key, _value(line)
        if pair not in seen:
            seen.add(pair)
            yield pair


def _kind(line: Property) -> str:
    """Work, home, mobile: from `TYPE=` or, in vCard 2.1, from bare parameters."""
    bare = [name.lower() for name, values in line.params.items() if not values]
    told = [each for value in line.params.get("TYPE", ()) for each in value.lower().split(",")]
    kinds = [_TYPES.get(each, each) for each in (*told, *bare)]
    return ", ".join(
        dict.fromkeys(each for each in kinds if each and re.fullmatch(r"[a-z][a-z -]{1,19}", each))
    )


def _value(line: Property) -> str:
    if line.name in ("ADR", "ORG"):
        return _one_line(", ".join(filter(None, line.pieces)))
    if line.name in ("BDAY", "ANNIVERSARY", "DEATHDATE"):
        day = field_date(line.value)
        return day.isoformat() if day else _one_line(line.plain)
    return _one_line(_URI.sub("", line.plain, count=1))


def _one_line(text: str) -> str:
    return " ".join(text.split())
