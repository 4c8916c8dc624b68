"""Noun phrases of a parsed sentence: what they name, and how they read as a relation or an object."""

import re
from collections.abc import Iterable

from spacy.tokens import Span, Token

from ingest.extract.local.lexicon import WEAK_VERBS
from ingest.extract.local.names import is_calendar_word, is_code, is_name, proper_words

_LEFT = frozenset(
    {"compound", "amod", "nummod", "nmod", "poss", "quantmod", "advmod", "punct", "case", "appos", "npadvmod"}
)
_DROPPED = frozenset(
    {
        "relcl",
        "advcl",
        "acl",
        "appos",
        "parataxis",
        "ccomp",
        "cc",
        "conj",
        "punct",
        "preconj",
        "dep",
        "advmod",
    }
)
_BAD_START = re.compile(
    r"(?i)^(?:several|various|certain|this|that|these|those|each|any|every|some|what|which|who|how|it"
    r"|them|him|her|us|me|you"
    r"|such|same|more|several|various|certain|"
    r"all|both|most|many|much|lot|lots|other|another|one|there|something|anything|everything|nothing)\b"
)
_BAD_INSIDE = re.compile(
    r"(?i)\b(?:what|which|who|whose|where|how|why|them|it|us|me|myself|itself|themselves)\b(?!-)"
)
_ARTICLE = re.compile(r"^(?:the|a|an|our|their|his|her|its|my)\s", re.IGNORECASE)
MAX_OBJECT_WORDS = 12


def noun_tokens(head: Token) -> list[Token]:
    """The head with its modifiers to the left and a number or code right behind it, in order."""
    tokens = [head]
    for child in head.children:
        if child.i < head.i and child.dep_ in _LEFT and child.pos_ not in ("PUNCT", "ADV"):
            tokens.extend(noun_tokens(child) if child.dep_ != "poss" else list(child.subtree))
        elif (
            child.i == head.i + 1 and child.dep_ in ("nummod", "appos", "nmod", "npadvmod") and _is_tag(child)
        ):
            tokens.append(child)
    return sorted(set(tokens), key=lambda token: token.i)


def _is_tag(token: Token) -> bool:
    return token.like_num or is_code(token.text) or token.text[:1].isupper()


def text_of(tokens: Iterable[Token]) -> str:
    """The tokens as written, from the first to the last of them that touch each other."""
    ordered = sorted(_hyphenated(set(tokens)), key=lambda token: token.i)
    parts = [
        token.text_with_ws if token.i + 1 in {t.i for t in ordered} else token.text + " " for token in ordered
    ]
    return re.sub(r"\s+(?=[,.;:)%’'])|(?<=[(])\s+", "", "".join(parts)).strip()


def _hyphenated(tokens: set[Token]) -> set[Token]:
    """The tokens with the rest of every word that the tokenizer cut at a hyphen: `e-mail`, `Stone-Vale`."""
    whole = set(tokens)
    for token in tokens:
        for step in (-1, 1):
            at = token.i
            while 0 <= at + 2 * step < len(token.doc) and _is_joined(
                token.doc[min(at, at + 2 * step) : max(at, at + 2 * step) + 1]
            ):
                whole |= {token.doc[at + step], token.doc[at + 2 * step]}
                at += 2 * step
    return whole


def _is_joined(three: Span) -> bool:
    """`left - right` without a space, both with letters."""
    left, mark, right = three
    return (
        mark.text in ("-", "‑")
        and not left.whitespace_
        and not mark.whitespace_
        and left.text[-1:].isalnum()
        and right.text[:1].isalpha()
    )


def strip_article(text: str) -> str:
    """Without the article or possessive in front."""
    return _ARTICLE.sub("", text, count=1)


def phrase(head: Token, without: frozenset[int] = frozenset()) -> str:
    """The object phrase of a head: its subtree without clauses, asides and the tokens in `without`."""
    tokens = list(_kept(head, without))
    text = strip_article(text_of(tokens))
    text = re.sub(r"(?:\s(?:not|and|or|but|as|with|for|of|to|,))+$", "", text)
    return re.sub(r"^[\s,;:–-]+|[\s,;:–-]+$", "", text)


def _kept(head: Token, without: frozenset[int]) -> Iterable[Token]:
    yield head
    for child in head.children:
        if child.i in without or (child.dep_ in _DROPPED and not _keeps(child, head)):
            continue
        if (
            child.dep_ == "prep"
            and child.text.lower() in ("like", "including", "such", "if", "per")
            and child.text != "per"
        ):
            continue
        yield from _kept(child, without)


def _keeps(child: Token, head: Token) -> bool:
    if head.i < child.i and head.dep_ in ("amod", "compound", "nmod") and head.i < head.head.i:
        return child.dep_ in ("conj", "cc") or (child.dep_ == "punct" and child.text in ",/-&")
    if child.dep_ in ("conj", "cc"):
        return head.dep_ in ("dobj", "pobj", "attr", "conj") and _short_list(head)
    if child.dep_ == "punct":
        return child.text in ("-", "/", "%", "&", "'", '"', "(", ")", "#", "$", "€", "£", ",") and (
            child.text not in (",", "(", ")", '"') or (child.text == "," and _short_list(head))
        )
    return (child.dep_ == "appos" and child.i == head.i + 1 and _is_tag(child)) or (
        child.dep_ == "advmod" and child.i < head.i
    )


def _short_list(head: Token) -> bool:
    conjuncts = list(head.conjuncts)
    return 0 < len(conjuncts) <= 4 and all(each.pos_ in ("NOUN", "PROPN", "NUM") for each in conjuncts)


def is_good_object(text: str) -> bool:
    """False for objects that say nothing by themselves."""
    if not 0 < len(text.split()) <= MAX_OBJECT_WORDS or not any(c.isalnum() for c in text):
        return False
    return not _BAD_START.match(text) and not _BAD_INSIDE.search(text)


def says_something(text: str) -> bool:
    """True for objects with a name, a number or a date: kept even behind a verb that says little."""
    return (
        bool(re.search(r"\d", text))
        or bool(proper_words(text))
        or any(is_calendar_word(w) for w in text.split())
        or bool(
            re.match(r"(?i)(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b", text)
        )
    )


def is_weak(verb: Token) -> bool:
    """True for verbs that say little."""
    return verb.lemma_.lower() in WEAK_VERBS


def named(text: str) -> bool:
    """True when a noun phrase names one thing: a name throughout, or a common head with a name before it."""
    bare = strip_article(text)
    return is_name(bare) or bool(proper_words(bare))


def third_person(lemma: str) -> str:
    """The form of a verb for `he`: `carry` becomes `carries`."""
    irregular = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if lemma in irregular:
        return irregular[lemma]
    if re.search(r"(?:s|x|z|ch|sh)$", lemma):
        return lemma + "es"
    return lemma[:-1] + "ies" if re.search(r"[^aeiou]y$", lemma) else lemma + "s"
