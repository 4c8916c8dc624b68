"""Evidence at absolute offsets, in the passage that holds it."""

from datetime import date

from ingest.place import statements
from ingest.resolve import resolve
from kg.model.claim import ALIAS_RELATION, Claim, Mention, Value
from kg.model.document import Passage, Segment, SegmentContext
from kg.model.ids import quote_hash
from kg.model.kinds import EntityKind, Modality, ValueKind
from kg.model.outcome import Usage
from kg.model.stored import Statement, StoredExtraction

TEXT = "Fee notes.\nNorthwind pays 48,000 EUR.\nEnd.\nNorthwind pays 48,000 EUR.\n"
LINE = "Northwind pays 48,000 EUR.\n"
FIRST, SECOND = TEXT.index(LINE), TEXT.rindex(LINE)
PASSAGES = (
    Passage("p1", 0, FIRST, TEXT[:FIRST]),
    Passage("p2", FIRST, SECOND, ""),
    Passage("p3", SECOND, 99, ""),
)


def fee(said_at: date | None = None) -> Claim:
    value = Value("48,000 EUR", ValueKind.MONEY, "48000 EUR")
    subject = Mention("Northwind", EntityKind.ORGANIZATION)
    return Claim(subject, "fee", value, Modality.ASSERTED, 0, 26, 0.9, said_at=said_at)


def name(relation: str, other: str) -> Claim:
    return Claim(
        Mention("Northwind", EntityKind.ORGANIZATION),
        relation,
        Mention(other, EntityKind.ORGANIZATION),
        Modality.ASSERTED,
        0,
        9,
        0.9,
    )


def segment(start: int, said_at: date | None = None) -> Segment:
    return Segment(start, start + len(LINE), LINE, SegmentContext(said_at=said_at), (), "h")


def extraction(*claims: Claim) -> StoredExtraction:
    return StoredExtraction("x", "h", "f", claims, (), Usage())


def placed(*covered: tuple[Segment, StoredExtraction], dated: date | None = None) -> tuple[Statement, ...]:
    claims = [claim for _, entry in covered for claim in entry.claims]
    return statements(TEXT, PASSAGES, covered, resolve("w", claims, {}), dated)


def test_equal_segments_share_the_extraction_and_not_the_place() -> None:
    entry = extraction(fee())
    one, two = placed((segment(FIRST), entry), (segment(SECOND), entry))
    assert (one.extraction, one.index, one.passage) == (two.extraction, two.index, "p2")
    assert two.passage == "p3"
    assert TEXT[two.start : two.end] == LINE[:26]
    assert one.quote_hash == two.quote_hash == quote_hash(LINE[:26])


def test_the_nearest_date_counts() -> None:
    days = [date(2026, 11, day) for day in (4, 5, 6)]
    with_all = placed((segment(FIRST, days[1]), extraction(fee(days[0]))), dated=days[2])
    with_two = placed((segment(FIRST, days[1]), extraction(fee())), dated=days[2])
    with_one = placed((segment(FIRST), extraction(fee())), dated=days[2])
    assert [found[0].said_at for found in (with_all, with_two, with_one)] == days


def test_an_alias_and_a_thing_related_to_itself_are_no_statements() -> None:
    claims = name(ALIAS_RELATION, "NW"), name("is", "NORTHWIND"), name("owns", "NW"), name("owns", "\u200b")
    assert placed((segment(FIRST), extraction(*claims))) == ()


def test_an_object_is_resolved() -> None:
    (found,) = placed((segment(FIRST), extraction(name("owns", "Harborlight"))))
    assert found.object is not None
    assert found.object.name == "Harborlight"
