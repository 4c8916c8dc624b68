"""Purging: what is erased for good, from the first hash that is remembered to the look at what is left."""

from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest.deps import SyncDeps, SyncOptions
from ingest.erasing import take_back_purged
from ingest.purged import WORDS, first_word, holds, without_names
from ingest.sync.held import all_held
from ingest.sync.policy import apply_policy
from kg.model.names import name_key
from kg.model.purged import Purged
from kg.model.receipt import Problem
from kg.observe import silent
from kg.store import GraphStore
from kg.store.purging import PurgedDocument, PurgedThing, Vectors

TEXTS = (
    "passages",
    "cards",
    "pointers",
    "facts",
    "tombstones",
    "ledger entries",
    "corrections",
    "reasons",
    "things",
    "values",
    "names",
    "titles",
)
"""Kinds of texts that may hold a name."""
_TRIAL = "0" * 64
"""The key of hashes that are compared and never stored."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What is left of what was purged, by kind, and in words what was looked at."""

    left: Mapping[str, int]
    looked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text that holds the name: what it is, its id, the document it belongs to."""

    what: str
    id: str
    document: str | None


@dataclass(frozen=True, slots=True)
class PurgedName:
    """A person or other thing that is to be purged, by every name key it has, and the texts that hold one."""

    keys: frozenset[str]
    thing: PurgedThing
    texts: tuple[NamedText, ...]
    audiences: tuple[str, ...]
    """Of who asks: of what others keep to themselves nothing is found, counted or erased."""

    @property
    def documents(self) -> frozenset[str]:
        """Whatever any of its forms says goes, and is made again without the names."""
        return self.thing.documents | {text.document for text in self.texts if text.document is not None}

    def of(self, what: str) -> list[str]:
        return sorted({text.id for text in self.texts if text.what == what})

    def bill(self) -> dict[str, int]:
        """What goes, by kind."""
        counts = Counter(what for what, _ in {(text.what, text.id) for text in self.texts})
        corrections = len({*self.thing.corrections, *self.of("corrections")})
        return {
            **counts,
            "documents": len(self.documents),
            "facts": len({*self.thing.facts, *self.of("facts")}),
            **({"corrections": corrections} if corrections else {}),
        }


def document_bill(was: PurgedDocument) -> dict[str, int]:
    """What goes with a document, by kind. Of its facts those stay that other documents say too."""
    return {
        "passages": len(was.passages),
        "facts it says": len(was.facts),
        "tombstones": len(was.tombstones),
        "ledger entries": len(was.extractions),
    }


async def purge_document(was: PurgedDocument, path_hash: str, store: GraphStore) -> Remains:
    """Erases a document and gives back what is left of it: nothing. Interrupted, the next sync or work
    goes on, and so does the same call; from its first step on no sync takes the file in."""
    hashes: list[tuple[str, str, str | None]] = [("path", path_hash, None)]
    if was.content_hash is not None:
        hashes.append(("content", was.content_hash, None))
    await store.remember_purged(path_hash, hashes, [was.id], [was.audience])
    await take_back_purged(store, silent)
    vectors = Vectors(was.vectors, was.vectors_b)
    looked = (
        "every node of the document, by id",
        f"both full-text indexes, by {len(set(' '.join(was.terms).split()))} words",
        f"the vector indexes, by {vectors.asked} of its vectors",
    )
    return Remains(await store.document_remains(was), looked)


async def name_to_purge(
    name: str, things: Collection[str], audiences: Iterable[str], store: GraphStore
) -> PurgedName:
    """Everything that holds a name of these things, as far as these audiences may read it."""
    mine = tuple(sorted(audiences))
    thing = await store.things_to_purge(sorted(things), mine)
    keys = {name_key(spelling) for spelling in (name, *thing.spellings)} | thing.keys
    known = frozenset(key for key in keys if key and len(key.split()) <= WORDS)
    return PurgedName(known, thing, await texts_naming(known, mine, store), mine)


async def texts_naming(
    keys: Collection[str], audiences: Sequence[str], store: GraphStore
) -> tuple[NamedText, ...]:
    """The texts that hold one of these names, as the guard would find it. Only these are held."""
    names = _hashed(Purged(key=_TRIAL), keys)
    firsts = sorted({first_word(key) for key in keys})

    async def holding(rows: AsyncIterator[Mapping[str, Any]]) -> tuple[NamedText, ...]:
        return tuple(
            [
                NamedText(row["what"], row["id"], row["document"])
                async for row in rows
                if (row["what"] == "names" and row["text"] in keys) or holds(row["text"], firsts, names)
            ]
        )

    return await store.texts(audiences, holding)


async def purge_name(
    found: PurgedName, deps: SyncDeps, store: GraphStore, options: SyncOptions
) -> tuple[Remains, tuple[Problem, ...]]:
    """Erases a name from everything, and gives back what is left of it, with what could not be read
    again. The documents that held it are made anew from their files, through the guard; a model is asked again
    for those at `facts`. Interrupted, the next sync or work goes on, and so does the same call."""
    async with all_held(deps, options.patience):
        vectors = await _erase_name(found, deps, store)
    problems: list[Problem] = []
    for root in await store.roots():
        problems += (await apply_policy(root, deps, options)).problems
    return await _remains(found, vectors, store), tuple(problems)


async def _erase_name(found: PurgedName, deps: SyncDeps, store: GraphStore) -> Vectors:
    # A run may have brought in more of it before the roots were held.
    found = replace(found, texts=await texts_naming(found.keys, found.audiences, store))
    purged = _hashed(await store.purge_key(), found.keys)
    rows = [("name", purged.hashed(key), purged.hashed(first_word(key))) for key in found.keys]
    vectors = await store.vectors_of(
        [*found.of("passages"), *found.of("cards")],
        [*found.of("pointers"), *found.of("facts"), *found.thing.facts],
    )
    await store.remember_purged(f"name {min(purged.names)}", rows, found.documents, found.audiences)
    orphans = [text for text in found.texts if text.document is None]
    for kind, what in (("tombstones", "tombstones"), ("extractions", "ledger entries")):
        await store.erase(kind, [text.id for text in orphans if text.what == what])
    await take_back_purged(store, deps.progress)
    going = {*found.thing.corrections, *found.of("corrections")}
    for correction in sorted(going):
        # What it kept out or put in place for texts that stay is said anew without it.
        await store.undo_correction(found.audiences, correction, "purge")
    await store.erase("corrections", sorted(going))
    await store.erase("reasons", found.of("reasons"))
    return vectors


async def _remains(found: PurgedName, vectors: Vectors, store: GraphStore) -> Remains:
    """What is left of a name: in every text, and in what the indexes lead to."""
    keys, names = found.keys, _hashed(Purged(key=_TRIAL), found.keys)

    def named(rows: Sequence[Mapping[str, str]]) -> int:
        mine = (row for row in rows if row["audience"] in found.audiences)
        return sum(bool(without_names(row["text"], names)[1].edits) for row in mine)

    texts = Counter(text.what for text in await texts_naming(keys, found.audiences, store))
    left = {
        **{what: texts[what] for what in TEXTS},
        "full-text index": named(await store.found_by_words(keys)),
        "vector index": named(await store.found_by_meaning(vectors)),
    }
    looked = (
        "every text of the graph, by word",
        f"both full-text indexes, by the words of {len(keys)} names",
        f"the vector indexes, by {vectors.asked} of the vectors that the texts with the name had",
    )
    return Remains(left, looked)


def _hashed(purged: Purged, keys: Collection[str]) -> Purged:
    return Purged(
        key=purged.key,
        names=frozenset(purged.hashed(key) for key in keys),
        firsts=frozenset(purged.hashed(first_word(key)) for key in keys),
    )
