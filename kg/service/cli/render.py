"""Answers for people: the same JSON shapes, laid out to be read. Nothing here decides anything."""

from pathlib import PurePath
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

Shape = dict[str, Any]

NAMED = 20
"""Files named in one receipt before the rest is only counted."""

GROUPS = {
    "current": "Known",
    "wanted": "Asked for, planned, to come",
    "conflicts": "Said differently, and no date decides",
    "unsure": "Uncertain, or a question",
    "history": "Before",
}
"""Groups of a card, in the order people read them, with their headings."""


def out() -> Console:
    """Standard output; rich leaves colours away when it is no terminal."""
    return Console(highlight=False, soft_wrap=True)


def clean(text: object) -> str:
    """A text from a file, safe for a terminal: no control characters, no markup of ours."""
    kept = "".join(c if c.isprintable() or c == " " else " " for c in str(text or ""))
    return escape(kept)


def short(path: str | None) -> str:
    """The last two parts of a path: enough to know the file by."""
    parts = PurePath(path or "").parts
    return clean("/".join(parts[-2:]))


def source(fact: Shape) -> str:
    """Where a fact comes from, in half a line."""
    evidence = fact.get("evidence") or []
    if not evidence:
        return ""
    first = evidence[0]
    when = f", {first['said_at']}" if first.get("said_at") else ""
    more = f" and {len(evidence) - 1} more" if len(evidence) > 1 else ""
    return f"{short(first.get('path'))}{clean(when)}{more}"


def fact_lines(console: Console, fact: Shape, quotes: bool) -> None:
    """One fact: its words, where from, and the quote under it."""
    put = "corrected" if fact.get("corrections") and fact.get("status") != "retracted" else ""
    notes = [n for n in (_standing(fact), put, source(fact)) if n]
    console.print(f"  • {clean(fact['text'])}  [dim]{'; '.join(notes)}[/dim]")
    for evidence in (fact.get("evidence") or [])[:1] if quotes else []:
        if evidence.get("quote"):
            console.print(f"      [italic dim]“{clean(evidence['quote'])}”[/italic dim]")


def _standing(fact: Shape) -> str:
    if fact.get("status") in ("stale", "retracted"):
        return str(fact["status"])
    if fact.get("current"):
        return ""
    if fact.get("valid_to"):
        return f"was, until {clean(fact['valid_to'])}"
    return "not current"


def about(shape: Shape) -> None:
    """The card of an entity: what holds, what was asked for or planned, what changed, what is around it."""
    console = out()
    entity = shape["entity"]
    console.print(f"[bold]{clean(entity['name'])}[/bold]  [dim]{clean(entity['kind'])}[/dim]")
    if entity.get("aliases"):
        console.print(f"  also: {clean(', '.join(entity['aliases']))}")
    facts = {fact["id"]: fact for fact in shape["facts"]}
    for group, heading in GROUPS.items():
        if shape["groups"][group]:
            console.print(f"\n[bold]{heading}[/bold]")
            for id_ in shape["groups"][group]:
                fact_lines(console, facts[id_], quotes=True)
    if shape.get("related"):
        names = ", ".join(f"{r['name']} ({r['count']})" for r in shape["related"][:12])
        console.print(f"\n[bold]Around it[/bold]\n  {clean(names)}")
    if shape.get("documents"):
        console.print("\n[bold]Documents[/bold]")
        for document in shape["documents"]:
            console.print(f"  {clean(document['title'])}  [dim]{short(document['path'])}[/dim]")


def search(shape: Shape) -> None:
    """Hits, best first: what kind, where, and the text."""
    console = out()
    _notice(console, shape)
    if not shape["hits"]:
        console.print(clean(shape.get("reason") or "Nothing found."))
    for hit in shape["hits"]:
        title = clean(hit.get("title") or hit.get("path"))
        console.print(f"[bold]{title}[/bold]  [dim]{hit['kind']}, {short(hit.get('path'))}[/dim]")
        console.print(f"  {clean(_cut(hit.get('text') or hit.get('about') or '', 280))}")


