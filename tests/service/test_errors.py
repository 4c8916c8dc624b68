"""What people meet when something is wrong: one sentence, the right exit code, never a traceback."""

import json
from pathlib import Path

import pytest

from kg.engine.ports import free_port
from tests.service.running import Shell


def sentence(shell: Shell, code: int, *words: str, **env: str) -> str:
    done = shell.run(*words, **env)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr and done.stderr.strip()
    return done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["about"],
        ["about", "Nobody At All"],
        ["about", "Northwind", "--as-of", "yesterday"],
        ["facts", "show", "ffffffffffff"],
        ["facts", "list", "--status", "odd"],
        ["cypher"],
        ["cypher", "--cookbook", "no-such"],
        ["cypher", "CREATE (n:Pwned) RETURN n"],
        ["cypher", "SHOW USERS"],
        ["cypher", "this is no Cypher"],
        ["policy", "set", "/no/such/folder", "facts"],
        ["sync", "/no/such/folder"],
        ["ledger", "show", "/no/such/file.md"],
        ["recall", "hello", "--budget", "0"],
        ["search", "x", "--limit", "0"],
    ],
)
def test_a_wrong_request_is_a_sentence_and_exit_2(shell: Shell, words: list[str]) -> None:
    sentence(shell, 2, *words)


def test_a_scope_that_is_none_is_refused(shell: Shell, tmp_path: Path) -> None:
    assert "scope" in sentence(shell, 2, "policy", "set", str(tmp_path), "text", "--scope", "everyone")


def test_a_setting_that_makes_no_sense_is_named(shell: Shell) -> None:
    assert "KG_EXTRACTOR" in sentence(shell, 2, "sync", str(shell.home), KG_EXTRACTOR="magic")
    assert "KG_LLM_MODEL" in sentence(shell, 2, "status", KG_LLM_BASE_URL="http://127.0.0.1:9")


def test_a_wrong_password_is_exit_3_and_never_shown(shell: Shell) -> None:
    told = sentence(shell, 3, "about", "x", KG_NEO4J_PASSWORD="not-this-one")
    assert "not-this-one" not in told and "KG_NEO4J_PASSWORD" in told


def test_a_server_that_is_not_there_is_exit_3(shell: Shell) -> None:
    told = sentence(shell, 3, "about", "x", KG_NEO4J_URI=f"bolt://127.0.0.1:{free_port()}")
    assert "does not answer" in told


def test_an_extractor_without_its_endpoint_is_exit_3(shell: Shell) -> None:
    assert "KG_LLM_BASE_URL" in sentence(shell, 3, "sync", str(shell.home), KG_EXTRACTOR="llm")


def test_programs_get_one_json_shape(shell: Shell) -> None:
    done = shell.run("about", "Nobody At All", "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "not_found" and "Nobody At All" in error["message"]


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    from kg.service.cli import COMMANDS

    for command in COMMANDS:
        told = shell.ok(command, "--help")
        assert "Usage: kg" in told
        assert "Example" in told or "Commands:" in told, command


def test_files_that_fail_are_named_and_the_others_go_on(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "good.md").write_text("The tank holds 90 litres.\n", "utf-8")
    (folder / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (folder / "empty.md").write_bytes(b"")
    (folder / 'na\'me "x") DETACH DELETE n.md').write_text("A quiet name.\n", "utf-8")
    receipt = shell.json("sync", str(folder))
    assert receipt["documents"]["seen"] == 4 and receipt["documents"]["unread"] == 1
    hits = shell.json("search", "tank litres")["hits"]
    assert hits[0]["path"].endswith("good.md")


def test_nothing_is_sent_to_another_machine_unasked(shell: Shell, tmp_path: Path) -> None:
    hosted = {"KG_LLM_BASE_URL": "https://model.invalid/v1", "KG_LLM_MODEL": "some-model"}
    (tmp_path / "notes").mkdir()
    for words in (["sync", "notes"], ["work"], ["policy", "set", "notes", "facts"]):
        told = sentence(shell, 2, *(str(tmp_path / w) if w == "notes" else w for w in words), **hosted)
        assert "some-model" in told and "Nothing was sent" in told


def test_a_foreign_folder_looks_as_if_nobody_had_set_it(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "hr").mkdir()
    (tmp_path / "hr" / "pay.md").write_text("Ada Pell earns 4,000 EUR.\n", "utf-8")
    (tmp_path / "none").mkdir()
    shell.ok("policy", "set", str(tmp_path / "hr"), "facts", "--scope", "user:tester")
    shell.ok("sync", str(tmp_path / "hr"))
    mine = shell.json("policy", "explain", str(tmp_path / "hr" / "pay.md"))
    assert mine["graph"]["passages"] == 1
    foreign = shell.json("policy", "explain", str(tmp_path / "hr" / "pay.md"), "--as", "other")
    missing = shell.json("policy", "explain", str(tmp_path / "none" / "pay.md"), "--as", "other")
    assert foreign["lines"] == missing["lines"] and foreign["graph"] is missing["graph"] is None
    assert shell.json("policy", "list", "--as", "other")["folders"] == []
