"""Another embedding model is configured (case B70): every command says so, search goes on by words, and the vectors
are made anew beside those in use. With the real embedder of an endpoint, through the use cases of the commands."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ingest.deps import SyncOptions
from kg import bootstrap
from kg.config import Settings, load
from kg.model.answers import Found
from tests.fakes.model_server import ModelServer, embeds

if TYPE_CHECKING:
    from kg.engine import Address

SENTENCE = "endpoint-small (384) and endpoint-large"


class World:
    """One folder in one workspace, and a server that has two embedding models."""

    def __init__(self, server: ModelServer, address: "Address", workspace: str, home: Path) -> None:
        self.server, self._workspace, self._home, self._address = server, workspace, home, address
        self.root = home / "notes"
        self.model = "small"

    @property
    def settings(self) -> Settings:
        return load(
            {
                "KG_HOME": str(self._home / "home"),
                "KG_NEO4J_URI": self._address.uri,
                "KG_NEO4J_USER": self._address.user,
                "KG_NEO4J_PASSWORD": self._address.password,
                "KG_WORKSPACE": self._workspace,
                "KG_PRINCIPAL": "tester",
                "KG_EXTRACTOR": "local",
                "KG_EMBEDDER": "endpoint",
                "KG_EMBEDDING_BASE_URL": self.server.base_url,
                "KG_EMBEDDING_MODEL": self.model,
            }
        )

    def write(self, name: str, text: str) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, "utf-8")

    async def sync(self) -> dict[str, Any]:
        receipt = await bootstrap.sync_folder(self.settings, self.root, SyncOptions())
        return dict(receipt.as_json())

    async def search(self, query: str) -> Found:
        found = await bootstrap.ask_search(self.settings, query, None, 10, 0)
        assert isinstance(found, Found)
        return found

    async def vectors(self) -> dict[str, Any]:
        """What `kg status` says of the index of bodies."""
        shape = await bootstrap.status(self.settings)
        return next(dict(index) for index in shape["graph"]["vectors"] if index["name"] == "passages")


async def test_every_command_says_so_until_the_vectors_are_made_anew(
    neo4j_address: "Address", workspace: str, tmp_path: Path
) -> None:
    async with ModelServer(default=None) as server:
        world = World(server, neo4j_address, workspace, tmp_path)
        world.write("rope.md", "# Rope\n\nThe rope is in the blue shed.\n")
        world.write("tar.md", "# Tar\n\nTar stands behind the boats.\n")
        receipt = await world.sync()
        assert (receipt["status"], receipt["embeddings"]) == ("ok", 2)
        assert (await world.vectors())["notice"] is None
        assert (await world.search("rope")).notice is None

        world.model = "large"
        world.write("sail.md", "# Sail\n\nThe sail dries on the wall.\n")
        server.script(*(embeds(768) for _ in range(50)))
        sent = len(server.requests)
        receipt = await world.sync()
        assert (receipt["status"], receipt["embeddings"]) == ("warnings", 0)
        assert SENTENCE in receipt["warnings"][0]["message"]
        assert (
            SENTENCE
            in (await bootstrap.work_off(world.settings, bootstrap.limits(None, None))).notices[0].message
        )
        status = await world.vectors()
        assert (status["embedder"], status["dimensions"]) == ("endpoint-small", 384)
        assert SENTENCE in status["notice"]
        checks = {check.name: check for check in await bootstrap.doctor(world.settings)}
        assert not checks["embedders"].ok and SENTENCE in checks["embedders"].message
        assert checks["vectors"].ok
        found = await world.search("sail")
        assert found.notice is not None and SENTENCE in found.notice
        assert [Path(hit.path or "").name for hit in found.hits] == ["sail.md"], "by words"
        assert len(server.requests) == sent, "nothing was sent to the other model"

        shape = await bootstrap.reindex(world.settings)
        bodies = next(index for index in shape["indexes"] if index["index"] == "passages")
        assert (bodies["dimensions"], bodies["embeddings"]) == (768, 3)
        assert bodies["before"] == "endpoint-small (384)"
        assert (await world.vectors())["notice"] is None
        assert (await world.sync())["status"] == "ok"
        found = await world.search("sail")
        assert found.notice is None
        assert "meaning" in found.hits[0].why
        checks = {check.name: check for check in await bootstrap.doctor(world.settings)}
        assert checks["embedders"].ok and checks["vectors"].ok


async def test_recall_says_so_too(neo4j_address: "Address", workspace: str, tmp_path: Path) -> None:
    from kg.bootstrap.app import opened
    from kg.model.vectors import Embedding

    async with ModelServer() as server:
        world = World(server, neo4j_address, workspace, tmp_path)
        async with opened(world.settings) as app:
            await app.store.adopt_embedder("memory", Embedding("of another kg", 384))
        said = await bootstrap.ask_recall(world.settings, "Where is the rope?", 300, False)
        assert said.silent and said.notice is not None
        assert "of another kg (384)" in said.notice and "kg reindex" in said.notice
