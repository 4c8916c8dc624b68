"""A segment read by structure: the facts its layout gives, and the sentences that are left for the parser."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ingest.extract.local.blocks import Block, Line, blocks
from ingest.extract.local.fields import (
    Pair,
    is_known,
    is_meta,
    is_naming,
    is_role,
    pair_claims,
    pairs_on_line,
    read_bare,
    read_pair,
    read_since,
)
from ingest.extract.local.foreign import foreign_claims
from ingest.extract.local.found import Place, found
from ingest.extract.local.lists import card_claims, is_address, is_closing, read_card, signature_claims
from ingest.extract.local.names import NAME, is_code, is_name, kind_of, names_met, proper_words
from ingest.extract.local.patterns import NEW_ROLE, pattern_claims, settles
from ingest.extract.local.plain import Plain, plain
from ingest.extract.local.sentences import Sentence, is_english, is_manual, prepare, split, worth_reading
from ingest.extract.local.subject import Topic, section_topic, topic_of
from ingest.extract.local.tables import table_claims
from kg.model.claim import RawClaim
from kg.model.document import Segment
from kg.model.kinds import EntityKind

MAX_WRAPPED = 60
"""A text line longer than this that ends no sentence runs on in the next one."""

_FROM_NAME = re.compile(rf"^(?P<what>[^:]{{3,40}}?)\s(?:from|for|by|at|of)\s(?P<who>{NAME})$")
_VERBAL_ING = r"(?!bring|thing|spring|string|during|king|ring|evening|morning|meeting)[a-z]{3,}ing"
_REDUCED = re.compile(
    r"^(?P<what>[^,.:;]{2,50}?)\s(?P<verb>\w+ed|built|bought|sold|sent|paid|made|taken|given|let|done"
    r"|broken|stolen|found|lost)"
    r"\s(?P<rest>(?:by|with|to|from|for|at|in|on|until|due|again)\b.*)$"
)
_FRAGMENT = re.compile(
    r"^(?P<what>[^,.:;]{2,40}?)\s(?P<rest>(?:back in|out of|still in|under)\s(?:service|order|use|repair|operation|stock)\b.*"
    rf"|{_VERBAL_ING}\b(?:\s(?:again|since|at|in|near|on|from)\b.*)?)$"
)
_SENDER = re.compile(r"^From:\s*\"?(?P<name>[^<>\"@]{3,50}?)\"?\s*<(?P<mail>[\w.+-]+@[\w.-]+)>")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|be|been|can|could|would|does|do|did|must|should|may|might)\b"
)


@dataclass(slots=True)
class Reading:
    """What the structure of a segment gives."""

    claims: list[RawClaim] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    scope: int = 0


def read(segment: Segment) -> Reading:
    """Reads a segment by structure."""
    reading = Reading()
    found_blocks = blocks(segment)
    reader = _Reader(segment, reading)
    reader.firm = _writers_firm(found_blocks)
    for position, block in enumerate(found_blocks):
        reader.take(block, found_blocks[position + 1 :])
    return reading


def _writers_firm(found_blocks: Sequence[Block]) -> Topic | None:
    """The firm under a mail's closing: what `we` and `our` mean above it."""
    lines = [line.text for block in found_blocks if not block.quoted for line in block.lines]
    closing = next((i for i, line in enumerate(lines) if is_closing(line)), None)
    if closing is None:
        return None
    signed = signature_claims(lines[closing + 1 : closing + 8], Place(0, 1))
    firm = next((claim.object for claim in signed if claim.relation == "works at"), None)
    return Topic(firm, EntityKind.ORGANIZATION, strong=True) if firm else None


