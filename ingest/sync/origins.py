"""Which document a new file was before: the same content that stood elsewhere and is gone from there, now or
since an earlier run."""

import posixpath
from collections import defaultdict, deque
from collections.abc import Iterable

from ingest.sync.examine import Examined, Movable
from kg.model.stored import LeftDocument, StoredDocument


class Origins:
    """Documents whose file was found nowhere, and what is left of earlier ones, each given away once."""

    def __init__(self, gone: Iterable[StoredDocument], left: Iterable[LeftDocument] = ()) -> None:
        self._gone = {document.id: document for document in gone}
        self._left = {document.id: document for document in left}
        self._by_content: defaultdict[str, deque[str]] = defaultdict(deque)
        self._by_bytes: defaultdict[str, deque[str]] = defaultdict(deque)
        known: list[StoredDocument | LeftDocument] = [*self._gone.values(), *self._left.values()]
        for document in known:
            if document.content_hash is not None:
                self._by_content[document.content_hash].append(document.id)
            elif document.raw_hash:
                self._by_bytes[document.raw_hash].append(document.id)

    @property
    def movable(self) -> Movable:
        """What a new file may turn out to be."""
        return Movable(frozenset(self._by_content), frozenset(self._by_bytes))

    @property
    def gone(self) -> tuple[StoredDocument, ...]:
        """Documents whose file was found nowhere so far."""
        return tuple(self._gone.values())

    def take(self, seen: Examined) -> StoredDocument | LeftDocument | None:
        """The document that this file is: of several with this text the one of the same name, else the first
        by path, else one whose file went before."""
        hashes = self._by_content if seen.content_hash else self._by_bytes
        waiting = hashes.get(seen.content_hash or seen.raw_hash)
        if not waiting:
            return None
        name = posixpath.basename(seen.item.found.path)
        moved = (self._gone[id_] for id_ in waiting if id_ in self._gone)
        same_name = (document.id for document in moved if posixpath.basename(document.path) == name)
        chosen = next(same_name, waiting[0])
        waiting.remove(chosen)
        return self._gone.pop(chosen) if chosen in self._gone else self._left.pop(chosen)
