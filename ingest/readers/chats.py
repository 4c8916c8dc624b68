"""Exports of chats: which parts of a JSON value are messages, who said each and when. The shapes are those that
messengers and assistants write: lists of messages under any key, and trees of messages that answer each other."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from ingest.readers.dates import field_date
from ingest.readers.page import read_page

_TEXT = ("text", "content", "body", "message", "msg", "value", "parts", "text_content", "plain_text")
_AUTHOR = (
    "from", "author", "sender", "sender_name", "user_profile", "creator", "speaker", "user", "username", "role",
    "from_name", "display_name", "name", "nick", "participant",
)  # fmt: skip
_WHEN = (
    "date", "ts", "timestamp", "timestamp_ms", "time", "created_at", "createdAt", "create_time", "created_date",
    "createdDateTime", "sent_at", "sent", "datetime", "date_unixtime",
)  # fmt: skip
_NAMED = (
    "real_name",
    "displayName",
    "display_name",
    "nickname",
    "global_name",
    "name",
    "username",
    "user",
    "role",
    "email",
)
_TITLE = ("title", "name", "topic", "subject", "chat_name", "channel")
_NOBODY = frozenset(("system", "tool", "function", "developer"))
"""Roles whose text is no one's words: instructions to a program, and what programs answered."""
_SLACK = re.compile(r"<((?:https?|mailto|[@#!])[^>|\s]*)(?:\|([^>]*))?>")
_DEPTH = 12
_THREADS = 20_000


