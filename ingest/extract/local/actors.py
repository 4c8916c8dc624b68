"""Who a clause is about: a name, an owner and its attribute, a pronoun's antecedent, the section's topic."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from spacy.tokens import Token

from ingest.extract.local.commonness import is_common, is_everyday
from ingest.extract.local.lexicon import (
    ATTRIBUTES,
    COLOURS,
    FIRST_TITLES,
    HEADING_WORDS,
    IMPERATIVES,
    ROLES,
)
from ingest.extract.local.names import NAME, is_calendar_word, is_code, is_name, kind_of, proper_words
from ingest.extract.local.phrases import noun_tokens, strip_article, text_of
from ingest.extract.local.sentences import Sentence
from ingest.extract.local.subject import Topic
from ingest.subjects import refuse_subject
from ingest.words import word_set
from kg.model.kinds import EntityKind

_OWNED = ATTRIBUTES | ROLES
_POINTING = frozenset(
    {"this", "that", "these", "those", "any", "each", "every", "no", "some", "another", "such"}
)
_PERSONAL = frozenset({"he", "she", "his", "her", "him"})
_WRITERS = frozenset({"we", "our", "us"})
_THINGS = frozenset({"it", "its", "they", "their", "them"})


@dataclass(frozen=True, slots=True)
class Actor:
    """The subject of a statement. `attribute` is what of it is meant (`lease` in "his lease ends …"): it
    goes into the relation."""

    name: str
    kind: EntityKind
    attribute: str = ""
    bare: bool = False
    """Named by a bare noun at the start of a line: only what names or measures is said of it."""
    definite: bool = False
    """A thing named by a common noun: only concrete values are said of it."""


@dataclass(slots=True)
class Memory:
    """What pronouns and short names may mean: the last subject and every person of the paragraph, and the
    full names of the segment."""

    scope: int = -1
    last: Actor | None = None
    last_thing: Actor | None = None
    people: list[str] = field(default_factory=list)
    full: dict[str, set[str]] = field(default_factory=dict)

    def meet_all(self, people: Iterable[str]) -> None:
        """Learns full names that the text around says, of nobody in particular."""
        for name in people:
            words = name.split()
            for short in {words[0], words[-1]} - {name}:
                self.full.setdefault(short, set()).add(name)

    def enter(self, sentence: Sentence) -> None:
        """Forgets at the border of a paragraph; meets the people that the sentence names in full."""
        if sentence.scope != self.scope:
            self.scope, self.last, self.last_thing, self.people = sentence.scope, None, None, []
        for match in _FULL_NAME.finditer(sentence.text):
            name = match[0]
            if re.search(r"\b(?:from|at|of|in)\s$", sentence.text[: match.start()]):
                continue
            if is_name(name) and kind_of(name) is EntityKind.PERSON:
                self._meet(name)

    def _meet(self, name: str) -> None:
        opening = name.split()[0].lower()
        if opening in IMPERATIVES or (opening.endswith("ing") and is_common(opening)):
            return
        if name not in self.people:
            self.people.append(name)
        words = name.split()
        for short in {words[0], words[-1]} - {name}:
            self.full.setdefault(short, set()).add(name)

    def note(self, actor: Actor) -> None:
        """Remembers who was spoken of."""
        if actor.definite:
            return
        plain = Actor(actor.name, actor.kind)
        self.last = plain
        if actor.kind is not EntityKind.PERSON:
            self.last_thing = plain

    def whole_name(self, name: str) -> str:
        """The one full name a first or last name is short for; the name itself when there is none or several."""
        names = self.full.get(name, set())
        return next(iter(names)) if len(names) == 1 else name


_FULL_NAME = re.compile(
    r"[A-ZÀ-ÞİŠŽ][\w’'-]+(?:\s(?:van|von|der|de|da|del|la|[A-Z]\.))*\s[A-ZÀ-ÞİŠŽ][\w’'-]+"
)


def actor_of(head: Token, sentence: Sentence, memory: Memory) -> Actor | None:
    """Who or what the noun or pronoun `head` stands for; None when it cannot be said for certain."""
    if head.lower_ in ("who", "which") and head.head.dep_ == "relcl":
        return actor_of(head.head.head, sentence, memory) if _follows_comma(head) else None
    if head.pos_ == "PRON" or head.lower_ in _PERSONAL | _THINGS | _WRITERS:
        return antecedent(head.lower_, sentence, memory)
    if head.text.islower() and any(child.lower_ in _POINTING for child in head.children):
        return None
    tokens = noun_tokens(head)
    owner = next((child for child in head.children if child.dep_ == "poss"), None)
    if owner is not None:
        return _owned(owner, head, tokens, sentence, memory)
    whole = _with_ampersand(strip_article(text_of(tokens)), head, sentence)
    of = _owner_behind(head)
    if of is not None and not proper_words(whole):
        name = strip_article(text_of(noun_tokens(of)))
        return (
            Actor(name, kind_of(name), _plain_attribute(whole)) if _is_entity(name, sentence.known) else None
        )
    if (_is_entity(whole, sentence.known) or _is_tagged(head, whole)) and _is_one(
        head, whole, tokens, sentence
    ):
        return _named(memory.whole_name(whole), head, tokens)
    return _definite(head, whole, sentence)


def _is_tagged(head: Token, whole: str) -> bool:
    """A word that the tagger takes for a proper noun, when it is no everyday one: `Alto`."""
    plain = whole.isalpha() and whole[:1].isupper() and head.tag_ == "NNP" and not is_calendar_word(whole)
    return (
        plain
        and whole.lower() not in HEADING_WORDS
        and not is_everyday(whole)
        and refuse_subject(whole) is None
    )


def _is_one(head: Token, whole: str, tokens: list[Token], sentence: Sentence) -> bool:
    """One thing, not a class of things (`JavaScript templates`), an order (`Press Deploy`) or a word that has
    its capital from the start of the sentence."""
    first = tokens[0]
    if _CLASS.match(tokens[-1].text) or _PERIOD.match(whole):
        return False
    if len(tokens) == 1 and whole.lower() in sentence.ordinary and not sentence.elided:
        return False
    if head.text.islower() and head.tag_ == "NNS" and not re.search(r"\d", whole):
        return False
    if first.i == 0 and first.tag_ == "NNS" and len(tokens) == 1 and not is_code(whole):
        return False
    if first.i > 0 or sentence.elided or whole in sentence.known:
        return True
    if first.lower_ in IMPERATIVES and len(tokens) > 1:
        return False
    return len(tokens) > 1 or bool(proper_words(whole)) or (head.pos_ == "PROPN" and not is_everyday(whole))


_DATED = re.compile(
    r"(?i)^(?:\d[\d.,/-]*\s|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|january|february"
    r"|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday)\b)"
)
"""`600 A3 printer`, `Thu Winter Oaks`: a count or a day was taken for a part of the name."""
_CLASS = re.compile(r"^[A-Z]{2,5}s$")
"""`TAs`, `RFCs`: a class by its short form."""
_PERIOD = re.compile(
    r"^(?:Week|Day|Month|Quarter|Year|Step|Phase|Stage|Level|Tier|Class|Option|Example) \d+$"
)
_NUMBERED = re.compile(r"^(?:[a-z]+ )?(?P<noun>[a-z]{3,}) \d{1,3}[A-Za-z]?$")
"""`oven 2`, `dock 5`: one thing among its like."""
_COUNTED = word_set(
    "page week day step chapter version figure item line phase stage level year quarter part section "
    "question task point note about around over under least most nearly only some and the all top "
    "tier rule option round grade"
)


def _with_ampersand(whole: str, head: Token, sentence: Sentence) -> str:
    """`Cask & Stave Cooperage` whole: the parser sees two names."""
    if "&" not in sentence.text:
        return whole
    at = head.idx
    for match in _AMPERSAND.finditer(sentence.text):
        if match.start() <= at < match.end():
            return match[0]
    return whole


_AMPERSAND = re.compile(rf"(?:{NAME}) & (?:{NAME})")


def _follows_comma(token: Token) -> bool:
    return token.i > 0 and token.doc[token.i - 1].text == ","


def _is_entity(text: str, known: frozenset[str] = frozenset()) -> bool:
    if _DATED.match(text):
        return False
    named = is_name(text, known) or bool(proper_words(text)) or any(word in known for word in text.split())
    if not named and (numbered := _NUMBERED.match(text)):
        return numbered["noun"].lower() not in _COUNTED and not is_calendar_word(numbered["noun"])
    return named and refuse_subject(text) is None and len(text.split()) <= 7


def _named(whole: str, head: Token, tokens: list[Token]) -> Actor:
    """`Northwind contract` is the contract of Northwind; `Pilar greenhouse project` is a thing of its own."""
    words = whole.split()
    if is_code(words[-1]) and re.search(r"\d", words[-1]) and all(word.islower() for word in words[:-1]):
        return Actor(words[-1], kind_of(words[-1]))
    holder = _ROLE_HOLDER.match(whole)
    if holder and holder["role"].split()[-1] in ROLES and is_name(holder["name"]):
        return Actor(holder["name"], EntityKind.PERSON)
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
    if owner.pos_ == "PRON" or owner.lower_ in _PERSONAL | _THINGS | _WRITERS:
        who = antecedent(owner.lower_, sentence, memory)
    else:
        name = strip_article(text_of(noun_tokens(owner)))
        who = Actor(memory.whole_name(name), kind_of(name)) if _is_entity(name, sentence.known) else None
    if who is None or not attribute or who.attribute:
        return None
    beside = next(
        (
            child
            for child in head.children
            if child.dep_ == "appos" and head.i < child.left_edge.i == head.i + 1
        ),
        None,
    )
    if beside is not None and beside.head.lower_ in ROLES and is_name(text_of(noun_tokens(beside))):
        return Actor(text_of(noun_tokens(beside)), EntityKind.PERSON)
    holder = _ROLE_HOLDER.match(text_of(token for token in tokens if token.i not in inside))
    if holder and holder["role"].split()[-1].lower() in ROLES and is_name(holder["name"]):
        return Actor(holder["name"], EntityKind.PERSON)
    plain = _plain_attribute(attribute)
    return Actor(who.name, who.kind, plain) if len(plain.split()) <= 3 else None


_ROLE_HOLDER = re.compile(r"^(?P<role>[a-z][a-z -]*[a-z]) (?P<name>[A-ZÀ-Þ].*)$")
"""`technician Selin Aksoy` behind `our`: the person; the role is a pattern's."""


