"""How long recall takes, beside the bare vector query and the embedding it contains, in the same run.

    KG_NEO4J_URI=… KG_NEO4J_USER=… KG_NEO4J_PASSWORD=… python -m tests.bench.recall_speed --facts 1000 --facts 10000

Facts are made up: firms, people and places with ten facts each; their vectors are real ones of 400 such facts
turned a little, since embedding 100,000 would take half an hour and the index does not care. The turns are
real text and embedded in the run. The workspace is removed at the end."""

import argparse
import asyncio
import json
import math
import os
import random
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import quantiles
from typing import Any

from neo4j import AsyncDriver

from kg.embed.model import NAME
from kg.embed.nano import NanoEmbedder
from kg.model.answers import View
from kg.recall.push import Recall
from kg.store.connection import Graph
from kg.store.migrate import set_up
from kg.store.reader import Reader
from tests.recall.turns import QUIET
from tests.recall.world import STATEMENTS, World, open_driver, view

TODAY = date(2026, 11, 9)
REAL = 400
TURN_NOISE = 0.35
BARE = """CYPHER 25
MATCH (n) SEARCH n IN (VECTOR INDEX memory FOR $vector WHERE n.audience IN $audiences LIMIT 30) SCORE AS score
RETURN n.id, n.text, score"""
FIRST = (
    "North",
    "South",
    "Harbor",
    "Fern",
    "Salt",
    "Iron",
    "Quill",
    "Amber",
    "Stone",
    "Clear",
    "Wild",
    "Copper",
)
LAST = (
    "wind",
    "light",
    "hill",
    "marsh",
    "press",
    "gate",
    "field",
    "bridge",
    "works",
    "mill",
    "line",
    "forge",
)
FORMS = ("", " Logistics", " Foods", " Energy", " Labs", " Media", " Tools", " Dairy", " Paper", " Rail")
PLACES = ("Rotterdam", "Bergen", "Leeds", "Porto", "Graz", "Turku", "Lyon", "Gdansk", "Cork", "Basel")
RELATIONS = (
    "fee",
    "notice period",
    "term ends",
    "contact",
    "located in",
    "owner",
    "status",
    "budget",
    "plan",
    "uses",
)
TURNS = (
    "When should we start the renewal conversation with {name}?",
    "what is the fee of {name} again",
    "who is our contact at {name}?",
    "is {name} still in {place}",
    "draft a mail to {name} about the notice period",
    "which firms are in {place}?",
    "who owns the account of {name}",
)


@dataclass(frozen=True)
class Address:
    uri: str
    user: str
    password: str


