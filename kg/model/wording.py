"""A fact as one line of words: its triple, never a sentence of the document."""

import re
from datetime import date

from kg.model.kinds import Modality

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_IRREGULAR = {
    **dict.fromkeys(("is", "are", "was", "were", "be", "been"), "be"),
    **dict.fromkeys(("has", "have", "had"), "have"),
    **dict.fromkeys(("does", "do", "did", "done"), "do"),
    **dict.fromkeys(("goes", "go", "went", "gone"), "go"),
    **dict.fromkeys(("made", "makes", "make"), "make"),
    **dict.fromkeys(("took", "taken"), "take"),
    **dict.fromkeys(("bought",), "buy"),
    **dict.fromkeys(("sold",), "sell"),
    **dict.fromkeys(("built",), "build"),
    **dict.fromkeys(("led",), "lead"),
    **dict.fromkeys(("left",), "leave"),
    **dict.fromkeys(("met",), "meet"),
    **dict.fromkeys(("paid",), "pay"),
    **dict.fromkeys(("ran",), "run"),
    **dict.fromkeys(("sent",), "send"),
    **dict.fromkeys(("wrote", "written"), "write"),
    **dict.fromkeys(("kept",), "keep"),
    **dict.fromkeys(("held",), "hold"),
    **dict.fromkeys(("won",), "win"),
    **dict.fromkeys(("gave", "given"), "give"),
    **dict.fromkeys(("became",), "become"),
    **dict.fromkeys(("began",), "begin"),
}

_VERBS = frozenset(
    {
        *(
            "accept",
            "acquire",
            "act",
            "add",
            "advise",
            "agree",
            "announce",
            "appoint",
            "approve",
            "ask",
            "attend",
        ),
        *(
            "audit",
            "back",
            "ban",
            "be",
            "become",
            "begin",
            "believe",
            "belong",
            "bring",
            "build",
            "buy",
            "call",
        ),
        *("cancel", "carry", "chair", "change", "close", "come", "complete", "confirm", "connect", "contain"),
        *(
            "cover",
            "create",
            "decide",
            "delay",
            "deliver",
            "depend",
            "deploy",
            "develop",
            "do",
            "drive",
            "eat",
        ),
        *(
            "employ",
            "end",
            "expect",
            "expire",
            "extend",
            "feed",
            "finish",
            "fit",
            "fix",
            "follow",
            "found",
            "fund",
        ),
        *(
            "give",
            "go",
            "grow",
            "handle",
            "have",
            "head",
            "help",
            "hire",
            "hold",
            "host",
            "include",
            "install",
        ),
        *(
            "integrate",
            "introduce",
            "invest",
            "invite",
            "join",
            "keep",
            "know",
            "launch",
            "lead",
            "leave",
            "lend",
        ),
        *(
            "license",
            "like",
            "list",
            "live",
            "look",
            "lose",
            "maintain",
            "make",
            "manage",
            "manufacture",
            "marry",
        ),
        *(
            "meet",
            "mentor",
            "merge",
            "migrate",
            "move",
            "need",
            "offer",
            "open",
            "operate",
            "order",
            "organize",
        ),
        *(
            "organise",
            "own",
            "pay",
            "plan",
            "play",
            "postpone",
            "prefer",
            "prepare",
            "present",
            "print",
            "process",
        ),
        *(
            "produce",
            "promote",
            "propose",
            "provide",
            "publish",
            "put",
            "reach",
            "receive",
            "recommend",
            "release",
        ),
        *(
            "remain",
            "renew",
            "rent",
            "repair",
            "replace",
            "report",
            "represent",
            "require",
            "reside",
            "restore",
        ),
        *(
            "return",
            "review",
            "run",
            "say",
            "schedule",
            "see",
            "sell",
            "send",
            "serve",
            "ship",
            "show",
            "sign",
        ),
        *("sit", "speak", "specialize", "sponsor", "start", "stay", "stop", "store", "study", "supervise"),
        *("supply", "support", "switch", "take", "teach", "tell", "terminate", "test", "train", "transfer"),
        *("translate", "travel", "treat", "try", "turn", "update", "upgrade", "use", "visit", "wait", "want"),
        *("wear", "win", "wish", "work", "write", "intend", "hope", "request"),
    }
)
"""Lemmas that begin a relation said as a verb. Words that are more often a noun in this place (contact, cost,
price, rate, contract, status) are left out on purpose: a noun takes a colon, and a colon is never wrong."""

_PARTICIPLES = frozenset(
    {
        *(
            "allocated",
            "assigned",
            "based",
            "born",
            "called",
            "divorced",
            "due",
            "employed",
            "engaged",
            "founded",
        ),
        *("headquartered", "insured", "known", "licensed", "listed", "located", "made", "married", "named"),
        *("registered", "related", "scheduled", "situated", "stored", "written"),
    }
)
"""Heads that need `is` before them, also without `by`."""
_PARTICIPLE = re.compile(r"[a-z]+(?:ed|en|wn|ght|lt|de|id|un|ld|pt|ad|ed)|led|run|held|set")
_WISHES = frozenset({"want", "wish", "like", "ask", "request", "plan", "intend", "hope", "propose", "expect"})
_ASKS = frozenset({"want", "wish", "ask", "request"})
_AFTER_ASKED = frozenset(
    {"for", "to", "about", "after", "at", "in", "on", "against", "by", "whether", "that"}
)
_THIRD = {"be": "is", "have": "has"}
_AUXILIARIES = frozenset({"is", "are", "was", "were"})


