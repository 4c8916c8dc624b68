"""The driver's errors in kg's words. None carries the server's text: it quotes statements and values."""

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    DriverError,
    Neo4jError,
    TransientError,
)

from kg.errors import EngineBusy, EngineError, EngineMismatch, EngineUnavailable

TIMED_OUT = frozenset(
    {
        "Neo.ClientError.Transaction.TransactionTimedOut",
        "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
        "Neo.ClientError.Transaction.LockClientStopped",
        "Neo.TransientError.Transaction.LockClientStopped",
        "Neo.TransientError.Transaction.LockAcquisitionTimeout",
    }
)
NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"


@contextmanager
def translated(what: str) -> Iterator[None]:
    """Raises `EngineError` for whatever the driver raises while doing `what` (a query's name or a step)."""
    try:
        yield
    except (Neo4jError, DriverError, OSError, TimeoutError) as error:
        raise translate(error, what) from None


def translate(error: BaseException, what: str) -> EngineError:
    """The `EngineError` for one error of the driver."""
    match error:
        case AuthError():
            return EngineMismatch(
                "Neo4j refused the user name or password; nothing was changed. "
                "Check KG_NEO4J_USER and KG_NEO4J_PASSWORD, or the password file of the own engine."
            )
        case Neo4jError(code=code) if code in TIMED_OUT:
            return EngineBusy(
                f"Neo4j did not finish {what} in its time; nothing of it was kept. Try again later."
            )
        case Neo4jError(code=code) if code == NO_DATABASE:
            return EngineMismatch("Neo4j has no database of that name. Check KG_NEO4J_DATABASE.")
        case TransientError() | ConnectionAcquisitionTimeoutError():
            return EngineBusy(f"Neo4j is too busy for {what} just now; nothing of it was kept. Try again.")
        case TimeoutError():
            return EngineBusy(f"Neo4j did not answer {what} in its time. Try again later.")
        case ClientError(code=code):
            return EngineError(f"Neo4j refused {what} ({code}); nothing of it was kept.")
        case ConfigurationError() | ValueError():
            return EngineMismatch("The address of Neo4j makes no sense to the driver. Check KG_NEO4J_URI.")
        case Neo4jError(code=code):
            return EngineError(f"Neo4j failed in {what} ({code}). See its log, or kg doctor.")
    return EngineUnavailable(
        "Neo4j does not answer; nothing is lost that it had acknowledged. Start it with kg up, "
        "or check KG_NEO4J_URI."
    )
