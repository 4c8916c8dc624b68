"""A set-up of an empty database killed at any of its statements: done once more, the schema is the same."""

import random

import pytest

from kg.engine import Address
from kg.store import Graph
from tests.fault.forks import Ended, Forks, Point
from tests.fault.own import Own, schema, wipe_schema

SEED, SMALL = 4, 3


class SetUp:
    """Sets the database of the own server up, from nothing."""

    def __init__(self, forks: Forks, graph: Graph, address: Address, folder: str) -> None:
        self._forks, self._graph = forks, graph
        self._settings = {
            "KG_HOME": folder,
            "KG_NEO4J_URI": address.uri,
            "KG_NEO4J_USER": address.user,
            "KG_NEO4J_PASSWORD": address.password,
            "KG_PRINCIPAL": "tester",
        }

    async def run(self, **more: object) -> Ended:
        return await self._forks.run(use="set up", folder="/", settings=self._settings, **more)

    async def undisturbed(self) -> tuple[list[Point], object]:
        await wipe_schema(self._graph)
        ended = await self.run()
        assert ended.code == 0, ended
        return ended.points, await schema(self._graph)

    async def killed(self, point: Point, wanted: object) -> None:
        await wipe_schema(self._graph)
        assert (await self.run(kill=list(point))).killed
        again = await self.run()
        assert again.code == 0, (point, again.said)
        assert await schema(self._graph) == wanted, point


async def kill(
    forks: Forks,
    own: tuple[Own, Address],
    folder: str,
    sample: int | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, address = own
    async with Graph.open(address) as graph:
        set_up = SetUp(forks, graph, address, folder)
        points, wanted = await set_up.undisturbed()
        assert {name for name, _, _ in points} == {"setup.apply", "setup.record"}
        chosen = points if sample is None else random.Random(SEED).sample(points, sample)
        for point in chosen:
            await set_up.killed(point, wanted)
    with capsys.disabled():
        print(f"\nset-up: {len(chosen)} kills at {len(points)} points, schema equal every time")  # noqa: T201


async def test_a_set_up_killed_at_a_few_points(
    forks: Forks,
    own: tuple[Own, Address],
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await kill(forks, own, str(tmp_path_factory.mktemp("home")), SMALL, capsys)


@pytest.mark.full
async def test_a_set_up_killed_at_every_point(
    forks: Forks,
    own: tuple[Own, Address],
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await kill(forks, own, str(tmp_path_factory.mktemp("home")), None, capsys)
