"""Erasing for good: what is remembered of it, what goes, and what is found afterwards."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kg import observe
from kg.model.ids import digest
from kg.model.lucene import terms
from kg.model.purged import Purged
from kg.store.connection import Row, Work
from kg.store.part import Part
from kg.store.stamp import stamp_of

T = TypeVar("T")
SECONDS = 300.0
"""A look at every text of a workspace."""

_PAYLOAD = 120
"""Bytes that one record of Neo4j's stores of long strings and of lists holds; a list of one text takes nine more."""
_BLANKS: Row = {
    **{f"text{n}": " " * _PAYLOAD for n in range(20)},
    **{f"list{n}": [" " * (_PAYLOAD - 9)] for n in range(20)},
}
BLANK_BYTES = 40 * _PAYLOAD
"""What one node of blanks fills."""
VECTORS = 50
"""Of one index and slot, by which it is asked what it still leads to."""
ROUND = 250
"""Nodes of one transaction: more than a megabyte, so that a transaction log is full after it."""


@dataclass(frozen=True, slots=True)
class PurgedDocument:
    """A document that is to be purged, and what it has. `terms` are the words of its passages as they are indexed,
    `vectors` theirs in the two slots."""

    id: str
    content_hash: str | None
    passages: tuple[str, ...]
    texts: tuple[str, ...]
    terms: tuple[str, ...]
    vectors: tuple[tuple[float, ...], ...]
    vectors_b: tuple[tuple[float, ...], ...]
    facts: tuple[str, ...]
    tombstones: tuple[str, ...]
    extractions: tuple[str, ...]
    audience: str


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors by the index and the slot they stand in."""

    passages: tuple[tuple[float, ...], ...] = ()
    passages_b: tuple[tuple[float, ...], ...] = ()
    memory: tuple[tuple[float, ...], ...] = ()
    memory_b: tuple[tuple[float, ...], ...] = ()

    def by_index(self) -> dict[str, tuple[tuple[float, ...], ...]]:
        return {
            "passages": self.passages,
            "passages_b": self.passages_b,
            "memory": self.memory,
            "memory_b": self.memory_b,
        }

    @property
    def asked(self) -> int:
        """How many of them an index is asked by."""
        return sum(min(VECTORS, len(some)) for some in self.by_index().values())


@dataclass(frozen=True, slots=True)
class PurgedThing:
    """A thing that is to be purged: its spellings and name keys, and what speaks of it."""

    spellings: frozenset[str]
    keys: frozenset[str]
    documents: frozenset[str]
    facts: frozenset[str]
    corrections: frozenset[str]


class Purging(Part):
    """See `kg.ports.GraphStore` for `purged` and `strike_off`; the rest belongs to the person who purges."""

    async def purged(self) -> Purged:
        """See the port."""
        (found,) = await self._graph.read("purged", {"workspace": self._workspace})
        rows = found["rows"]
        scoped = {audience: _of(rows, audience) for audience in sorted({row["audience"] for row in rows})}
        pending = frozenset(id_ for row in rows for id_ in row["pending"] or ())
        going = frozenset(id_ for row in rows if row["kind"] == "path" for id_ in row["pending"] or ())
        every = _of(rows, None)
        return replace(
            every,
            key=found["key"] or "",
            pending=pending,
            going=going,
            scoped=scoped,
            stamp=stamp_of(row["id"] for row in rows),
        )

    async def strike_off(self, ids: Sequence[str], gone: Sequence[str]) -> None:
        """See the port."""

        async def work(work: Work) -> None:
            await work.run("delete_tombstones", documents=sorted(gone))
            await work.run("forget_documents", ids=sorted(gone))
            await work.run("strike_off", workspace=self._workspace, ids=sorted(ids))

        with observe.step("purge.write"):
            await self._graph.write("what is purged", work)

    async def purge_key(self) -> Purged:
        """What is remembered, with a key to hash names by."""

        async def work(work: Work) -> None:
            await work.run("hold_purge_key", workspace=self._workspace, key=secrets.token_hex(32))

        await self._graph.write("the key of what was purged", work)
        return await self.purged()

    async def remember_purged(
        self,
        of: str,
        hashes: Sequence[tuple[str, str, str | None]],
        documents: Collection[str],
        audiences: Collection[str],
    ) -> None:
        """Keeps hashes (`kind`, `hash`, of a name `first`) out from now on, for these audiences. `of` lifts them
        together. `documents` hold it and are `pending` until they are struck off."""
        ordered = [(*one, audience) for audience in sorted(audiences) for one in sorted(hashes)]
        holder = next(at for at, (kind, *_) in enumerate(ordered) if kind != "content")
        rows = [
            {
                "id": digest("purged", self._workspace, of, kind, hash_, audience),
                "workspace": self._workspace,
                "of": of,
                "kind": kind,
                "hash": hash_,
                "first": first,
                "audience": audience,
                "pending": sorted(documents) or None if at == holder else None,
            }
            for at, (kind, hash_, first, audience) in enumerate(ordered)
        ]
        await self._purge("remember_purged", {"rows": rows})

    async def allow_purged(self, of: str, contents: Sequence[str], audiences: Sequence[str]) -> bool:
        """Lifts what was purged as `of`, and these contents, as far as these audiences may know of it. Whether there
        was something to lift."""
        params = {"workspace": self._workspace, "of": of, "contents": list(contents)}

        async def work(work: Work) -> bool:
            (row,) = await work.run("allow_purged", **params, audiences=list(audiences))
            return bool(row["lifted"])

        with observe.step("purge.write"):
            return await self._graph.write("what was purged", work)

    async def document_to_purge(self, path_hash: str, audiences: Sequence[str]) -> PurgedDocument | None:
        """The document at a path, or what is kept of one whose file is gone, as far as these may know of it."""
        params = {"workspace": self._workspace, "path_hash": path_hash, "audiences": list(audiences)}
        rows = await self._graph.read("document_to_purge", params, SECONDS)
        if not rows:
            return None
        row = rows[0]
        passages = row["passages"]
        return PurgedDocument(
            row["id"],
            row["content_hash"],
            tuple(passage["id"] for passage in passages),
            tuple(passage["text"] for passage in passages),
            tuple(passage["terms"] or "" for passage in passages),
            _vectors(passages, "embedding"),
            _vectors(passages, "embedding_b"),
            tuple(row["facts"]),
            tuple(row["tombstones"]),
            tuple(row["extractions"]),
            row["audience"],
        )

    async def things_to_purge(self, ids: Sequence[str], audiences: Sequence[str]) -> PurgedThing:
        """Things taken together, since one name may lead to several; as far as these audiences may know."""
        params = {"ids": sorted(ids), "audiences": list(audiences)}
        rows = await self._graph.read("names_of_thing", params, SECONDS)

        def all_of(key: str) -> frozenset[str]:
            return frozenset(value for row in rows for value in row[key])

        return PurgedThing(
            all_of("spellings"),
            all_of("keys"),
            all_of("documents"),
            all_of("facts"),
            all_of("corrections"),
        )

    async def texts(self, audiences: Sequence[str], step: Callable[[AsyncIterator[Row]], Awaitable[T]]) -> T:
        """What `step` makes of every text that these may read, as it comes: `what`, `id`, `document`, `text`."""
        params = {"workspace": self._workspace, "audiences": list(audiences)}
        return await self._graph.fold("texts", params, step, SECONDS)

    async def overwrite(self, size: int) -> None:
        """Writes blanks of at least `size` bytes, in two transactions or more, and deletes them: the server gives
        them the places that were freed before."""
        rounds = max(2, -(-size // (ROUND * BLANK_BYTES)))
        blanks = {"workspace": self._workspace, "count": ROUND, "blanks": _BLANKS}
        for _ in range(rounds):
            await self._purge("write_blanks", blanks)
        await self.clear_blanks()

    async def clear_blanks(self) -> None:
        """Deletes blanks, those too that an interrupted call left."""
        await self._purge("delete_blanks", {"workspace": self._workspace})

    async def erase(self, kind: str, ids: Sequence[str]) -> None:
        """Deletes `reasons` of corrections, `corrections`, `tombstones` or `extractions` that name what is purged."""
        queries = {
            "corrections": "delete_corrections",
            "reasons": "blank_reasons",
            "tombstones": "delete_tombstones_by_id",
            "extractions": "delete_extractions_by_id",
        }
        await self._purge(queries[kind], {"ids": sorted(ids)})

    async def document_remains(self, was: PurgedDocument) -> dict[str, int]:
        """What is left of a purged document, by kind, by its ids and by both kinds of index."""
        params = {
            "document": was.id,
            "passages": list(was.passages),
            "extractions": list(was.extractions),
        }
        (counts,) = await self._graph.read("document_remains", params, SECONDS)
        words = " ".join(dict.fromkeys(" ".join(was.terms).split()))
        lucene = [f"terms:({_escaped(words)})"] if words else []
        by_words = await self._graph.read("found_by_words", {"lucene": lucene}, SECONDS)
        by_meaning = await self.found_by_meaning(Vectors(was.vectors, was.vectors_b))
        own = {*was.passages, was.id}
        return {
            **counts,
            "full-text index": sum(row["id"] in own for row in by_words),
            "vector index": sum(row["id"] in own for row in by_meaning),
        }

    async def vectors_of(self, passages: Sequence[str], memory: Sequence[str]) -> Vectors:
        """Those of passages and cards, and those of pointers and facts, by their ids."""
        params = {"passages": sorted(passages), "memory": sorted(memory)}
        rows = await self._graph.read("vectors_of", params, SECONDS)

        def of(index: str, slot: str) -> tuple[tuple[float, ...], ...]:
            return tuple(tuple(row[slot]) for row in rows if row["index"] == index and row[slot])

        return Vectors(of("passages", "a"), of("passages", "b"), of("memory", "a"), of("memory", "b"))

    async def found_by_words(self, keys: Collection[str]) -> list[Row]:
        """What both full-text indexes lead to (`id`, `text`) by all words of one of these names together."""
        queries = [query for key in sorted(keys) if (query := _all_words(key))]
        rows = await self._graph.read("found_by_words", {"lucene": queries}, SECONDS)
        return [row for row in rows if row["workspace"] == self._workspace]

    async def found_by_meaning(self, vectors: Vectors) -> list[Row]:
        """What the vector indexes of both slots lead to (`id`, `text`) by these vectors, the first of each."""
        params = {name: [list(v) for v in some[:VECTORS]] for name, some in vectors.by_index().items()}
        rows = await self._graph.read("found_by_meaning", params, SECONDS)
        return [row for row in rows if row["workspace"] == self._workspace]

    async def _purge(self, query: str, params: Row) -> None:
        async def work(work: Work) -> None:
            await work.run(query, **params)

        with observe.step("purge.write"):
            await self._graph.write("what is purged", work)


def _of(rows: Sequence[Row], audience: str | None) -> Purged:
    """What these rows keep out; None: for whomever."""
    mine = [row for row in rows if audience in (None, row["audience"])]

    def of(kind: str) -> frozenset[str]:
        return frozenset(row["hash"] for row in mine if row["kind"] == kind)

    firsts = frozenset(row["first"] for row in mine if row["kind"] == "name")
    return Purged(paths=of("path"), contents=of("content"), names=of("name"), firsts=firsts)


def _vectors(passages: Sequence[Row], slot: str) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(passage[slot]) for passage in passages if passage[slot])


def _all_words(key: str) -> str:
    """A Lucene query for what holds every word of a name; empty for none."""
    words = [_escaped(word) for word in dict.fromkeys(terms(key).split())]
    return " ".join(f"+(terms:{word} context_terms:{word})" for word in words)


_MOST_WORDS = 500
"""Clauses of one full-text query; Lucene takes 1,024."""


def _escaped(words: str) -> str:
    return " ".join(
        "".join(f"\\{c}" if not c.isalnum() else c for c in word) for word in words.split()[:_MOST_WORDS]
    )
