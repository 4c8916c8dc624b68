"""Who a clause is about: a name, an owner and its attribute, a pronoun's antecedent, the section's topic."""

from dataclasses import dataclass, field

from spacy.tokens import Token

from ingest.extract.local.lexicon import ATTRIBUTES, COLOURS, FIRST_TITLES, ROLES
from ingest.extract.local.names import is_name, kind_of, proper_words
from ingest.extract.local.phrases import noun_tokens, strip_article, text_of
from ingest.extract.local.sentences import Sentence
from ingest.subjects import refuse_subject
from kg.model.kinds import EntityKind

_OWNED = ATTRIBUTES | ROLES
_PERSONAL = frozenset({"he", "she", "his", "her", "him"})
_THINGS = frozenset({"it", "its", "they", "their", "them"})


@dataclass(frozen=True, slots=True)
class Actor:
    """The subject of a statement. `attribute` is what of it is meant (`lease` in "his lease ends …"): it
    goes into the relation."""

    name: str
    kind: EntityKind
    attribute: str = ""
    definite: bool = False
    """A thing named by a common noun: only concrete values are said of it."""


@dataclass(slots=True)
class Memory:
    """What pronouns may mean, within one paragraph: the last subject and every name so far."""

    scope: int = -1
    last: Actor | None = None
    people: list[Actor] = field(default_factory=list)

    def enter(self, scope: int) -> None:
        """Forgets at the border of a paragraph."""
        if scope != self.scope:
            self.scope, self.last, self.people = scope, None, []

    def note(self, actor: Actor) -> None:
        """Remembers who was spoken of."""
        plain = Actor(actor.name, actor.kind)
        if actor.kind is EntityKind.PERSON and plain not in self.people:
            self.people.append(plain)
        if not actor.definite:
            self.last = plain


def actor_of(head: Token, sentence: Sentence, memory: Memory) -> Actor | None:
    """Who or what the noun or pronoun `head` stands for; None when it cannot be said for certain."""
    if head.pos_ == "PRON" or head.lower_ in _PERSONAL | _THINGS:
        return antecedent(head.lower_, sentence, memory)
    tokens = noun_tokens(head)
    owner = next((child for child in head.children if child.dep_ == "poss"), None)
    if owner is not None:
        return _owned(owner, head, tokens, sentence, memory)
    whole = strip_article(text_of(tokens))
    of = _owner_behind(head)
    if of is not None and not proper_words(whole):
        name = strip_article(text_of(noun_tokens(of)))
        return Actor(name, kind_of(name), whole.lower()) if _is_entity(name) else None
    if _is_entity(whole) and head.pos_ in ("PROPN", "NOUN", "NUM", "X", "ADJ", "VERB", "ADP"):
        return _named(whole, head, tokens)
    return _definite(head, whole, sentence)


def _is_entity(text: str) -> bool:
    return (
        (is_name(text) or bool(proper_words(text)))
        and refuse_subject(text) is None
        and len(text.split()) <= 7
    )


def _named(whole: str, head: Token, tokens: list[Token]) -> Actor:
    """`Northwind contract` is the contract of Northwind; `Pilar greenhouse project` is a thing of its own."""
    words = whole.split()
    if len(words) >= 2 and words[-1].lower() in ATTRIBUTES and words[-1].islower():
        name = " ".join(words[:-1])
        if is_name(name):
            return Actor(name, kind_of(name), words[-1])
    title = head.doc[tokens[0].i - 1].text if tokens[0].i > 0 else ""
    if title.strip(".") in FIRST_TITLES:
        whole = f"{title} {whole}"
    return Actor(whole, kind_of(whole))


def _owned(
    owner: Token, head: Token, tokens: list[Token], sentence: Sentence, memory: Memory
) -> Actor | None:
    inside = {token.i for token in owner.subtree}
    attribute = text_of(token for token in tokens if token.i not in inside).lower()
    if owner.pos_ == "PRON" or owner.lower_ in _PERSONAL | _THINGS:
        who = antecedent(owner.lower_, sentence, memory)
    else:
        name = strip_article(text_of(noun_tokens(owner)))
        who = Actor(name, kind_of(name)) if _is_entity(name) else None
    if who is None or not attribute or who.attribute:
        return None
    return Actor(who.name, who.kind, attribute)


def _owner_behind(head: Token) -> Token | None:
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ in ("of", "for", "at", "in"):
            target = next((each for each in child.children if each.dep_ == "pobj"), None)
            if target is not None and (child.lower_ == "of" or head.lower_ in _OWNED):
                return target
    return None


def antecedent(word: str, sentence: Sentence, memory: Memory) -> Actor | None:
    """What a pronoun means: for he and she the only person so far, for it and they the last subject that is
    no person, else the section's own topic. Two candidates mean nothing."""
    if word in _PERSONAL:
        if len(memory.people) == 1:
            return memory.people[0]
        return memory.last if memory.last is not None and memory.last.kind is EntityKind.PERSON else None
    if word in _THINGS:
        if memory.last is not None and memory.last.kind is not EntityKind.PERSON:
            return memory.last
        topic = sentence.topic
        if memory.last is None and topic is not None and topic.strong:
            return Actor(topic.name, topic.kind)
    return None


def _definite(head: Token, whole: str, sentence: Sentence) -> Actor | None:
    """`the boiler` under a heading that names a house is that house's; elsewhere a thing of its own, of which
    only what can be seen or measured is said."""
    article = next((child.lower_ for child in head.children if child.dep_ == "det"), "")
    if article not in ("the", "our") or head.pos_ != "NOUN" or head.tag_ == "NNS" or refuse_subject(whole):
        return None
    topic = sentence.topic
    if topic is not None and topic.strong and len(whole.split()) <= 3:
        return Actor(topic.name, topic.kind, whole.lower())
    if len(whole.split()) <= 3 and whole.lower() not in COLOURS:
        return Actor(whole, kind_of(whole), definite=True)
    return None
