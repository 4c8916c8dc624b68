"""Vectors for what waits for them."""

from itertools import groupby

from kg.observe import Progress
from kg.ports import Embedder, GraphStore

BODY = ("Card", "Passage")
MEMORY = ("Fact", "Pointer")
BATCH = 256
"""Texts of one request and one transaction."""


async def embed_waiting(
    store: GraphStore, embedder: Embedder, labels: tuple[str, ...], progress: Progress
) -> int:
    """Embeds every node of these labels that waits, and returns how many got a vector. A blank text gets
    none and waits no longer. Raises `ModelError` when the embedder cannot be had; the rest then waits on."""
    stage = f"vectors of {' and '.join(label.lower() + 's' for label in labels)}"
    made, done, total = 0, set[str](), 0
    while waiting := await store.unembedded(labels, BATCH):
        fresh = [node for node in waiting if node.id not in done]
        if not fresh:
            # Somebody changes these texts as fast as we embed them; the next run takes them.
            break
        vectors = dict(zip((n.id for n in fresh), await embedder.embed([n.text for n in fresh]), strict=True))
        for label, nodes in groupby(sorted(fresh, key=lambda node: node.label), key=lambda node: node.label):
            await store.set_vectors({node.id: vectors[node.id] for node in nodes}, label)
        made += sum(vector is not None for vector in vectors.values())
        done |= vectors.keys()
        total = total or (await store.progress()).unembedded + len(fresh)
        progress(stage, len(done), max(total, len(done)))
    if done:
        progress(stage, len(done), len(done))
    return made
