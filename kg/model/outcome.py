"""Closed unions for what a model call and an extraction can end in."""

from dataclasses import dataclass

from kg.model.claim import RawClaim


@dataclass(frozen=True, slots=True)
class Usage:
    """What one or more model calls cost. Local extractors report 0 calls."""

    calls: int = 0
    """Requests that a model worked on or may have: not those that an endpoint turned away (429, 5xx)."""
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out
        )

    def __sub__(self, other: "Usage") -> "Usage":
        return self + Usage(-other.calls, -other.tokens_in, -other.tokens_out)


@dataclass(frozen=True, slots=True)
class Extracted:
    """A reply that parsed. No claims is a real answer: there was nothing to say."""

    claims: tuple[RawClaim, ...]
    usage: Usage = Usage()
    repaired: int = 0
    """How many times something had to be mended (a lone surrogate, a cut fence)."""


@dataclass(frozen=True, slots=True)
class Unparsed:
    """A reply that did not parse after one repair: never "0 facts", never cached; the document waits."""

    reason: str
    usage: Usage = Usage()
    cut: bool = False
    """The reply broke off at the model's limit."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No reply: the endpoint is down (`retryable`) or refuses (wrong key, unknown model)."""

    reason: str
    retryable: bool
    usage: Usage = Usage()


Extraction = Extracted | Unparsed | Unreachable


@dataclass(frozen=True, slots=True)
class Replied:
    """A model's reply as it came, before anyone believes that it is JSON; it may be empty. `cut` means the
    model stopped at its token limit, so the end is missing."""

    text: str
    usage: Usage
    cut: bool = False


Completion = Replied | Unreachable
