"""The running example: a contract, weekly notes, and a few other things a small firm writes down."""

from dataclasses import dataclass
from datetime import date

from tests.recall.world import File, World

CONTRACT = """Contract with Northwind, dated 15 June 2026.

The fee is 48,000 EUR a year. The term ends on 30 June 2027. Notice period is 60 days. Our contact there is \
Dana Reyes."""

WEEKLY = """Week 45

- dentist on Thursday at 9, take the X-rays
- order toner for the printer PX-2
- call the landlord about the heating
- lunch with Tom
- Northwind want to bring the renewal forward to January"""

STAFF = """Tom Okafor works at Fernhill. Marta Lindqvist is on leave until 12 January 2027.

Marta Lindqvist is allergic to peanuts. The office lease costs 4,200 EUR a month until 31 December 2028."""

INVOICE = """Invoice 2026-0417 from Lumen Repairs. Label printer PX-2, new fuser unit, 312.40 EUR. Part tb-12.

Payable within 14 days to the account of Lumen Repairs."""

TODAY = date(2026, 11, 9)


@dataclass(frozen=True)
class Story:
    """The files and the ids of what they say."""

    contract: File
    weekly: File
    staff: File
    invoice: File
    fee: str
    term: str
    notice: str
    wish: str
    contact: str
    allergy: str
    leave: str
    rent: str


def tell(world: World) -> Story:
    """Collects the story in the world, unwritten."""
    contracts, weekly = world.folder("/vault/contracts"), world.folder("/vault/weekly")
    staff, archive = world.folder("/vault/staff"), world.folder("/vault/archive", rung="text")
    signed = date(2026, 6, 15)
    c = world.file(f"{contracts}/northwind.md", CONTRACT, "Northwind contract", dated=signed)
    w = world.file(f"{weekly}/2026-11-04.md", WEEKLY, "Week 45", dated=date(2026, 11, 4))
    s = world.file(f"{staff}/people.md", STAFF, "People and rooms")
    i = world.file(f"{archive}/2026-0417.txt", INVOICE, "Invoice 2026-0417", context="Invoice 2026-0417")
    world.pointer(c, "Northwind, Dana Reyes; term, fee, notice")
    world.pointer(w, "Northwind, Tom, PX-2")
    world.pointer(s, "Tom Okafor, Marta Lindqvist, office lease")
    world.fact(
        s,
        "Tom Okafor",
        "works at",
        "Fernhill",
        "works at Fernhill",
        kind="organization",
        subject_kind="person",
        text="Tom Okafor works at Fernhill",
    )
    return Story(
        c,
        w,
        s,
        i,
        fee=world.fact(
            c,
            "Northwind",
            "fee",
            "48,000 EUR a year",
            "fee is 48,000 EUR a year",
            kind="money",
            said_at=signed,
        ),
        term=world.fact(
            c,
            "Northwind",
            "term ends",
            "30 June 2027",
            "term ends on 30 June 2027",
            kind="date",
            said_at=signed,
            text="Northwind term ends: 30 June 2027",
        ),
        notice=world.fact(
            c,
            "Northwind",
            "notice period",
            "60 days",
            "Notice period is 60 days",
            kind="duration",
            said_at=signed,
        ),
        contact=world.fact(
            c,
            "Northwind",
            "contact",
            "Dana Reyes",
            "contact there is Dana Reyes",
            kind="person",
            said_at=signed,
        ),
        wish=world.fact(
            w,
            "Northwind",
            "bring the renewal forward to",
            "January 2027",
            "Northwind want to bring the renewal forward to January",
            kind="date",
            modality="requested",
            said_at=date(2026, 11, 4),
            text="on 4 Nov 2026 Northwind asked to bring the renewal forward to January 2027",
        ),
        **_staff(world, s),
    )


def _staff(world: World, s: str) -> dict[str, str]:
    """What is told of people and rooms, by name in the story."""
    return {
        "allergy": world.fact(
            s,
            "Marta Lindqvist",
            "be allergic to",
            "peanuts",
            "is allergic to peanuts",
            subject_kind="person",
            text="Marta Lindqvist is allergic to peanuts",
        ),
        "leave": world.fact(
            s,
            "Marta Lindqvist",
            "on leave until",
            "12 January 2027",
            "on leave until 12 January 2027",
            kind="date",
            subject_kind="person",
            text="Marta Lindqvist is on leave until 12 January 2027",
        ),
        "rent": world.fact(
            s,
            "office lease",
            "rent",
            "4,200 EUR a month",
            "costs 4,200 EUR a month",
            kind="money",
            subject_kind="thing",
        ),
    }
