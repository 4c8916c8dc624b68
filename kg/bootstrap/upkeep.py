"""Measuring the graph, and making it anew."""

from kg.bootstrap.app import opened
from kg.config import Settings
from kg.model.stored import Fingerprint
from kg.observe import Progress, silent


async def fingerprint(settings: Settings, progress: Progress = silent) -> Fingerprint:
    """One hash over what the workspace holds; `kg.store.fingerprint` says what goes in."""
    async with opened(settings, progress) as app:
        return await app.store.fingerprint()
