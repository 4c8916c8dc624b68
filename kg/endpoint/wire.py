"""What really went over the wire: one exchange for each request, however a client library wraps it.

The clients parse replies on their own terms and drop token counts, so the truth is taken here, below them:
how many requests were sent, the status, and the body up to a limit.
"""

import ipaddress
import ssl
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

CONNECT_SECONDS = 10.0


@dataclass(slots=True)
class Exchange:
    """One request and what came back. `whole` is True once the body ended as announced."""

    requests: int = 0
    status: int | None = None
    headers: httpx2.Headers = field(default_factory=httpx2.Headers)
    body: bytearray = field(default_factory=bytearray)
    whole: bool = False
    too_large: bool = False


CURRENT: ContextVar[Exchange] = ContextVar("exchange")
"""The exchange of the running call: client libraries hand nothing of ours through to the transport."""


class ReplyTooLarge(httpx2.TransportError):
    """The body passed the limit and was not read on."""


class Wire(httpx2.AsyncBaseTransport):
    """Records into the current exchange, and reads no body beyond `limit` bytes. Redirects are not followed
    and nothing is decompressed: only the configured endpoint is spoken to, and a small reply stays small."""

    def __init__(self, limit: int, inner: httpx2.AsyncBaseTransport) -> None:
        self._limit = limit
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        exchange = CURRENT.get()
        exchange.requests += 1
        request.headers["Accept-Encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        exchange.status = response.status_code
        exchange.headers = response.headers
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_Recorded(response.aiter_raw(), response, exchange, self._limit),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Recorded(httpx2.AsyncByteStream):
    def __init__(
        self, chunks: AsyncIterator[bytes], response: httpx2.Response, exchange: Exchange, limit: int
    ) -> None:
        self._chunks = chunks
        self._response = response
        self._exchange = exchange
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._chunks:
            if len(self._exchange.body) + len(chunk) > self._limit:
                self._exchange.too_large = True
                raise ReplyTooLarge("the reply is larger than the limit")
            self._exchange.body += chunk
            yield chunk
        self._exchange.whole = True

    async def aclose(self) -> None:
        await self._response.aclose()


def open_client(base_url: str, limit: int, seconds: float, connections: int) -> httpx2.AsyncClient:
    """An HTTP client for one endpoint, through the system's proxy unless the address is exempt from it."""
    limits = httpx2.Limits(max_connections=connections)
    inner = httpx2.AsyncHTTPTransport(verify=_certificates(), limits=limits, proxy=_proxy(base_url))
    return httpx2.AsyncClient(
        transport=Wire(limit, inner),
        timeout=httpx2.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
        follow_redirects=False,
        trust_env=False,
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Reading the system's certificates takes 50 ms: once for all endpoints."""
    return httpx2.create_ssl_context()


def is_local(base_url: str) -> bool:
    """True when the address is this machine: a call there leaves nothing and costs nothing."""
    host = urlsplit(base_url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _proxy(base_url: str) -> str | None:
    """An empty address is the library's own, which is public and https."""
    parts = urlsplit(base_url)
    if is_local(base_url) or (parts.hostname and proxy_bypass(parts.hostname)):
        return None
    return getproxies().get(parts.scheme or "https")
