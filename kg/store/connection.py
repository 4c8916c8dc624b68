"""The one door to Neo4j: sessions with deadlines, retries, bookmarks, clean text in and plain values out."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncResult,
    AsyncSession,
    unit_of_work,
)
from neo4j import Query as Statement
from neo4j.exceptions import ClientError, IncompleteCommit, Neo4jError
from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from kg.errors import EngineMismatch
from kg.store.faults import translated
from kg.store.queries import Query, queries
from kg.store.values import clean, native

OLDEST = (2026, 9)
"""Full-text SEARCH in Cypher 25 exists from this release on."""

READ_SECONDS = 10.0
WRITE_SECONDS = 120.0
CONNECT_SECONDS = 5.0
GRACE_SECONDS = 15.0
"""How long past the server's own deadline we wait: it looks for expired transactions every two seconds, and
not inside of some expressions."""
REPEATS = 4

Row = dict[str, Any]
T = TypeVar("T")


class Address(Protocol):
    """Where a server answers."""

    @property
    def uri(self) -> str: ...
    @property
    def user(self) -> str: ...
    @property
    def password(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Server:
    """What a server says of itself: `version` as in `2026.09.0`, `edition` as in `community`."""

    version: str
    edition: str


class Work:
    """One transaction in progress."""

    def __init__(self, transaction: AsyncManagedTransaction) -> None:
        self._transaction = transaction

    async def run(self, name: str, /, **params: object) -> list[Row]:
        """The rows of a named query. Raises the driver's errors: `Graph` decides what may be repeated."""
        query = queries()[name]
        result = await self._transaction.run(query.text, _checked(query, params))
        return [native(row) for row in await result.data()]


