"""Measuring the graph, and making it anew."""

from dataclasses import asdict
from typing import Any

from kg.bootstrap.app import opened
from kg.config import Settings
from kg.model.stored import Fingerprint
from kg.observe import Progress, silent


async def fingerprint(settings: Settings, progress: Progress = silent) -> Fingerprint:
    """One hash over what the workspace holds; `kg.store.fingerprint` says what goes in."""
    async with opened(settings, progress) as app:
        return await app.store.fingerprint()


async def rebuild(settings: Settings, progress: Progress = silent) -> dict[str, Any]:
    """The projection made anew from the files and the ledger. `changed` tells whether it is another one now; None
    where an earlier rebuild had begun."""
    from ingest.rebuild import rebuild as made_anew

    async with opened(settings, progress) as app:
        progress("measuring", 0, None)
        before = await app.store.fingerprint()
        done = await made_anew(app.sync_deps)
        progress("measuring", 0, None)
        after = await app.store.fingerprint()
    changed = None if done.resumed else before.fingerprint != after.fingerprint
    problems = [problem.as_json() for problem in done.problems]
    return {**asdict(done), "problems": problems, "fingerprint": after.fingerprint, "changed": changed}
