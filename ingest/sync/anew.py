"""Which documents have their facts made anew, because another extractor than the present one said them."""

from ingest.reasons import READ_FAILURES, code_of
from kg.model.kinds import DocumentState
from kg.model.receipt import Notice
from kg.model.stored import StoredDocument
from policy.rungs import Rung


def is_older(document: StoredDocument, fingerprint: str) -> bool:
    """Whether its facts are another extractor's (another prompt, model or set of rules counts as another)."""
    return document.fingerprint not in (None, fingerprint)


def wants_anew(document: StoredDocument, fingerprint: str) -> bool:
    """Whether `--re-extract` takes it: its facts are older, or have not come about yet for whatever reason."""
    if document.rung is not Rung.FACTS or document.content_hash is None:
        return False
    put_off = document.state in (DocumentState.WAITING, DocumentState.FAILED)
    return is_older(document, fingerprint) or (put_off and code_of(document.reason) not in READ_FAILURES)


def older_notice(root: str, count: int) -> Notice:
    """What a receipt says of documents whose facts are older."""
    message = (
        f"{count} documents keep facts of another extractor, prompt or model than the one set now. They stay as "
        "they are; replace them with: kg sync FOLDER --re-extract (what it costs: add --plan)."
    )
    return Notice(root, "older", message)
