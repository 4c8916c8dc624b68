"""What a person puts in place of a fact's parts, given as words: read as a reply's parts are, and resolved to the
things the graph knows."""

from dataclasses import dataclass
from datetime import date

from ingest.dates import resolve as resolve_date
from ingest.objects import read_object
from ingest.relation import normalise_relation
from ingest.resolve import Known, keys_to_look_up, resolve
from ingest.subjects import refuse_subject
from ingest.values import read_value, text_value
from kg.errors import UsageError
from kg.model.claim import Mention, Value
from kg.model.correction import Change
from kg.model.kinds import EntityKind, Modality, ValueKind
from kg.model.names import display_name, name_key
from kg.model.stored import ResolvedEntity
from kg.ports import GraphStore


@dataclass(frozen=True, slots=True)
class Words:
    """The parts of a fact as a person writes them; None leaves a part as it is. `kind` is of the object."""

    subject: str | None = None
    relation: str | None = None
    object: str | None = None
    kind: str | None = None
    modality: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None

    @property
    def empty(self) -> bool:
        return self in (Words(), Words(kind=self.kind))


async def read_change(store: GraphStore, words: Words, scope: str, said_at: date) -> Change:
    """What the words mean to readers of `scope`; dates without a year are read from the day `said_at`. Raises
    `UsageError` for words that cannot be that part of a fact."""
    if words.empty:
        raise UsageError(
            "Say what is right: --subject, --relation, --object, --modality, --valid-from, --valid-to."
        )
    names = [Mention(name, EntityKind.THING) for name in (words.subject, words.object) if name]
    known = await store.entities_named(sorted(keys_to_look_up(names)), scope)
    if words.relation is not None and not normalise_relation(words.relation):
        raise UsageError(f"{words.relation!r} is no relation.")
    return Change(
        subject=None if words.subject is None else _subject(store.workspace, words.subject, known),
        relation=normalise_relation(words.relation) if words.relation else None,
        object=None
        if words.object is None
        else _object(store.workspace, words.object, words.kind, known, said_at),
        modality=None if words.modality is None else _modality(words.modality),
        valid_from=_day(words.valid_from, said_at, first=True),
        valid_to=_day(words.valid_to, said_at, first=False),
    )


def _subject(workspace: str, name: str, known: Known) -> ResolvedEntity:
    if refuse_subject(name) is not None:
        raise UsageError(f"{name!r} is no person, organization, project or other thing a fact can be about.")
    return _thing(workspace, name, None, known)


def _object(
    workspace: str, text: str, kind: str | None, known: Known, said_at: date
) -> ResolvedEntity | Value:
    """By the kind given; else the thing of that name, if there is one; else what the words look like."""
    plain = (kind or "").strip().casefold()
    if plain in tuple(EntityKind):
        return _thing(workspace, text, EntityKind(plain), known)
    if plain in tuple(ValueKind):
        return _value(text, ValueKind(plain), said_at)
    if plain:
        raise UsageError(f"{kind!r} is no kind; it can be {', '.join((*EntityKind, *ValueKind))}.")
    if known.get(name_key(text)):
        return _thing(workspace, text, None, known)
    read = read_object(text, "", said_at, 0)
    return _thing(workspace, read.name, None, known) if isinstance(read, Mention) else read


def _value(text: str, kind: ValueKind, said_at: date) -> Value:
    value = text_value(text) if kind is ValueKind.TEXT else read_value(text, said_at)
    if value is None or value.kind is not kind or not value.key:
        raise UsageError(f"{text!r} cannot be read as {kind}.")
    return value


def _thing(workspace: str, name: str, kind: EntityKind | None, known: Known) -> ResolvedEntity:
    key = name_key(name)
    if not key:
        raise UsageError("A thing has a name with at least one visible character.")
    if len({one.id for one in known.get(key, ())}) > 1:
        raise UsageError(
            f"Several things bear the name {display_name(name)!r}; use the full name of one of them."
        )
    found = resolve(workspace, (), known, (name,)).entity(Mention(name, EntityKind.THING))
    if found is None:
        raise UsageError("A thing has a name with at least one visible character.")
    said = str(kind) if kind is not None and found.kind == EntityKind.THING else found.kind
    return ResolvedEntity(found.id, found.name, said, found.keys)


def _modality(text: str) -> Modality:
    try:
        return Modality(text.strip().casefold())
    except ValueError:
        raise UsageError(f"{text!r} is no modality; it can be {', '.join(Modality)}.") from None


def _day(text: str | None, said_at: date, *, first: bool) -> date | None:
    if text is None:
        return None
    when = resolve_date(text, said_at)
    day = None if when is None else when.first if first else when.last
    if day is None:
        raise UsageError(f"{text!r} is no date; write it as 2027-06-30.")
    return day
