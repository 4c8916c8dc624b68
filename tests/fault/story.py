"""A small folder before and after a busy week, and a model that reads its facts off the lines."""

import os
import re
import shutil
from collections import Counter
from pathlib import Path

from aiohttp import web

from tests.fakes.model_server import Answer, Seen, says
from tests.fault.seen import EVERYWHERE

RUNGS = {
    "work": "facts",
    "old": "facts",
    "inbox": "text",
    "archive": "text",
    "decisions": "gist",
    "diary": "nothing",
}
RUNGS_AFTER = {"old": "gist", "inbox": "facts"}
"""What is set anew while nobody syncs: a folder demoted, one promoted."""

STAMP = 1_700_000_000_000_000_000
_LINE = re.compile(r"^([^|\n]+) \| ([^|\n]+) \| ([^|\n]+)$", re.MULTILINE)
_MARK = re.compile(r"^The mark is (\d+)\.$", re.MULTILINE)


def note(tag: str, *paragraphs: str) -> str:
    """A note in which every paragraph is long enough to be a passage of its own and has the note's tag."""
    said = [
        f"{p}\n\ntag{tag} {EVERYWHERE} {' '.join(f'{tag}{n}x{i}' for i in range(60))}"
        for n, p in enumerate(paragraphs)
    ]
    return f"# Note {tag}\n\n" + "\n\n".join(said) + "\n"


BEFORE = {
    "work/changed.md": note("changed", "Northwind | fee | 40,000 EUR", "Dana Reyes | works at | Northwind"),
    "work/moved.md": note("moved", "Harborlight | customer of | Northwind"),
    "work/removed.md": note("removed", "Northwind | fee | 44,000 EUR", "Birk | owner | Tomas Okafor"),
    "work/one.md": note("one", "Birk | supplies | Northwind"),
    "work/two.md": note("two", "Birk | supplies | Northwind"),
    "work/alias.md": note("alias", "NW | owner | Dana Reyes"),
    "work/large.md": note("large", *(f"Project {n} | owner | Person {n}" for n in range(6))),
    "old/demoted.md": note("demoted", "Northwind | fee | 48,000 EUR", "Lena Fuchs | works at | Birk"),
    "inbox/promoted.md": note("promoted", "Northwind | notice period | 60 days"),
    "archive/touched.txt": note("touched", "Nothing here is a fact."),
    "archive/shrinking.txt": note("shrinking", *(f"Line {n} of a long text." for n in range(8))),
    "archive/long gone.txt": note("longgone", *(f"Row {n} of another." for n in range(8))),
    "decisions/kept.md": note("kept", "Birds name our projects."),
    "diary/private.md": note("private", "Slept badly."),
}
AFTER = {
    **{
        name: text
        for name, text in BEFORE.items()
        if name not in ("work/moved.md", "work/removed.md", "archive/long gone.txt")
    },
    "work/changed.md": note("changed", "Northwind | fee | 52,000 EUR", "Dana Reyes | works at | Harborlight"),
    "work/later/moved.md": BEFORE["work/moved.md"],
    "work/new.md": note("new", "Northwind | also known as | NW", "Northwind | fee | 60,000 EUR"),
    "work/large.md": note("large", *(f"Project {n} | owner | Person {n + n % 2}" for n in range(7))),
    "archive/shrinking.txt": note(
        "shrinking", *(f"Line {n} of a long text." for n in range(0, 8, 2)), "And new."
    ),
    "decisions/new long.md": note("newlong", *(f"Decision {n} stands." for n in range(7))),
}
TOUCHED = "archive/touched.txt"


def lay(root: Path, files: dict[str, str], touched: bool = False) -> None:
    """The folder holds exactly these files, each with a time stamp of its content."""
    shutil.rmtree(root, ignore_errors=True)
    for number, (name, text) in enumerate(sorted(files.items())):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        stamp = STAMP + sum(text.encode()) * 1_000_000_000
        os.utime(path, ns=(stamp, stamp + (10**9 if touched and name == TOUCHED else 0)))
        assert number < 1000


class Model:
    """Answers with the facts that stand on the lines of a segment, and counts how often each was asked for."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.failing: str | None = None
        """A segment that holds this word gets no answer that can be read."""

    async def __call__(self, request: web.Request, seen: Seen) -> web.StreamResponse:
        shown = str(seen.body["messages"][-1]["content"])
        (mark,) = _MARK.findall(shown)
        segment = shown.replace(mark, "")
        if self.failing is not None and self.failing in segment:
            return await says("This is no JSON.")(request, seen)
        self.asked[segment] += 1
        answer: Answer = says({"facts": [_fact(*line) for line in _LINE.findall(segment)]})
        return await answer(request, seen)

    @property
    def again(self) -> int:
        """Calls for a segment that had been asked for before."""
        return self.asked.total() - len(self.asked)


def _fact(subject: str, relation: str, value: str) -> dict[str, object]:
    kind = "money" if value.endswith("EUR") else "duration" if value.endswith("days") else "organization"
    return {
        "subject": subject,
        "subject_kind": "organization",
        "relation": relation,
        "object": value,
        "object_kind": kind,
        "modality": "asserted",
        "quote": f"{subject} | {relation} | {value}",
        "valid_from": None,
        "valid_to": None,
        "confidence": 0.9,
    }
