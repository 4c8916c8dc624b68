"""The Memory Guard at the door: what a reader made of a file, without the secrets that stood in it.

Everything that is stored, embedded, logged or sent is made from what comes out here, with offsets of the
redacted text. A file that the guard fails on is not read at all.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ingest.purged import without_names
from kg.model.document import Entry, NotRead, ReadText
from kg.model.purged import NOTHING_PURGED, Purged
from kg.observe import LOGGER
from policy.offsets import NO_EDITS, Offsets
from policy.secrets import Redacted, redact


@dataclass(frozen=True, slots=True)
class Guarded:
    """What may be used. `offsets` leads from the redacted text to the file's and back; `kinds` counts what
    was replaced, by kind."""

    read: ReadText
    kinds: tuple[tuple[str, int], ...] = ()
    offsets: Offsets = NO_EDITS


def guard(read: ReadText, purged: Purged = NOTHING_PURGED) -> Guarded | NotRead:
    """Replaces every secret of the text, and the same ones in title, headings, fields and warnings; before that,
    likewise, the names that were purged."""
    try:
        if not purged.names:
            return _guard(read)
        nameless, names = _nameless(read, purged)
        guarded = _guard(nameless)
        kinds = Counter(dict(guarded.kinds)) + Counter(purged=len(names.edits))
        return replace(guarded, kinds=tuple(sorted(kinds.items())), offsets=names.then(guarded.offsets))
    except Exception as error:
        # Whatever went wrong, unguarded text must not go on; the error's message may quote it.
        LOGGER.error("the guard failed with %s", type(error).__name__)
        message = f"The guard failed on this file ({type(error).__name__}); nothing was taken from it."
        return NotRead("guard_failed", message, failed=True)


def _guard(read: ReadText) -> Guarded:
    redacted = redact(read.text)
    named = _Named(read.text, redacted)
    kinds = Counter(finding.kind for finding in redacted.findings)
    entries = read.entries
    if redacted.findings:
        entries = tuple(_moved(entry, redacted.offsets, named) for entry in entries)
    guarded = replace(
        read,
        text=redacted.text,
        entries=entries,
        title=named.clean(read.title),
        about=named.clean(read.about),
        fields={key: named.clean(value) or "" for key, value in read.fields.items()},
        warnings=tuple(
            replace(warned, message=named.clean(warned.message) or "") for warned in read.warnings
        ),
    )
    return Guarded(guarded, tuple(sorted(kinds.items())), redacted.offsets)


def _nameless(read: ReadText, purged: Purged) -> tuple[ReadText, Offsets]:
    text, offsets = without_names(read.text, purged)

    def clean(words: str) -> str:
        return without_names(words, purged)[0]

    entries = tuple(
        replace(
            entry,
            start=offsets.to_edited(entry.start),
            end=offsets.to_edited(entry.end, end=True),
            heading=tuple(clean(step) for step in entry.heading),
            speaker=clean(entry.speaker) if entry.speaker else entry.speaker,
        )
        for entry in read.entries
    )
    cleaned = replace(
        read,
        text=text,
        entries=entries,
        title=clean(read.title) if read.title else read.title,
        about=clean(read.about) if read.about else read.about,
        fields={key: clean(value) for key, value in read.fields.items()},
        warnings=tuple(replace(warned, message=clean(warned.message)) for warned in read.warnings),
    )
    return cleaned, offsets


class _Named:
    """The secrets of a text by their placeholders, for what was taken out of the text before."""

    def __init__(self, text: str, redacted: Redacted) -> None:
        pairs: dict[str, str] = {}
        for finding in redacted.findings:
            start = redacted.offsets.to_edited(finding.start)
            end = redacted.offsets.to_edited(finding.end, end=True)
            pairs[text[finding.start : finding.end]] = redacted.text[start:end]
        self._pairs: Mapping[str, str] = dict(sorted(pairs.items(), key=lambda pair: -len(pair[0])))

    def known(self, text: str) -> str:
        """The text with the placeholders of this document's secrets."""
        for secret, placeholder in self._pairs.items():
            text = text.replace(secret, placeholder)
        return text

    def clean(self, text: str | None) -> str | None:
        """The same, and looked through for further ones: a file's name is no part of its text."""
        return None if text is None else redact(self.known(text)).text


def _moved(entry: Entry, offsets: Offsets, named: _Named) -> Entry:
    return replace(
        entry,
        start=offsets.to_edited(entry.start),
        end=offsets.to_edited(entry.end, end=True),
        heading=tuple(named.known(step) for step in entry.heading),
        speaker=named.known(entry.speaker) if entry.speaker else entry.speaker,
    )
