"""What a file is when it has come in: values that cost nothing to import, unlike the readers behind them."""

from dataclasses import dataclass

from kg.model.document import Card, Passage, ReadText


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file that has text. `content_hash` is that of the text as read; `read` is what the guard left of
    it, and the only form that anything is derived from. `secrets` counts what was redacted, by kind."""

    content_hash: str
    read: ReadText
    secrets: tuple[tuple[str, int], ...] = ()

    @property
    def empty(self) -> bool:
        """Seen, and nothing in it to remember."""
        return not self.read.entries


@dataclass(frozen=True, slots=True)
class Forms:
    """What of a document the graph may hold, besides facts."""

    passages: tuple[Passage, ...] = ()
    card: Card | None = None
