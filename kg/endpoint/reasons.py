"""Why an endpoint did not answer, in words that carry nothing of what it was sent or said."""

import json
from dataclasses import dataclass

UNREAD = frozenset({408, 409, 425, 429})
"""Refusals, beside 5xx, after which the same request may succeed."""

MEANINGS = {
    400: "does not accept the request; the model may not support structured output, or the text is too long",
    401: "does not accept the key; check the API key",
    402: "asks for payment; check the account",
    403: "does not allow this key to use the model; check the API key and the model's name",
    404: "does not know the model or the address; check both",
    413: "says the request is too large",
    422: "does not accept the request; the model may not support structured output",
}

NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
"""Error codes of OpenAI that come as 429 and do not pass by waiting."""


@dataclass(frozen=True, slots=True)
class Failure:
    """`reason` completes "The model endpoint …". `unread` means that the same request may be sent again at
    once, after `wait` seconds when the endpoint asked for them; `retryable` that it may succeed later."""

    reason: str
    retryable: bool
    unread: bool = False
    wait: float | None = None
    status: int | None = None


def turned_away(status: int | None, wait: float | None) -> Failure:
    """It was there and had no room, or was not there: nothing was worked on."""
    if status is None:
        return Failure("cannot be reached", retryable=True, unread=True)
    reason = "has no room now" if status == 429 else "is failing"
    asked = "" if wait is None else f"; it asks to wait {wait:.0f} s"
    return Failure(f"{reason} (status {status}{asked})", True, unread=True, wait=wait, status=status)


def refused(status: int, body: bytes, wait: float | None) -> Failure:
    """What a status of 300 or more means."""
    if status == 429 and _code(body) in NO_MONEY:
        return Failure("has no quota left for this key; check the account", False, status=status)
    if status in UNREAD or status >= 500:
        return turned_away(status, wait)
    if status < 400:
        return Failure(
            "answers with a redirect, which is not followed; check the address", False, status=status
        )
    meaning = MEANINGS.get(status, "refuses the request")
    return Failure(f"{meaning} (status {status})", retryable=False, status=status)


def _code(body: bytes) -> str | None:
    try:
        code = json.loads(body)["error"]["code"]
    except (ValueError, KeyError, TypeError):
        return None
    return code if isinstance(code, str) else None
