"""Statements from a parsed sentence: one per verb with a subject that names something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from ingest.extract.local.actors import Actor, Memory, actor_of
from ingest.extract.local.found import found
from ingest.extract.local.lexicon import COLOURS, HEDGES, REQUEST_VERBS, ROLES, STATES
from ingest.extract.local.names import is_name, kind_of
from ingest.extract.local.phrases import (
    is_good_object,
    is_weak,
    named,
    noun_tokens,
    phrase,
    says_something,
    strip_article,
    text_of,
    third_person,
)
from ingest.extract.local.sentences import Sentence
from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality, ValueKind

_SUBORDINATE = frozenset({"advcl", "ccomp", "csubj", "acl", "pcomp", "csubjpass"})
_DATE_PREPOSITIONS = {"until": "to", "till": "to", "since": "from", "from": "from"}
_CONCRETE = frozenset({ValueKind.MONEY, ValueKind.DATE, ValueKind.DURATION, ValueKind.QUANTITY})


@dataclass(frozen=True, slots=True)
class _Verb:
    """A verb with what its clause says about how it is meant."""

    token: Token
    modality: Modality
    passive: bool
    valid_from: str | None
    valid_to: str | None
    dated: frozenset[int]
    """Tokens of phrases that only date it."""


def clause_claims(doc: Doc, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    """The statements of one parsed sentence, in order of its verbs."""
    memory.enter(sentence.scope)
    for token in doc:
        if token.dep_ in ("nsubj", "nsubjpass") and _is_stated(token.head, sentence):
            actor = actor_of(token, sentence, memory)
            if actor is not None:
                yield from _about(actor, token.head, sentence)
                for other in token.head.conjuncts:
                    if other.pos_ in ("VERB", "AUX") and not any(
                        c.dep_.startswith("nsubj") for c in other.children
                    ):
                        yield from _about(actor, other, sentence)
                memory.note(actor)
        elif token.dep_ == "appos":
            yield from _apposition(token, sentence, memory)


def _is_stated(verb: Token, sentence: Sentence) -> bool:
    """False under if, when, until and the like, in what somebody thinks, and for advice (can, should)."""
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    for each in (verb, *verb.ancestors):
        if each.dep_ in ("advcl", "csubj", "csubjpass", "pcomp"):
            return False
        if each.dep_ in ("ccomp", "acl", "relcl") and each.dep_ != "relcl" and not _is_report(each):
            return False
    return not any(
        child.lower_ in ("can", "should", "must", "shall", "could", "need")
        for child in verb.children
        if child.dep_ == "aux"
    )


def _is_report(token: Token) -> bool:
    return token.dep_ == "ccomp" and token.head.lemma_.lower() in (
        "say",
        "confirm",
        "report",
        "write",
        "announce",
        "agree",
        "decide",
    )


def _about(actor: Actor, token: Token, sentence: Sentence) -> Iterator[RawClaim]:
    verb = _verb(token, sentence)
    claims = (
        _copula(actor, verb, sentence)
        if token.lemma_ == "be" and not verb.passive
        else _action(actor, verb, sentence)
    )
    for claim in claims:
        if not actor.definite or _is_concrete(claim, sentence):
            yield claim


def _is_concrete(claim: RawClaim, sentence: Sentence) -> bool:
    """What may be said of `the kettle`: a colour, a measure, a date, a sum, or a name it is tied to."""
    value = read_value(claim.object, sentence.said_at)
    return (
        claim.object.lower() in COLOURS
        or (value is not None and value.kind in _CONCRETE)
        or is_name(claim.object)
    )


def _verb(token: Token, sentence: Sentence) -> _Verb:
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in token.children)
    start, end, dated = _dates(token, sentence)
    return _Verb(token, _modality(token, sentence), passive, start, end, dated)


def _modality(token: Token, sentence: Sentence) -> Modality:
    words = {child.lower_ for child in token.children} | {token.lemma_.lower()}
    above = {each.lemma_.lower() for each in token.ancestors} if token.dep_ in ("xcomp", "ccomp") else set()
    if sentence.negated or any(child.dep_ == "neg" for child in token.children):
        return Modality.NEGATED
    if (words | above) & HEDGES or re.search(
        r"\b(?:maybe|perhaps|probably|possibly|apparently)\b", sentence.text
    ):
        return Modality.HEDGED
    if token.lemma_.lower() in REQUEST_VERBS - {"need", "like", "prefer"} or words & {"would"}:
        return Modality.REQUESTED
    if words & {"will", "shall", "'ll"} or token.lemma_ in ("plan", "intend") or _is_future(token, sentence):
        return Modality.PLANNED
    return Modality.ASSERTED


def _is_future(token: Token, sentence: Sentence) -> bool:
    """`The crane is inspected on Friday`: present tense with a day after the day of saying."""
    said = sentence.said_at
    if said is None or token.tag_ == "VBD" or token.lemma_ in ("be", "end", "expire", "run", "last", "start"):
        return False
    if any(child.tag_ == "VBD" for child in token.children if child.dep_ in ("aux", "auxpass")):
        return False
    under = {each.i for each in token.subtree}
    text = text_of(each for each in token.doc if each.i in under)
    return any(
        written in text and found_.when.first > said for written, found_ in sentence.dates.items()
    ) and not re.search(r"\buntil\b", text)


def _dates(token: Token, sentence: Sentence) -> tuple[str | None, str | None, frozenset[int]]:
    """When the clause says it holds, and the tokens that say so."""
    start = end = None
    dated: set[int] = set()
    for child in token.children:
        if child.dep_ != "prep" or child.lower_ not in _DATE_PREPOSITIONS:
            continue
        text = text_of(each for each in child.subtree if each.i != child.i)
        written = next((key for key in sentence.dates if text == key or text.startswith(key)), None)
        if written is None:
            continue
        key = sentence.dates[written].when.key
        start, end = (key, end) if _DATE_PREPOSITIONS[child.lower_] == "from" else (start, key)
        dated |= {each.i for each in child.subtree}
    return start, end, frozenset(dated)


def _copula(actor: Actor, verb: _Verb, sentence: Sentence) -> Iterator[RawClaim]:
    for child in verb.token.children:
        if child.dep_ == "attr":
            yield from _is_a(actor, verb, child, sentence)
        elif child.dep_ == "acomp":
            yield from _is_so(actor, verb, child, sentence)
        elif (
            child.dep_ == "prep"
            and child.i not in verb.dated
            and child.lower_ not in ("as", "like", "if", "about")
        ):
            yield from _is_at(actor, verb, child, sentence)
        elif child.dep_ == "npadvmod" and actor.attribute:
            yield _claim(actor, verb, sentence, actor.attribute, phrase(child))
    if not _has_complement(verb.token) and (verb.valid_to or verb.valid_from) and actor.attribute:
        return


def _has_complement(token: Token) -> bool:
    return any(child.dep_ in ("attr", "acomp", "prep", "advmod") for child in token.children)


def _is_a(actor: Actor, verb: _Verb, head: Token, sentence: Sentence) -> Iterator[RawClaim]:
    text = phrase(head, verb.dated)
    if not is_good_object(text):
        return
    if actor.attribute:
        if says_something(text) or len(text.split()) <= 4:
            yield _claim(actor, verb, sentence, actor.attribute, text)
        return
    article = next((child.lower_ for child in head.children if child.dep_ in ("det", "poss")), "")
    role = strip_article(text_of(noun_tokens(head)))
    if kind_of(actor.name) is EntityKind.PERSON or head.lower_ in ROLES:
        yield from _role_at(actor, verb, head, role, text, sentence)
    elif article in ("a", "an", "the") or named(text) or says_something(text):
        yield _claim(actor, verb, sentence, "is", text)


def _role_at(
    actor: Actor, verb: _Verb, head: Token, role: str, text: str, sentence: Sentence
) -> Iterator[RawClaim]:
    """`Dana is head of sales at Northwind`: the role, and the firm that it is held at."""
    if head.lower_ not in ROLES:
        if says_something(text):
            yield _claim(actor, verb, sentence, "is", text)
        return
    firm = next((target for target in _targets(head, ("at", "of", "for")) if is_name(_noun(target))), None)
    if firm is None:
        yield _claim(actor, verb, sentence, "role", text)
        return
    yield _claim(Actor(_noun(firm), kind_of(_noun(firm))), verb, sentence, role.lower(), actor.name)


def _noun(token: Token) -> str:
    return strip_article(text_of(noun_tokens(token)))


def _targets(head: Token, prepositions: tuple[str, ...]) -> Iterator[Token]:
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ in prepositions:
            yield from (each for each in child.children if each.dep_ == "pobj")


def _is_so(actor: Actor, verb: _Verb, head: Token, sentence: Sentence) -> Iterator[RawClaim]:
    """Bare adjectives are kept only when they say how a thing stands or looks."""
    word = head.lower_
    if word in COLOURS:
        yield _claim(actor, verb, sentence, _with("colour", actor), word)
    elif word in STATES:
        yield _claim(actor, verb, sentence, _with("status", actor), _state(head, verb))
    elif (text := phrase(head, verb.dated)) and says_something(text) and is_good_object(text):
        yield _claim(actor, verb, sentence, _with("is", actor), text)


def _state(head: Token, verb: _Verb) -> str:
    extra = [
        each
        for child in head.children
        if child.dep_ == "prep" and child.i not in verb.dated
        for each in child.subtree
    ]
    return text_of([head, *extra]) if len(extra) <= 6 else head.text


def _with(relation: str, actor: Actor) -> str:
    return (
        f"{actor.attribute} {relation}"
        if actor.attribute and relation != "is"
        else actor.attribute or relation
    )


def _is_at(actor: Actor, verb: _Verb, prep: Token, sentence: Sentence) -> Iterator[RawClaim]:
    for target in (each for each in prep.children if each.dep_ in ("pobj", "pcomp") and each.dep_ == "pobj"):
        text = phrase(target, verb.dated)
        if is_good_object(text) and (
            says_something(text) or f"{prep.lower_} {text}".lower() in _FIXED_STATES
        ):
            state = f"{prep.lower_} {text}".lower() in _FIXED_STATES
            relation = _with("status", actor) if state else f"{actor.attribute} is {prep.lower_}".strip()
            yield _claim(actor, verb, sentence, relation, f"{prep.lower_} {text}" if state else text)


_FIXED_STATES = frozenset(
    {
        "out of order",
        "on leave",
        "on hold",
        "on sick leave",
        "in liquidation",
        "under construction",
        "for sale",
        "in service",
        "out of service",
        "on holiday",
        "in use",
        "under repair",
        "on strike",
        "in arrears",
    }
)


def _action(actor: Actor, verb: _Verb, sentence: Sentence) -> Iterator[RawClaim]:
    token = verb.token
    if token.lemma_.lower() in HEDGES | {"say", "mean", "feel"}:
        return
    objects = [
        child for child in token.children if child.dep_ in ("dobj", "oprd", "dative") and child.pos_ != "PRON"
    ]
    prepositions = [child for child in _prepositions(token) if child.i not in verb.dated]
    words = _verb_words(verb)
    made = False
    for object_ in objects[:1]:
        for claim in _with_object(actor, verb, words, object_, prepositions, sentence):
            made = True
            yield claim
    if not objects:
        for claim in _with_prepositions(actor, verb, words, prepositions, sentence):
            made = True
            yield claim
    if not made and not objects:
        yield from _bare(actor, verb, words, sentence)


def _prepositions(token: Token) -> Iterator[Token]:
    for child in token.children:
        if (
            child.dep_ in ("prep", "agent")
            and child.lower_
            not in ("as", "if", "like", "than", "because", "while", "after", "before", "when")
        ) or (
            child.dep_ == "prep"
            and child.lower_ == "as"
            and token.lemma_ in ("join", "work", "serve", "act", "start", "use", "know")
        ):
            yield child


def _verb_words(verb: _Verb) -> str:
    token = verb.token
    particle = next((" " + child.lower_ for child in token.children if child.dep_ == "prt"), "")
    if verb.passive:
        return token.lower_ + particle
    if verb.modality in (Modality.NEGATED, Modality.PLANNED):
        return token.lemma_.lower() + particle
    past = token.tag_ in ("VBD", "VBN") or any(
        c.lower_ in ("has", "have", "had") for c in token.children if c.dep_ == "aux"
    )
    return (token.lower_ if past else third_person(token.lemma_.lower())) + particle


def _with_object(
    actor: Actor, verb: _Verb, words: str, head: Token, prepositions: list[Token], sentence: Sentence
) -> Iterator[RawClaim]:
    text = phrase(head, verb.dated)
    if not is_good_object(text):
        return
    named_behind = [
        p for p in prepositions if p.lower_ not in ("on", "in", "at", "by") or not _is_date(p, sentence)
    ]
    tied = False
    for prep in named_behind[:2]:
        for target in (each for each in prep.children if each.dep_ == "pobj"):
            behind = phrase(target, verb.dated)
            relation = f"{words} {_short(head)} {prep.lower_}"
            if (
                is_good_object(behind)
                and says_something(behind)
                and len(f"{actor.attribute} {relation}".split()) <= 5
                and not says_something(text)
            ):
                tied = True
                yield _claim(actor, verb, sentence, f"{actor.attribute} {relation}".strip(), behind)
    if tied or (is_weak(verb.token) and not says_something(text)):
        return
    if verb.token.lemma_ == "have" or says_something(text) or named(text) or not actor.definite:
        yield _claim(
            actor,
            verb,
            sentence,
            f"{actor.attribute} {words}".strip(),
            _dated(text, prepositions, sentence, verb),
        )


def _short(head: Token) -> str:
    return head.lower_


def _is_date(prep: Token, sentence: Sentence) -> bool:
    text = text_of(each for each in prep.subtree if each.i != prep.i)
    return any(text.startswith(key) for key in sentence.dates)


def _dated(text: str, prepositions: list[Token], sentence: Sentence, verb: _Verb) -> str:
    """A wish keeps its day in its words: `quote for 300 crates by the end of June`."""
    if verb.modality is not Modality.REQUESTED:
        return text
    late = next((p for p in prepositions if p.lower_ == "by" and _is_date(p, sentence)), None)
    return f"{text} {text_of(late.subtree)}" if late is not None and late.head == verb.token else text


def _with_prepositions(
    actor: Actor, verb: _Verb, words: str, prepositions: list[Token], sentence: Sentence
) -> Iterator[RawClaim]:
    for prep in prepositions[:3]:
        for target in (each for each in prep.children if each.dep_ == "pobj"):
            text = phrase(target, verb.dated)
            if is_good_object(text) and (
                says_something(text) or (not is_weak(verb.token) and not actor.definite)
            ):
                yield _claim(actor, verb, sentence, f"{actor.attribute} {words} {prep.lower_}".strip(), text)


def _bare(actor: Actor, verb: _Verb, words: str, sentence: Sentence) -> Iterator[RawClaim]:
    """No object: a state (`M3 overheated`), a day (`arrives tomorrow`), an until."""
    token = verb.token
    for child in token.children:
        if (
            child.dep_ == "npadvmod"
            and (text := phrase(child))
            and is_good_object(text)
            and says_something(text)
        ):
            yield _claim(actor, verb, sentence, f"{actor.attribute} {words}".strip(), text)
            return
        if child.dep_ == "oprd" or (child.dep_ in ("acomp", "xcomp") and child.lower_ in COLOURS | STATES):
            relation = "colour" if child.lower_ in COLOURS else words
            yield _claim(actor, verb, sentence, _with(relation, actor), child.text)
            return
    if token.lower_ in STATES or (verb.passive and token.lower_ in STATES):
        yield _claim(actor, verb, sentence, _with("status", actor), token.lower_)


def _apposition(token: Token, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    """`their manager, NAME` and `NAME, the manager`: one is a name, the other a role."""
    head, right = token.head, strip_article(text_of(noun_tokens(token)))
    left = strip_article(text_of(noun_tokens(head)))
    whole = _Verb(head, Modality.ASSERTED, False, None, None, frozenset())
    if is_name(right) and head.lower_ in ROLES and any(child.dep_ == "poss" for child in head.children):
        actor = actor_of(head, sentence, memory)
        if actor is not None and actor.attribute:
            memory.note(Actor(right, kind_of(right, person_evidence=True)))
            yield _claim(actor, whole, sentence, actor.attribute, right)
    elif is_name(left) and token.lower_ in ROLES and kind_of(left) is EntityKind.PERSON:
        firm = next(
            (_noun(each) for each in _targets(token, ("of", "at", "for")) if is_name(_noun(each))), None
        )
        if firm is not None:
            yield _claim(Actor(firm, kind_of(firm)), whole, sentence, right.lower(), left)
        else:
            yield _claim(Actor(left, EntityKind.PERSON), whole, sentence, "role", right)


def _claim(actor: Actor, verb: _Verb, sentence: Sentence, relation: str, object_: str) -> RawClaim:
    kind = kind_of(object_).value if is_name(object_) else ""
    return found(
        sentence.place, "elided" if sentence.elided else "parse", actor.name, relation, object_, actor.kind, kind,
        verb.modality, verb.valid_from, verb.valid_to,
    )  # fmt: skip