def firm(number: int) -> str:
    parts = FIRST[number % 12] + LAST[number // 12 % 12] + FORMS[number // 144 % 10]
    return parts if number < 1440 else f"{parts} {number // 1440}"


def turned(vector: Sequence[float], chance: random.Random) -> list[float]:
    """A vector near this one, of unit length."""
    scale = TURN_NOISE / math.sqrt(len(vector))
    moved = [part + chance.gauss(0, scale) for part in vector]
    length = math.sqrt(sum(part * part for part in moved))
    return [part / length for part in moved]


class Turned:
    """Vectors for made-up facts: the nth text gets the nth real vector, turned."""

    name = NAME

    def __init__(self, real: Sequence[Sequence[float]]) -> None:
        self._real, self._chance, self._number = real, random.Random(7), 0

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        found = []
        for _ in texts:
            found.append(turned(self._real[self._number % len(self._real)], self._chance))
            self._number += 1
        return found


async def fill(driver: AsyncDriver, workspace: str, count: int, embedder: NanoEmbedder) -> None:
    world = World(workspace)
    world.folder("/b")
    files = [world.file(f"/b/{number}.md", "x", f"file {number}") for number in range(max(1, count // 50))]
    for number in range(count):
        name, relation = firm(number // len(RELATIONS)), RELATIONS[number % len(RELATIONS)]
        value = f"{number % 97} {PLACES[number % 10]}"
        world.fact(files[number % len(files)], name, relation, value, said_at=date(2026, 1 + number % 11, 1))
    texts = [row["values"]["text"] for row in world.rows["facts"][:REAL]]
    real = [vector for vector in await embedder.embed(texts) if vector is not None]
    await world.write(driver, Turned(real))


def turns(count: int, facts: int) -> list[str]:
    chance = random.Random(11)
    made = []
    for number in range(count):
        if number % 3 == 2:
            made.append(f"{QUIET[number % 30]} {number}")
        else:
            name = firm(chance.randrange(max(1, facts // len(RELATIONS))))
            made.append(TURNS[number % len(TURNS)].format(name=name, place=chance.choice(PLACES)))
    return made


async def timed(texts: Sequence[str], work: Callable[[str], Awaitable[Any]]) -> tuple[float, float]:
    """p50 and p95 in milliseconds, one after the other."""
    took = []
    for text in texts:
        began = time.perf_counter()
        await work(text)
        took.append((time.perf_counter() - began) * 1000)
    cuts = quantiles(took, n=20, method="inclusive")
    return cuts[9], cuts[18]


async def measure(address: Address, facts: int, rounds: int, threads: int) -> dict[str, float]:
    workspace = f"bench-{uuid.uuid4().hex[:8]}"
    embedder = NanoEmbedder(threads=threads)
    async with Graph.open(address) as graph, open_driver(address) as driver:
        await set_up(graph)
        try:
            await fill(driver, workspace, facts, embedder)
            await driver.execute_query("CYPHER 25 CALL db.resampleOutdatedIndexes()")
            await driver.execute_query("CYPHER 25 CALL db.prepareForReplanning(60)")
            return await _arms(graph, driver, view(workspace), embedder, facts, rounds)
        finally:
            async with driver.session() as session:
                await session.run(STATEMENTS["remove"], workspace=workspace)
            await embedder.close()


async def _arms(
    graph: Graph, driver: AsyncDriver, seen: View, embedder: NanoEmbedder, facts: int, rounds: int
) -> dict[str, float]:
    recall = Recall(Reader(graph), embedder)
    said = 0

    async def whole(text: str) -> None:
        nonlocal said
        said += not (await recall.recall(text, seen, today=TODAY)).silent

    async def embed(text: str) -> None:
        await embedder.embed_query(text)

    async def bare(text: str) -> None:
        vector = await embedder.embed_query(text)
        async with driver.session() as session:
            result = await session.run(BARE, vector=list(vector or ()), audiences=list(seen.audiences))
            await result.consume()

    texts = turns(rounds * 2, facts)
    await timed(texts[:rounds], whole)
    fresh = texts[rounds:]
    result: dict[str, float] = {"facts": facts, "n": len(fresh)}
    for name, work, asked in (
        ("embedding", embed, [f"{text} please" for text in fresh]),
        ("recall", whole, fresh),
        ("bare", bare, fresh),
        ("recall_embedded", whole, fresh),
    ):
        result[f"{name}_p50_ms"], result[f"{name}_p95_ms"] = await timed(asked, work)
    result["said"] = said
    return result


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--facts", type=int, action="append")
    options.add_argument("--rounds", type=int, default=200)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--json", type=Path)
    given = options.parse_args()
    address = Address(*(os.environ[f"KG_NEO4J_{name}"] for name in ("URI", "USER", "PASSWORD")))
    found = [
        asyncio.run(measure(address, facts, given.rounds, given.threads)) for facts in given.facts or [1_000]
    ]
    for row in found:
        shown = (
            f"{key} {value:.1f}" if isinstance(value, float) else f"{key} {value}"
            for key, value in row.items()
        )
        sys.stdout.write("  ".join(shown) + "\n")
    if given.json:
        given.json.write_text(json.dumps({"name": "recall-speed", "rows": found}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
