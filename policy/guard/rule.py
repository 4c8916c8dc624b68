"""A rule: where to look for a kind of secret, and how to tell it there.

The anchors of many rules are searched at once; a rule's own pattern runs only where one of its anchors was
met, and every quantifier in it has an upper bound, so that no text, however made, takes more than time in
proportion to its length.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Span = tuple[int, int]
Accept = Callable[[str], bool]
Find = Callable[[str, int], Iterable[Span]]
"""The secrets at or around an anchor met at this place, as places in the text."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`id` is stable and named in findings, `kind` names the placeholder. Each anchor is a literal; only what
    stands after a bar in it is searched, so that it can begin with a rare letter (`to|ken`)."""

    id: str
    kind: str
    anchors: tuple[str, ...]
    find: Find


def listed(words: str) -> tuple[str, ...]:
    """A table of words without the quotes and commas that would hide them."""
    return tuple(words.split())


def here(pattern: str, accept: Accept = bool, flags: int = 0) -> Find:
    """Matches at the anchor. The secret is the group `s`, else the whole match."""
    regex = re.compile(pattern, flags)
    group = "s" if "s" in regex.groupindex else 0

    def find(text: str, at: int) -> Iterable[Span]:
        match = regex.match(text, at)
        return () if match is None or not accept(match[group]) else (match.span(group),)

    return find


class Anchors:
    """The anchors of several rules as one pattern."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        known: dict[str, list[tuple[str, str, Rule]]] = {}
        for rule in rules:
            for anchor in rule.anchors:
                before, _, searched = anchor.rpartition("|")
                known.setdefault(searched, []).append((before, before + searched, rule))
        self._known = {
            longest: [one for searched, some in known.items() if longest.startswith(searched) for one in some]
            for longest in known
        }
        self.pattern = re.compile(_trie(known))

    def met(self, searched: str, start: int, end: int) -> Iterator[tuple[int, Rule]]:
        """Where in this part an anchor of a rule begins."""
        found = self.pattern.search(searched, start, end)
        while found is not None:
            for before, anchor, rule in self._known[found[0]]:
                at = found.start() - len(before)
                if not before or (at >= 0 and searched.startswith(anchor, at)):
                    yield at, rule
            found = self.pattern.search(searched, found.start() + 1, end)


def _trie(literals: Iterable[str]) -> str:
    """A pattern for the longest of the literals that stands at a place, by their common beginnings: several
    times as fast as one alternative for each."""
    tree: dict[str, Any] = {}
    for literal in literals:
        node = tree
        for char in literal:
            node = node.setdefault(char, {})
        node[""] = {}
    return _branches(tree)


def _branches(node: dict[str, Any]) -> str:
    optional = "" in node
    branches = [re.escape(char) + _branches(below) for char, below in node.items() if char]
    if not branches:
        return ""
    if len(branches) == 1 and not optional:
        return branches[0]
    return f"(?:{'|'.join(branches)}){'?' if optional else ''}"