def fact_text(
    subject: str,
    relation: str,
    object_: str,
    modality: Modality,
    qualifier: str | None = None,
    said_at: date | None = None,
    valid_from: date | None = None,
    valid_to: date | None = None,
) -> str:
    """The triple in words, on one line, such as `Northwind fee: 48,000 EUR a year` or `on 4 Nov 2026
    Northwind asked to move the renewal to January 2027`. Dates of validity are shown where given: pass only
    what the text says, so that the words of a fact stay the same when a newer one closes it."""
    words = _Words(subject, relation, object_, qualifier)
    match modality:
        case Modality.ASSERTED:
            said = words.asserted()
        case Modality.NEGATED:
            said = words.negated()
        case Modality.HEDGED:
            said = f"possibly: {words.asserted()}"
        case Modality.PLANNED:
            said = words.wanted("plans", "plans")
        case Modality.REQUESTED:
            said = _on(said_at) + words.wanted("asked", "asked for")
        case Modality.ASKED:
            said = _on(said_at) + f"asked whether {words.asserted()}"
    return " ".join(f"{said}{_validity(valid_from, valid_to)}".split())


def show_date(day: date) -> str:
    """`4 Nov 2026`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


class _Words:
    """The parts of one triple, and how its relation reads: as a verb, as a participle, else as a noun."""

    def __init__(self, subject: str, relation: str, object_: str, qualifier: str | None) -> None:
        self._subject = subject
        self._relation = relation
        self._object = object_
        self._aside = f" ({qualifier})" if qualifier else ""
        self._head, _, self._rest = relation.partition(" ")
        self._lemma = _lemma(self._head)

    def asserted(self) -> str:
        if self._reads_as_participle:
            return self._sentence(f"is {self._relation}")
        if self._lemma is not None:
            head = _third_person(self._lemma) if self._head == self._lemma else self._head
            return self._sentence(f"{head} {self._rest}")
        return self._note("")

    def negated(self) -> str:
        if self._reads_as_participle:
            return self._sentence(f"is not {self._relation}")
        if self._head in _AUXILIARIES:
            return self._sentence(f"{self._head} not {self._rest}")
        if self._lemma is not None:
            return self._sentence(f"does not {self._lemma} {self._rest}")
        return self._note("not ")

    def wanted(self, verb: str, noun: str) -> str:
        """A plan or a wish: `verb` before an infinitive, `noun` before a thing."""
        if self._lemma in _WISHES and self._rest.startswith("to "):
            inner = _Words(self._subject, self._rest.removeprefix("to "), self._object, None)
            return inner.wanted(verb, noun) + self._aside
        if verb == "asked" and self._lemma in _ASKS:
            return self._sentence(self._asked())
        if self._reads_as_participle:
            return self._sentence(f"{_passive(verb)} to be {self._relation}")
        if self._lemma == "be":
            return self._sentence(f"{_passive(verb)} to be {self._rest}")
        if self._lemma is not None:
            return self._sentence(f"{verb} to {self._lemma} {self._rest}")
        return f"{self._subject} {noun} {self._relation}: {self._object}{self._aside}"

    def _asked(self) -> str:
        """`asked for a training day`, whether the relation says `asked for`, `wants` or `requests`."""
        leads = self._rest.split(" ")[0]
        return f"asked {self._rest}" if leads in _AFTER_ASKED else f"asked for {self._rest}"

    @property
    def _reads_as_participle(self) -> bool:
        return self._head in _PARTICIPLES or (
            self._rest.split(" ")[0] == "by" and _PARTICIPLE.fullmatch(self._head) is not None
        )

    def _sentence(self, verb: str) -> str:
        return f"{self._subject} {verb} {self._object}{self._aside}"

    def _note(self, before: str) -> str:
        return f"{self._subject} {self._relation}{self._aside}: {before}{self._object}"


def _passive(verb: str) -> str:
    """A thing that something will be done to has no plans: it `is to be` inspected."""
    return "is" if verb == "plans" else verb


def _lemma(word: str) -> str | None:
    """The verb that this form belongs to; None for what is no known verb."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    forms = [word]
    if word.endswith(("ies", "ied")):
        forms.append(word[:-3] + "y")
    for ending in ("s", "es", "d", "ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word:
            forms += [
                stem,
                stem + "e" if ending == "ing" else stem,
                stem[:-1] if stem[-1:] == stem[-2:-1] else stem,
            ]
    return next((form for form in forms if form in _VERBS), None)


def _third_person(lemma: str) -> str:
    if lemma in _THIRD:
        return _THIRD[lemma]
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _on(day: date | None) -> str:
    return f"on {show_date(day)} " if day is not None else ""


def _validity(valid_from: date | None, valid_to: date | None) -> str:
    since = f", from {show_date(valid_from)}" if valid_from is not None else ""
    return since + (f", until {show_date(valid_to)}" if valid_to is not None else "")
