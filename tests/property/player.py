"""Plays a history on a folder and on the oracle, and looks at the graph after every step."""

import asyncio
import os
import posixpath
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from ingest.deps import SyncDeps, SyncOptions
from ingest.load import Loaded, load
from ingest.objects import read_object
from ingest.sync import apply_policy, sync
from ingest.work.vectors import Embedding
from kg.model.correction import Change, NewCorrection
from kg.model.document import NotRead
from kg.model.outcome import Unparsed, Unreachable
from kg.model.receipt import SyncReceipt
from kg.observe import silent
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.fakes.extractor import LineExtractor
from tests.property.compare import Plain, exactly, plain, within
from tests.property.histories import KEEP, NAMES, PATHS, READERS, SCOPES
from tests.property.notes import Chapter, Line, Note, text_of
from tests.property.oracle import Correction, Key, Setting, World
from tests.property.pictures import Naming, Picture

BAD_REPLIES = 3
"""Most syncs of one history whose model says nonsense: after five a document has failed for good."""
UNREADABLE = NotRead("unreadable", "Permission denied.", failed=True)

Memory = tuple[set[str], set[str]]
"""Ids of facts, paths of pointers."""


@dataclass(slots=True)
class Counts:
    """How much was looked at."""

    histories: int = 0
    steps: int = 0
    syncs: int = 0
    facts: int = 0
    calls: int = 0
    recalls: int = 0
    corrections: int = 0
    undone: int = 0


