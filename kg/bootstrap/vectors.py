"""Whose vectors the graph has, and making them anew."""

from dataclasses import asdict
from typing import Any

from kg.bootstrap.app import App, opened
from kg.config import Settings
from kg.engine import Check
from kg.model.vectors import INDEXES, Embedding, IndexName
from kg.observe import Progress, silent
from kg.ports import Embedder


async def reindex(settings: Settings, progress: Progress = silent) -> dict[str, Any]:
    """Makes the vectors of the workspace anew where they are of another embedder than the configured one, beside
    those in use, and switches; then those that wait. Stopped, it goes on from there the next time."""
    from ingest.work.reindex import reindex as made_anew

    async with opened(settings, progress) as app:
        done = [await made_anew(app.store, name, _embedder(app, name), progress) for name in INDEXES]
    return {"indexes": [one.as_json() for one in done]}


async def notice(app: App, name: IndexName) -> str | None:
    """One sentence when the vectors of an index cannot be compared with those of the configured embedder."""
    index = await app.store.vector_index(name)
    return None if index is None else index.differs(_configured(app, name))


async def states(app: App) -> list[dict[str, Any]]:
    """Each index for `kg status`: whose vectors it has, and how far those are that are being made."""
    found = []
    built = await app.store.built()
    for name in INDEXES:
        index = await app.store.vector_index(name)
        if index is None:
            continue
        far = None if index.building is None else {"by": str(index.building), **asdict(built[name])}
        found.append(
            {
                "name": name,
                "embedder": index.embedding.name,
                "dimensions": index.embedding.dimensions,
                "building": far,
                "notice": index.differs(_configured(app, name)),
            }
        )
    return found


async def check(app: App) -> Check:
    """What `kg doctor` says of the embedders; calls none."""
    notices = [sentence for name in INDEXES if (sentence := await notice(app, name)) is not None]
    return Check(
        "embedders", not notices, " ".join(notices) or "the vectors are those of the configured embedders"
    )


def _configured(app: App, name: IndexName) -> Embedding:
    embedder = _embedder(app, name)
    return Embedding(embedder.name, embedder.dimensions)


def _embedder(app: App, name: IndexName) -> Embedder:
    return app.body_embedder if name == "passages" else app.memory_embedder
