"""One line or paragraph read: as pairs, as a card, as an address, and what is left as sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ingest.extract.local.abroad import abroad_claims
from ingest.extract.local.blocks import Block
from ingest.extract.local.commonness import is_common
from ingest.extract.local.fields import (
    Pair,
    is_known,
    is_meta,
    is_naming,
    pair_claims,
    pairs_on_line,
    read_bare,
    read_since,
)
from ingest.extract.local.foreign import foreign_claims
from ingest.extract.local.found import Place, found
from ingest.extract.local.lists import card_claims, is_address, is_described, read_card
from ingest.extract.local.measured import read_change, read_measured
from ingest.extract.local.names import CODE, NAME, is_calendar_word, is_code, is_name, kind_of, proper_words
from ingest.extract.local.parties import Contract
from ingest.extract.local.patterns import FOR_FIRM, NEW_ROLE, NEW_VALUE, pattern_claims, settles
from ingest.extract.local.plain import Plain
from ingest.extract.local.sentences import Sentence, is_english, prepare, split, worth_reading
from ingest.extract.local.shorthand import completed, is_state, uncapital
from ingest.extract.local.subject import Topic
from ingest.extract.local.tables import Remark
from ingest.extract.local.terms import term_claims
from ingest.subjects import refuse_subject
from ingest.words import word_set
from kg.model.claim import RawClaim

_DONE = re.compile(r"^[a-z]+(?:ed|t|n)\s(?:by|at|in|from|on|to|until|for|with)\s")
_SPEECH = re.compile(
    rf"^(?P<who>{NAME}):\s(?P<what>(?:[Tt]he|[Aa]n?|[Ww]e|I|[Tt]hey|[Hh]e|[Ss]he|[Ii]t|[Oo]ur|[Mm]y|[Tt]here"
    rf"|[Tt]his|[Nn]obody)\s"
    rf".*|{NAME}\s(?:is|are|was|were|has|have|had|will|wants?|does|did|needs?|can)\s.*)$"
)
"""Who says what follows."""
_NOTED = re.compile(r"^(?P<who>[A-ZÀ-Þ][a-zà-ÿ]{2,}):\s(?P<what>[a-z]\S*\s.*)$")
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|will|wants?|does|did|needs?|comes?|goes|gets)\b")
_LEADER = re.compile(r"^(?P<key>[^\W_][^.]{2,60}(?:\.\s?[^.\s][^.]{0,40})?)\s?(?:\.\s?){4,}(?P<value>\S.*)$")
_CONCERNING = re.compile(
    r"^(?:Concerning|Regarding|Subject|Betreff|Betr\.|Betrifft|Objet|Asunto|Concerne|Topic|Thema)\s?:?\s"
    r"(?:the\s|die\s|das\s|den\s)?(?P<what>\S+(?:\s\S+){0,5})$"
)
_FROM_NAME = re.compile(rf"^(?P<what>[^:]{{3,40}}?)\s(?:from|for|by|at|of)\s(?P<who>{NAME})$")


@dataclass(slots=True)
class Reading:
    """What the structure of a segment gives."""

    claims: list[RawClaim] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    scope: int = 0
    contract: Contract | None = None
    foreign: bool = False
    """Written in another language than English as a whole."""
    people: tuple[str, ...] = ()
    """Full names in the head of a mail, or of attendees: whom a first name means."""


@dataclass(slots=True)
class Lines:
    """Reads lines; knows what they are about."""

    reading: Reading
    known: frozenset[str]
    manual: bool
    ordinary: frozenset[str] = frozenset()
    firm: Topic | None = None
    topic: Topic | None = None
    """Of the section."""
    named: Topic | None = None
    """Named by a line of the section: `Client: X`."""
    named_by: str | None = None
    """The key of that line: where it comes again, another thing begins."""
    card: Topic | None = None
    """Named by the first line of a stanza."""

    def about(self) -> Topic | None:
        """The thing the next line is about."""
        return self.card or self.named or self.topic

    def read(self, block: Block, text: Plain, single: bool, loose: bool) -> None:
        """Reads one line (`single`) or paragraph; a `loose` one may leave out verbs and subjects."""
        if not text.text:
            return
        text = self._spoken(text)
        about = _CONCERNING.match(text.text)
        if about and single and proper_words(about["what"]):
            name = about["what"].strip(" .")
            self.named = Topic(name, kind_of(name), strong=True)
            return
        place = Place(*text.span(), block.said_at, block.speaker)
        if (single or loose) and self._structured(block, text, place):
            return
        self.sentences(block, text, loose)

    def _spoken(self, text: Plain) -> Plain:
        """The text without the name of who says it."""
        spoken = _SPEECH.match(text.text)
        if spoken and (is_name(spoken["who"], self.known) or spoken["who"] in self.known):
            return text.cut(spoken.start("what"), len(text.text))
        noted = _NOTED.match(text.text)
        if noted and self._is_speaker(noted["who"], noted["what"]):
            return text.cut(noted.start("what"), len(text.text))
        return text

    def _is_speaker(self, who: str, what: str) -> bool:
        """A first name before a sentence with a subject of its own: `Greg: order for the press is signed`."""
        about = self.about()
        if (
            (about is not None and who in about.name.split())
            or is_code(who)
            or is_known(who)
            or is_naming(who)
        ):
            return False
        return not is_common(who) and bool(_FINITE.search(what)) and not _FINITE.match(what)

    def _structured(self, block: Block, text: Plain, place: Place) -> bool:
        """Reads a line as pairs, a card, an address; False when it is none of them, or has more to say."""
        if FOR_FIRM.match(text.text) or NEW_VALUE.match(text.text):
            return False
        leader = _LEADER.match(text.text)
        if leader is not None:
            return self._led(leader, place)
        pairs = [] if _is_code(text) else pairs_on_line(text)
        if len(pairs) == 1 and not self._is_key(pairs[0]):
            pairs = []
        if pairs:
            return self._pairs(block, text, pairs, place)
        if self._bare(text.text, place):
            return True
        if self.card is not None and is_address(text.text):
            claim = found(place, "card", self.card.name, "address", text.text, self.card.kind, "text")
            self.reading.claims.append(claim)
            return True
        return self._card(block, text, place)

    def _led(self, leader: re.Match[str], place: Place) -> bool:
        """`Shaft ST-438 ........ $67.00 each`: what it costs, or under a name what that has."""
        key, value = leader["key"].split(",")[0].strip(), leader["value"].strip()
        code = re.search(rf"{CODE}(?:\s[Rr]ev\.?\s\w+)?", key)
        about = self.about()
        if code is not None or (is_name(key) and about is None):
            name = code[0] if code else key
            relation = "price" if re.search(r"[€$£]|EUR|USD|GBP|CHF", value) else "value"
            self.reading.claims.append(found(place, "field", name, relation, value, kind_of(name)))
        elif about is not None:
            self.reading.claims.extend(pair_claims(Pair(key.lower(), value), about, place, self.manual))
        return True

    def _pairs(self, block: Block, text: Plain, pairs: list[Pair], place: Place) -> bool:
        before = len(self.reading.claims)
        set_topic = [self._pair(pair, place) for pair in pairs]
        if len(self.reading.claims) > before or any(set_topic) or len(pairs) > 1:
            return NEW_ROLE.match(text.text) is None
        value = pairs[0].value
        if len(split(text)) > 1:
            self.sentences(block, text, loose=True)
            return True
        if _DONE.match(value) and self.about() is not None and not proper_words(uncapital(pairs[0].key)):
            made = f"The {pairs[0].key.lower()} was {value.split(', ')[0].strip(' .')}."
            self._sentence(Plain(made, text.origin[:1] * len(made)), place, loose=True)
            return True
        if len(value.split()) >= 4 and not NEW_ROLE.match(text.text):
            at = text.text.rfind(value)
            self.sentences(block, text.cut(at, len(text.text)), loose=True)
            return True
        return NEW_ROLE.match(text.text) is None

    def _bare(self, text: str, place: Place) -> bool:
        about = self.about()
        if about is None or not about.strong:
            return False
        plain_text = uncapital(text)
        bare = read_bare(plain_text) or read_since(plain_text) or read_change(plain_text)
        if bare is not None:
            self.reading.claims.extend(pair_claims(bare, about, place, self.manual))
            return True
        parts = re.split(r"[,;]\s", plain_text.rstrip(" ."))
        measured = [read_bare(part) or read_measured(part) for part in parts]
        found_pairs = [pair for pair in measured if pair is not None]
        if len(found_pairs) * 3 < len(parts) * 2 or (len(parts) == 1 and self.manual):
            return False
        for pair in found_pairs:
            self.reading.claims.extend(pair_claims(pair, about, place, self.manual))
        return True

    def _is_key(self, pair: Pair) -> bool:
        """False when the key is itself a name: `Pavo Reinholt: apprentice` is a card, not a pair."""
        if len(pair.key.split()) == 1:
            about = self.about()
            person = (
                bool(proper_words(pair.key)) and pair.value[:1].islower() and len(pair.value.split()) >= 2
            )
            return not is_code(pair.key) and not (person and (about is None or not about.strong))
        if _FROM_NAME.match(pair.key) or is_known(pair.key):
            return True
        return not is_name(pair.key) and not is_code(pair.key.split()[-1])

    def _pair(self, pair: Pair, place: Place) -> bool:
        """Reads one pair; True when it named what the next lines are about."""
        about = self.about()
        if is_naming(pair.key) and is_naming_value(pair.value):
            if about is None or not about.strong or self.named_by == pair.key:
                self.named_by = pair.key
                self.named = Topic(pair.value, kind_of(pair.value), strong=True)
                self.known |= {pair.value}
                return True
            if pair.value.lower() in about.name.lower() or about.name.lower() in pair.value.lower():
                return True
        behind = _FROM_NAME.match(pair.key)
        if behind and is_name(behind["who"]) and not proper_words(uncapital(behind["what"])):
            topic = Topic(behind["who"], kind_of(behind["who"]), strong=True)
            self.reading.claims.extend(pair_claims(Pair(behind["what"].lower(), pair.value), topic, place))
        elif about is not None:
            self.reading.claims.extend(pair_claims(pair, about, place, self.manual))
        return False

    def _card(self, block: Block, text: Plain, place: Place) -> bool:
        if self.reading.foreign and not is_english(text.text, foreign=True):
            return False
        parts = split(text)
        card = read_card(parts[0].text) if parts else None
        if card is None or not is_described(parts[0].text, card):
            return False
        claims, clauses = card_claims(*card, place, plain_words=not self.manual)
        self.reading.claims.extend(claims)
        for clause in clauses:
            if worth_reading(clause) and is_english(clause):
                made = prepare(Plain(clause, text.origin[:1] * len(clause)), place, self.about())
                self._add(replace(made, elided=True))
        if not claims and not clauses:
            return False
        self._rest_of_card(block, card[0], parts[1:])
        return True

    def remark(self, block: Block, remark: Remark) -> None:
        """Reads a cell of remarks as what is said behind the name of its row."""
        place = Place(remark.line.start, remark.line.end, block.said_at, block.speaker)
        if not is_english(remark.text) or not worth_reading(f"{remark.name} is {remark.text}"):
            return
        claims, clauses = card_claims(remark.name, None, remark.text, place, plain_words=False)
        self.reading.claims.extend(claims)
        for clause in clauses[:2]:
            if not re.search(r"\b(?:not|n't|never)\b", clause) and worth_reading(clause):
                whole = completed(
                    Plain(clause, tuple(range(place.start, place.start + 1)) * len(clause)), None
                )
                made = prepare(whole, place, self.about())
                self._add(replace(made, elided=True))

    def _rest_of_card(self, block: Block, name: str, parts: Sequence[Plain]) -> None:
        """The sentences behind a card's first are about its name."""
        outer, self.card = self.card, Topic(name, kind_of(name), strong=True)
        for part in parts:
            self.sentences(block, part, loose=True)
        self.card = outer

    def sentences(self, block: Block, text: Plain, loose: bool) -> None:
        """Reads running text sentence by sentence; patterns first, what they leave for the parser."""
        if self.reading.contract is not None:
            text = self.reading.contract.named(text)
        for part in map(self._spoken, split(text)):
            place = Place(*part.span(), block.said_at, block.speaker)
            if not is_english(part.text, self.reading.foreign):
                self.reading.claims.extend(foreign_claims(part.text, place))
                self.reading.claims.extend(abroad_claims(part.text, place, self.about()))
            elif self._short(part, place, loose):
                continue
            elif worth_reading(part.text) or (loose and is_state(part.text) and self._is_told()):
                self._sentence(part, place, loose)

    def _is_told(self) -> bool:
        about = self.about()
        return about is not None and about.strong

    def _short(self, part: Plain, place: Place, loose: bool) -> bool:
        """A sentence of a card that is a pair: `Length 11.2 m.`, `Engine: Beta 30.`"""
        about = self.about()
        if about is None or not about.strong or len(part.text.split()) > 16 or _is_code(part):
            return False
        pairs = pairs_on_line(part.cut(0, len(part.text.rstrip(" ."))))
        if (
            len(pairs) == 1
            and self._is_key(pairs[0])
            and not is_meta(pairs[0].key)
            and not is_naming(pairs[0].key)
        ):
            self.reading.claims.extend(pair_claims(pairs[0], about, place, self.manual))
            return True
        return self._bare(part.text.rstrip(" ."), place)

    def _sentence(self, part: Plain, place: Place, loose: bool) -> None:
        topic = self.about()
        whole = completed(part, topic) if loose or (topic is not None and topic.strong) else part
        elided = whole is not part and topic is not None and whole.text.startswith(topic.name)
        sentence = self._placed(replace(prepare(whole, place, topic), loose=loose, elided=elided))
        claims = list(pattern_claims(sentence))
        if self.reading.contract is not None:
            claims += term_claims(sentence)
        self.reading.claims.extend(claims)
        if not settles(claims):
            self.reading.sentences.append(sentence)

    def _add(self, sentence: Sentence) -> None:
        self.reading.sentences.append(self._placed(replace(sentence, loose=True)))

    def _placed(self, sentence: Sentence) -> Sentence:
        known = self.known | (
            {self.topic.name} if self.topic is not None and self.topic.strong else frozenset()
        )
        return replace(
            sentence,
            scope=self.reading.scope,
            known=known,
            firm=self.firm,
            manual=self.manual,
            ordinary=self.ordinary,
        )


_SMALL_FORMS = word_set(
    "ltd inc corp llc llp plc gmbh ag kg ohg ug sa s.a sas sarl srl bv b.v nv ab as oy ky aps co lda sl s.l sp.k e.v"
)
"""Legal forms as a card in small letters writes them."""


def is_naming_value(value: str) -> bool:
    """What a naming key names need be no rare word: `project: Orbital`."""
    words = value.split()
    if (
        1 < len(words) <= 6
        and value[0].isupper()
        and proper_words(" ".join(words[1:]))
        and refuse_subject(value) is None
    ):
        return True
    if is_name(value) or (words[-1].strip(".") in _SMALL_FORMS and 2 <= len(words) <= 6):
        return True
    capital = (
        1 <= len(words) <= 5 and value[0].isupper() and all(w[0].isupper() or len(w) <= 3 for w in words)
    )
    return capital and refuse_subject(value) is None and not is_calendar_word(words[0])


def _is_code(text: Plain) -> bool:
    """A line that is mostly code, or whose key is."""
    inside = sum(end - start for start, end in text.code)
    return inside * 2 > len(text.text) or any(start < 3 for start, _ in text.code)