class _Reader:
    """Walks the blocks; knows the topic of the section and of the stanza it is in."""

    def __init__(self, segment: Segment, reading: Reading) -> None:
        self.context = segment.context
        self.reading = reading
        self.heading: tuple[str, ...] | None = None
        self.topic: Topic | None = None
        self.named: Topic | None = None
        self.signing: list[str] | None = None
        self.card: Topic | None = None
        self.known = names_met(segment.text)
        self.named_rows: frozenset[str] = frozenset()
        self.firm: Topic | None = None
        self.manual = is_manual(segment.text)

    def take(self, block: Block, rest: Sequence[Block]) -> None:
        if block.heading != self.heading:
            self.heading, self.named, self.card = block.heading, None, None
            self.topic = section_topic(self.context, block.heading)
        self.reading.scope += 0 if block.kind == "item" else 1
        if block.kind == "table":
            rows = list(table_claims(block, self.about(), dict(self.context.fields).get("columns")))
            self.named_rows |= {claim.subject for claim in rows}
            self.reading.claims.extend(rows)
        elif block.kind in ("text", "field"):
            self._text(block)
        else:
            self.reading.scope += 1
            self._prose(block, block.lines, loose=True)

    def about(self) -> Topic | None:
        """The thing the next line is about."""
        return self.card or self.named or self.topic

    def _text(self, block: Block) -> None:
        self.card = None
        self._mail_header(block)
        lines = [plain(line.text, line.start) for line in block.lines]
        if self._signature(block, lines):
            return
        if _is_wrapped(block):
            self._prose(block, block.lines, loose=False)
            return
        start = 1 if self._opens_card(block, lines) else 0
        for line, text in zip(block.lines[start:], lines[start:], strict=True):
            self.reading.scope += 1
            self._line(block, (line,), text, loose=True)

    def _mail_header(self, block: Block) -> None:
        for line in block.lines:
            match = _SENDER.match(line.text)
            if match and is_name(match["name"].strip()):
                place = Place(line.start, line.end, block.said_at, block.speaker)
                name = match["name"].strip()
                self.reading.claims.append(
                    found(place, "field", name, "email", match["mail"], EntityKind.PERSON, "text")
                )

    def _signature(self, block: Block, lines: list[Plain]) -> bool:
        """A mail ends with a closing; what follows it is who wrote it."""
        closing = next((i for i, line in enumerate(lines) if is_closing(line.text)), None)
        if closing is not None or self.signing is not None:
            before = lines[: closing or 0] if closing is not None else []
            for line, text in zip(block.lines, before, strict=False):
                self._line(block, (line,), text, loose=True)
            after = lines[closing + 1 :] if closing is not None else lines
            self.signing = None if after else []
            if after:
                place = Place(after[0].span()[0], after[-1].span()[1], block.said_at, block.speaker)
                self.reading.claims.extend(signature_claims([line.text for line in after], place))
            return True
        return False

    def _opens_card(self, block: Block, lines: list[Plain]) -> bool:
        """A stanza whose first line is a bare name, with two or more lines of its own."""
        first = lines[0].text
        if len(lines) < 2 or not is_name(first) or read_pair(first) is not None or len(first.split()) > 6:
            return False
        told = sum(
            bool(pairs_on_line(t) or read_bare(t.text) or read_since(t.text) or is_address(t.text))
            for t in lines[1:]
        )
        if told < max(1, len(lines[1:]) // 2):
            return False
        topic = topic_of(first)
        self.card = Topic(first, kind_of(first), strong=True) if topic is None or not topic.strong else topic
        return True

    def _prose(self, block: Block, lines: Sequence[Line], loose: bool) -> None:
        raw = _joined(lines)
        self._line(block, lines, raw, loose)

    def _line(self, block: Block, lines: Sequence[Line], text: Plain, loose: bool) -> None:
        if not text.text:
            return
        place = Place(*text.span(), block.said_at, block.speaker)
        if (len(lines) == 1 or loose) and self._structured(block, text, place):
            return
        self._sentences(block, text, loose)

    def _structured(self, block: Block, text: Plain, place: Place) -> bool:
        """Reads a line as pairs, a card, an address; False when it is none of them."""
        pairs = [] if self._is_code(text) else pairs_on_line(text)
        if len(pairs) == 1 and not _is_key_like(pairs[0]):
            pairs = []
        if pairs:
            for pair in pairs:
                self._pair(pair, place)
            return not _wants_parse(pairs, text.text)
        about = self.about()
        bare = read_bare(text.text) or read_since(text.text)
        if bare is not None and about is not None and about.strong:
            self.reading.claims.extend(pair_claims(bare, about, place))
            return True
        if self.card is not None and is_address(text.text):
            self.reading.claims.append(
                found(place, "card", self.card.name, "address", text.text, self.card.kind, "text")
            )
            return True
        return self._card(text, place, block)

    @staticmethod
    def _is_code(text: Plain) -> bool:
        """A line that is mostly code, or whose key is."""
        inside = sum(end - start for start, end in text.code)
        return inside * 2 > len(text.text) or any(start < 3 for start, _ in text.code)

    def _pair(self, pair: Pair, place: Place) -> None:
        about = self.about()
        if is_naming(pair.key) and is_name(pair.value):
            if about is None or not about.strong:
                self.named = Topic(pair.value, kind_of(pair.value), strong=True)
                return
            if pair.value.lower() in about.name.lower() or about.name.lower() in pair.value.lower():
                return
        behind = _FROM_NAME.match(pair.key)
        if (
            behind
            and is_name(behind["who"])
            and not proper_words(behind["what"][:1] + behind["what"][1:].lower())
        ):
            topic = Topic(behind["who"], kind_of(behind["who"]), strong=True)
            self.reading.claims.extend(pair_claims(Pair(behind["what"].lower(), pair.value), topic, place))
        elif about is not None:
            self.reading.claims.extend(pair_claims(pair, about, place, self.manual))

    def _card(self, text: Plain, place: Place, block: Block) -> bool:
        card = read_card(text.text)
        if card is None or (
            card[2][:1].isupper() and not is_role(card[2].split(",")[0]) and not is_name(card[0])
        ):
            return False
        sentences = split(text)
        if len(sentences) > 1 or not _is_described(text.text, card):
            return False
        claims, clauses = card_claims(*card, place)
        self.reading.claims.extend(claims)
        for clause in clauses:
            if worth_reading(clause) and is_english(clause):
                made = prepare(Plain(clause, text.origin[:1] * len(clause)), place, self.about())
                self._add(replace(made, elided=True, loose=True))
        return bool(claims or clauses)

    def _sentences(self, block: Block, text: Plain, loose: bool) -> None:
        for part in split(text):
            place = Place(*part.span(), block.said_at, block.speaker)
            if not is_english(part.text):
                self.reading.claims.extend(foreign_claims(part.text, place))
            elif worth_reading(part.text):
                self._sentence(part, place, loose)

    def _sentence(self, part: Plain, place: Place, loose: bool) -> None:
        if loose:
            part = _completed(part)
        sentence = self._placed(replace(prepare(part, place, self.about()), loose=loose))
        claims = list(pattern_claims(sentence))
        self.reading.claims.extend(claims)
        if not settles(claims):
            self._add(sentence)

    def _add(self, sentence: Sentence) -> None:
        self.reading.sentences.append(self._placed(sentence))

    def _placed(self, sentence: Sentence) -> Sentence:
        return replace(
            sentence,
            scope=self.reading.scope,
            known=self.known | self.named_rows,
            firm=self.firm,
            manual=self.manual,
        )


def _is_described(text: str, card: tuple[str, str | None, str]) -> bool:
    """A card is a line of parts, not a sentence that happens to begin with a name and a comma."""
    name, _, rest = card
    dash = re.match(rf"^(?:[Tt]he\s)?{re.escape(name)}(?:\s\([^()]*\))?(?:\s+[–—-]\s+|\s?:\s)", text)
    return bool(dash) or (
        is_role(rest.split(",")[0]) and not _FINITE.search(rest) and kind_of(name) is EntityKind.PERSON
    )


def _is_key_like(pair: Pair) -> bool:
    """False when the key is itself a name: `Pavo Reinholt: apprentice` is a card, not a pair."""
    if len(pair.key.split()) == 1:
        return not is_code(pair.key)
    if _FROM_NAME.match(pair.key) or is_known(pair.key):
        return True
    return not is_name(pair.key) and not is_code(pair.key.split()[-1])


def _wants_parse(pairs: list[Pair], text: str) -> bool:
    """A label in front of a whole sentence (`Decision: we switch …`), or a new holder of a role."""
    labelled = len(pairs) == 1 and is_meta(pairs[0].key) and len(pairs[0].value.split()) >= 4
    return labelled or NEW_ROLE.match(text) is not None


def _is_wrapped(block: Block) -> bool:
    if len(block.lines) == 1:
        return False
    inner = block.lines[:-1]
    return sum(len(line.text) > MAX_WRAPPED for line in inner) * 2 >= len(inner)


def _joined(lines: Sequence[Line]) -> Plain:
    parts = [plain(line.text, line.start) for line in lines]
    text = ""
    origin: tuple[int, ...] = ()
    code: tuple[tuple[int, int], ...] = ()
    for part in parts:
        if text and part.text:
            text, origin = text + " ", (*origin, part.origin[0])
        code = (*code, *((a + len(text), b + len(text)) for a, b in part.code))
        text, origin = text + part.text, (*origin, *part.origin)
    return Plain(text, origin, code)


def _ends_in_name(text: str) -> bool:
    return bool(proper_words(text.split()[-1])) or is_name(text)


def _completed(part: Plain) -> Plain:
    """A log line's short form with the verb it leaves out: `belt B7 replaced by X` was replaced."""
    if _FINITE.search(part.text):
        return part
    reduced, fragment = _REDUCED.match(part.text), _FRAGMENT.match(part.text)
    match, verb = (reduced, " was") if reduced else (fragment, " is")
    if (
        match is None
        or not proper_words(match["what"])
        or (reduced and not re.match(r"(?:by|due)\b", reduced["rest"]))
    ):
        return part
    at = match.end("what")
    text = part.text[:at] + verb + part.text[at:]
    return Plain(text, part.origin[:at] + (part.origin[at - 1],) * len(verb) + part.origin[at:])
