"""The one line memory holds for a document: where it is, what it is called, what it is about."""

from pathlib import PurePosixPath

from kg.model.ids import pointer_id
from kg.model.lucene import project_token, terms
from kg.store.connection import Row


def pointer_text(title: str, about: str, where: str, root: str) -> str:
    """The line, as it is embedded and shown: `Weekly note: Northwind, renewal (vault/weekly/2026-11-04.md)`.
    Of the path it has what stands below the folder that holds the root: the rest is the same for all."""
    said = " ".join(f"{title}: {about}".split()) if about.strip() else " ".join(title.split())
    return f"{said} ({_below(where, root)})"


def place_terms(title: str, where: str, root: str) -> str:
    """The words of title and place, searched beside those of the line."""
    return terms(f"{title}\n{_below(where, root)}")


def pointer_row(document: Row, title: str, about: str) -> Row:
    """The pointer of a document (its properties as a row) as it should be."""
    where, root = document["path"], document["root"]
    return {
        "id": pointer_id(document["id"]),
        "workspace": document["workspace"],
        "document": document["id"],
        "where": where,
        "title": title,
        "about": about,
        "text": pointer_text(title, about, where, root),
        "terms": terms(about),
        "context_terms": place_terms(title, where, root),
        "audience": document["audience"],
        "project": document["project"],
        "project_token": project_token(document["project"]),
        "waiting": "Pointer",
    }


def _below(where: str, root: str) -> str:
    above = PurePosixPath(root).parent
    path = PurePosixPath(where)
    return str(path.relative_to(above)) if path.is_relative_to(above) else str(path)