def _plain_attribute(text: str) -> str:
    """`new contact` is the contact; `old` and `former` stay: they are another."""
    return re.sub(r"^(?:new|current|present|own)\s(?=\S)", "", text.lower())


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
            return Actor(memory.people[0], EntityKind.PERSON)
        return memory.last if memory.last is not None and memory.last.kind is EntityKind.PERSON else None
    if word in _WRITERS and sentence.firm is not None:
        return Actor(sentence.firm.name, sentence.firm.kind)
    if word in _THINGS:
        if memory.last_thing is not None:
            return memory.last_thing
        topic = sentence.topic
        vague = word == "it" and re.search(r"(?i)\bit(?:['’]s| is| was)\b.*\b(?:to|that)\b", sentence.text)
        if topic is not None and topic.strong and topic.kind is not EntityKind.PERSON and not vague:
            return Actor(topic.name, topic.kind)
    return None


def _definite(head: Token, whole: str, sentence: Sentence) -> Actor | None:
    """`the boiler` under a heading that names a house is that house's; elsewhere a thing of its own, of which
    only what can be seen or measured is said."""
    topic = sentence.topic if sentence.topic is not None and sentence.topic.strong else None
    if sentence.manual or head.pos_ != "NOUN" or refuse_subject(whole) or not _is_pointed(head, topic):
        return None
    inner = next((child for child in head.children if child.dep_ == "prep"), None)
    if inner is not None:
        return _placed(inner, whole, topic)
    if len(whole.split()) > 3:
        return None
    if topic is not None:
        bare = not any(child.dep_ in ("det", "poss") for child in head.children)
        return Actor(topic.name, topic.kind, _plain_attribute(whole), bare)
    if whole.lower() not in COLOURS and head.lower_ not in ROLES | ATTRIBUTES and head.tag_ != "NNS":
        return Actor(whole, kind_of(whole), definite=True)
    return None


