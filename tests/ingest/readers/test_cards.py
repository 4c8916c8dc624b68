"""Address books of three versions."""

from datetime import date
from pathlib import Path

from tests.ingest.readers.told import by, told, words

OLD = """BEGIN:VCARD
VERSION:2.1
N:Müller;Zoé;;Dr.
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Dr. Zo=C3=A9 M=C3=BC=
ller
TEL;CELL;VOICE:+49 170 1
ADR;HOME:;;Main St 1;Marn;;10115;Germany
PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ
 SkZJRg
END:VCARD
"""
USUAL = """BEGIN:VCARD
VERSION:3.0
FN:Dana Reyes
N:Reyes;Dana;;;
ORG:Northwind Ltd;Operations
item1.EMAIL;TYPE=INTERNET,WORK:dana@x.example
item1.X-ABLabel:work
NOTE:first line\\nsecond\\, still
BDAY:19900203
REV:2026-11-04T10:00:00Z
END:VCARD
"""
NEW = """BEGIN:VCARD
VERSION:4.0
N:Ode;Sam;;;
TEL;VALUE=uri;TYPE="voice,cell":tel:+1-555
UID:urn:uuid:1234
RELATED;TYPE=spouse:urn:uuid:5
END:VCARD
"""


def test_every_version_is_an_entry_a_card() -> None:
    outcome = told("people.vcf", (OLD + USUAL + NEW).replace("\n", "\r\n"))
    assert words(outcome) == [
        "Dr. Zoé Müller\nPhone (mobile): +49 170 1\nAddress (home): Main St 1, Marn, 10115, Germany",
        "Dana Reyes\nOrganisation: Northwind Ltd, Operations\nEmail (work): dana@x.example\n"
        "Note: first line second, still\nBirthday: 1990-02-03",
        "Sam Ode\nPhone (mobile): +1-555",
    ]
    assert {each.kind for each in outcome.entries} == {"field"}
    entry = by(outcome, "Dana")
    assert (entry.heading, entry.said_at) == (("Dana Reyes",), date(2026, 11, 4))
    assert outcome.title_from == "name"


def test_a_card_of_the_usual_library(office: Path) -> None:
    outcome = told("zoe.vcf", (office / "zoe.vcf").read_bytes())
    lines = outcome.text.strip().split("\n")
    assert {"Zoé Müller", "Organisation: Northwind; Ltd, Operations", "Email (work): zoe@x.example"} < set(
        lines
    )
    assert outcome.title == "Zoé Müller" and len(outcome.entries) == 1


def test_a_file_of_one_card_is_called_by_it() -> None:
    assert told("contact(1).vcf", USUAL).title == "Dana Reyes"


def test_charsets_of_old_cards_are_decoded() -> None:
    text = "BEGIN:VCARD\nFN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Gr=FC=DFe\nEND:VCARD\n"
    assert words(told("a.vcf", text)) == ["Grüße"]
    broken = "BEGIN:VCARD\nFN;CHARSET=bogus;ENCODING=QUOTED-PRINTABLE:=FF=Z\nEND:VCARD\n"
    assert len(told("a.vcf", broken).entries) == 1


def test_a_card_of_a_firm_and_a_card_of_nothing() -> None:
    outcome = told("a.vcf", "BEGIN:VCARD\nORG:Northwind\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nUID:1\nEND:VCARD\n")
    assert words(outcome) == ["Northwind\nPhone: 1"]
