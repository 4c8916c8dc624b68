"""The gate: the one function every arrival passes, whatever way it came in.

It sees the policy of the destination and nothing else. Who wrote a thing, what the thing says and how it
arrived are not parameters, so they cannot count: a demoted folder stays demoted for the agent that writes
into it, and no text can ask for more than its folder grants.

It fails toward remembering less. A policy that cannot be read admits nothing new, because the folder may
have been set to `nothing`; and it takes nothing back, because it may have been set to `facts` and what was
written under a policy that could be read was right then. Only a policy that says so un-remembers.
"""

from dataclasses import dataclass, fields

from policy.folders import Effective, Unreadable
from policy.rungs import Machinery, Rung, machinery


@dataclass(frozen=True, slots=True)
class Admit:
    """What the arrival may touch, and where it belongs."""

    machinery: Machinery
    rung: Rung
    project: str
    scope: str


@dataclass(frozen=True, slots=True)
class Held:
    """Nothing new is read, embedded, extracted or volunteered; nothing already written is taken back.
    `reason` is a sentence for people; `folder` is the one whose setting has to be mended."""

    reason: str
    folder: str


Decision = Admit | Held


@dataclass(frozen=True, slots=True)
class Transition:
    """What has to happen to a document between two rungs. `purge` adds what outlives its machinery:
    tombstones, and cached extractions that no other document uses."""

    add: Machinery
    take_back: Machinery
    purge: bool = False

    @property
    def needed(self) -> bool:
        """False when the document already has its form."""
        return self.purge or self.add != _NONE or self.take_back != _NONE


_NONE = machinery(Rung.NOTHING)


def gate(policy: Effective | Unreadable) -> Decision:
    """Decides from the destination's policy alone (see the module)."""
    match policy:
        case Effective(rung=rung, project=project, scope=scope):
            return Admit(machinery(rung), rung, project, scope)
        case Unreadable(path=path, reason=reason):
            return Held(
                f"The policy of {path} cannot be read ({reason}). Nothing new is taken in from it and "
                "nothing is taken back; set it again with: kg policy set",
                path,
            )


def transition(applied: Rung, wanted: Rung | Held) -> Transition:
    """What to add and what to take back for a document whose form is that of `applied` (a new one:
    `nothing`). `Held` changes nothing in either direction."""
    if isinstance(wanted, Held):
        return Transition(_NONE, _NONE)
    before, after = machinery(applied), machinery(wanted)
    purge = wanted is Rung.NOTHING and applied is not Rung.NOTHING
    return Transition(_without(after, before), _without(before, after), purge)


def _without(these: Machinery, those: Machinery) -> Machinery:
    names = (field.name for field in fields(Machinery))
    return Machinery(**{name: getattr(these, name) and not getattr(those, name) for name in names})
