"""Money for tokens, where prices are set."""

from dataclasses import dataclass
from typing import Any

from kg.model.outcome import Usage

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """What a model's tokens cost, in any currency: a million that go in, and a million that come out."""

    tokens_in: float
    tokens_out: float
    currency: str = ""

    def of(self, usage: Usage) -> float:
        return (usage.tokens_in * self.tokens_in + usage.tokens_out * self.tokens_out) / MILLION


def expected(estimate: Usage, prices: Prices | None) -> dict[str, Any]:
    """Calls, tokens and money before a run; what is a guess is called an estimate."""
    return {
        "model_calls": estimate.calls,
        "tokens": {"in": estimate.tokens_in, "out_estimate": estimate.tokens_out},
        "cost_estimate": money(estimate, prices),
    }


def money(usage: Usage, prices: Prices | None) -> dict[str, Any] | None:
    """What tokens cost; None where no price is set."""
    if prices is None:
        return None
    return {"amount": round(prices.of(usage), 6), "currency": prices.currency}
