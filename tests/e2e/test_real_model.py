"""A real model at the end of the wire: the schema binds it, its tokens are counted, one segment is one call."""

from ingest.extract.llm import LlmExtractor
from ingest.extract.reply import FactsReply
from ingest.segment import segments
from ingest.validate import validate
from kg.config import Endpoint
from kg.endpoint.call import Limits
from kg.endpoint.completion import EndpointCompleter
from kg.model.document import Entry, ReadText, Segment
from kg.model.outcome import Extracted, Replied

TEXT = "Quayside Ltd pays a berth fee of 4,200 EUR a year. Dana Reyes works at Quayside Ltd.\n"


def segment(text: str) -> Segment:
    (made,) = segments(ReadText(text=text, entries=(Entry(0, len(text)),)))
    return made


async def test_the_schema_binds_the_reply_and_its_tokens_are_counted(real_model: Endpoint) -> None:
    completer = EndpointCompleter(real_model, Limits(seconds=300, reply_tokens=40))
    outcome = await completer.complete("Write facts as JSON.", TEXT, FactsReply)
    await completer.close()
    assert not completer.hosted
    assert isinstance(outcome, Replied) and outcome.cut
    assert outcome.usage.calls == 1
    assert 20 < outcome.usage.tokens_in < 120
    assert 0 < outcome.usage.tokens_out <= 40
    assert outcome.text.lstrip().startswith("{")
    assert '"facts"' in outcome.text


async def test_one_segment_is_one_call_and_nothing_is_believed_unseen(real_model: Endpoint) -> None:
    extractor = LlmExtractor(EndpointCompleter(real_model, Limits(seconds=300, reply_tokens=150)))
    read = segment(TEXT)
    outcome = await extractor.extract(read)
    await extractor.close()
    assert isinstance(outcome, Extracted)
    assert outcome.usage.calls == 1
    assert outcome.usage.tokens_in > 1_000
    claims, rejections = validate(read, outcome.claims)
    assert len(claims) + len(rejections) == len(outcome.claims) > 0
    assert all(TEXT[claim.start : claim.end].strip() for claim in claims)
