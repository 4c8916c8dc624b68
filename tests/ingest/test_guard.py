"""No secret gets past the door, whatever part of a document it stands in."""

import random
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import guard as door
from ingest.guard import Guarded, guard
from ingest.readers import read
from kg.model.document import NotRead, ReadText
from policy.rungs import Rung
from tests.ingest.rig import Rig


def token(seed: int = 1) -> str:
    """A key of a well-known shape, made at run time."""
    letters = random.Random(seed).choices(string.ascii_letters + string.digits, k=36)
    return "ghp" + "_" + "".join(letters)


def guarded(name: str, text: str) -> Guarded:
    outcome = read(name, text.encode())
    assert isinstance(outcome, ReadText)
    result = guard(outcome)
    assert isinstance(result, Guarded)
    return result


def test_a_secret_goes_from_every_part_of_a_document() -> None:
    key = token()
    text = (
        f"---\ntitle: Deploy with {key}\nsummary: uses {key}\ntoken: {key}\n---\n"
        f"# Key {key}\n\nFirst the key {key} here.\n\n## Below {key}\n\nLast words.\n"
    )
    result = guarded(f"{token(2)}.md", text)
    assert key not in repr(result.read)
    assert result.kinds == (("github-token", 6),)
    assert "[secret:github-token]" in (result.read.title or "")


def test_a_secret_in_a_file_name_does_not_become_a_title() -> None:
    key = token(3)
    assert key not in repr(guarded(f"{key}.txt", "Nothing secret in here.\n").read)


def test_entries_keep_their_words_at_their_new_places() -> None:
    text = f"First part.\n\nThe key is {token()} for now.\n\nLast part.\n"
    result = guarded("a.md", text)
    words = [result.read.text[entry.start : entry.end].strip() for entry in result.read.entries]
    assert words == ["First part.", "The key is [secret:github-token] for now.", "Last part."]


@given(st.lists(st.one_of(st.integers(0, 5), st.sampled_from(["word", "\n\n", "# Head\n", "- item\n"]))))
@settings(max_examples=60, deadline=None)
def test_entries_stay_in_order_and_inside(parts: list[int | str]) -> None:
    text = " ".join(token(part) if isinstance(part, int) else part for part in parts)
    result = guarded("a.md", text)
    at = 0
    for entry in result.read.entries:
        assert at <= entry.start <= entry.end <= len(result.read.text)
        at = entry.end
    assert not any(token(seed) in result.read.text for seed in range(6))


@pytest.mark.parametrize("rung", list(Rung))
async def test_no_secret_reaches_store_embedder_or_model(tmp_path: Path, rung: Rung) -> None:
    rig, key = Rig(tmp_path / "root"), token()
    await rig.rung(rung)
    rig.write("ops.md", f"---\ntitle: Deploy {key}\n---\n# Deploy\n\nNorthwind | token | {key}\n")
    receipt = await rig.sync()
    everything = [rig.store.all_written(), rig.store.texts(), rig.store.ledger, rig.store.facts(), receipt]
    everything += [rig.body.texts, rig.memory.texts, getattr(rig.extractor, "asked", [])]
    assert key not in repr(everything)
    assert dict(receipt.redacted) == {"github-token": 2}
    assert (await rig.sync()).documents.unchanged == 1


async def test_a_guard_that_fails_stops_its_file_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, key = door.redact, token()

    def failing(text: str) -> object:
        if key in text:
            raise ValueError(f"cannot look at {text}")
        return real(text)

    monkeypatch.setattr(door, "redact", failing)
    rig = Rig(tmp_path / "root")
    rig.write_all({"bad.md": f"The key is {key}.\n", "good.md": "Nothing here.\n"})
    receipt = await rig.sync()
    assert [problem.code for problem in receipt.problems] == ["guard_failed"]
    assert (receipt.documents.failed, receipt.documents.new) == (1, 1)
    assert key not in repr([receipt, rig.store.all_written()]) + caplog.text
    monkeypatch.setattr(door, "redact", real)
    receipt = await rig.sync()
    assert (receipt.exit_code, receipt.documents.changed) == (0, 1)


def test_a_failure_is_said_without_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(text: str) -> object:
        raise RuntimeError(text)

    monkeypatch.setattr(door, "redact", failing)
    outcome = read("a.md", b"private words\n")
    assert isinstance(outcome, ReadText)
    refused = guard(outcome)
    assert isinstance(refused, NotRead)
    assert "private" not in refused.message
