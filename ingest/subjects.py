"""What may be the subject of a fact: a real-world entity, never a path, an address, a date, a pronoun, a
document's boilerplate or a bare role."""

import re

from ingest.dates import resolve
from ingest.datewords import NUMBER_WORDS
from ingest.values import read_value
from ingest.words import word_set
from kg.model.kinds import ValueKind

_PRONOUNS = word_set(
    "i you he she it we they me him her us them this that these those who which what there one "
    "everyone someone anyone nobody anybody everybody somebody something anything everything nothing "
    "none all both each either others another mine yours ours theirs himself herself itself "
    "themselves myself yourself ourselves here now then today ich du er sie es wir ihr man il elle "
    "nous vous ils elles on yo tú él ella nosotros unknown n/a none null"
)
_BOILERPLATE = word_set(
    "agenda action actions appendix attendees apologies background changelog comments conclusion "
    "contents decision decisions description details document examples example faq file files goals "
    "heading index introduction links log meeting minutes misc miscellaneous next note notes overview "
    "page paragraph participants present purpose questions reference references remarks resources "
    "responsibilities section sentence status steps summary table tasks text title todo todos topics "
    "update updates usage week"
)
_ROLES = word_set(
    "admin admins administrator administrators agent agents applicant applicants attendee attendees "
    "author authors buyer buyers candidate candidates ceo client clients colleague colleagues company "
    "companies contributor contributors customer customers developer developers director directors "
    "employee employees engineer engineers everybody founder guest guests hiring-manager interviewer "
    "interviewers lead leads leader leaders maintainer maintainers manager managers member members "
    "owner owners partner partners people person persons project projects prospect prospects "
    "recruiter recruiters rep reps reviewer reviewers sales someone staff stakeholder stakeholders "
    "student students supplier suppliers support teacher teachers team teams teammate teammates "
    "tenant tenants user users vendor vendors visitor visitors worker workers author reader readers "
    "participant participants individual individuals thing things organization organizations case "
    "cases way ways time times part parts result results reason change changes process processes "
    "approach option options problem problems feature features value values"
)
_ARTICLE = re.compile(
    r"(?i)^(?:the|a|an|our|your|my|their|his|her|its|this|that|these|those|some|any|all|each|every)\s+"
)
_URL = re.compile(r"(?i)^(?:[a-z][a-z0-9+.-]*://|www\.)\S+$")
_EMAIL = re.compile(r"^\S+@[\w-]+(?:\.[\w-]+)+$")
_PATH = re.compile(
    r"^(?:[A-Za-z]:[\\/]|\\\\|~/|\.{1,2}/|/(?!/))\S*[\\/.]\S*$|^[\w.@-]+(?:/[\w.@ -]+)+\.\w{1,5}$"
    r"|^[\w-]+\.(?:md|txt|log|eml|html?|csv|json|ya?ml|toml|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|py"
    r"|ts|js|sh)$"
)
MAX_NAME_WORDS = 10
MAX_NAME_CHARACTERS = 120


def refuse_subject(name: str) -> str | None:
    """Why the name cannot be a subject, in the words of `Rejection.reason`; None when it can."""
    bare = name.strip().strip(".,;:")
    plain = _ARTICLE.sub("", bare).casefold()
    if not any(c.isalnum() or _is_symbol_name(bare) for c in bare):
        return "subject_not_entity"
    if bare.casefold() in _PRONOUNS or plain in _PRONOUNS:
        return "pronoun"
    if _URL.match(bare) or _EMAIL.match(bare):
        return "url"
    if _PATH.match(bare):
        return "path"
    if plain in _BOILERPLATE:
        return "heading"
    return _refuse_value(bare, plain)


def _is_symbol_name(bare: str) -> bool:
    return any(ord(c) > 0x2000 for c in bare) and len(bare) <= 4


def _refuse_value(bare: str, plain: str) -> str | None:
    if resolve(bare) is not None or re.fullmatch(r"(?i)(?:mon|tues|wednes|thurs|fri|satur|sun)days?", bare):
        return "date_subject"
    if re.fullmatch(r"[\d\s.,:/%+-]+", bare) or plain in _ROLES or plain in NUMBER_WORDS:
        return "subject_not_entity"
    value = read_value(bare)
    if value is not None and value.kind in (ValueKind.MONEY, ValueKind.DURATION):
        return "subject_not_entity"
    too_long = len(bare) > MAX_NAME_CHARACTERS or len(bare.split()) > MAX_NAME_WORDS
    return "too_long" if too_long else None
