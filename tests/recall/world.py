"""A small world to ask about: files in folders, and what a sync would have made of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from neo4j import AsyncDriver, AsyncGraphDatabase

from kg.model.answers import View
from kg.model.ids import digest, entity_id, fact_id, path_hash, quote_hash
from kg.model.lucene import project_token, terms
from kg.model.names import name_key
from kg.ports import Embedder
from kg.store.queries import parse
from policy.principal import Principal, audiences
from policy.scope import audience

STATEMENTS = {
    q.name: q.text for q in parse((Path(__file__).parent / "world.cypher").read_text("utf-8"), "world")
}
WRITTEN = datetime(2026, 11, 5, 9, tzinfo=UTC)
ORDER = ("folders", "documents", "passages", "cards", "pointers", "names", "mentions", "facts", "tombstones")
LINKS = ("superseding", "extractions", "corrections")
DIMENSIONS = 384
EMBEDDED = {"passages", "cards", "pointers", "facts"}


@dataclass(frozen=True)
class File:
    """A document of the world."""

    id: str
    path: str
    folder: str
    title: str
    text: str
    scope: str
    rung: str
    project: str
    passages: tuple[tuple[str, int, int], ...]


@dataclass
class World:
    """Collects rows, then writes them at once. Ids are derived, so two worlds of one story are equal."""

    workspace: str
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def folder(
        self, path: str, rung: str = "facts", scope: str = "org", project: str = "default", held: bool = False
    ) -> str:
        self.rows["folders"].append(
            {"key": path, "path": path, "rung": rung, "scope": scope, "project": project, "held": held}
            | {"audience": audience(self.workspace, scope)}
        )
        return path

    def file(
        self,
        path: str,
        text: str = "",
        title: str | None = None,
        about: str | None = None,
        dated: date | None = None,
        context: str = "",
    ) -> File:
        """Its passages are the paragraphs of the text."""
        folder = path.rpartition("/")[0]
        holds = next(f for f in reversed(self.rows["folders"]) if f["key"] == folder)
        name = title or path.rpartition("/")[2]
        id_ = digest("document", self.workspace, path)
        spans = tuple(_paragraphs(text))
        passages = tuple((digest("passage", id_, str(start)), start, end) for start, end in spans)
        made = File(id_, path, folder, name, text, holds["scope"], holds["rung"], holds["project"], passages)
        values = {
            "id": id_,
            "path": path,
            "path_key": path,
            "path_hash": path_hash(self.workspace, path),
            "title": name,
            "about": about,
            "state": "live",
            "dated": dated,
        }
        self.rows["documents"].append({"id": id_, "folder": folder, "values": values | self._place(made)})
        words = terms(f"{context} {name} {path.rpartition('/')[2]}")
        for position, (pid, start, end) in enumerate(passages):
            self.rows["passages"].append(
                {"id": pid, "document": id_, "position": position, "start": start, "end": end}
                | {"text": text[start:end], "context": context, "terms": terms(text[start:end])}
                | {"context_terms": words}
                | self._place(made)
            )
        return made

    def card(self, file: File, about: str, names: Sequence[str] = ()) -> None:
        text = f"{file.title}: {about}"
        self.rows["cards"].append(
            {"id": digest("card", file.id), "document": file.id, "title": file.title, "about": about}
            | {"text": text, "terms": terms(text), "context_terms": terms(file.path)}
            | self._place(file)
        )
        for name in names:
            self.mention(file, name)

    def pointer(self, file: File, about: str) -> str:
        text = f"{file.title}: {about}"
        id_ = digest("pointer", file.id)
        self.rows["pointers"].append(
            {"id": id_, "document": file.id, "where": file.path, "title": file.title, "about": about}
            | {"text": text, "terms": terms(text)}
            | self._place(file)
        )
        return id_

    def name(self, entity: str, alias: str, scope: str, kind: str = "organization") -> str:
        """Teaches the entity first known as `entity` another spelling."""
        id_ = entity_id(self.workspace, name_key(entity))
        for spelling in dict.fromkeys((entity, alias)):
            self.rows["names"].append(
                {"entity": id_, "key": name_key(spelling), "name": spelling, "kind": kind}
                | {"audience": audience(self.workspace, scope)}
            )
        return id_

    def mention(self, file: File, name: str, kind: str = "organization") -> None:
        self.rows["mentions"].append({"document": file.id, "entity": self.name(name, name, file.scope, kind)})

    def fact(
        self,
        file: File,
        subject: str,
        relation: str,
        object_: str,
        quote: str = "",
        *,
        kind: str = "text",
        text: str | None = None,
        modality: str = "asserted",
        said_at: date | None = None,
        valid_from: date | None = None,
        valid_to: date | None = None,
        confidence: float = 0.8,
        subject_kind: str = "organization",
        also: Sequence[tuple[File, str]] = (),
        stale: bool = False,
    ) -> str:
        """`kind` of the object: a value's, or an entity's (then it becomes one). Also said in `also`."""
        who = self.name(subject, subject, file.scope, subject_kind)
        entity = self.name(object_, object_, file.scope, kind) if kind in ENTITY_KINDS else None
        words = text or f"{subject} {relation}: {object_}"
        start = None if valid_from is None else valid_from.isoformat()
        id_ = fact_id(
            self.workspace, file.project, file.scope, who, relation, None, entity or object_, modality, start
        )
        number = len(self.rows["facts"])
        values = {
            "id": id_,
            "subject_id": who,
            "subject": subject,
            "relation": relation,
            "object": object_,
            "object_kind": kind,
            "modality": modality,
            "text": words,
            "confidence": confidence,
            "valid_from": valid_from,
            "valid_to": valid_to,
            "said_at": said_at,
            "terms": terms(words),
            "recorded_at": WRITTEN + timedelta(seconds=number),
            "group": digest("group", who, relation),
        }
        said = [self._evidence(f, q, said_at, n) for n, (f, q) in enumerate([(file, quote), *also])]
        self.rows["facts"].append(
            {"values": values | self._place(file) | ({"stale": True} if stale else {}), "entity": entity}
            | {
                "evidence": [
                    {**one, "values": one["values"] | {"id": digest(id_, str(n))}}
                    for n, one in enumerate(said)
                ]
            }
        )
        return id_

    def supersede(self, newer: str, older: str) -> None:
        self.rows["superseding"].append({"newer": newer, "older": older})

    def tombstone(self, file: File, subject: str, relation: str, object_: str) -> str:
        id_ = digest("gone", self.workspace, subject, relation, object_)
        self.rows["tombstones"].append(
            {"id": id_, "subject": subject, "relation": relation, "object": object_, "document": file.id}
            | {"text": f"{subject} {relation}: {object_}", "modality": "asserted", "confidence": 0.8}
            | {"recorded_at": WRITTEN, "retired_at": WRITTEN + timedelta(days=1), "retired_reason": "demoted"}
            | self._place(file)
        )
        return id_

    def correction(self, file: File, fact: str, **more: Any) -> str:
        """Somebody took this fact out."""
        id_ = digest("correction", self.workspace, fact)
        values = {
            "id": id_,
            "fact": fact,
            "kind": "retract",
            "by": "eve",
            "reason": None,
            "at": WRITTEN,
            "order": 1,
        }
        self.rows["corrections"].append(values | {"folders": [file.folder]} | self._place(file) | more)
        return id_

    def extraction(
        self, file: File, wrote: Sequence[str], rejections: str = "[]", fingerprint: str = "local/1"
    ) -> str:
        id_ = digest("extraction", self.workspace, file.id)
        values = {
            "id": id_,
            "fingerprint": fingerprint,
            "recorded_at": WRITTEN,
            "claims": "[]",
            "rejections": rejections,
            "calls": 1,
            "tokens_in": 120,
            "tokens_out": 30,
        }
        self.rows["extractions"].append(
            {"document": file.id, "values": values, "start": 0, "end": len(file.text), "wrote": list(wrote)}
        )
        for row in self.rows["facts"]:
            if row["values"]["id"] in wrote:
                for said in row["evidence"]:
                    said["values"]["extraction"] = id_
        return id_

    async def write(self, driver: AsyncDriver, embedder: Embedder) -> None:
        """Writes everything collected, with vectors of 384 dimensions."""
        await run(driver, "indexes", workspace=self.workspace, embedder=embedder.name, dimensions=DIMENSIONS)
        for kind in (*ORDER, *LINKS):
            for batch in _batches(self.rows[kind], 500):
                await _embed(kind, batch, embedder)
                params = {"workspace": self.workspace, "rows": list(batch)}
                await run(driver, kind, **params)
        self.rows.clear()

    def _place(self, file: File) -> dict[str, Any]:
        return {
            "workspace": self.workspace,
            "scope": file.scope,
            "rung": file.rung,
            "project": file.project,
            "audience": audience(self.workspace, file.scope),
            "project_token": project_token(file.project),
        }

    def _evidence(self, file: File, quote: str, said_at: date | None, number: int) -> dict[str, Any]:
        start = file.text.find(quote) if quote else 0
        assert start >= 0, f"{quote!r} is not in {file.path}"
        end = start + len(quote)
        passage = next((p for p, first, last in file.passages if first <= start < last), None)
        values = {
            "passage": passage,
            "start": start,
            "end": end,
            "hash": quote_hash(quote),
            "said_at": said_at,
        }
        return {"document": file.id, "values": values | {"index": number}}


ENTITY_KINDS = {"person", "organization", "project", "product", "place", "event", "figure", "thing"}


def view(
    workspace: str, name: str = "ada", departments: Sequence[str] = (), project: str | None = None
) -> View:
    """What this user may see."""
    return View(workspace, audiences(workspace, Principal(name, frozenset(departments))), project)


async def run(driver: AsyncDriver, name: str, **params: Any) -> None:
    """Runs one statement of world.cypher with the parameters it takes."""
    text = STATEMENTS[name]
    wanted = {key: value for key, value in params.items() if f"${key}" in text}
    await driver.execute_query(text, wanted)


def open_driver(address: Any) -> AsyncDriver:
    return AsyncGraphDatabase.driver(
        address.uri, auth=(address.user, address.password), notifications_min_severity="OFF"
    )


async def _embed(kind: str, batch: Sequence[Mapping[str, Any]], embedder: Embedder) -> None:
    if kind not in EMBEDDED:
        return
    nodes: list[Any] = [row["values"] if kind == "facts" else row for row in batch]
    for node, vector in zip(nodes, await embedder.embed([n["text"] for n in nodes]), strict=True):
        if vector is not None:
            node["embedding"] = list(vector)


def _paragraphs(text: str) -> list[tuple[int, int]]:
    spans, at = [], 0
    for paragraph in text.split("\n\n"):
        if paragraph.strip():
            spans.append((at, at + len(paragraph)))
        at += len(paragraph) + 2
    return spans


def _batches(rows: Sequence[dict[str, Any]], size: int) -> list[Sequence[dict[str, Any]]]:
    return [rows[at : at + size] for at in range(0, len(rows), size)]
