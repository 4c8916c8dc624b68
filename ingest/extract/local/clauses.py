"""Statements from a parsed sentence: one per verb with a subject that names something."""

from collections.abc import Iterator

from spacy.tokens import Doc, Token

from ingest.extract.local.actions import action_claims
from ingest.extract.local.actors import Actor, Memory, actor_of
from ingest.extract.local.asides import apposition_claims, misread_claims
from ingest.extract.local.complements import copula_claims
from ingest.extract.local.names import is_name
from ingest.extract.local.phrases import says_something
from ingest.extract.local.sentences import Sentence
from ingest.extract.local.verbs import is_stated, read_verb
from ingest.extract.local.worth import is_concrete, survives
from kg.model.claim import RawClaim


def clause_claims(doc: Doc, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    """The statements of one parsed sentence, in order of its verbs."""
    memory.enter(sentence)
    made = False
    for token in doc:
        if token.dep_ in ("nsubj", "nsubjpass") and is_stated(_verb_of(token)):
            for claim in _of_subject(token, sentence, memory):
                made = True
                yield claim
        elif token.dep_ == "appos":
            yield from apposition_claims(token, sentence, memory)
    if not made:
        yield from misread_claims(doc, sentence, memory)


def _verb_of(subject: Token) -> Token:
    """The verb a subject belongs to; the parser sometimes hangs it on the auxiliary."""
    return subject.head.head if subject.head.dep_ in ("aux", "auxpass") else subject.head


def _of_subject(token: Token, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    actor, verb = actor_of(token, sentence, memory), _verb_of(token)
    if actor is None:
        return
    rivals = [each for each in verb.children if each.dep_ == token.dep_ and each.i != token.i]
    listed = verb.lemma_ == "be" and any(child.dep_ == "conj" for child in token.children)
    if listed or (actor.definite and rivals):
        return
    for each in (actor, *_beside(token, sentence, memory)):
        yield from _about(each, verb, sentence)
    for other in verb.conjuncts:
        own = any(child.dep_.startswith("nsubj") for child in other.children)
        if other.pos_ in ("VERB", "AUX") and not own and is_stated(other):
            yield from _about(actor, other, sentence)
    memory.note(actor)


def _beside(token: Token, sentence: Sentence, memory: Memory) -> list[Actor]:
    """The other subjects of the same verb: `Ada and Bo work at X` is said of both."""
    if token.head.lemma_ == "be":
        return []
    others = [actor_of(each, sentence, memory) for each in token.conjuncts]
    return [other for other in others if other is not None and not other.definite]


def _about(actor: Actor, token: Token, sentence: Sentence) -> Iterator[RawClaim]:
    verb = read_verb(token, sentence)
    stays = token.lemma_ in ("stay", "remain", "become") and any(
        c.dep_ in ("attr", "acomp") for c in token.children
    )
    is_copula = (token.lemma_ == "be" or stays) and not verb.passive
    for claim in copula_claims(actor, verb, sentence) if is_copula else action_claims(actor, verb, sentence):
        said = not actor.bare or says_something(claim.object) or is_name(claim.object, sentence.known)
        if said and (not actor.definite or is_concrete(claim, sentence)) and survives(claim, sentence):
            yield claim
