"""What a run did beside what its bill said, each difference with its reason."""

from collections.abc import Iterator

from kg.model.bill import Bill
from kg.model.outcome import Usage
from kg.model.receipt import Difference, DocumentCounts, WorkReceipt

DOCUMENTS = ("new", "changed", "moved", "removed")
MEANWHILE = "files, or what the ledger has, changed between the bill and the run"


def differences(
    bill: Bill | None, documents: DocumentCounts, work: WorkReceipt, wait: bool
) -> tuple[Difference, ...]:
    """Documents, extracted segments, calls and tokens in; what came back is not planned but guessed. Without a
    bill no model was to be asked."""
    return tuple(_differences(bill, documents, work, wait))


def _differences(
    bill: Bill | None, documents: DocumentCounts, work: WorkReceipt, wait: bool
) -> Iterator[Difference]:
    estimate = Usage() if bill is None else bill.estimate
    if bill is not None:
        for what in DOCUMENTS:
            planned, real = getattr(bill.documents, what), getattr(documents, what)
            if planned != real:
                yield Difference(f"documents.{what}", planned, real, f"{MEANWHILE}.")
        if bill.segments.extracted != work.segments.extracted:
            why = _sentence(_unread(work), _unasked(bill, work, wait))
            yield Difference("segments.extracted", bill.segments.extracted, work.segments.extracted, why)
    unasked = _unasked(bill, work, wait) if bill is not None else []
    if estimate.calls != work.usage.calls:
        why = _sentence(_calls(work), unasked)
        yield Difference("model_calls", estimate.calls, work.usage.calls, why)
    if estimate.tokens_in != work.usage.tokens_in:
        counted = ["the endpoint counts tokens in its own way"] if work.usage.calls else []
        why = _sentence([*_calls(work), *unasked] or counted)
        yield Difference("tokens.in", estimate.tokens_in, work.usage.tokens_in, why)


def _sentence(*causes: list[str]) -> str:
    return "; ".join([cause for some in causes for cause in some] or [MEANWHILE]) + "."


def _calls(work: WorkReceipt) -> list[str]:
    asked, causes = work.asked, []
    if asked.repeated:
        causes.append(f"{asked.repeated} more, because a reply had to be repaired or a call was made again")
    elif asked.repaired:
        causes.append(f"{asked.repaired} in the longer words of a repair")
    if asked.turned_away:
        causes.append(f"{asked.turned_away} turned away by the endpoint")
    return causes


def _unread(work: WorkReceipt) -> list[str]:
    return [f"{work.waiting} documents wait"] if work.waiting else []


def _unasked(bill: Bill, work: WorkReceipt, wait: bool) -> list[str]:
    """Why segments of the bill were not asked about, or others were."""
    fewer = bill.estimate.calls - work.asked.segments
    if not fewer or (bill.estimate.calls == 0 and not work.asked.segments):
        return []
    if not wait:
        return [f"{fewer} left to kg work (--no-wait)"]
    if work.stopped is not None and fewer > 0:
        said = "a limit was reached" if work.stopped.code == "limit" else "the model could not be had"
        return [f"{fewer} not asked, because {said}"]
    changed = sum(problem.code == "changed" for problem in work.problems)
    if changed:
        return [f"{changed} files changed between the bill and the run"]
    return [MEANWHILE]
