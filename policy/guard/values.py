"""Is this value a secret? What stands after a telling word, or has the form of a number, is judged here."""

import re
from collections import Counter
from math import log2

from policy.guard.rule import listed

_STAND_IN = re.compile(
    r"""
      [*•x._\-#?]{2,}                                  # masked
    | (?:<|\{|\$|%|\[|\(|@|&|!!?[a-z]).*              # a template, a reference, an earlier placeholder
    | .*(?:\.\.\.|…|\*{3}|\]\(|://).*                # cut, a link
    | (?:your|my|the|some|any|new|old|example|sample|dummy|fake|test|insert|enter|replace|change)[-_ ].*
    | (?:os|process|env|environ|config|settings|self|this|secrets|vars?|local|data|req(?:uest)?|args|ctx)
      [.\[(].*                                         # an expression
    | [a-z_][\w.]*(?:\(.*|\[.*\].*)                   # a call or an index
    | [./~][\w./-]*/[\w./-]*                          # a path
    | (?=\w*(?:pass|pwd|secret|token|cred))[a-z_]\w*  # a name in code
    | (?:1password|lastpass|keepassx?c?|bitwarden)\b.*
    | .+\.(?:pem|key|crt|cer|pub|txt|md|json|ya?ml|toml|ini|env|py|js|ts|html?)
    """,
    re.X | re.I | re.S,
)

_WORDS = frozenset(
    listed(
        """
        required optional string str text int integer number bool boolean bytes object array list none null nil
        true false yes no undefined unset empty blank default missing invalid incorrect wrong expired hidden
        redacted masked removed omitted unknown n/a na tbd todo see ask same stored saved sent field input
        prompt protected encrypted password passwd passphrase secret token key pass user username login
        changeme example is was are be has had must should can will may not never only if when and or of for
        in on at to from the a an my your our their this that it we you they there here new old please
        erforderlich optional siehe ist wird nicht und oder im der die das ein eine neu alt falsch vergessen
        """
    )
)
"""What stands where a secret would, and is none."""

_NOT_STRONG = re.compile(
    r"""
      [\d.,:/\-+%°€$£]+                                  # a number, a date, a time, an amount
    | v?[\^~]?\d+(?:\.\d+)+[\w.+-]{0,20}                 # a version
    | \d{1,4}(?:st|nd|rd|th|ms|s|m|h|d|k|kb|mb|gb|tb|px|pt|em|x|min|hrs?|days?|bit|bits|bytes?|chars?)
    | [a-z]+-?\d{1,3}                                    # a word with a number: "step2", "sha-256"
    | \d{1,4}[-/][a-z]+(?:[-/][a-z]+)*                   # "10-character"
    | (?:md5|sha|aes|rsa|utf|iso|hs|rs|es|bcrypt|base|oauth|http|ipv|x)-?\d+(?:[-_/]\w+)*
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                       # a mail address
    | (?:[\w-]+\.)+[a-z]{2,10}(?:/.*)?                   # a host
    """,
    re.X | re.I,
)

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


def stands_in(value: str) -> bool:
    """A mask, a template, a reference, a word that says what belongs there."""
    return value.casefold().strip(".:;,!?") in _WORDS or _STAND_IN.fullmatch(value) is not None


def is_password(value: str) -> bool:
    """After `password:`. Anything that is not plainly something else: people choose words."""
    return len(value) >= 3 and not stands_in(value)


def is_phrase(value: str) -> bool:
    """Words in a row that make no sentence: none of the small words that hold one together."""
    return not any(stands_in(word) for word in re.split(r"[ ,]+", value))


def is_strong(value: str) -> bool:
    """What no sentence has in this place: letters and digits or signs mixed, and no known form of text."""
    if len(value) < 6 or not any(map(str.isalpha, value)):
        return False
    if not any(char.isdigit() or char in "!@#$%^&*+=?~|" for char in value.rstrip("!?")):
        return False
    return not _NOT_STRONG.fullmatch(value) and not stands_in(value)


def is_stated(value: str) -> bool:
    """After `the password is`: also a name-like word, when digits and letters of both cases are in it."""
    return is_strong(value) or (
        len(value) >= 6 and is_mixed(value) and value.isalnum() and not stands_in(value)
    )


def is_key(value: str) -> bool:
    """After `token:`, `api key:`, `secret:`. Machine-made: long, mixed, without the rhythm of words."""
    if len(value) < 8 or not has_digit(value) or not any(map(str.isalpha, value)):
        return False
    return UUID.fullmatch(value) is not None or (
        entropy(value) >= 2.5 and not _NOT_STRONG.fullmatch(value) and not stands_in(value)
    )


def entropy(value: str) -> float:
    """Shannon's, in bits a character, of the characters as they occur in the value."""
    total = len(value)
    return -sum(count / total * log2(count / total) for count in Counter(value).values())


def has_digit(value: str) -> bool:
    return any(char.isdigit() for char in value)


def is_mixed(value: str) -> bool:
    """Digits and letters of both cases, as a random token of some length has."""
    return has_digit(value) and value.lower() != value != value.upper()


_ISSUERS = re.compile(
    r"4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|3(?:0[0-5]|[689])|6(?:011|4[4-9]|5)|35"
)
"""First digits of the card networks (ISO/IEC 7812)."""


def is_card(value: str) -> bool:
    """A card number: its length, its network, its check digit (Luhn, ISO/IEC 7812-1 annex B)."""
    digits = re.sub(r"\D", "", value)
    if not 13 <= len(digits) <= 19 or not _ISSUERS.match(digits) or len(set(digits)) < 3:
        return False
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(product - 9 * (product > 9) for product in doubled) % 10 == 0


def is_iban(value: str) -> bool:
    """An international bank account number: ISO 13616, remainder 1 by 97."""
    plain = value.replace(" ", "")
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97 == 1
