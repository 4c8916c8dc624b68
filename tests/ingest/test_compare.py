"""The disk against the graph, without reading a file."""

import unicodedata

from ingest.sync.compare import Comparison, compare, path_key
from ingest.walk import Found
from kg.model.ids import path_hash
from kg.model.kinds import DocumentState
from kg.model.stored import StoredDocument
from policy.gate import Admit, Decision, Held
from policy.rungs import Rung, machinery


def on_disk(path: str, size: int = 1, mtime_ns: int = 1) -> Found:
    return Found(path, size, mtime_ns, 0)


def known(
    path: str, rung: Rung = Rung.TEXT, state: DocumentState = DocumentState.LIVE, **more: str
) -> StoredDocument:
    hidden = rung is Rung.NOTHING
    return StoredDocument(
        id=path,
        path="" if hidden else path,
        path_key="" if hidden else path_key(path),
        root="/r",
        content_hash=None if more.get("no_text") else "c",
        raw_hash="b",
        size=1,
        mtime_ns=1,
        state=state,
        reason=more.get("reason"),
        rung=rung,
        project="default",
        scope=more.get("scope", "org"),
        fingerprint=None,
        path_hash=path_hash("w", path_key(path)),
    )


def admit(rung: Rung = Rung.TEXT) -> Admit:
    return Admit(machinery(rung), rung, "default", "org")


def compared(
    found: list[Found], stored: list[StoredDocument], decision: Decision | None = None, lost: bool = False
) -> Comparison:
    return compare("w", found, stored, lambda folder: decision or admit(), lambda path: lost)


def test_equal_size_and_time_is_unchanged_and_anything_else_is_read() -> None:
    stored = [known("/r/a"), known("/r/b"), known("/r/c")]
    found = [on_disk("/r/a"), on_disk("/r/b", size=2), on_disk("/r/c", mtime_ns=2), on_disk("/r/d")]
    result = compared(found, stored)
    assert [document.path for document in result.unchanged] == ["/r/a"]
    assert [(item.found.path, item.reform) for item in result.read] == [
        ("/r/b", False),
        ("/r/c", False),
        ("/r/d", False),
    ]
    assert result.seen == 4


def test_gone_is_only_what_surely_is() -> None:
    assert [d.path for d in compared([], [known("/r/a")]).gone] == ["/r/a"]
    assert compared([], [known("/r/a")], lost=True).gone == []


def test_a_document_at_nothing_is_met_by_the_hash_of_its_path() -> None:
    result = compared([on_disk("/r/a")], [known("/r/a", Rung.NOTHING)], admit(Rung.NOTHING))
    assert len(result.unchanged) == 1
    raised = compared([on_disk("/r/a")], [known("/r/a", Rung.NOTHING)], admit(Rung.TEXT))
    assert [(item.reform, item.stored is not None) for item in raised.read] == [(True, True)]


def test_a_lowered_document_is_not_read() -> None:
    result = compared([on_disk("/r/a")], [known("/r/a", Rung.FACTS)], admit(Rung.TEXT))
    assert [(document.path, rung) for document, rung in result.lower] == [("/r/a", Rung.TEXT)]
    assert len(result.unchanged) == 1
    assert result.read == []


def test_another_spelling_of_one_name_is_the_same_document() -> None:
    nfc, nfd = "/r/caf\u00e9.md", unicodedata.normalize("NFD", "/r/caf\u00e9.md")
    (item,) = compared([on_disk(nfc)], [known(nfd)]).read
    assert (item.stored is not None, item.reform) == (True, False)
    both = compared([on_disk(nfc), on_disk(nfd)], [known(nfd)])
    assert [document.path for document in both.unchanged] == [nfd]
    assert [entry.found.path for entry in both.read] == [nfc]
    assert both.read[0].stored is None
    assert len(both.clashes) == 1


def test_what_is_held_is_neither_read_nor_gone() -> None:
    result = compared([on_disk("/r/a"), on_disk("/r/new")], [known("/r/a")], Held("broken", "/r"), lost=True)
    assert [(path, document is not None) for path, document, _ in result.held] == [
        ("/r/a", True),
        ("/r/new", False),
    ]
    assert (result.read, result.unchanged, result.gone) == ([], [], [])


def test_a_document_that_was_held_is_released_or_read_again() -> None:
    stored = [known("/r/a", state=DocumentState.HELD), known("/r/b", state=DocumentState.HELD, no_text="yes")]
    result = compared([on_disk("/r/a"), on_disk("/r/b")], stored)
    assert [document.path for document in result.release] == ["/r/a"]
    assert [item.found.path for item in result.read] == ["/r/b"]


def test_a_file_that_could_not_be_read_is_tried_again_and_one_without_facts_is_not() -> None:
    stored = [
        known("/r/a", state=DocumentState.FAILED, reason="unreadable: Permission denied."),
        known("/r/b", state=DocumentState.FAILED, reason="unparsed: The reply was no JSON."),
        known("/r/c", state=DocumentState.UNREAD, reason="binary: A picture.", no_text="yes"),
    ]
    result = compared([on_disk("/r/a"), on_disk("/r/b"), on_disk("/r/c")], stored)
    assert [item.found.path for item in result.read] == ["/r/a"]
    assert [document.path for document in result.unchanged] == ["/r/b", "/r/c"]


def test_a_file_that_nothing_read_is_read_once_something_does() -> None:
    why = "no_reader: No reader for files of this kind."
    names = ["/r/a.docx", "/r/b.PDF", "/r/c.tiff"]
    stored = [known(name, state=DocumentState.UNREAD, reason=why, no_text="yes") for name in names]
    result = compared([on_disk(name) for name in names], stored)
    assert [item.found.path for item in result.read] == ["/r/a.docx", "/r/b.PDF"]
