"""The walk: what it finds, what it passes by and says so, and what it must not take for deleted."""

import asyncio
import os
import socket
import threading
import time
import unicodedata
from pathlib import Path

import pytest

from ingest.ignorefiles import RulesUnreadable, why_skipped
from ingest.walk import Walk, _identity, _Scan, real_root, walk
from kg.errors import NotFound, Unreadable, UsageError
from policy.ignore import IgnoreRules, Skip

COMPOSED = "Caf\u00e9 plan.md"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


def build(root: Path, *names: str) -> Path:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"The gate is {path.name}\n", "utf-8")
    return root


def found(result: Walk) -> list[str]:
    return [file.path.removeprefix(result.root + "/") for file in result.files]


def named(result: Walk) -> dict[str, str]:
    return {
        item.path.removeprefix(result.root + "/"): item.code for item in (*result.notices, *result.problems)
    }


async def test_every_file_is_found_once_in_a_stable_order(tmp_path: Path) -> None:
    build(tmp_path, "b/z.md", "a.md", "b/a/x.md", "c.md")
    first, second = await walk(tmp_path), await walk(tmp_path)
    assert found(first) == ["a.md", "c.md", "b/z.md", "b/a/x.md"]
    assert first == second
    status = (tmp_path / "a.md").stat()
    file = first.files[0]
    assert (file.path, file.size) == (f"{real_root(tmp_path)}/a.md", status.st_size)
    assert (file.mtime_ns, file.inode) == (status.st_mtime_ns, status.st_ino)


async def test_names_are_taken_as_they_are(tmp_path: Path) -> None:
    names = [
        'it\'s "quoted" and `ticked`.md',
        "}) DETACH DELETE n RETURN 1 --.md",
        "$param {brace} \\back\\slash.md",
        "two\nlines\tand a tab.md",
        "-rf *.md",
        "\u202egnp.md",
    ]
    assert sorted(found(await walk(build(tmp_path, *names)))) == sorted(names)


async def test_hidden_and_tool_folders_are_counted_not_entered(tmp_path: Path) -> None:
    build(
        tmp_path,
        ".git/config",
        ".obsidian/app.json",
        "node_modules/x/README.md",
        ".trash/old.md",
        "note.md",
        "~$note.docx",
        "a.md.swp",
        ".DS_Store",
        "keep/.hidden-but-allowed.md",
        "keep/.hidden.md",
        "memory-out/summary.md",
    )
    (tmp_path / ".kgignore").write_text("!keep/.hidden-but-allowed.md\n!memory-out/\n", "utf-8")
    result = await walk(tmp_path, own=[tmp_path / "memory-out"])
    assert found(result) == ["note.md", "keep/.hidden-but-allowed.md"]
    assert result.skips() == {
        "tool-folder (built-in)": 4,
        "temporary-file (built-in)": 2,
        "system-file (built-in)": 1,
        "hidden (built-in)": 2,
        "own-folder (built-in)": 1,
    }
    folders = {item.path.rpartition("/")[2] for item in result.skipped if item.is_folder}
    assert folders == {".git", ".obsidian", "node_modules", ".trash", "memory-out"}
    assert not result.notices and not result.problems


async def test_an_ignored_folder_is_not_looked_into(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "node_modules/x.md")
    (tmp_path / "node_modules" / os.fsdecode(b"\xff.md")).touch()
    result = await walk(tmp_path)
    assert found(result) == ["a.md"] and not result.problems


async def test_nested_ignore_files_hold_from_their_folder_down(tmp_path: Path) -> None:
    build(tmp_path, "a.log", "a.md", "in/b.log", "in/c.md", "in/deep/d.md", "other/c.md")
    (tmp_path / ".gitignore").write_text("*.log\n", "utf-8")
    (tmp_path / "in/.gitignore").write_text("!b.log\n/c.md\n", "utf-8")
    (tmp_path / "in/deep/.kgignore").write_text("*\n", "utf-8")
    result = await walk(tmp_path)
    assert found(result) == ["a.md", "in/b.log", "other/c.md"]
    assert {item.why.source for item in result.skipped} >= {
        ".gitignore:1",
        "in/.gitignore:2",
        "in/deep/.kgignore:1",
    }


