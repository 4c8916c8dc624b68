"""A fact is wrong, as people say it on the command line."""

import shutil

import pytest

from tests.service.conftest import VAULT
from tests.service.running import Shell


@pytest.fixture
def notes(shell: Shell) -> Shell:
    """The contracts of the sample vault, in memory."""
    shutil.copytree(VAULT / "work", shell.home / "notes")
    shell.ok("policy", "set", str(shell.home / "notes"), "facts", "--no-wait")
    shell.ok("sync", str(shell.home / "notes"))
    return shell


def fee(shell: Shell) -> dict[str, object]:
    facts = shell.json("facts", "list", "--entity", "Northwind")["facts"]
    (found,) = [fact for fact in facts if "48,000" in fact["object"]]
    return dict(found)


def test_a_fact_is_put_right_and_back(notes: Shell) -> None:
    wrong = str(fee(notes)["id"])
    done = notes.json(
        "facts", "correct", wrong[:10], "--object", "52,000 EUR a year", "--reason", "typo in the file"
    )
    (right,) = done["facts"]
    assert (right["object"], right["subject"], right["corrections"]) == (
        "52,000 EUR a year",
        "Northwind",
        [done["correction"]],
    )
    assert "48,000 EUR a year" in right["evidence"][0]["quote"]
    card = notes.json("about", "Northwind")
    assert not any("48,000" in fact["object"] for fact in card["facts"])
    assert any(fact["corrections"] and "52,000" in fact["object"] for fact in card["facts"])
    (out,) = notes.json("facts", "list", "--status", "retracted")["facts"]
    assert (out["id"], out["status"], out["corrections"]) == (wrong, "retracted", [done["correction"]])
    history = notes.json("facts", "show", wrong)["history"]
    assert [(line["by"], line["why"]) for line in history if line["what"] == "corrected"] == [
        ("tester", "typo in the file")
    ]
    assert any(
        item["text"].find("52,000") > 0
        for item in notes.json("recall", "What fee does Northwind pay?")["items"]
    )
    again = notes.run("facts", "retract", wrong)
    assert again.returncode == 2 and "kg facts undo" in again.stderr
    notes.ok("sync", str(notes.home / "notes"))
    assert not any("48,000" in fact["object"] for fact in notes.json("about", "Northwind")["facts"])
    (line,) = notes.json("facts", "corrections")["corrections"]
    assert (line["id"], line["change"], line["holds_back"]) == (
        done["correction"],
        {"object": "52,000 EUR a year"},
        [wrong],
    )
    back = notes.json("facts", "undo", done["correction"][:10])
    assert [fact["id"] for fact in back["facts"]] == [wrong]
    (line,) = notes.json("facts", "corrections")["corrections"]
    assert line["undone_by"] == "tester"
    assert "correction undone" in notes.ok("facts", "show", wrong)
    assert "undone by tester" in notes.ok("facts", "corrections")


def test_words_become_what_they_are(notes: Shell) -> None:
    wrong = str(fee(notes)["id"])
    for words, kind, key in (
        (("--object", "30 June 2029"), "date", "2029"),
        (
            ("--object", "northwind parent holding", "--kind", "organization"),
            "organization",
            "northwind parent",
        ),
        (("--object", "something said", "--kind", "text"), "text", "something said"),
    ):
        done = notes.json("facts", "correct", wrong, *words)
        shown = notes.json(
            "cypher", f"MATCH (n:Fact {{id: '{done['facts'][0]['id']}'}}) RETURN n.object_kind, n.object"
        )
        assert shown["rows"][0][0] == kind
        assert key in shown["rows"][0][1].casefold()
        notes.ok("facts", "undo", done["correction"])


def test_what_cannot_be_is_refused_and_changes_nothing(notes: Shell) -> None:
    wrong = str(fee(notes)["id"])
    before = notes.json("fingerprint")
    for words in (
        (),
        ("--object", "soon", "--kind", "money"),
        ("--object", "x", "--kind", "nonsense"),
        ("--subject", "/tmp/a.md"),
        ("--valid-from", "someday"),
        ("--modality", "maybe"),
        ("--relation", "..."),
    ):
        done = notes.run("facts", "correct", wrong, *words)
        assert done.returncode == 2, (words, done.stderr)
        assert done.stderr.startswith("kg: ")
    for words in (("facts", "retract", "0123456789"), ("facts", "undo", "0123456789")):
        assert notes.run(*words).returncode == 2
    missing = notes.run("facts", "retract", "f" * 32)
    foreign = notes.run("facts", "retract", wrong, "--workspace", "another-one")
    assert missing.stderr.replace("f" * 32, wrong) == foreign.stderr
    assert notes.json("fingerprint") == before