class Player:
    """One folder in one workspace. `look` gives the picture of the graph; `recall`, where there is a reader, what
    may be volunteered to who reads these scopes. Every public method is a step of a history."""

    def __init__(
        self,
        root: Path,
        deps: SyncDeps,
        model: LineExtractor,
        look: Callable[[Naming], Awaitable[Picture]],
        recall: Callable[[Naming, set[str]], Awaitable[Memory]] | None,
        counts: Counts,
    ) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root, self.model, self.counts = root, model, counts
        self.world = World()
        self._look, self._recall = look, recall
        self._now = deps.clock()
        self._naming = Naming(deps.store.workspace, root.as_posix(), NAMES, (*PATHS, KEEP))
        self._deps = replace(deps, clock=lambda: self._now, load=self._load, progress=self._sign_of_life)
        self._deleted: dict[str, Note] = {}
        self._stamp = 1_700_000_000_000_000_000
        self._bad = 0
        self._signs_left: int | None = None
        self._run: asyncio.Task[SyncReceipt] | None = None
        self._sayable: set[Plain] = set()
        self._corrections: list[str] = []
        self._work_left = True
        """Whether it is unknown what of the work is done."""
        self._everyone = tuple(audience(deps.store.workspace, scope) for scope in SCOPES)

    async def play(self, history: Sequence[tuple[Any, ...]]) -> None:
        """All steps, then a sync after everything can be read again, then one that has nothing to do."""
        await self.set("", Setting(Rung.FACTS))
        self._put(KEEP, (Chapter("Ash", (Line("Ash", "fee", "1 EUR"),)),))
        for name, *how in history:
            await getattr(self, name.replace(" ", "_"))(*how)
            self.counts.steps += 1
        for path in sorted(self.world.unreadable):
            await self.show(path)
        await self.sync()
        await self._nothing_to_do()
        self.counts.histories += 1

    async def write(self, path: str, note: Note) -> None:
        self._put(path, note)

    async def say_more(self, path: str, line: Line) -> None:
        note = self.world.files.get(path)
        if note:
            last = note[-1]
            self._put(path, (*note[:-1], replace(last, lines=(*last.lines, line))))

    async def append_chapter(self, path: str, lines: tuple[Line, ...]) -> None:
        note = self.world.files.get(path)
        if note and note[0].long and len(note) < 4:
            self._put(path, (*note, Chapter(f"Later {len(note)}", lines, long=True)))

    async def turn_chapters(self, path: str) -> None:
        self._put(path, self.world.files[path][::-1]) if self.world.files.get(path) else None

    async def touch(self, path: str) -> None:
        if path in self.world.files:
            self._stamped(path)

    async def delete(self, path: str) -> None:
        if path in self.world.files and path not in self.world.unreadable:
            (self.root / path).unlink()
            self._deleted[path] = self.world.files.pop(path)

    async def restore(self, path: str) -> None:
        if path in self._deleted and path not in self.world.files:
            self._put(path, self._deleted[path])

    async def move(self, path: str, to: str) -> None:
        hidden = {path, to} & self.world.unreadable
        if path in self.world.files and path != to and not hidden:
            (self.root / to).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).rename(self.root / to)
            self.world.files[to] = self.world.files.pop(path)

    async def move_folder(self, ends: tuple[str, str]) -> None:
        for path in [path for path in self.world.files if posixpath.dirname(path) == ends[0]]:
            await self.move(path, posixpath.join(ends[1], posixpath.basename(path)))

    async def set(self, folder: str, setting: Setting) -> None:
        """Readers are held to it at once."""
        await self._deps.store.set_folder(
            FolderSetting(self._absolute(folder), setting.rung, setting.project, setting.scope)
        )
        self.world.settings[folder] = setting
        await self._volunteered()

    async def set_and_apply(self, folder: str, setting: Setting) -> None:
        await self.sync()
        await self.set(folder, setting)
        asked = len(self.model.asked)
        await apply_policy(self._absolute(folder), self._deps)
        await self._settled(asked)

    async def hide(self, path: str) -> None:
        """From now on the file cannot be read; what was known of it stays. Not one with another name for a thing:
        what that means goes on changing in the files that can be read."""
        note = self.world.files.get(path, ())
        if not any("NW" in str(line) for chapter in note for line in chapter.lines):
            await self.sync()
            if path in self.world.files:
                self.world.unreadable.add(path)
                self._stamped(path)

    async def show(self, path: str) -> None:
        if path in self.world.unreadable:
            self.world.unreadable.discard(path)
            self._stamped(path)

    async def sync(self) -> None:
        """Everything is as the rules say when it returns."""
        asked = len(self.model.asked)
        self._now += timedelta(hours=2)
        await self._synced()
        await self._settled(asked)
        await self._volunteered()

    async def sync_without_work(self) -> None:
        await self._halfway(SyncOptions(wait=False))

    async def sync_with_the_model_down(self) -> None:
        self.model.fails[""] = Unreachable("The endpoint does not answer.", retryable=True)
        await self._halfway(SyncOptions())
        self.model.fails.clear()

    async def sync_with_bad_replies(self, word: str) -> None:
        self._bad += 1
        if self._bad <= BAD_REPLIES:
            self.model.fails[word] = Unparsed("The reply was no JSON.")
            await self._halfway(SyncOptions())
            self.model.fails.clear()

    async def die(self, after: int) -> None:
        """A run ends at its nth sign of life; the next one brings everything to where an undisturbed one would have,
        and pays for nothing twice."""
        asked = len(self.model.asked)
        self._now += timedelta(hours=2)
        self._signs_left = after
        self._run = asyncio.ensure_future(self._synced())
        await asyncio.gather(self._run, return_exceptions=True)
        if not self._run.cancelled():
            self._run.result()
        self._signs_left = self._run = None
        await self._synced()
        await self._settled(asked)

    async def correct(self, which: int, object_: str | None) -> None:
        """A person says of a fact that it is not so, or of another object: at once, whoever says it."""
        await self.sync()
        facts = sorted(self.world.facts(), key=str)
        if not facts:
            return
        fact = facts[which % len(facts)]
        if object_ is not None and (fact.relation != "fee" or fact.object == object_):
            return
        words, picture = self.world.words_behind(fact), await self._picture()
        places = set(self.world.facts()[fact])
        (id_,) = (id_ for id_, (one, _, _) in picture.facts.items() if one == fact)
        change = None if object_ is None else Change(object=read_object(object_, "text", None, 0))
        done = await self._deps.store.correct_fact(
            self._everyone, NewCorrection(uuid.uuid4().hex, id_, change, "tester", None)
        )
        if self.world.readable(fact):
            assert done is not None
            self._corrections.append(done.id)
            self.world.corrections.append(Correction(fact, words, object_, places))
            self.counts.corrections += 1
        else:
            assert done is None
        await self._after_correcting()

    async def undo(self, which: int) -> None:
        if self._corrections:
            await self.sync()
            at = which % len(self._corrections)
            done = await self._deps.store.undo_correction(self._everyone, self._corrections[at], "tester")
            one = self.world.corrections[at]
            # Where all its folders are at `nothing` by now nobody may know of it.
            assert done is not None or not self.world.known_of(one)
            one.stands = one.stands and done is None
            self.counts.undone += done is not None
            await self._after_correcting()

    async def _after_correcting(self) -> None:
        """It holds without a sync; a new fact gets its vector, as the command gives it."""
        await Embedding(self._deps.store, silent).run("memory", self._deps.memory_embedder)
        self._agree(exactly(self.world, await self._picture()))
        self._sayable = plain(self.world.facts())
        await self._volunteered()

    async def _halfway(self, options: SyncOptions) -> None:
        """A run after which work is left over."""
        asked = len(self.model.asked)
        self._now += timedelta(hours=2)
        await sync(self.root, self._deps, options)
        self.world.take_in()
        self._sayable |= plain(self.world.facts())
        self._work_left = True
        self._agree(within(self.world, self._sayable, await self._picture()))
        self.world.unsettle()
        heard = {key for key in self.world.needed() if self._asked(asked)[key[0]] and not self._failing(key)}
        self.world.paid |= heard

    async def _settled(self, asked: int) -> None:
        """All work is done: the graph is as the oracle says, and what was paid for is what was new."""
        self.world.take_in()
        self._paid_once(asked)
        self._agree(exactly(self.world, await self._picture()))
        self.world.settle()
        self._sayable = plain(self.world.facts())
        self._work_left = False

    async def _synced(self) -> SyncReceipt:
        self.counts.syncs += 1
        return await sync(self.root, self._deps, SyncOptions())

    async def _nothing_to_do(self) -> None:
        asked = len(self.model.asked)
        receipt = await self._synced()
        assert receipt.documents.unchanged == receipt.documents.seen, receipt.documents
        assert (receipt.work.embeddings, len(self.model.asked) - asked) == (0, 0)

    def _paid_once(self, asked: int) -> None:
        """The model was asked for every new chapter, once, and for nothing else."""
        calls = self._asked(asked)
        needed = self.world.needed() - self.world.paid
        free = {text for text, _ in needed & self.world.doubtful}
        wanted = Counter(text for text, _ in needed - self.world.doubtful)
        over = {text: n for text, n in (calls - wanted).items() if text not in free}
        assert not over, f"asked again: {over}"
        assert not wanted - calls, f"never asked: {wanted - calls}"
        self.counts.calls += calls.total()

    def _asked(self, since: int) -> Counter[str]:
        return Counter(self.model.asked[since:])

    def _failing(self, key: Key) -> bool:
        return any(word in key[0] for word in self.model.fails)

    async def _picture(self) -> Picture:
        picture = await self._look(self._naming)
        self.counts.facts += len(picture.facts)
        return picture

    async def _volunteered(self) -> None:
        """Recall sees what the rules say, and at once."""
        if self._recall is None or self._work_left:
            return
        picture = await self._look(self._naming)
        for scopes in READERS:
            facts, pointers = await self._recall(self._naming, scopes)
            wanted = self.world.memory(scopes)
            have = {picture.facts[id_][0] for id_ in facts}, pointers
            assert have == wanted, f"recall for {sorted(scopes)}: wanted {wanted}, have {have}"
            self.counts.recalls += 1

    def _agree(self, differences: list[str]) -> None:
        assert not differences, "\n".join(differences)

    def _put(self, path: str, note: Note) -> None:
        if path not in self.world.unreadable:
            at = self.root / path
            at.parent.mkdir(parents=True, exist_ok=True)
            at.write_text(text_of(note), "utf-8")
            self.world.files[path] = note
            self._stamped(path)

    def _stamped(self, path: str) -> None:
        self._stamp += 1_000_000_000
        os.utime(self.root / path, ns=(self._stamp, self._stamp))

    def _absolute(self, folder: str) -> str:
        return (self.root / folder).as_posix() if folder else self.root.as_posix()

    def _load(self, path: str) -> Loaded | NotRead:
        hidden = Path(path).relative_to(self.root).as_posix() in self.world.unreadable
        return UNREADABLE if hidden else load(path)

    def _sign_of_life(self, _stage: str, _done: int, _total: int | None) -> None:
        if self._signs_left is not None and self._run is not None:
            self._signs_left -= 1
            if self._signs_left == 0:
                self._run.cancel()
