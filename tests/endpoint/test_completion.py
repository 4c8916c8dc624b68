"""Structured completion over a scripted endpoint: one question is one request, and every failure has its end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from ingest.extract.reply import FactsReply
from kg.config import Endpoint
from kg.endpoint.call import Limits
from kg.endpoint.completion import EndpointCompleter
from kg.errors import ModelRefused
from kg.model.outcome import Replied, Unreachable, Usage
from kg.model.tokens import count_tokens
from tests.fakes.model_server import Answer, ModelServer, cuts, drips, leaves, says, sends, status

PROVIDERS = ("generic", "openai", "anthropic", "gemini")
KEY = "key-" + "x" * 8
SYSTEM, USER = "You write facts down.", "The dinghy Petrel is moored at quay 4."
LIMITS = Limits(seconds=20, tries=3, first_wait=0.001, reply_bytes=2**20)


class Clock:
    """A sleep that does not: it keeps how long it was asked to wait."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


@asynccontextmanager
async def served(
    *script: Answer, provider: str = "generic", limits: Limits = LIMITS, clock: Clock | None = None
) -> AsyncIterator[tuple[ModelServer, EndpointCompleter]]:
    async with ModelServer(*script) as server:
        plain = provider in ("anthropic", "gemini")
        endpoint = Endpoint(provider, server.address if plain else server.base_url, "tiny-1", KEY)
        completer = EndpointCompleter(endpoint, limits, (clock or Clock()).sleep)
        yield server, completer
        await completer.close()


async def ask(completer: EndpointCompleter) -> Replied | Unreachable:
    return await completer.complete(SYSTEM, USER, FactsReply)


@pytest.fixture(scope="session")
async def imported() -> None:
    """One call made before, so that a short deadline is not spent on imports."""
    async with served(says({"facts": []})) as (_, completer):
        await ask(completer)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_one_question_is_one_request(provider: str) -> None:
    async with served(says({"facts": []}, usage=(70, 9)), provider=provider) as (server, completer):
        assert await ask(completer) == Replied('{"facts": []}', Usage(1, 70, 9))
        assert completer.model == f"{provider}/tiny-1"
    (request,) = server.requests
    assert SYSTEM in request.texts and USER in request.texts and "valid_from" in request.texts
    assert KEY not in request.texts and KEY in str(request.headers)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("text", ["", "no JSON at all", '{"facts": [', '{"other": 1}'])
async def test_a_reply_of_any_kind_comes_back_as_it_is_and_is_not_asked_for_again(
    provider: str, text: str
) -> None:
    async with served(says(text), provider=provider) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Replied) and outcome.text == text
    assert len(server.requests) == 1


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_reply_at_its_token_limit_is_known_as_cut(provider: str) -> None:
    async with served(says({"facts": []}, cut=True), provider=provider) as (_, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Replied) and outcome.cut


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_missing_token_counts_are_counted_here(provider: str) -> None:
    async with served(says({"facts": []}, usage=None), provider=provider) as (_, completer):
        outcome = await ask(completer)
    assert outcome.usage == Usage(1, count_tokens(SYSTEM) + count_tokens(USER), count_tokens('{"facts": []}'))


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_full_or_failing_endpoint_is_asked_again_and_costs_nothing(provider: str) -> None:
    script = (status(429), status(503), says({"facts": []}))
    async with served(*script, provider=provider) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Replied) and outcome.usage.calls == 1
    assert len(server.requests) == 3


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(("code", "words"), [(401, "key"), (403, "key"), (404, "model"), (418, "refuses")])
async def test_a_refusal_is_final_and_says_why(provider: str, code: int, words: str) -> None:
    async with served(
        status(code, body='{"error": {"message": "you said: ' + USER + '"}}'), provider=provider
    ) as (
        server,
        completer,
    ):
        outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and not outcome.retryable
    assert words in outcome.reason and str(code) in outcome.reason
    assert USER not in outcome.reason and KEY not in outcome.reason
    assert (outcome.usage, len(server.requests)) == (Usage(), 1)