async def test_a_loop_of_links_ends_at_once_and_is_named_once(tmp_path: Path) -> None:
    build(tmp_path, "sub/a.md")
    for link, target in [("sub/up", ".."), ("self", "self"), ("gone", "nowhere.md"), ("here", "sub/a.md")]:
        (tmp_path / link).symlink_to(target)
    start = time.perf_counter()
    result = await walk(tmp_path)
    assert time.perf_counter() - start < 1
    assert found(result) == ["sub/a.md"]
    assert named(result) == {
        "sub/up": "link_loop",
        "self": "link_loop",
        "gone": "link_broken",
        "here": "link",
    }
    assert not result.problems and not result.unknown


async def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    outside = build(tmp_path / "root2", "secret.md")
    root = build(tmp_path / "root", "a.md")
    (root / "file.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    (root / "parent").symlink_to(tmp_path)
    (root / "chain").symlink_to(root / "file.md")
    result = await walk(root)
    assert found(result) == ["a.md"]
    codes = named(result)
    assert {codes[name] for name in ("file.md", "folder", "chain")} == {"outside"}
    assert codes["parent"] == "outside"
    assert all("secret" not in notice.message for notice in result.notices)


async def test_a_link_an_ignore_rule_knows_is_just_skipped(tmp_path: Path) -> None:
    build(tmp_path, "a.md")
    (tmp_path / ".hidden").symlink_to("/")
    result = await walk(tmp_path)
    assert result.skips() == {"hidden (built-in)": 1} and not result.notices


def short(path: Path) -> str:
    """A socket's name may have about a hundred bytes."""
    return os.path.relpath(path)


async def test_pipes_and_sockets_are_named_and_not_opened(tmp_path: Path) -> None:
    build(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(short(tmp_path / "sock.md"))
        result = await walk(tmp_path)
    assert found(result) == ["a.md"]
    assert named(result) == {"pipe.md": "special", "sock.md": "special"}


async def test_a_name_that_is_not_text_is_a_problem_one_can_print(tmp_path: Path) -> None:
    build(tmp_path, "a.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).touch()
    folder = tmp_path / os.fsdecode(b"fol\xff")
    folder.mkdir()
    (folder / "inside.md").touch()
    result = await walk(tmp_path)
    assert found(result) == ["a.md"]
    assert [problem.code for problem in result.problems] == ["bad_name", "bad_name"]
    assert {problem.path.rpartition("/")[2] for problem in result.problems} == {"caf\\xe9.md", "fol\\xff"}
    assert all(problem.path.encode("utf-8") for problem in result.problems)


async def test_two_spellings_of_one_name_are_both_kept_as_on_disk(tmp_path: Path) -> None:
    build(tmp_path, DECOMPOSED)
    assert found(await walk(tmp_path)) == [DECOMPOSED]
    build(tmp_path, COMPOSED)
    assert sorted(found(await walk(tmp_path))) == sorted([COMPOSED, DECOMPOSED])


async def test_an_ignore_pattern_hits_a_name_in_either_spelling(tmp_path: Path) -> None:
    build(tmp_path, DECOMPOSED, "a.md")
    (tmp_path / ".kgignore").write_text(COMPOSED, "utf-8")
    assert found(await walk(tmp_path)) == ["a.md"]


def deep(root: Path) -> str:
    """A folder whose path is too long for the system: for the superuser too, it cannot be looked into."""
    name, at = "d" * 250, os.open(root, os.O_RDONLY)
    for _ in range(18):
        os.mkdir(name, dir_fd=at)
        inner = os.open(name, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)
    return name


async def test_a_folder_that_cannot_be_looked_into_is_named_and_its_documents_are_not_gone(
    tmp_path: Path,
) -> None:
    build(tmp_path, "a.md", "e.md")
    name = deep(tmp_path)
    result = await walk(tmp_path)
    assert found(result) == ["a.md", "e.md"]
    assert [problem.code for problem in result.problems] == ["unreadable"]
    lost = result.problems[0].path
    assert result.may_exist(f"{lost}/note.md") and result.may_exist(f"{lost}/x/y.md")
    assert not result.may_exist(f"{result.root}/{name}/note.md") and not result.may_exist(f"{lost}x/note.md")


async def test_nothing_is_unknown_when_everything_was_seen(tmp_path: Path) -> None:
    result = await walk(build(tmp_path, "a.md"))
    assert not result.may_exist(f"{result.root}/b.md")


def unreadable_rules(path: Path, kind: str) -> None:
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "large":
            path.write_bytes(b"#" * (1 << 20) + b"\n#")
        case "binary":
            path.write_bytes(b"*.md\0")
        case "many":
            path.write_text("x\n" * 10_001, "utf-8")
        case "dangling":
            path.symlink_to("nowhere")


@pytest.mark.parametrize("kind", ["pipe", "large", "binary", "many", "dangling"])
async def test_an_ignore_file_that_cannot_be_read_holds_its_folder(tmp_path: Path, kind: str) -> None:
    build(tmp_path, "a.md", "in/b.md", "in/deep/c.md")
    unreadable_rules(tmp_path / "in/.kgignore", kind)
    result = await walk(tmp_path)
    assert found(result) == ["a.md"]
    assert named(result) == {"in": "ignore_unreadable"}
    assert result.may_exist(f"{result.root}/in/deep/c.md") and not result.may_exist(f"{result.root}/b.md")
    with pytest.raises(RulesUnreadable):
        why_skipped(result.root, f"{result.root}/in/b.md")


async def test_ignore_files_of_other_kinds_are_read(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "b.md", "in/a.md", "in/b.md")
    (tmp_path / "shared").write_text("a.md\n", "utf-8")
    (tmp_path / ".gitignore").symlink_to("shared")
    (tmp_path / "in/.kgignore").write_text("b.md\r\n", "utf-16")
    (tmp_path / "in/.gitignore").mkdir()
    assert found(await walk(tmp_path)) == ["b.md", "shared"]


async def test_a_root_that_is_not_there_is_an_error_and_not_an_empty_walk(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no folder"):
        await walk(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match="cannot be reached"):
        await walk(tmp_path / "loop")
    with pytest.raises(UsageError, match="is a file"):
        await walk(build(tmp_path, "a.md") / "a.md")


async def test_an_empty_root_that_was_not_empty_is_taken_for_an_unmounted_disk(tmp_path: Path) -> None:
    assert (await walk(tmp_path)).files == ()
    with pytest.raises(Unreadable, match="12 documents"):
        await walk(tmp_path, known=12)
    build(tmp_path, ".hidden")
    assert (await walk(tmp_path, known=12)).files == ()


async def test_the_real_path_of_a_root_counts(tmp_path: Path) -> None:
    build(tmp_path / "real", "a.md")
    (tmp_path / "link").symlink_to("real")
    result = await walk(tmp_path / "link")
    assert result.root == real_root(tmp_path / "real") and found(result) == ["a.md"]


async def test_a_root_that_is_hidden_itself_is_walked(tmp_path: Path) -> None:
    assert found(await walk(build(tmp_path / ".notes", "a.md"))) == ["a.md"]


async def test_the_product_s_own_folder_is_met_by_its_real_path(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "home/b.md", "home2/c.md")
    (tmp_path / "alias").symlink_to("home")
    result = await walk(tmp_path, own=[tmp_path / "alias", tmp_path.parent])
    assert found(result) == ["a.md", "home2/c.md"]


async def test_what_vanishes_under_the_eye_is_not_taken_for_deleted(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "in/b.md")
    root = real_root(tmp_path)
    scan = _Scan(root, frozenset(), threading.Event())
    with os.scandir(root) as listing:
        entries = {entry.name: entry for entry in listing}
    (tmp_path / "a.md").unlink()
    scan._file(entries["a.md"], f"{root}/a.md")
    (tmp_path / "in/b.md").unlink()
    (tmp_path / "in").rmdir()
    assert scan._folder(f"{root}/in", "in/", IgnoreRules()) == []
    result = scan.result()
    assert named(result) == {"a.md": "vanished", "in": "vanished"}
    assert result.may_exist(f"{root}/a.md") and result.may_exist(f"{root}/in/b.md")
    assert not result.problems


async def test_a_walk_that_is_cancelled_stops_looking(tmp_path: Path) -> None:
    build(tmp_path, *(f"f{n}/a.md" for n in range(50)))
    stop = threading.Event()
    scan = _Scan(real_root(tmp_path), frozenset(), stop)
    stop.set()
    await asyncio.to_thread(scan.run)
    assert not scan.files


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", None),
        ("b.log", Skip("*.log", ".gitignore:1")),
        ("in/b.log", None),
        ("in/.x", Skip("hidden", "built-in")),
        (".git/config", Skip("tool-folder", "built-in")),
        ("out/x.md", Skip("own-folder", "built-in")),
        ("not/there.md", None),
    ],
)
def test_a_single_file_is_asked_about_without_a_walk(
    tmp_path: Path, path: str, expected: Skip | None
) -> None:
    build(tmp_path, "a.md", "b.log", "in/b.log", "in/.x", ".git/config", "out/x.md")
    (tmp_path / ".gitignore").write_text("*.log\n", "utf-8")
    (tmp_path / "in/.gitignore").write_text("!b.log\n", "utf-8")
    root = real_root(tmp_path)
    assert why_skipped(root, f"{root}/{path}", frozenset({"out"})) == expected


def test_a_file_elsewhere_is_no_question_for_this_root(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not in the subpath"):
        why_skipped(real_root(tmp_path), "/elsewhere/a.md")


def every_file(root: str) -> list[str]:
    return [path.as_posix() for path in Path(root).rglob("*") if path.is_file()]


async def test_asking_about_each_file_agrees_with_the_walk(tmp_path: Path) -> None:
    build(tmp_path, "a.md", ".b/c.md", "x/y.log", "x/z.md", "x/.kgignore", "node_modules/a/b.md", "t~")
    (tmp_path / "x/.kgignore").write_text("*.log\n", "utf-8")
    result = await walk(tmp_path)
    kept = {path for path in every_file(result.root) if why_skipped(result.root, path) is None}
    assert kept == {file.path for file in result.files}


async def best_rate(root: Path, rounds: int) -> float:
    rates = []
    for _ in range(rounds):
        start = time.perf_counter()
        result = await walk(root)
        rates.append(len(result.files) / (time.perf_counter() - start))
    return max(rates)


async def test_a_walk_is_quick(tmp_path: Path) -> None:
    """2,000 files; the goal is 20,000 files a second, half of which a busy machine must still reach."""
    build(tmp_path, *(f"f{n % 20}/note {n}.md" for n in range(2_000)))
    (tmp_path / ".gitignore").write_text("\n".join(f"*.ext{n}\nbuild{n}/" for n in range(20)), "utf-8")
    assert await best_rate(tmp_path, 5) > 10_000


def test_a_root_that_goes_away_while_it_is_looked_through_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="is gone"):
        _identity((tmp_path / "gone").as_posix())
    root = real_root(build(tmp_path / "root", "a.md"))
    scan = _Scan(root, frozenset(), threading.Event())
    (tmp_path / "root").rename(tmp_path / "elsewhere")
    with pytest.raises(Unreadable, match="cannot be looked into"):
        scan.run()
