"""The local extractor: one rule at a time, on texts of a line or two."""

import asyncio
from pathlib import Path

import pytest

from ingest.extract.local import LocalExtractor
from kg.model.claim import Mention
from kg.model.outcome import Extracted
from tests.ingest.extract.said import said
from tests.ingest.extract.scoring import document_segments, extract_file

NOTES = Path(__file__).parents[2] / "data" / "notes"


def kinds(text: str) -> dict[str, str]:
    """Every entity of a text with its kind."""
    claims = extract_file("note.md", text.encode())[0]
    named = [claim.subject for claim in claims]
    named += [claim.object for claim in claims if isinstance(claim.object, Mention)]
    return {mention.name: mention.kind.value for mention in named}


def test_a_contract_note_gives_its_terms() -> None:
    text = "# Northwind\n\n- Term ends: 30 June 2027\n- Fee: 48,000 EUR a year\n- Notice period: 60 days\n"
    assert said(text) == [
        "Northwind | term ends | 30 June 2027",
        "Northwind | fee | 48,000 EUR a year",
        "Northwind | notice period | 60 days",
    ]


def test_a_wish_below_an_errand_is_found_and_its_month_resolved() -> None:
    text = (
        "Week 45\n\n- dentist, Thursday 8:30, bring the insurance card\n- pick up the bike\n\n"
        "Northwind want to bring the renewal forward to January.\n"
    )
    assert said(text, "2026-11-04.md") == ["Northwind | asked to move renewal to | January 2027 | requested"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The kettle is blue.", "kettle | colour | blue"),
        ("Ada Pell waters the ferns on Fridays.", "Ada Pell | waters | ferns on Fridays"),
        ("row value, row value. Door 7 is painted teal.", "Door 7 | colour | teal"),
        ("Pump P2 is rated 40 l/min.", "Pump P2 | is rated | 40 l/min"),
        ("The tasting is on 4 May 2024.", "tasting | is on | 4 May 2024"),
        ("Bo Renn keeps the spare pump.", "Bo Renn | keeps | spare pump"),
        ("Alto supplies Birk.", "Alto | supplies | Birk"),
        ("The depot is at Straße 9.", "depot | is at | Straße 9"),
        ("İzmir ships to eBay.", "İzmir | ships to | eBay"),
        ("The repo is acme-widget.", "repo | is | acme-widget"),
        ("Torvik was bought by Moravia Holding in 2025.", "Torvik | was bought by | Moravia Holding | from 2025-01-01"),
        ("Halden Mill no longer buys malt from Nordkorn.", "Halden Mill | buy malt from | Nordkorn | negated"),
        ("Priya Raman will move to Leeds in May 2027.", "Priya Raman | move to | Leeds | planned"),
        ("Priya Raman may move to Leeds.", "Priya Raman | moves to | Leeds | hedged"),
        ("Idris Fenwick is head of sales at Torvik Shipping.", "Torvik Shipping | head of sales | Idris Fenwick"),
        ("The budget of the Skagen mill was raised from 80,000 to 95,000 EUR.", "Skagen mill | budget | 95,000 EUR"),
        ("Torvik moved the launch from 3 June 2026 to 17 June 2026.", "Torvik | launch | 17 June 2026"),
        ("Berth 6 is closed until 20 June 2026.", "Berth 6 | is closed until | 20 June 2026 | to 2026-06-20"),
        ("2026-02-03 – belt B7 replaced by Anselm Wirth", "B7 | was replaced by | Anselm Wirth"),
        ("Beacon 2.4 is delayed to 19 November 2026.", "Beacon 2.4 | is delayed to | 19 November 2026"),
        ("The crane TR-5 has been moved to Hull.", "TR-5 | was moved to | Hull"),
        ("Torvik will be inspected on 5 May 2027.", "Torvik | be inspected on | 5 May 2027 | planned"),
        ("Kestrel Ltd is managed by Priya Nair.", "Kestrel Ltd | managed by | Priya Nair"),
        ("Cosmo Varga takes over the Lindqvist account from Nia Pemberton.",
         "Lindqvist | account manager | Cosmo Varga"),
        ("Steve Yeoman, Head of Engineering, joined.", "Steve Yeoman | role | Head of Engineering"),
        ("Torvik moved to Kaiweg 114, Rotterdam.", "Torvik | moved to | Kaiweg 114, Rotterdam"),
        ("Torvik moved to 14 Quay Street, Leeds LS1 4AP on 3 May 2026.",
         "Torvik | moved to | 14 Quay Street, Leeds LS1 4AP"),
        ("Torvik moved to Kaiweg 5, 3011 AB Rotterdam, Netherlands.",
         "Torvik | moved to | Kaiweg 5, 3011 AB Rotterdam, Netherlands"),
        ("Torvik lives at Kaiweg 5, Bo lives in Hull.", "Torvik | lives at | Kaiweg 5"),
        ("Harborlight is based in Bergen.", "Harborlight | based in | Bergen"),
        ("Beacon 2.4 ships on 12 November 2026.", "Beacon 2.4 | ships on | 12 November 2026"),
        ("Quillmark Press wants a second seat for the readers.",
         "Quillmark Press | wants | second seat for the readers | requested"),
        ("2026-02-16 – M3 back in service", "M3 | status | back in service"),
        ("Spoke with Ines Cabral from Porto Cork.", "Ines Cabral | works at | Porto Cork"),
        ("Action: Ulla Brandt to send the lease to Kettler by 30 April 2026.",
         "Ulla Brandt | send | lease to Kettler | planned | to 2026-04-30"),
        ("林小雨在青石镇经营一家书店。", "林小雨 | 在 | 青石镇"),
        ("灯台の鍵は佐野さんが持っている。", "佐野 | 持っている | 灯台の鍵"),
        ("김하늘 씨는 매주 목요일에 시장에 간다.", "김하늘 | 간다 | 시장"),
        ("陈大文在红桥村开了一家茶馆。", "陈大文 | 在 | 红桥村"),
    ],
)  # fmt: skip
def test_one_sentence_gives_its_fact(text: str, line: str) -> None:
    assert line in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "Call the dentist, Thursday 9:30",
        "Buy cat food and stamps",
        "You can open the settings and choose your theme.",
        "If Northwind cancels, Torvik gets the slot.",
        "Does Northwind pay 48,000 EUR?",
        "Users should restart the server.",
        "It offers a lot. Torvik Cloud offers complete freedom.",
        "| Class | Owner |\n|---|---|\n| Class 1 | Ada Pell |\n| Class 2 | Bo Renn |\n",
        "| Field | Options |\n|---|---|\n| Torvik Name | Free text |\n| Torvik Code | Free text |\n",
        "TAs serve as steadfast advocates.",
        "Torvik is a convenient way.",
        "For Torvik Cloud access, see Torvik Cloud.",
        "Backporting to an older release branch for a patch.",
        "- Torvik: if yes, create a limited profile",
        "| | Eng | Design |\n|---|---|---|\n| a b | Ada Pell | Nia Osei |\n| c d | Bo Renn | Ines Cabral |\n",
        "It was nice. We should go again.",
        "Ideas connect thoughts.",
        "See https://northwind.example/terms for details.",
        "## Prerequisites\n\n- Node: run `npm install`\n- format: `list`\n",
    ],
)
def test_what_is_no_fact_gives_none(text: str) -> None:
    assert said(text) == []


