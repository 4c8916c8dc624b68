"""An in-memory graph store: the port's promises without Neo4j. What documents say is kept per document, and
facts, names and texts to embed are derived from all of it anew, so nothing depends on the order of writes."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kg.model.claim import Value
from kg.model.ids import card_id, fact_id, job_id, path_hash, pointer_id, value_id
from kg.model.interval import Said, project
from kg.model.kinds import DocumentState
from kg.model.purged import NOTHING_PURGED, Purged
from kg.model.relations import is_single_valued
from kg.model.stored import (
    DocumentWrite,
    FactsReceipt,
    FactsWrite,
    Fingerprint,
    Job,
    LeftDocument,
    Naming,
    Progress,
    ResolvedEntity,
    Statement,
    StoredDocument,
)
from policy.folders import Effective, FolderIndex, FolderSetting, StoredSetting, Unreadable, folder_key
from policy.rungs import Rung, machinery
from tests.fakes.corrections import FakeCorrections, LiveFact
from tests.fakes.hashed import hashed
from tests.fakes.ledger import FakeLedger
from tests.fakes.queue import FakeQueue, Queued
from tests.fakes.vectors import FakeVectors
from tests.fakes.wording import Doc, blend, merged, words


class FakeStore(FakeCorrections, FakeQueue, FakeLedger, FakeVectors):
    """Fulfils `kg.ports.GraphStore`. `calls` counts writes, so that a test can say that nothing was done."""

    def __init__(self, workspace: str = "default") -> None:
        super().__init__()
        FakeVectors.__init__(self)
        self.tombstones: dict[str, str] = {}
        """Fact id to the id of the document that said it last."""
        self._left: dict[str, DocumentWrite] = {}
        """What removed documents were, by id."""
        self.erased = NOTHING_PURGED
        self._used: dict[str, set[str]] = {}
        """Ids of documents to those of all extractions that ever covered them."""
        self._workspace = workspace
        self._settings: dict[str, StoredSetting] = {}
        self.folders: set[str] = set()
        self._roots: set[str] = set()
        self._docs: dict[str, Doc] = {}
        self._projected: dict[str, LiveFact] | None = None
        """The facts, until something changes."""

    @property
    def workspace(self) -> str:
        return self._workspace

    async def folder_settings(self) -> tuple[StoredSetting, ...]:
        return tuple(self._settings[key] for key in sorted(self._settings))

    async def set_folder(self, setting: FolderSetting) -> None:
        self._settings[folder_key(setting.path)] = setting

    def break_setting(self, path: str) -> None:
        """From now on the folder's stored setting makes no sense."""
        self._settings[folder_key(path)] = Unreadable(path, "its rung is none of the four")

    def effective(self, folder: str) -> Effective | Unreadable:
        """What readers check: the folder's policy as it is now."""
        return FolderIndex(self._settings.values()).effective(folder)

    async def roots(self) -> tuple[str, ...]:
        return tuple(sorted(self._roots))

    async def ensure_folders(self, paths: Sequence[str], root: str) -> None:
        self.folders |= set(paths)
        self._roots.add(root)

    async def sweep_text(self, root: str) -> None:
        """Nothing is ever left: a write is one moment here."""

    async def sweep_left(self) -> None:
        index = FolderIndex(self._settings.values())
        for document, write in [*self._left.items()]:
            policy = index.effective(write.folder)
            if isinstance(policy, Effective) and policy.rung is Rung.NOTHING:
                self._forget(document)

    async def unlink_root(self, path: str) -> None:
        self._roots = {root for root in self._roots if folder_key(root) != folder_key(path)}

    async def forget_folder(self, path: str) -> None:
        key = folder_key(path)

        def below(folder: str) -> bool:
            return folder_key(folder) == key or folder_key(folder).startswith(key + "/")

        for document in [id_ for id_, write in self._left.items() if below(write.folder)]:
            self._forget(document)
        self._roots = {root for root in self._roots if folder_key(root) != key}
        self.folders = {folder for folder in self.folders if not below(folder)}
        self._settings = {at: setting for at, setting in self._settings.items() if not below(at)}

    def _forget(self, document: str) -> None:
        self._left.pop(document, None)
        self.tombstones = {fact: by for fact, by in self.tombstones.items() if by != document}
        used = self._used.pop(document, set())
        for extraction in used - set().union(*self._used.values()):
            self.ledger.pop(extraction, None)

    async def documents(self, root: str) -> tuple[StoredDocument, ...]:
        found = (self._stored(doc) for doc in self._docs.values() if doc.write.root == root)
        return tuple(sorted(found, key=lambda document: (document.path, document.id)))

    async def document(self, ref: str) -> StoredDocument | None:
        if ref in self._docs:
            return self._stored(self._docs[ref])
        hashed = path_hash(self._workspace, unicodedata.normalize("NFC", ref))
        found = [doc for doc in self._docs.values() if self._stored(doc).path_hash == hashed]
        found.sort(key=lambda doc: (doc.write.path != ref, doc.write.path))
        return self._stored(found[0]) if found else None

    def _stored(self, doc: Doc) -> StoredDocument:
        write, hidden = doc.write, doc.write.rung is Rung.NOTHING and doc.taken_down is None
        return StoredDocument(
            id=write.id,
            path="" if hidden else write.path,
            path_key="" if hidden else write.path_key,
            root=write.root,
            content_hash=write.content_hash,
            raw_hash=write.raw_hash,
            size=write.size,
            mtime_ns=write.mtime_ns,
            state=write.state,
            reason=write.reason,
            rung=write.rung,
            project=write.project,
            scope=write.scope,
            fingerprint=doc.facts.fingerprint if doc.facts else doc.taken_down or None,
            path_hash=path_hash(self._workspace, write.path_key),
        )

    def written(self, document: str) -> DocumentWrite:
        """The document's text form as it was last written."""
        return self._docs[document].write

    def all_written(self) -> tuple[DocumentWrite, ...]:
        """The text form of every document."""
        return tuple(doc.write for doc in self._docs.values())

    def written_texts(self) -> list[str]:
        """What can be found by full text, in order of path."""
        found = sorted(self._docs.values(), key=lambda doc: doc.write.path)
        return [passage.text for doc in found for passage in doc.write.passages]

    async def write_documents(self, writes: Sequence[DocumentWrite], stamp: str | None = None) -> None:
        for write in writes:
            self.calls["write_documents"] += 1
            allowed = machinery(write.rung)
            assert allowed.passages or not write.passages, "passages at nothing"
            assert allowed.card or not (write.card or write.mentions), "a card below gist"
            self._projected = None
            old = self._docs.get(write.id)
            self._left.pop(write.id, None)
            self._docs[write.id] = Doc(write, old.facts if old else None)
            wanted = job_id("extract", write.id, write.content_hash)
            self._drop_jobs(write.id, but=wanted)
            if write.extract:
                self._queue(wanted, write)

    def _drop_jobs(self, document: str, but: str | None = None) -> None:
        keep = {key: queued for key, queued in self._jobs.items() if queued.job.document != document}
        self._jobs = keep | {key: queued for key, queued in self._jobs.items() if key == but}

    async def take_down(self, progress: Callable[[str, int, int | None], None]) -> bool:
        self.calls["take_down"] += 1
        self._projected = None
        for doc in self._docs.values():
            if doc.write.rung is not Rung.NOTHING and doc.write.content_hash is not None:
                doc.taken_down = doc.facts.fingerprint if doc.facts else ""
                doc.write = replace(doc.write, rung=Rung.NOTHING, passages=(), card=None, mentions=())
                doc.facts = None
        return True

    async def end_rebuild(self) -> int:
        return 0

    async def mark_documents(self, ids: Sequence[str], state: DocumentState, reason: str | None) -> None:
        for id_ in ids:
            self.calls["mark_documents"] += 1
            self._change(id_, state=state, reason=reason)

    async def touch_document(self, id: str, size: int, mtime_ns: int, raw_hash: str) -> None:
        self.calls["touch_document"] += 1
        self._change(id, size=size, mtime_ns=mtime_ns, raw_hash=raw_hash)

    async def move_document(
        self, id: str, path: str, path_key: str, folder: str, size: int, mtime_ns: int
    ) -> None:
        self.calls["move_document"] += 1
        self._change(id, path=path, path_key=path_key, folder=folder, size=size, mtime_ns=mtime_ns)

    def _change(self, id_: str, **changes: object) -> None:
        self._projected = None
        if id_ in self._docs:
            self._docs[id_].write = replace(self._docs[id_].write, **changes)  # type: ignore[arg-type]  # by name

    async def lower_documents(self, ids: Sequence[str], rung: Rung) -> FactsReceipt:
        receipts = [await self.lower_document(id_, rung) for id_ in ids]
        return FactsReceipt(sum(r.written for r in receipts), 0, sum(r.tombstoned for r in receipts))

    async def remove_documents(self, ids: Sequence[str]) -> FactsReceipt:
        receipts = [await self.remove_document(id_) for id_ in ids]
        return FactsReceipt(sum(r.written for r in receipts), 0, sum(r.tombstoned for r in receipts))

    async def purged(self) -> Purged:
        return self.erased

    async def strike_off(self, ids: Sequence[str], gone: Sequence[str]) -> None:
        self.erased = replace(
            self.erased, pending=self.erased.pending - set(ids), going=self.erased.going - set(ids)
        )
        for id_ in gone:
            self._left.pop(id_, None)
            self._docs.pop(id_, None)

    async def left(self, root: str) -> tuple[LeftDocument, ...]:
        return tuple(
            LeftDocument(id_, path_hash(self._workspace, write.path_key), write.content_hash, write.raw_hash)
            for id_, write in sorted(self._left.items())
            if write.root == root
        )

    async def lower_document(self, id: str, rung: Rung) -> FactsReceipt:
        self.calls["lower_document"] += 1
        doc, allowed, before = self._docs[id], machinery(rung), self.facts()
        changes: dict[str, object] = {"rung": rung}
        if not allowed.facts:
            if doc.write.state is DocumentState.WAITING or (doc.write.reason or "").startswith("unparsed:"):
                changes |= {"state": DocumentState.LIVE, "reason": None}
            doc.facts, self._projected = None, None
            self._drop_jobs(id)
        if not allowed.card:
            changes |= {"card": None, "mentions": ()}
        if not allowed.passages:
            changes["passages"] = ()
        self._change(id, **changes)
        receipt = self._taken_back(before, id)
        if rung is Rung.NOTHING:
            self._forget(id)
        return receipt

    async def remove_document(self, id: str) -> FactsReceipt:
        self.calls["remove_document"] += 1
        before = self.facts()
        doc = self._docs.pop(id, None)
        if doc is not None:
            self._left[id] = doc.write
        self._projected = None
        self._drop_jobs(id)
        receipt = self._taken_back(before, id)
        await self.sweep_left()
        return receipt

    def _taken_back(self, before: Mapping[str, object], document: str) -> FactsReceipt:
        after = self.facts()
        gone = before.keys() - after.keys()
        self.tombstones = {fact: by for fact, by in self.tombstones.items() if fact not in after}
        self.tombstones |= dict.fromkeys(gone, document)
        return FactsReceipt(written=len(after.keys() - before.keys()), tombstoned=len(gone))

    async def write_facts(self, write: FactsWrite) -> FactsReceipt:
        self.calls["write_facts"] += 1
        doc, before = self._docs[write.document], self.facts()
        held = {passage.id for passage in doc.write.passages}
        assert {statement.passage for statement in write.statements} <= held, "evidence without its passage"
        doc.facts, self._projected = write, None
        self._used.setdefault(write.document, set()).update(segment.extraction for segment in write.segments)
        kept = {id_ for id_, fact in self.facts().items() if write.document in fact.documents} & before.keys()
        return replace(self._taken_back(before, write.document), kept=len(kept))

    async def entities_named(
        self, keys: Sequence[str], scope: str
    ) -> Mapping[str, tuple[ResolvedEntity, ...]]:
        entities = {entity.id: entity for entity in self.entities(scope)}
        found: dict[str, tuple[ResolvedEntity, ...]] = {}
        for key in keys:
            bearers = tuple(entities[id_] for id_ in sorted(entities) if key in entities[id_].keys)
            if bearers:
                found[key] = bearers
        return found

    def entities(self, scope: str | None = None) -> tuple[ResolvedEntity, ...]:
        """What is mentioned in `org` or in this scope, by id; everything for None. Kind and shown name are
        what most documents say."""
        said: dict[str, list[ResolvedEntity]] = {}
        for doc in self._docs.values():
            if scope is None or doc.write.scope in ("org", scope):
                for entity in doc.mentions:
                    said.setdefault(entity.id, []).append(entity)
        for entity in self._brought(scope):
            said.setdefault(entity.id, []).append(entity)
        return tuple(blend(id_, said[id_]) for id_ in sorted(said))

    async def named_by(self, documents: Sequence[str]) -> Mapping[str, tuple[ResolvedEntity, ...]]:
        said = {id_: self._docs[id_].facts for id_ in documents if id_ in self._docs}
        return {id_: tuple(merged(facts)) for id_, facts in said.items() if facts is not None}

    async def documents_naming(self, entities: Sequence[str]) -> tuple[Naming, ...]:
        return tuple(
            Naming(id_, entity.id, entity.keys)
            for id_, doc in sorted(self._docs.items())
            for entity in (merged(doc.facts) if doc.facts else ())
            if entity.id in entities
        )

    async def queue_extraction(self, documents: Sequence[str], anew: bool = False) -> None:
        for id_ in documents:
            write = self._docs[id_].write
            if write.rung is Rung.FACTS:
                self._queue(job_id("extract", id_, write.content_hash), write, anew)

    def _queue(self, id_: str, write: DocumentWrite, anew: bool = False) -> None:
        known = self._jobs.get(id_)
        before = known.job if known else Job(id_, "extract", write.id, 0, None)
        self._jobs[id_] = Queued(
            replace(before, tries=0, reason=None, anew=anew or before.anew), write.root, write.path_key
        )

    def facts(self) -> dict[str, LiveFact]:
        """What is in memory now, by fact id: a function of what all documents say."""
        if self._projected is not None:
            return self._projected
        groups: dict[tuple[str, str, str, str, str | None], list[tuple[str, Statement]]] = {}
        for id_, write, each in self._said():
            place = (write.project, write.scope, each.subject.id, each.claim.relation)
            groups.setdefault((*place, each.claim.qualifier), []).append((id_, each))
        names = {entity.id: entity.name for entity in self.entities()}
        found: dict[str, LiveFact] = {}
        for group, said in groups.items():
            found |= self._group(group, said, names)
        self._projected = found
        return found

    def statements(self) -> tuple[tuple[str, Statement], ...]:
        """What documents say, as standing corrections leave it, each with its document's id."""
        return tuple((document, each) for document, _, each in self._said())

    def _said(self) -> Iterator[tuple[str, DocumentWrite, Statement]]:
        """What documents say, as standing corrections leave it."""
        for id_, doc in self._docs.items():
            for each in doc.facts.statements if doc.facts else ():
                left = self._corrected(doc.write, each)
                if left is not None:
                    yield id_, doc.write, left

    def _group(
        self,
        group: tuple[str, str, str, str, str | None],
        said: Sequence[tuple[str, Statement]],
        names: Mapping[str, str],
    ) -> dict[str, LiveFact]:
        project_, scope, subject, relation, qualifier = group
        by_evidence = {
            f"{document}:{s.extraction}:{s.index}:{s.start}": (document, s) for document, s in said
        }
        spans = project(
            (
                Said(
                    evidence=evidence,
                    object=self.object_of(s),
                    modality=s.claim.modality,
                    said_at=s.said_at,
                    valid_from=s.claim.valid_from,
                    valid_to=s.claim.valid_to,
                    confidence=s.claim.confidence,
                )
                for evidence, (_, s) in by_evidence.items()
            ),
            is_single_valued(relation),
        )
        ids = {
            span.key: fact_id(
                self._workspace, project_, scope, subject, relation, qualifier, span.object, span.modality,
                span.start.isoformat() if span.start else None,
            )
            for span in spans
        }  # fmt: skip
        return {
            ids[span.key]: LiveFact(
                span=span,
                text=words([by_evidence[evidence][1] for evidence in span.evidence], span, names),
                project=project_,
                scope=scope,
                documents=frozenset(by_evidence[evidence][0] for evidence in span.evidence),
                supersedes=frozenset(ids[key] for key in span.supersedes),
            )
            for span in spans
        }

    def object_of(self, said: Statement) -> str:
        """Id of the entity or value that a statement's object is."""
        value = said.claim.object
        if said.object is not None:
            return said.object.id
        assert isinstance(value, Value)
        return value_id(self._workspace, value.kind, value.key)

    def allowed_texts(self) -> set[tuple[str, str]]:
        """(label, id) of what the folders allow to be looked at now."""
        found: set[tuple[str, str]] = set()
        index = FolderIndex(self._settings.values())
        remembering = set()
        for id_, doc in self._docs.items():
            policy = index.effective(doc.write.folder)
            if isinstance(policy, Unreadable):
                continue
            allowed = machinery(policy.rung)
            found |= {("Passage", passage.id) for passage in doc.write.passages if allowed.passages}
            found |= {("Card", card_id(id_))} if allowed.card else set()
            found |= {("Pointer", pointer_id(id_))} if allowed.facts else set()
            remembering |= {id_} if allowed.facts else set()
        return found | {("Fact", id_) for id_, fact in self.facts().items() if fact.documents & remembering}

    def texts(self) -> dict[tuple[str, str], str]:
        """Everything that has or waits for a vector: (label, id) to its text."""
        found: dict[tuple[str, str], str] = {}
        for id_, doc in self._docs.items():
            for passage in doc.write.passages:
                found["Passage", passage.id] = f"{passage.context}\n{passage.text}".strip("\n")
            if doc.write.card is not None:
                found["Card", card_id(id_)] = f"{doc.write.card.title}\n{doc.write.card.about}"
            if doc.facts is not None:
                found["Pointer", pointer_id(id_)] = f"{doc.facts.pointer_title}\n{doc.facts.pointer_about}"
        return found | {("Fact", id_): fact.text for id_, fact in self.facts().items()}

    async def fingerprint(self) -> Fingerprint:
        paths = {id_: doc.write.path for id_, doc in self._docs.items()}
        writes = [doc.write for doc in self._docs.values()]
        lines: dict[str, Iterable[object]] = {
            "folders": sorted(self._settings.items()),
            "documents": [
                (w.path, w.content_hash, w.state, w.rung, w.project, w.scope, w.card, w.title) for w in writes
            ],
            "passages": [(w.path, p.start, p.end, p.text, p.context) for w in writes for p in w.passages],
            "facts": [
                (id_, fact.span.valid_to, fact.text, sorted(paths[d] for d in fact.documents))
                for id_, fact in self.facts().items()
            ],
            "links": [(id_, old) for id_, fact in self.facts().items() for old in fact.supersedes],
            "entities": [entity.id for entity in self.entities()],
        }
        return hashed(lines, len(self.tombstones))

    async def progress(self) -> Progress:
        states = Counter(doc.write.state.value for doc in self._docs.values())
        kinds = Counter(label for label, _ in self.texts())
        jobs = Counter(
            "failed" if q.failed else "leased" if q.leased_until else "queued" for q in self._jobs.values()
        )
        waiting = self._waiting(("Passage", "Card", "Pointer", "Fact"))
        return Progress(
            documents=dict(states),
            passages=kinds["Passage"],
            facts=kinds["Fact"],
            pointers=kinds["Pointer"],
            entities=len(self.entities()),
            unembedded=len(waiting),
            jobs=dict(jobs),
        )
