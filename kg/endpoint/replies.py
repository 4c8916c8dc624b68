"""Where each kind of endpoint puts the reply's text and its token counts."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply as the endpoint gave it; token counts are None when it did not say."""

    text: str
    tokens_in: int | None
    tokens_out: int | None
    cut: bool


def read(provider: str, body: bytes) -> Reply | None:
    """The reply inside a body, or None when the body is not what this kind of endpoint sends."""
    try:
        data = json.loads(body)
        reply = READERS[provider](data)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return None
    return reply


def _chat(data: dict[str, Any]) -> Reply:
    choice = data["choices"][0]
    usage = data.get("usage") or {}
    content = choice["message"].get("content")
    return Reply(
        content if isinstance(content, str) else _join(part.get("text") for part in content or []),
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        choice.get("finish_reason") == "length",
    )


def _responses(data: dict[str, Any]) -> Reply:
    parts = (part for item in data["output"] for part in item.get("content") or [])
    usage = data.get("usage") or {}
    return Reply(
        _join(part.get("text") for part in parts),
        _count(usage.get("input_tokens")),
        _count(usage.get("output_tokens")),
        data.get("status") == "incomplete",
    )


def _anthropic(data: dict[str, Any]) -> Reply:
    called = [part["input"] for part in data["content"] if part.get("type") == "tool_use"]
    said = _join(part.get("text") for part in data["content"] if part.get("type") == "text")
    usage = data.get("usage") or {}
    return Reply(
        json.dumps(called[0], ensure_ascii=False) if called else said,
        _count(usage.get("input_tokens")),
        _count(usage.get("output_tokens")),
        data.get("stop_reason") == "max_tokens",
    )


def _gemini(data: dict[str, Any]) -> Reply:
    usage = data.get("usageMetadata") or {}
    candidates = data.get("candidates") or []
    if not candidates and "promptFeedback" not in data:
        raise KeyError("candidates")
    first = candidates[0] if candidates else {}
    parts = (first.get("content") or {}).get("parts") or []
    return Reply(
        _join(part.get("text") for part in parts),
        _count(usage.get("promptTokenCount")),
        _count(usage.get("candidatesTokenCount")),
        first.get("finishReason") == "MAX_TOKENS",
    )


READERS = {"generic": _chat, "openai": _responses, "anthropic": _anthropic, "gemini": _gemini}


def _join(texts: Iterable[object]) -> str:
    return "".join(text for text in texts if isinstance(text, str))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None
