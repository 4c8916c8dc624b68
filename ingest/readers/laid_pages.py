"""The stretches of pages laid out as one text with entries."""

from collections.abc import Sequence

from ingest.normalise import clean
from ingest.readers.outline import Outline
from ingest.readers.paper import Stretch
from ingest.readers.plain import plain_entries


def laid_out(made: Sequence[Stretch], alone: bool) -> Outline:
    """The stretches as text with entries. A heading stands above what follows it by its size; the page comes
    last in each path unless it is the only one."""
    sizes = sorted({round(each.size) for each in made if each.kind == "heading"}, reverse=True)
    bodies = [clean(each.text, "").text for each in made]
    outline = Outline("".join(f"{body}\n\n" for body in bodies).rstrip("\n") + ("\n" if made else ""))
    at = 0
    for each, body in zip(made, bodies, strict=True):
        before, end = len(outline.entries), at + len(body)
        if each.kind == "heading":
            outline.heading(1 + sizes.index(round(each.size)), at, end, " ".join(body.split())[:200])
        elif each.kind == "table":
            outline.add(at, end, "table")
        elif each.kind == "paragraph":
            plain_entries(outline, at, end)
        if not alone:
            outline.extend_since(before, (f"page {each.page}",))
        at = end + 2
    return outline
