"""One call to an endpoint: its deadline, how many may run at once, and when it may be repeated.

A call is repeated only when it was turned away unread: 408, 409, 425, 429, 5xx, or no connection. A reply
that is late, cut or nonsense may have been paid for, so it is not asked for again here.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_result,
    stop_after_attempt,
    wait_exponential_jitter,
)

from kg.endpoint.reasons import Failure, refused, turned_away
from kg.endpoint.wire import CURRENT, Exchange


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, counts and sizes of one endpoint. A `Retry-After` above `longest_wait` ends the call; the
    job that made it comes back later. 4,096 tokens of reply are about 60 facts."""

    seconds: float = 120.0
    tries: int = 4
    first_wait: float = 1.0
    longest_wait: float = 30.0
    at_once: int = 4
    reply_bytes: int = 4 * 2**20
    reply_tokens: int = 4_096


@dataclass(frozen=True, slots=True)
class Answered:
    """A whole 2xx body. `worked` counts the requests a model may have worked on, this one included."""

    body: bytes
    worked: int


@dataclass(frozen=True, slots=True)
class Failed:
    """No usable answer. `worked` as above: a request that was late or cut may have cost something."""

    failure: Failure
    worked: int


Send = Callable[[], Awaitable[object]]
"""Makes a client library send exactly one request; what it returns or raises is not used."""

Sleep = Callable[[float], Awaitable[None]]


class Caller:
    """Runs calls to one endpoint."""

    def __init__(self, limits: Limits, sleep: Sleep = asyncio.sleep) -> None:
        self._limits = limits
        self._sleep = sleep
        self._room = asyncio.Semaphore(limits.at_once)
        self._backoff = wait_exponential_jitter(limits.first_wait, limits.longest_wait)

    async def call(self, send: Send) -> Answered | Failed:
        """Never raises for what an endpoint can do wrong; cancelling it cancels the request."""
        retrying = AsyncRetrying(
            retry=retry_if_result(self._may_repeat),
            stop=stop_after_attempt(self._limits.tries),
            wait=self._wait,
            sleep=self._sleep,
            retry_error_callback=_last,
        )
        async with self._room:
            return await retrying(self._once, send)

    async def _once(self, send: Send) -> Answered | Failed:
        exchange = Exchange()
        token = CURRENT.set(exchange)
        raised: Exception | None = None
        try:
            async with asyncio.timeout(self._limits.seconds):
                await send()
        except Exception as error:  # the libraries raise what they like; the wire says what happened
            raised = error
        finally:
            CURRENT.reset(token)
        return self._judge(exchange, raised)

    def _judge(self, exchange: Exchange, raised: Exception | None) -> Answered | Failed:
        status, late = exchange.status, _timed_out(raised)
        if not exchange.requests:
            return Failed(Failure(f"could not be asked ({type(raised).__name__})", retryable=False), worked=0)
        if status is None and not late:
            return Failed(turned_away(None, None), worked=0)
        if status is not None and status >= 300:
            return Failed(refused(status, bytes(exchange.body), _retry_after(exchange.headers)), worked=0)
        if exchange.whole:
            return Answered(bytes(exchange.body), worked=1)
        if exchange.too_large:
            return Failed(
                Failure(f"sent more than {self._limits.reply_bytes:,} bytes", retryable=True), worked=1
            )
        if late:
            return Failed(
                Failure(f"did not answer within {self._limits.seconds:g} s", retryable=True), worked=1
            )
        return Failed(Failure("broke off in the middle of its answer", retryable=True), worked=1)

    def _may_repeat(self, result: Answered | Failed) -> bool:
        if not isinstance(result, Failed) or not result.failure.unread:
            return False
        return (result.failure.wait or 0.0) <= self._limits.longest_wait

    def _wait(self, state: RetryCallState) -> float:
        result = _last(state)
        asked = result.failure.wait if isinstance(result, Failed) else None
        return self._backoff(state) if asked is None else asked


def _last(state: RetryCallState) -> Answered | Failed:
    assert state.outcome is not None
    result: Answered | Failed = state.outcome.result()
    return result


def _timed_out(error: BaseException | None) -> bool:
    """A library wraps the transport's time-out in an error of its own. A connection that was never made is
    no time-out: nothing was sent."""
    while error is not None:
        if isinstance(error, TimeoutError):
            return True
        if isinstance(error, httpx2.TimeoutException):
            return not isinstance(error, httpx2.ConnectTimeout | httpx2.PoolTimeout)
        error = error.__cause__ or error.__context__
    return False


def _retry_after(headers: httpx2.Headers) -> float | None:
    """Seconds, from a number or a date; None when absent or unreadable."""
    value = headers.get("retry-after", "").strip()
    if value.replace(".", "", 1).isdigit():
        return float(value)
    try:
        asked = parsedate_to_datetime(value)
    except ValueError:
        return None
    if asked.tzinfo is None:
        asked = asked.replace(tzinfo=UTC)
    return max(0.0, (asked - datetime.now(UTC)).total_seconds())
