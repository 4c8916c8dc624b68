"""The one line memory holds for a document: where it is, what it is called, what it is about."""

from pathlib import PurePosixPath

from kg.model.ids import pointer_id
from kg.model.lucene import project_token, terms
from kg.store.connection import Row, Work


def pointer_text(title: str, about: str) -> str:
    """The line as it is embedded: `Weekly note: Northwind, renewal`. No path is in it, so that a file that
    moves keeps its vector; readers see the pointer's `place` behind it."""
    return " ".join(f"{title}: {about}".split()) if about.strip() else " ".join(title.split())


async def set_pointer(work: Work, document: Row, title: str, about: str) -> None:
    """Writes the pointer of a document (its properties as a row); it waits for a vector only when its words
    are new."""
    wanted = pointer_row(document, title, about)
    rows = await work.run("pointer_of", id=wanted["id"])
    held = rows[0]["pointer"] if rows else {}
    if held.get("text") != wanted["text"]:
        await work.run("write_pointer", document=document["id"], row=wanted)
    elif changed := {
        key: value for key, value in wanted.items() if key != "waiting" and held.get(key) != value
    }:
        await work.run("move_pointer", id=wanted["id"], row=changed)


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
        "text": pointer_text(title, about),
        "place": _below(where, root),
        "terms": terms(about),
        "context_terms": place_terms(title, where, root),
        "audience": document["audience"],
        "project": document["project"],
        "project_token": project_token(document["project"]),
        "waiting": "Pointer",
    }


def _below(where: str, root: str) -> str:
    """What of a path stands below the folder that holds the root: the rest is the same for all."""
    above = PurePosixPath(root).parent
    path = PurePosixPath(where)
    return str(path.relative_to(above)) if path.is_relative_to(above) else str(path)
