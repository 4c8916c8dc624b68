"""JSON: chats of many makers, outlines of small files, and reasons for the rest."""

import json
import time
from datetime import date
from typing import Any

import pytest

from tests.ingest.readers.told import by, refused, told, words

FOURTH = date(2026, 11, 4)
AT = 1_793_786_400
"""10:00 on 4 November 2026, UTC."""


def _tree(*nodes: tuple[str, str | None, str, str]) -> dict[str, Any]:
    return {
        key: {
            "parent": parent,
            "message": {"author": {"role": role}, "create_time": AT, "content": {"parts": [text]}}
            if text
            else None,
        }
        for key, parent, role, text in nodes
    }


CHATS: dict[str, Any] = {
    "slack": [
        {"type": "message", "user": "U1", "text": "We want January.", "ts": f"{AT}.0001",
         "user_profile": {"real_name": "Dana Reyes"}},
        {"type": "message", "subtype": "channel_join", "user": "U2", "text": "joined", "ts": f"{AT}.1"},
        {"type": "message", "user": "U1", "text": "Ask <@U1>, see <https://x.example|the plan>.", "ts": f"{AT}.2"},
    ],
    "telegram": {"name": "Dana", "type": "personal_chat", "id": 1, "messages": [
        {"id": 1, "type": "message", "date": "2026-11-04T10:00:00", "from": "Dana Reyes", "from_id": "user1",
         "text": ["We want ", {"type": "bold", "text": "January"}, "."]},
        {"id": 2, "type": "service", "date": "2026-11-04T10:01:00", "actor": "Sam", "action": "pin", "text": ""},
        {"id": 3, "type": "message", "date": "2026-11-04T10:01:00", "from": "Dana Reyes",
         "text": "Ask Dana Reyes, see the plan."},
    ]},
    "telegram, all chats": {"chats": {"list": [{"name": "Dana", "messages": [
        {"type": "message", "date": "2026-11-04T10:00:00", "from": "Dana Reyes", "text": "We want January."}]}]}},
    "assistant, as a tree": [{"title": "Renewal", "current_node": "c", "mapping": _tree(
        ("a", None, "system", "be kind"), ("b", "a", "Dana Reyes", "We want January."),
        ("x", "b", "user", "an old try"),
        ("c", "b", "assistant", "Noted."))}],
    "assistant, as a list": [{"name": "Renewal", "created_at": "2026-11-04T10:00:00Z", "chat_messages": [
        {"sender": "Dana Reyes", "created_at": "2026-11-04T10:00:00Z", "text": "We want January."},
        {"sender": "assistant", "created_at": "2026-11-04T10:00:00Z",
         "content": [{"type": "text", "text": "Noted."}]}]}],
    "messenger": {"participants": [{"name": "Dana Reyes"}], "title": "Dana", "messages": [
        {"sender_name": "Dana Reyes", "timestamp_ms": AT * 1000, "content": "We want January."}]},
    "whatsapp": {"messages": [
        {"sender": "Dana Reyes", "timestamp": "2026-11-04 10:00:00", "message": "We want January."}]},
    "discord": {"guild": {"name": "x"}, "channel": {"name": "ops"}, "messages": [
        {"timestamp": "2026-11-04T10:00:00.000+00:00", "content": "We want January.",
         "author": {"name": "dr", "nickname": "Dana Reyes"}}]},
    "google": {"messages": [{"creator": {"name": "Dana Reyes", "email": "d@x.example"}, "text": "We want January.",
                             "created_date": "Wednesday, 4 November 2026 at 10:00:00 UTC"}]},
    "teams": [{"createdDateTime": "2026-11-04T10:00:00Z", "from": {"user": {"displayName": "Dana Reyes"}},
               "body": {"contentType": "html", "content": "<p>We want <b>January</b>.</p>"}}],
}  # fmt: skip


@pytest.mark.parametrize("maker", CHATS)
def test_chats_of_many_makers(maker: str) -> None:
    outcome = told("export.json", json.dumps(CHATS[maker]))
    entry = by(outcome, "We want January.")
    assert (entry.speaker, entry.said_at, entry.kind) == ("Dana Reyes", FOURTH, "paragraph")
    assert outcome.text[entry.start : entry.end] == "We want January."
    assert "Dana Reyes, 2026-11-04 10:00\nWe want January." in outcome.text
    assert "joined" not in outcome.text and "old try" not in outcome.text and "be kind" not in outcome.text