async def test_retry_after_is_kept_to_as_seconds() -> None:
    clock = Clock()
    async with served(status(429, headers={"Retry-After": "7"}), says({"facts": []}), clock=clock) as (
        _,
        completer,
    ):
        assert isinstance(await ask(completer), Replied)
    assert clock.waits == [7.0]


async def test_retry_after_is_kept_to_as_a_date() -> None:
    clock = Clock()
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    async with served(status(503, headers={"Retry-After": later}), says({"facts": []}), clock=clock) as (
        _,
        completer,
    ):
        assert isinstance(await ask(completer), Replied)
    assert 10 < clock.waits[0] <= 20


@pytest.mark.parametrize("value", ["soon", "-3", "", "Wed, 99 Foo"])
async def test_a_senseless_retry_after_is_waited_out_as_if_it_were_not_there(value: str) -> None:
    clock = Clock()
    async with served(status(429, headers={"Retry-After": value}), says({"facts": []}), clock=clock) as (
        _,
        completer,
    ):
        assert isinstance(await ask(completer), Replied)
    assert len(clock.waits) == 1 and clock.waits[0] < 5


async def test_a_long_wait_is_left_to_the_queue() -> None:
    clock = Clock()
    async with served(status(429, headers={"Retry-After": "3600"}), clock=clock) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and outcome.retryable
    assert "3600 s" in outcome.reason
    assert (clock.waits, len(server.requests)) == ([], 1)


async def test_an_endpoint_that_stays_down_is_given_up_after_the_tries() -> None:
    clock = Clock()
    async with served(*[status(500)] * 9, clock=clock) as (server, completer):
        outcome = await ask(completer)
    assert outcome == Unreachable("The model endpoint is failing (status 500).", True, Usage())
    assert (len(server.requests), len(clock.waits)) == (3, 2)


async def test_an_empty_account_does_not_pass_by_waiting() -> None:
    body = '{"error": {"code": "insufficient_quota", "message": "no money"}}'
    async with served(status(429, body=body)) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and not outcome.retryable
    assert "quota" in outcome.reason and len(server.requests) == 1


async def test_nobody_at_the_address() -> None:
    async with ModelServer() as server:
        gone = server.base_url
    completer = EndpointCompleter(Endpoint("generic", gone, "tiny-1", ""), LIMITS, Clock().sleep)
    outcome = await ask(completer)
    await completer.close()
    assert outcome == Unreachable("The model endpoint cannot be reached.", True, Usage())


async def test_a_connection_closed_without_a_word_is_tried_again() -> None:
    async with served(leaves(), says({"facts": []})) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Replied) and outcome.usage.calls == 1
    assert len(server.requests) == 2


async def test_a_drip_ends_at_the_deadline_and_counts_as_a_call(imported: None) -> None:
    begun, gone = asyncio.Event(), asyncio.Event()
    async with served(drips(begun, gone), limits=Limits(seconds=0.5, tries=3)) as (server, completer):
        outcome = await ask(completer)
        async with asyncio.timeout(10):
            await gone.wait()
    assert isinstance(outcome, Unreachable) and outcome.retryable
    assert "within 0.5 s" in outcome.reason
    assert outcome.usage == Usage(1, count_tokens(SYSTEM) + count_tokens(USER), 0)
    assert len(server.requests) == 1


async def test_a_body_cut_in_the_middle_is_not_asked_for_again() -> None:
    async with served(cuts({"facts": [{"subject": "Petrel"}]})) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and outcome.retryable
    assert "broke off" in outcome.reason
    assert (outcome.usage.calls, len(server.requests)) == (1, 1)


async def test_ten_megabytes_of_garbage_are_not_read_to_the_end() -> None:
    async with served(sends(b"\xff" * (10 * 2**20))) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and outcome.retryable
    assert "1,048,576 bytes" in outcome.reason
    assert (outcome.usage.calls, len(server.requests)) == (1, 1)


