"""What the house promises about itself: sizes, top level, one truth for settings, the wheel's contents."""

import ast
import os
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.config import SETTINGS

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {"pyproject.toml", "README.md", "kg", "ingest", "policy", "tests", "cypher", "docker"}
QUERY_WORDS = ("MATCH (", "MERGE (", "CREATE (", "UNWIND $", "CALL {")


def tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if (ROOT / line).is_file()]


def sources() -> Iterator[tuple[str, str]]:
    for name in tracked():
        if name.endswith(".py"):
            yield name, (ROOT / name).read_text("utf-8")


def test_top_level_is_exactly_the_cards() -> None:
    assert {name.split("/")[0] for name in tracked() if not name.startswith(".")} == TOP_LEVEL


def test_no_module_is_longer_than_500_lines() -> None:
    assert [name for name, text in sources() if text.count("\n") > 500] == []


def test_no_function_is_longer_than_100_lines() -> None:
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, text in sources()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= 100
    ]
    assert long == []


def test_every_module_says_why_it_exists() -> None:
    silent = [
        name
        for name, text in sources()
        if not name.startswith("tests/") and text.strip() and not ast.get_docstring(ast.parse(text))
    ]
    assert silent == []


def test_only_the_config_module_reads_the_environment() -> None:
    readers = [
        name
        for name, text in sources()
        if name.split("/")[0] in {"kg", "ingest", "policy"} and ("os.environ" in text or "getenv(" in text)
    ]
    allowed = {"kg/config.py", "kg/endpoint/telemetry.py"}
    assert set(readers) <= allowed, readers


def test_cypher_stands_only_in_query_files() -> None:
    inside = [
        f"{name}:{node.lineno}"
        for name, text in sources()
        if name.split("/")[0] in {"kg", "ingest", "policy"}
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and any(word in node.value for word in QUERY_WORDS)
        and "kg cypher" not in node.value  # the command's own help shows one
    ]
    assert inside == []


@pytest.mark.parametrize("setting", [setting.name for setting in SETTINGS])
def test_every_setting_stands_in_the_readme(setting: str) -> None:
    assert f"`{setting}`" in (ROOT / "README.md").read_text("utf-8")


def test_the_wheel_holds_three_packages_and_the_queries(tmp_path: Path) -> None:
    build = [os.environ.get("UV", "uv"), "build", "--wheel", "--quiet", "--out-dir", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"kg", "ingest", "policy"}
    assert any(name.startswith("kg/_cypher/queries/") for name in names)
    assert any(name.startswith("kg/service/demo/vault/") for name in names)
