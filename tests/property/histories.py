"""What a person, a model, a clock and a bad day may do to a folder, one step after another."""

from datetime import date

from hypothesis import strategies as st

from policy.rungs import Rung
from tests.property.notes import ALIAS, Chapter, Line, Note
from tests.property.oracle import Setting

FOLDERS = ("", "work", "work/weekly", "diary")
FILES = ("2026-11-04.md", "2026-11-11.md", "plan.md")
PATHS = tuple("/".join(filter(None, (folder, file))) for folder in FOLDERS for file in FILES)
KEEP = "keep.md"
"""One file that nothing happens to: a root that loses all it has is another matter."""
NAMES = ("Northwind", "Harborlight", "NW", "Dana Reyes", "Tomas Okafor", "Ash")
READERS = ({"org"}, {"org", "dept:sales"}, {"org", "user:dana"})
SCOPES = ("org", "dept:sales", "user:dana")

LINES = (
    Line("Northwind", "fee", "40,000 EUR"),
    Line("Northwind", "fee", "48,000 EUR"),
    Line("Northwind", "fee", "48,000 EUR", "planned"),
    Line("Northwind", "fee", "40,000 EUR", starts=date(2026, 3, 1)),
    Line("Northwind", "fee", "52,000 EUR", starts=date(2026, 11, 4)),
    Line("NW", "fee", "48,000 EUR"),
    Line("NW", "owner", "Tomas Okafor"),
    Line("Northwind", "owner", "Dana Reyes"),
    Line("Northwind", "owner", "Tomas Okafor", "requested"),
    Line("Harborlight", "customer of", "Northwind"),
    Line("Harborlight", "customer of", "NW"),
    Line("Harborlight", "status", "open"),
    Line("Harborlight", "status", "shut", "negated"),
    Line("Northwind", ALIAS, "NW"),
)
OBJECTS = ("48,000 EUR", "52,000 EUR")
"""What a person may say in place of a fee."""
HEADINGS = ("North", "South", "East")

line = st.sampled_from(LINES)
said = st.lists(line, max_size=3, unique=True).map(tuple)
short = said.map(lambda lines: (Chapter("North", lines),))
long = st.lists(st.sampled_from(HEADINGS), min_size=2, max_size=3, unique=True).flatmap(
    lambda headings: st.tuples(*(said.map(lambda lines, h=h: Chapter(h, lines, long=True)) for h in headings))
)
note: st.SearchStrategy[Note] = st.one_of(short, short, short, long, st.just(()))
path = st.sampled_from(PATHS)
folder = st.sampled_from(FOLDERS[1:])
setting = st.builds(
    Setting,
    st.sampled_from([None, *Rung, Rung.FACTS]),
    st.sampled_from([None, None, None, "birds"]),
    st.sampled_from([None, None, *SCOPES]),
)

step = st.one_of(
    st.tuples(st.just("write"), path, note),
    st.tuples(st.just("write"), path, note),
    st.tuples(st.just("say more"), path, line),
    st.tuples(st.just("append chapter"), path, said),
    st.tuples(st.just("turn chapters"), path),
    st.tuples(st.just("touch"), path),
    st.tuples(st.just("delete"), path),
    st.tuples(st.just("restore"), path),
    st.tuples(st.just("move"), path, path),
    st.tuples(st.just("move folder"), st.sampled_from([("work/weekly", "diary"), ("diary", "work/weekly")])),
    st.tuples(st.just("set"), folder, setting),
    st.tuples(
        st.just("set"), st.just(""), st.builds(Setting, st.sampled_from([*Rung, Rung.FACTS, Rung.FACTS]))
    ),
    st.tuples(st.just("set and apply"), folder, setting),
    st.tuples(st.just("hide"), path),
    st.tuples(st.just("show"), path),
    st.tuples(st.just("sync")),
    st.tuples(st.just("sync")),
    st.tuples(st.just("sync without work")),
    st.tuples(st.just("sync with the model down")),
    st.tuples(st.just("sync with bad replies"), st.sampled_from(["Harborlight", "Northwind"])),
    st.tuples(st.just("die"), st.integers(1, 30)),
    st.tuples(st.just("correct"), st.integers(0, 9), st.sampled_from([None, None, *OBJECTS])),
    st.tuples(st.just("correct"), st.integers(0, 9), st.sampled_from([None, None, *OBJECTS])),
    st.tuples(st.just("undo"), st.integers(0, 9)),
)
"""A name, and what it is done to. Steps that make no sense where they come do nothing."""


def histories(least: int, most: int) -> st.SearchStrategy[list[tuple[object, ...]]]:
    """So many steps."""
    return st.lists(step, min_size=least, max_size=most)
