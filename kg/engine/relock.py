"""Writes `jars.lock` anew: `python -m kg.engine.relock 2026.10.0 > new.lock && mv new.lock kg/engine/jars.lock`.

Resolves the whole dependency graph of `org.neo4j:neo4j` through jgo, fetches every jar and hashes it. The hashes
are those of what the repository serves on that day; read the difference before it is committed.
"""

import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kg.engine.jars import FETCHERS, SERVER

HEADER = (
    "# org.neo4j:neo4j:{version} and everything it needs: sha256, bytes, Maven coordinates.\n"
    "# Written by kg/engine/relock.py; not edited by hand.\n"
)


def relocked(version: str) -> str:
    """The text of the lock for a version of Neo4j. Takes minutes: it reads some 400 descriptions and fetches 180 MB
    into the local Maven repository."""
    import jgo
    from jgo.config import GlobalSettings

    found = jgo.resolve(f"{SERVER}:{version}", repositories=GlobalSettings.load().repositories)
    with ThreadPoolExecutor(FETCHERS) as pool:
        paths = pool.map(lambda artifact: artifact.resolve(), found)
    names = (
        ":".join(filter(None, (artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier)))
        for artifact in found
    )
    lines = sorted(zip(names, map(_hashed, paths), strict=True))
    return HEADER.format(version=version) + "".join(f"{hashed}  {name}\n" for name, hashed in lines)


def _hashed(path: Path) -> str:
    content = path.read_bytes()
    return f"{hashlib.sha256(content).hexdigest()}  {len(content)}"


if __name__ == "__main__":
    sys.stdout.write(relocked(sys.argv[1]))
