"""Documents as the one who syncs sees them, and the small changes that touch nothing they wrote."""

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from kg import observe
from kg.model.ids import path_hash, pointer_id
from kg.model.kinds import DocumentState
from kg.model.stored import LeftDocument, StoredDocument
from kg.store.connection import Row, Work
from kg.store.part import Part
from kg.store.pointer import set_pointer
from policy.folders import folder_key
from policy.rungs import Rung

_ID = re.compile(r"[0-9a-f]{32}")


class Documents(Part):
    """See `kg.ports.GraphStore`."""

    async def documents(self, root: str) -> tuple[StoredDocument, ...]:
        """See the port. Those at `nothing`, whose path is not known, come first, in order of id."""
        params = {"workspace": self._workspace, "root": root}
        # One row: the driver takes a tenth of a millisecond for each, more than for what is in it.
        (row,) = await self._graph.read("documents_of_root", params, seconds=60.0, bare=True)
        found = [_listed(values) for values in row["documents"] if values[_RUNG] is not None]
        return tuple(sorted(found, key=_order))

    async def left(self, root: str) -> tuple[LeftDocument, ...]:
        """See the port."""
        params = {"workspace": self._workspace, "root": root}
        (row,) = await self._graph.read("left_of_root", params, seconds=60.0)
        found = (LeftDocument(**document) for document in row["documents"])
        return tuple(sorted(found, key=lambda document: document.id))

    async def document(self, ref: str) -> StoredDocument | None:
        """See the port."""
        if _ID.fullmatch(ref):
            rows = await self._graph.read("document_by_id", {"workspace": self._workspace, "id": ref})
        else:
            params = {
                "workspace": self._workspace,
                "path_hash": path_hash(self._workspace, folder_key(ref)),
            }
            rows = await self._graph.read("document_by_path", params)
        found = [row["document"] for row in rows if row["document"]["rung"] is not None]
        return _document(found[0]) if found else None

    async def mark_documents(self, ids: Sequence[str], state: DocumentState, reason: str | None) -> None:
        """See the port."""
        params = {"workspace": self._workspace, "ids": sorted(set(ids)), "state": state, "reason": reason}
        with observe.step("document.mark"):
            await self._run("the documents' state", "mark_documents", params)

    async def touch_document(self, id: str, size: int, mtime_ns: int, raw_hash: str) -> None:
        """See the port."""
        params = {
            "workspace": self._workspace,
            "id": id,
            "size": size,
            "mtime_ns": mtime_ns,
            "raw_hash": raw_hash,
        }
        with observe.step("document.touch"):
            await self._run("the document's marks", "touch_document", params)

    async def move_document(
        self, id: str, path: str, path_key: str, folder: str, size: int, mtime_ns: int
    ) -> None:
        """See the port. The folder node must be there; the line in memory follows the path."""
        params = {
            "workspace": self._workspace,
            "id": id,
            "path": path,
            "path_key": path_key,
            "path_hash": path_hash(self._workspace, path_key),
            "folder": folder_key(folder),
            "size": size,
            "mtime_ns": mtime_ns,
        }

        async def work(work: Work) -> None:
            await work.run("move_document", **params)
            rows = await work.run("document_for_facts", workspace=self._workspace, id=id)
            pointers = await work.run("pointer_of", id=pointer_id(id))
            if rows and pointers:
                held = pointers[0]["pointer"]
                await set_pointer(work, rows[0]["document"], held["title"], held["about"])

        with observe.step("document.move"):
            await self._graph.write("moving a document", work)

    async def _run(self, what: str, query: str, params: Row) -> None:
        async def work(work: Work) -> None:
            await work.run(query, **params)

        await self._graph.write(what, work)


_STATES = {state.value: state for state in DocumentState}
_RUNGS = {rung.value: rung for rung in Rung}
_RUNG = 11
_order = attrgetter("path_key", "id")


def _listed(values: list[Any]) -> StoredDocument:
    """In the order of `documents_of_root`, which is that of the fields but for the last two."""
    id_, path, key, hashed, root, content, raw, size, mtime, state, reason, rung, project, scope, by = values
    return StoredDocument(
        id_,
        path or "",
        key or "",
        root,
        content,
        raw,
        size,
        mtime,
        _STATES[state],
        reason,
        _RUNGS[rung],
        project,
        scope,
        by,
        hashed,
    )


def _document(row: Row) -> StoredDocument:
    return StoredDocument(
        id=row["id"],
        path=row["path"] or "",
        path_key=row["path_key"] or "",
        root=row["root"],
        content_hash=row["content_hash"],
        raw_hash=row["raw_hash"],
        size=row["size"],
        mtime_ns=row["mtime_ns"],
        state=DocumentState(row["state"]),
        reason=row["reason"],
        rung=Rung(row["rung"]),
        project=row["project"],
        scope=row["scope"],
        fingerprint=row["fingerprint"],
        path_hash=row["path_hash"],
    )
