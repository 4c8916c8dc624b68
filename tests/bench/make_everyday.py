"""Writes kg/recall/everyday.json anew: python -m tests.bench.make_everyday, after the sentences or the memory
embedder changed."""

import asyncio
import json
from pathlib import Path

from kg.embed.nano import NanoEmbedder
from kg.recall.everyday import embedded, pack

TARGET = Path(__file__).parents[2] / "kg" / "recall" / "everyday.json"


async def main() -> None:
    embedder = NanoEmbedder(threads=1)
    vectors = await embedded(embedder)
    stored = {"embedder": embedder.name, "dimensions": embedder.dimensions, "vectors": pack(vectors)}
    TARGET.write_text(json.dumps(stored) + "\n", "ascii")
    await embedder.close()


if __name__ == "__main__":
    asyncio.run(main())
