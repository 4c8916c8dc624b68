"""The card of a document: what kind of thing it is, who and what is in it, what about, when. Put together
from names and terms, so that no sentence of the document stands in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ingest.namewords import COMMON
from ingest.naming import in_words, names
from ingest.unspaced import is_unspaced
from kg.model.document import Card, ReadText

_KINDS = (
    ("invoice", r"invoices?|rechnung|facture|factura|receipt"),
    ("contract", r"contracts?|agreement|vertrag|contrat|contrato|msa|nda|lease"),
    ("meeting notes", r"meeting|minutes|stand-?up|1:1|one-on-one|protokoll|retro|call (?:notes|with)|visit to|weekly"),
    ("diary", r"diary|journal|tagebuch|daily note"),
    ("decision record", r"decisions?|adr"),
    ("changelog", r"changelog|release notes|change log|what's new"),
    ("to-do list", r"to-?dos?|task list|checklist|shopping list|backlog"),
    ("question list", r"faqs?|frequently asked questions|q&a"),
    ("runbook", r"runbook|playbook|how to|how-to|guide|tutorial|instructions|setup|onboarding|recipe|walkthrough"),
    ("policy", r"polic(?:y|ies)|handbook|code of conduct|guidelines|terms of service|rules"),
    ("report", r"report|review|post-?mortem|incident|analysis|summary|status update|newsletter"),
    ("plan", r"plan|roadmap|strategy|proposal|goals|okrs?|objectives|agenda|schedule"),
    ("price list", r"prices?|pricing|rates|tariff|quote|quotation"),
    ("job description", r"job description|role description|hiring|interview"),
    ("specification", r"spec(?:ification)?|requirements|rfc|design doc|architecture|reference|api"),
    ("contact", r"contacts?|address book|profile|team members|directory|people"),
    ("biography", r"biography|curriculum vitae|cv|résumé"),
    ("log", r"log|logbook"),
    ("list", r"list|index|glossary|inventory|catalog(?:ue)?|resources"),
)  # fmt: skip
_OFFICE = "application/vnd.openxmlformats-officedocument."
_FORMATS = {
    "message/rfc822": "e-mail", "application/mbox": "mail box", "text/calendar": "calendar", "text/vcard": "contact",
    "text/csv": "table", "text/tab-separated-values": "table", f"{_OFFICE}spreadsheetml.sheet": "table",
    "application/vnd.oasis.opendocument.spreadsheet": "table", f"{_OFFICE}presentationml.presentation": "presentation",
    "application/epub+zip": "book", "text/vtt": "transcript", "application/x-subrip": "transcript",
}  # fmt: skip
"""What files of some formats are, whatever they are about."""
_KIND = tuple((kind, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for kind, words in _KINDS)
_GENERIC_HEADING = re.compile(
    r"(?:introduction|overview|summary|notes?|agenda|attendees|participants|action items?|actions|next steps|"
    r"background|details|todo|to do|done|references?|links|resources|related|contents|table of contents|faqs?|"
    r"questions?|conclusion|appendix|other|misc\w*|general|description|about|contact|usage|example|examples|"
    r"step \d+|part \d+|section \d+|chapter \d+)[:.]?",
    re.IGNORECASE,
)
_TERM = re.compile(r"[^\W\d_](?:[^\W_]|[-](?=\w))+")
_WORDS = 8
"""Words of a heading above which it is no title but a sentence."""


def make_card(read: ReadText) -> Card:
    """The card of what was read. A title the content has is kept (cut to one line); one made from the file's
    name is never left alone: kind, names and day are put to it. Deterministic."""
    kind, who = _kind(read), names(read)
    what = _topics(read, kind, who)
    day = f"{read.dated.day} {read.dated:%b %Y}" if read.dated else ""
    parts = [kind, ", ".join(who[:4]), ", ".join(what[:4]), _columns(read), day]
    about = "; ".join(part for part in parts if part)
    return Card(_title(read, kind, who or what, day), about, tuple(who), read.dated)


def _title(read: ReadText, kind: str, who: Sequence[str], day: str) -> str:
    title = re.sub(r"\s+", " ", read.title or "").strip()
    if read.title_from == "content" and title:
        words = title.split()
        return (
            title if len(words) <= 2 * _WORDS and len(title) <= 120 else " ".join(words[:_WORDS])[:120] + " …"
        )
    said = re.sub(r"[0-9]{4}[-_. ]?[0-9]{2}[-_. ]?[0-9]{2}", " ", title).strip(" -_,.")
    told = any(word in said.lower() for word in (kind, kind.split()[0]))
    lead = said if told else f"{said} – {kind}" if said else kind.capitalize()
    named = ", ".join(name for name in who[:2] if name.casefold() not in said.casefold())
    return ": ".join(part for part in (", ".join(part for part in (lead, day) if part), named) if part)


def _kind(read: ReadText) -> str:
    """What kind of thing a document is: by its format, the words of its title and headings, its make-up."""
    if formed := _FORMATS.get(read.media_type):
        return formed
    kinds = Counter(entry.kind for entry in read.entries[:5_000])
    total = max(sum(kinds.values()) - kinds["heading"], 1)
    if kinds["log"] > 0.6 * total:
        return "log"
    stated = " ".join(read.fields.get(key, "") for key in ("type", "kind", "category"))
    headings = [
        entry.heading[-1] for entry in read.entries[:400] if entry.kind == "heading" and entry.heading
    ]
    for words in (stated, read.title or "", " · ".join(headings[:6])):
        for kind, pattern in _KIND:
            if pattern.search(words):
                return kind
    for kind, share in (("table", 0.5), ("item", 0.6), ("code", 0.5), ("field", 0.5)):
        if kinds[kind] >= share * total:
            if kind == "item" and read.dated:
                return "notes"
            return {"table": "table", "item": "list", "code": "code notes", "field": "record"}[kind]
    return "page" if read.media_type == "text/html" else "notes"


def _columns(read: ReadText) -> str:
    columns = read.fields.get("columns")
    if columns is None:
        return ""
    shown = re.split(r"(?<!\\) \| ", columns)
    return (
        f"{len(read.entries) - 1} rows of "
        + ", ".join(cell.strip()[:30] for cell in shown if cell.strip())[:160]
    )


def _topics(read: ReadText, kind: str, who: Sequence[str]) -> list[str]:
    """What a document is about: its short headings, else the content words it repeats."""
    title = (read.title or "").casefold()
    known = {name.casefold() for name in who}
    found = list[str]()
    for heading in _headings(read):
        words = heading.split()
        if (
            "," not in heading
            and heading.casefold() not in title
            and heading.casefold() not in known
            and len(words) <= 4
        ):
            found.append(heading if any(char.isupper() for char in heading[1:]) else heading.lower())
    text = in_words(read)
    parts = {part for name in known for part in name.split()}
    counts = Counter(
        word.lower()
        for word in _TERM.findall(text)
        if (len(word) > 4 or (word.isupper() and len(word) > 2)) and not is_unspaced(word)
    )
    for word, times in sorted(counts.items(), key=lambda pair: (-pair[1] * min(len(pair[0]), 12), pair[0])):
        if len(found) >= 4 or (times < 2 and len(found) + len(who) >= 2):
            break
        told = word in COMMON or word in parts or word in kind or word in title
        if not told and word not in " ".join(found).casefold():
            found.append(word)
    return list(dict.fromkeys(found))


def _headings(read: ReadText) -> Iterator[str]:
    for entry in read.entries[:2_000]:
        if entry.kind == "heading" and entry.heading and not _GENERIC_HEADING.fullmatch(entry.heading[-1]):
            words = re.sub(r"^(?:step\s+)?\d+[.:)]*\s+", "", entry.heading[-1], flags=re.IGNORECASE).rstrip(
                ":.!?"
            )
            if not re.search(r"[0-9]{4}", words):
                yield words
