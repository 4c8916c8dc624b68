"""A file's bytes on their way in: read, hashed, guarded, and put into the forms its rung allows.

The readers and the guard take a good part of a second to import; a run in which no file changed does
without them, so whoever uses this module imports it only when there is something to read.
"""

import posixpath
import unicodedata

from ingest.arrived import Arrived, Forms
from ingest.card import make_card
from ingest.guard import guard
from ingest.passages import passages
from ingest.purged import SAME_AGAIN
from ingest.readers import read
from kg.model.document import NotRead
from kg.model.ids import content_hash
from kg.model.purged import NOTHING_PURGED, Purged
from policy.rungs import Machinery


def arrive(path: str, data: bytes, purged: Purged = NOTHING_PURGED) -> Arrived | NotRead:
    """Reads and guards the bytes of a file. What the guard cannot vouch for is not read. The reader is told
    the name in NFC, so that a name means the same however its accents are spelled on disk."""
    outcome = read(unicodedata.normalize("NFC", posixpath.basename(path)), data)
    if isinstance(outcome, NotRead):
        return outcome
    hashed = content_hash(outcome.text)
    if hashed in purged.contents:
        return NotRead("purged", SAME_AGAIN)
    guarded = guard(outcome, purged)
    if isinstance(guarded, NotRead):
        return guarded
    return Arrived(hashed, guarded.read, guarded.kinds)


def forms(document: str, arrived: Arrived, allowed: Machinery) -> Forms:
    """Passages and card, as far as the rung allows. A document without entries has no passage, and a card
    only when it says its own title."""
    titled = arrived.read.title_from == "content" and arrived.read.title is not None
    return Forms(
        passages=passages(document, arrived.read) if allowed.passages else (),
        card=make_card(arrived.read) if allowed.card and (titled or not arrived.empty) else None,
    )
