"""One folder, one workspace, one model; runs on them are ended, and what is left is looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.engine import Address
from kg.model.answers import View
from kg.store import Graph, GraphStore, Reader
from policy.folders import FolderSetting
from policy.principal import Principal, audiences
from policy.rungs import Rung
from tests.fakes.model_server import ModelServer
from tests.fault import story
from tests.fault.copies import Copy, copy, put_back
from tests.fault.forks import Ended, Forks
from tests.fault.seen import Form, forms


@dataclass(frozen=True)
class Act:
    """One thing that a person does with the folder, and the steps it is there for."""

    name: str
    use: str = "sync"
    folder: str = ""
    files: Mapping[str, str] = field(default_factory=lambda: story.BEFORE)
    rungs: Mapping[str, str] = field(default_factory=dict)
    """What is set while nobody runs."""
    failing: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False
    """Whether it has to be done once more after a death; else a sync ends it."""
    away: bool = False
    """Whether a document may be out of sight meanwhile, whole."""
    hours: int = 0
    """How long until what was put off is due."""


ACTS = (
    Act("change", files=story.AFTER, rungs=story.RUNGS_AFTER),
    Act("wait", files=story.AFTER, failing="tagnew", hours=2),
    Act("limit", files=story.AFTER, more={"calls": 1}),
    Act("policy", use="policy", folder="archive", more={"rung": "nothing"}, again=True),
    Act("forget", use="forget", again=True),
    Act("purge", use="purge", again=True),
    Act("reindex", use="reindex", again=True),
    Act("correct", use="correct", again=True),
    Act("rebuild", use="rebuild", again=True, away=True),
)


class Rig:
    """The world of one act."""

    def __init__(self, forks: Forks, graph: Graph, address: Address, root: Path, workspace: str) -> None:
        self.model = story.Model()
        self.server = ModelServer(default=self.model)
        self.forks, self.graph, self.address, self.root = forks, graph, address, root
        self.workspace = workspace
        self.begin: Copy | None = None

    @property
    def store(self) -> GraphStore:
        return GraphStore(self.graph, self.workspace)

    @property
    def view(self) -> View:
        return View(self.workspace, audiences(self.workspace, Principal("tester")), None)

    def settings(self, address: Address | None = None) -> dict[str, str]:
        to = address or self.address
        return {
            "KG_HOME": str(self.root.parent / "home"),
            "XDG_CACHE_HOME": str(self.root.parent / "cache"),
            "KG_NEO4J_URI": to.uri,
            "KG_NEO4J_USER": to.user,
            "KG_NEO4J_PASSWORD": to.password,
            "KG_WORKSPACE": self.workspace,
            "KG_PRINCIPAL": "tester",
            "KG_EXTRACTOR": "llm",
            "KG_LLM_BASE_URL": self.server.base_url,
            "KG_LLM_MODEL": "m",
        }

    async def prepare(self) -> None:
        """The folder as it was before, synced."""
        story.lay(self.root, story.BEFORE)
        await self.set(story.RUNGS)
        ended = await self.sync()
        assert ended.code == 0, ended
        self.begin = await copy(self.graph, self.workspace)

    async def set(self, rungs: Mapping[str, str]) -> None:
        for folder, rung in rungs.items():
            await self.store.set_folder(FolderSetting((self.root / folder).as_posix(), Rung(rung)))

    async def stage(self, act: Act) -> None:
        """Graph and folder as they are when the act begins."""
        assert self.begin is not None
        await put_back(self.graph, self.address, self.begin)
        await self.set(act.rungs)
        story.lay(self.root, dict(act.files), touched=True)
        self.model.asked.clear()
        self.model.failing = act.failing

    def order(self, act: Act, **more: Any) -> dict[str, Any]:
        folder = (self.root / act.folder).as_posix()
        return {"use": act.use, "folder": folder, "settings": self.settings(), **act.more, **more}

    async def play(self, act: Act, **more: Any) -> Ended:
        return await self.forks.run(**self.order(act, **more))

    async def sync(self, **more: Any) -> Ended:
        return await self.forks.run(
            **{"use": "sync", "folder": self.root.as_posix(), "settings": self.settings(), **more}
        )

    async def finish(self, act: Act) -> Ended:
        """What the person does next: the same once more, or a sync when what was put off is due."""
        self.model.failing = None
        return await self.play(act) if act.again else await self.sync(hours=act.hours)

    async def fingerprint(self) -> str:
        return (await self.store.fingerprint()).fingerprint

    async def forms(self) -> dict[str, Form]:
        return await forms(Reader(self.graph), self.view)

    async def leftovers(self) -> list[str]:
        """What nobody may leave behind: two documents of one place, jobs, leases, vectors that are not in use, and
        what hangs on nothing."""
        documents = await self.store.documents(self.root.as_posix())
        places = [document.path_hash for document in documents]
        jobs = (await self.store.progress()).jobs
        left = [f"twice: {place}" for place in set(places) if places.count(place) > 1]
        index = await self.store.vector_index("passages")
        if index is not None and (index.building or index.retired):
            left.append(f"vectors: {index}")
        lonely = await self.graph.read("orphans", {"workspace": self.workspace}, seconds=60.0)
        left += [f"orphans: {row['found']} {row['what']}" for row in lonely if row["found"]]
        return left + ([f"jobs: {jobs}"] if sum(jobs.values()) else [])
