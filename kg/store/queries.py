"""Loads `cypher/**`: every query is a named file entry, checked before anything is sent to a server."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

MODES = ("read", "write")

_NAME = re.compile(r"^// name:\s*(?P<name>[a-z][a-z0-9_]*)\s*$")
_FIELD = re.compile(r"^// (?P<key>why|mode|params|internal):\s*(?P<value>.*?)\s*$")
_NOISE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`(?:``|[^`])*`", re.DOTALL)
_PARAM = re.compile(r"\$([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Query:
    """One named query. `params` are those declared, which are those used. `internal` is the reason why a
    read needs no `$audiences`: it serves the writer of a workspace, never a reader."""

    name: str
    doc: str
    mode: str
    params: tuple[str, ...]
    text: str
    path: str
    line: int
    internal: str | None = None


@lru_cache(maxsize=1)
def queries() -> Mapping[str, Query]:
    """Every named query by name. Raises `ValueError`, with file and line, for a header that does not hold."""
    return _named("queries")


@lru_cache(maxsize=1)
def cookbook() -> Mapping[str, Query]:
    """The ready-made questions for analysts by name; all take `$workspace` and `$audiences`."""
    return _named("cookbook")


def _named(folder: str) -> Mapping[str, Query]:
    found: dict[str, Query] = {}
    for file in _files(folder):
        for query in parse(file.read_text("utf-8"), file.name):
            if query.name in found:
                raise ValueError(f"{query.path}:{query.line} {query.name} is defined twice")
            found[query.name] = query
    return MappingProxyType(found)


def migration_files() -> tuple[tuple[str, str], ...]:
    """Name and text of every migration file, in order of version."""
    return tuple((file.name, file.read_text("utf-8")) for file in _files("migrations"))


def parse(text: str, path: str) -> Iterator[Query]:
    """The queries of one file: each begins with `// name:` and goes to the next one."""
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [number for number, line in enumerate(lines) if _NAME.match(line)]
    if any(line.strip() for line in lines[: starts[0] if starts else len(lines)]):
        raise ValueError(f"{path}:1 does not begin with // name:")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _query(lines[start:end], path, start + 1)


def used_params(text: str) -> frozenset[str]:
    """The parameters a statement uses, outside of strings and comments."""
    return frozenset(_PARAM.findall(_NOISE.sub(" ", text)))


def _query(lines: list[str], path: str, line: int) -> Query:
    where = f"{path}:{line}"
    name = str(_NAME.match(lines[0])["name"])  # type: ignore[index]  # the caller matched it
    header: dict[str, str] = {}
    body = 1
    while body < len(lines) and (match := _FIELD.match(lines[body])):
        header[match["key"]] = match["value"]
        body += 1
    text = "\n".join(lines[body:]).strip()
    params = tuple(part.strip() for part in header.get("params", "").split(",") if part.strip())
    if header.get("mode") not in MODES or not header.get("why") or "params" not in header:
        raise ValueError(f"{where} {name} needs why, mode (read or write) and params in its header")
    if not text.startswith("CYPHER 25"):
        raise ValueError(f"{where} {name} does not begin with CYPHER 25")
    if set(params) != used_params(text):
        wrong = ", ".join(sorted(set(params) ^ used_params(text)))
        raise ValueError(f"{where} {name} declares other parameters than it uses: {wrong}")
    return Query(name, header["why"], header["mode"], params, text, path, line, header.get("internal"))


def _files(folder: str) -> list[Traversable]:
    return sorted(
        (file for file in (_root() / folder).iterdir() if file.name.endswith(".cypher")), key=lambda f: f.name
    )


def _root() -> Traversable:
    """In an installed wheel `kg/_cypher`; in a checkout the folder beside `kg`."""
    packaged = files("kg") / "_cypher"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "cypher"
