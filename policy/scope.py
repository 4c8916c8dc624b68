"""Who may read a thing: one scope on everything stored, and the token that stands for it in every index."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

DEFAULT_SCOPE = "org"
"""Everyone in the workspace."""

NAME_LIMIT = 64
"""Characters of a department's or a user's name: longer than any login, short enough for one line."""

_NAME = re.compile(r"[^\W](?:[\w.+@$ -]*[\w.+@$-])?")


class ScopeError(ValueError):
    """The text is no scope. The message says what a scope looks like; it is meant for people."""


class ScopeKind(StrEnum):
    """What a scope is the circle of."""

    ORG = "org"
    DEPARTMENT = "dept"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Scope:
    """`org` (name is empty), `dept:<name>` or `user:<name>` (a draft). Made by `parse_scope`, which holds
    names to one spelling: NFC, case kept."""

    kind: ScopeKind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.name}" if self.name else self.kind.value


def parse_scope(text: str) -> Scope:
    """Reads `org`, `dept:<name>` or `user:<name>`. Raises `ScopeError`."""
    if text == ScopeKind.ORG.value:
        return Scope(ScopeKind.ORG)
    head, colon, name = text.partition(":")
    if not colon or head not in (ScopeKind.DEPARTMENT.value, ScopeKind.USER.value):
        raise ScopeError("A scope is org, dept:NAME or user:NAME.")
    return Scope(ScopeKind(head), parse_name(name))


def parse_name(name: str) -> str:
    """The one spelling of a department's or a user's name. Raises `ScopeError`."""
    name = unicodedata.normalize("NFC", name)
    if len(name) > NAME_LIMIT or _NAME.fullmatch(name) is None:
        raise ScopeError(
            f"A department or user name has 1 to {NAME_LIMIT} letters, digits, spaces or any of . _ - + @ $, "
            "and starts with a letter, a digit or an underscore."
        )
    return name


def audience(workspace: str, scope: Scope | str) -> str:
    """The one value every read filters on: "a" and 24 hex digits, so that a full-text analyzer takes it for
    one word. Equal for equal (workspace, scope) and, but for a collision of 96-bit BLAKE2b, only then: the
    workspace goes in with its length, so no choice of names runs into another. Raises `ScopeError`."""
    text = str(parse_scope(str(scope)))
    room = workspace.encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(digest_size=12, person=b"kg audience")
    digest.update(len(room).to_bytes(8, "big") + room + text.encode("utf-8"))
    return "a" + digest.hexdigest()
