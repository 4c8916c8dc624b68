"""What a verb says of its subject: by its object, by what stands behind a preposition, by a day, alone."""

from collections.abc import Iterator

from spacy.tokens import Token

from ingest.extract.local.actors import Actor
from ingest.extract.local.complements import claim_of
from ingest.extract.local.lexicon import COLOURS, HEDGES, STATES
from ingest.extract.local.names import is_calendar_word, is_name
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
from ingest.extract.local.verbs import Verb, date_behind, verb_words
from ingest.words import word_set
from kg.model.claim import RawClaim
from kg.model.kinds import Modality

_SKIPPED = frozenset(
    {"as", "between", "if", "like", "than", "because", "while", "after", "before", "when", "though", "unless"}
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


def action_claims(actor: Actor, verb: Verb, sentence: Sentence) -> Iterator[RawClaim]:
    """What a verb other than `be` says: with its object, its prepositions, or alone."""
    token = verb.token
    if (
        token.lemma_.lower() in HEDGES | {"say", "mean", "feel"}
        or (token.lemma_.lower() in _CONTACTS and not verb.passive)
        or not token.is_alpha
        or token.text[0].isupper()
    ):
        return
    if token.tag_ == "VBG" and not any(child.lemma_ == "be" for child in token.children):
        return
    wished = next(
        (child for child in token.children if child.dep_ in ("xcomp", "ccomp") and child.pos_ == "VERB"), None
    )
    if wished is not None and token.lemma_ in _ASKING and any(c.lower_ == "to" for c in wished.children):
        yield from _asked_to(actor, verb, wished, sentence)
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


_CONTACTS = frozenset({"call", "ring", "phone", "text"})
"""That somebody called says nothing of anybody."""
_ASKING = frozenset({"ask", "want", "wish", "request", "like", "prefer"})


def _asked_to(actor: Actor, verb: Verb, wished: Token, sentence: Sentence) -> Iterator[RawClaim]:
    """`asked us to confirm by 15 September`: the wish and what it is about."""
    whom = next((child.lower_ for child in verb.token.children if child.lower_ in ("us", "me")), "")
    whom = whom or next(
        (child.lower_ for child in wished.children if child.lower_ in ("us", "me") and child.i < wished.i), ""
    )
    relation = " ".join(filter(None, ("asked", whom, "to", wished.lemma_.lower())))
    thing = next((child for child in wished.children if child.dep_ == "dobj" and child.pos_ != "PRON"), None)
    days = [child for child in wished.children if child.dep_ == "prep" and date_behind(child, sentence)]
    if thing is not None and is_good_object(text := phrase(thing)):
        yield claim_of(actor, verb, sentence, relation, _dated(text, days, sentence, verb))
    elif days:
        yield claim_of(
            actor, verb, sentence, f"{relation} {days[0].lower_}", date_behind(days[0], sentence) or ""
        )


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
    if verb.modality is Modality.REQUESTED and not single:
        return True
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
            worth = _is_worth_behind(prep, verb, text, target, actor) or _is_place(target, text, sentence)
            if not is_good_object(text) or not worth:
                continue
            said = True
            text, agent = _without_agent(text) if verb.passive else (text, None)
            if agent is not None:
                yield claim_of(
                    actor, verb, sentence, f"{actor.attribute} {verb_words(verb)} by".strip(), agent
                )
            text = _dated(text, days, sentence, verb)
            happened = verb.past and verb.modality is not Modality.REQUESTED
            yield claim_of(
                actor, verb, sentence, _relation(actor, verb, prep), text, when if happened else None
            )
    if said and (verb.past or verb.modality is Modality.REQUESTED):
        return
    for prep in days[:1]:
        day = next((each for each in prep.children if each.dep_ == "pobj"), None)
        if (
            day is not None
            and verb.token.lemma_ not in ("become", "get", "have", "do", "make")
            and verb.modality is not Modality.REQUESTED
        ):
            yield claim_of(actor, verb, sentence, _relation(actor, verb, prep), phrase(day))


def _without_agent(text: str) -> tuple[str, str | None]:
    """`4,800 GBP by Kernow Spars` behind a passive: who did it stands by itself."""
    head, mark, agent = text.rpartition(" by ")
    return (head, agent) if mark and is_name(agent) else (text, None)


def _relation(actor: Actor, verb: Verb, prep: Token) -> str:
    return f"{actor.attribute} {verb_words(verb)} {prep.lower_}".strip()


def _is_worth_behind(prep: Token, verb: Verb, text: str, target: Token, actor: Actor) -> bool:
    if prep.dep_ == "agent":
        return named(text) or (len(text.split()) >= 2 and not is_calendar_word(text.split()[-1]))
    if says_something(text) or named(text):
        return True
    if not actor.definite and verb.token.lemma_ in _PLACED and len(text.split()) >= 2:
        return True
    if actor.definite or is_weak(verb.token) or prep.lower_ in _LOOSE_PREPOSITIONS:
        return False
    return len(text.split()) >= 2 or not any(child.dep_ in ("det", "poss") for child in target.children)


def _is_place(target: Token, text: str, sentence: Sentence) -> bool:
    """A single capitalised word in mid-sentence that the tagger takes for a name: `based in Bergen`."""
    return not sentence.manual and target.tag_ == "NNP" and text == target.text and text in sentence.known


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
    "trip fail crash stall break burst overheat leak stop start resign retire die arrive leave quit "
    "close reopen move collapse expire lapse return land depart sink flood freeze restart reboot"
)


def _happened(actor: Actor, verb: Verb, sentence: Sentence) -> Iterator[RawClaim]:
    """A log says that something happened to a thing: `oven 2 tripped again`."""
    if verb.token.lemma_ in _HAPPENINGS:
        how = [
            child.lower_ for child in verb.token.children if child.dep_ == "advmod" and child.i > verb.token.i
        ]
        yield claim_of(actor, verb, sentence, "status", " ".join([verb.token.lower_, *how[:1]]))
