"""Structured completion behind `kg.ports.Completer`."""

import asyncio
import json
from functools import cached_property
from typing import TYPE_CHECKING

import httpx2

from kg.config import Endpoint
from kg.endpoint.call import Answered, Caller, Failed, Limits, Sleep
from kg.endpoint.clients import SchemaMode, ask, check_installed, open_llm
from kg.endpoint.replies import Reply, read
from kg.endpoint.wire import is_local, open_client
from kg.model.outcome import Completion, Replied, Unreachable, Usage
from kg.model.tokens import count_tokens

if TYPE_CHECKING:
    from graphiti_core.llm_client.client import LLMClient
    from pydantic import BaseModel

SCHEMA_REFUSED = frozenset({400, 422})


class EndpointCompleter:
    """One model at one endpoint. Raises `ModelRefused` only at construction, when the provider's client is
    not installed; what goes wrong later is an `Unreachable`."""

    def __init__(
        self, endpoint: Endpoint, limits: Limits | None = None, sleep: Sleep = asyncio.sleep
    ) -> None:
        check_installed(endpoint.provider)
        self._endpoint = endpoint
        self._limits = limits or Limits()
        self._caller = Caller(self._limits, sleep)
        self._mode: SchemaMode = "json_schema"
        self._clients: dict[SchemaMode, LLMClient] = {}
        self._opening = asyncio.Lock()

    @property
    def model(self) -> str:
        return f"{self._endpoint.provider}/{self._endpoint.model}"

    @property
    def hosted(self) -> bool:
        return not is_local(self._endpoint.base_url)

    async def complete(self, system: str, user: str, schema: "type[BaseModel]") -> Completion:
        mode = self._mode
        result = await self._send(system, user, schema, mode)
        if self._refuses_schema(result, mode):
            # Some compatible endpoints know only `json_object`; a refused request is not paid for.
            plain = await self._send(system, user, schema, "json_object")
            if isinstance(plain, Answered):
                self._mode = "json_object"
                result = plain
        return self._outcome(result, count_tokens(system) + count_tokens(user))

    async def close(self) -> None:
        if "_http" in self.__dict__:
            await self._http.aclose()

    @cached_property
    def _http(self) -> httpx2.AsyncClient:
        limits = self._limits
        return open_client(self._endpoint.base_url, limits.reply_bytes, limits.seconds, limits.at_once)

    async def _client(self, mode: SchemaMode) -> "LLMClient":
        async with self._opening:
            if mode not in self._clients:
                # Importing the libraries takes seconds; the loop goes on meanwhile.
                self._clients[mode] = await asyncio.to_thread(open_llm, self._endpoint, self._http, mode)
        return self._clients[mode]

    async def _send(
        self, system: str, user: str, schema: "type[BaseModel]", mode: SchemaMode
    ) -> Answered | Failed:
        client = await self._client(mode)
        if mode == "json_object":
            shape = json.dumps(schema.model_json_schema())
            system = f"{system}\n\nReply with one JSON object of this schema:\n{shape}"
        tokens = self._limits.reply_tokens
        return await self._caller.call(lambda: ask(client, system, user, schema, tokens))

    def _refuses_schema(self, result: Answered | Failed, mode: SchemaMode) -> bool:
        return (
            self._endpoint.provider == "generic"
            and mode == "json_schema"
            and isinstance(result, Failed)
            and result.failure.status in SCHEMA_REFUSED
        )

    def _outcome(self, result: Answered | Failed, prompt: int) -> Completion:
        if isinstance(result, Failed):
            spent = Usage(result.worked, result.worked * prompt, 0)
            reason = f"The model endpoint {result.failure.reason}."
            return Unreachable(reason, result.failure.retryable, spent)
        reply = read(self._endpoint.provider, result.body)
        if reply is None:
            spent = Usage(result.worked, prompt, 0)
            reason = (
                "The model endpoint answered with something that is no completion; check KG_LLM_BASE_URL."
            )
            return Unreachable(reason, True, spent)
        return Replied(reply.text, _usage(reply, prompt, result.worked), reply.cut)


def _usage(reply: Reply, prompt: int, worked: int) -> Usage:
    """The endpoint's own counts; what it does not say is counted here, by another tokenizer than its own. `prompt`
    is so counted, in tokens."""
    tokens_in = prompt if reply.tokens_in is None else reply.tokens_in
    tokens_out = count_tokens(reply.text) if reply.tokens_out is None else reply.tokens_out
    return Usage(worked, tokens_in, tokens_out)
