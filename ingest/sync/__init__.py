"""A folder of files and its picture in the graph, kept alike."""

from ingest.sync.plan import plan
from ingest.sync.policy import apply_policy
from ingest.sync.run import sync
from ingest.sync.unlink import unlink

__all__ = ["apply_policy", "plan", "sync", "unlink"]