def test_a_contact_is_said_once() -> None:
    assert said("# Northwind\n\n- Contact: Dana Reyes, head of operations\n") == [
        "Northwind | contact | Dana Reyes",
        "Dana Reyes | role | head of operations",
    ]


def test_a_request_keeps_its_day_in_its_words() -> None:
    assert said("Saltmarsh Dairy asked for a training day in February 2027.") == [
        "Saltmarsh Dairy | asked for | training day in February 2027 | requested"
    ]


def test_a_table_belongs_to_its_entity_column() -> None:
    text = (
        "| No | Supplier | City | Since |\n|---|---|---|---|\n"
        "| 1 | Torvik & Sons | Leeds | 2019 |\n| 2 | Quarrier | Hull | 2021 |\n"
    )
    assert said(text) == [
        "Torvik & Sons | city | Leeds",
        "Torvik & Sons | since | 2019",
        "Quarrier | city | Hull",
        "Quarrier | since | 2021",
    ]


def test_a_sum_by_the_year_is_one_relation_however_a_column_says_it() -> None:
    text = 'Client,Yearly fee,Rent per month\nTorvik,"48,000 EUR",900 EUR\nQuarrier,"9,600 EUR",850 EUR\n'
    assert said(text, "clients.csv") == [
        "Torvik | fee | 48,000 EUR a year",
        "Torvik | rent | 900 EUR a month",
        "Quarrier | fee | 9,600 EUR a year",
        "Quarrier | rent | 850 EUR a month",
    ]


def test_a_history_of_changes_says_nothing_of_the_world() -> None:
    text = (
        "| Version | Date | Author | Changes |\n|---|---|---|---|\n"
        "| 1.0 | 2023-03-23 | Ada Pell | First |\n| 1.1 | 2023-04-01 | Bo Renn | Typo |\n"
    )
    assert said(text) == []


def test_rows_of_a_table_that_goes_on_elsewhere_know_their_columns() -> None:
    rows = "".join(f"Torvik {chr(65 + n % 26)}{n},Bergen,Nora Vik,{1000 + n} EUR\n" for n in range(400))
    text = "Client,City,Account manager,Fee\n" + rows
    parts = document_segments("clients.csv", text.encode())
    assert len(parts) > 1
    lines = said(text, "clients.csv")
    assert "Torvik A0 | fee | 1000 EUR" in lines
    assert "Torvik J399 | fee | 1399 EUR" in lines


