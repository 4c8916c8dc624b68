"""What the local extractor says of a text, as short lines that tests compare."""

from kg.model.claim import Claim, Mention
from tests.ingest.extract.scoring import extract_file


def said(text: str, name: str = "note.md") -> list[str]:
    """`subject | relation | object`, with a modality other than asserted and days behind it."""
    return [line(claim) for claim in extract_file(name, text.encode("utf-8"))[0]]


def line(claim: Claim) -> str:
    """One claim in one line."""
    object_ = claim.object.name if isinstance(claim.object, Mention) else claim.object.text
    words = f"{claim.subject.name} | {claim.relation} | {object_}"
    if claim.modality != "asserted":
        words += f" | {claim.modality}"
    days = "".join(
        f" {way} {day}" for way, day in (("from", claim.valid_from), ("to", claim.valid_to)) if day
    )
    return words + (f" |{days}" if days else "")
