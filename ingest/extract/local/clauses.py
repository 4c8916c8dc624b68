"""Statements from a parsed sentence: one per verb with a subject that names something."""

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Token

from ingest.extract.local.actors import Actor, Memory, actor_of
from ingest.extract.local.complements import claim_of, copula_claims
from ingest.extract.local.lexicon import COLOURS, HEDGES, IMPERATIVES, MISREAD_VERBS, ROLES, STATES, word_set
from ingest.extract.local.names import NAME, is_calendar_word, is_name, kind_of, proper_words
from ingest.extract.local.phrases import (
    is_good_object,
    is_weak,
    named,
    noun_tokens,
    phrase,
    says_something,
    strip_article,
    text_of,
)
from ingest.extract.local.sentences import Sentence
from ingest.extract.local.verbs import Verb, date_behind, is_stated, read_verb, verb_words
from ingest.values import read_value
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality, ValueKind

_CONCRETE = frozenset({ValueKind.MONEY, ValueKind.DATE, ValueKind.DURATION, ValueKind.QUANTITY})
_SKIPPED = frozenset(
    {"as", "if", "like", "than", "because", "while", "after", "before", "when", "though", "unless"}
)
_AS_VERBS = frozenset({"join", "work", "serve", "act", "start", "use", "know", "appoint", "hire"})
_CAUSATIVE = frozenset(
    {"force", "allow", "help", "enable", "require", "let", "make", "want", "need", "ask", "tell", "get"}
)
_PLACED = frozenset(
    {"live", "sit", "stay", "work", "stand", "hang", "park", "store", "keep", "run", "report", "sleep"}
)
_LOOSE_PREPOSITIONS = frozenset(
    {"on", "in", "at", "by", "with", "about", "from", "of", "through", "during", "over", "around"}
)
_FINITE_AFTER_NAME = re.compile(rf"^(?P<who>{NAME})\s(?P<verb>[a-z]+(?:s|ed))\s(?P<rest>[^,;:]+)$")


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
            yield from _apposition(token, sentence, memory)
    if not made:
        yield from _misread(doc, sentence, memory)


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
    is_copula = token.lemma_ == "be" and not verb.passive
    for claim in copula_claims(actor, verb, sentence) if is_copula else _action(actor, verb, sentence):
        said = not actor.bare or says_something(claim.object) or is_name(claim.object, sentence.known)
        if said and (not actor.definite or _is_concrete(claim, sentence)) and _survives(claim, sentence):
            yield claim


def _survives(claim: RawClaim, sentence: Sentence) -> bool:
    """What instructions say of classes and habits is no fact; nor is a plan that nobody dated."""
    if claim.modality == Modality.PLANNED.value and sentence.said_at is None and not sentence.dates:
        return False
    if (
        len(claim.object.split()) == 1
        and claim.object_kind == "text"
        and claim.object.islower()
        and not _short_worth(claim)
    ):
        return False
    inside = set(claim.object.lower().split()) <= set(re.split(r"[\s-]", claim.subject.lower()))
    if claim.object.lower() in ("true", "false") or (claim.relation == "is" and inside):
        return False
    if not sentence.manual:
        return True
    if claim.modality == Modality.PLANNED.value:
        return False
    named_subject = bool(proper_words(claim.subject)) or claim.subject in sentence.known
    told = len(claim.object.split()) >= (2 if claim.relation == "is" else 3)
    return named_subject and (told or says_something(claim.object))


def _short_worth(claim: RawClaim) -> bool:
    """One plain word as an object is enough for a state, a colour, a role, and what a person or firm does."""
    last = claim.relation.split()[-1]
    if len(claim.relation.split()) >= 3:
        return True
    if last in ("status", "colour", "role", "as") or claim.object in STATES:
        return True
    return claim.subject_kind in ("person", "organization") or claim.relation.split()[0] in (
        "sells",
        "makes",
        "supplies",
    )


def _is_concrete(claim: RawClaim, sentence: Sentence) -> bool:
    """What may be said of `the kettle`: a colour, a measure, a date, a sum, or a name it is tied to."""
    value = read_value(claim.object, sentence.said_at)
    concrete = value is not None and value.kind in _CONCRETE
    return (
        claim.object.lower() in COLOURS or concrete or is_name(claim.object) or claim.object in _MONTHS_ALONE
    )


_MONTHS_ALONE = frozenset(
    ["January", "February", "March", "April", "May", "June", "July", "August", "September"]
    + ["October", "November", "December"]
)


