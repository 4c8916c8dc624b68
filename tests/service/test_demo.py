"""The tour, walked as a newcomer walks it: every answer in it is a real one."""

from kg.store import Graph
from tests.service.running import Shell
from tests.store.fingerprint import nodes


async def test_the_tour_tells_the_story_and_leaves_without_a_trace(
    shell: Shell, graph: Graph, workspace: str
) -> None:
    folder = shell.home / "tour"
    told = shell.ok("demo", "--folder", str(folder))
    assert "Northwind fee: 48,000 EUR a year" in told
    assert "Northwind notice period: 60 days" in told
    assert "Northwind term ends: 30 June 2027" in told
    assert "move renewal to January 2027" in told
    assert "silent: nothing in memory stands out" in told
    assert "label printer" in told
    assert "gone and only those: yes" in told
    assert "0 extracted" in told and "0 model calls" in told
    assert str(folder) in told and "bolt://" in told and "kg demo --remove" in told
    before, after = (
        line.split()[0] for line in told.splitlines() if "facts before" in line or "facts again" in line
    )
    assert before == after

    again = shell.ok("demo", "--folder", str(folder))
    assert "17 unchanged" in again

    shell.ok("demo", "--folder", str(folder), "--remove")
    assert not folder.exists()
    status = shell.json("status")["graph"]
    assert (status["passages"], status["facts"], status["pointers"], status["entities"]) == (0, 0, 0, 0)
    assert shell.json("policy", "list")["folders"] == []
    # Which embedder the workspace's vectors come from is no trace of the vault.
    left = [node for node in await nodes(graph, workspace) if "VectorIndex" not in node["labels"]]
    assert left == []


def test_a_folder_that_is_not_ours_is_left_alone(shell: Shell) -> None:
    folder = shell.home / "mine"
    folder.mkdir()
    (folder / "note.md").write_text("mine", "utf-8")
    for more in ([], ["--remove"]):
        done = shell.run("demo", "--folder", str(folder), *more)
        assert done.returncode == 2 and "not a sample vault" in done.stderr
    assert (folder / "note.md").read_text("utf-8") == "mine"
