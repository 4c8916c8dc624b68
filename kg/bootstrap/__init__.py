"""The one place that joins the rooms: each use case takes settings and gives a value.

Use cases are imported when they are called: a question does not pay for what a sync needs.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.bootstrap.answers import (
        ask_about,
        ask_recall,
        ask_search,
        list_facts,
        show_fact,
        show_ledger,
    )
    from kg.bootstrap.corrections import correct_fact, list_corrections, retract_fact, undo_correction
    from kg.bootstrap.cyphers import ask_cypher, cookbook
    from kg.bootstrap.engine import doctor, engine_down, engine_up, password_place, status
    from kg.bootstrap.models import hosted_models
    from kg.bootstrap.purge import allow_file, purge_file, purge_thing
    from kg.bootstrap.syncs import (
        count_root,
        explain_policy,
        get_policy,
        limits,
        list_policy,
        plan_sync,
        set_policy,
        sync_folder,
        sync_options,
        unlink_folder,
        watch_folder,
        work_off,
    )
    from kg.bootstrap.upkeep import fingerprint, rebuild
    from kg.bootstrap.vectors import reindex

_ROOMS = {
    "answers": ("ask_about", "ask_recall", "ask_search", "list_facts", "show_fact", "show_ledger"),
    "corrections": ("correct_fact", "list_corrections", "retract_fact", "undo_correction"),
    "cyphers": ("ask_cypher", "cookbook"),
    "engine": ("doctor", "engine_down", "engine_up", "password_place", "status"),
    "models": ("hosted_models",),
    "purge": ("allow_file", "purge_file", "purge_thing"),
    "syncs": (
        "explain_policy",
        "count_root",
        "get_policy",
        "limits",
        "list_policy",
        "plan_sync",
        "set_policy",
        "sync_folder",
        "sync_options",
        "watch_folder",
        "unlink_folder",
        "work_off",
    ),
    "upkeep": ("fingerprint", "rebuild"),
    "vectors": ("reindex",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "allow_file",
    "ask_about",
    "ask_cypher",
    "ask_recall",
    "ask_search",
    "cookbook",
    "correct_fact",
    "count_root",
    "doctor",
    "engine_down",
    "engine_up",
    "explain_policy",
    "fingerprint",
    "get_policy",
    "hosted_models",
    "limits",
    "list_corrections",
    "list_facts",
    "list_policy",
    "password_place",
    "plan_sync",
    "purge_file",
    "purge_thing",
    "rebuild",
    "reindex",
    "retract_fact",
    "set_policy",
    "show_fact",
    "show_ledger",
    "status",
    "sync_folder",
    "sync_options",
    "undo_correction",
    "unlink_folder",
    "watch_folder",
    "work_off",
]


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _HOME:
        raise AttributeError(name)
    return getattr(importlib.import_module(f"kg.bootstrap.{_HOME[name]}"), name)
