"""What a name means does not depend on which document was read first, nor on documents that are gone."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from kg.model.ids import entity_id
from kg.model.interval import Span
from policy.rungs import Rung
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig

ALIAS = "Northwind | also known as | NW\n\nNorthwind | owner | Dana Reyes\n"
USER = "NW | fee | 52,000 EUR\n"
OTHER = "Norwall | also known as | NW\n"


def spans(rig: Rig) -> dict[str, Span]:
    """Facts without the ids of documents, which differ from run to run."""
    return {id_: replace(fact.span, evidence=()) for id_, fact in rig.store.facts().items()}


async def after(tmp_path: Path, files: dict[str, str], order: tuple[str, ...]) -> Rig:
    rig = Rig(tmp_path / "-".join(order).replace("/", "_") / "root")
    await rig.rung(Rung.FACTS)
    for name in order:
        rig.write(name, files[name])
        await rig.sync()
    return rig


@pytest.mark.parametrize(
    "files",
    [
        {"a.md": ALIAS, "b.md": USER, "c.md": "Northwind | fee | 48,000 EUR\n"},
        {"a.md": ALIAS, "b.md": USER, "c.md": OTHER},
        {"a.md": ALIAS + USER, "b.md": USER, "c.md": ALIAS},
    ],
)
async def test_a_name_means_the_same_in_any_order(tmp_path: Path, files: dict[str, str]) -> None:
    ends = [spans(await after(tmp_path, files, order)) for order in permutations(files)]
    assert ends[0]
    assert all(end == ends[0] for end in ends)


async def test_facts_under_another_name_join_and_part_again(tmp_path: Path) -> None:
    rig = await after(tmp_path, {"b.md": USER}, ("b.md",))
    assert rig.texts == ["NW fee: 52,000 EUR"]
    rig.write("a.md", ALIAS)
    receipt = await rig.sync()
    assert rig.texts == ["Northwind fee: 52,000 EUR", "Northwind owner: Dana Reyes"]
    assert receipt.work.segments.reused == 1, "the other document is made anew out of the ledger"
    assert entity_id("default", "nw") not in {entity.id for entity in rig.store.entities()}
    (rig.root / "a.md").unlink()
    receipt = await rig.sync()
    assert rig.texts == ["NW fee: 52,000 EUR"]
    assert isinstance(rig.extractor, LineExtractor)
    assert len(rig.extractor.asked) == 2


async def test_a_name_stays_while_another_document_gives_it(tmp_path: Path) -> None:
    files = {"a.md": ALIAS, "b.md": USER, "c.md": ALIAS}
    rig = await after(tmp_path, files, ("a.md", "b.md", "c.md"))
    (rig.root / "a.md").unlink()
    receipt = await rig.sync()
    assert "Northwind fee: 52,000 EUR" in rig.texts
    assert receipt.work.segments.total == 0


async def test_a_name_that_two_things_bear_parts_again(tmp_path: Path) -> None:
    rig = await after(tmp_path, {"a.md": ALIAS, "b.md": USER}, ("a.md", "b.md"))
    assert "Northwind fee: 52,000 EUR" in rig.texts
    rig.write("c.md", OTHER)
    await rig.sync()
    assert "NW fee: 52,000 EUR" in rig.texts
    await rig.rung(Rung.TEXT)
    await rig.rung(Rung.FACTS)
    rig.write("c.md", "Nothing.\n")
    await rig.sync()
    assert "Northwind fee: 52,000 EUR" in rig.texts


async def test_a_demoted_folder_takes_its_names_along(tmp_path: Path) -> None:
    rig = await after(tmp_path, {"names/a.md": ALIAS, "b.md": USER}, ("names/a.md", "b.md"))
    await rig.rung(Rung.TEXT, "names")
    await rig.sync()
    assert rig.texts == ["NW fee: 52,000 EUR"]


async def test_a_document_is_not_held_to_a_name_that_it_gave_before(tmp_path: Path) -> None:
    rig = await after(tmp_path, {"a.md": ALIAS}, ("a.md",))
    rig.write("a.md", USER)
    await rig.sync()
    assert rig.texts == ["NW fee: 52,000 EUR"]


async def test_a_name_goes_with_the_scope_that_teaches_it(tmp_path: Path) -> None:
    files = {"work/a.md": ALIAS, "b.md": USER}
    rig = await after(tmp_path, files, ("work/a.md", "b.md"))
    await rig.rung(Rung.FACTS, "work", scope="dept:sales")
    await rig.sync()
    assert rig.texts == ["NW fee: 52,000 EUR", "Northwind owner: Dana Reyes"]
    await rig.rung(Rung.FACTS, "work", scope="org")
    await rig.sync()
    assert rig.texts == ["Northwind fee: 52,000 EUR", "Northwind owner: Dana Reyes"]
    assert isinstance(rig.extractor, LineExtractor)
    assert len(rig.extractor.asked) == 2, "all of it out of the ledger"
