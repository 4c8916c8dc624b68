"""What a store holds, in the words of the oracle: from the in-memory store and from Neo4j."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from kg.model.claim import Value
from kg.model.ids import entity_id, path_hash
from kg.model.names import name_key
from kg.model.stored import Progress
from policy.rungs import Rung
from tests.fakes.store import FakeStore
from tests.property.oracle import Fact, Place
from tests.store.fingerprint import edges, nodes

if TYPE_CHECKING:
    from kg.store import Graph, GraphStore

Told = tuple[Fact, frozenset[str], str]
"""A fact, the paths of the documents that say it, and its words."""


@dataclass(slots=True)
class Picture:
    """Everything at one moment. Paths are relative to the root."""

    documents: dict[str, tuple[str, Place]] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    """Searchable lines by document, sorted."""
    cards: set[str] = field(default_factory=set)
    pointers: set[str] = field(default_factory=set)
    facts: dict[str, Told] = field(default_factory=dict)
    """By id."""
    superseding: set[tuple[str, str]] = field(default_factory=set)
    retired: set[str] = field(default_factory=set)
    """Ids of tombstones."""
    entities: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    waiting: int = 0
    """Nodes without the vector they are to have."""
    jobs: Mapping[str, int] = field(default_factory=dict)

    def by_fact(self) -> dict[Fact, frozenset[str]]:
        """The documents behind each fact."""
        return {fact: paths for fact, paths, _ in self.facts.values()}


class Naming:
    """From ids and hashes to the made-up names and paths."""

    def __init__(self, workspace: str, root: str, names: tuple[str, ...], paths: tuple[str, ...]) -> None:
        self._root = root
        self._names = {entity_id(workspace, name_key(name)): name for name in names}
        self._paths = {path_hash(workspace, f"{root}/{path}"): path for path in paths}

    def thing(self, id_: str) -> str:
        """The name of an entity; what is no entity keeps its words."""
        return self._names.get(id_, id_)

    def path(self, hashed: str) -> str:
        return self._paths[hashed]

    def relative(self, path: str) -> str:
        return path.removeprefix(f"{self._root}/")


def fake_picture(store: FakeStore, naming: Naming, progress: Progress) -> Picture:
    """What the in-memory store holds."""
    paths = {
        id_: naming.path(path_hash(store.workspace, doc.write.path_key)) for id_, doc in store._docs.items()
    }
    picture = Picture(waiting=progress.unembedded, jobs=progress.jobs, retired=set(store.tombstones))
    statements = {}
    for id_, doc in store._docs.items():
        write, path = doc.write, paths[id_]
        picture.documents[path] = (write.state.value, Place(write.rung, write.project, write.scope))
        picture.words[path] = lines(p.text for p in write.passages)
        picture.cards |= {path} if write.card is not None else set()
        picture.pointers |= {path} if doc.facts is not None else set()
        for said in doc.facts.statements if doc.facts else ():
            left = store._corrected(write, said) or said
            statements[f"{id_}:{said.extraction}:{said.index}:{said.start}"] = left
    for id_, fact in store.facts().items():
        span, said = fact.span, statements[fact.span.evidence[0]]
        value = said.claim.object
        object_ = value.text if isinstance(value, Value) else naming.thing(span.object)
        told = Fact(
            fact.project, fact.scope, naming.thing(said.subject.id), said.claim.relation, object_,
            span.modality.value, span.start, span.valid_to,
        )  # fmt: skip
        picture.facts[id_] = (told, frozenset(paths[d] for d in fact.documents), fact.text)
        picture.superseding |= {(id_, old) for old in fact.supersedes}
        picture.values |= {value.text} if isinstance(value, Value) else set()
    for entity in store.entities():
        picture.entities.add(entity.name)
        picture.names |= set(entity.keys)
    return picture


async def real_picture(store: "GraphStore", graph: "Graph", naming: Naming) -> Picture:
    """What the workspace holds in Neo4j."""
    workspace, progress = store.workspace, await store.progress()
    picture = Picture(waiting=progress.unembedded, jobs=progress.jobs)
    found: dict[str, list[dict[str, Any]]] = {}
    for node in await nodes(graph, workspace):
        for label in (
            "Document",
            "Passage",
            "Card",
            "Pointer",
            "Fact",
            "Tombstone",
            "Entity",
            "Value",
            "Name",
        ):
            if f"'{label}'" in node["labels"]:
                found.setdefault(label, []).append(node)
    paths = {}
    for node in found.get("Document", []):
        if node["rung"] is None:
            continue
        path = paths[node["id"]] = naming.path(node["path_hash"])
        place = Place(Rung(node["rung"]), node["project"], node["scope"])
        picture.documents[path] = (node["state"], place)
        picture.words[path] = lines(
            p["text"] for p in found.get("Passage", []) if p["document"] == node["id"]
        )
    picture.cards = {paths[node["document"]] for node in found.get("Card", [])}
    picture.pointers = {paths[node["document"]] for node in found.get("Pointer", [])}
    linked = await edges(graph, workspace)
    evidence: dict[str, set[str]] = {}
    for edge in linked:
        if edge["type"] == "EVIDENCE":
            evidence.setdefault(edge["from"], set()).add(paths.get(edge["to"], "?"))
    for node in found.get("Fact", []):
        told = Fact(
            node["project"], node["scope"], naming.thing(node["subject_id"]), node["relation"],
            node["object"], node["modality"], _day(node["valid_from"]), _day(node["valid_to"]),
        )  # fmt: skip
        picture.facts[node["id"]] = (told, frozenset(evidence.get(node["id"], ())), node["text"])
    live = set(picture.facts)
    picture.superseding = {
        (e["from"], e["to"]) for e in linked if e["type"] == "SUPERSEDES" and e["from"] in live
    }
    picture.retired = {node["id"] for node in found.get("Tombstone", [])}
    picture.entities = {node["name"] for node in found.get("Entity", [])}
    picture.values = {node["text"] for node in found.get("Value", [])}
    picture.names = {node["key"] for node in found.get("Name", [])}
    return picture


def lines(texts: Any) -> list[str]:
    """Their lines, sorted."""
    return sorted(line for text in texts for line in text.split("\n") if line.strip(" -"))


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