@pytest.mark.parametrize(
    "body", [b"", b"<html>please log in</html>", b'{"choices": []}', b"[1]", b"\xff\xfe", b"[" * 9_000]
)
async def test_a_body_that_is_no_completion_says_where_to_look(body: bytes) -> None:
    async with served(sends(body)) as (server, completer):
        outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and outcome.retryable
    assert "KG_LLM_BASE_URL" in outcome.reason
    assert (outcome.usage.calls, len(server.requests)) == (1, 1)


async def test_a_redirect_is_not_followed() -> None:
    async with ModelServer(says({"facts": []})) as elsewhere:
        answer = status(307, headers={"Location": f"{elsewhere.base_url}/chat/completions"})
        async with served(answer) as (_, completer):
            outcome = await ask(completer)
    assert isinstance(outcome, Unreachable) and "redirect" in outcome.reason
    assert elsewhere.requests == []


async def test_an_endpoint_without_schemas_is_asked_for_plain_json_from_then_on() -> None:
    script = (status(400), says({"facts": []}), says({"facts": []}))
    async with served(*script) as (server, completer):
        first, second = await ask(completer), await ask(completer)
    assert (first.usage.calls, second.usage.calls) == (1, 1)
    formats = [request.body["response_format"]["type"] for request in server.requests]
    assert formats == ["json_schema", "json_object", "json_object"]
    assert "valid_from" in server.requests[1].body["messages"][0]["content"]


async def test_an_endpoint_that_refuses_either_way_keeps_its_first_reason() -> None:
    async with served(status(400), status(400), status(400), says({"facts": []})) as (server, completer):
        outcome = await ask(completer)
        assert isinstance(outcome, Unreachable) and "400" in outcome.reason and not outcome.retryable
        await ask(completer)
    assert server.requests[2].body["response_format"]["type"] == "json_schema"


async def test_no_more_requests_at_once_than_allowed() -> None:
    limits = Limits(seconds=20, at_once=2)
    async with ModelServer(default=says({"facts": []})) as server:
        completer = EndpointCompleter(Endpoint("generic", server.base_url, "tiny-1", ""), limits)
        outcomes = await asyncio.gather(*(ask(completer) for _ in range(12)))
        await completer.close()
    assert [outcome.usage.calls for outcome in outcomes] == [1] * 12
    assert server.most_at_once <= 2


async def test_cancelling_a_call_drops_the_request() -> None:
    begun, gone = asyncio.Event(), asyncio.Event()
    async with served(drips(begun, gone)) as (_, completer):
        asking = asyncio.ensure_future(ask(completer))
        async with asyncio.timeout(20):
            await begun.wait()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            await gone.wait()


async def test_no_logger_ever_carries_prompt_reply_or_key(caplog: pytest.LogCaptureFixture) -> None:
    said = "the moorings are paid"
    caplog.set_level(logging.DEBUG)
    script = (
        says(said),
        status(400, body=USER),
        status(400),
        sends(b"<html>" + said.encode()),
        cuts({"facts": []}),
    )
    async with served(*script, *[status(500, body=said)] * 3) as (_, completer):
        for _ in range(5):
            await ask(completer)
    text = "\n".join(f"{record.name} {record.getMessage()} {record.exc_text}" for record in caplog.records)
    for secret in (said, USER, SYSTEM, KEY):
        assert secret not in text


def test_a_missing_client_is_said_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.endpoint.clients.find_spec", lambda _: None)
    with pytest.raises(ModelRefused, match=r"kg-librarian\[anthropic\]"):
        EndpointCompleter(Endpoint("anthropic", "", "tiny-1", KEY))


@pytest.mark.parametrize(
    ("address", "hosted"),
    [
        ("http://127.0.0.1:8000/v1", False),
        ("http://localhost:11434/v1", False),
        ("http://[::1]:8000/v1", False),
        ("https://models.example.com/v1", True),
        ("http://localhost.example.com/v1", True),
        ("http://10.0.0.7/v1", True),
        ("", True),
    ],
)
def test_only_this_machine_is_not_hosted(address: str, hosted: bool) -> None:
    assert EndpointCompleter(Endpoint("openai", address, "tiny-1", KEY)).hosted is hosted
