"""graphiti-core's model clients, each asked to send one request through our wire.

Their public `generate_response` sends up to four requests for one question, adds a sentence to the prompt,
and hides the token counts. `_generate_response`, which every client of theirs implements, sends one.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, cast

import httpx2

from kg.config import Endpoint
from kg.endpoint.telemetry import quiet
from kg.errors import ModelRefused

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from graphiti_core.embedder.client import EmbedderClient
    from graphiti_core.llm_client.client import LLMClient
    from graphiti_core.llm_client.config import LLMConfig
    from openai import AsyncOpenAI
    from pydantic import BaseModel

SchemaMode = Literal["json_schema", "json_object"]
"""How a reply's shape is asked for: enforced by the endpoint, or only described in the prompt."""

PACKAGES = {"anthropic": "anthropic", "gemini": "google.genai"}
"""What a provider's client needs beyond the default installation."""

NO_KEY = "none"
"""The libraries insist on a key; a local endpoint does not read it."""


def check_installed(provider: str) -> None:
    """Raises `ModelRefused` when the provider's package is missing."""
    package = PACKAGES.get(provider)
    try:
        found = package is None or find_spec(package) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        raise ModelRefused(
            f"KG_LLM_PROVIDER is {provider}, whose client is not installed. Nothing was sent. "
            f"Install it with: pip install 'kg-librarian[{provider}]'"
        )


def open_llm(endpoint: Endpoint, http: httpx2.AsyncClient, mode: SchemaMode) -> "LLMClient":
    """A client whose every request goes out once. `mode` matters to `generic` endpoints only. The first call
    imports graphiti-core, which takes seconds."""
    quiet()
    from graphiti_core.llm_client.config import LLMConfig

    config = LLMConfig(
        api_key=endpoint.api_key or NO_KEY,
        model=endpoint.model,
        base_url=endpoint.base_url or None,
        temperature=0,
        small_model=endpoint.model,
    )
    match endpoint.provider:
        case "anthropic":
            return _anthropic(config, http)
        case "gemini":
            return _gemini(config, http)
        case "openai":
            from graphiti_core.llm_client.openai_client import OpenAIClient

            return OpenAIClient(config, client=_openai(endpoint, http))
        case _:
            from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient

            return OpenAIGenericClient(config, client=_openai(endpoint, http), structured_output_mode=mode)


async def ask(client: "LLMClient", system: str, user: str, schema: "type[BaseModel]", tokens: int) -> None:
    """Sends one request; the reply is taken from the wire."""
    from graphiti_core.prompts.models import Message

    messages = [Message(role="system", content=system), Message(role="user", content=user)]
    await client._generate_response(messages, schema, tokens)


def open_embedder(endpoint: Endpoint, http: httpx2.AsyncClient, dimensions: int) -> "EmbedderClient":
    """graphiti-core's OpenAI-compatible embedder over the same wire; longer vectors are cut."""
    quiet()
    from graphiti_core.embedder.openai import OpenAIEmbedder, OpenAIEmbedderConfig

    config = OpenAIEmbedderConfig(embedding_model=endpoint.model, embedding_dim=dimensions)
    return OpenAIEmbedder(config, client=_openai(endpoint, http))


def _openai(endpoint: Endpoint, http: httpx2.AsyncClient) -> "AsyncOpenAI":
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        api_key=endpoint.api_key or NO_KEY,
        base_url=endpoint.base_url or None,
        http_client=http,
        max_retries=0,
    )


def _anthropic(config: "LLMConfig", http: httpx2.AsyncClient) -> "LLMClient":
    from anthropic import AsyncAnthropic
    from graphiti_core.llm_client.anthropic_client import AnthropicClient

    sdk = AsyncAnthropic(api_key=config.api_key, base_url=config.base_url, http_client=http, max_retries=0)
    return AnthropicClient(config, client=cast("AsyncAnthropic", _Untempered(sdk)))


class _Untempered:
    """`anthropic` 2 no longer takes the temperature that graphiti-core 0.31 sends with every request."""

    def __init__(self, sdk: "AsyncAnthropic") -> None:
        self.messages = self
        self._sdk = sdk

    async def create(self, *, temperature: float, **request: Any) -> object:
        return await self._sdk.messages.create(**request)


def _gemini(config: "LLMConfig", http: httpx2.AsyncClient) -> "LLMClient":
    from google import genai
    from google.genai.types import HttpOptions, HttpRetryOptions
    from graphiti_core.llm_client.gemini_client import GeminiClient

    options = HttpOptions(
        base_url=config.base_url, httpx_async_client=http, retry_options=HttpRetryOptions(attempts=1)
    )
    return GeminiClient(config, client=genai.Client(api_key=config.api_key, http_options=options))