class Graph:
    """A pool of connections to one database. All methods raise `EngineError`."""

    def __init__(self, driver: AsyncDriver, database: str) -> None:
        self._driver = driver
        self._database = database
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()

    @classmethod
    def open(cls, address: Address, database: str = "neo4j", *, connections: int = 50) -> Self:
        """Makes the pool; nothing is sent yet."""
        # The driver's own log and notifications carry whole statements and server messages.
        logging.getLogger("neo4j").setLevel(logging.ERROR)
        with translated("the connection"):
            driver = AsyncGraphDatabase.driver(
                address.uri,
                auth=(address.user, address.password),
                notifications_min_severity="OFF",
                telemetry_disabled=True,
                max_connection_pool_size=connections,
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=30.0,
                max_transaction_retry_time=30.0,
                initial_retry_delay=0.1,
            )
        return cls(driver, database)

    async def close(self) -> None:
        await self._driver.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def verify(self) -> Server:
        """Asks the server once who it is. Raises `EngineUnavailable` while nobody answers, `EngineMismatch`
        for a wrong password, a missing database or a server older than 2026.09."""
        with translated("the first question"):
            async with asyncio.timeout(CONNECT_SECONDS + GRACE_SECONDS):
                info = await self._driver.get_server_info()
        check_version(info.agent)
        (row,) = await self.read("server_edition", {})
        return Server(version=row["version"], edition=row["edition"])

    async def read(
        self, name: str, params: Mapping[str, object], seconds: float = READ_SECONDS, *, bare: bool = False
    ) -> list[Row]:
        """The rows of a named read query, seeing every write made through this pool. `bare` says that they hold
        nothing but texts and numbers: they are taken as they come, which for many is several times faster."""
        query = queries()[name]
        if query.mode != "read":
            raise ValueError(f"{name} is no read query")
        return await self._repeat(name, lambda: self._read(query, params, seconds, bare), seconds)

    async def fold(
        self,
        name: str,
        params: Mapping[str, object],
        step: Callable[[AsyncIterator[Row]], Awaitable[T]],
        seconds: float,
    ) -> T:
        """What `step` makes of the rows of a named read query, which come as the server finds them and are
        never all held. It may run several times, each time from the first row."""
        query = queries()[name]
        if query.mode != "read":
            raise ValueError(f"{name} is no read query")

        async def attempt() -> T:
            async with self.session(READ_ACCESS) as session:
                statement = Statement(query.text, timeout=seconds)
                result = await session.run(statement, _checked(query, params))
                return await step(_flowing(result))

        return await self._repeat(name, attempt, seconds)

    async def write(
        self, what: str, work: Callable[[Work], Awaitable[T]], seconds: float = WRITE_SECONDS
    ) -> T:
        """Runs `work` in one write transaction. It may run several times, so it must be repeatable: after a
        deadlock, a lost connection, or a cut between COMMIT and its answer."""

        @unit_of_work(timeout=seconds)
        async def transaction(tx: AsyncManagedTransaction) -> T:
            return await work(Work(tx))

        async def attempt() -> T:
            async with self.session() as session:
                return await session.execute_write(transaction)

        return await self._repeat(what, attempt, seconds)

    async def run_alone(self, statement: str, what: str, seconds: float = WRITE_SECONDS) -> list[Row]:
        """One statement in a transaction of its own: schema changes, which share none with data."""

        async def attempt() -> list[Row]:
            async with self.session() as session:
                result = await session.run(Statement(statement, timeout=seconds))
                return [native(row) for row in await result.data()]

        return await self._repeat(what, attempt, seconds)

    def session(self, mode: str = WRITE_ACCESS) -> AsyncSession:
        """A session of the driver, whose errors are the driver's; for this room only."""
        return self._driver.session(
            database=self._database, bookmark_manager=self._bookmarks, default_access_mode=mode
        )

    async def _read(
        self, query: Query, params: Mapping[str, object], seconds: float, bare: bool
    ) -> list[Row]:
        async with self.session(READ_ACCESS) as session:
            statement = Statement(query.text, timeout=seconds)
            result = await session.run(statement, _checked(query, params))
            if bare:
                return [dict(zip(record.keys(), record.values(), strict=True)) async for record in result]
            return [native(row) for row in await result.data()]

    async def _repeat(self, what: str, attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
        with translated(what):
            async for trial in AsyncRetrying(
                retry=retry_if_exception(_may_repeat),
                stop=stop_after_attempt(REPEATS),
                wait=wait_random_exponential(multiplier=0.05, max=1.0),
                reraise=True,
            ):
                with trial:
                    # Inside of one attempt the driver itself retries for up to thirty seconds.
                    async with asyncio.timeout(seconds + 30.0 + GRACE_SECONDS):
                        return await attempt()
        raise AssertionError("the last attempt returns or raises")


async def _flowing(result: AsyncResult) -> AsyncIterator[Row]:
    async for record in result:
        yield native(record.data())


def check_version(agent: str) -> None:
    """Raises `EngineMismatch` unless `agent` (as in `Neo4j/2026.09.0`) is 2026.09 or newer."""
    version = agent.partition("/")[2]
    numbers = tuple(int(part) for part in version.split("-")[0].split(".")[:2] if part.isdigit())
    if numbers < OLDEST:
        raise EngineMismatch(
            f"This server is Neo4j {version or 'of an unknown version'}; kg needs 2026.09 or newer. "
            "Nothing was changed. Upgrade it, or unset KG_NEO4J_URI to use kg's own engine."
        )


def _may_repeat(error: BaseException) -> bool:
    """Besides what the driver repeats on its own: a commit whose answer was lost (all our writes are
    deterministic), and a node that another transaction deleted between our finding and our locking it."""
    match error:
        case IncompleteCommit():
            return True
        case ClientError(code=code):
            return code == "Neo.ClientError.Statement.EntityNotFound"
        case Neo4jError():
            return error.is_retryable()
    return False


def _checked(query: Query, params: Mapping[str, object]) -> dict[str, Any]:
    if params.keys() != set(query.params):
        wrong = ", ".join(sorted(params.keys() ^ set(query.params)))
        raise ValueError(f"{query.name} was called with other parameters than it takes: {wrong}")
    return {key: clean(value) for key, value in params.items()}
