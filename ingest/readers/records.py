"""JSON and JSON lines: exports of chats as what each person said, anything else as an outline of keys and values
when it is small."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ingest.normalise import NormalText, normalise
from ingest.readers.chats import Thread, threads
from ingest.readers.laid import Part, lay_out
from ingest.readers.names import readable_name
from ingest.readers.outline import Outline
from ingest.readers.plain import document_date
from kg.model.document import NotRead, ReadText, Warned

_MOST = 64 * 2**20
"""Bytes of JSON that are read: a value takes about ten times that in memory."""
_SMALL = 100_000
"""Bytes up to which JSON of no known shape is read as an outline."""
_DEPTH = 8
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_FENCED = re.compile(r"(^```.*?^```[ \t]*$)", re.MULTILINE | re.DOTALL)
_FILES_OF_TOOLS = """
package.json package-lock.json composer.json jsconfig.json manifest.json settings.json launch.json tasks.json
extensions.json keybindings.json devcontainer.json renovate.json lerna.json nx.json turbo.json angular.json
firebase.json vercel.json deno.json biome.json global.json appsettings.json babel.config.json
"""
_TOOLS = frozenset(_FILES_OF_TOOLS.split())
_SIMPLE = str | int | float | bool | None


def read_records(name: str, data: bytes) -> ReadText | NotRead:
    """Reads JSON or JSON lines; see the module."""
    if len(data) > _MOST:
        size = len(data) // 2**20
        return NotRead(
            "too_large", f"The file has {size} MB of JSON, more than the {_MOST // 2**20} MB that kg reads."
        )
    normal = normalise(data)
    if isinstance(normal, NotRead):
        return normal
    value, broken = _parsed(normal.text)
    if value is None:
        return NotRead("damaged", "This is no JSON, or it is nested too deeply; it was skipped.", True)
    warnings = normal.warnings
    if broken:
        warnings += (Warned("broken_lines", f"{broken} lines are no JSON; the others were read."),)
    found = threads(value)
    if found:
        outline, title = lay_out(_chat(found)), found[0].title if len(found) == 1 else ""
    elif _is_for_tools(name, value):
        return NotRead(
            "unknown_shape", "Settings of a program, as its name or its schema says; nothing to remember."
        )
    elif len(data) <= _SMALL:
        outline, title = lay_out(_outline(value, 1)), _title(value)
    else:
        return NotRead("unknown_shape", "JSON of a shape that kg does not know, and too long for an outline.")
    return _document(name, normal, outline, title, warnings)


def _is_for_tools(name: str, value: Any) -> bool:
    """Whether a file of no chat is the settings of a program."""
    called = name.lower()
    return (
        called in _TOOLS
        or called.startswith((".", "tsconfig"))
        or (isinstance(value, Mapping) and "$schema" in value)
    )


def _document(
    name: str, normal: NormalText, outline: Outline, title: str, warnings: tuple[Warned, ...]
) -> ReadText:
    return ReadText(
        text=outline.text,
        entries=tuple(outline.entries),
        title=title[:200] or readable_name(name),
        title_from="content" if title else "name",
        dated=document_date(name, title or None, ""),
        encoding=normal.encoding,
        media_type="application/json",
        warnings=warnings,
    )


def _parsed(text: str) -> tuple[Any, int]:
    """The value, and how many lines could not be used: of JSON lines the list of values. None for neither."""
    try:
        return json.loads(text), 0
    except (ValueError, RecursionError):
        pass
    values, broken = list[Any](), 0
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            broken += 1
    return (values, broken) if len(values) > broken else (None, broken)


def _chat(found: Sequence[Thread]) -> Iterator[Part]:
    """Each conversation under its name; a line says who speaks and when, wherever that changes."""
    for thread in found:
        if thread.title:
            yield Part("heading", thread.title, level=1)
        before: tuple[object, ...] = ()
        for message in thread.messages:
            label = ", ".join(filter(None, (message.speaker, message.when)))
            now = (message.speaker, message.day)
            told = bool(label) and now != before
            if told:
                yield Part("label", label)
            before = now
            for index, (kind, text) in enumerate(_paragraphs(message.text)):
                yield Part(kind, text, 0, message.day, message.speaker, tight=told and index == 0)


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    for number, piece in enumerate(_FENCED.split(text)):
        if number % 2:
            yield "code", piece
        else:
            yield from (("paragraph", each) for each in _PARAGRAPHS.split(piece))


def _title(value: Any) -> str:
    if isinstance(value, Mapping):
        told = value.get("title") or value.get("name")
        return " ".join(told.split()) if isinstance(told, str) else ""
    return ""


def _outline(value: Any, level: int) -> Iterator[Part]:
    """Keys and values as lines; what is inside a key stands under it as a heading, rows of equal keys are a table."""
    if isinstance(value, Mapping):
        flat = [(key, each) for key, each in value.items() if _is_flat(each)]
        yield Part("field", "\n".join(f"{_line(key)}: {_value(each)}" for key, each in flat if _value(each)))
        for key, inner in value.items():
            if not _is_flat(inner):
                yield Part("heading", _line(key), level=level)
                yield from _outline(inner, level + 1) if level < _DEPTH else _flat(inner)
    elif isinstance(value, list):
        yield from _listed(value, level)
    else:
        yield Part("paragraph", _value(value))


def _listed(items: Sequence[Any], level: int) -> Iterator[Part]:
    rows = [item for item in items if isinstance(item, Mapping) and all(map(_is_flat, item.values()))]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if (
        len(rows) == len(items) > 1
        and 2 <= len(columns) <= 40
        and sum(map(len, rows)) >= 0.5 * len(rows) * len(columns)
    ):
        lines = [[_line(key) for key in columns]] + [
            [_value(row.get(key)) for key in columns] for row in rows
        ]
        yield Part(
            "table", "\n".join(" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines)
        )
        return
    for item in items:
        if _is_flat(item):
            yield Part("item", f"- {_value(item)}", tight=True)
        else:
            yield from _outline(item, level) if level < _DEPTH else _flat(item)


def _flat(value: Any) -> Iterator[Part]:
    """What lies too deep for headings, as JSON."""
    yield Part("code", json.dumps(value, ensure_ascii=False)[:2_000])


def _is_flat(value: Any) -> bool:
    return isinstance(value, _SIMPLE) or (
        isinstance(value, list)
        and len(value) <= 20
        and all(isinstance(each, str | int | float) for each in value)
    )


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_line(each) for each in value)
    return (
        {None: "", True: "yes", False: "no"}.get(value, "")
        if value is None or isinstance(value, bool)
        else _line(value)
    )


def _line(value: Any) -> str:
    return " ".join(str(value).split())
