"""Statements without a verb of their own: appositions, and sentences the tagger took for a pile of nouns."""

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Token

from ingest.extract.local.actors import Actor, Memory, actor_of
from ingest.extract.local.complements import claim_of
from ingest.extract.local.lexicon import IMPERATIVES, MISREAD_VERBS, PRESIDING, ROLES
from ingest.extract.local.names import NAME, is_name, kind_of
from ingest.extract.local.phrases import is_good_object, noun_tokens, says_something, strip_article, text_of
from ingest.extract.local.sentences import Sentence
from ingest.extract.local.verbs import Verb
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality

_FINITE_AFTER_NAME = re.compile(
    rf"^(?P<who>{NAME}(?:\s\d+(?:\.\d+)+)?|[a-z][a-z0-9-]+)\s(?P<verb>[a-z]+(?:s|ed))\s(?P<rest>[^,;:]+)$"
)


def apposition_claims(token: Token, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    """`their manager, NAME` and `NAME, the manager`: one is a name, the other a role."""
    head, right = token.head, strip_article(text_of(noun_tokens(token)))
    left = strip_article(text_of(noun_tokens(head)))
    if token.lower_ in PRESIDING and sentence.text.count(",") >= 2:
        return
    plain = Verb(head, Modality.ASSERTED, False, None, None, frozenset())
    if is_name(right) and head.lower_ in ROLES and any(child.dep_ == "poss" for child in head.children):
        actor = actor_of(head, sentence, memory)
        if actor is not None and actor.attribute:
            yield claim_of(actor, plain, sentence, actor.attribute, right)
    elif is_name(left) and token.lower_ in ROLES and kind_of(left) is EntityKind.PERSON:
        firm = _firm(token)
        if firm is not None:
            yield claim_of(Actor(firm, kind_of(firm)), plain, sentence, right.lower(), left)
        else:
            yield claim_of(Actor(left, EntityKind.PERSON), plain, sentence, "role", _role(token))


def _role(token: Token) -> str:
    """`Head of Engineering` whole."""
    behind = [
        c for c in token.children if c.dep_ == "prep" and c.lower_ in ("of", "for") and c.i == token.i + 1
    ]
    tokens = [*noun_tokens(token), *(each for prep in behind for each in prep.subtree)]
    text = strip_article(text_of(tokens))
    return text if len(text.split()) <= 6 else strip_article(text_of(noun_tokens(token)))


def _firm(role: Token) -> str | None:
    for child in role.children:
        if child.dep_ == "prep" and child.lower_ in ("of", "at", "for"):
            for target in child.children:
                name = strip_article(text_of(noun_tokens(target)))
                if target.dep_ == "pobj" and is_name(name):
                    return name
    return None


def _base(verb: str) -> str:
    return re.sub(r"ies$", "y", verb) if verb.endswith("ies") else re.sub(r"(?:e[sd]|s)$", "", verb)


def misread_claims(doc: Doc, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    """`X labels prints for Y`, which the tagger takes for a pile of nouns: a name, then a form that can only
    be a finite verb there, then the rest."""
    match = _FINITE_AFTER_NAME.match(sentence.text.rstrip("."))
    if (
        match is None
        or _base(match["verb"]) not in MISREAD_VERBS
        or any(token.dep_ in ("nsubj", "nsubjpass") and token.head.pos_ == "VERB" for token in doc)
    ):
        return
    who, rest = match["who"], strip_article(match["rest"])
    if who.split()[0].lower() in IMPERATIVES or (who.islower() and who not in sentence.known):
        return
    if not is_name(who, sentence.known) or not 1 <= len(rest.split()) <= 8 or sentence.negated:
        return
    actor = Actor(memory.whole_name(who), kind_of(who))
    prep = re.match(r"^(to|for|at|in|with|from|on|by)\s(.+)$", rest)
    relation, object_ = (
        (f"{match['verb']} {prep[1]}", strip_article(prep[2])) if prep else (match["verb"], rest)
    )
    told = says_something(object_) or any(word in sentence.known for word in (object_, *object_.split()))
    if is_good_object(object_) and told:
        plain = Verb(doc[0], Modality.ASSERTED, False, None, None, frozenset())
        yield claim_of(actor, plain, sentence, relation, object_)
        memory.note(actor)
