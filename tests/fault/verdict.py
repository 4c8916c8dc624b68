"""What is looked at after a death, and the counts of all of them."""

from collections import Counter
from dataclasses import dataclass, field

from tests.fault.forks import Ended, Point
from tests.fault.rig import Act, Rig
from tests.fault.seen import Form

IN_PARTS = "large"
"""The document that has more statements than one transaction takes: its facts come part by part."""


@dataclass(frozen=True)
class Undisturbed:
    """How an act goes when nothing happens."""

    act: Act
    ended: Ended
    fingerprint: str
    before: dict[str, Form]
    after: dict[str, Form]
    asked: frozenset[str]
    """The segments a model was asked about."""

    def points(self) -> list[Point]:
        return self.ended.points


@dataclass
class Counts:
    """Printed at the end, so that the numbers can be read."""

    kills: int = 0
    not_reached: int = 0
    """Ordered to end at an instant at which they were over already."""
    half_visible: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    calls: int = 0
    unheard: int = 0
    """Calls whose reply had not been stored at the death, and were made again."""
    paid_twice: list[str] = field(default_factory=list)
    in_parts: int = 0
    """Looks at which the large document's facts were partly as before and partly as after."""
    slowest: float = 0.0

    @property
    def faults(self) -> list[str]:
        return [*self.half_visible, *self.differing, *self.left, *self.failed, *self.paid_twice]

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.not_reached} came too late), "
            f"{len(self.half_visible)} half-visible, {len(self.differing)} lost or duplicated, "
            f"{len(self.left)} left over, {len(self.failed)} that would not go on, "
            f"{self.calls} model calls, {len(self.paid_twice)} paid twice "
            f"({self.unheard} made again because their reply was not stored when the run died), "
            f"{self.in_parts} looks at a very large document between two of its parts, "
            f"next run {self.slowest:.1f} s at most"
        )


async def undisturbed(rig: Rig, act: Act) -> Undisturbed:
    """Plays an act from begin to end."""
    await rig.stage(act)
    before = await rig.forms()
    ended = await rig.play(act)
    assert not ended.killed and ended.code in (0, 1), ended
    if act.hours or act.more.get("calls"):
        last = await rig.finish(act)
        assert last.code == 0, last
    fingerprint, after = await rig.fingerprint(), await rig.forms()
    assert await rig.leftovers() == []
    return Undisturbed(act, ended, fingerprint, before, after, frozenset(rig.model.asked))


async def die(rig: Rig, whole: Undisturbed, counts: Counts, what: str, **how: object) -> None:
    """Plays an act to a sudden end, looks at what readers see, lets the next run finish, and compares."""
    act = whole.act
    await rig.stage(act)
    ended = await rig.play(act, **how)
    counts.kills += ended.killed
    counts.not_reached += not ended.killed
    at = f"{act.name} ended at {what}"
    seen = await rig.forms()
    counts.half_visible += [f"{at}: {line}" for line in halves(seen, whole, counts)]
    last = await rig.finish(act)
    if last.code != 0:
        counts.failed.append(f"{at}: the next run ended with {last.code} {last.said}")
    counts.slowest = max(counts.slowest, last.seconds)
    if await rig.fingerprint() != whole.fingerprint:
        counts.differing.append(f"{at}: {differences(await rig.forms(), whole.after)}")
    counts.left += [f"{at}: {line}" for line in await rig.leftovers()]
    count_calls(rig, whole, ended, counts, at)


def count_calls(rig: Rig, whole: Undisturbed, ended: Ended, counts: Counts, at: str) -> None:
    """A call may be made again only when its reply was not stored yet as the run died."""
    again = rig.model.again
    unstored = ended.passed("extractor.call", "enter") - ended.passed("ledger.write", "leave")
    counts.calls += rig.model.asked.total()
    counts.unheard += min(again, unstored)
    if again > unstored:
        counts.paid_twice.append(f"{at}: {again} calls again, {unstored} were not stored")
    if frozenset(rig.model.asked) != whole.asked:
        counts.paid_twice.append(f"{at}: other segments were asked about")


def halves(seen: dict[str, Form], whole: Undisturbed, counts: Counts) -> list[str]:
    """Documents that are seen neither as they were nor as they will be."""
    found = []
    for tag in sorted({*seen, *whole.before, *whole.after}):
        now, old, new = (forms.get(tag, Form()) for forms in (seen, whole.before, whole.after))
        away = whole.act.away and not (now.passages or now.cards)
        if not away and (now.passages, now.cards) not in (
            (old.passages, old.cards),
            (new.passages, new.cards),
        ):
            found.append(f"{tag}: text and card are neither the old nor the new ones")
        if now.paths - old.paths - new.paths or len(now.paths) > 1:
            found.append(f"{tag}: at {sorted(now.paths)}")
        if now.facts in (old.facts, new.facts, frozenset()):
            continue
        if tag == IN_PARTS and now.facts <= old.facts | new.facts:
            counts.in_parts += 1
        else:
            found.append(f"{tag}: facts {sorted(now.facts)}")
    return found


def differences(now: dict[str, Form], wanted: dict[str, Form]) -> str:
    """The documents that are not as they should be, for whoever reads the failure."""
    return str({tag: now.get(tag) for tag in {*now, *wanted} if now.get(tag) != wanted.get(tag)})


def first_points(all_: list[Undisturbed]) -> list[tuple[Undisturbed, Point]]:
    """Each step and edge once, in the first act that passes it, at its middle pass."""
    found: dict[tuple[str, str], tuple[Undisturbed, Point]] = {}
    for whole in all_:
        passes = Counter(whole.ended.steps)
        for (name, edge), times in passes.items():
            found.setdefault((name, edge), (whole, (name, edge, (times + 1) // 2)))
    return [found[key] for key in sorted(found)]
