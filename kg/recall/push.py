"""Push: the few lines an agent is told before it thinks to ask, or nothing."""

import asyncio
import time
from collections.abc import Sequence
from datetime import date

from kg.model.answers import Explained, Explanation, Item, Recalled, Source, View
from kg.model.lucene import lucene_query, terms
from kg.model.seen import Candidate, RecallAsk
from kg.ports import Embedder, GraphReader, Vector
from kg.recall.everyday import Background, Everyday
from kg.recall.fusion import Weighed, weigh
from kg.recall.gate import Kind, Verdict, judge, names_that_count
from kg.recall.pack import Line, Packed, pack
from kg.recall.turn import Turn, read_turn

BUDGET = 300


class Recall:
    """Answers turns. Holds nothing of them."""

    def __init__(self, graph: GraphReader, memory: Embedder) -> None:
        self._graph = graph
        self._memory = memory
        self._everyday = Everyday(memory)

    async def recall(
        self,
        text: str,
        view: View,
        *,
        today: date,
        kind: Kind = "turn",
        budget: int = BUDGET,
        explain: bool = False,
        notice: str | None = None,
    ) -> Recalled:
        """What memory has to say to a turn, within `budget` tokens: one statement to the graph, no model call
        but the embedding of the turn. With a `notice` why there is none, nothing is looked for by meaning. Raises
        `EngineError`, and `ModelError` of the embedder."""
        began = time.perf_counter()
        turn = read_turn(text)
        vector, background = await self._meaning(turn) if notice is None else (None, None)
        candidates = await self._candidates(turn, view, vector)
        linked = names_that_count(turn, candidates)
        weighed = weigh(turn, candidates, background, linked, today)
        verdict = judge(turn, weighed, linked, kind)
        packed = await _packed(verdict, budget, today)
        return Recalled(
            items=tuple(_item(line, turn) for line in packed.lines),
            silent=not packed.lines,
            tokens=packed.tokens,
            took_ms=(time.perf_counter() - began) * 1000,
            block=packed.block,
            reason=None if packed.lines else _silence(verdict),
            explain=_explanation(turn, weighed, linked, verdict, packed) if explain else None,
            notice=notice,
        )

    async def _meaning(self, turn: Turn) -> tuple[Vector | None, Background | None]:
        vector = await self._memory.embed_query(turn.asked)
        return vector, None if vector is None else await self._everyday.background(vector)

    async def _candidates(self, turn: Turn, view: View, vector: Vector | None) -> tuple[Candidate, ...]:
        words = lucene_query(turn.searched, view.audiences, view.project)
        if vector is None and words is None and not turn.names:
            return ()
        return await self._graph.recall(
            view, RecallAsk(vector, words, tuple(turn.names), embedder=self._memory.name)
        )


async def _packed(verdict: Verdict, budget: int, today: date) -> Packed:
    if verdict.silent:
        return Packed((), "", 0, {})
    # The tables of the tokenizer are loaded at first use: a silent process never pays for them.
    from kg.model.tokens import count_tokens

    return await asyncio.to_thread(pack, verdict.said, budget, count_tokens, today)


def _silence(verdict: Verdict) -> str:
    return verdict.reason if verdict.silent else "the budget holds no line"


def _item(line: Line, turn: Turn) -> Item:
    shown = line.shown
    return Item(
        kind=shown.kind,
        id=shown.id,
        text=line.text,
        score=line.found.score,
        why=why(line.found, turn),
        source=Source(shown.path, shown.said_at),
        modality=shown.modality if shown.kind == "fact" else None,
    )


def why(weighed: Weighed, turn: Turn) -> str:
    """The arms that brought it: `names Northwind; words: renewal; meaning .83`."""
    found = weighed.candidate
    names = dict.fromkeys(link.name for link in found.links if link.key in weighed.names)
    words = surface(turn.searched, weighed.matched)
    parts = [f"names {', '.join(names)}"] if names else []
    parts += [f"words: {', '.join(words)}"] if words else []
    if found.similarity is not None:
        parts.append(f"meaning {found.similarity:.2f}".replace("0.", "."))
    return "; ".join(parts)


def surface(prose: str, stems: Sequence[str]) -> tuple[str, ...]:
    """The words of the turn that were cut to these stems, as written."""
    written: dict[str, str] = {}
    for word in prose.split():
        for stem in terms(word).split():
            written.setdefault(stem, word.strip(".,;:!?()[]\"'“”„"))
    return tuple(dict.fromkeys(written.get(stem, stem) for stem in stems))


def _explanation(
    turn: Turn, weighed: Sequence[Weighed], linked: dict[str, float], verdict: Verdict, packed: Packed
) -> Explanation:
    shown = {id_ for line in packed.lines for id_ in line.ids}
    passed = {w.candidate.id for w in verdict.said}

    def fate(id_: str) -> str:
        if id_ in shown:
            return "said"
        return packed.left.get(id_, "said") if id_ in passed else "held back by the gate"

    return Explanation(
        words=turn.words,
        linked=tuple(linked),
        gate=verdict.reason,
        numbers=dict(verdict.numbers),
        candidates=tuple(_explained(w, fate(w.candidate.id)) for w in weighed),
    )


def _explained(weighed: Weighed, verdict: str) -> Explained:
    found = weighed.candidate
    arms = {"meaning": found.similarity, "words": found.words, "names": float(len(weighed.names)) or None}
    return Explained(
        id=found.id,
        kind=found.kind,
        text=found.text,
        arms={name: value for name, value in arms.items() if value is not None},
        features={**weighed.features, "outstanding": weighed.outstanding},
        score=weighed.score,
        verdict=verdict,
    )