def _action(actor: Actor, verb: Verb, sentence: Sentence) -> Iterator[RawClaim]:
    token = verb.token
    if token.lemma_.lower() in HEDGES | {"say", "mean", "feel"} or not token.is_alpha:
        return
    if token.tag_ == "VBG" and not any(child.lemma_ == "be" for child in token.children):
        return
    objects = [child for child in token.children if child.dep_ in ("dobj", "oprd") and child.pos_ != "PRON"]
    prepositions = [child for child in _prepositions(token) if child.i not in verb.dated]
    if (
        objects
        and token.lemma_ in _CAUSATIVE
        and any(child.dep_ in ("xcomp", "ccomp") for child in token.children)
    ):
        return
    if objects:
        claims = list(_with_object(actor, verb, objects[0], prepositions, sentence))
    else:
        claims = list(_with_prepositions(actor, verb, prepositions, sentence))
        claims = claims or list(_bare(actor, verb, sentence))
    yield from claims


def _prepositions(token: Token) -> Iterator[Token]:
    for child in token.children:
        as_role = child.lower_ == "as" and token.lemma_ in _AS_VERBS
        if child.dep_ in ("prep", "agent", "dative") and (child.lower_ not in _SKIPPED or as_role):
            yield child


def _with_object(
    actor: Actor, verb: Verb, head: Token, prepositions: list[Token], sentence: Sentence
) -> Iterator[RawClaim]:
    text = phrase(head, verb.dated)
    if not is_good_object(text):
        return
    tied = list(_tied(actor, verb, head, text, prepositions, sentence))
    yield from tied
    if tied:
        return
    if not _is_worth(verb, head, text, sentence):
        yield from _on_a_day(actor, verb, head, prepositions, sentence)
        return
    relation = f"{actor.attribute} {verb_words(verb)}".strip()
    yield claim_of(actor, verb, sentence, relation, _dated(text, prepositions, sentence, verb))


def _on_a_day(
    actor: Actor, verb: Verb, head: Token, prepositions: list[Token], sentence: Sentence
) -> Iterator[RawClaim]:
    """`leaves the company on 30 September`: what is plain alone says something with its day."""
    for prep in prepositions:
        written = date_behind(prep, sentence)
        if written is not None and not actor.definite:
            relation = f"{actor.attribute} {verb_words(verb)} {head.lower_} {prep.lower_}".strip()
            yield claim_of(actor, verb, sentence, relation, written)
            return


def _tied(
    actor: Actor, verb: Verb, head: Token, text: str, prepositions: list[Token], sentence: Sentence
) -> Iterator[RawClaim]:
    """`moved its desk to Trondheim`: a plain object and a name behind it make one relation to the name."""
    if says_something(text):
        return
    for prep in prepositions[:2]:
        if date_behind(prep, sentence) is not None:
            continue
        for target in (each for each in prep.children if each.dep_ == "pobj"):
            behind = phrase(target, verb.dated)
            noun = strip_article(text_of(noun_tokens(head))).lower()
            relation = f"{actor.attribute} {verb_words(verb)} {noun} {prep.lower_}".strip()
            if is_good_object(behind) and says_something(behind) and len(relation.split()) <= 5:
                yield claim_of(actor, verb, sentence, relation, behind)


def _is_worth(verb: Verb, head: Token, text: str, sentence: Sentence) -> bool:
    if says_something(text) or named(text):
        return True
    single = len(text.split()) == 1
    pointed = any(child.dep_ in ("det", "poss") for child in head.children)
    return not is_weak(verb.token) and not (single and pointed)


def _dated(text: str, prepositions: list[Token], sentence: Sentence, verb: Verb) -> str:
    """A wish keeps its day in its words: `quote for 300 crates by the end of June`."""
    if verb.modality is not Modality.REQUESTED:
        return text
    days = [prep for prep in prepositions if date_behind(prep, sentence) is not None]
    added = text_of(days[0].subtree) if days else ""
    return f"{text} {added}" if added and added not in text else text


def _with_prepositions(
    actor: Actor, verb: Verb, prepositions: list[Token], sentence: Sentence
) -> Iterator[RawClaim]:
    days = [prep for prep in prepositions if date_behind(prep, sentence) is not None]
    others = [prep for prep in prepositions if prep not in days]
    when = sentence.dates[date_behind(days[0], sentence) or ""].when.key if days else None
    said = False
    for prep in others[:3]:
        for target in (each for each in prep.children if each.dep_ in ("pobj", "attr")):
            text = phrase(target, verb.dated)
            if not is_good_object(text) or not _is_worth_behind(prep, verb, text, target, actor):
                continue
            said = True
            text, agent = _without_agent(text) if verb.passive else (text, None)
            if agent is not None:
                yield claim_of(
                    actor, verb, sentence, f"{actor.attribute} {verb_words(verb)} by".strip(), agent
                )
            text = _dated(text, days, sentence, verb)
            yield claim_of(
                actor, verb, sentence, _relation(actor, verb, prep), text, when if verb.past else None
            )
    if said and (verb.past or verb.modality is Modality.REQUESTED):
        return
    for prep in days[:1]:
        target = next((each for each in prep.children if each.dep_ == "pobj"), None)
        if (
            target is not None
            and verb.token.lemma_ not in ("become", "get", "have", "do", "make")
            and not (verb.modality is Modality.REQUESTED)
        ):
            yield claim_of(actor, verb, sentence, _relation(actor, verb, prep), phrase(target))


