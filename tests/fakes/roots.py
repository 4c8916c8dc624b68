"""The leases on roots of the in-memory store."""

from datetime import datetime, timedelta


class FakeRoots:
    """The part of `kg.ports.GraphStore` that is about who works on a root."""

    def __init__(self) -> None:
        super().__init__()
        self._leases: dict[str, tuple[str, datetime]] = {}

    async def take_root(
        self, root: str, lease: str, now: datetime, seconds: float, instead: str | None = None
    ) -> str:
        held, until = self._leases.get(root, (lease, now))
        if held in (lease, instead) or until <= now:
            self._leases[root] = (lease, now + timedelta(seconds=seconds))
        return self._leases[root][0]

    async def leave_root(self, root: str, lease: str) -> None:
        if self._leases.get(root, ("",))[0] == lease:
            del self._leases[root]
