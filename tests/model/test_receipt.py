"""The stable JSON shape of a receipt, and what its exit code says."""

from kg.model.outcome import Usage
from kg.model.receipt import DocumentCounts, Notice, Problem, Stop, SyncReceipt, WorkReceipt

FAILED = Problem("/notes/a.md", "unreadable", "a.md cannot be opened.")


def receipt(work: WorkReceipt | None = None, problems: tuple[Problem, ...] = ()) -> SyncReceipt:
    return SyncReceipt("/notes", DocumentCounts(seen=2, new=1, failed=1), work or WorkReceipt(), problems)


def test_the_shape_is_the_published_one() -> None:
    shape = receipt(WorkReceipt(usage=Usage(3, 40, 5)), (FAILED,)).as_json()
    counted = {"seen", "new", "changed", "unchanged", "moved", "removed", "failed", "held", "unread"}
    assert counted <= shape["documents"].keys()
    assert shape["segments"].keys() == {"total", "extracted", "reused"}
    assert shape["model_calls"] == 3
    assert shape["tokens"] == {"in": 40, "out": 5}
    assert shape["facts"].keys() == {"written", "kept", "tombstoned", "rejected"}
    assert shape["problems"] == [
        {
            "path": "/notes/a.md",
            "code": "unreadable",
            "message": "a.md cannot be opened.",
            "next_try": None,
        }
    ]
    assert isinstance(shape["seconds"], float)


def test_problems_of_the_work_stand_beside_those_of_the_files() -> None:
    shape = receipt(WorkReceipt(problems=(Problem("/notes/b.md", "unparsed", "…"),)), (FAILED,)).as_json()
    assert [problem["path"] for problem in shape["problems"]] == ["/notes/a.md", "/notes/b.md"]


def test_exit_codes() -> None:
    assert receipt().exit_code == 0
    assert receipt(problems=(FAILED,)).exit_code == 1
    assert receipt(WorkReceipt(problems=(FAILED,))).exit_code == 1
    assert receipt(WorkReceipt(stopped=Stop("model_refused", "The key is wrong."))).exit_code == 3
    assert receipt(WorkReceipt(stopped=Stop("max_calls", "Limit.", failed=False))).exit_code == 0


def test_a_warning_is_said_and_is_no_failure() -> None:
    warned = SyncReceipt(
        "/notes",
        DocumentCounts(seen=1, new=1),
        WorkReceipt(),
        warnings=(Notice("/notes/a.md", "frontmatter", "Line 2 is no YAML.", 2),),
    )
    assert (warned.status, warned.exit_code) == ("warnings", 0)
