"""Ignore files mean what they mean to git; `.kgignore` has the last word; no pattern can stall a walk."""

import re
import shutil
import subprocess
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from policy.glob import parse_pattern
from policy.ignore import (
    PATTERN_LIMIT,
    IgnoreRules,
    Skip,
    TooManyPatterns,
    built_in_rule,
    ignore_key,
    parse_ignore_file,
)

FOLDERS = ("a", "a/a", "a/a/b", "a/b", "ab", "b", "b/a", "b/a/b")
FILES = tuple(
    f"{folder}{name}" for folder in ("", *(f"{f}/" for f in FOLDERS)) for name in ("f", "a.b", "b c")
)

pieces = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        "f",
        "*",
        "?",
        "[ab]",
        "[!a]",
        "a*",
        "*b",
        "/",
        "\\a",
        "[a-b]",
        "[[:alpha:]]",
        "[]a]",
        ".",
    ]
)
segments = st.lists(pieces, min_size=1, max_size=3).map("".join)
patterns = st.builds(
    lambda negated, anchored, parts, folder: (
        ("!" if negated else "") + ("/" if anchored else "") + "/".join(parts) + ("/" if folder else "")
    ),
    st.booleans(),
    st.booleans(),
    st.lists(segments | st.just("**"), min_size=1, max_size=3),
    st.booleans(),
)
gitignores = st.lists(patterns, max_size=4)


def rules(*files: tuple[str, list[str]], kg: tuple[str, list[str]] | None = None) -> IgnoreRules:
    """Rules from ignore files given as (folder, lines), outermost first."""
    found = IgnoreRules()
    for folder, lines in files:
        found = found.within(folder, parse_ignore_file("\n".join(lines), f"{folder}/.gitignore"), None)
    if kg is not None:
        found = found.within(kg[0], None, parse_ignore_file("\n".join(kg[1]), ".kgignore"))
    return found


def kept(top: list[str], nested: list[str], path: str) -> bool:
    """As a walk sees it, with one ignore file in the root and one in `a`: neither the path nor a folder
    above it is skipped by the rules of the folder it is in."""
    outer, inner = rules(("", top)), rules(("", top), ("a", nested))
    parts = path.split("/")
    entries = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
    return all(
        (inner if entry.startswith("a/") else outer).verdict(entry, entry != path) is None
        for entry in entries
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[str], list[str]], set[str]]:
    """A real tree, and what git leaves of it with these ignore files in its root and in `a`."""
    root = tmp_path_factory.mktemp("tree")
    subprocess.run(["git", "init", "-q", root], check=True)
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    for file in FILES:
        (root / file).touch()

    def left(top: list[str], nested: list[str]) -> set[str]:
        (root / ".gitignore").write_text("\n".join(top), "utf-8")
        (root / "a/.gitignore").write_text("\n".join(nested), "utf-8")
        listing = ["git", "-C", str(root), "ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"]
        done = subprocess.run(listing, capture_output=True, text=True, check=True)
        return {name for name in done.stdout.split("\0") if name and not name.endswith(".gitignore")}

    return left


def git_means_the_same(line: str) -> bool:
    """Apart from stars glued to a word before a slash and from empty segments: there git cuts a pattern's
    fixed beginning off and reads the rest as if it stood alone, against its own manual."""
    return re.search(r"[^/*!]\*\*|\*\*[^/*]|//", line) is None


@pytest.mark.skipif(shutil.which("git") is None, reason="no git to ask; the fixed expectations below stay")
@hypothesis_settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(gitignores, gitignores)
def test_what_is_kept_is_what_git_keeps(
    tree: Callable[[list[str], list[str]], set[str]], top: list[str], nested: list[str]
) -> None:
    top, nested = ([line for line in lines if git_means_the_same(line)] for lines in (top, nested))
    ours = {file for file in FILES if kept(top, nested, file)}
    assert ours == tree(top, nested)


@pytest.mark.parametrize(
    ("pattern", "path", "is_folder", "skipped"),
    [
        ("*.log", "x.log", False, True),
        ("*.log", "a/x.log", False, True),
        ("/*.log", "a/x.log", False, False),
        ("a/*.log", "a/x.log", False, True),
        ("a/*.log", "a/b/x.log", False, False),
        ("a/**/x.log", "a/x.log", False, True),
        ("a/**/x.log", "a/b/c/x.log", False, True),
        ("**/c/x.log", "a/b/c/x.log", False, True),
        ("a/**", "a", True, False),
        ("a/**", "a/b", True, True),
        ("build/", "build", True, True),
        ("build/", "build", False, False),
        ("/build", "a/build", True, False),
        ("#x", "#x", False, False),
        ("\\#x", "#x", False, True),
        ("\\!x", "!x", False, True),
        ("x  ", "x", False, True),
        ("x\\ ", "x ", False, True),
        ("x\\\\ ", "x\\", False, True),
        ("x\r", "x", False, True),
        ("[a", "[a", False, False),
        ("[a\\", "a", False, False),
        ("[[:nope:]]", "n", False, False),
        ("x\\", "x", False, False),
        ("[^a]x", "bx", False, True),
        ("[]-]", "-", False, True),
        ("[b-a]", "a", False, False),
        ("[!b-a]", "a", False, True),
        ("[\\]]", "]", False, True),
        ("[a-\\c]", "b", False, True),
        ("[a-]", "-", False, True),
        ("a[/]b", "a/b", False, False),
        ("**", "anything", False, True),
        ("***/x", "a/b/x", False, True),
        ("a**b/c", "a-b/c", False, True),
        ("a**b/c", "a/b/c", False, False),
        ("/", "a", True, False),
        ("!", "!", False, False),
        ("x.*", "x.\n", False, True),
    ],
)
def test_a_line_means_what_the_manual_says(pattern: str, path: str, is_folder: bool, skipped: bool) -> None:
    assert (rules(("", [pattern])).verdict(path, is_folder) is not None) == skipped


