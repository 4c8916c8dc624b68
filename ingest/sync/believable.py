"""Whether so many files can be gone at once."""

from ingest.deps import SyncOptions
from kg.model.receipt import Problem

SMALL_ROOT = 10
"""Documents up to which a root may lose more than half of them, though not all, without being asked about."""


def disbelief(root: str, known: int, gone: int, options: SyncOptions) -> Problem | None:
    """Why nothing is taken back although `gone` of `known` documents have no file; None when it may be. More than
    half of a root, or all of a small one, is more likely a disk that is missing; a single file that is gone may
    well be."""
    many = known > 1 if gone == known else known > SMALL_ROOT and gone * 2 > known
    if options.confirm or not many:
        return None
    message = f"{gone} of {known} files are gone. Nothing was taken back; if that is right, sync again with --confirm."
    return Problem(root, "mass_removal", message)
