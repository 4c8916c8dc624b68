"""What a form of `be` says of its subject: what it is, how it stands, where it is."""

import re
from collections.abc import Iterator

from spacy.tokens import Token

from ingest.extract.local.actors import Actor
from ingest.extract.local.found import found
from ingest.extract.local.lexicon import COLOURS, ROLES, STATES
from ingest.extract.local.names import is_calendar_word, is_name, kind_of, proper_words
from ingest.extract.local.phrases import (
    is_good_object,
    named,
    noun_tokens,
    phrase,
    says_something,
    strip_article,
    text_of,
)
from ingest.extract.local.sentences import Sentence
from ingest.extract.local.verbs import Verb
from ingest.words import word_set
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind

_STATES_WITH_PREPOSITION = frozenset(
    {
        *(
            "out of order",
            "on leave",
            "on hold",
            "on sick leave",
            "on parental leave",
            "on holiday",
            "on strike",
        ),
        *(
            "in liquidation",
            "under construction",
            "for sale",
            "in service",
            "out of service",
            "back in service",
        ),
        *("in use", "under repair", "in arrears", "out of stock", "in stock", "in hospital", "in production"),
        *("under review", "in progress", "on track", "behind schedule", "in default", "off sick"),
    }
)
_DELAYED = word_set("delayed postponed closed open valid suspended booked blocked moved extended pushed")
_NOT_PLACES = frozenset({"since", "until", "till", "as", "like", "if", "about", "than", "because"})


def claim_of(
    actor: Actor, verb: Verb, sentence: Sentence, relation: str, object_: str, when: str | None = None
) -> RawClaim:
    """A claim of a parsed sentence; an object is an entity only when it is written like a name."""
    object_ = _with_town(_with_rate(_UNPAID.sub("", object_), sentence), sentence)
    kind = "text"
    if is_name(object_, sentence.known):
        kind = kind_of(object_).value
    elif object_[:1].isupper() and len(object_.split()) <= 4 and proper_words(object_):
        kind = ""
    family = "elided" if sentence.elided else "parse"
    return found(
        sentence.place,
        family,
        actor.name,
        relation,
        object_,
        actor.kind,
        kind,
        verb.modality,
        verb.valid_from or when,
        verb.valid_to,
    )


_UNPAID = re.compile(r"(?<=\d),? (?:payable|invoiced|due|billed) .*$")
"""`EUR 640 payable within 14 days`: when it is paid is said by another fact."""
_RATE = re.compile(
    r"^\s(?:an?|per|each|every)\s(?:day|week|month|quarter|year|hour|minute|night|unit|piece|kg|litre"
    r"|tonne|mile|km)\b"
)


def _with_rate(object_: str, sentence: Sentence) -> str:
    """`940 GBP` and the `a month` that the parser hangs elsewhere."""
    at = sentence.text.find(object_)
    behind = (
        _RATE.match(sentence.text[at + len(object_) :]) if at >= 0 and re.search(r"\d", object_) else None
    )
    return object_ + behind[0] if behind else object_


_ADDRESS = re.compile(
    r"(?P<street>[A-ZÀ-Þ][\w'’-]+ \d{1,4}[a-zA-Z]?|\d{1,4}[a-zA-Z]? [A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2})"
    r"(?:, (?:[A-Z]{0,2}-?\d{4,5} (?:[A-Z]{2} )?)?[A-ZÀ-Þ][\w'’-]+(?: (?:[a-z]{1,3} )?[A-ZÀ-Þ][\w'’-]+){0,2}"
    r"(?: [A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2})?){1,2}"
    r"(?=[.;)]?\s*$|[.;)]\s|,?\s(?:in|on|since|from|as|by|at|until|last|this)\s)"
)


def _with_town(object_: str, sentence: Sentence) -> str:
    """`Maasboulevard 114` and the `, Rotterdam` behind it, which the parser takes for an aside."""
    for match in _ADDRESS.finditer(sentence.text):
        if object_.startswith(match["street"]) and not is_calendar_word(match["street"].split()[0]):
            return match[0]
    return object_


def copula_claims(actor: Actor, verb: Verb, sentence: Sentence) -> Iterator[RawClaim]:
    """Every complement of the verb that says something."""
    for child in verb.token.children:
        if child.dep_ == "attr":
            yield from _is_a(actor, verb, child, sentence)
        elif child.dep_ == "acomp" or (child.dep_ == "advmod" and child.lower_ in STATES):
            yield from _is_so(actor, verb, child, sentence)
        elif (
            child.dep_ == "prep"
            and verb.token.lemma_ == "be"
            and child.i not in verb.dated
            and child.lower_ not in _NOT_PLACES
        ):
            yield from _is_at(actor, verb, child, sentence)
        elif child.dep_ == "npadvmod" and actor.attribute:
            yield claim_of(actor, verb, sentence, actor.attribute, phrase(child))


def _is_a(actor: Actor, verb: Verb, head: Token, sentence: Sentence) -> Iterator[RawClaim]:
    text = phrase(head, verb.dated)
    if not is_good_object(text):
        return
    if not actor.attribute and (_BARE_NUMBER.match(text) or (actor.kind in _WHO and _SPAN.match(text))):
        return
    if actor.attribute:
        if says_something(text) or len(text.split()) <= 4:
            yield claim_of(actor, verb, sentence, actor.attribute, text)
        return
    article = next((child.lower_ for child in head.children if child.dep_ in ("det", "poss")), "")
    if kind_of(actor.name) is EntityKind.PERSON or head.lower_ in ROLES:
        yield from _role_at(actor, verb, head, text, sentence)
    elif says_something(text) or named(text) or (article in ("a", "an", "the") and not _is_vague(head)):
        yield claim_of(actor, verb, sentence, "is", text)


