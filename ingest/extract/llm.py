"""The extractor that asks a model: one structured call for a segment, one more when the reply is unreadable."""

import json
import secrets
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from pathlib import Path

from ingest.extract.reply import FactsReply, read_facts
from kg.model.document import Segment
from kg.model.ids import digest
from kg.model.outcome import Completion, Extracted, Extraction, Replied, Unparsed, Unreachable, Usage
from kg.model.stored import UnreadReply
from kg.model.tokens import count_tokens
from kg.ports import Again, Completer, always

PROMPT_NAME = "facts_v1"
PROMPT = (Path(__file__).parent / "prompts" / f"{PROMPT_NAME}.md").read_text("utf-8")

REPAIR = (
    "\n\nYour last reply could not be read as JSON of the schema. Reply once more with the JSON object alone"
)
SHORTER = ", and with the twenty most telling facts at most, because it was too long"

MARK_DIGITS = 18
"""A mark of digits has the same number of tokens whatever it is (`cl100k_base` takes three at a time), so that
the bill before a call equals what is sent. Nobody guesses one of 10^18."""

REPLY_FRAME, REPLY_PER_TOKEN = 12, 0.5
"""A guess: a fact takes about a hundred tokens of JSON, and a text states about one in two hundred of its own."""

KnownNames = Callable[[str], Sequence[str]]
"""Names already known that occur in a text; they help the model to write one thing one way."""

MOST_NAMES = 40


class LlmExtractor:
    """`kg.ports.Extractor` over a `Completer`. A reply that cannot be read is `Unparsed` when its
    repair cannot either or is not allowed."""

    def __init__(self, completer: Completer, names: KnownNames | None = None) -> None:
        self._completer = completer
        self._names = names
        schema = json.dumps(FactsReply.model_json_schema(), sort_keys=True)
        self._fingerprint = digest("llm", completer.model, PROMPT_NAME, PROMPT, schema)

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    @property
    def hosted(self) -> bool:
        return self._completer.hosted

    def estimate(self, segment: Segment) -> Usage:
        shown = _tokens_of_prompt() + count_tokens(self._message(segment))
        return Usage(1, shown, REPLY_FRAME + round(count_tokens(segment.text) * REPLY_PER_TOKEN))

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        message = self._message(segment)
        if unread is not None:
            return await self._repair(message, unread.cut, Usage())
        first = await self._completer.complete(PROMPT, message, FactsReply)
        outcome = _outcome(first, Usage())
        if not isinstance(outcome, Unparsed) or not again():
            return outcome
        return await self._repair(message, outcome.cut, outcome.usage)

    async def _repair(self, message: str, cut: bool, spent: Usage) -> Extraction:
        repair = message + REPAIR + (SHORTER if cut else "") + "."
        return _outcome(await self._completer.complete(PROMPT, repair, FactsReply), spent)

    async def close(self) -> None:
        await self._completer.close()

    def _message(self, segment: Segment) -> str:
        known = tuple(self._names(segment.text))[:MOST_NAMES] if self._names else ()
        return user_message(segment, known, f"{secrets.randbelow(10**MARK_DIGITS):0{MARK_DIGITS}}")


@cache
def _tokens_of_prompt() -> int:
    return count_tokens(PROMPT)


def user_message(segment: Segment, known: Sequence[str], mark: str) -> str:
    """The segment as the model is shown it. All that comes from the document, its title and names too,
    stands between the two marked lines; `mark` is unknown to whoever wrote it."""
    context = segment.context
    about = {
        "title": context.title,
        "headings": " > ".join(context.heading) or None,
        "said on": context.said_at.isoformat() if context.said_at else "an unknown day",
        "said by": context.speaker,
        **dict(context.fields),
        "names known before": "; ".join(known) or None,
    }
    lines = [f"{key}: {_line(value)}" for key, value in about.items() if value]
    return "\n".join(
        [
            f"The mark is {mark}.",
            f"{mark} begins",
            *(f"{mark} {line}" for line in lines),
            _marked(segment, mark),
            f"{mark} ends",
        ]
    )


def _marked(segment: Segment, mark: str) -> str:
    """The text with a line before each entry whose day or speaker differs from the one before."""
    said = (segment.context.said_at, segment.context.speaker)
    parts: list[str] = []
    at = 0
    for entry in segment.entries:
        now = (entry.said_at or segment.context.said_at, entry.speaker or segment.context.speaker)
        if now != said:
            parts += [segment.text[at : entry.start], _note(*now, mark)]
            at, said = entry.start, now
    return "".join([*parts, segment.text[at:]])


def _note(said_at: date | None, speaker: str | None, mark: str) -> str:
    day = f" on {said_at.isoformat()}" if said_at else ""
    by = f" by {_line(speaker)}" if speaker else ""
    return f"{mark} said{day}{by}\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _outcome(completion: Completion, spent: Usage) -> Extraction:
    match completion:
        case Unreachable(reason=reason, retryable=retryable, usage=usage):
            return Unreachable(reason, retryable, spent + usage)
        case Replied(text=text, usage=usage, cut=cut):
            facts = read_facts(text)
            if facts is None:
                return Unparsed("The model's reply is not JSON of the asked form.", spent + usage, cut)
            return Extracted(facts.claims, spent + usage, facts.mended)