def test_a_quoted_mail_has_its_own_writer_and_day() -> None:
    text = (
        "Berth 6 is closed until Friday.\n\nRegards\nRenske Dekker\nPort Operations, IJselport\n\n"
        "> On 8 June 2026, Hanne Ruiz wrote:\n> The Amalia arrives on 15 June with 240 tonnes of gravel.\n"
    )
    lines = said(text, "2026-06-09.md")
    assert "Berth 6 | is closed until | 12 June 2026 | to 2026-06-12" in lines
    assert "Renske Dekker | works at | IJselport" in lines
    assert "Amalia | arrive on | 15 June 2026 | planned" in lines


def test_our_and_we_are_the_firm_below_the_mail() -> None:
    text = "Our new harbour master is Joost Verbeek.\n\nKind regards,\nRenske Dekker\nPort Operations, IJselport\n"
    assert "IJselport | harbour master | Joost Verbeek" in said(text)
    assert "IJselport | harbour master | Joost Verbeek" not in said(
        "Our new harbour master is Joost Verbeek.\n"
    )


def test_a_running_log_dates_every_line_by_itself() -> None:
    rows = [f"2026-{1 + n // 28:02}-{1 + n % 28:02} 08:10 pump P{n} replaced by Torvik" for n in range(300)]
    claims = extract_file("ops.log", "\n".join(rows).encode())[0]
    assert len(claims) == 300
    assert [claim.said_at.isoformat() if claim.said_at else "" for claim in claims] == [
        row[:10] for row in rows
    ]


def test_a_log_names_its_hosts_in_small_letters_and_its_pulse_is_no_fact() -> None:
    routine = (
        "disk of {} at {} percent",
        "nightly backup of {} finished in {} minutes",
        "load on {} back to normal",
    )
    rows = [routine[n % 3].format(("magpie", "wren", "siskin")[(n // 3) % 3], 20 + n) for n in range(36)]
    rows[5:5] = [
        "magpie moved to rack B7",
        "wren upgraded to Debian 13",
        "siskin is managed by Ada Pell",
        "magpie hosts the staging copy of Torvik",
        "wren was renamed to wren-2 in the inventory",
        "orders moved to the archive",
        "siskin restarted after 3 minutes",
    ]
    log = "".join(f"2026-09-{1 + n // 2:02} 0{n % 2}:15 {row}\n" for n, row in enumerate(rows))
    assert said(log, "ops.log") == [
        "magpie | moved to | rack B7",
        "wren | upgraded to | Debian 13",
        "siskin | managed by | Ada Pell",
        "magpie | hosts | staging copy of Torvik",
        "wren | called | wren-2",
    ]


def test_a_pronoun_with_two_candidates_means_nothing() -> None:
    one = said("Bram Osei rents the flat. He pays 940 GBP a month.")
    two = said("Bram Osei met Nia Pemberton. He pays 940 GBP a month.")
    assert "Bram Osei | pays | 940 GBP a month" in one
    assert not any(line.endswith("| 940 GBP a month") and line.startswith("Nia") for line in two)


def test_a_first_name_is_the_one_full_name_it_is_short_for() -> None:
    assert "Sunniva Aas | joined | Torvik Shipping" in said(
        "We met Sunniva Aas. Sunniva joined Torvik Shipping."
    )


def test_kinds_follow_the_words_of_a_name() -> None:
    found = kinds(
        "Dana Reyes works at Vellacott & Sons. Pilar Bank bought Orchard Lane 5. TR-5 is at Garage Huber."
    )
    assert found["Dana Reyes"] == "person"
    assert found["Vellacott & Sons"] == "organization"
    assert found["Pilar Bank"] == "organization"
    assert found["Orchard Lane 5"] == "place"
    assert found["TR-5"] == "product"


async def test_one_by_one_and_together_say_the_same_in_any_order() -> None:
    extractor = LocalExtractor()
    parts = [
        segment
        for file in sorted((NOTES / "second").glob("*.md"))
        for segment in document_segments(file.name, file.read_bytes())
    ]
    together = await extractor.extract_many(parts)
    single = [await extractor.extract(segment) for segment in parts]
    backwards = await extractor.extract_many(parts[::-1])
    await extractor.close()
    assert list(together) == single == list(backwards[::-1])
    assert sum(len(each.claims) for each in together if isinstance(each, Extracted)) > 20


async def test_it_costs_no_call_and_does_not_hold_the_loop() -> None:
    extractor = LocalExtractor()
    parts = document_segments(
        "ops.log", "\n".join(f"pump P{n} replaced by Torvik" for n in range(400)).encode()
    )
    ticks = 0
    task = asyncio.ensure_future(extractor.extract_many(parts))
    while not task.done():
        ticks += 1
        await asyncio.sleep(0)
    await extractor.close()
    assert ticks > 10
    assert extractor.hosted is False
    assert extractor.fingerprint.startswith("local:")
    assert all(isinstance(each, Extracted) and each.usage.calls == 0 for each in task.result())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "|||",
        "- ",
        "a: ",
        "> > >",
        "# \n",
        "```\nNorthwind pays 5 EUR\n",
        "\ufffd" * 50,
        "((((" * 200,
    ],
)
def test_odd_layouts_break_nothing(text: str) -> None:
    assert said(text) == []
