"""A document's text form as rows for the graph: pure, and worth a thread, since it cuts every word."""

from dataclasses import dataclass

from kg.model.document import Card, Passage
from kg.model.ids import card_id, job_id, path_hash
from kg.model.lucene import project_token, terms
from kg.model.stored import DocumentWrite
from kg.store.connection import Row
from policy.folders import folder_key
from policy.rungs import Rung, machinery
from policy.scope import audience


@dataclass(frozen=True, slots=True)
class Prepared:
    """One document, ready to be compared with what is there."""

    write: DocumentWrite
    audience: str
    document: Row
    passages: tuple[Row, ...]
    card: Row | None
    job: Row | None


def prepare(workspace: str, write: DocumentWrite) -> Prepared:
    """Everything the graph is to hold of this text form. At `nothing` neither path nor title is in it."""
    token = audience(workspace, write.scope)
    shared: Row = {
        "workspace": workspace,
        "document": write.id,
        "audience": token,
        "project": write.project,
        "project_token": project_token(write.project),
    }
    touched = machinery(write.rung)
    passages = write.passages if touched.passages else ()
    card = write.card if touched.card else None
    return Prepared(
        write=write,
        audience=token,
        document={
            "id": write.id,
            "folder": folder_key(write.folder),
            "values": _document(workspace, write, token),
        },
        passages=tuple(shared | _passage(position, passage) for position, passage in enumerate(passages)),
        card=None if card is None else shared | _card(write.id, card),
        job=_job(workspace, write) if write.extract and touched.facts else None,
    )


def text_of_card(card: Card) -> str:
    """A card in words: what is embedded and searched."""
    return "\n".join(line for line in (card.title, card.about, ", ".join(card.mentions)) if line.strip())


def _document(workspace: str, write: DocumentWrite, token: str) -> Row:
    named = write.rung is not Rung.NOTHING
    return {
        "workspace": workspace,
        "path": write.path if named else None,
        "path_key": write.path_key if named else None,
        "path_hash": path_hash(workspace, write.path_key),
        "root": write.root,
        "title": write.title if named else None,
        "about": write.card.about if write.card is not None and named else None,
        "content_hash": write.content_hash,
        "raw_hash": write.raw_hash,
        "size": write.size,
        "mtime_ns": write.mtime_ns,
        "state": write.state,
        "reason": write.reason,
        "rung": write.rung,
        "project": write.project,
        "scope": write.scope,
        "audience": token,
        "dated": write.dated if named else None,
        "media_type": write.media_type,
        "encoding": write.encoding,
        "warnings": list(write.warnings) if write.warnings and named else None,
    }


def _passage(position: int, passage: Passage) -> Row:
    return {
        "id": passage.id,
        "position": position,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "context": passage.context,
        "terms": terms(passage.text),
        "context_terms": terms("\n".join(part for part in (passage.called, passage.context) if part)),
        "waiting": "Passage",
    }


def _card(document: str, card: Card) -> Row:
    return {
        "id": card_id(document),
        "title": card.title,
        "about": card.about,
        "mentions": list(card.mentions),
        "dated": card.dated,
        "text": text_of_card(card),
        "terms": terms(f"{card.about}\n{', '.join(card.mentions)}"),
        "context_terms": terms(card.title),
        "waiting": "Card",
    }


def _job(workspace: str, write: DocumentWrite) -> Row:
    return {
        "id": job_id("extract", write.id, write.content_hash),
        "workspace": workspace,
        "kind": "extract",
        "document": write.id,
        "path_key": write.path_key,
        "root": write.root,
        "state": "queued",
        "tries": 0,
    }
