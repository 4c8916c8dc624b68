"""The driver, imported without numpy: it looks for it only to take arrays as parameters, which we never give it,
and numpy takes longer to import than the rest of a short command."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _unseen(name: str) -> Iterator[None]:
    """For as long as this lasts nobody finds this module, unless it is there already."""
    if name in sys.modules:
        yield
        return
    # What Python documents for an import that is to fail: None in place of the module.
    sys.modules[name] = None  # type: ignore[assignment]  # documented, and not in its type
    try:
        yield
    finally:
        del sys.modules[name]


with _unseen("numpy"), _unseen("pandas"):
    import neo4j  # noqa: F401  # to have it imported is all
