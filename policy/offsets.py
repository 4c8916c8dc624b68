"""Where a character of an edited text stood before, and where one of the source stands now."""

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Edit:
    """One replaced run: source characters `start` to `end` became `length` characters, at least one."""

    start: int
    end: int
    length: int


@dataclass(frozen=True, slots=True)
class Offsets:
    """The map of a text in which runs, in order and apart, were replaced. A place inside a replaced run has
    no counterpart: it leads to the run's start, or, asked for as the end of something, to the run's end, so
    that a span only ever widens. Places count from 0 to the length of the text."""

    edits: tuple[Edit, ...] = ()
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Of the edits, in the edited text."""

    def __post_init__(self) -> None:
        starts, shift = [], 0
        for edit in self.edits:
            starts.append(edit.start + shift)
            shift += edit.length - (edit.end - edit.start)
        object.__setattr__(self, "_starts", tuple(starts))

    def to_source(self, place: int, end: bool = False) -> int:
        """The place in the source of a place in the edited text."""
        at = bisect_right(self._starts, place) - 1
        if at < 0:
            return place
        edit, into = self.edits[at], place - self._starts[at]
        if into >= edit.length:
            return edit.end + into - edit.length
        return edit.end if end and into else edit.start

    def to_edited(self, place: int, end: bool = False) -> int:
        """The place in the edited text of a place in the source."""
        at = bisect_right(self.edits, place, key=lambda edit: edit.start) - 1
        if at < 0:
            return place
        edit, into = self.edits[at], place - self.edits[at].start
        if place >= edit.end:
            return self._starts[at] + edit.length + place - edit.end
        return self._starts[at] + (edit.length if end and into else 0)

    def then(self, further: "Offsets") -> "Offsets":
        """The map of a text that was edited again. A run that was replaced twice, or in part, is one run."""
        edits = [
            Edit(self.to_source(edit.start), self.to_source(edit.end, end=True), edit.length)
            for edit in further.edits
        ]
        first = [
            edit for edit in self.edits if not any(other.start <= edit.start < other.end for other in edits)
        ]
        return Offsets(tuple(sorted((*first, *edits), key=lambda edit: edit.start)))


NO_EDITS = Offsets()
