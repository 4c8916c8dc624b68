"""The block of fields before a Markdown body, in YAML or TOML, whole or broken. A broken block costs its
structure, never the body: its lines are kept raw and a warning says where and why."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from kg.model.document import Warned

_LIMIT = 65_536
"""Characters of a block that are parsed; a longer one is kept raw."""
_ALIASES = 50
_VALUE_LIMIT = 2_000
_KEY = re.compile(r"(?P<key>[^\s#:\-\[\]{}][^:\n]{0,79}?)[ \t]*:(?:[ \t]+(?P<value>.*)|[ \t]*$)")
_OPEN = re.compile(r"(---|\+\+\+)[ \t]*\n")
_HEADED = re.compile(r"^#{1,6} [^\n]+\n[ \t]*\n", re.MULTILINE)
"""A Markdown heading: what stands between two rules is a section, not fields with a comment."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|'.*$")

_HOUSEKEEPING = """
title id uid uuid slug permalink url link layout template draft publish published date created created_at
updated updated_at modified lastmod last_modified last-modified tags tag category categories keywords keyword
cssclass cssclasses aliases alias weight order position sidebar sidebar_label sidebar_position nav_order toc
author authors description summary excerpt abstract lang language locale image cover banner icon kind type
time timezone theme comments share foam_template
"""
HOUSEKEEPING = frozenset(_HOUSEKEEPING.split())
"""Keys about the file rather than about what it describes: no statement of the document."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """`end` is where the body starts. `lines` are the spans of fields that say something about the world."""

    end: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[int, int], ...] = ()
    warnings: tuple[Warned, ...] = ()


def read_frontmatter(text: str) -> Frontmatter:
    """The fields of the block a text opens with; an empty result when it opens with none. What looks like
    a block but has no fields (a rule, a paragraph between two rules) is body."""
    opening = _OPEN.match(text)
    if opening is None:
        return Frontmatter()
    mark = re.escape(opening[1])
    closing = re.compile(
        rf"^(?:{mark}|\.\.\.)[ \t]*$\n?" if mark == "---" else rf"^{mark}[ \t]*$\n?", re.MULTILINE
    )
    close = closing.search(text, opening.end())
    if close is None:
        return Frontmatter()
    block = text[opening.end() : close.start()]
    if _HEADED.search(block):
        return Frontmatter()
    spans = list(_blocks(block))
    parsed = _parse(block, opening[1])
    if isinstance(parsed, Warned):
        if not spans:
            return Frontmatter()
        fields = {key: _raw(block[start:end]) for key, start, end in spans}
        warnings: tuple[Warned, ...] = (parsed,)
    elif not parsed:
        return Frontmatter() if block.strip() and not _only_comments(block) else Frontmatter(close.end())
    else:
        fields, warnings = parsed, ()
    told = tuple(
        (opening.end() + start, opening.end() + end)
        for key, start, end in spans
        if (name := key.strip("\"'")).lower() not in HOUSEKEEPING and fields.get(name)
    )
    return Frontmatter(close.end(), fields, told, warnings)


def _only_comments(block: str) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in block.splitlines())


def _blocks(block: str) -> Iterator[tuple[str, int, int]]:
    """Each top-level key with the span of its line and of the indented or listed lines below it."""
    key, begin, at = "", 0, 0
    for line in block.splitlines(keepends=True):
        found = _KEY.match(line.rstrip("\n")) or re.match(r"(?P<key>[\w.-]+)\s*=\s*", line)
        if found:
            if key:
                yield key, begin, at
            key, begin = found["key"], at
        at += len(line)
    if key:
        yield key, begin, at


def _raw(lines: str) -> str:
    """A field's text after its first colon, as written."""
    value = re.split(r"[:=]", lines, maxsplit=1)[-1].strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return value[:_VALUE_LIMIT]


class _Loader(yaml.SafeLoader):
    """Every scalar stays the string that was written, and aliases cannot multiply."""

    aliases = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            self.aliases += 1
            if self.aliases > _ALIASES:
                raise yaml.YAMLError("too many aliases")
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {}


def _parse(block: str, mark: str) -> dict[str, str] | Warned:
    """The fields as text, an empty dict when the block is no mapping, or why it cannot be read."""
    try:
        if len(block) > _LIMIT:
            raise yaml.YAMLError("it is too long")
        loaded: Any = tomllib.loads(block) if mark == "+++" else yaml.load(block, Loader=_Loader)
        if not isinstance(loaded, dict):
            return {}
        return {_text(key)[:80]: _text(value) for key, value in loaded.items() if key is not None}
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError, ValueError, TypeError) as problem:
        return _warning(problem)


def _warning(problem: Exception) -> Warned:
    place = getattr(problem, "problem_mark", None)
    reason = getattr(problem, "problem", None) or str(problem).split("\n")[0]
    reason = (
        _QUOTED.sub("…", str(reason)) if not isinstance(problem, RecursionError) else "it is nested too deep"
    )
    line = place.line + 2 if place is not None else 1
    return Warned(
        "frontmatter", f"Frontmatter cannot be read ({reason}); its fields were kept as written.", line
    )


def _text(value: object, depth: int = 0) -> str:
    """A value as one line of text: lists by commas, maps as `key: value`, a wikilink as it was written."""
    if depth > 4:
        return "…"
    if isinstance(value, dict):
        parts = [
            f"{_text(key, depth + 1)}: {_text(item, depth + 1)}" for key, item in list(value.items())[:100]
        ]
        return "; ".join(parts)[:_VALUE_LIMIT]
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], list):
            return f"[[{_text(value[0], depth + 1)}]]"[:_VALUE_LIMIT]
        return ", ".join(_text(item, depth + 1) for item in value[:100])[:_VALUE_LIMIT]
    return "" if value is None else str(value).strip()[:_VALUE_LIMIT]