@dataclass(frozen=True, slots=True)
class Message:
    """`when` is the time as shown, to the minute, empty when unknown."""

    speaker: str | None
    text: str
    day: date | None = None
    when: str = ""


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation, in order."""

    title: str
    messages: tuple[Message, ...]


def threads(value: Any) -> list[Thread]:
    """Every conversation in a JSON value; none when it is no chat."""
    return [each for each in _threads(value, "", 0) if each.messages][:_THREADS]


def _threads(value: Any, title: str, depth: int) -> Iterator[Thread]:
    if depth > _DEPTH:
        return
    if isinstance(value, Mapping):
        told = _title(value) or title
        tree = value.get("mapping")
        if isinstance(tree, Mapping) and any(
            isinstance(each, Mapping) and "message" in each for each in tree.values()
        ):
            yield Thread(told, tuple(_messages(_branch(tree, value.get("current_node")))))
            return
        for inner in value.values():
            if isinstance(inner, Mapping | list):
                yield from _threads(inner, told, depth + 1)
    elif isinstance(value, list):
        if _are_messages(value):
            yield Thread(title, tuple(_messages(value)))
            return
        for inner in value:
            if isinstance(inner, Mapping | list):
                yield from _threads(inner, title, depth + 1)


def _title(value: Mapping[str, Any]) -> str:
    for key in _TITLE:
        told = value.get(key)
        if isinstance(told, Mapping):
            told = told.get("name")
        if isinstance(told, str) and told.strip():
            return " ".join(told.split())[:200]
    return ""


def _are_messages(items: Sequence[Any]) -> bool:
    """Whether most items have words, and a writer or a time beside them."""
    sample = items[:50]
    fitting = sum(1 for item in sample if isinstance(item, Mapping) and _is_message(item))
    return bool(sample) and fitting >= 0.6 * len(sample)


def _is_message(item: Mapping[str, Any]) -> bool:
    inner = item.get("message")
    if isinstance(inner, Mapping) and _is_message(inner):
        return True
    has_text = any(key in item for key in _TEXT)
    who = any(key in item for key in _AUTHOR)
    return has_text and (
        any(key in item for key in _WHEN) or (who and ("role" in item or "name" not in item))
    )


def _branch(tree: Mapping[str, Any], leaf: Any) -> list[Any]:
    """The messages from the root to the one shown last; of a tree without that, the newest branch."""
    parents = {key: node.get("parent") for key, node in tree.items() if isinstance(node, Mapping)}
    if not isinstance(leaf, str) or leaf not in parents:
        inner = {parent for parent in parents.values() if isinstance(parent, str)}
        leaf = next((key for key in reversed(list(parents)) if key not in inner), None)
    path, seen = list[Any](), set[str]()
    while isinstance(leaf, str) and leaf in parents and leaf not in seen:
        seen.add(leaf)
        path.append(tree[leaf])
        leaf = parents[leaf]
    return path[::-1]


def _messages(items: Sequence[Any]) -> Iterator[Message]:
    names = _names(items)
    for outer in items:
        if not isinstance(outer, Mapping):
            continue
        inner = outer.get("message")
        item = inner if isinstance(inner, Mapping) else outer
        if (
            item.get("subtype") in ("channel_join", "channel_leave", "bot_add")
            or item.get("type") == "service"
        ):
            continue
        speaker = _speaker(item) or _speaker(outer)
        text = _words(item).strip()
        if text and (speaker or "").lower() not in _NOBODY:
            day, when = _time(item) if any(key in item for key in _WHEN) else _time(outer)
            if "timestamp_ms" in item:
                text, speaker = _unmangled(text), _unmangled(speaker) if speaker else None
            text = _SLACK.sub(lambda found: found[2] or names.get(found[1][1:], found[1]), text)
            yield Message(names.get(speaker or "", speaker), text, day, when)


def _names(items: Sequence[Any]) -> dict[str, str]:
    """The names behind the ids of users, where some message says both."""
    made = dict[str, str]()
    for item in items:
        if isinstance(item, Mapping) and isinstance(item.get("user_profile"), Mapping):
            user, name = item.get("user"), _speaker(item)
            if isinstance(user, str) and name:
                made.setdefault(user, name)
    return made


def _words(item: Mapping[str, Any]) -> str:
    value = next((item[key] for key in _TEXT if item.get(key)), None)
    text = _text(value)
    if isinstance(value, Mapping) and str(value.get("contentType", "")).lower() == "html":
        return "\n\n".join(block.text for block in read_page(text).blocks)
    return text


def _speaker(item: Mapping[str, Any]) -> str | None:
    for key in _AUTHOR:
        told = item.get(key)
        for _ in range(3):
            if isinstance(told, Mapping):
                told = next((told[name] for name in _NAMED if told.get(name)), None)
        if isinstance(told, str | int) and not isinstance(told, bool) and str(told).strip():
            return " ".join(str(told).split())[:120]
    return None


def _text(value: Any, depth: int = 0) -> str:
    """Text that may come in pieces: strings, and objects that hold some."""
    if isinstance(value, str):
        return value
    if depth > 4:
        return ""
    if isinstance(value, Mapping):
        if value.get("type") in ("tool_use", "tool_result", "image", "thinking"):
            return ""
        return _text(
            next((value[key] for key in ("text", "content", "parts", "plain") if value.get(key)), None),
            depth + 1,
        )
    if isinstance(value, list):
        pieces = [_text(each, depth + 1) for each in value]
        whole = all(isinstance(each, Mapping) and each.get("type") in ("text", "paragraph") for each in value)
        return ("\n\n" if whole else "").join(each for each in pieces if each)
    return ""


def _time(item: Mapping[str, Any]) -> tuple[date | None, str]:
    """Day and shown time. Times with a zone are shown as written, seconds since 1970 in UTC."""
    for key in _WHEN:
        value = item.get(key)
        if isinstance(value, str) and re.fullmatch(r"1[0-9]{9}(?:[0-9]{3}|[0-9]{6})?(?:\.[0-9]+)?", value):
            value = float(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 1e8:
            try:
                moment = datetime.fromtimestamp(
                    value / (1e6 if value > 1e14 else 1e3 if value > 1e11 else 1), UTC
                )
            except (ValueError, OverflowError, OSError):
                continue
            return moment.date(), f"{moment:%Y-%m-%d %H:%M}"
        if isinstance(value, str) and (day := field_date(re.sub(r"^\w+day,?\s+", "", value))):
            clock = re.search(r"(?<![0-9:])[0-2]?[0-9]:[0-5][0-9]", value[6:])
            return day, f"{day.isoformat()} {clock.group()}" if clock else day.isoformat()
    return None, ""


def _unmangled(text: str) -> str:
    """Text of exports that write the bytes of UTF-8 as if each were a character."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text
