"""What every extractor promises, run on the one that asks a model (over a scripted endpoint) and on the fake."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from ingest.extract.llm import LlmExtractor
from ingest.segment import segments
from ingest.validate import validate
from kg.config import Endpoint
from kg.endpoint.call import Limits
from kg.endpoint.completion import EndpointCompleter
from kg.model.document import Entry, ReadText, Segment
from kg.model.outcome import Extracted, Unparsed, Unreachable
from kg.ports import Extractor
from tests.fakes.extractor import LineExtractor
from tests.fakes.model_server import ModelServer, says, status

TEXT = "Quayside Ltd | contact | Dana Reyes\n"
FACT = {
    "subject": "Quayside Ltd",
    "subject_kind": "organization",
    "relation": "contact",
    "object": "Dana Reyes",
    "object_kind": "person",
    "modality": "asserted",
    "quote": TEXT.strip(),
    "valid_from": None,
    "valid_to": None,
    "confidence": 0.9,
}
Made = Callable[[str], AbstractAsyncContextManager[Extractor]]
"""Makes an extractor whose model is well, silent ("quiet"), confused ("bad") or away ("down")."""


@asynccontextmanager
async def fake(health: str) -> AsyncIterator[Extractor]:
    extractor = LineExtractor()
    if health == "bad":
        extractor.fails[""] = Unparsed("not JSON")
    if health == "down":
        extractor.fails[""] = Unreachable("away", retryable=True)
    if health == "quiet":
        extractor.fails[""] = Extracted(())
    yield extractor
    await extractor.close()


@asynccontextmanager
async def llm(health: str) -> AsyncIterator[Extractor]:
    answers = {
        "well": says({"facts": [FACT]}),
        "quiet": says({"facts": []}),
        "bad": says("I cannot."),
        "down": status(503),
    }
    async with ModelServer(default=answers[health]) as server:
        endpoint = Endpoint("generic", server.base_url, "tiny-1", "")
        extractor = LlmExtractor(EndpointCompleter(endpoint, Limits(seconds=20, tries=2, first_wait=0.001)))
        yield extractor
        await extractor.close()


@pytest.fixture(params=[fake, llm], ids=["fake", "llm"])
def made(request: pytest.FixtureRequest) -> Made:
    maker: Made = request.param
    return maker


def segment(text: str = TEXT) -> Segment:
    (read,) = segments(ReadText(text=text, entries=(Entry(0, len(text)),)))
    return read


async def test_what_it_says_can_be_validated_against_the_segment(made: Made) -> None:
    async with made("well") as extractor:
        outcome = await extractor.extract(segment())
    assert isinstance(outcome, Extracted)
    (claim,), rejections = validate(segment(), outcome.claims)
    assert (claim.subject.name, claim.relation, rejections) == ("Quayside Ltd", "contact", ())
    assert TEXT[claim.start : claim.end] == TEXT.strip()


async def test_nothing_to_say_is_an_answer(made: Made) -> None:
    async with made("quiet") as extractor:
        outcome = await extractor.extract(segment())
    assert isinstance(outcome, Extracted) and outcome.claims == ()


async def test_a_confused_model_is_never_no_facts(made: Made) -> None:
    async with made("bad") as extractor:
        outcome = await extractor.extract(segment())
    assert isinstance(outcome, Unparsed)
    assert outcome.reason and "Quayside" not in outcome.reason


async def test_a_model_that_is_away_is_not_an_exception(made: Made) -> None:
    async with made("down") as extractor:
        outcome = await extractor.extract(segment())
    assert isinstance(outcome, Unreachable)
    assert outcome.retryable and outcome.reason and outcome.usage.calls == 0


async def test_the_same_segment_gives_the_same_facts_and_many_may_be_asked_at_once(made: Made) -> None:
    async with made("well") as extractor:
        outcomes = await asyncio.gather(*(extractor.extract(segment()) for _ in range(6)))
    assert len({repr(outcome) for outcome in outcomes}) == 1
    assert all(outcome.usage.calls == 1 for outcome in outcomes)


async def test_the_fingerprint_is_stable_and_known_before_the_first_call(made: Made) -> None:
    async with made("well") as one, made("well") as two:
        assert one.fingerprint == two.fingerprint != ""
        before = one.fingerprint
        await one.extract(segment())
        assert one.fingerprint == before
        assert not one.hosted
