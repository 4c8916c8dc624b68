"""What others keep to themselves: nobody else erases it, counts it, or learns that it was erased."""

from tests.service.running import Shell


def test_a_folder_that_others_keep_is_not_forgotten(shell: Shell) -> None:
    notes = shell.home / "notes"
    (notes / "alice").mkdir(parents=True)
    (notes / "plan.md").write_text("The plan is on the wall.\n")
    (notes / "alice" / "own.md").write_text("The heliotrope is mine.\n")
    shell.ok("policy", "set", str(notes / "alice"), "text", "--scope", "user:alice", KG_PRINCIPAL="alice")
    shell.ok("sync", str(notes), KG_PRINCIPAL="alice")
    for more in ((), ("--yes",), ("--purge", "--yes")):
        refused = shell.run("policy", "forget", str(notes), *more, KG_PRINCIPAL="bob")
        assert refused.returncode == 2, refused.stderr
        assert "to themselves" in refused.stderr and "2 documents" not in refused.stderr
    assert shell.json("search", "heliotrope", KG_PRINCIPAL="alice")["hits"]
    shell.ok("policy", "forget", str(notes), "--purge", "--yes", KG_PRINCIPAL="alice")
