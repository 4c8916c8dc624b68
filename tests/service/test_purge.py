"""`kg purge` as people run it: asked once, looked after, and lifted again."""

from tests.service.running import Shell


def test_a_document_and_a_name_are_purged_for_good(shell: Shell) -> None:
    notes = shell.home / "notes"
    notes.mkdir()
    (notes / "private.md").write_text("The heliotrope code is kept by Ilse Marand.\n")
    (notes / "other.md").write_text("# Other\n\nIlse Marand called about the invoice.\n")
    shell.ok("policy", "set", str(notes), "text")
    shell.ok("sync", str(notes))

    refused = shell.run("purge", "document", str(notes / "private.md"))
    assert (
        refused.returncode == 2 and "Nothing was purged" in refused.stderr and "1 passages" in refused.stderr
    )
    assert shell.json("search", "heliotrope")["hits"]
    done = shell.json("purge", "document", str(notes / "private.md"), "--yes")
    assert done["left"] == 0
    assert {"passages", "full-text index", "vector index", "logs", "caches"} <= done["checked"].keys()
    shell.ok("sync", str(notes))
    assert not shell.json("search", "heliotrope")["hits"]
    assert "kg purge allow" in shell.ok("policy", "explain", str(notes / "private.md"))
    assert shell.run("purge", "document", str(notes / "private.md"), "--yes").returncode == 2

    done = shell.json("purge", "person", "Ilse Marand", "--yes")
    assert (done["left"], done["bill"]["documents"]) == (0, 1)
    (hit,) = shell.json("search", "invoice")["hits"]
    assert "Marand" not in hit["text"] and "[secret:purged] called about the invoice." in hit["text"]

    shell.ok("purge", "allow", str(notes / "private.md"))
    shell.ok("sync", str(notes))
    (hit,) = shell.json("search", "heliotrope")["hits"]
    assert "Marand" not in hit["text"]
    assert (notes / "private.md").read_text() == "The heliotrope code is kept by Ilse Marand.\n"
