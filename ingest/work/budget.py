"""How much of a model a run may still ask for."""

from ingest.deps import Limits
from kg.model.outcome import Usage
from kg.model.receipt import Stop


class Budget:
    """Counts what calls cost. A call is admitted before it is made, so calls that run side by side cannot
    pass the limit together. What a call costs in tokens is known only afterwards: while it is open its
    estimate counts, and the one that passes the limit is the last. Several runs may draw from one: a call whose
    run was ended stays open, since it was paid for."""

    def __init__(self, limits: Limits) -> None:
        self.used = Usage()
        self._limits = limits
        self._open = Usage()
        self._reached = "--max-calls"

    def admits(self, estimate: Usage) -> bool:
        """Whether one more call may begin; if so it is counted as open until it is part of a `spend`."""
        calls, tokens = self._limits.max_calls, self._limits.max_tokens
        taken = self.used + self._open
        if calls is not None and taken.calls >= calls:
            self._reached = "--max-calls"
            return False
        if tokens is not None and taken.tokens_in + taken.tokens_out >= tokens:
            self._reached = "--max-tokens"
            return False
        self._open += Usage(1, estimate.tokens_in, estimate.tokens_out)
        return True

    def left(self) -> Limits:
        """What may still be asked for."""
        calls, tokens = self._limits.max_calls, self._limits.max_tokens
        taken = self.used + self._open
        return Limits(
            None if calls is None else max(0, calls - taken.calls),
            None if tokens is None else max(0, tokens - taken.tokens_in - taken.tokens_out),
        )

    def spend(self, usage: Usage, estimate: Usage, admitted: int) -> None:
        """So many admitted calls are over and cost this."""
        self._open += Usage(-admitted, -admitted * estimate.tokens_in, -admitted * estimate.tokens_out)
        self.used += usage

    def stop(self) -> Stop:
        """What to say when a call was not admitted."""
        message = f"The limit of {self._reached} is reached; what was paid for is kept. Go on with: kg work"
        return Stop("limit", message, failed=False)