_BARE_NUMBER = re.compile(r"(?i)^(?:[\d.,:/-]+|one|two|three|four|five|six|seven|eight|nine|ten)$")
_SPAN = re.compile(r"(?i)^\d[\d.,]* (?:hrs?|hours?|min(?:ute)?s?|days?|weeks?|months?)$")
_WHO = frozenset({EntityKind.PERSON, EntityKind.ORGANIZATION})
"""`It was two` and `they were here 3 hrs` say nothing of a person or a firm."""
_VAGUE = word_set(
    "option way place thing part example matter case opportunity idea step point deal collection choice candidate "
    "fit match solution tool approach project effort goal source reason result success win addition list document "
    "set number group kind sort type form piece means method one"
)


_BUILT = frozenset({"tool", "solution", "set"})


def _is_vague(head: Token) -> bool:
    """`a good option`, `a convenient way`, `an evolving project`: an opinion or a class, not what the thing is.
    A noun before it (`messaging tool`) or a phrase behind it that says more makes it one."""
    told = any(
        child.dep_ in ("compound", "nmod")
        or (child.dep_ == "amod" and (child.tag_ == "NN" or (child.tag_ == "VBG" and head.lower_ in _BUILT)))
        or (child.dep_ == "prep" and child.lower_ in ("of", "to", "from", "by"))
        for child in head.children
    )
    return head.lower_ in _VAGUE and not told


def _role_at(actor: Actor, verb: Verb, head: Token, text: str, sentence: Sentence) -> Iterator[RawClaim]:
    """`Dana is head of sales at Northwind`: the role, and the firm that it is held at."""
    if head.lower_ not in ROLES:
        if says_something(text):
            yield claim_of(actor, verb, sentence, "is", text)
        return
    held = _held_at(head, sentence)
    if held is None or not is_name(actor.name, sentence.known):
        yield claim_of(actor, verb, sentence, "role", text)
        return
    role, firm = held
    yield claim_of(Actor(firm, kind_of(firm)), verb, sentence, role, actor.name)


def _held_at(head: Token, sentence: Sentence) -> tuple[str, str] | None:
    """The role and the firm it is held at: of `head of sales at X`, `head of sales` and X."""
    for prep in head.subtree:
        if prep.dep_ != "prep" or prep.lower_ not in ("at", "of", "for", "with"):
            continue
        target = next((each for each in prep.children if each.dep_ == "pobj"), None)
        if target is not None and is_name(_noun(target), sentence.known):
            start = noun_tokens(head)[0].i
            return strip_article(head.doc[start : prep.i].text).lower(), _noun(target)
    return None


def _noun(token: Token) -> str:
    return strip_article(text_of(noun_tokens(token)))


def _is_so(actor: Actor, verb: Verb, head: Token, sentence: Sentence) -> Iterator[RawClaim]:
    """Bare adjectives are kept only when they say how a thing stands or looks."""
    word = head.lower_
    if word in COLOURS:
        yield claim_of(actor, verb, sentence, _with("colour", actor), word)
    elif word in _DELAYED and verb.valid_to:
        until = next((d for d, each in sentence.dates.items() if each.when.key == verb.valid_to), None)
        yield claim_of(actor, verb, sentence, _with(f"{word} until", actor), until or word)
    elif word in STATES:
        yield claim_of(actor, verb, sentence, _with("status", actor), _state(head, verb))
    elif (text := phrase(head, verb.dated)) and says_something(text) and is_good_object(text):
        yield claim_of(actor, verb, sentence, _with("is", actor), text)


def _state(head: Token, verb: Verb) -> str:
    behind = [c for c in head.children if c.dep_ == "prep" and c.i not in verb.dated]
    extra = [each for child in behind for each in child.subtree]
    text = text_of([head, *extra]) if len(extra) <= 6 else head.text
    return re.sub(r"(?:\s(?:at|in|on|for|to|by|with|from))+$", "", text)


def _with(relation: str, actor: Actor) -> str:
    if relation == "is":
        return actor.attribute or relation
    return f"{actor.attribute} {relation}".strip()


def _is_idle(actor: Actor, preposition: str, text: str, sentence: Sentence) -> bool:
    """`the machine is on Debian 12` has no owner; `they were in January` says nothing of a person or a firm."""
    if actor.definite:
        return preposition == "on" and text not in sentence.dates
    return actor.kind in _WHO and not actor.attribute and text in sentence.dates


def _is_at(actor: Actor, verb: Verb, prep: Token, sentence: Sentence) -> Iterator[RawClaim]:
    before = next(
        (c.lower_ + " " for c in verb.token.children if c.dep_ == "advmod" and c.i == prep.i - 1), ""
    )
    loose = prep.lower_ in ("for", "with") or (actor.definite and prep.lower_ not in ("at", "in", "on"))
    for target in (each for each in prep.children if each.dep_ == "pobj"):
        text = phrase(target, verb.dated)
        state = f"{before}{prep.lower_} {text}".lower()
        if state in _STATES_WITH_PREPOSITION or state.removeprefix(before) in _STATES_WITH_PREPOSITION:
            yield claim_of(actor, verb, sentence, _with("status", actor), state)
        elif loose or _is_idle(actor, prep.lower_, text, sentence):
            continue
        elif is_good_object(text) and says_something(text):
            yield claim_of(actor, verb, sentence, f"{actor.attribute} is {prep.lower_}".strip(), text)
