"""How much of a model a run may still ask for."""

from ingest.deps import Limits
from kg.model.outcome import Usage
from kg.model.receipt import Stop


class Budget:
    """Counts what calls cost. A call is admitted before it is made, so calls that run side by side cannot
    pass the limit together; tokens are known only afterwards, so their limit ends a run at the next call."""

    def __init__(self, limits: Limits) -> None:
        self.used = Usage()
        self._limits = limits
        self._open = 0

    def admits(self) -> bool:
        """Whether one more call may begin; if so it is counted as open until it is part of a `spend`."""
        calls, tokens = self._limits.max_calls, self._limits.max_tokens
        if calls is not None and self.used.calls + self._open >= calls:
            return False
        if tokens is not None and self.used.tokens_in + self.used.tokens_out >= tokens:
            return False
        self._open += 1
        return True

    def spend(self, usage: Usage, admitted: int) -> None:
        """So many admitted calls are over and cost this."""
        self._open -= admitted
        self.used += usage

    def stop(self) -> Stop:
        """What to say when a call was not admitted."""
        limit = "--max-calls" if self._limits.max_calls is not None else "--max-tokens"
        message = f"The limit of {limit} is reached; what was paid for is kept. Go on with: kg work"
        return Stop("limit", message, failed=False)
