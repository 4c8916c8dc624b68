"""Names that were purged, in what a reader gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.guard import Guarded, guard
from ingest.purged import PLACEHOLDER, first_word, without_names
from ingest.readers import read
from kg.model.document import ReadText
from kg.model.names import name_key
from kg.model.purged import NOTHING_PURGED, Purged


def purged(*names: str) -> Purged:
    blank = Purged(key="ab" * 32)
    keys = {name_key(name) for name in names}
    return Purged(
        key=blank.key,
        names=frozenset(blank.hashed(key) for key in keys),
        firsts=frozenset(blank.hashed(first_word(key)) for key in keys),
    )


DANA = purged("Dana Lopez", "AT&T", "Birk")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Met Dana Lopez today.", f"Met {PLACEHOLDER} today."),
        ("DANA\nLOPEZ's plan", f"{PLACEHOLDER} plan"),
        ("(Dana  Lopez), AT & T and at&t.", f"({PLACEHOLDER}), {PLACEHOLDER} and {PLACEHOLDER}."),
        ("Birk-based; birk@example.org", f"{PLACEHOLDER}-based; {PLACEHOLDER}@example.org"),
        ("Dana, and Lopez of Birkenhead", "Dana, and Lopez of Birkenhead"),
        ("", ""),
    ],
)
def test_a_placeholder_stands_for_each_name(text: str, expected: str) -> None:
    assert without_names(text, DANA)[0] == expected
    assert without_names(text, NOTHING_PURGED) == (text, without_names(text, NOTHING_PURGED)[1])


@given(st.text(st.sampled_from("Dana LopezBirk.,\n\u00e9"), max_size=60))
def test_what_is_left_holds_no_name_and_offsets_lead_back(text: str) -> None:
    left, offsets = without_names(text, DANA)
    assert without_names(left, DANA)[0] == left
    for at, char in enumerate(left):
        if not any(s <= at < s + len(PLACEHOLDER) for s in _places(left)):
            assert text[offsets.to_source(at)] == char


def _places(text: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(PLACEHOLDER, at)]


def test_the_guard_takes_names_and_secrets_and_keeps_the_map() -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    text = f"# Dana Lopez\n\nDana Lopez has the token {secret} of Birk.\n"
    outcome = read("dana lopez.md", text.encode())
    assert isinstance(outcome, ReadText)
    guarded = guard(outcome, DANA)
    assert isinstance(guarded, Guarded)
    shown = guarded.read.text
    assert "Lopez" not in shown and "Birk" not in shown and secret not in shown
    assert guarded.read.title is not None and "Lopez" not in guarded.read.title
    assert dict(guarded.kinds)["purged"] == 3
    assert all("Lopez" not in step for entry in guarded.read.entries for step in entry.heading)
    at = shown.index("has the token")
    assert outcome.text[guarded.offsets.to_source(at) :].startswith("has the token")
    end = shown.index("of [")
    assert outcome.text[guarded.offsets.to_source(end) :].startswith("of Birk")