def _notice(console: Console, shape: Shape) -> None:
    if shape.get("notice"):
        console.print(f"[yellow]{clean(shape['notice'])}[/yellow]")


def _cut(text: str, width: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def recall(shape: Shape) -> None:
    """The lines an agent would be given, each with why it came; or silence, said."""
    console = out()
    _notice(console, shape)
    if shape["silent"]:
        console.print("[dim](silent: nothing in memory stands out for this)[/dim]")
    for item in shape["items"]:
        said = f", {item['source']['said_at']}" if item["source"].get("said_at") else ""
        console.print(f"  • {clean(item['text'])}  [dim]{short(item['source']['path'])}{clean(said)}[/dim]")
        console.print(f"      [dim]{clean(item['why'])}[/dim]")


def facts(shape: Shape) -> None:
    """A table of facts."""
    table = Table(box=None, pad_edge=False)
    for column in ("id", "fact", "status", "from"):
        table.add_column(column, overflow="fold")
    for fact in shape["facts"]:
        standing = _standing(fact) or fact["status"]
        table.add_row(fact["id"][:10], clean(fact["text"]), standing, source(fact))
    out().print(table)


def corrections(shape: Shape) -> None:
    """A table of corrections."""
    table = Table(box=None, pad_edge=False)
    for column in ("id", "what", "put in place", "by", "why", "stands"):
        table.add_column(column, overflow="fold")
    for one in shape["corrections"]:
        put = "; ".join(f"{part}: {clean(words)}" for part, words in one["change"].items())
        stands = f"undone by {clean(one['undone_by'])}" if one["undone_at"] else clean(one["at"])[:10]
        said = clean(one["text"] or f"fact {one['fact'][:10]}")
        table.add_row(
            one["id"][:10], f"{one['kind']} {said}", put, clean(one["by"]), clean(one["reason"]), stands
        )
    out().print(table)


def fact(shape: Shape) -> None:
    """The whole story of one fact."""
    console = out()
    fact_lines(console, shape, quotes=True)
    for event in shape.get("history") or []:
        console.print(
            f"  {clean(event['at'])}  {clean(event['what'])}  [dim]{clean(event.get('by') or '')} "
            f"{clean(event.get('why') or '')}[/dim]"
        )


def receipt(shape: Shape) -> None:
    """What a sync did, in a few lines."""
    console = out()
    documents, segments, facts_ = shape["documents"], shape["segments"], shape["facts"]
    named = ", ".join(f"{n} {word}" for word, n in documents.items() if word != "seen" and n)
    console.print(f"[bold]{documents['seen']} files[/bold]: {named or 'none'}")
    if segments["total"]:
        console.print(
            f"  segments {segments['total']}: {segments['extracted']} extracted, {segments['reused']} from the ledger; "
            f"{shape['model_calls']} model calls, {shape['tokens']['in']} + {shape['tokens']['out']} tokens"
        )
    if any(facts_.values()):
        console.print("  facts " + ", ".join(f"{n} {word}" for word, n in facts_.items() if n))
    if shape.get("skipped"):
        rules = ", ".join(f"{n} by {clean(rule)}" for rule, n in sorted(shape["skipped"].items()))
        console.print(f"  skipped {rules}")
    if shape.get("cost"):
        console.print(f"  cost {_money(shape['cost'])}")
    for difference in shape.get("differences") or []:
        console.print(
            f"  {difference['what']}: {difference['planned']} planned, {difference['real']} real  "
            f"[dim]{clean(difference['why'])}[/dim]"
        )
    _named(console, shape["problems"], "yellow")
    _named(console, shape["warnings"], "dim")
    if shape.get("stopped"):
        console.print(f"  [yellow]{clean(shape['stopped']['message'])}[/yellow]")
    changes = {what: seconds for what, seconds in (shape.get("seconds_changes") or {}).items() if seconds}
    took = "".join(f", {seconds:.1f} s of it for the change of {what}" for what, seconds in changes.items())
    console.print(f"  [dim]{shape['seconds']:.1f} s{took}[/dim]")


def _named(console: Console, notes: list[Shape], colour: str) -> None:
    """Files by name, with what is to be said of them."""
    for note in notes[:NAMED]:
        console.print(
            f"  [{colour}]{short(note['path'])}[/{colour}] {clean(note['message'])}{tried_again(note)}"
        )
    if len(notes) > NAMED:
        console.print(f"  … and {len(notes) - NAMED} more (all with --json)")


def tried_again(note: Shape) -> str:
    """When what waits is tried again, to the minute."""
    return f"; next try {note['next_try'][:16]}" if note.get("next_try") else ""


def work(shape: Shape) -> None:
    """What draining the queue did, in a line or two."""
    console = out()
    segments, facts_ = shape["segments"], shape["facts"]
    console.print(
        f"  segments {segments['total']}: {segments['extracted']} extracted, {segments['reused']} from the ledger; "
        f"{shape['model_calls']} model calls"
    )
    console.print("  facts " + ", ".join(f"{n} {word}" for word, n in facts_.items()))
    _named(console, shape["problems"], "yellow")
    _named(console, shape["warnings"], "yellow")
    if shape.get("stopped"):
        console.print(f"  [yellow]{clean(shape['stopped']['message'])}[/yellow]")


def bill(shape: Shape) -> None:
    """What a sync would do and cost."""
    console = out()
    documents, segments = shape["documents"], shape["segments"]
    named = ", ".join(f"{n} {word}" for word, n in documents.items() if word != "seen" and n)
    console.print(f"[bold]{documents['seen']} files[/bold] would be: {named or 'none'}")
    console.print(
        f"  segments {segments['total']}, {segments['reused']} of them in the ledger; {asked_for(shape)}"
    )
    console.print(_bill_lines(shape))
    _named(console, shape["problems"], "yellow")
    _named(console, shape["warnings"], "dim")
    for rule, count in sorted(shape["skipped"].items()):
        console.print(f"  [dim]{count} skipped by {clean(rule)}[/dim]")


def asked_for(shape: Shape) -> str:
    """Calls, tokens and money of a bill, what is a guess named as one; a local extractor costs nothing."""
    calls, tokens, cost = shape["model_calls"], shape["tokens"], shape["cost_estimate"]
    if not calls:
        return "0 model calls"
    counted = f"{calls} model calls, {tokens['in']} tokens in, an estimated {tokens['out_estimate']} out"
    return counted if cost is None else f"{counted}, an estimated {_money(cost)}"


def _money(cost: Shape) -> str:
    return f"{cost['amount']:.2f} {clean(cost['currency'])}".strip()


def _bill_lines(shape: Shape) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("  folder", "rung", "files", "segments", "new"):
        table.add_column(column, no_wrap=True, justify="left" if column in ("  folder", "rung") else "right")
    paid = shape["model_calls"] > 0
    for column in ("calls", "tokens in", "out est.", *(["cost est."] if shape["cost_estimate"] else [])):
        if paid:
            table.add_column(column, no_wrap=True, justify="right")
    lines = sorted(shape["folders"], key=lambda line: (-line["segments"]["extracted"], line["folder"]))
    for line in lines[:NAMED]:
        segments, tokens = line["segments"], line["tokens"]
        counts = [line["documents"], segments["total"], segments["extracted"]]
        if paid:
            counts += [line["model_calls"], tokens["in"], tokens["out_estimate"]]
        cost = [f"{line['cost_estimate']['amount']:.2f}"] if paid and line["cost_estimate"] else []
        table.add_row(f"  {short(line['folder'])}", line["rung"], *(str(count) for count in counts), *cost)
    if len(lines) > NAMED:
        table.add_row(f"  … and {len(lines) - NAMED} more (all with --json)")
    return table
