"""Values for the store's tests, made short."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from kg.model.claim import Claim, Mention, Value
from kg.model.document import Card, Passage
from kg.model.ids import content_hash, digest, entity_id, extraction_id, passage_id, quote_hash
from kg.model.kinds import DocumentState, EntityKind, Modality, ValueKind
from kg.model.names import name_key
from kg.model.outcome import Usage
from kg.model.stored import (
    DocumentWrite,
    FactsWrite,
    PlacedSegment,
    ResolvedEntity,
    Statement,
    StoredExtraction,
)
from kg.model.vectors import INDEX_OF, Embedding
from kg.ports import GraphStore, Vector
from policy.rungs import Rung

ROOT = "/vault"
FINGERPRINT = "local-1"
TEXT = "Northwind pays 48,000 EUR a year."


def doc_id(name: str, workspace: str) -> str:
    return digest("test document", workspace, name)


def document(
    workspace: str,
    name: str = "a.md",
    text: str = TEXT,
    rung: Rung = Rung.FACTS,
    folder: str = ROOT,
    **more: object,
) -> DocumentWrite:
    id_ = doc_id(name, workspace)
    parts = [part for part in text.split("\n\n") if part] if rung is not Rung.NOTHING else []
    passages, at = [], 0
    for part in parts:
        start = text.index(part, at)
        at = start + len(part)
        passages.append(Passage(passage_id(id_, part, 0), start, at, part, name))
    write = DocumentWrite(
        id=id_,
        path=f"{folder}/{name}",
        path_key=f"{folder}/{name}",
        root=ROOT,
        folder=folder,
        title=name,
        content_hash=content_hash(text),
        raw_hash=digest("raw", text),
        size=len(text),
        mtime_ns=1_700_000_000_123_456_789,
        state=DocumentState.LIVE,
        reason=None,
        rung=rung,
        project="default",
        scope="org",
        dated=date(2026, 6, 15),
        media_type="text/markdown",
        encoding="utf-8",
        passages=tuple(passages),
        card=Card(name, "about it", ("Northwind",)) if rung.height >= 2 else None,
        extract=rung is Rung.FACTS,
    )
    return replace(write, **more)  # type: ignore[arg-type]  # keyword arguments of the dataclass


def thing(workspace: str, name: str, kind: EntityKind = EntityKind.ORGANIZATION) -> ResolvedEntity:
    key = name_key(name)
    return ResolvedEntity(entity_id(workspace, key), name, kind, (key,))


def money(text: str) -> Value:
    return Value(text, ValueKind.MONEY, text.casefold())


class Doc:
    """A document that says things; each statement takes the next ten characters as its evidence."""

    def __init__(self, workspace: str, name: str, scope: str = "org", segment: str | None = None) -> None:
        self.workspace, self.name, self.scope = workspace, name, scope
        self.segment = f"segment of {segment or name}"
        self.id = doc_id(name, workspace)
        self.statements: list[Statement] = []

    @property
    def extraction(self) -> str:
        return extraction_id(self.workspace, self.segment, FINGERPRINT)

    def says(
        self,
        subject: str,
        relation: str,
        object_: str | Value,
        said_at: date | None = None,
        modality: Modality = Modality.ASSERTED,
        qualifier: str | None = None,
        valid_from: date | None = None,
        valid_to: date | None = None,
        confidence: float = 0.8,
    ) -> "Doc":
        index = len(self.statements)
        who = thing(self.workspace, subject)
        what = thing(self.workspace, object_) if isinstance(object_, str) else None
        end = Mention(what.name, EntityKind.ORGANIZATION) if what is not None else object_
        claim = Claim(
            Mention(subject, EntityKind.ORGANIZATION),
            relation,
            end,  # type: ignore[arg-type]  # a Value when it is no str
            modality,
            index * 10,
            index * 10 + 9,
            confidence,
            qualifier,
            valid_from,
            valid_to,
        )
        self.statements.append(
            Statement(
                self.extraction,
                index,
                claim,
                who,
                what,
                passage_id(self.id, TEXT, 0),
                index * 10,
                index * 10 + 9,
                quote_hash("q"),
                said_at,
            )
        )
        return self

    def shifted(self, by: int) -> "Doc":
        """The same document with as many characters before all it says."""
        moved = Doc(self.workspace, self.name, self.scope)
        moved.statements = [replace(s, start=s.start + by, end=s.end + by) for s in self.statements]
        return moved

    @property
    def ledger_entry(self) -> StoredExtraction:
        claims = tuple(statement.claim for statement in self.statements)
        return StoredExtraction(self.extraction, self.segment, FINGERPRINT, claims, (), Usage())

    @property
    def mentions(self) -> tuple[ResolvedEntity, ...]:
        ends = (end for s in self.statements for end in (s.subject, s.object) if end is not None)
        return tuple(sorted(set(ends), key=lambda entity: (entity.id, entity.name)))

    @property
    def facts(self) -> FactsWrite:
        return FactsWrite(
            self.id,
            FINGERPRINT,
            (PlacedSegment(0, 500, self.extraction),),
            tuple(self.statements),
            self.mentions,
            self.name,
            "about it",
        )


async def set_vectors(store: GraphStore, vectors: Mapping[str, Vector | None], label: str) -> None:
    """Vectors of the fake embedder, which is the first to come."""
    await store.adopt_embedder(INDEX_OF[label], Embedding("fake-words", 384))
    await store.set_vectors(vectors, label, "fake-words")
