"""The running example: the answers a colleague would give, from the sample vault."""

from typing import Any

from tests.service.running import Shell


def one(facts: list[Any], *words: str) -> Any:
    """The one current fact whose words hold all of these."""
    found = [f for f in facts if all(w.casefold() in f["text"].casefold() for w in words)]
    assert len(found) == 1, (words, [f["text"] for f in facts])
    return found[0]


def sourced(fact: Any, file: str, *quoted: str) -> bool:
    return any(
        e["path"].endswith(file) and all(q in (e["quote"] or "") for q in quoted) for e in fact["evidence"]
    )


def test_what_do_we_know_about_northwind(vault: Shell) -> None:
    card = vault.json("about", "Northwind")
    assert card["entity"]["name"] == "Northwind"
    current = [fact for fact in card["facts"] if fact["current"]]
    about = [fact for fact in current if fact["subject"] == "Northwind"]
    assert sourced(one(about, "48,000", "fee"), "contracts/northwind.md", "48,000 EUR a year")
    assert sourced(one(about, "60 days", "notice"), "contracts/northwind.md", "60 days")
    assert sourced(one(about, "30 June 2027"), "contracts/northwind.md", "30 June 2027")
    wish = one(about, "January")
    assert wish["modality"] == "requested"
    assert sourced(wish, "weekly/2026-11-04.md", "bring the renewal forward to January")
    assert wish["evidence"][0]["said_at"] == "2026-11-04"


def test_recall_names_january_first_and_june_beside_it(vault: Shell) -> None:
    items = vault.json("recall", "When should we start the renewal conversation with Northwind?")["items"]
    assert "January" in items[0]["text"]
    assert any("30 June 2027" in item["text"] for item in items)
    assert all(item["why"] and item["source"]["path"] for item in items)


def test_small_talk_gets_nothing(vault: Shell) -> None:
    for turn in ("Thanks, that was a lovely lunch.", "good morning! what a rainy day", "ok"):
        answer = vault.json("recall", turn)
        assert answer["silent"] and answer["items"] == [], (turn, answer["items"])


def test_an_invoice_is_found_and_never_volunteered(vault: Shell) -> None:
    hits = vault.json("search", "replacement of a label printer")["hits"]
    assert hits[0]["path"].endswith("invoices/2026-10-northwind.txt")
    for item in vault.json("recall", "replacement of a label printer for Northwind")["items"]:
        assert "/invoices/" not in (item["source"]["path"] or "")
        assert "printer" not in item["text"]


def test_a_diary_at_nothing_is_nowhere(vault: Shell) -> None:
    hits = vault.json("search", "cello canal Maren")["hits"]
    assert not any("/diary/" in (hit["path"] or "") for hit in hits)


def test_an_errand_of_the_writer_is_no_fact(vault: Shell) -> None:
    texts = [fact["text"].casefold() for fact in vault.json("facts", "list", "--limit", "1000")["facts"]]
    assert texts
    assert not any(word in text for text in texts for word in ("dentist", "bike", "cake", "plants"))


def test_a_second_sync_does_nothing(vault: Shell) -> None:
    receipt = vault.json("sync", str(vault.home / "notes"))
    assert receipt["model_calls"] == 0 and receipt["embeddings"] == 0
    assert receipt["documents"]["unchanged"] == receipt["documents"]["seen"] > 14