@given(st.text(st.characters(), max_size=12) | st.text(list("a*?[]!^-\\/&|~:. "), max_size=12))
def test_any_line_at_all_can_be_read(line: str) -> None:
    pattern = parse_pattern(line)
    if pattern is not None:
        re.compile(pattern.regex).fullmatch("a/b")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 60 + "b", "a" * 250),
        ("*?" * 60 + "b", "a" * 250),
        ("*[a-z]" * 60 + "/b", "a" * 250 + "/c"),
        ("/" + "**/a/" * 40 + "b", "a/" * 120 + "c"),
        ("/" + "**/*/" * 40 + "b", "a/" * 120 + "c"),
        ("**/" + "*a" * 30 + "/b", ("a" * 120 + "/") * 16 + "c"),
    ],
)
def test_no_pattern_can_stall_a_walk(pattern: str, path: str) -> None:
    found = rules(("", [pattern]))
    start = time.perf_counter()
    for _ in range(10):
        assert found.verdict(path, False) is None
    assert time.perf_counter() - start < 2


def test_the_nearest_file_and_the_last_line_decide() -> None:
    top = ["*.md", "!keep.md"]
    found = rules(("", top), ("a", ["keep.md", "!b.md"]))
    assert rules(("", top)).verdict("keep.md", False) is None
    assert found.verdict("a/keep.md", False) == Skip("keep.md", "a/.gitignore:1")
    assert found.verdict("a/b.md", False) is None
    assert found.verdict("a/c.md", False) == Skip("*.md", "/.gitignore:1")


def test_the_last_word_is_the_product_s_own_file() -> None:
    found = rules(
        ("", ["!.hidden.md", "*.txt"]), kg=("", ["!keep/.allowed.md", "!a.txt", "b.md", "!.notes/"])
    )
    assert found.verdict("keep/.allowed.md", False) is None
    assert found.verdict("keep/.other.md", False) == Skip("hidden", "built-in")
    assert found.verdict("a.txt", False) is None
    assert found.verdict("c.txt", False) == Skip("*.txt", "/.gitignore:2")
    assert found.verdict("b.md", False) == Skip("b.md", ".kgignore:3")
    assert found.verdict(".notes", True) is None
    assert found.verdict(".hidden.md", False) == Skip("hidden", "built-in")


def test_nothing_brings_back_a_folder_of_the_product_itself() -> None:
    found = IgnoreRules(own=frozenset({"out/memory"}))
    found = found.within("", None, parse_ignore_file("!out/memory/\n!*", ".kgignore"))
    assert found.verdict("out/memory", True) == Skip("own-folder", "built-in")
    assert found.verdict("out/memory", False) is None


@pytest.mark.parametrize(
    ("name", "is_folder", "rule"),
    [
        (".git", True, "tool-folder"),
        ("node_modules", True, "tool-folder"),
        ("Node_Modules", True, "tool-folder"),
        (".Trash-1000", True, "tool-folder"),
        ("$RECYCLE.BIN", True, "tool-folder"),
        (".secret", True, "hidden"),
        ("CVs", True, None),
        ("build", True, None),
        ("notes", True, None),
        ("node_modules", False, None),
        (".DS_Store", False, "system-file"),
        ("THUMBS.DB", False, "system-file"),
        ("Icon\r", False, "system-file"),
        ("~$plan.docx", False, "temporary-file"),
        (".~lock.plan.odt#", False, "temporary-file"),
        ("a.md.swp", False, "temporary-file"),
        (".a.md.swo", False, "temporary-file"),
        ("a.md~", False, "temporary-file"),
        ("#a.md#", False, "temporary-file"),
        ("movie.swf", False, None),
        (".env", False, "hidden"),
        ("a.md", False, None),
        ("~home.md", False, None),
        ("#tag.md", False, None),
    ],
)
def test_built_in_rules(name: str, is_folder: bool, rule: str | None) -> None:
    assert built_in_rule(name, is_folder) == rule


def test_an_accent_matches_in_either_spelling() -> None:
    composed = "caf\u00e9.md"
    decomposed = unicodedata.normalize("NFD", composed)
    for line in (composed, decomposed):
        for name in (composed, decomposed):
            assert rules(("", [line])).verdict(ignore_key(name), False) is not None


def test_the_mark_some_editors_put_first_is_no_part_of_the_first_line() -> None:
    assert rules(("", ["\ufeffa.md"])).verdict("a.md", False) == Skip("a.md", "/.gitignore:1")


def test_a_file_with_too_many_patterns_is_refused_and_one_with_many_is_quick() -> None:
    lines = [f"name{n}*.md" for n in range(PATTERN_LIMIT // 10)]
    assert rules(("", [*lines, "# comment", ""])).verdict("name7-x.md", False) == Skip(
        "name7*.md", "/.gitignore:8"
    )
    with pytest.raises(TooManyPatterns):
        parse_ignore_file("\n".join(["x"] * (PATTERN_LIMIT + 1)), ".kgignore")
