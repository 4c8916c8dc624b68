"""What the graph must hold, told from the rules alone: what is on the disk, what the folders say, and what could
be read when. It knows no segment, no transaction and no order of work."""

import posixpath
import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date

from policy.rungs import Rung
from tests.property.intervals import Telling, facts_of
from tests.property.notes import ALIAS, Line, Note, words_of

Key = tuple[str, date | None]
"""What one call of the model is about: a chapter's text, and the day of the file it stands in."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a folder lets its files become."""

    rung: Rung
    project: str
    scope: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What one folder says; None inherits, each on its own."""

    rung: Rung | None = None
    project: str | None = None
    scope: str | None = None


@dataclass(slots=True)
class Known:
    """A document as the graph knows it. `note` is None for one that was never read."""

    note: Note | None
    place: Place
    stated: str = "live"
    used: set[Key] = field(default_factory=set)
    maybe_used: set[Key] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Fact:
    """A live fact, as any reader would know it again."""

    project: str
    scope: str
    subject: str
    relation: str
    object: str
    modality: str
    start: date | None
    end: date | None


@dataclass(slots=True)
class Correction:
    """What a person said of a fact: not so (`object` None), or of another object. It is about whoever says the same
    words of the same two things, or the same of them at a time when the fact held."""

    fact: Fact
    words: set[str]
    object: str | None
    places: set[str]
    """The documents that said it."""
    stands: bool = True

    def changes(self, fact: Fact, words: str, day: date | None) -> bool:
        """Whether it is about what a line says on a day; `fact` is that line's."""
        mine, its = self.fact, fact
        if (mine.project, mine.scope, mine.subject, mine.object) != (
            its.project, its.scope, its.subject, its.object,
        ):  # fmt: skip
            return False
        same = (mine.relation, mine.modality) == (its.relation, its.modality)
        held = mine.end is None if day is None else (mine.start or day) <= day < (mine.end or date.max)
        return words in self.words or (same and held)


