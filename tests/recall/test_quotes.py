"""A quote is what the file says, or it is not shown."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.ids import quote_hash
from kg.model.seen import SeenEvidence, SeenPassage
from kg.recall.quotes import quote

TEXT = "The fee is 48,000 EUR.\n\n  Notice is 60 days, 😀 as agreed.\n\n\nThe end."


def passages(text: str) -> tuple[SeenPassage, ...]:
    """The visible stretches of a text."""
    made, at = [], 0
    for paragraph in text.split("\n\n"):
        start = text.index(paragraph.strip(), at) if paragraph.strip() else at
        if paragraph.strip():
            made.append(SeenPassage(start, start + len(paragraph.strip()), paragraph.strip()))
        at = start
    return tuple(made)


def evidence(text: str, start: int, end: int, shown: tuple[SeenPassage, ...]) -> SeenEvidence:
    return SeenEvidence("/v/a.md", "A", start, end, quote_hash(text[start:end]), None, shown)


def test_a_quote_inside_of_one_passage() -> None:
    start = TEXT.index("60 days")
    assert quote(evidence(TEXT, start, start + 7, passages(TEXT)[1:2])).quote == "60 days"


def test_a_quote_over_two_passages_keeps_its_white_space() -> None:
    start, end = TEXT.index("48,000"), TEXT.index(" days")
    assert quote(evidence(TEXT, start, end, passages(TEXT))).quote == "48,000 EUR.\n\n  Notice is 60"


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_every_quote_within_the_visible_text_is_cut_exactly(data: st.DataObject) -> None:
    shown = passages(TEXT)
    visible = [at for p in shown for at in range(p.start, p.end)]
    start = data.draw(st.sampled_from(visible))
    last = data.draw(st.sampled_from([at for at in visible if at >= start]))
    within = tuple(p for p in shown if p.start <= last and p.end > start)
    assert quote(evidence(TEXT, start, last + 1, within)).quote == TEXT[start : last + 1]


def test_other_words_never_stand_as_a_quote() -> None:
    said = evidence(TEXT, 0, 22, passages(TEXT)[:1])
    changed = (SeenPassage(0, 22, "The fee is 52,000 EUR."),)
    assert quote(said).quote == "The fee is 48,000 EUR."
    for gone in (
        changed,
        (),
        (SeenPassage(5, 22, "ee is 48,000 EUR."),),
        (SeenPassage(0, 10, "The fee is"),),
    ):
        shown = quote(SeenEvidence("/v/a.md", "A", 0, 22, said.hash, None, gone))
        assert (shown.quote, shown.path, shown.start, shown.end) == (None, "/v/a.md", 0, 22)
