"""What was purged and is not to come in again: hashes, and how a name is known by one."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Purged:
    """`paths` are `kg.model.ids.path_hash`, `contents` `content_hash`; `names` and `firsts` are `hashed` name keys
    and `hashed` first words of them. `pending` are ids of documents that hold what was purged until a purge, or the
    next run after one that was interrupted, has taken them back; `going` those of them that go as a whole.
    `scoped` is the same by audience, for contents and names hold only where those who purged them may read; `stamp` is
    another one once anything else was purged."""

    key: str = ""
    paths: frozenset[str] = frozenset()
    contents: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    firsts: frozenset[str] = frozenset()
    pending: frozenset[str] = frozenset()
    going: frozenset[str] = frozenset()
    scoped: Mapping[str, "Purged"] = field(default_factory=dict)
    stamp: str = ""

    def within(self, audience: str) -> "Purged":
        """What is kept out of documents that are for this audience. A path stays out whoever it is for."""
        return replace(self.scoped.get(audience, NOTHING_PURGED), key=self.key, paths=self.paths)

    def but(self, contents: Collection[str]) -> "Purged":
        """Without these contents, which are there."""
        return replace(self, contents=self.contents - frozenset(contents)) if self.contents else self

    def hashed(self, text: str) -> str:
        """The hash of a name key. It is keyed (BLAKE2b, RFC 7693), so that a list of names cannot be tried
        against what is remembered without the workspace's own key."""
        return hashlib.blake2b(text.encode(), key=bytes.fromhex(self.key), digest_size=16).hexdigest()


NOTHING_PURGED = Purged()