def _without_agent(text: str) -> tuple[str, str | None]:
    """`4,800 GBP by Kernow Spars` behind a passive: who did it stands by itself."""
    head, mark, agent = text.rpartition(" by ")
    return (head, agent) if mark and is_name(agent) else (text, None)


def _relation(actor: Actor, verb: Verb, prep: Token) -> str:
    return f"{actor.attribute} {verb_words(verb)} {prep.lower_}".strip()


def _is_worth_behind(prep: Token, verb: Verb, text: str, target: Token, actor: Actor) -> bool:
    if prep.dep_ == "agent":
        return named(text) or not is_calendar_word(text.split()[-1])
    if says_something(text) or named(text):
        return True
    if not actor.definite and verb.token.lemma_ in _PLACED and len(text.split()) >= 2:
        return True
    if actor.definite or is_weak(verb.token) or prep.lower_ in _LOOSE_PREPOSITIONS:
        return False
    return len(text.split()) >= 2 or not any(child.dep_ in ("det", "poss") for child in target.children)


def _bare(actor: Actor, verb: Verb, sentence: Sentence) -> Iterator[RawClaim]:
    """No object: a day (`arrives tomorrow`, `delayed until March`), a state (`M3 overheated`), a colour."""
    token, words = verb.token, verb_words(verb)
    for child in token.children:
        text = phrase(child) if child.dep_ in ("npadvmod", "oprd", "acomp", "xcomp", "advmod", "attr") else ""
        if child.dep_ in ("npadvmod", "attr") and is_good_object(text) and says_something(text):
            yield claim_of(actor, verb, sentence, f"{actor.attribute} {words}".strip(), text)
            return
        if child.lower_ in COLOURS and text:
            yield claim_of(actor, verb, sentence, f"{actor.attribute} colour".strip(), child.lower_)
            return
    until = next((child for child in token.children if child.lower_ in ("until", "till")), None)
    if until is not None and verb.valid_to:
        yield claim_of(
            actor, verb, sentence, _relation(actor, verb, until), date_behind(until, sentence) or ""
        )
    elif token.lower_ in STATES and token.tag_ in ("VBN", "VBD", "JJ", "VBG"):
        yield claim_of(actor, verb, sentence, f"{actor.attribute} status".strip(), token.lower_)
    elif sentence.loose and verb.past and not verb.passive and not actor.definite:
        yield from _happened(actor, verb, sentence)


_HAPPENINGS = word_set(
    "trip fail crash stall break burst overheat leak stop start resign retire die arrive leave quit close reopen move "
    "collapse expire lapse return land depart sink flood freeze restart reboot"
)


def _happened(actor: Actor, verb: Verb, sentence: Sentence) -> Iterator[RawClaim]:
    """A log says that something happened to a thing: `oven 2 tripped again`."""
    if verb.token.lemma_ in _HAPPENINGS:
        how = [
            child.lower_ for child in verb.token.children if child.dep_ == "advmod" and child.i > verb.token.i
        ]
        yield claim_of(actor, verb, sentence, "status", " ".join([verb.token.lower_, *how[:1]]))


def _apposition(token: Token, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
    """`their manager, NAME` and `NAME, the manager`: one is a name, the other a role."""
    head, right = token.head, strip_article(text_of(noun_tokens(token)))
    left = strip_article(text_of(noun_tokens(head)))
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
            yield claim_of(Actor(left, EntityKind.PERSON), plain, sentence, "role", right)


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


def _misread(doc: Doc, sentence: Sentence, memory: Memory) -> Iterator[RawClaim]:
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
    if who.split()[0].lower() in IMPERATIVES:
        return
    if not is_name(who, sentence.known) or not 1 <= len(rest.split()) <= 8 or sentence.negated:
        return
    actor = Actor(memory.whole_name(who), kind_of(who))
    prep = re.match(r"^(to|for|at|in|with|from|on|by)\s(.+)$", rest)
    relation, object_ = (
        (f"{match['verb']} {prep[1]}", strip_article(prep[2])) if prep else (match["verb"], rest)
    )
    if is_good_object(object_) and (says_something(object_) or is_name(object_, sentence.known)):
        plain = Verb(doc[0], Modality.ASSERTED, False, None, None, frozenset())
        yield claim_of(actor, plain, sentence, relation, object_)
        memory.note(actor)
