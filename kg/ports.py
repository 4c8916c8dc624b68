"""The seams between the rooms. Each protocol has one real implementation and one hand-written fake."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from pydantic import BaseModel

    from kg.model.answers import EntityLine, FileInGraph, Trouble, View
    from kg.model.correction import Corrected, NewCorrection, SeenCorrection
    from kg.model.document import Segment
    from kg.model.kinds import DocumentState
    from kg.model.outcome import Completion, Extraction, Usage
    from kg.model.purged import Purged
    from kg.model.seen import (
        Candidate,
        FactFilter,
        Piece,
        RecallAsk,
        SearchAsk,
        SeenEntity,
        SeenEvent,
        SeenFact,
        SeenLedger,
        SeenName,
        Surroundings,
    )
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
        StoredDocument,
        StoredExtraction,
        Unembedded,
        UnreadReply,
    )
    from kg.model.vectors import Built, Embedding, IndexName, VectorIndex
    from policy.folders import FolderSetting, StoredSetting
    from policy.rungs import Rung

Vector = tuple[float, ...]

Again = Callable[[], bool]
"""Asked before a second call for the same segment: whether it may be made. Yes means that it is made."""


def always() -> bool:
    """Nothing limits the calls."""
    return True


class Completer(Protocol):
    """Asks a model for one structured reply."""

    @property
    def model(self) -> str:
        """Provider and model, part of every fingerprint."""

    @property
    def hosted(self) -> bool:
        """True when a call leaves the machine and may cost money."""

    async def complete(self, system: str, user: str, schema: type[BaseModel]) -> Completion:
        """One request that asks for JSON of this schema; it is repeated only when the endpoint turned it
        away unread. The reply is not parsed here. Never raises for what an endpoint can do wrong."""

    async def close(self) -> None: ...


class Extractor(Protocol):
    """Turns a segment into raw claims."""

    @property
    def fingerprint(self) -> str:
        """Stable for one extractor, prompt, model and reply schema; a change makes old facts `kept`."""

    @property
    def hosted(self) -> bool:
        """True when a call leaves the machine and may cost money."""

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        """One structured call (local extractors: none), and one more for a reply that cannot be read if
        `again` then allows it. `unread` is an earlier reply that could not be read: then the one call is its
        repair. Never raises for what a model can do wrong."""

    def estimate(self, segment: Segment) -> Usage:
        """What asking about the segment takes: the calls, the tokens of the whole prompt as it is sent, and a
        guess of the tokens that come back. Local extractors: nothing."""

    async def close(self) -> None:
        """Releases connections and threads."""


@runtime_checkable
class BatchExtractor(Extractor, Protocol):
    """An extractor that is faster with several segments at once and makes no call that costs anything."""

    async def extract_many(self, segments: Sequence[Segment]) -> tuple[Extraction, ...]:
        """What `extract` gives for each, in their order."""


class Embedder(Protocol):
    """Turns text into vectors of unit length."""

    @property
    def name(self) -> str:
        """Stable name of model and version; vectors of two names are never compared."""

    @property
    def dimensions(self) -> int | None:
        """How long its vectors are; None before the first reply, where only the model can tell."""

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        """Vectors of texts to be found; a blank text keeps its place as None and is never sent."""

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question; None when blank."""

    async def close(self) -> None: ...


