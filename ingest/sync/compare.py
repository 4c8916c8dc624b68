"""What the disk says against what the graph knows, decided without reading a byte of any file."""

import posixpath
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ingest.readers import can_recognise, has_reader
from ingest.reasons import READ_FAILURES, code_of
from ingest.walk import Found
from kg.model.ids import path_hash
from kg.model.kinds import DocumentState
from kg.model.receipt import Notice
from kg.model.stored import StoredDocument
from policy.gate import Admit, Decision, Held
from policy.rungs import Rung

_HEIGHTS = {rung: rung.height for rung in Rung}


@dataclass(frozen=True, slots=True)
class ToRead:
    """A file whose bytes have to be looked at. `stored` is what the graph has of it, None for a new path;
    `reform` says that its form must be written again even if its text is the same."""

    found: Found
    admit: Admit
    stored: StoredDocument | None = None
    reform: bool = False
    returning: str | None = None
    """Of a new path: the id of the document that stood here before its file went."""


@dataclass(slots=True)
class Comparison:
    """One look at a root. Every found file stands in exactly one of `unchanged`, `read`, `held`."""

    seen: int = 0
    unchanged: list[StoredDocument] = field(default_factory=list)
    read: list[ToRead] = field(default_factory=list)
    held: list[tuple[str, StoredDocument | None, Held]] = field(default_factory=list)
    lower: list[tuple[StoredDocument, Rung]] = field(default_factory=list)
    """Documents whose form is more than their folder allows; they may stand in `unchanged` or `read` too."""
    release: list[StoredDocument] = field(default_factory=list)
    """Documents that were held and are not any more; they are unchanged."""
    gone: list[StoredDocument] = field(default_factory=list)
    clashes: list[Notice] = field(default_factory=list)


def compare(
    workspace: str,
    found: Sequence[Found],
    stored: Sequence[StoredDocument],
    decide: Callable[[str], Decision],
    lost: Callable[[str], bool],
) -> Comparison:
    """`decide` gives the gate's decision for a folder, `lost` whether a stored path may only seem gone (its
    folder could not be read, or is held); it is asked with an empty path for a document at `nothing`."""
    result = Comparison(seen=len(found))
    known = _Stored(workspace, found, stored)
    for file in found:
        _place(result, file, known.of(file), decide(file.path.rpartition("/")[0]))
    seen = {document.id for document in _known(result)}
    result.gone = [document for document in stored if document.id not in seen and not lost(document.path)]
    result.clashes = _clashes(found)
    return result


class _Stored:
    """Stored documents by their exact path; else, each once, by the key that any spelling of it shares."""

    def __init__(self, workspace: str, found: Sequence[Found], stored: Sequence[StoredDocument]) -> None:
        self._workspace = workspace
        self._exact = {document.path: document for document in stored if document.path}
        here = {file.path for file in found}
        self._loose = {d.path_hash: d for d in stored if not d.path or d.path not in here}

    def of(self, file: Found) -> StoredDocument | None:
        exact = self._exact.get(file.path)
        if exact is not None or not self._loose:
            return exact
        return self._loose.pop(path_hash(self._workspace, path_key(file.path)), None)


def path_key(path: str) -> str:
    """The comparison key of a path, never used to open a file."""
    return unicodedata.normalize("NFC", path)


def _place(result: Comparison, file: Found, known: StoredDocument | None, decision: Decision) -> None:
    if isinstance(decision, Held):
        result.held.append((file.path, known, decision))
        return
    if known is None:
        result.read.append(ToRead(file, decision))
        return
    if _HEIGHTS[decision.rung] < _HEIGHTS[known.rung]:
        result.lower.append((known, decision.rung))
    reform = _needs_other_form(file, known, decision)
    if reform or not _untouched(file, known):
        result.read.append(ToRead(file, decision, known, reform))
        return
    result.unchanged.append(known)
    if known.state is DocumentState.HELD:
        result.release.append(known)


def _needs_other_form(file: Found, known: StoredDocument, admit: Admit) -> bool:
    """Raised, to be found by others, or under a name that may give it another title and date. A lowered
    form is taken back without reading the file."""
    rescoped = (known.project, known.scope) != (admit.project, admit.scope)
    return _HEIGHTS[admit.rung] > _HEIGHTS[known.rung] or rescoped or renamed(file.path, known.path)


def renamed(path: str, before: str) -> bool:
    """Whether the file's own name changed by more than case and spelling of accents, so that it may give
    another title and date. Of a document at `nothing` no name is known."""
    return bool(before) and path != before and _name(path) != _name(before)


def _name(path: str) -> str:
    return unicodedata.normalize("NFKC", posixpath.basename(path)).casefold()


def _untouched(file: Found, known: StoredDocument) -> bool:
    here = not known.path or file.path == known.path
    same = here and (file.size, file.mtime_ns) == (known.size, known.mtime_ns)
    doubtful = known.state in (DocumentState.FAILED, DocumentState.HELD) and known.content_hash is None
    return same and not doubtful and not is_readable_now(file.path, known)


def is_readable_now(path: str, known: StoredDocument) -> bool:
    """Whether what kept the file from being read may be gone without any change to it: what was in the way, or
    that nothing read files of its kind."""
    code = code_of(known.reason)
    if code == "no_text_layer":
        return can_recognise()
    return code in READ_FAILURES or (code == "no_reader" and has_reader(path))


def _known(result: Comparison) -> Iterable[StoredDocument]:
    yield from result.unchanged
    yield from (item.stored for item in result.read if item.stored is not None)
    yield from (document for _, document, _ in result.held if document is not None)


def _clashes(found: Sequence[Found]) -> list[Notice]:
    """Two names on disk that differ only in how an accent is spelled: both are kept, and named."""
    by_key: dict[str, str] = {}
    clashes: list[Notice] = []
    for file in found:
        other = by_key.setdefault(path_key(file.path), file.path)
        if other != file.path:
            message = "Another file has the same name in another Unicode spelling; both are kept."
            clashes.append(Notice(file.path, "name_clash", message))
    return clashes
