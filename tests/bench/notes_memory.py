"""A batch in memory: its documents synced into the in-memory store, and the facts that come of it."""

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kg.model.claim import Claim, Mention
from kg.model.interval import Span
from kg.model.names import name_key
from kg.model.stored import ResolvedEntity, Statement
from kg.ports import Extractor
from policy.rungs import Rung
from tests.bench.notes_gold import Batch
from tests.ingest.rig import Rig


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of one document with what its names resolved to."""

    doc: str
    claim: Claim
    subjects: frozenset[str]
    """Names of the subject: as written, and as it is shown."""
    objects: frozenset[str]
    quote: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as memory has it, with the statements behind it."""

    id: str
    span: Span
    said: tuple[Said, ...]
    subject: str
    """Entity id."""
    object: str
    """Entity or value id."""
    supersedes: frozenset[str]

    def is_current(self, today: date) -> bool:
        """True unless it has ended, or is denied or merely asked."""
        ended = self.span.valid_to is not None and self.span.valid_to <= today
        return not ended and self.span.modality.value not in ("negated", "asked")


@dataclass(frozen=True, slots=True)
class Memory:
    """What a batch left in memory."""

    said: tuple[Said, ...]
    facts: Mapping[str, Fact]
    meant: Mapping[tuple[str, str], str]
    """(document, name key) to the entity it means there."""
    names: Mapping[str, frozenset[str]]
    """Entity id to its name keys."""
    bytes: int


async def remembered(batch: Batch, extractor: Extractor) -> Memory:
    """Syncs the documents at the rung `facts`, one folder, one project."""
    with tempfile.TemporaryDirectory() as scratch:
        root = _copied(batch, Path(scratch))
        rig = Rig(root, extractor)
        await rig.rung(Rung.FACTS)
        await rig.sync()
        named = await rig.store.named_by([write.id for write in rig.store.all_written()])
        return _memory(rig, batch, named)


def _copied(batch: Batch, scratch: Path) -> Path:
    root = scratch.resolve() / batch.name
    root.mkdir()
    for path in batch.documents:
        shutil.copyfile(path, root / path.name)
    return root


def _memory(rig: Rig, batch: Batch, named: Mapping[str, tuple[ResolvedEntity, ...]]) -> Memory:
    store = rig.store
    said: dict[str, Said] = {}
    meant: dict[tuple[str, str], str] = {}
    ends: dict[str, tuple[str, str]] = {}
    titles = {write.id: Path(write.path).name for write in store.all_written()}
    for document, entities in named.items():
        meant |= {(titles[document], key): entity.id for entity in entities for key in entity.keys}
    texts = {path.name: path.read_text("utf-8", "replace") for path in batch.documents}
    for document, each in store.statements():
        doc = titles[document]
        evidence = f"{document}:{each.extraction}:{each.index}:{each.start}"
        said[evidence] = _said(doc, each, texts[doc])
        ends[evidence] = (each.subject.id, store.object_of(each))
        meant[doc, name_key(each.claim.subject.name)] = each.subject.id
        if each.object is not None and isinstance(each.claim.object, Mention):
            meant[doc, name_key(each.claim.object.name)] = each.object.id
    facts = {
        id_: Fact(
            id_,
            fact.span,
            tuple(said[one] for one in fact.span.evidence),
            *ends[fact.span.evidence[0]],
            fact.supersedes,
        )
        for id_, fact in store.facts().items()
    }
    names = {entity.id: frozenset({*entity.keys, name_key(entity.name)}) for entity in store.entities()}
    size = sum(path.stat().st_size for path in batch.documents)
    return Memory(tuple(said.values()), facts, meant, names, size)


def _said(doc: str, each: Statement, text: str) -> Said:
    object_ = each.claim.object
    objects = {object_.name if isinstance(object_, Mention) else object_.text}
    if each.object is not None:
        objects.add(each.object.name)
    subjects = frozenset({each.claim.subject.name, each.subject.name})
    return Said(doc, each.claim, subjects, frozenset(objects), text[each.start : each.end])
