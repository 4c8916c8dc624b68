"""A verb of a parsed sentence: whether it is stated, how it is meant, when it holds, how it reads as a relation."""

import re
from dataclasses import dataclass

from spacy.tokens import Token

from ingest.extract.local.lexicon import HEDGES, IMPERATIVES, REQUEST_VERBS, STATES
from ingest.extract.local.phrases import text_of, third_person
from ingest.extract.local.sentences import Sentence
from kg.model.kinds import Modality

_REPORTS = frozenset({"say", "confirm", "report", "write", "announce", "agree", "decide", "note", "tell"})
_ABLE = frozenset({"supply", "deliver", "offer", "produce", "make", "hold", "carry", "seat", "store", "lift"})
"""Verbs whose `can` with a number is a capacity, not advice."""
_ADVICE = frozenset({"can", "should", "must", "shall", "could", "need", "cannot"})
_DATE_PREPOSITIONS = {"until": "to", "till": "to", "since": "from", "from": "from"}
_COMING = frozenset(
    {"arrive", "join", "start", "leave", "come", "begin", "open", "visit", "meet", "retire", "move", "return"}
)
_COMING_PASSIVE = frozenset(
    {"inspect", "audit", "replace", "install", "repair", "deliver", "switch", "build", "renovate", "ship"}
)
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|apparently|allegedly|presumably|seems?|rumou?r\w*)\b"
)
_LINKED = frozenset({"go", "come", "stay", "fall", "become", "turn", "get", "run"})


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with what its clause says about how it is meant."""

    token: Token
    modality: Modality
    passive: bool
    valid_from: str | None
    valid_to: str | None
    dated: frozenset[int]
    """Tokens of phrases that only date it."""

    @property
    def past(self) -> bool:
        """True for `moved`, `has moved`, `was moved`."""
        if self.passive:
            return any(c.lower_ in ("was", "were", "been", "got") for c in self.token.children)
        return self.token.tag_ == "VBD" or any(
            c.lower_ in ("has", "have", "had") for c in self.token.children if c.dep_ == "aux"
        )


def is_stated(verb: Token) -> bool:
    """False under if, when, until and the like, in what somebody thinks, and for advice (can, should)."""
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    if (
        verb.tag_ == "VB"
        and verb.lemma_ in IMPERATIVES
        and not any(child.dep_ == "aux" for child in verb.children)
    ):
        return False
    for each in (verb, *verb.ancestors):
        if each.dep_ in ("advcl", "csubj", "csubjpass", "pcomp", "acl"):
            return False
        if each.dep_ == "ccomp" and not _is_report(each):
            return False
    if any(child.dep_ == "mark" and child.lower_ != "that" for child in verb.children):
        return False
    verbs = (verb, verb.head) if verb.dep_ == "conj" else (verb,)
    if verb.lemma_ in _ABLE and any(child.like_num for child in verb.subtree):
        return not any(child.lower_ in _ADVICE - {"can"} for child in verb.children if child.dep_ == "aux")
    return not any(
        child.lower_ in _ADVICE for each in verbs for child in each.children if child.dep_ == "aux"
    )


def _is_report(token: Token) -> bool:
    """`X says that …` is the writer's source; a clause set off by a colon or comma splice stands alone."""
    if token.head.lemma_.lower() in _REPORTS:
        return not any(child.dep_ == "neg" for child in token.head.children)
    between = token.doc[min(token.i, token.head.i) : max(token.i, token.head.i)]
    return any(each.text in (":", ";", ",") for each in between) and not any(
        c.dep_ == "mark" for c in token.children
    )


def read_verb(token: Token, sentence: Sentence) -> Verb:
    """The verb with its modality and its days."""
    holders = (token, token.head) if token.dep_ == "conj" and token.tag_ == "VBN" else (token,)
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for each in holders for child in each.children)
    start, end, dated = _days(token, sentence)
    return Verb(token, _modality(token, sentence), passive, start, end, dated)


