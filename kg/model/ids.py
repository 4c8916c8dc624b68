"""Deterministic ids: the same thing gets the same id on every machine and in every order of import."""

import hashlib
import uuid

SEPARATOR = "\x1f"
"""ASCII unit separator: cannot occur in a cleaned text, so parts never run into each other."""


def digest(*parts: str | None, size: int = 16) -> str:
    """The hex BLAKE2b of the parts, `2 * size` characters; None and the empty string differ."""
    joined = SEPARATOR.join("\x00" if part is None else part for part in parts)
    return hashlib.blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


def content_hash(text: str) -> str:
    """The hash of a document's normalised text: the same through CRLF, a byte-order mark, a move."""
    return digest("text", text)


def new_document_id() -> str:
    """A fresh document id. Documents with identical text are two documents, so it is not derived."""
    return uuid.uuid4().hex


def path_hash(workspace: str, path_key: str) -> str:
    """All the graph keeps of the path of a document at `nothing`; `path_key` is NFC."""
    return digest("path", workspace, path_key)


def passage_id(document: str, text: str, occurrence: int) -> str:
    """The id of the nth passage with this text in a document: it survives a shift of offsets."""
    return digest("passage", document, text, str(occurrence))


def quote_hash(text: str) -> str:
    """The hash of a quote as it stands in its document's text: memory keeps it in place of the words."""
    return digest("quote", text)


def card_id(document: str) -> str:
    """The id of a document's card."""
    return digest("card", document)


def pointer_id(document: str) -> str:
    """The id of a document's line in memory."""
    return digest("pointer", document)


def evidence_id(document: str, extraction: str, index: int, occurrence: int) -> str:
    """The id of the nth place in a document where this claim of this extraction stands: it survives a shift
    of offsets."""
    return digest("evidence", document, extraction, str(index), str(occurrence))


def job_id(kind: str, document: str, content_hash: str | None) -> str:
    """The id of work on one content of a document: finishing it cannot finish the work on a newer one."""
    return digest("job", kind, document, content_hash)


def entity_id(workspace: str, key: str) -> str:
    """The id of the entity first known by this name key (see `kg.model.names.name_key`)."""
    return digest("entity", workspace, key)


def value_id(workspace: str, kind: str, key: str) -> str:
    """The id of a value: one node per workspace, kind and normalised text."""
    return digest("value", workspace, kind, key)


def extraction_id(workspace: str, segment_hash: str, fingerprint: str) -> str:
    """The id of one extraction: this content by this extractor, prompt and model."""
    return digest("extraction", workspace, segment_hash, fingerprint)


def group_id(
    workspace: str, project: str, scope: str, subject: str, relation: str, qualifier: str | None
) -> str:
    """The id of the statements whose intervals are computed together."""
    return digest("group", workspace, project, scope, subject, relation, qualifier)


def fact_id(
    workspace: str,
    project: str,
    scope: str,
    subject: str,
    relation: str,
    qualifier: str | None,
    object_: str,
    modality: str,
    interval_start: str | None,
) -> str:
    """The id of a fact. `subject` and `object_` are the member's own ids, so a merge changes none."""
    return digest(
        "fact", workspace, project, scope, subject, relation, qualifier, object_, modality, interval_start
    )
