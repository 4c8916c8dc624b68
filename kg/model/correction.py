"""What a person says of a fact that is wrong: not so at all, or so. A ledger entry of its own, applied to every
statement it is about, whoever says it and however often it is read anew.

A statement passes the corrections in the order they were made. Each looks at it as those before left it: one that
matches takes it out (`retract`) or puts another in its place (`correct`), and then the later ones look at that. So
correcting what was corrected, taking it out, and undoing any of it in any order is the same computation over the
corrections that stand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from kg.model.claim import Value
from kg.model.ids import digest, value_id
from kg.model.kinds import Modality
from kg.model.stored import ResolvedEntity


@dataclass(frozen=True, slots=True)
class Change:
    """What is put in place of a fact's parts; None leaves a part as it was said."""

    subject: ResolvedEntity | None = None
    relation: str | None = None
    object: ResolvedEntity | Value | None = None
    modality: Modality | None = None
    valid_from: date | None = None
    valid_to: date | None = None

    @property
    def things(self) -> tuple[ResolvedEntity, ...]:
        """The things it names."""
        return tuple(one for one in (self.subject, self.object) if isinstance(one, ResolvedEntity))


@dataclass(frozen=True, slots=True)
class Form:
    """What one statement says at this point. `subject` and `object` are ids; `subject_name`, `object_name` and
    `object_kind` are how they are called."""

    workspace: str
    project: str
    scope: str
    subject: str
    relation: str
    qualifier: str | None
    object: str
    modality: Modality
    quote: str
    """Hash of the words it was read from."""
    said_at: date | None
    valid_from: date | None
    valid_to: date | None
    subject_name: str
    object_name: str
    object_kind: str

    @property
    def target(self) -> str:
        """What it is about: the same subject and object in the same project and scope."""
        return digest("target", self.workspace, self.project, self.scope, self.subject, self.object)

    @property
    def wording(self) -> str:
        """How it relates the two."""
        return wording(self.relation, self.qualifier, self.modality)

    def changed(self, change: Change) -> "Form":
        """The same with a person's words in place of its own."""
        form = self
        if change.subject is not None:
            form = replace(form, subject=change.subject.id, subject_name=change.subject.name)
        match change.object:
            case ResolvedEntity(id=id_, name=name, kind=kind):
                form = replace(form, object=id_, object_name=name, object_kind=str(kind))
            case Value(text=text, kind=kind, key=key):
                own = value_id(self.workspace, kind, key)
                form = replace(form, object=own, object_name=text, object_kind=str(kind))
        return replace(
            form,
            relation=change.relation or form.relation,
            modality=change.modality or form.modality,
            valid_from=change.valid_from or form.valid_from,
            valid_to=change.valid_to or form.valid_to,
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A correction that stands, as statements meet it. It holds digests in place of what the fact said, so that
    nothing of a document stays in it when the document goes.

    It is about a statement with the same target that says the same relation, qualifier and modality, or that was
    read from one of the same words: the second holds when another extractor puts the relation in other words.
    `spared` are the wordings that stood beside the fact on the same words and were not corrected. `start` and `end`
    are the fact's interval: the same said of another time is another fact."""

    id: str
    order: int
    target: str
    wording: str
    quotes: frozenset[str]
    spared: frozenset[str]
    start: date | None
    end: date | None
    change: Change | None
    """None takes the statement out."""

    def matches(self, form: Form) -> bool:
        """Whether it is about this statement."""
        if form.target != self.target:
            return False
        if form.quote in self.quotes and form.wording not in self.spared:
            return True
        return form.wording == self.wording and self._same_time(form)

    def _same_time(self, form: Form) -> bool:
        if form.valid_to is not None and form.valid_to == self.end:
            return True
        return _within(form.valid_from or form.said_at, self.start, self.end)


def wording(relation: str, qualifier: str | None, modality: str) -> str:
    """The digest of a relation as it is said."""
    return digest("wording", relation, qualifier, modality)


@dataclass(frozen=True, slots=True)
class Passed:
    """A statement that has met the corrections. `form` is None when it was taken out."""

    form: Form | None
    by: tuple[str, ...]
    """The corrections that it met, in order."""
    unknown: str | None = None
    """A target whose corrections were not among those given: nothing else here counts."""


def passed(form: Form, standing: Mapping[str, Sequence[Standing]]) -> Passed:
    """What becomes of a statement. `standing` gives the corrections of each target."""
    order = -1
    by: list[str] = []
    while True:
        if form.target not in standing:
            return Passed(form, tuple(by), unknown=form.target)
        later = [one for one in standing[form.target] if one.order > order and one.matches(form)]
        if not later:
            return Passed(form, tuple(by))
        first = min(later, key=lambda one: one.order)
        order = first.order
        by.append(first.id)
        if first.change is None:
            return Passed(None, tuple(by))
        form = form.changed(first.change)


def _within(day: date | None, start: date | None, end: date | None) -> bool:
    """Without a day it is what is said of a fact that is open."""
    if day is None:
        return end is None
    return (start is None or start <= day) and (end is None or day < end)


@dataclass(frozen=True, slots=True)
class NewCorrection:
    """A correction to be made. `id` is drawn by the caller, so that a repeated call makes no second one."""

    id: str
    fact: str
    change: Change | None
    by: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction, or the undoing of one, did at once."""

    id: str
    fact: str
    facts: tuple[str, ...] = ()
    """Ids of the facts that are in memory by it now."""


@dataclass(frozen=True, slots=True)
class SeenCorrection:
    """A correction as the ledger shows it to who may read the fact it is about."""

    id: str
    kind: str
    """retract | correct"""
    fact: str
    by: str
    at: datetime
    reason: str | None
    change: dict[str, str] = field(default_factory=dict)
    """What was put in place, by part, in words."""
    undone_by: str | None = None
    undone_at: datetime | None = None
    holds_back: tuple[str, ...] = ()
    """Ids of the facts it keeps out of memory now."""