@dataclass(slots=True)
class World:
    """The disk and the folders' settings now, and the documents as they were last taken in."""

    files: dict[str, Note] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    settings: dict[str, Setting] = field(default_factory=dict)
    known: dict[str, Known] = field(default_factory=dict)
    left: list[tuple[str, Known]] = field(default_factory=list)
    """Documents whose file is gone, with the folder it stood in."""
    corrections: list[Correction] = field(default_factory=list)
    paid: set[Key] = field(default_factory=set)
    doubtful: set[Key] = field(default_factory=set)
    """Paid for, and perhaps forgotten since."""

    def place(self, path: str) -> Place:
        """A file takes each thing from the nearest folder that sets it."""
        found: dict[str, object] = {}
        folder = posixpath.dirname(path)
        while True:
            setting = self.settings.get(folder, Setting())
            for name in ("rung", "project", "scope"):
                value = getattr(setting, name)
                if value is not None:
                    found.setdefault(name, value)
            if not folder:
                break
            folder = posixpath.dirname(folder)
        rung = found.get("rung", Rung.TEXT)
        assert isinstance(rung, Rung)
        return Place(rung, str(found.get("project", "default")), str(found.get("scope", "org")))

    def take_in(self) -> None:
        """What a sync does to documents, facts aside: identity, what is gone, and what each folder asks for."""
        self._follow_moves()
        for path in [path for path in self.known if path not in self.files]:
            self.left.append((posixpath.dirname(path), self.known.pop(path)))
        for path, note in self.files.items():
            place = self.place(path)
            known = self.known.setdefault(path, Known(None, place))
            if path in self.unreadable:
                lower = place.rung.height < known.place.rung.height
                known.place = Place(
                    place.rung if lower else known.place.rung, known.place.project, known.place.scope
                )
                known.stated = "failed"
            else:
                known.note, known.place, known.stated = note, place, "live"
            if place.rung is Rung.NOTHING:
                self._forget(known)
        self.sweep()

    def sweep(self) -> None:
        """What removed documents left goes where their folder is at `nothing` now."""
        kept = []
        for folder, known in self.left:
            if self.place(posixpath.join(folder, "x")).rung is Rung.NOTHING:
                self._forget(known)
            else:
                kept.append((folder, known))
        self.left = kept

    def _follow_moves(self) -> None:
        gone = {path: known for path, known in sorted(self.known.items()) if path not in self.files}
        for path in sorted(self.files):
            if path in self.known or path in self.unreadable:
                continue
            same = [old for old, known in gone.items() if known.note == self.files[path]]
            named = [old for old in same if posixpath.basename(old) == posixpath.basename(path)]
            if same:
                old = (named or same)[0]
                self.known[path] = self.known.pop(old)
                del gone[old]

    def _forget(self, known: Known) -> None:
        """Paid answers go with the last document that used them."""
        mine, mine_maybe = known.used, known.used | known.maybe_used
        known.used, known.maybe_used = set(), set()
        others = [*self.known.values(), *(known for _, known in self.left)]
        surely = {key for other in others for key in other.used}
        perhaps = surely | {key for other in others for key in other.maybe_used}
        self.doubtful |= (mine_maybe - surely) & self.paid
        self.doubtful -= mine - perhaps
        self.paid -= mine_maybe - surely

    def needed(self) -> set[Key]:
        """What the model must have been asked for the facts of all documents."""
        return {
            key for path, known in self.known.items() if self.speaks(path) for key in self.keys(path, known)
        }

    def keys(self, path: str, known: Known) -> set[Key]:
        """One call a chapter and day of saying."""
        return {(str(chapter), day_of(path)) for chapter in known.note or ()}

    def speaks(self, path: str) -> bool:
        """Whether a document has facts and a pointer: its folder lets it, and there is anything in it."""
        known = self.known[path]
        return known.place.rung is Rung.FACTS and bool(known.note)

    def settle(self) -> None:
        """All facts are written: who used which answer is certain again."""
        for path, known in self.known.items():
            if self.speaks(path):
                known.used |= self.keys(path, known)
            known.maybe_used.clear()
        self.paid |= self.needed()
        self.doubtful -= self.paid

    def unsettle(self) -> None:
        """Something was asked or written, nobody knows how much."""
        for path, known in self.known.items():
            if self.speaks(path):
                known.maybe_used |= self.keys(path, known)

    def facts(self) -> dict[Fact, set[str]]:
        """The live facts and the documents that say each."""
        return {fact: held for fact, (held, _) in self._facts().items()}

    def superseding(self) -> set[tuple[Fact, Fact]]:
        """Which fact took the place of which."""
        return {(fact, old) for fact, (_, replaced) in self._facts().items() for old in replaced}

    def _facts(self) -> dict[Fact, tuple[set[str], list[Fact]]]:
        groups: defaultdict[tuple[str, str, str, str], list[Telling]] = defaultdict(list)
        for path, known in self.known.items():
            for line in self._lines(path, known):
                subject = self.named(line.subject, path)
                said = Telling(path, _meant(line, self.named(line.object, path)), day_of(path))
                if line.relation == ALIAS or subject == said.line.object:
                    continue
                place = known.place
                corrected = self._corrected(place, subject, said, str(line))
                if corrected is not None:
                    groups[place.project, place.scope, subject, line.relation].append(corrected)
        found: dict[Fact, tuple[set[str], list[Fact]]] = {}
        for (project, scope, subject, relation), told in groups.items():
            held = facts_of(relation, told)
            as_fact = {
                id(h): Fact(project, scope, subject, relation, h.object, h.modality, h.start, h.end)
                for h in held
            }
            for h in held:
                found[as_fact[id(h)]] = (h.documents, [as_fact[id(old)] for old in h.replaced])
        return found

    def _corrected(self, place: Place, subject: str, said: Telling, words: str) -> Telling | None:
        """What people left of a line: each looks at it as those before left it."""
        for one in self.corrections:
            line = said.line
            fact = Fact(
                place.project, place.scope, subject, line.relation, line.object, line.modality, None, None
            )
            if one.stands and one.changes(fact, words, said.day):
                if one.object is None:
                    return None
                said = replace(said, line=replace(line, object=one.object))
        return said

    def known_of(self, one: Correction) -> bool:
        """Whether anybody may know of a correction: a folder where its fact stood is not at `nothing`."""
        return any(self.place(path).rung is not Rung.NOTHING for path in one.places)

    def said_objects(self) -> set[str]:
        """What the lines of all documents name last, and what people named in its place, be it corrected again."""
        lines = {line.object for path, known in self.known.items() for line in self._lines(path, known)}
        return lines | {one.object for one in self.corrections if one.object and one.stands}

    def words_behind(self, fact: Fact) -> set[str]:
        """The lines that a fact rests on."""
        return {
            str(line)
            for path in self.facts()[fact]
            for line in self._lines(path, self.known[path])
            if self._says(path, line, fact)
        }

    def _says(self, path: str, line: Line, fact: Fact) -> bool:
        subject = self.named(line.subject, path)
        said = Telling(path, _meant(line, self.named(line.object, path)), day_of(path))
        left = self._corrected(self.known[path].place, subject, said, str(line))
        if left is None or (subject, line.relation) != (fact.subject, fact.relation):
            return False
        same = (left.line.object, left.line.modality) == (fact.object, fact.modality)
        return same and said.document in self.facts()[fact] and _in(left.day, fact)

    def _lines(self, path: str, known: Known) -> list[Line]:
        return [line for chapter in known.note or () for line in chapter.lines] if self.speaks(path) else []

    def named(self, name: str, path: str) -> str:
        """What a name means in a document: another name for a thing counts for readers of the scope that taught
        it, and `org` teaches everybody."""
        scope = self.known[path].place.scope
        meant = {
            line.subject
            for other, known in self.known.items()
            if known.place.scope in ("org", scope)
            for line in self._lines(other, known)
            if line.relation == ALIAS and line.object == name
        }
        assert len(meant) < 2, "the made-up notes give a name to one thing"
        return meant.pop() if meant else name

    def shown(self, rung: Rung) -> dict[str, list[str]]:
        """The searchable text of every document at or above a rung."""
        return {
            path: words_of(known.note) if known.note is not None else []
            for path, known in self.known.items()
            if known.place.rung.height >= rung.height
        }

    def readable(self, fact: Fact) -> bool:
        """Whether anybody may read it now: its folder may have been set anew since."""
        return fact in self.memory({place.scope for place in map(self.place, self.known)} | {fact.scope})[0]

    def memory(self, scopes: set[str]) -> tuple[set[Fact], set[str]]:
        """The facts and pointers that may be volunteered to who reads these scopes: what is in memory, where both
        what was written and what its folder says now allow it."""
        open_ = {
            path
            for path in self.known
            if self.place(path).rung is Rung.FACTS and self.place(path).scope in scopes
        }
        facts = {fact for fact, told in self.facts().items() if fact.scope in scopes and told & open_}
        pointers = {p for p in open_ if self.speaks(p) and self.known[p].place.scope in scopes}
        return facts, pointers


def day_of(path: str) -> date | None:
    """The day a file was written: the one in its name."""
    match = re.match(r"(\d{4}-\d{2}-\d{2})", posixpath.basename(path))
    return date.fromisoformat(match[1]) if match else None


def _in(day: date | None, fact: Fact) -> bool:
    return day is None or fact.start is None or fact.start <= day < (fact.end or date.max)


def _meant(line: Line, object_: str) -> Line:
    return Line(line.subject, line.relation, object_, line.modality, line.starts)
