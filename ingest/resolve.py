"""Which real-world thing a mention means.

One document is resolved at a time, from what it says itself and from the names the graph knows in its scope.
Equal keys are one thing. Beyond that only safe steps join: a statement that gives another name, a firm with
and without its one legal form, and inside the document a person's short name that only one person can bear.
What differs by a digit, a letter or a legal form stays apart, and nothing is joined because it looks alike.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.model.claim import ALIAS_RELATION, Claim, Mention
from kg.model.ids import entity_id
from kg.model.kinds import EntityKind
from kg.model.names import display_name, legal_form, name_key
from kg.model.stored import ResolvedEntity

Known = Mapping[str, tuple[ResolvedEntity, ...]]
"""What the store's names lead to, by name key."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The things one document speaks of. An entity's first key is the one its id is made from, unless another
    document named it."""

    by_key: Mapping[str, ResolvedEntity]
    entities: tuple[ResolvedEntity, ...]
    """Each once, by id."""

    def entity(self, mention: Mention) -> ResolvedEntity | None:
        """What this mention means; None for a name without any visible character."""
        return self.by_key.get(name_key(mention.name))


@dataclass(slots=True)
class _Name:
    """One key as the document uses it."""

    key: str
    surfaces: Counter[str] = field(default_factory=Counter)
    kinds: Counter[EntityKind] = field(default_factory=Counter)

    @property
    def kind(self) -> EntityKind:
        return _majority(self.kinds)


def mentions_of(claims: Iterable[Claim], also: Iterable[str] = ()) -> tuple[Mention, ...]:
    """Every name in the claims, then the names in `also` (a card's), whose kind nobody said."""
    found: list[Mention] = []
    for claim in claims:
        found.append(claim.subject)
        if isinstance(claim.object, Mention):
            found.append(claim.object)
    return (*found, *(Mention(name, EntityKind.THING) for name in also))


def keys_to_look_up(mentions: Iterable[Mention]) -> frozenset[str]:
    """The name keys whose entities `resolve` wants to know: of the names, and of firms without legal form."""
    keys = {name_key(mention.name) for mention in mentions} - {""}
    return frozenset(keys | {form[0] for form in map(legal_form, keys) if form is not None})


def resolve(workspace: str, claims: Sequence[Claim], known: Known, also: Iterable[str] = ()) -> Resolution:
    """Resolves every name of a document. The outcome does not depend on the order of the claims."""
    names = _collect(mentions_of(claims, also))
    groups = _Groups(names)
    firms = _firms(names)
    taken = {key for key, (base, form) in firms.items() if _known_forms(base, known) - {form}}
    bases = {key: base for key, (base, _) in firms.items() if key not in taken}
    local = {base for key, (base, _) in firms.items() if key in taken}
    for key, (base, _) in firms.items():
        if base in names:
            groups.join(*((key, base) if key in taken else (base, key)))
    for subject, other in _aliases(claims):
        groups.join(subject, other)
    for short, full in _short_names(names, groups).items():
        groups.join(full, short)
        local.add(short)
    by_key: dict[str, ResolvedEntity] = {}
    for head, keys in groups.listed():
        entity = _entity(workspace, [names[key] for key in keys], head, bases, local, known)
        by_key.update(dict.fromkeys(keys, entity))
    entities = sorted(set(by_key.values()), key=lambda entity: (entity.id, entity.keys))
    return Resolution(by_key, tuple(entities))


class _Groups:
    """Keys that mean one thing. The head of a group is the key that others were joined to."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._parent = {key: key for key in sorted(keys)}

    def head(self, key: str) -> str:
        while self._parent[key] != key:
            key = self._parent[key]
        return key

    def join(self, key: str, other: str) -> None:
        self._parent[self.head(other)] = self.head(key)

    def listed(self) -> list[tuple[str, list[str]]]:
        groups: dict[str, list[str]] = {}
        for key in self._parent:
            groups.setdefault(self.head(key), []).append(key)
        return sorted(groups.items())


def _collect(mentions: Iterable[Mention]) -> dict[str, _Name]:
    names: dict[str, _Name] = {}
    for mention in mentions:
        key = name_key(mention.name)
        if key:
            name = names.setdefault(key, _Name(key))
            name.surfaces[display_name(mention.name)] += 1
            name.kinds[mention.kind] += 1
    return names


def _firms(names: Mapping[str, _Name]) -> dict[str, tuple[str, str]]:
    """Firms' keys to (key without legal form, form), where the document gives that base one form only."""
    found = {
        key: form
        for key, name in names.items()
        if name.kind in (EntityKind.ORGANIZATION, EntityKind.THING) and (form := legal_form(key)) is not None
    }
    forms: dict[str, set[str]] = {}
    for base, form_ in found.values():
        forms.setdefault(base, set()).add(form_)
    return {key: form for key, form in found.items() if len(forms[form[0]]) == 1}


def _known_forms(base: str, known: Known) -> set[str]:
    """The legal forms the graph knows of firms that this base leads to."""
    keys = (key for entity in known.get(base, ()) for key in entity.keys)
    return {form[1] for form in map(legal_form, keys) if form is not None and form[0] == base}


def _aliases(claims: Iterable[Claim]) -> list[tuple[str, str]]:
    pairs = {
        (name_key(claim.subject.name), name_key(claim.object.name))
        for claim in claims
        if claim.relation == ALIAS_RELATION and isinstance(claim.object, Mention)
    }
    return sorted(pair for pair in pairs if all(pair))


def _short_names(names: Mapping[str, _Name], groups: _Groups) -> dict[str, str]:
    """Short names of people to the full name, where the document has one person it can mean. They hold in
    this document only and teach the graph nothing."""
    people = [key for key, name in names.items() if name.kind is EntityKind.PERSON and " " in key]
    found: dict[str, str] = {}
    for key, name in names.items():
        if any(c.isdigit() for c in key) or name.kind not in (EntityKind.PERSON, EntityKind.THING):
            continue
        bearers = [full for full in people if full != key and _is_short_for(key, full, name.kind)]
        if bearers and len({groups.head(full) for full in bearers}) == 1:
            found[key] = min(bearers)
    return found


def _is_short_for(key: str, full: str, kind: EntityKind) -> bool:
    first = kind is EntityKind.PERSON and full.split(" ", 1)[0] == key
    return first or full.endswith(" " + key)


def _entity(
    workspace: str,
    names: Sequence[_Name],
    head: str,
    bases: Mapping[str, str],
    local: set[str],
    known: Known,
) -> ResolvedEntity:
    own_key = bases.get(head, head)
    own = entity_id(workspace, own_key)
    here = _shown(names, head)
    kind = _majority(sum((name.kinds for name in names), Counter[EntityKind]()))
    keys = {name.key for name in names} - local
    keys |= {bases[key] for key in keys if key in bases}
    others = {entity.id: entity for entity in known.get(head, ()) if entity.id != own}
    if len(others) == 1:
        # Another document taught this name: what it leads to was named there, so this one teaches no more
        # than the names it gives beside it.
        (other,) = others.values()
        kind_ = other.kind if kind is EntityKind.THING else kind.value
        return ResolvedEntity(
            other.id, other.name, kind_, tuple(sorted(keys - {head, bases.get(head, head)}))
        )
    if kind is EntityKind.THING:
        told = [entity.kind for entity in known.get(head, ()) if entity.id == own]
        return ResolvedEntity(own, here, told[0] if told else kind.value, tuple(sorted(keys)))
    return ResolvedEntity(own, here, kind.value, tuple(sorted(keys)))


def _shown(names: Sequence[_Name], head: str) -> str:
    """The spelling the document uses most for the head, of equals the first in code point order."""
    (name,) = (name for name in names if name.key == head)
    return min(name.surfaces, key=lambda surface: (-name.surfaces[surface], surface))


def _majority(kinds: Mapping[EntityKind, int]) -> EntityKind:
    """The kind said most often; `thing` only when nothing else was said; of equals the first listed."""
    order = list(EntityKind)
    said = {kind: n for kind, n in kinds.items() if kind is not EntityKind.THING} or kinds
    return min(said, key=lambda kind: (-said[kind], order.index(kind)))
