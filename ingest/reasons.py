"""Why a document is not live, as one line: a code for programs, then a sentence for people."""

READ_FAILURES = frozenset(
    {"unreadable", "undecodable", "outside", "cloud_only", "too_slow", "reader_failed", "guard_failed"}
)
"""What the next sync tries again without any change to the file. (A file that vanished has no state.)"""


def reason(code: str, message: str) -> str:
    """The line that is stored with a state."""
    return f"{code}: {message}"


def code_of(line: str | None) -> str:
    """The code of a stored reason; empty for none."""
    return (line or "").partition(":")[0]


def message_of(line: str | None) -> str:
    """The sentence of a stored reason."""
    code, _, message = (line or "").partition(": ")
    return message or code