def _is_pointed(head: Token, topic: Topic | None) -> bool:
    """`the boiler`, and in shorthand under a thing's name also a bare noun that opens the sentence."""
    if any(child.tag_ in ("JJS", "RBS") or child.lower_ in ("my", "your") for child in head.children):
        return False
    article = next((child.lower_ for child in head.children if child.dep_ in ("det", "poss")), "")
    if article == "the":
        return head.tag_ != "NNS" or topic is not None
    first = noun_tokens(head)[0]
    if article or topic is None or first.i > 0 or first.lower_ in IMPERATIVES:
        return False
    return head.tag_ != "NNS" or head.head.lemma_ in (
        "come",
        "go",
        "be",
        "have",
        "cost",
        "end",
        "start",
        "run",
    )


def _placed(inner: Token, whole: str, topic: Topic | None) -> Actor | None:
    """`the rollout in Innsbruck` of a project."""
    target = next((each for each in inner.children if each.dep_ == "pobj"), None)
    if (
        topic is None
        or target is None
        or not proper_words(target.text)
        or inner.lower_ not in ("in", "at", "for")
    ):
        return None
    words = f"{_plain_attribute(whole)} {inner.lower_} {text_of(noun_tokens(target))}"
    return Actor(topic.name, topic.kind, words) if len(words.split()) <= 4 else None
