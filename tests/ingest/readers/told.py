"""What tests of readers ask of a document: its entries' words, and that all it says about its text is exact."""

import io
import zipfile

from ingest.card import make_card
from ingest.guard import Guarded, guard
from ingest.normalise import VISIBLE, is_blank
from ingest.passages import passages
from ingest.readers import read
from ingest.segment import segments
from kg.model.document import Entry, NotRead, ReadText
from kg.model.tokens import count_tokens

REASONS = {
    "binary", "undecodable", "damaged", "encrypted", "too_large", "old_format", "unknown_shape", "no_text_layer",
    "too_slow",
}  # fmt: skip
"""Why a file of a known kind may have no text."""


def told(name: str, data: bytes | str) -> ReadText:
    """The document of a file that has one."""
    outcome = read(name, data.encode() if isinstance(data, str) else data)
    assert isinstance(outcome, ReadText), outcome
    whole(outcome)
    return outcome


def refused(name: str, data: bytes) -> NotRead:
    """Why a file has none."""
    outcome = read(name, data)
    assert isinstance(outcome, NotRead)
    return outcome


def words(outcome: ReadText) -> list[str]:
    """The words of every entry."""
    return [outcome.text[each.start : each.end] for each in outcome.entries]


def by(outcome: ReadText, part: str) -> Entry:
    """The first entry that has these words."""
    return next(each for each in outcome.entries if part in outcome.text[each.start : each.end])


def packed(parts: dict[str, str | bytes]) -> bytes:
    """An archive of parts, written by nothing that knows their format."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def whole(outcome: ReadText) -> None:
    """Offsets in order and exact, nothing in the text that cannot be stored, and the guard sees all of it."""
    text, at = outcome.text, 0
    assert "\r" not in text and "\x00" not in text and "\ufeff" not in text
    text.encode("utf-8")
    for entry in outcome.entries:
        assert at <= entry.start < entry.end <= len(text)
        assert VISIBLE.match(text, entry.start) and VISIBLE.match(text, entry.end - 1)
        at = entry.end
    if is_blank(text):
        assert not outcome.entries


def cut(outcome: ReadText) -> None:
    """Passages and segments cover the text and the entries."""
    text, at = outcome.text, 0
    made = passages("document", outcome)
    for passage in made:
        assert passage.text == text[passage.start : passage.end]
        assert is_blank(text[at : passage.start]) and not is_blank(passage.text)
        assert len(passage.text) <= 900
        at = passage.end
    assert is_blank(text[at:])
    assert len({passage.id for passage in made}) == len(made)
    covered = set[int]()
    for segment in segments(outcome, budget=40):
        assert segment.text == text[segment.start : segment.end]
        assert count_tokens(segment.text) <= 40
        for entry in segment.entries:
            assert 0 <= entry.start < entry.end <= len(segment.text)
            covered.update(range(segment.start + entry.start, segment.start + entry.end))
    said = {
        at for entry in outcome.entries for at in range(entry.start, entry.end) if VISIBLE.match(text, at)
    }
    assert said <= covered


def guarded(outcome: ReadText) -> None:
    """The guard takes what was read, and its entries still fit."""
    safe = guard(outcome)
    assert isinstance(safe, Guarded)
    whole(safe.read)


def check(name: str, data: bytes) -> None:
    """Any bytes: a reason, or a document that holds together."""
    outcome = read(name, data)
    if isinstance(outcome, NotRead):
        assert outcome.code in REASONS, outcome
        return
    whole(outcome)
    cut(outcome)
    card = make_card(outcome)
    assert card.title and "\n" not in card.title + card.about and len(card.mentions) <= 20
