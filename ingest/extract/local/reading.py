"""A segment read by structure: the facts its layout gives, and the sentences that are left for the parser."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.extract.local.blocks import Block, Line, blocks
from ingest.extract.local.fields import pairs_on_line, read_bare, read_pair, read_since
from ingest.extract.local.found import Place, found
from ingest.extract.local.lexicon import NAMING_KEYS
from ingest.extract.local.lines import Lines, Reading, is_naming_value
from ingest.extract.local.lists import is_address, is_closing, read_card, signature_claims
from ingest.extract.local.logs import Log, read_log
from ingest.extract.local.names import is_name, kind_of, names_met, ordinary_here
from ingest.extract.local.parties import read_contract
from ingest.extract.local.plain import Plain, plain
from ingest.extract.local.sentences import is_english, is_manual
from ingest.extract.local.subject import Topic, section_topic, topic_of
from ingest.extract.local.tables import remarks, table_claims
from kg.model.document import Segment
from kg.model.kinds import EntityKind

MAX_WRAPPED = 60
"""A text line longer than this that ends no sentence runs on in the next one."""

WRAP_SLACK = 8
"""Characters by which a line that was broken because the next word did not fit may be short of the widest."""

_SENDER = re.compile(r"^From:\s*\"?(?P<name>[^<>\"@]{3,50}?)\"?\s*<(?P<mail>[\w.+-]+@[\w.-]+)>")


def read(segment: Segment) -> Reading:
    """Reads a segment by structure."""
    reading = Reading()
    found_blocks = blocks(segment)
    reader = _Reader(segment, reading, _writers_firm(found_blocks), read_log(found_blocks))
    for block in found_blocks:
        reader.take(block)
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
    """Walks the blocks and sets what the lines are about."""

    def __init__(self, segment: Segment, reading: Reading, firm: Topic | None, log: Log) -> None:
        self.context = segment.context
        self.text = segment.text
        self.reading = reading
        self.heading: tuple[str, ...] | None = None
        self.signing = False
        fields = {v for k, v in self.context.fields if k.lower() in NAMING_KEYS and is_naming_value(v)}
        self.log = log
        self.lines = Lines(
            reading,
            names_met(segment.text) | fields | log.names,
            is_manual(segment.text),
            ordinary_here(segment.text) - log.names,
            firm,
        )
        self._contract(segment)
        reading.foreign = not is_english(segment.text)
        self.writers = set(_addressed(self.context.fields, ("from",)))
        reading.people = tuple(_addressed(self.context.fields, _PEOPLE_FIELDS))

    def _contract(self, segment: Segment) -> None:
        contract = self.reading.contract = read_contract(segment.text, segment.context.title)
        if contract is not None:
            self.reading.claims.append(contract.claim(Place(0, min(len(segment.text), 300))))
            self.lines.known |= {term for term, _ in contract.terms}

    def take(self, block: Block) -> None:
        """Reads one block."""
        if block.heading != self.heading:
            self.heading = block.heading
            self.lines.named = self.lines.card = None
            contract = self.reading.contract
            own = section_topic(self.context, block.heading, self.lines.ordinary)
            self.lines.topic = contract.topic if contract is not None else self._as_written(own)
        self.reading.scope += 1
        if block.kind == "table":
            self._table(block)
        elif block.kind in ("text", "field"):
            self._text(block)
        elif not self.log.is_pulse(" ".join(line.text for line in block.lines)):
            self.lines.read(block, _joined(block.lines), single=len(block.lines) == 1, loose=True)

    def _as_written(self, topic: Topic | None) -> Topic | None:
        """A code that a file's name spells with a space, as the text spells it."""
        if topic is None or not _SPACED_CODE.match(topic.name):
            return topic
        name = topic.name.replace(" ", "-")
        return replace(topic, name=name, kind=kind_of(name)) if name in self.text else topic

    def _table(self, block: Block) -> None:
        columns = dict(self.context.fields).get("columns")
        rows = list(table_claims(block, self.lines.about(), columns))
        self.lines.known |= {claim.subject for claim in rows}
        self.reading.claims.extend(rows)
        for remark in remarks(block, columns):
            self.lines.remark(block, remark)

    def _text(self, block: Block) -> None:
        self.lines.card = None
        self._mail_header(block)
        lines = [plain(line.text, line.start) for line in block.lines]
        if self._signature(block, lines):
            return
        if _is_wrapped(block, lines):
            self.lines.read(block, _joined(block.lines), single=False, loose=False)
            return
        for text in lines[1 if self._opens_card(lines) else 0 :]:
            self.reading.scope += 1
            self.lines.read(block, text, single=True, loose=True)

    def _mail_header(self, block: Block) -> None:
        for line in block.lines:
            match = _SENDER.match(line.text)
            if match and is_name(match["name"].strip()):
                place = Place(line.start, line.end, block.said_at, block.speaker)
                name = match["name"].strip()
                claim = found(place, "field", name, "email", match["mail"], EntityKind.PERSON, "text")
                self.reading.claims.append(claim)

    def _signature(self, block: Block, lines: list[Plain]) -> bool:
        """A mail ends with a closing; what follows it is who wrote it."""
        closing = next((i for i, line in enumerate(lines) if is_closing(line.text)), None)
        if closing is None and not self.signing:
            names = self.writers | {block.speaker or ""}
            signed = next(
                (i for i, line in enumerate(lines) if line.text.split(",")[0].strip() in names), None
            )
            if signed is None:
                return False
            closing = signed - 1
        for text in lines[: max(closing or 0, 0)]:
            self.lines.read(block, text, single=True, loose=True)
        after = lines[closing + 1 :] if closing is not None else lines
        self.signing = not after
        if after:
            place = Place(after[0].span()[0], after[-1].span()[1], block.said_at, block.speaker)
            self.reading.claims.extend(signature_claims(self._in_full([line.text for line in after]), place))
        return True

    def _in_full(self, lines: list[str]) -> list[str]:
        """The signature with the writer's full name, as the mail's head gives it."""
        full = {name.split()[0]: name for name in self.writers}
        return [full.get(lines[0].strip(" .,"), lines[0]), *lines[1:]]

    def _opens_card(self, lines: list[Plain]) -> bool:
        """A stanza whose first line is a bare name, followed by lines about it."""
        first = lines[0].text
        if len(lines) < 2 or not is_name(first) or read_pair(first) is not None or len(first.split()) > 6:
            return False
        if sum(_is_told(line) for line in lines[1:]) < max(1, len(lines[1:]) // 2):
            return False
        topic = topic_of(first)
        strong = topic if topic is not None and topic.strong else Topic(first, kind_of(first), strong=True)
        self.lines.card = strong
        return True


_SPACED_CODE = re.compile(r"^[A-Z]{1,5} \d+\w?$")
_PEOPLE_FIELDS = ("from", "to", "cc", "attendees", "present", "participants")


def _addressed(fields: Sequence[tuple[str, str]], keys: Sequence[str]) -> Iterator[str]:
    """The full names in address fields."""
    for key, value in fields:
        for part in re.split(r"[,;]\s*", value) if key.lower() in keys else ():
            name = re.sub(r"<[^>]*>|\([^)]*\)|\"", "", part).strip()
            if is_name(name) and kind_of(name) is EntityKind.PERSON:
                yield name


def _is_told(line: Plain) -> bool:
    return bool(pairs_on_line(line) or read_bare(line.text) or read_since(line.text) or is_address(line.text))


def _is_wrapped(block: Block, lines: Sequence[Plain]) -> bool:
    if len(block.lines) == 1 or block.kind == "field":
        return False
    if (
        sum(read_card(line.text) is not None or bool(pairs_on_line(line)) for line in lines) * 3
        >= len(lines) * 2
    ):
        return False
    inner = block.lines[:-1]
    if sum(len(line.text) > MAX_WRAPPED for line in inner) * 2 < len(inner):
        return False
    widest = max(len(line.text) for line in block.lines)
    full = sum(
        len(line.text) + 1 + len(after.text.split(" ", 1)[0]) > widest - WRAP_SLACK
        for line, after in pairwise(block.lines)
    )
    return full * 4 >= len(inner) * 3


def _joined(lines: Sequence[Line]) -> Plain:
    text = ""
    origin: tuple[int, ...] = ()
    code: tuple[tuple[int, int], ...] = ()
    for part in (plain(line.text, line.start) for line in lines):
        if text and part.text:
            text, origin = text + " ", (*origin, part.origin[0])
        code = (*code, *((a + len(text), b + len(text)) for a, b in part.code))
        text, origin = text + part.text, (*origin, *part.origin)
    return Plain(text, origin, code)
