"""How the tests reach a server: by the driver, so that they do not depend on the store they test."""

from neo4j import AsyncDriver, AsyncGraphDatabase
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from kg.engine import Address, ServerInfo
from kg.errors import EngineMismatch, EngineUnavailable

_LABELS = "CYPHER 25 CALL db.labels() YIELD label RETURN collect(label) AS labels"
_REMOVE = """CYPHER 25
UNWIND $labels AS label
CALL (label) {
  MATCH (n:$(label)) WHERE n.workspace = $workspace
  DETACH DELETE n
}"""


def driver(address: Address) -> AsyncDriver:
    return AsyncGraphDatabase.driver(
        address.uri,
        auth=(address.user, address.password),
        connection_timeout=5,
        notifications_min_severity="OFF",
    )


async def probe(address: Address) -> ServerInfo:
    """The engine's `Probe`, by the driver."""
    try:
        async with driver(address) as connected:
            info = await connected.get_server_info()
    except AuthError as error:
        raise EngineMismatch("refused") from error
    except (DriverError, Neo4jError, OSError) as error:
        raise EngineUnavailable("no answer") from error
    return ServerInfo(info.agent.removeprefix("Neo4j/"), "community")


async def remove_workspace(address: Address, workspace: str) -> None:
    """Deletes every node of a workspace."""
    async with driver(address) as connected:
        found = await connected.execute_query(_LABELS)
        await connected.execute_query(_REMOVE, labels=found.records[0]["labels"], workspace=workspace)
