"""Where in a segment the words of a claim stand."""

import re
import unicodedata
from dataclasses import dataclass

_SAME = str.maketrans(
    {**dict.fromkeys("‘’‚‛ʼ´`", "'"), **dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‐‑‒–—−", "-")}
)
_SENTENCE = re.compile(r"[^\n.!?。！？]*(?:[.!?](?!\s|$)[^\n.!?。！？]*)*[.!?。！？]?")
_MARKS = frozenset("*_`\\")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text as it is compared: one space for any white space, plain quotes and dashes, no case, no
    emphasis marks. `origin[i]` is the place of folded character i in the text."""

    text: str
    origin: tuple[int, ...]

    def find(self, words: str) -> tuple[int, int] | None:
        """The place of the words in the original text, tolerant as above; None when they are not there."""
        needle = fold(words).text.strip()
        at = self.text.find(needle) if needle else -1
        if at < 0:
            return None
        return self.origin[at], self.origin[at + len(needle) - 1] + 1


def fold(text: str) -> Folded:
    """Folds a text for comparison."""
    characters: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        if character in _MARKS:
            continue
        if character.isspace():
            if characters and characters[-1] == " ":
                continue
            character = " "
        for plain in unicodedata.normalize("NFC", character).translate(_SAME).casefold():
            characters.append(plain)
            origin.append(place)
    return Folded("".join(characters), tuple(origin))


def locate(text: str, folded: Folded, quote: str, subject: str, object_: str) -> tuple[int, int] | None:
    """Start and end of the evidence: the quote exactly, else tolerant of white space, quotes, case and
    emphasis marks; with an empty quote the first sentence that names subject and object, else the first
    that names the object. None when there is none."""
    if quote.strip():
        at = text.find(quote)
        return (at, at + len(quote)) if at >= 0 else folded.find(quote)
    return _sentence_with(text, (subject, object_)) or _sentence_with(text, (object_,))


def _sentence_with(text: str, words: tuple[str, ...]) -> tuple[int, int] | None:
    needles = [fold(each).text.strip() for each in words]
    if not all(needles):
        return None
    for match in _SENTENCE.finditer(text):
        sentence = fold(match[0]).text
        if all(needle in sentence for needle in needles):
            return match.start(), match.end()
    return None
