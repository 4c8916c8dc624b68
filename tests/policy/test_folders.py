"""Which folder decides, against an oracle that asks every setting; what is held; and how fast it is."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.folders import (
    ATTRIBUTES,
    Effective,
    FolderIndex,
    FolderSetting,
    Unreadable,
    folder_key,
    parse_setting,
    resolve,
)
from policy.rungs import DEFAULT_RUNG, Machinery, Rung, machinery

DEFAULTS = {"rung": DEFAULT_RUNG, "project": "default", "scope": "org"}
components = st.sampled_from(["a", "b", "ab", "é", "é", "a b"])
paths = st.lists(components, max_size=4).map(lambda parts: "/" + "/".join(parts))
settings = st.builds(
    FolderSetting,
    paths,
    st.none() | st.sampled_from(Rung),
    st.none() | st.sampled_from(["p", "q"]),
    st.none() | st.sampled_from(["org", "user:anna"]),
)
stored = st.lists(
    settings | st.builds(Unreadable, paths, st.just("why")),
    max_size=6,
    unique_by=lambda setting: folder_key(setting.path),
)


def parts(path: str) -> list[str]:
    return [part for part in unicodedata.normalize("NFC", path).split("/") if part]


def nearest_first(stored: list[FolderSetting | Unreadable], path: str) -> list[FolderSetting | Unreadable]:
    """The settings at and above a path, found by comparing components."""
    covering = [s for s in stored if parts(path)[: len(parts(s.path))] == parts(s.path)]
    return sorted(covering, key=lambda setting: -len(parts(setting.path)))


def oracle(stored: list[FolderSetting | Unreadable], path: str) -> dict[str, tuple[object, str | None]] | str:
    decided: dict[str, tuple[object, str | None]] = {}
    for attribute in ATTRIBUTES:
        decided[attribute] = (DEFAULTS[attribute], None)
        for setting in nearest_first(stored, path):
            if isinstance(setting, Unreadable):
                return setting.path
            if getattr(setting, attribute) is not None:
                decided[attribute] = (getattr(setting, attribute), setting.path)
                break
    return decided


@given(stored, paths)
def test_the_nearest_folder_wins_attribute_by_attribute(
    stored: list[FolderSetting | Unreadable], path: str
) -> None:
    expected = oracle(stored, path)
    match resolve(stored, path):
        case Unreadable(path=held):
            assert held == expected
        case Effective() as found:
            assert {name: (getattr(found, name), found.decided_by[name]) for name in ATTRIBUTES} == expected


@given(stored, paths, components)
def test_a_file_takes_what_its_folder_has(
    stored: list[FolderSetting | Unreadable], path: str, name: str
) -> None:
    file = f"{path.rstrip('/')}/{name}"
    elsewhere = [setting for setting in stored if not folder_key(setting.path).startswith(folder_key(file))]
    assert resolve(elsewhere, path) == resolve(elsewhere, file)


def rungs(index: FolderIndex, *paths: str) -> list[Rung]:
    found = [index.effective(path) for path in paths]
    return [policy.rung for policy in found if isinstance(policy, Effective)]


def test_a_folder_does_not_cover_one_whose_name_only_begins_like_it() -> None:
    index = FolderIndex([FolderSetting("/a/b", Rung.FACTS)])
    assert rungs(index, "/a/b", "/a/b/c", "/a/bc", "/a") == [Rung.FACTS, Rung.FACTS, Rung.TEXT, Rung.TEXT]


def test_a_setting_holds_for_every_spelling_of_its_folder() -> None:
    spelled = "/caf\u00e9/plan"
    setting = FolderSetting(unicodedata.normalize("NFD", spelled), Rung.NOTHING)
    found = resolve([setting], spelled + "/x.md")
    assert isinstance(found, Effective)
    assert (found.rung, found.decided_by["rung"]) == (Rung.NOTHING, setting.path)


def test_the_root_may_set_something_and_so_may_a_drive() -> None:
    index = FolderIndex([FolderSetting("/", Rung.GIST), FolderSetting("C:/notes", Rung.FACTS)])
    assert rungs(index, "/x/y", "C:/notes/y") == [Rung.GIST, Rung.FACTS]


def test_the_later_of_two_settings_of_one_folder_counts() -> None:
    index = FolderIndex([FolderSetting("/a", Rung.FACTS), FolderSetting("/a/", Rung.NOTHING)])
    assert rungs(index, "/a") == [Rung.NOTHING]


@pytest.mark.parametrize("path", ["", "a/b", "./a", "/a/../b", "/a/./b", "..", "/.."])
def test_a_path_that_says_not_where_it_is_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="absolute"):
        folder_key(path)


def test_a_folder_that_cannot_be_read_is_passed_over_only_where_nearer_ones_decide_all() -> None:
    broken = Unreadable("/a", "its rung is unknown")
    whole = FolderSetting("/a/b", Rung.TEXT, "p", "org")
    index = FolderIndex([broken, whole, FolderSetting("/a/c", Rung.TEXT)])
    assert isinstance(index.effective("/a/b/x.md"), Effective)
    assert index.effective("/a/c/x.md") == broken
    assert index.effective("/a/x.md") == broken
    assert isinstance(index.effective("/b/x.md"), Effective)


@pytest.mark.parametrize(
    ("attribute", "values"),
    [
        ("rung", ["zqx", "", 3, ["text"], True, {"zqx": 1}]),
        ("project", ["", " zqx", "zqx ", "zq\nx", "zqx" * 40, 7, "zq\x00x"]),
        ("scope", ["zqx", "", "dept:", "user:zqxe\u0301", "dept:zqx:y", 1.5]),
    ],
)
def test_a_stored_value_that_makes_no_sense_is_named_and_not_shown(
    attribute: str, values: list[object]
) -> None:
    for value in values:
        found = parse_setting("/a", **{**dict.fromkeys(ATTRIBUTES), attribute: value})
        assert isinstance(found, Unreadable), value
        assert f"its {attribute} " in found.reason
        assert "zqx" not in found.reason


@given(settings)
def test_a_setting_reads_back_from_what_is_stored_of_it(setting: FolderSetting) -> None:
    rung = None if setting.rung is None else setting.rung.value
    assert parse_setting(setting.path, rung, setting.project, setting.scope) == setting


def test_each_rung_adds_to_the_one_below() -> None:
    touched = [machinery(rung) for rung in Rung]
    assert touched[0] == Machinery(False, False, False, False, False)
    assert touched[-1] == Machinery(True, True, True, True, True)
    assert [m.passages for m in touched] == [False, True, True, True]
    assert [(m.card, m.mentions) for m in touched] == [
        (False, False),
        (False, False),
        (True, True),
        (True, True),
    ]
    assert [(m.pointer, m.facts) for m in touched] == [(False, False)] * 3 + [(True, True)]


def test_ten_thousand_settings_cost_a_look_up_no_more_than_ten() -> None:
    def seconds(count: int) -> float:
        index = FolderIndex(FolderSetting(f"/r/{n % 100}/{n}/x/y", Rung.GIST) for n in range(count))
        start = time.perf_counter()
        for n in range(2_000):
            index.effective(f"/r/{n % 100}/{n}/x/y/z/note.md")
        return time.perf_counter() - start

    few, many = min(seconds(10) for _ in range(3)), min(seconds(10_000) for _ in range(3))
    assert many < 10 * few + 0.05
