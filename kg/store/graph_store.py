"""`kg.ports.GraphStore` on Neo4j, put together from its parts."""

from kg.store.correcting import Corrections
from kg.store.documents import Documents
from kg.store.facts import Facts
from kg.store.fingerprint import Fingerprints
from kg.store.folders import Folders
from kg.store.jobs import Jobs
from kg.store.ledger import Ledger
from kg.store.naming import Names
from kg.store.purging import Purging
from kg.store.rebuilding import Rebuilding
from kg.store.roots import Roots
from kg.store.slots import Slots
from kg.store.writing import Writing


class GraphStore(
    Folders,
    Roots,
    Documents,
    Writing,
    Ledger,
    Facts,
    Names,
    Jobs,
    Slots,
    Corrections,
    Fingerprints,
    Purging,
    Rebuilding,
):
    """The write side of the graph for one workspace."""
