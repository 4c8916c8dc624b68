"""The oracle against the graph: every difference, in words."""

import re
from collections.abc import Iterable, Iterator, Mapping

from policy.rungs import Rung
from tests.property.notes import ALIAS
from tests.property.oracle import Fact, World
from tests.property.pictures import Picture


def exactly(world: World, picture: Picture) -> list[str]:
    """What differs once a sync is through: nothing may."""
    known = {path: (doc.stated, doc.place) for path, doc in world.known.items()}
    pairs: list[tuple[str, object, object]] = [
        ("documents", known, picture.documents),
        ("passages", *_without_empty(world.shown(Rung.TEXT), picture.words)),
        ("cards", {p for p in world.shown(Rung.GIST) if world.known[p].note}, picture.cards),
        ("pointers", {path for path in known if world.speaks(path)}, picture.pointers),
        ("facts", {fact: frozenset(paths) for fact, paths in world.facts().items()}, picture.by_fact()),
        ("superseding", world.superseding(), _superseding(picture)),
        ("waiting for vectors", 0, picture.waiting),
    ]
    found = [f"{what}: {_only(wanted, have)}" for what, wanted, have in pairs if wanted != have]
    return [*found, *_words(picture), *_left_over(world, picture)]


Plain = tuple[str, str, str]
"""Relation, object and modality: what is left of a fact while names, scopes and intervals are being settled."""


def plain(facts: Iterable[Fact]) -> set[Plain]:
    """See `Plain`."""
    return {
        (fact.relation, "Northwind" if fact.object == "NW" else fact.object, fact.modality) for fact in facts
    }


def within(world: World, sayable: set[Plain], picture: Picture) -> list[str]:
    """What may not be even while work is open: no document has more than its folder allows, and nothing stands in
    memory that no document said since everything was settled last."""
    found = [f"a fact that nobody says: {one}" for one in plain(picture.by_fact()) - sayable]
    for path, (_, place) in picture.documents.items():
        height = world.known[path].place.rung.height
        found += [f"more than its folder allows: {path}"] if place.rung.height > height else []
        found += [f"passages at nothing: {path}"] if picture.words[path] and not height else []
        found += [f"a card below gist: {path}"] if path in picture.cards and height < Rung.GIST.height else []
        found += [f"a pointer below facts: {path}"] if path in picture.pointers and height < 3 else []
    return found


def _without_empty(*sides: Mapping[str, list[str]]) -> Iterator[dict[str, list[str]]]:
    return ({path: words for path, words in side.items() if words} for side in sides)


def _superseding(picture: Picture) -> set[tuple[Fact, Fact]]:
    facts = {id_: fact for id_, (fact, _, _) in picture.facts.items()}
    return {(facts[new], facts[old]) for new, old in picture.superseding if new in facts and old in facts}


def _words(picture: Picture) -> list[str]:
    """A fact's words say its subject, relation and object."""
    return [
        f"words: {text!r} for {fact}"
        for fact, _, text in picture.facts.values()
        if not all(part in text for part in (fact.subject, fact.relation, fact.object))
    ]


def _left_over(world: World, picture: Picture) -> list[str]:
    """Things, values and names that nothing live speaks of, and the dead among the living."""
    facts = picture.by_fact()
    spoken = {word for path, known in world.known.items() for word in _spoken(world, path, known.place.rung)}
    # What was corrected is kept for its undoing, as long as its document says it.
    values = {fact.object for fact in facts} | world.said_objects()
    found = [f"an orphan entity: {name}" for name in picture.entities if not _is_spoken(name, spoken)]
    found += [f"an orphan value: {text}" for text in picture.values - values]
    found += [f"a name of nothing: {key}" for key in picture.names if not _is_spoken(key, spoken)]
    found += [f"a live tombstone: {id_}" for id_ in picture.retired & set(picture.facts)]
    named = {part for fact in facts for part in (fact.subject, fact.object)} - picture.values
    found += [f"no entity for {name}" for name in named - picture.entities]
    return found


def _spoken(world: World, path: str, rung: Rung) -> set[str]:
    """The words of a document that may name things."""
    if rung.height < Rung.GIST.height:
        return set()
    note = world.known[path].note or ()
    return {str(line).casefold() for chapter in note for line in chapter.lines} | _meant(world, path)


def _meant(world: World, path: str) -> set[str]:
    lines = [
        line for chapter in world.known[path].note or () for line in chapter.lines if line.relation != ALIAS
    ]
    return {world.named(name, path).casefold() for line in lines for name in (line.subject, line.object)}


def _is_spoken(name: str, spoken: set[str]) -> bool:
    return any(re.search(rf"\b{re.escape(name.casefold())}\b", words) for words in spoken)


def _only(wanted: object, have: object) -> str:
    if isinstance(wanted, dict) and isinstance(have, dict):
        keys = [key for key in {**wanted, **have} if wanted.get(key) != have.get(key)]
        return "; ".join(f"{key}: wanted {wanted.get(key)}, have {have.get(key)}" for key in keys)
    if isinstance(wanted, set) and isinstance(have, set):
        return f"missing {wanted - have}, too much {have - wanted}"
    return f"wanted {wanted}, have {have}"
