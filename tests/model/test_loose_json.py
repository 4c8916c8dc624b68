"""Replies as models write them: what is read, what is mended, and what is refused."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model.loose_json import LONGEST, Loose, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9999, 9999) | st.floats(-1e9, 1e9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(st.text(max_size=6), VALUES, max_size=4)
FACTS = st.lists(st.fixed_dictionaries({"subject": st.text(max_size=9), "n": st.integers()}), max_size=5)


def first(text: str) -> Loose | None:
    return next(iter(read_json(text)), None)


@given(OBJECTS, st.sampled_from([None, 1]), st.booleans())
def test_json_is_read_as_json_is(value: dict[str, Any], indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only).replace("\\u0000", " ")
    assert first(text) == Loose(json.loads(text), 0)


@given(FACTS, st.sampled_from(["Here you are:\n", "```json\n", "<think>a {small} [test]</think>\n"]))
def test_prose_and_fences_around_it_do_not_matter(facts: list[Any], before: str) -> None:
    text = json.dumps({"facts": facts}).replace("\\u0000", " ")
    found = [loose for loose in read_json(f"{before}{text}\n```") if loose.value == json.loads(text)]
    assert [loose.mended for loose in found] == [1]


@given(FACTS, st.data())
def test_a_cut_reply_keeps_whole_items_only(facts: list[Any], data: st.DataObject) -> None:
    text = json.dumps({"facts": facts}).replace("\\u0000", " ")
    whole = json.loads(text)["facts"]
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    for loose in read_json(cut):
        if isinstance(loose.value, dict) and "facts" in loose.value:
            kept = loose.value["facts"]
            assert kept == whole[: len(kept)]
            assert kept or not whole or cut.endswith("]")
            assert loose.mended == 1


@given(st.text(max_size=200) | st.text(st.sampled_from('{}[]",:1e-\\u \n'), max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    assert all(isinstance(loose.value, dict | list) for loose in read_json(text))


@pytest.mark.parametrize(
    ("text", "value", "mended"),
    [
        ('{"a": [1, 2,], }', {"a": [1, 2]}, 2),
        ('{"facts": [{"a": "b"}', {"facts": [{"a": "b"}]}, 1),
        ('{"facts": []', {"facts": []}, 1),
        ('{"facts": [{"a": "b"}, {"a": ["c"', {"facts": [{"a": "b"}]}, 1),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}, 0),
        ('{"a": "Kiln \\ud83d"}', {"a": "Kiln \ufffd"}, 1),
        ('{"a": "Kiln \ud83d \\ude00"}', {"a": "Kiln \ufffd \ufffd"}, 2),
        ('{"a": "\\ud83d\\ude00"}', {"a": "\U0001f600"}, 0),
        ('{"a": "x\\u0000y"}', {"a": "x y"}, 1),
        ('\ufeff{"a": 1}', {"a": 1}, 0),
    ],
)
def test_what_is_mended_is_counted(text: str, value: object, mended: int) -> None:
    assert first(text) == Loose(value, mended)  # type: ignore[arg-type]  # only objects and arrays are listed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "I found nothing.",
        '{"facts"',
        '{"facts": [',
        '{"facts": [{"a":',
        "{'a': 1}",
        '{"a": tru',
        "[[[[",
    ],
)
def test_what_cannot_be_read_is_nothing(text: str) -> None:
    assert first(text) is None


def test_a_reply_beyond_all_measure_is_not_read() -> None:
    assert first('{"a": "' + "x" * LONGEST + '"}') is None


@pytest.mark.parametrize(
    "text", ["[" * LONGEST, '{"a":' * 20_000, "[1," * 30_000, "{" * LONGEST, '{"a":"\\' * 9_000]
)
def test_hostile_replies_take_no_time(text: str) -> None:
    began = time.monotonic()
    list(read_json(text))
    assert time.monotonic() - began < 2
