"""A model server on loopback that says what a test tells it to, and remembers what it was asked.

It speaks as an OpenAI-compatible endpoint (chat completions, responses, embeddings), as Anthropic and as Gemini,
chosen by the path of the request.
"""

import asyncio
import base64
import hashlib
import json
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Self

from aiohttp import web

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: Json

    @property
    def texts(self) -> str:
        """All that the model was shown, whichever way this kind of endpoint takes it."""
        return json.dumps(self.body, ensure_ascii=False)


Answer = Callable[[web.Request, Seen], Awaitable[web.StreamResponse]]


def says(reply: str | Json, *, usage: tuple[int, int] | None = (120, 30), cut: bool = False) -> Answer:
    """A whole reply; a dict is sent as JSON text. `usage` None leaves the counts out."""
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)

    async def answer(_: web.Request, seen: Seen) -> web.StreamResponse:
        return web.Response(body=dump(envelope(seen.path, text, usage, cut)), content_type="application/json")

    return answer


def status(code: int, *, headers: dict[str, str] | None = None, body: str = '{"error":{}}') -> Answer:
    """A refusal."""

    async def answer(_: web.Request, __: Seen) -> web.StreamResponse:
        return web.Response(status=code, headers=headers, text=body, content_type="application/json")

    return answer


def sends(body: bytes, content_type: str = "application/json") -> Answer:
    """A 200 with any body: empty, garbage, a page of a captive portal."""

    async def answer(_: web.Request, __: Seen) -> web.StreamResponse:
        return web.Response(body=body, content_type=content_type)

    return answer


def drips(begun: asyncio.Event, gone: asyncio.Event) -> Answer:
    """Begins an answer, sets `begun`, and never ends it; sets `gone` when the caller has left."""

    async def answer(request: web.Request, _: Seen) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"{")
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            gone.set()
        return response

    return answer


def cuts(reply: Json) -> Answer:
    """Breaks off in the middle of the body."""

    async def answer(request: web.Request, seen: Seen) -> web.StreamResponse:
        body = dump(envelope(seen.path, json.dumps(reply), (1, 1), False))
        response = web.StreamResponse(headers={"Content-Length": str(len(body))})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        hang_up(request)
        return response

    return answer


def leaves() -> Answer:
    """Closes the connection without a word."""

    async def answer(request: web.Request, _: Seen) -> web.StreamResponse:
        hang_up(request)
        return web.Response()

    return answer


class ModelServer:
    """Answers in the order of the script, then by `default`. Without either it fails the request with 418,
    which no client repeats."""

    def __init__(self, *script: Answer, default: Answer | None = None) -> None:
        self.requests: list[Seen] = []
        self.most_at_once = 0
        self._script = list(script)
        self._default = default
        self._running = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=2**26)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def address(self) -> str:
        """Without a path, as Anthropic's and Gemini's clients want it."""
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}"

    @property
    def base_url(self) -> str:
        """As an OpenAI-compatible client wants it."""
        return f"{self.address}/v1"

    def script(self, *answers: Answer) -> None:
        self._script += answers

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        seen = Seen(request.path, dict(request.headers), json.loads(await request.read() or b"{}"))
        self.requests.append(seen)
        self._running += 1
        self.most_at_once = max(self.most_at_once, self._running)
        try:
            return await self._next(seen)(request, seen)
        finally:
            self._running -= 1

    def _next(self, seen: Seen) -> Answer:
        if self._script:
            return self._script.pop(0)
        if seen.path.endswith("/embeddings"):
            return embeds()
        return self._default or status(418)


def embeds(
    dimensions: int = 384, *, reverse: bool = False, leave_out: int = 0, value: float | None = None
) -> Answer:
    """A vector for each text, drawn from its hash (or `value` in every place); `reverse` sends the last text
    first, `leave_out` so many too few."""

    async def answer(_: web.Request, seen: Seen) -> web.StreamResponse:
        plain = seen.body.get("encoding_format") != "base64"
        items: list[Json] = []
        for index, text in enumerate(seen.body["input"]):
            vector = direction(text, dimensions) if value is None else [value] * dimensions
            packed = base64.b64encode(struct.pack(f"<{dimensions}f", *vector)).decode()
            items.append({"object": "embedding", "index": index, "embedding": vector if plain else packed})
        items = items[: len(items) - leave_out]
        data = {"object": "list", "data": items[::-1] if reverse else items, "model": seen.body["model"]}
        return web.Response(body=dump(data | {"usage": {"prompt_tokens": 1, "total_tokens": 1}}))

    return answer


def direction(text: str, dimensions: int = 384) -> list[float]:
    """The vector of a text, not of unit length."""
    return [byte / 100 - 1.2 for byte in hashlib.shake_128(text.encode()).digest(dimensions)]


def envelope(path: str, text: str, usage: tuple[int, int] | None, cut: bool) -> Json:
    """The reply as the endpoint of this path wraps it."""
    spent = usage or (0, 0)
    if path.endswith("/chat/completions"):
        body = _chat(text, spent, cut)
    elif path.endswith("/responses"):
        body = _responses(text, spent, cut)
    elif path.endswith("/messages"):
        body = _anthropic(text, spent, cut)
    else:
        body = _gemini(text, spent, cut)
    return body if usage else {key: value for key, value in body.items() if not key.startswith("usage")}


def _chat(text: str, usage: tuple[int, int], cut: bool) -> Json:
    message = {"role": "assistant", "content": text}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "length" if cut else "stop"}],
        "usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)},
    }


def _responses(text: str, usage: tuple[int, int], cut: bool) -> Json:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    message = {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": content}
    return {
        "id": "r1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "incomplete" if cut else "completed",
        "output": [message],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": usage[0],
            "output_tokens": usage[1],
            "total_tokens": sum(usage),
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


def _anthropic(text: str, usage: tuple[int, int], cut: bool) -> Json:
    try:
        content: Json = {"type": "tool_use", "id": "t1", "name": "Reply", "input": json.loads(text)}
    except ValueError:
        content = {"type": "text", "text": text}
    return {
        "id": "a1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [content],
        "stop_reason": "max_tokens" if cut else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": usage[0], "output_tokens": usage[1]},
    }


def _gemini(text: str, usage: tuple[int, int], cut: bool) -> Json:
    finish = "MAX_TOKENS" if cut else "STOP"
    return {
        "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": finish}],
        "usageMetadata": {"promptTokenCount": usage[0], "candidatesTokenCount": usage[1]},
    }


def hang_up(request: web.Request) -> None:
    """Aborts the connection below HTTP."""
    assert request.transport is not None
    request.transport.abort()


def dump(body: Json) -> bytes:
    """JSON that may hold lone surrogates: as escapes, the only way they can be sent."""
    return json.dumps(body).encode()
