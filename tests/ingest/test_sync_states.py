"""Whatever happened to a folder, its picture in the graph is that of a fresh sync of what is there now."""

import asyncio
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ingest.sync import apply_policy
from kg.model.document import NotRead
from kg.model.outcome import Unparsed
from kg.model.stored import DocumentWrite
from policy.rungs import Rung
from tests.fakes.extractor import LineExtractor
from tests.fakes.store import FakeStore
from tests.ingest.rig import Rig

FOLDERS = ("", "work", "work/weekly", "diary")
NAMES = ("2026-11-04.md", "2026-11-11.md", "Northwind.md", "notes.txt")
LINES = (
    "Northwind | fee | 40,000 EUR",
    "Northwind | fee | 48,000 EUR",
    "Northwind Ltd | owner | Dana Reyes",
    "Harborlight | customer of | Northwind",
    "harborlight | status | open",
    "Northwind | also known as | NW",
    "NW | fee | 52,000 EUR",
    "Harborlight | also known as | NW",
    "A sentence without any fact in it.",
)

files = st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES)).map(
    lambda part: "/".join(filter(None, part))
)
contents = st.lists(st.sampled_from(LINES), max_size=4).map(lambda lines: "\n\n".join(lines) + "\n")
SCOPES = st.sampled_from([None, "org", "dept:sales"])


class Folder(RuleBasedStateMachine):
    """A person works on a folder; a sync runs now and then, and some replies of the model fail."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="kg-states-")).resolve()
        self.runner = asyncio.Runner()
        self.rig = Rig(self.home / "root")
        self.synced = False

    def teardown(self) -> None:
        self.runner.close()
        shutil.rmtree(self.home)

    @property
    def lines(self) -> LineExtractor:
        assert isinstance(self.rig.extractor, LineExtractor)
        return self.rig.extractor

    def here(self, name: str) -> bool:
        return (self.rig.root / name).exists()

    @initialize()
    def begin(self) -> None:
        self.runner.run(self.rig.rung(Rung.FACTS))
        self.rig.write("keep.md", "Ash | fee | 1 EUR\n")

    @rule(name=files, content=contents)
    def write(self, name: str, content: str) -> None:
        self.rig.write(name, content)
        self.synced = False

    @rule(name=files)
    def touch(self, name: str) -> None:
        if self.here(name):
            self.rig.touch(name)
            self.synced = False

    @rule(name=files)
    def delete(self, name: str) -> None:
        (self.rig.root / name).unlink(missing_ok=True)
        self.synced = False

    @rule(name=files, to=files)
    def move(self, name: str, to: str) -> None:
        if self.here(name):
            (self.rig.root / to).parent.mkdir(parents=True, exist_ok=True)
            (self.rig.root / name).rename(self.rig.root / to)
            self.synced = False

    @rule(folder=st.sampled_from(FOLDERS[1:]), rung=st.sampled_from([None, *Rung]), scope=SCOPES)
    def set_policy(self, folder: str, rung: Rung | None, scope: str | None) -> None:
        self.runner.run(self.rig.rung(rung, folder, **({"scope": scope} if scope else {})))
        self.synced = False

    @rule(folder=st.sampled_from(FOLDERS), rung=st.sampled_from(Rung))
    def set_policy_and_apply(self, folder: str, rung: Rung) -> None:
        self.runner.run(self.rig.rung(rung, folder))
        self.runner.run(apply_policy((self.rig.root / folder).as_posix(), self.rig.deps))
        self.synced = False

    @rule(name=files)
    def sync_while_a_file_cannot_be_read(self, name: str) -> None:
        self.rig.refusing[Path(name).name] = NotRead("unreadable", "Permission denied.", failed=True)
        self.runner.run(self.rig.sync())
        self.rig.refusing.clear()
        self.rig.later(hours=1)
        self.synced = False

    @rule(folder=st.sampled_from(FOLDERS[1:]))
    def sync_while_a_policy_cannot_be_read(self, folder: str) -> None:
        path = (self.rig.root / folder).as_posix()
        self.rig.store.break_setting(path)
        self.runner.run(self.rig.sync())
        self.runner.run(self.rig.rung(None, folder))
        self.rig.later(hours=1)
        self.synced = False

    @rule()
    def sync_halfway(self) -> None:
        self.runner.run(self.rig.sync(wait=False))
        self.synced = False

    @rule()
    def sync_with_a_failing_model(self) -> None:
        self.lines.fails["Harborlight"] = Unparsed("The reply was no JSON.")
        self.runner.run(self.rig.sync())
        self.lines.fails.clear()
        self.rig.later(hours=1)
        self.synced = False

    @rule()
    def sync(self) -> None:
        self.runner.run(self.rig.sync())
        self.synced = True

    @invariant()
    @precondition(lambda self: self.synced)
    def is_a_fresh_sync(self) -> None:
        assert picture(self.rig.store) == picture(self.runner.run(self.fresh()))

    @invariant()
    @precondition(lambda self: self.synced)
    def has_nothing_left_to_do(self) -> None:
        written, asked = self.rig.store.calls.copy(), len(self.lines.asked)
        receipt = self.runner.run(self.rig.sync())
        assert receipt.documents.unchanged == receipt.documents.seen
        assert (receipt.work.embeddings, len(self.lines.asked)) == (0, asked)
        assert self.rig.store.calls == written

    async def fresh(self) -> FakeStore:
        other = Rig(self.rig.root)
        for setting in await self.rig.store.folder_settings():
            await other.store.set_folder(setting)  # type: ignore[arg-type]  # none is broken here
        await other.sync()
        return other.store


def picture(store: FakeStore) -> dict[str, object]:
    """Everything a reader can see, without the ids of documents."""
    documents = {write.id: write for write in store.all_written()}
    paths = {id_: write.path for id_, write in documents.items()}
    return {
        "documents": {write.path: seen(write) for write in documents.values()},
        "passages": {
            write.path: [(p.start, p.end, p.text, p.context) for p in write.passages]
            for write in documents.values()
        },
        "facts": {
            id_: (replace(fact.span, evidence=()), fact.text, sorted(paths[d] for d in fact.documents))
            for id_, fact in store.facts().items()
        },
        "entities": store.entities(),
        "texts": sorted(store.texts().values()),
        "vectors": sorted(text for text, _ in store.vectors_in_use().values()),
    }


def seen(write: DocumentWrite) -> DocumentWrite:
    """A document's properties; at `nothing` those the graph does not keep are left out."""
    plain = replace(write, id="", mtime_ns=0, extract=False, passages=(), mentions=())
    if write.rung is Rung.NOTHING:
        return replace(plain, title="", dated=None, folder="", warnings=())
    return plain


Folder.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
test_any_history_ends_in_the_same_graph = Folder.TestCase
