"""The gate: the destination decides, and what cannot be read changes nothing."""

import inspect
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.explain import explain, form
from policy.folders import Effective, FolderSetting, Unreadable, resolve
from policy.gate import Admit, Held, Transition, gate, transition
from policy.rungs import Machinery, Rung, machinery

rungs = st.sampled_from(Rung)
FIELDS = [field.name for field in fields(Machinery)]


def effective(rung: Rung, project: str = "p", scope: str = "org") -> Effective:
    found = resolve([FolderSetting("/a", rung, project, scope)], "/a/x.md")
    assert isinstance(found, Effective)
    return found


@given(rungs, st.sampled_from(["p", "q"]), st.sampled_from(["org", "dept:hr", "user:anna"]))
def test_what_is_readable_is_admitted_to_its_rungs_machinery_and_no_more(
    rung: Rung, project: str, scope: str
) -> None:
    assert gate(effective(rung, project, scope)) == Admit(machinery(rung), rung, project, scope)


def test_nothing_but_the_policy_of_the_destination_reaches_the_gate() -> None:
    assert list(inspect.signature(gate).parameters) == ["policy"]
    assert {field.name for field in fields(Effective)} == {"rung", "project", "scope", "decided_by"}


def test_an_unreadable_policy_is_held_with_what_to_do() -> None:
    decision = gate(Unreadable("/a", "its rung is none of nothing, text, gist, facts"))
    assert isinstance(decision, Held)
    assert decision.folder == "/a"
    for words in ("/a", "its rung", "kg policy set", "nothing is taken back"):
        assert words in decision.reason


@given(rungs, rungs)
def test_a_transition_leads_from_one_form_exactly_to_the_other(applied: Rung, wanted: Rung) -> None:
    before, after, step = machinery(applied), machinery(wanted), transition(applied, wanted)
    for name in FIELDS:
        had, adds, takes = (getattr(part, name) for part in (before, step.add, step.take_back))
        assert not (adds and had) and not (takes and not had)
        assert ((had or adds) and not takes) == getattr(after, name)
    assert step.needed == (applied is not wanted)
    assert step.purge == (wanted is Rung.NOTHING and applied is not Rung.NOTHING)


@given(rungs)
def test_what_is_held_adds_nothing_and_takes_nothing_back(applied: Rung) -> None:
    step = transition(applied, Held("why", "/a"))
    assert step == Transition(machinery(Rung.NOTHING), machinery(Rung.NOTHING)) and not step.needed


@pytest.mark.parametrize("rung", list(Rung))
def test_every_rung_is_explained_in_its_own_words(rung: Rung) -> None:
    assert (form(rung).push == "never") == (rung is not Rung.FACTS)
    assert (form(rung).model_calls == "none") == (rung is not Rung.FACTS)
    assert len({form(rung).content for rung in Rung}) == len(Rung)


def test_an_explanation_names_the_folder_behind_each_attribute() -> None:
    settings = [FolderSetting("/a", Rung.FACTS), FolderSetting("/a/b", scope="dept:hr")]
    lines = explain("/a/b/x.md", resolve(settings, "/a/b"), Rung.GIST).lines()
    assert lines[:3] == (
        "rung: facts (set by /a)",
        "project: default (the default, no folder sets it)",
        "scope: dept:hr (set by /a/b)",
    )
    assert "unasked, recall says: the pointer and facts" in lines
    assert lines[-2:] == ("in the graph it stands at: gist", "the next sync adds: pointer, facts")


def test_an_explanation_says_what_is_still_to_be_taken_back() -> None:
    lines = explain("/a/x.md", effective(Rung.TEXT), Rung.FACTS).lines()
    assert lines[-1].endswith("card, mentions, pointer, facts")


def test_an_explanation_of_a_form_that_holds_has_nothing_to_add() -> None:
    assert (
        explain("/a/x.md", effective(Rung.GIST), Rung.GIST).lines()[-1] == "in the graph it stands at: gist"
    )


def test_an_explanation_of_a_held_folder_says_that_nothing_changes() -> None:
    held = explain("/a/x.md", Unreadable("/a", "its scope is wrong"), Rung.FACTS)
    assert held.decided == () and not held.pending.needed
    assert "its scope is wrong" in held.lines()[0] and held.lines()[1] == "In the graph it stays at facts."
