"""Scopes, audiences and principals: one truth in two forms."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.principal import Principal, Right, audiences, scopes, visible
from policy.scope import Scope, ScopeError, ScopeKind, audience, parse_name, parse_scope

names = st.sampled_from(
    ["anna", "Anna", "anna b", "org", "dept", "user", "a", "a.b", "ü", "ü", "_x", "1", "名"]
)
scope_values = st.one_of(
    st.just(Scope(ScopeKind.ORG)),
    st.builds(Scope, st.sampled_from([ScopeKind.DEPARTMENT, ScopeKind.USER]), names.map(parse_name)),
)
principals = st.builds(
    Principal, names, st.frozensets(names), st.frozensets(st.sampled_from(Right)) | st.just(frozenset(Right))
)
workspaces = st.text(max_size=6) | st.sampled_from(["w", "w1", "worg", "w\x00", "\x001w", "default"])


@given(scope_values)
def test_a_scope_reads_back_from_its_text(scope: Scope) -> None:
    assert parse_scope(str(scope)) == scope


@pytest.mark.parametrize(
    "text",
    ["", "Org", "org ", "org:", "org:x", "dept", "dept:", "user:", "team:x", "dept: x", "user:x ", "user:a:b",
     "user:a/b", "user:a\nb", "user:\u202eanna", "user:" + "a" * 65, "user:-x", "user:\x00", "dept:'a'",
     "user:a,b"],
)  # fmt: skip
def test_what_is_no_scope_is_refused_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(ScopeError, match=r"org, dept:NAME or user:NAME|letters, digits"):
        parse_scope(text)


def test_two_spellings_of_one_name_are_one_scope() -> None:
    composed = "dept:Größe"
    assert parse_scope(unicodedata.normalize("NFD", composed)) == parse_scope(composed)
    assert audience("w", unicodedata.normalize("NFD", composed)) == audience("w", composed)


def test_case_counts() -> None:
    assert audience("w", "user:Anna") != audience("w", "user:anna")


@given(workspaces, scope_values, workspaces, scope_values)
def test_audiences_are_equal_only_for_equal_workspace_and_scope(
    one: str, a: Scope, other: str, b: Scope
) -> None:
    assert (audience(one, a) == audience(other, b)) == ((one, a) == (other, b))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("w", "user:anna"), ("wuser:", "dept:anna")),
        (("wo", "org"), ("w", "org")),
        (("w\x1forg", "org"), ("w", "org")),
        (("w", "dept:x"), ("w", "user:x")),
        (("1", "org"), ("", "org")),
    ],
)
def test_no_choice_of_names_runs_over_the_seam(left: tuple[str, str], right: tuple[str, str]) -> None:
    assert audience(*left) != audience(*right)


def test_an_audience_is_one_word_for_an_analyzer_and_stays_what_it_is() -> None:
    token = audience("default", "org")
    assert re.fullmatch(r"a[0-9a-f]{24}", token)
    assert token == "a4a42f38988b81fca9a48198c"


def test_a_lone_surrogate_in_a_workspace_has_a_token_too() -> None:
    assert audience("\ud800", "org") != audience("\ud801", "org")


@given(workspaces, principals, scope_values)
def test_the_two_forms_of_visibility_agree(workspace: str, principal: Principal, scope: Scope) -> None:
    assert visible(principal, scope) == (audience(workspace, scope) in audiences(workspace, principal))


@given(workspaces, workspaces, principals, scope_values)
def test_nothing_is_visible_from_another_workspace(
    here: str, there: str, principal: Principal, scope: Scope
) -> None:
    if here != there:
        assert audience(there, scope) not in audiences(here, principal)


@given(principals)
def test_a_principal_reads_org_its_departments_and_its_own_drafts(principal: Principal) -> None:
    readable = {str(scope) for scope in scopes(principal)}
    if Right.READ not in principal.rights:
        assert readable == set()
    else:
        departments = {f"dept:{name}" for name in principal.departments}
        assert readable == {"org", f"user:{principal.name}"} | departments


def test_a_drafts_owner_is_the_user_not_a_department_of_that_name() -> None:
    anna = Principal("anna", frozenset({"sales"}))
    assert visible(anna, "user:anna") and visible(anna, "dept:sales") and visible(anna, "org")
    assert (
        not visible(anna, "user:sales") and not visible(anna, "dept:anna") and not visible(anna, "user:bob")
    )


def test_a_principal_with_an_impossible_name_cannot_be_made() -> None:
    with pytest.raises(ScopeError):
        Principal("a:b")
    with pytest.raises(ScopeError):
        Principal("a", frozenset({""}))


def test_a_question_about_no_scope_is_an_error_not_a_no() -> None:
    with pytest.raises(ScopeError):
        visible(Principal("anna"), "everyone")
