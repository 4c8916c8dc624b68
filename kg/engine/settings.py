"""What a Neo4j that kg runs is told: one table for the engine, for docker/ and for the tests.

The words are Neo4j's own (`SHOW SETTINGS` explains each); the reasons stand beside them.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

MB = 1 << 20
FOLDERS = ("data", "logs", "import", "plugins", "run")
"""Folders of a server below its home. LOAD CSV could read `import`, and nothing is put there."""

SERVER_SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        # Queries read neither files nor addresses: LOAD CSV is open to every reader otherwise.
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "internal.dbms.cypher_ip_blocklist": "0.0.0.0/0,::/0",
        # A killed server replays what came after the last checkpoint: over six minutes with the
        # defaults, 30 to 45 s with these.
        "db.checkpoint.interval.time": "20s",
        "db.checkpoint.interval.volume": "20m",
        # The defaults lay out two logs of 256 MB each before the first fact.
        "db.tx_log.preallocate": "false",
        # What was purged stands in the log that it was written to until that is full, and a checkpoint later it is
        # gone. Older logs serve backups of the Enterprise edition only; recovery needs none of them.
        "db.tx_log.rotation.size": "1m",
        "db.tx_log.rotation.retention_policy": "keep_none",
        # The server tells nobody of itself: no usage report, no broadcasts, no monitoring from outside.
        "dbms.usage_report.enabled": "false",
        "dbms.fleet_manager.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        # After the databases are closed Bolt waits for its idle threads: 10 s in all by default.
        "internal.server.bolt.connection_shutdown_wait_time": "1s",
        "internal.server.bolt.thread_pool_shutdown_wait_time": "1s",
        # Query texts and parameters are document text: they are not logged.
        "db.logs.query.enabled": "OFF",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
    }
)

JVM_OPTIONS = (
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
)


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes for Java's heap, for Neo4j's page cache, and for all transactions together."""

    heap: int
    page_cache: int
    transactions: int


def memory_for(total_bytes: int) -> Memory:
    """An eighth of the machine each for heap and page cache, half the heap for transactions.

    The heap lies between 512 MB, with which the server boots and takes 5,000 facts a transaction, and
    4,096 MB; the page cache between 128 and 4,096 MB. The rest of the machine is the user's, and the
    system's file cache, from which the vector and full-text indexes are read."""
    eighth = total_bytes // 8 // MB
    heap = min(max(eighth, 512), 4096)
    return Memory(heap=heap, page_cache=min(max(eighth, 128), 4096), transactions=heap // 2)


def machine_bytes(cgroup: Path = Path("/sys/fs/cgroup/memory.max")) -> int:
    """Memory of the machine, or of the container when that is less; 4 GB where the system does not say."""
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        total = 4096 * MB
    try:
        return min(total, int(cgroup.read_text("ascii")))
    except (OSError, ValueError):
        return total


def configuration(port: int, memory: Memory) -> str:
    """The text of `neo4j.conf` for a server on loopback.

    Folders are named relative to `--home-dir`: in an absolute name Neo4j takes quotes, backslashes and letters
    outside of ASCII for escapes and writes its data elsewhere."""
    where = {
        **{f"server.directories.{name}": name for name in FOLDERS},
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.bolt.advertised_address": f"127.0.0.1:{port}",
        "server.memory.pagecache.size": f"{memory.page_cache}m",
        "db.memory.transaction.max": f"{memory.transactions}m",
        "dbms.memory.transaction.total.max": f"{memory.transactions}m",
    }
    return "".join(f"{name}={value}\n" for name, value in {**SERVER_SETTINGS, **where}.items())
