"""`kg policy explain`: which folder decided, what the rung lets a file touch, what is still to be done."""

from dataclasses import dataclass, fields

from policy.folders import ATTRIBUTES, Effective, Unreadable
from policy.gate import Admit, Decision, Held, Transition, gate, transition
from policy.rungs import Rung


@dataclass(frozen=True, slots=True)
class Form:
    """What a rung means, in words for people."""

    content: str
    graph: str
    pull: str
    push: str
    model_calls: str


_FORMS = {
    Rung.NOTHING: Form(
        content="nothing beyond the stored file",
        graph="an id, the hash of the path and the hash of the content",
        pull="nothing",
        push="never",
        model_calls="none",
    ),
    Rung.TEXT: Form(
        content="searchable text",
        graph="passages",
        pull="passages",
        push="never",
        model_calls="none",
    ),
    Rung.GIST: Form(
        content="a card: title, what it is about, who and what is in it, when",
        graph="passages, the card, who and what is mentioned",
        pull="passages and the card; about lists the document",
        push="never",
        model_calls="none",
    ),
    Rung.FACTS: Form(
        content="distilled facts",
        graph="passages, the card, who and what is mentioned, a pointer, facts",
        pull="passages, the card and facts; about lists the document",
        push="the pointer and facts",
        model_calls="one per new or changed segment, none with a local extractor",
    ),
}


def form(rung: Rung) -> Form:
    """What this rung means, in words for people."""
    return _FORMS[rung]


@dataclass(frozen=True, slots=True)
class Decided:
    """One attribute, its value, and the folder that set it; None where the default holds."""

    attribute: str
    value: str
    folder: str | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything the policy says of one path. `decided` is empty while it is held."""

    path: str
    decision: Decision
    decided: tuple[Decided, ...]
    applied: Rung
    pending: Transition
    """Between the form that is in the graph and the one the policy asks for."""

    def lines(self) -> tuple[str, ...]:
        """The same for people, one sentence each."""
        match self.decision:
            case Held(reason=reason):
                return (reason, f"In the graph it stays at {self.applied}.")
            case Admit(rung=rung):
                decided = (f"{item.attribute}: {item.value} ({_by(item)})" for item in self.decided)
                return (*decided, *_form_lines(form(rung)), *_pending_lines(self.applied, self.pending))


def explain(path: str, policy: Effective | Unreadable, applied: Rung = Rung.NOTHING) -> Explanation:
    """Explains what `policy`, that of the file's folder, means for a file whose form in the graph is now
    that of `applied` (not in the graph: `nothing`)."""
    decision = gate(policy)
    wanted = decision if isinstance(decision, Held) else decision.rung
    return Explanation(path, decision, _decided(policy), applied, transition(applied, wanted))


def _decided(policy: Effective | Unreadable) -> tuple[Decided, ...]:
    match policy:
        case Effective(decided_by=folders):
            return tuple(Decided(name, str(getattr(policy, name)), folders[name]) for name in ATTRIBUTES)
        case Unreadable():
            return ()


def _by(item: Decided) -> str:
    return "the default, no folder sets it" if item.folder is None else f"set by {item.folder}"


def _form_lines(form: Form) -> tuple[str, ...]:
    return (
        f"content takes the form of: {form.content}",
        f"the graph holds: {form.graph}",
        f"when asked, search finds: {form.pull}",
        f"unasked, recall says: {form.push}",
        f"model calls: {form.model_calls}",
    )


def _pending_lines(applied: Rung, pending: Transition) -> tuple[str, ...]:
    add, take_back = (
        ", ".join(field.name for field in fields(part) if getattr(part, field.name))
        for part in (pending.add, pending.take_back)
    )
    lines = [f"in the graph it stands at: {applied}"]
    if add:
        lines.append(f"the next sync adds: {add}")
    if take_back:
        lines.append(f"still to be taken back, and already hidden from readers: {take_back}")
    return tuple(lines)
