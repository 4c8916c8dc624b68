"""`kg bench notes`: what an extractor makes of the labelled notes in `tests/data/notes`.

Recall: of the facts that must be found, those that a found fact is (`notes_match`). Precision: of the found
facts, those that are a wanted or an acceptable fact; a true fact that nobody wrote down counts as wrong.
Modality: of the wanted facts found, those meant alike. Changes: of the found pairs `newer supersedes older`,
those in the gold, and the reverse. Pairs: two names are joined when both were found and mean one entity. A
question is answered when a current fact about its entity holds the answer, or two thirds of its words, and
currently right when no value that was true before is shown beside it.
Intervals: 95 %, bootstrap of 1000 draws over documents (over batches' questions for answers), seed fixed."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.extract.local import LocalExtractor
from ingest.values import read_value
from kg.config import Settings
from kg.errors import UsageError
from kg.model.names import name_key
from kg.observe import Progress
from kg.ports import Extractor
from tests.bench.notes_gold import Batch, GoldChange, GoldQuestion, read_batch
from tests.bench.notes_match import Match, matches, object_agrees, subject_agrees, words
from tests.bench.notes_memory import Fact, Memory, remembered
from tests.bench.options import Options, Result

NOTES = Path(__file__).parents[1] / "data" / "notes"
DRAWS = 1000
DIFFICULTIES = ("table", "keyvalue", "list", "log", "plain", "prose", "thread", "other-language")
Counts = Counter[str]
"""Numerators and denominators by name: `found`, `wanted`, `right`, `said`, `wanted:log`, …"""


@dataclass(frozen=True)
class Measured:
    """One batch: counts by document, and what was matched."""

    batch: Batch
    memory: Memory
    matched: tuple[tuple[Match, ...], ...]
    """By statement."""
    documents: dict[str, Counts]
    questions: tuple[Counts, ...]
    changes: Counts
    pairs: Counts


async def measure(settings: Settings, options: Options, progress: Progress) -> Result:
    """Measures every batch with a `gold.json`, or those that are named."""
    extractor = _extractor(options.extractor)
    try:
        every = [await measured(folder, extractor) for folder in folders(options.batches, options.data)]
    finally:
        await extractor.close()
    return {
        "name": "notes",
        "extractor": options.extractor,
        "fingerprint": extractor.fingerprint,
        **summary(every),
    }


def folders(names: tuple[str, ...], data: Path | None = None) -> list[Path]:
    """The folders of the batches, in the order they are named."""
    root = data or NOTES
    labelled = {path.parent.name: path.parent for path in sorted(root.glob("*/gold.json"))}
    if missing := [name for name in names if name not in labelled]:
        raise UsageError(f"There is no batch {missing[0]} with a gold.json. Nothing was measured.")
    return [labelled[name] for name in names or labelled]


def _extractor(name: str) -> Extractor:
    if name != "local":
        raise UsageError(f"`notes` measures the extractor local, not {name}. Nothing was measured.")
    return LocalExtractor()


async def measured(folder: Path, extractor: Extractor) -> Measured:
    """One batch, measured."""
    batch = read_batch(folder)
    memory = await remembered(batch, extractor)
    matched = tuple(tuple(matches(said, batch.facts)) for said in memory.said)
    documents = {path.name: Counter[str]() for path in batch.documents}
    _facts(batch, memory, matched, documents)
    asked = tuple(_question(question, batch, memory) for question in batch.questions)
    return Measured(batch, memory, matched, documents, asked, _changes(batch, memory), _pairs(batch, memory))


def _facts(
    batch: Batch, memory: Memory, matched: Sequence[Sequence[Match]], documents: dict[str, Counts]
) -> None:
    found: dict[int, list[Match]] = {}
    for said, some in zip(memory.said, matched, strict=True):
        counts = documents[said.doc]
        counts["said"] += 1
        counts["right"] += bool(some)
        counts["right:strict"] += any(one.strict for one in some)
        for one in some:
            found.setdefault(one.gold, []).append(one)
    for index, gold in enumerate(batch.facts):
        if gold.must:
            counts, some = documents[gold.doc], found.get(index, [])
            for key in ("", f":{gold.difficulty}"):
                counts[f"wanted{key}"] += 1
                counts[f"found{key}"] += bool(some)
            counts["found:strict"] += any(one.strict for one in some)
            counts["meant"] += any(one.modality for one in some)


def _changes(batch: Batch, memory: Memory) -> Counts:
    pairs = [(fact, memory.facts[old]) for fact in memory.facts.values() for old in sorted(fact.supersedes)]
    right = [[i for i, gold in enumerate(batch.changes) if _is_change(gold, *pair)] for pair in pairs]
    return Counter(
        {
            "said": len(pairs),
            "right": sum(map(bool, right)),
            "wanted": len(batch.changes),
            "found": len({i for some in right for i in some}),
        }
    )


def _is_change(gold: GoldChange, new: Fact, old: Fact) -> bool:
    def is_(fact: Fact, value: str) -> bool:
        return any(
            any(subject_agrees(name, gold.subject, words(said.claim.relation)) for name in said.subjects)
            and any(
                object_agrees(text, value, words(said.claim.relation), said.claim) for text in said.objects
            )
            for said in fact.said
        )

    return is_(new, gold.new) and is_(old, gold.old)


def _pairs(batch: Batch, memory: Memory) -> Counts:
    counts: Counts = Counter()
    for pair in batch.pairs:
        a = memory.meant.get((pair.a_doc, name_key(pair.a)))
        b = memory.meant.get((pair.b_doc, name_key(pair.b)))
        joined = a is not None and a == b
        counts["n"] += 1
        counts["seen"] += a is not None and b is not None
        counts["right"] += joined == pair.same
        counts["joined"] += joined
        counts["joined:right"] += joined and pair.same
        counts["same"] += pair.same
    return counts


def _question(question: GoldQuestion, batch: Batch, memory: Memory) -> Counts:
    key = name_key(question.about)
    about = {id_ for id_, keys in memory.names.items() if key in keys}
    about |= {id_ for (_, name), id_ in memory.meant.items() if name == key}
    shown = [
        fact
        for fact in memory.facts.values()
        if (fact.subject in about or fact.object in about) and fact.is_current(batch.latest)
    ]
    answered = [fact for fact in shown if _holds(fact, question.answer)]
    stale = [
        fact
        for fact in shown
        if fact not in answered
        and fact.span.modality == "asserted"
        and any(_holds(fact, old) for old in question.stale)
    ]
    return Counter(
        {"n": 1, "answered": bool(answered), "current": bool(answered) and not stale, "stale": bool(stale)}
    )


def _holds(fact: Fact, answer: str) -> bool:
    wanted, value = words(answer), read_value(answer)
    for said in fact.said:
        if value is not None and getattr(said.claim.object, "key", None) == value.key:
            return True
        own = frozenset().union(*map(words, (*said.subjects, *said.objects, said.claim.relation)))
        if wanted and len(wanted & own) >= 2 / 3 * len(wanted) and _numbers(wanted) <= own:
            return True
    return False


def _numbers(some: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in some if any(c.isdigit() for c in word))


def summary(every: Sequence[Measured]) -> Result:
    """The numbers of several batches together, flat."""
    documents = [counts for one in every for counts in one.documents.values()]
    asked = [counts for one in every for counts in one.questions]
    total, changes, pairs = (
        sum(some, Counter())
        for some in (documents, [one.changes for one in every], [one.pairs for one in every])
    )
    result: Result = {
        "batches": ",".join(one.batch.name for one in every),
        "documents": len(documents),
        "n": total["wanted"],
        "facts": total["said"],
    }
    _rate(result, "recall", documents, "found", "wanted")
    _rate(result, "precision", documents, "right", "said")
    _rate(result, "recall_strict", documents, "found:strict", "wanted")
    _rate(result, "precision_strict", documents, "right:strict", "said")
    result["modality"] = _share(total["meant"], total["found"])
    for difficulty in DIFFICULTIES:
        if total[f"wanted:{difficulty}"]:
            result[f"recall:{difficulty}"] = _share(
                total[f"found:{difficulty}"], total[f"wanted:{difficulty}"]
            )
            result[f"n:{difficulty}"] = total[f"wanted:{difficulty}"]
    result |= {
        "changes_precision": _share(changes["right"], changes["said"]),
        "changes_said": changes["said"],
    }
    result |= {"changes_recall": _share(changes["found"], changes["wanted"]), "changes_n": changes["wanted"]}
    result |= {
        "pairs_right": _share(pairs["right"], pairs["n"]),
        "pairs_n": pairs["n"],
        "pairs_seen": pairs["seen"],
    }
    result |= {"joins_precision": _share(pairs["joined:right"], pairs["joined"]), "joins": pairs["joined"]}
    result["joins_recall"] = _share(pairs["joined:right"], pairs["same"])
    _rate(result, "answers_current", asked, "current", "n")
    result |= {"answered": _share(sum(c["answered"] for c in asked), len(asked)), "questions": len(asked)}
    result["stale_shown"] = _share(sum(c["stale"] for c in asked), len(asked))
    return result


def _rate(result: Result, name: str, units: Sequence[Counts], above: str, below: str) -> None:
    def share(some: Sequence[Counts]) -> float:
        return _share(sum(c[above] for c in some), sum(c[below] for c in some))

    result[name] = share(units)
    result[f"{name}_low"], result[f"{name}_high"] = interval(units, share)


def interval(units: Sequence[Counts], share: Callable[[Sequence[Counts]], float]) -> tuple[float, float]:
    """The middle 95 % of the share over draws of as many units with replacement."""
    chance = random.Random(7)
    drawn = sorted(share(chance.choices(units, k=len(units))) for _ in range(DRAWS)) if units else [0.0]
    return drawn[int(0.025 * len(drawn))], drawn[int(0.975 * (len(drawn) - 1))]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