class GraphStore(Protocol):
    """The write side of the graph for one workspace: folders, documents, ledger, facts, jobs, vectors.

    Every method is one transaction unless it says otherwise, may be repeated without a second effect, and
    raises only `EngineError` (and `PolicyUnreadable` where named)."""

    @property
    def workspace(self) -> str: ...

    async def folder_settings(self) -> tuple[StoredSetting, ...]:
        """All folders that set something, read by `policy.folders.parse_setting`: one whose stored values
        make no sense comes as `Unreadable` and holds its own subtree, not the whole workspace."""

    async def set_folder(self, setting: FolderSetting) -> None:
        """Stores the setting and recomputes the effective rung, project and scope of every folder node at
        and below it: readers check those, so it holds when this returns."""

    async def roots(self) -> tuple[str, ...]:
        """Every synced root, in path order."""

    async def take_root(
        self, root: str, lease: str, now: datetime, seconds: float, instead: str | None = None
    ) -> str:
        """Takes or keeps the lease on a root for so many seconds, and gives the token under which it is held
        afterwards: another one than `lease` when somebody else has it. It is free when nobody has it, when
        it has run out, and when `instead` (found dead) has it."""

    async def leave_root(self, root: str, lease: str) -> None:
        """Ends the lease; without effect when it is another's by now."""

    async def ensure_folders(self, paths: Sequence[str], root: str) -> None:
        """Makes folder nodes with their effective policy, `root` marked as a synced root."""

    async def sweep_text(self, root: str) -> None:
        """Deletes what a run that died left of very long texts and no reader finds. Only for the one who holds
        the root: another's parts that are still being written look the same."""

    async def sweep_left(self) -> None:
        """Deletes what removed documents left (tombstones, cached extractions that nobody else uses) in
        folders that are at `nothing` now; in parts."""

    async def unlink_root(self, path: str) -> None:
        """The folder is no root any more; its nodes, what they set, and what was left in them stay."""

    async def forget_folder(self, path: str) -> None:
        """The folder is no root any more: what removed documents left at and below it goes, whatever its
        rung, and its folder nodes with what they set, but for those that still hold documents. In parts."""

    async def purged(self) -> Purged:
        """What was purged and must not come in again."""

    async def strike_off(self, ids: Sequence[str], gone: Sequence[str]) -> None:
        """These documents are not `Purged.pending` any more: everything was taken back from them. Of those `gone`
        nothing is kept."""

    async def documents(self, root: str) -> tuple[StoredDocument, ...]:
        """Every document of a synced root, in path order."""

    async def left(self, root: str) -> tuple[LeftDocument, ...]:
        """What is kept of documents of a root whose files are gone, in order of id. One that is written again
        under its id is there again, with what it had left."""

    async def document(self, ref: str) -> StoredDocument | None:
        """By id, or by absolute path (compared by its NFC key)."""

    async def write_documents(self, writes: Sequence[DocumentWrite], stamp: str | None = None) -> None:
        """Writes several documents' text forms, each whole. Passages are findable by full text at once. `stamp` is
        the `Purged.stamp` by which they were read: raises `PurgedMeanwhile` when it is another by now."""

    async def mark_documents(self, ids: Sequence[str], state: DocumentState, reason: str | None) -> None:
        """Sets a state without touching what is in the graph."""

    async def touch_document(self, id: str, size: int, mtime_ns: int, raw_hash: str) -> None:
        """The file was touched or re-encoded; its text is the same."""

    async def move_document(
        self, id: str, path: str, path_key: str, folder: str, size: int, mtime_ns: int
    ) -> None:
        """The same document under another path: id, passages, facts stay."""

    async def lower_document(self, id: str, rung: Rung) -> FactsReceipt:
        """Takes back what the rungs above `rung` wrote: facts and pointer, card and mentions, passages;
        at `nothing` also tombstones and cached extractions that only this document used. One that waited for
        its facts, or failed for want of them, is live then."""

    async def lower_documents(self, ids: Sequence[str], rung: Rung) -> FactsReceipt:
        """The same for many, each whole, many in one transaction. Interrupted, some are done."""

    async def remove_document(self, id: str) -> FactsReceipt:
        """The file is gone: everything it wrote is taken back, its facts become tombstones. Those, its id and
        its cached extractions stay until its folder is at `nothing` or is forgotten; see `left`."""

    async def remove_documents(self, ids: Sequence[str]) -> FactsReceipt:
        """The same for many, each whole, many in one transaction. Interrupted, some are done."""

    async def extractions(
        self, segment_hashes: Sequence[str], fingerprint: str
    ) -> Mapping[str, StoredExtraction]:
        """The ledger's entries for these contents, by segment hash."""

    async def extractions_among(self, segment_hashes: Sequence[str], fingerprint: str) -> frozenset[str]:
        """Which of these contents the ledger has, without what was said of them."""

    async def write_extraction(self, extraction: StoredExtraction) -> None: ...

    async def write_extractions(
        self,
        extractions: Sequence[StoredExtraction],
        of: Mapping[str, Collection[str]] | None = None,
        stamp: str | None = None,
    ) -> None:
        """Several at once. `of` are by segment hash the documents that have it: they own the reply from now on, so
        that it goes when they go, and one whose documents are all gone or at `nothing` is not kept. `stamp` as in
        `write_documents`."""

    async def write_facts(self, write: FactsWrite) -> FactsReceipt:
        """See `FactsWrite`."""

    async def correct_fact(self, audiences: Sequence[str], new: NewCorrection) -> Corrected | None:
        """Makes a correction of a live fact that who asks may read, and does what follows from it in the same
        transaction; None when there is no such fact for these audiences. The same `new.id` again changes
        nothing."""

    async def undo_correction(self, audiences: Sequence[str], id: str, by: str) -> Corrected | None:
        """From now on the correction does not stand. `facts` are those that come into memory by it. None when
        there is no such correction for these audiences; one that was undone before stays so."""

    async def entities_named(
        self, keys: Sequence[str], scope: str
    ) -> Mapping[str, tuple[ResolvedEntity, ...]]:
        """The entities each name key leads to for readers of `scope` (names taught in `org` or in it)."""

    async def named_by(self, documents: Sequence[str]) -> Mapping[str, tuple[ResolvedEntity, ...]]:
        """What the facts of documents are about, each with the name keys that document teaches for it; those
        that have no facts are left out."""

    async def documents_naming(self, entities: Sequence[str]) -> tuple[Naming, ...]:
        """The documents whose facts are about these things."""

    async def queue_extraction(self, documents: Sequence[str], anew: bool = False) -> None:
        """Has the facts of these documents made again, out of the ledger; only of those at `facts`. `anew`: by
        the present extractor, also where facts of an earlier one stand."""

    async def due_jobs(self, root: str, kinds: Sequence[str], now: datetime) -> tuple[Job, ...]:
        """The jobs of a root that `lease_jobs` would give now, taken by nobody."""

    async def lease_jobs(
        self,
        lease: str,
        kinds: Sequence[str],
        limit: int,
        now: datetime,
        seconds: float,
        root: str | None = None,
    ) -> tuple[Job, ...]:
        """Takes up to `limit` jobs that are due and not leased; of one root when given. `lease` is a token
        made for this one call: whoever has it holds the jobs, and the same call again gives the same jobs.
        What is no longer held under it (taken over by another, or queued anew meanwhile) stays as it is,
        whatever is done to it by the token."""

    async def renew_jobs(self, lease: str, ids: Sequence[str], until: datetime) -> None:
        """Keeps leases of this worker alive; a short lease lets the next run take over soon after a death."""

    async def release_jobs(self, lease: str, ids: Sequence[str]) -> None:
        """Gives leased jobs back untried, because the run ends first: `tries` goes back by one."""

    async def return_job(self, lease: str, id: str, unread: Sequence[UnreadReply]) -> None:
        """Gives a job back untried like `release_jobs`, and keeps which segments' last reply could not be read:
        whoever takes it next begins with their repair."""

    async def job_leases(self, kind: str, now: datetime) -> tuple[str, ...]:
        """The tokens under which jobs of a kind are held now."""

    async def return_jobs(self, kind: str, leases: Sequence[str], now: datetime) -> None:
        """Gives back, untried, what is held under these tokens: whoever made them is dead."""

    async def finish_job(self, lease: str, id: str) -> None: ...

    async def retry_job(self, lease: str, id: str, reason: str, next_try: datetime | None) -> None:
        """Gives a job back; `next_try` None means it failed for good and stays to be looked up."""

    async def unembedded(self, labels: Sequence[str], limit: int) -> tuple[Unembedded, ...]:
        """Nodes that wait for a vector, and whose folder allows it at this moment: what is held or was
        lowered meanwhile waits on unseen."""

    async def set_vectors(self, vectors: Mapping[str, Vector | None], label: str, embedder: str) -> None:
        """Stores vectors by node id, where those of this embedder stand: in use, or being built. Vectors of
        another embedder or length are never written: `VectorsBusy`, since whoever looked at the index before had
        it change since. None is for a blank text: the node
        waits no longer and has no vector."""

    async def vector_index(self, name: IndexName) -> VectorIndex | None:
        """Whose vectors the index has; None before the first."""

    async def adopt_embedder(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        """The first embedder to come, whose dimensions are known, is that of the index; later ones change
        nothing. Several transactions. Raises `Refused` as `begin_reindex` does."""

    async def begin_reindex(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        """From now on vectors of this embedder are built beside those in use; a build of the same one that was
        begun goes on, one of another is given up. Several transactions, each may be the last. Raises `Refused`
        where another workspace has vectors of another length in the only place that is left."""

    async def unbuilt(self, label: str, after: str, limit: int) -> Sequence[Unembedded]:
        """In order of id from `after` on: nodes with a vector in use and none that is built, and whose folder
        allows it at this moment."""

    async def finish_reindex(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        """What was built of this embedder is in use when this returns, the rest gone; a node that has no built
        vector waits for one. Several transactions; the switch is one."""

    async def built(self) -> Mapping[IndexName, Built]:
        """How far the indexes are that are being built."""

    async def progress(self) -> Progress: ...

    async def take_down(self, progress: Callable[[str, int, int | None], None]) -> bool:
        """Takes the projection of the workspace down: the text, cards, pointers, facts, things, values and names
        of all documents. Every document with a text then stands at `nothing`, with its path, so that a sync
        gives it its form again. Policy, ledger, corrections, judgements and tombstones stay. In parts; False
        when an earlier call had done it and what it took down is not all made again yet."""

    async def end_rebuild(self) -> int:
        """Deletes what `take_down` took and nothing said since; how many facts that were. While a document or its
        facts are still to be made, none: what it will say again comes back with its time of recording."""

    async def fingerprint(self) -> Fingerprint:
        """One hash over what there is now: equal for equal contents, whatever their order of coming and
        whatever ids they drew. Several reads: of a workspace that is written to meanwhile it is no state."""


class GraphReader(Protocol):
    """The read side of the graph. Every method shows what the view may see at this moment (the folders'
    present rung and audience count, not those of the time of writing); what it may not see is as if it were
    not there. Raises only `EngineError`."""

    async def recall(self, view: View, ask: RecallAsk) -> tuple[Candidate, ...]:
        """What may be volunteered, by meaning, words and names, in one statement; unordered."""

    async def search(self, view: View, ask: SearchAsk) -> tuple[Piece, ...]:
        """What is found by meaning and words in passages and cards, and by words in facts; unordered."""

    async def entities_named(self, view: View, keys: Sequence[str]) -> tuple[SeenEntity, ...]:
        """The entities these name keys lead to, those with most facts first."""

    async def names_near(self, view: View, prefixes: Sequence[str], limit: int) -> tuple[SeenName, ...]:
        """Spellings whose key begins with one of the prefixes, at most `limit` for each."""

    async def entities(self, view: View, limit: int, offset: int) -> tuple[EntityLine, ...]:
        """Entities in order of key."""

    async def surroundings(self, view: View, entity: str, limit: int) -> Surroundings:
        """What is related to an entity, and the documents that speak of it: at most `limit` of each, those
        with most facts first."""

    async def entity_facts(self, view: View, entity: str, limit: int) -> tuple[str, ...]:
        """Ids of facts that have the entity as subject or object, open and latest said first."""

    async def listed_facts(self, view: View, wanted: FactFilter) -> tuple[str, ...]:
        """Ids of facts and tombstones, latest recorded first."""

    async def facts(self, view: View, ids: Sequence[str]) -> tuple[SeenFact, ...]:
        """The facts and tombstones with these ids, in this order; missing ones are left out."""

    async def fact_ids(self, view: View, beginning: str) -> tuple[str, ...]:
        """Up to two ids that begin so: enough to see whether there is one."""

    async def corrections(self, view: View, limit: int, offset: int) -> tuple[SeenCorrection, ...]:
        """What was corrected, latest first, also what was undone; only where the fact it was about, or what it
        keeps out of memory, may be read."""

    async def correction_ids(self, view: View, beginning: str) -> tuple[str, ...]:
        """Up to two ids of such corrections that begin so."""

    async def events(self, view: View, fact: str) -> tuple[SeenEvent, ...]:
        """What happened to a fact or tombstone, in order of time."""

    async def ledger(self, view: View, path_key: str) -> SeenLedger | None:
        """The ledger entries that cover the document at this path."""

    async def troubles(self, view: View, limit: int) -> tuple[Trouble, ...]:
        """Documents that failed, wait, are held or have no text, with the reason and the next try: of each state
        at most `limit`, those whose work is oldest first."""

    async def file_in_graph(self, view: View, path_key: str) -> FileInGraph | None:
        """What is in the graph because of the file at this path."""
