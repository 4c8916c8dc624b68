"""Tables of words, written as they are read."""


def word_set(text: str) -> frozenset[str]:
    """The words of a table."""
    return frozenset(text.split())
