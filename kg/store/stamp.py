"""Whether something was purged since a run looked at what is kept out."""

from collections.abc import Iterable

from kg.errors import PurgedMeanwhile
from kg.model.ids import digest
from kg.store.connection import Work


def stamp_of(ids: Iterable[str]) -> str:
    """`kg.model.purged.Purged.stamp` of these `Purged` nodes."""
    return digest("purged", *sorted(ids))


async def refuse_purged(work: Work, workspace: str, stamp: str | None) -> None:
    """Raises `PurgedMeanwhile` where `stamp` is not that of now; None is not asked about."""
    if stamp is None:
        return
    rows = await work.run("purged_ids", workspace=workspace)
    if stamp_of(row["id"] for row in rows) != stamp:
        raise PurgedMeanwhile(
            "Something was purged while this ran, so what it had read was not written. What was finished before is "
            "kept; run it again."
        )