def test_links_and_mentions_are_as_people_see_them() -> None:
    assert "Ask Dana Reyes, see the plan." in words(told("a.json", json.dumps(CHATS["slack"])))


def test_a_conversation_is_called_by_its_title_and_answers_keep_their_layout() -> None:
    tree = _tree(
        ("a", None, "user", "How often?"),
        ("b", "a", "assistant", "Twice.\n\n```py\nx = 1\n```\n\nThat is all."),
    )
    outcome = told("conversations.json", json.dumps([{"title": "Ferns", "mapping": tree}]))
    assert outcome.title == "Ferns"
    assert words(outcome) == ["Ferns", "How often?", "Twice.", "```py\nx = 1\n```", "That is all."]
    assert by(outcome, "x = 1").kind == "code"
    two = told(
        "conversations.json",
        json.dumps([{"title": "Ferns", "mapping": tree}, {"title": "Moss", "mapping": tree}]),
    )
    assert two.title_from == "name" and by(two, "That is all").heading == ("Ferns",)


def test_a_tree_that_leads_back_to_itself_ends() -> None:
    tree = _tree(("a", "b", "user", "one"), ("b", "a", "user", "two"))
    assert len(told("a.json", json.dumps([{"current_node": "a", "mapping": tree}])).entries) == 2


def test_bytes_written_as_letters_are_mended() -> None:
    mangled = "Grüße".encode().decode("latin-1")
    chat = {"messages": [{"sender_name": mangled, "timestamp_ms": AT * 1000, "content": mangled}]}
    assert words(told("a.json", json.dumps(chat))) == ["Grüße"]


def test_lines_of_json_are_messages_and_broken_ones_are_counted() -> None:
    lines = '{"role": "user", "content": "hi"}\n{"role": "assistant", "content": "hello"}\n{"role":\n'
    outcome = told("a.jsonl", lines)
    assert [(each.speaker, text) for each, text in zip(outcome.entries, words(outcome), strict=True)] == [
        ("user", "hi"), ("assistant", "hello"),
    ]  # fmt: skip
    assert [each.code for each in outcome.warnings] == ["broken_lines"]


def test_other_small_json_is_an_outline() -> None:
    value = {
        "name": "Northwind", "active": True, "tags": ["a", "b"],
        "terms": {"fee": "48000 EUR", "notice": None},
        "people": [{"name": "Dana", "role": "Ops"}, {"name": "Sam", "role": "Law|yer"}],
    }  # fmt: skip
    outcome = told("client.json", json.dumps(value))
    assert outcome.title == "Northwind"
    assert words(outcome) == [
        "name: Northwind\nactive: yes\ntags: a, b", "terms", "fee: 48000 EUR", "people",
        "name | role\nDana | Ops\nSam | Law\\|yer",
    ]  # fmt: skip
    assert (by(outcome, "fee").kind, by(outcome, "fee").heading) == ("field", ("terms",))
    assert by(outcome, "Dana").kind == "table"


@pytest.mark.parametrize("name", ["package.json", "tsconfig.base.json", "client.json"])
def test_settings_of_programs_are_nothing_to_remember(name: str) -> None:
    value = {"$schema": "x", "name": "kit"} if name == "client.json" else {"name": "kit", "version": "1"}
    assert refused(name, json.dumps(value).encode()).code == "unknown_shape"


def test_other_large_json_is_named() -> None:
    outcome = refused("data.json", json.dumps({str(at): [at, [at]] for at in range(20_000)}).encode())
    assert outcome.code == "unknown_shape" and not outcome.failed


@pytest.mark.parametrize(
    "data",
    [b"[" * 500_000 + b"]" * 500_000, b'{"a":' * 200_000, b"1" * 1_000_000, b"{", b"[1, 2", b'{"a": }'],
)
def test_deep_giant_and_broken_json_is_refused_soon(data: bytes) -> None:
    started = time.process_time()
    assert refused("a.json", data).code in ("damaged", "unknown_shape")
    assert time.process_time() - started < 2


def test_lone_surrogates_do_not_pass() -> None:
    assert words(told("a.json", '{"a": "x\\ud800y"}')) == ["a: x\ufffdy"]