def _modality(token: Token, sentence: Sentence) -> Modality:
    words = {child.lower_ for child in token.children if child.text != "May"} | {token.lemma_.lower()}
    if token.dep_ == "conj":
        words |= {child.lower_ for child in token.head.children if child.dep_ == "aux"}
    if sentence.negated or any(child.dep_ == "neg" for child in token.children):
        return Modality.NEGATED
    if words & HEDGES or _HEDGED.search(sentence.text):
        return Modality.HEDGED
    asks = token.lemma_.lower() in REQUEST_VERBS - {"need", "like", "prefer"}
    if (asks and not words & {"will", "'ll"}) or "would" in words:
        return Modality.REQUESTED
    if words & {"will", "'ll"} or token.lemma_ in ("plan", "intend") or _is_coming(token, sentence):
        return Modality.PLANNED
    return Modality.ASSERTED


def _is_coming(token: Token, sentence: Sentence) -> bool:
    """`The crane is inspected on Friday`: present tense of something that happens, on a day to come."""
    said, lemma = sentence.said_at, token.lemma_.lower()
    passive = any(child.dep_ == "auxpass" for child in token.children)
    if said is None or lemma not in (_COMING_PASSIVE if passive else _COMING) or token.tag_ == "VBD":
        return False
    if any(child.tag_ in ("VBD", "VBN") for child in token.children if child.dep_ in ("aux", "auxpass")):
        return False
    return any(each.when.first > said for each in sentence.dates.values())


def _days(token: Token, sentence: Sentence) -> tuple[str | None, str | None, frozenset[int]]:
    start = end = None
    dated: set[int] = set()
    for child in token.children:
        written = (
            date_behind(child, sentence)
            if child.dep_ == "prep" and child.lower_ in _DATE_PREPOSITIONS
            else None
        )
        if written is None:
            continue
        key = sentence.dates[written].when.key
        start, end = (key, end) if _DATE_PREPOSITIONS[child.lower_] == "from" else (start, key)
        dated |= {each.i for each in child.subtree}
    return start, end, frozenset(dated)


def date_behind(prep: Token, sentence: Sentence) -> str | None:
    """The date a preposition leads to, as the sentence writes it; None when it leads to something else."""
    text = text_of(each for each in prep.subtree if each.i != prep.i)
    return next(
        (written for written in sentence.dates if text.removeprefix("the ").startswith(written)), None
    )


def _voiced(verb: Verb, participle: str) -> str:
    """`was delayed`, as the text says it; `be inspected` when planned."""
    token = verb.token
    holder = token.head if token.dep_ == "conj" else token
    words = {child.lower_ for each in (token, holder) for child in each.children if child.dep_ in _HELPERS}
    subject = next((child for child in holder.children if child.dep_.startswith("nsubj")), None)
    plural = subject is not None and subject.tag_ in ("NNS", "NNPS")
    if words & {"was", "were", "got", "been"}:
        return f"{'were' if plural else 'was'} {participle}"
    if verb.modality is Modality.PLANNED:
        return f"be {participle}"
    return f"{'are' if plural else 'is'} {participle}"


_HELPERS = ("aux", "auxpass")


def verb_words(verb: Verb) -> str:
    """The verb as a relation: `works`, `moved`, `bought`; the base form when planned or negated."""
    token = verb.token
    added = [child.lower_ for child in token.children if child.dep_ == "prt"]
    if token.lemma_ in _LINKED:
        added += [
            child.lower_
            for child in token.children
            if child.dep_ in ("acomp", "advmod") and child.lower_ in STATES
        ]
    tail = "".join(f" {word}" for word in added)
    if verb.passive:
        return _voiced(verb, token.lower_ + tail)
    if any(child.lower_ == "can" for child in token.children):
        return f"can {token.lemma_.lower()}{tail}"
    if verb.modality in (Modality.NEGATED, Modality.PLANNED):
        return token.lemma_.lower() + tail
    return (token.lower_ if verb.past or token.tag_ == "VBN" else third_person(token.lemma_.lower())) + tail
