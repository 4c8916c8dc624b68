"""Which way an open date lies, by the verb of its clause: "went live on Tuesday" is behind the day of saying,
"wants it in May" ahead of it."""

import re

from ingest.words import word_set

_PAST = word_set(
    "was were had did went came left took gave made bought sold sent paid met told said got began became broke "
    "brought built caught chose drew drove fell found flew froze grew held kept knew led lost ran rose saw shook "
    "sank spoke spent stood stole struck swore taught thought threw understood woke won wore wrote gone given "
    "taken written chosen drawn driven eaten fallen flown frozen grown known risen seen shown spoken stolen thrown "
    "wrote burst lent blew ate slept felt heard"
)
_NO_PAST = word_set(
    "need feed speed seed bed red shed indeed hundred embed exceed proceed succeed weed breed"
)
_AHEAD = word_set(
    "will shall would 'll want wants wanted wish wishes wished hope hopes hoped plan plans planned intend intends "
    "intended due going tomorrow expect expects expected propose proposes proposed suggest suggests suggested ask "
    "asks asked request requests requested promise promises promised starts ends arrives joins ships opens leaves"
)
_SETTING = word_set(
    "confirmed agreed decided announced scheduled booked postponed delayed invited reserved cancelled canceled "
    "wrote said told accepted offered asked requested promised proposed suggested planned wanted expected hoped"
)
"""Verbs that set or tell of another day: only a day right behind them is their own."""
_AUXILIARY = {
    **dict.fromkeys(("will", "shall", "would", "to"), 1),
    **dict.fromkeys(("is", "are", "am", "being", "gets", "get"), 0),
}
_CLAUSE = re.compile(
    r"[.;:!?]\s|,\s(?:and|but|so|while|who|which)\s|\s(?:and|but)\s(?=\w+\s(?:will|would|wants?)\b)"
)
_SPLICE = re.compile(r",\s(?=(?:(?:the|an?|he|she|it|we|they)\s|[A-Z]))")
_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?|['’]ll")


def lean_at(text: str, start: int, end: int) -> int:
    """1 for a date at text[start:end] that lies ahead of the day of saying, -1 for one behind it, 0 when its
    clause does not tell. The nearest verb in front of it decides, else the first behind it."""
    cuts = [match.end() for match in _CLAUSE.finditer(text)]
    splices = [match.end() for match in _SPLICE.finditer(text)]
    left = max((cut for cut in (*cuts, *splices) if cut <= start), default=0)
    right = min((cut for cut in cuts if cut >= end), default=len(text))
    before = [match[0].lower().lstrip("'’") for match in _WORD.finditer(text, left, start)]
    for place in range(len(before) - 1, -1, -1):
        lean = _lean(before, place, near=len(before) - place <= 2)
        if lean is not None:
            return lean
    behind = [match[0].lower().lstrip("'’") for match in _WORD.finditer(text, end, right)]
    leans = (_lean(behind, place, near=False) for place in range(len(behind)))
    return next((lean for lean in leans if lean is not None), 0)


def _lean(words: list[str], place: int, near: bool) -> int | None:
    """What one word says; None when it is no verb that tells. `near`: the date follows it at once."""
    word = words[place]
    past = word in _PAST or (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST)
    if word in ("was", "were", "had") and words[place + 1 : place + 2] and words[place + 1] in _SETTING:
        return None
    if past and place and (helped := _AUXILIARY.get(words[place - 1])) is not None:
        return helped
    if past and place > 1 and words[place - 1] == "be":
        return 1
    if past and near:
        return -1
    if word in _AHEAD or word == "ll":
        return 1
    if word in _SETTING:
        return None
    if past:
        return -1
    return 0 if word in ("is", "are") else None
