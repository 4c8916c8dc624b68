"""A contract: who its parties are, what it calls them, and what the contract itself is called."""

import re
from dataclasses import dataclass, replace

from ingest.extract.local.found import Place, found
from ingest.extract.local.names import is_name, kind_of, proper_words
from ingest.extract.local.plain import Plain
from ingest.extract.local.subject import Topic
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind

_KIND = (
    r"agreement|contract|lease|policy|licen[cs]e|order|\w*vertrag|vereinbarung|contrat|bail|convention"
    r"|contrato|acuerdo|convenio|statement of work"
)
_TERM = re.compile(
    r"(?:[(\[]|\b(?:hereinafter|hereafter|below|nachstehend|nachfolgend|im Folgenden|ci-après|en adelante)\b)"
    r"[^\n.;\"“„«'‘]{0,30}[\"“„«'‘](?:[Tt]he |[Dd]er |[Dd]ie |[Dd]as |[Ll]e |[Ll]a |[Ee]l )?"
    r"(?P<term>[A-ZÀ-Þ][\w-]+(?: [A-Z][\w-]+)?)[\"”“»'’]"
)
_PLAIN_TERM = re.compile(
    r"\((?:the |der |die |le |la |el )?(?P<term>[A-ZÀ-Þ][a-zà-ÿ-]{2,}(?: [A-Z][a-z]+)?)\)"
)
_ROLE_LINE = re.compile(
    r"(?m)^\W{0,4}(?P<term>Buyer|Seller|Client|Customer|Supplier|Contractor|Vendor|Landlord|Tenant|Lessor|Lessee|Lender"
    r"|Borrower|Licensor|Licensee|Provider|Principal|Agent|Employer|Funder|Grantee|Donor|Recipient|Owner|Hirer"
    r"|Auftraggeber|Auftragnehmer|Vermieter|Mieter|Käufer|Verkäufer|Bailleur|Preneur|Vendedor|Comprador)"
    r"\W{0,3}[:\t]\W*(?P<name>[A-ZÀ-Þ][^\n]{2,100})$"
)
_OWN = re.compile(rf"\b(?P<this>[Tt]his|[Dd]ieser|[Cc]et?|[Ee]ste) (?:{_KIND})\b", re.IGNORECASE)
_OPENS = re.compile(r"(?i)(?:\bbetween\b|\band\b|\bzwischen\b|\bund\b|\bentre\b|\bet\b|\by\b|:)\s+|\n|\*\*")
_NUMBERED = re.compile(
    rf"(?i)\b(?P<kind>{_KIND})\s+(?:[—–-]\s)?(?:no\.?|nr\.?|number|n[°º]"
    rf"|ref\.?)?\s*:?\s*(?P<code>[A-Z]{{1,5}}[-/]?\d[\w/-]*|\d{{3,}}[\d/-]*|(?<=no\. )\d+)"
)
_TITLE = re.compile(rf"(?i)\b(?:\w+\s){{0,3}}(?:{_KIND})\b")
LOOK_BACK = 200
"""Characters before a defined term in which its party's name stands."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract's parties by the terms it calls them, and what the contract is called."""

    terms: tuple[tuple[str, str], ...]
    kind: str
    topic: Topic

    def named(self, text: Plain) -> Plain:
        """The text with `this agreement` as `the agreement`: there is one."""
        for match in reversed(list(_OWN.finditer(text.text))):
            text = _replaced(
                text, match.start("this"), match.end("this"), "The" if match["this"][0] == "T" else "the"
            )
        return text

    def meant(self, claim: RawClaim) -> RawClaim:
        """The claim with the names that its terms stand for."""
        subject, object_ = self._name(claim.subject), self._name(claim.object)
        if (subject, object_) == (claim.subject, claim.object):
            return claim
        kinds = (
            claim.subject_kind if subject == claim.subject else kind_of(subject).value,
            claim.object_kind if object_ == claim.object else kind_of(object_).value,
        )
        return replace(claim, subject=subject, object=object_, subject_kind=kinds[0], object_kind=kinds[1])

    def _name(self, text: str) -> str:
        bare = re.sub(r"^(?:the|der|die|le|la|el)\s", "", text, flags=re.IGNORECASE)
        return next(
            (name for term, name in self.terms if bare.replace(" ", "-") == term.replace(" ", "-")), text
        )

    def claim(self, place: Place) -> RawClaim:
        """That there is one, and between whom."""
        (_, first), (_, second) = self.terms[:2]
        kinds = (kind_of(first), kind_of(second))
        return found(place, "pattern:contract", first, f"{self.kind} with", second, kinds[0], kinds[1].value)


def read_contract(text: str, title: str | None) -> Contract | None:
    """The contract a text is: it calls at least two parties by terms of its own; None when it does not."""
    terms: dict[str, str] = {}
    for match in _TERM.finditer(text):
        name = _party(text[max(0, match.start() - LOOK_BACK) : match.start()])
        if name is not None:
            terms.setdefault(match["term"], name)
    titled = bool(_TITLE.search(title or "") or _TITLE.search(text[:300]))
    for match in _PLAIN_TERM.finditer(text[:1200]) if titled else ():
        name = _party(text[max(0, match.start() - LOOK_BACK) : match.start()])
        if name is not None:
            terms.setdefault(match["term"], name)
    if len(terms) < 2 and (_TITLE.search(title or "") or _TITLE.search(text[:300])):
        for match in _ROLE_LINE.finditer(text[:1500]):
            name = _party(match["name"])
            if name is not None:
                terms.setdefault(match["term"], name)
    if len(terms) < 2 or len(set(terms.values())) < 2:
        return None
    head = _TITLE.search(title or "") or _TITLE.search(text[:300])
    kind = (
        re.sub(r"^(?:and|&|the|this|of)\s", "", " ".join(head[0].lower().split()[-4:]))
        if head
        else "agreement"
    )
    return Contract(
        tuple(terms.items()), kind, Topic(_called(text, kind, terms), EntityKind.THING, strong=True)
    )


def _called(text: str, kind: str, terms: dict[str, str]) -> str:
    numbered = _NUMBERED.search(text[:1500])
    if numbered is not None:
        return f"{numbered['kind'].lower()} {numbered['code']}"
    first, second = (_short(name) for name in list(dict.fromkeys(terms.values()))[:2])
    return f"{first} / {second} {kind}"


def _short(name: str) -> str:
    return name if len(name.split()) <= 2 else name.split()[0]


def _party(before: str) -> str | None:
    chunk = _OPENS.split(before.rstrip(" ,(\n"))
    for part in reversed(chunk):
        name = re.split(r",\s|\s\(", part.strip(" *,"))[0].strip(" *")
        if (
            is_name(name)
            and proper_words(name)
            and name[:1].isupper()
            and 1 <= len(name.split()) <= 8
            and not re.search(r"\d", name)
        ):
            return name
    return None


def _replaced(text: Plain, start: int, end: int, words: str) -> Plain:
    origin = text.origin[start:end]
    stretched = tuple(origin[min(i, len(origin) - 1)] for i in range(len(words)))
    return Plain(
        text.text[:start] + words + text.text[end:], text.origin[:start] + stretched + text.origin[end:]
    )
