"""The lease on a synced root: one run at a time works on it."""

from datetime import datetime, timedelta

from kg import observe
from kg.store.connection import Work
from kg.store.part import Part
from policy.folders import folder_key


class Roots(Part):
    """See `kg.ports.GraphStore`."""

    async def take_root(
        self, root: str, lease: str, now: datetime, seconds: float, instead: str | None = None
    ) -> str:
        """See the port."""
        params = {
            "workspace": self._workspace,
            "key": folder_key(root),
            "path": root,
            "lease": lease,
            "instead": instead,
            "now": now,
            "until": now + timedelta(seconds=seconds),
        }

        async def work(work: Work) -> str:
            (row,) = await work.run("take_root", **params)
            return str(row["lease"])

        with observe.step("root.take"):
            return await self._graph.write("the folder's lease", work)

    async def leave_root(self, root: str, lease: str) -> None:
        """See the port."""

        async def work(work: Work) -> None:
            await work.run("leave_root", workspace=self._workspace, key=folder_key(root), lease=lease)

        with observe.step("root.leave"):
            await self._graph.write("the folder's lease", work)
