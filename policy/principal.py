"""Who asks, and what of the workspace exists for them."""

from dataclasses import dataclass
from enum import StrEnum

from policy.scope import Scope, ScopeKind, audience, parse_name, parse_scope


class Right(StrEnum):
    """What a principal may do beyond being named."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"
    CYPHER_ALL = "cypher:all"


DEFAULT_RIGHTS = frozenset({Right.READ, Right.WRITE})
"""Of someone who works with the folders and changes nobody else's rights."""


@dataclass(frozen=True, slots=True)
class Principal:
    """A user, the departments they belong to and what they may do. Raises `ScopeError` for a name that
    no scope could carry."""

    name: str
    departments: frozenset[str] = frozenset()
    rights: frozenset[Right] = DEFAULT_RIGHTS

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", parse_name(self.name))
        object.__setattr__(self, "departments", frozenset(parse_name(name) for name in self.departments))


def scopes(principal: Principal) -> tuple[Scope, ...]:
    """Every scope the principal may read: `org`, its departments in order of name, its own drafts.
    Without the right to read there is none."""
    if Right.READ not in principal.rights:
        return ()
    departments = (Scope(ScopeKind.DEPARTMENT, name) for name in sorted(principal.departments))
    return (Scope(ScopeKind.ORG), *departments, Scope(ScopeKind.USER, principal.name))


def audiences(workspace: str, principal: Principal) -> tuple[str, ...]:
    """The same as tokens: what a query takes as `$audiences`. An empty tuple reads nothing."""
    return tuple(audience(workspace, scope) for scope in scopes(principal))


def visible(principal: Principal, scope: Scope | str) -> bool:
    """Whether the principal may read what carries this scope: the same answer as `audiences`, in the form
    for a single thing. Raises `ScopeError` for a text that is no scope."""
    if Right.READ not in principal.rights:
        return False
    asked = parse_scope(str(scope))
    match asked.kind:
        case ScopeKind.ORG:
            return True
        case ScopeKind.DEPARTMENT:
            return asked.name in principal.departments
        case ScopeKind.USER:
            return asked.name == principal.name
